package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// lawDir and caseDir return the directories of the generated texts, below that of the generated
// world. All files in a directory of texts are read, so that those of other specifications are
// elsewhere.
func lawDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("texts/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

func caseDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("cases/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

// addGeneratedTexts adds the statutes of the generated world, as texts, the cases that apply them,
// and the tables that are read from them, below the run directory.
func (w *world) addGeneratedTexts(out string) error {
	w.law = &lawtext.LawSpec{Seed: w.made.Seed, Scale: w.made.Scale, Language: w.made.Language}
	docket, err := casetext.CaseSpec{LawSpec: *w.law}.Docket()
	if err != nil {
		return misuse("-%v", err)
	}
	below := func(dir string) string { return filepath.Join(out, generatedDir, filepath.FromSlash(dir)) }
	w.dir, w.cases = below(lawDir(w.law)), below(caseDir(w.law))
	for _, f := range lawtext.Files(docket.Law) {
		w.texts = append(w.texts, f.Name)
	}
	w.texts = append(w.texts, lawtext.ManifestFile)
	w.caseTexts = docket.Files()
	w.addTextTables(out, legislation.TableNames())
	w.addTextTables(out, caselaw.TableNames())
	return nil
}

// writeLaw returns the stage that generates the texts of statutes and of the cases that apply them.
func writeLaw(w *world) run.Stage {
	var files []string
	for _, name := range w.texts {
		files = append(files, lawDir(w.law)+"/"+name)
	}
	for _, name := range w.caseTexts {
		files = append(files, caseDir(w.law)+"/"+name)
	}
	return run.Stage{
		Name: "world", Doc: "generate the statutes of a world in which no statute is real, and cases that apply them",
		Version: 2, Dir: generatedDir, Params: w.law, Outputs: files,
		Run: func(ctx context.Context, e *run.Exec) error {
			bar := e.Progress(len(files), "texts")
			e.Funnel().In, e.Funnel().Out = len(files), len(files)
			in := func(dir string) func(name string) (io.WriteCloser, error) {
				return func(name string) (io.WriteCloser, error) { return e.Create(dir + "/" + name) }
			}
			return writeGeneratedTexts(ctx, w.law, in(lawDir(w.law)), in(caseDir(w.law)), bar.Add)
		},
	}
}

// writeGeneratedTexts writes the texts of a generated law and of the cases that apply it.
func writeGeneratedTexts(ctx context.Context, law *lawtext.LawSpec, laws, cases func(name string) (io.WriteCloser, error), done func(n int)) error {
	if err := law.Write(ctx, laws, done); err != nil {
		return err
	}
	docket, err := casetext.CaseSpec{LawSpec: *law}.Docket()
	if err != nil {
		return err
	}
	return docket.Write(ctx, cases, done)
}
