package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// lawDir, caseDir and examDir return the directories of the generated texts, below that of the generated
// world. All files in a directory of texts are read, so that those of other specifications are
// elsewhere.
func lawDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("texts/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

func caseDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("cases/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

func examDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("exams/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

// drawTexts draws the statutes of the generated world and the cases that apply them. It returns
// the directories of their texts below a run directory, and the names of the files there.
func (w *world) drawTexts(out string) (laws, cases string, lawTexts []string, err error) {
	w.law = &lawtext.LawSpec{Seed: w.made.Seed, Scale: w.made.Scale, Language: w.made.Language}
	if w.docket, err = (casetext.CaseSpec{LawSpec: *w.law}).Docket(); err != nil {
		return "", "", nil, misuse("-%v", err)
	}
	below := func(dir string) string { return filepath.Join(out, generatedDir, filepath.FromSlash(dir)) }
	return below(lawDir(w.law)), below(caseDir(w.law)), lawFiles(w.docket.Law), nil
}

// addGeneratedLaw adds the statutes of the generated world, as texts, the cases that apply them,
// and the tables that are read from them, below the run directory.
func (w *world) addGeneratedLaw(out string) (err error) {
	if w.dir, w.cases, w.texts, err = w.drawTexts(out); err != nil {
		return err
	}
	w.caseTexts = w.docket.Files()
	w.addTextTables(out, legislation.TableNames())
	w.addTextTables(out, caselaw.TableNames())
	return nil
}

// addGeneratedCases adds the cases of the generated world, as texts, the statutes that they cite,
// and the tables that are read from them, below the run directory.
func (w *world) addGeneratedCases(out string) (err error) {
	if w.laws, w.dir, w.lawTexts, err = w.drawTexts(out); err != nil {
		return err
	}
	w.texts = w.docket.Files()
	w.addTextTables(out, caseTableNames(w))
	return nil
}

// addGeneratedExams adds the exam papers of the generated world, as texts, the statutes that they are
// about, and the tables that are read from them, below the run directory.
func (w *world) addGeneratedExams(out string) (err error) {
	w.law = &lawtext.LawSpec{Seed: w.made.Seed, Scale: w.made.Scale, Language: w.made.Language}
	if w.papers, err = (examtext.ExamSpec{LawSpec: *w.law}).Papers(); err != nil {
		return misuse("-%v", err)
	}
	w.dir = filepath.Join(out, generatedDir, filepath.FromSlash(examDir(w.law)))
	w.laws = filepath.Join(out, generatedDir, filepath.FromSlash(lawDir(w.law)))
	w.texts, w.lawTexts = w.papers.Files(), lawFiles(w.papers.Law)
	w.addTextTables(out, examTableNames(w))
	return nil
}

// lawFiles returns the names of the texts of a generated law, and of its manifest.
func lawFiles(l *statute.Law) (names []string) {
	for _, f := range lawtext.Files(l) {
		names = append(names, f.Name)
	}
	return append(names, lawtext.ManifestFile)
}

// textInput is the input of a stage that reads a text: a file of a directory that people gave,
// or one that an earlier stage writes below the directory of the generated world.
func (w *world) textInput(label, dir string, generated func(*lawtext.LawSpec) string, name string) run.StageInput {
	if w.law != nil {
		return run.StageInput{Name: generatedDir + "/" + generated(w.law) + "/" + name}
	}
	return run.StageInput{Name: label + "/" + name, Path: filepath.Join(dir, filepath.FromSlash(name))}
}

// writeGeneratedTexts returns the stage that generates the texts of statutes and of the cases that
// apply them.
func writeGeneratedTexts(w *world) run.Stage {
	doc, applied, about, law := "generate the statutes and the cases of a world in which nobody is real", "", []string(nil), (*statute.Law)(nil)
	if w.papers != nil {
		doc, applied, about, law = "generate the statutes of a world in which nobody is real, and exams on them", examDir(w.law), w.papers.Files(), w.papers.Law
	} else {
		applied, about, law = caseDir(w.law), w.docket.Files(), w.docket.Law
	}
	var files []string
	for _, name := range lawFiles(law) {
		files = append(files, lawDir(w.law)+"/"+name)
	}
	for _, name := range about {
		files = append(files, applied+"/"+name)
	}
	return run.Stage{
		Name: "world", Doc: doc,
		Version: 3, Dir: generatedDir, Params: w.law, Outputs: files,
		Run: func(ctx context.Context, e *run.Exec) error {
			bar := e.Progress(len(files), "texts")
			e.Funnel().In, e.Funnel().Out = len(files), len(files)
			in := func(dir string) func(name string) (io.WriteCloser, error) {
				return func(name string) (io.WriteCloser, error) { return e.Create(dir + "/" + name) }
			}
			return w.writeTextsTo(ctx, in(lawDir(w.law)), in(applied), bar.Add)
		},
	}
}

// writeTextsTo writes the texts of the generated statutes, and those of the cases or exams that
// apply them.
func (w *world) writeTextsTo(ctx context.Context, laws, applied func(name string) (io.WriteCloser, error), done func(n int)) error {
	if err := w.law.Write(ctx, laws, done); err != nil {
		return err
	}
	if w.papers != nil {
		return w.papers.Write(ctx, applied, done)
	}
	return w.docket.Write(ctx, applied, done)
}
