package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// lawDir returns the directory of the generated texts, below that of the generated world. All
// files in a directory of texts are read, so that those of other specifications are elsewhere.
func lawDir(spec *lawtext.LawSpec) string {
	return fmt.Sprintf("texts/%s-%d-%v", spec.Language, spec.Seed, spec.Scale)
}

// addGeneratedTexts adds the statutes of the generated world, as texts, and the tables that are
// read from them, below the run directory.
func (w *world) addGeneratedTexts(out string) error {
	w.law = &lawtext.LawSpec{Seed: w.made.Seed, Scale: w.made.Scale, Language: w.made.Language}
	l, err := w.law.Law()
	if err != nil {
		return misuse("-%v", err)
	}
	w.dir = filepath.Join(out, generatedDir, filepath.FromSlash(lawDir(w.law)))
	for _, f := range lawtext.Files(l) {
		w.texts = append(w.texts, f.Name)
	}
	w.addTextTables(out, legislation.TableNames())
	return nil
}

// writeLaw returns the stage that generates the texts of statutes.
func writeLaw(w *world) run.Stage {
	var files []string
	for _, name := range w.texts {
		files = append(files, lawDir(w.law)+"/"+name)
	}
	return run.Stage{
		Name: "world", Doc: "generate the statutes of a world in which no statute is real",
		Version: 1, Dir: generatedDir, Params: w.law, Outputs: files,
		Run: func(ctx context.Context, e *run.Exec) error {
			bar := e.Progress(len(files), "texts")
			e.Funnel().In, e.Funnel().Out = len(files), len(files)
			create := func(name string) (io.WriteCloser, error) { return e.Create(lawDir(w.law) + "/" + name) }
			return w.law.Write(ctx, create, bar.Add)
		},
	}
}
