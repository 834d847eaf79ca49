package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// lawDir returns the directory of the generated texts, below that of the generated world. All
// files in a directory of texts are read, so that those of other specifications are elsewhere.
func lawDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("texts/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

// caseDir returns the directory of the generated cases, below that of the generated world.
func caseDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("cases/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

// setLaw sets the statutes of the generated world.
func (w *world) setLaw() {
	w.law = &lawtext.LawSpec{Seed: w.made.Seed, Scale: w.made.Scale, Language: w.made.Language}
}

// addGeneratedLaw adds the statutes of the generated world, as texts, and the tables that are
// read from them, below the run directory.
func (w *world) addGeneratedLaw(out string) error {
	w.setLaw()
	l, err := w.law.Law()
	if err != nil {
		return misuse("-%v", err)
	}
	w.dir = filepath.Join(out, generatedDir, filepath.FromSlash(lawDir(w.law)))
	w.texts = lawFiles(l)
	w.addTextTables(out, legislation.TableNames())
	return nil
}

// addGeneratedCases adds the cases of the generated world, as texts, the statutes that they cite,
// and the tables that are read from them, below the run directory.
func (w *world) addGeneratedCases(out string) (err error) {
	w.setLaw()
	if w.docket, err = (casetext.CaseSpec{LawSpec: *w.law}).Docket(); err != nil {
		return misuse("-%v", err)
	}
	w.dir = filepath.Join(out, generatedDir, filepath.FromSlash(caseDir(w.law)))
	w.texts = w.docket.Files()
	w.laws = filepath.Join(out, generatedDir, filepath.FromSlash(lawDir(w.law)))
	w.lawTexts = lawFiles(w.docket.Law)
	w.addTextTables(out, caseTableNames(w))
	return nil
}

// lawFiles returns the names of the texts of a generated law.
func lawFiles(l *statute.Law) (names []string) {
	for _, f := range lawtext.Files(l) {
		names = append(names, f.Name)
	}
	return names
}

// textInput is the input of a stage that reads a text: a file of a directory that people gave,
// or one that an earlier stage writes below the directory of the generated world.
func (w *world) textInput(label, dir string, generated func(*lawtext.LawSpec) string, name string) run.StageInput {
	if w.law != nil {
		return run.StageInput{Name: generatedDir + "/" + generated(w.law) + "/" + name}
	}
	return run.StageInput{Name: label + "/" + name, Path: filepath.Join(dir, filepath.FromSlash(name))}
}

// writeGeneratedTexts returns the stage that generates the texts of statutes, and those of cases
// if there are any.
func writeGeneratedTexts(w *world) run.Stage {
	doc := "generate the statutes of a world in which no statute is real"
	law, cases := w.texts, []string(nil)
	if w.docket != nil {
		doc = "generate the cases and the statutes of a world in which nobody is real"
		law, cases = w.lawTexts, w.texts
	}
	var files []string
	for _, name := range law {
		files = append(files, lawDir(w.law)+"/"+name)
	}
	for _, name := range cases {
		files = append(files, caseDir(w.law)+"/"+name)
	}
	return run.Stage{
		Name: "world", Doc: doc,
		Version: 1, Dir: generatedDir, Params: w.law, Outputs: files,
		Run: func(ctx context.Context, e *run.Exec) error {
			bar := e.Progress(len(files), "texts")
			e.Funnel().In, e.Funnel().Out = len(files), len(files)
			create := func(dir string) func(string) (io.WriteCloser, error) {
				return func(name string) (io.WriteCloser, error) { return e.Create(dir + "/" + name) }
			}
			if err := w.law.Write(ctx, create(lawDir(w.law)), bar.Add); err != nil || w.docket == nil {
				return err
			}
			return w.docket.Write(ctx, create(caseDir(w.law)), bar.Add)
		},
	}
}
