package command

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// textsVersion is raised when equal texts could give other tables than before.
const textsVersion = 8

// newTexts returns the world whose tables are read from a directory of texts, in the way that
// the domain declares; nil if the domain declares none, or the directory holds files of tables.
func newTexts(d *domain.Domain, f *flags) (*world, error) {
	switch d.Reader {
	case domain.StatuteReader:
	case domain.CaseReader:
		return newCases(d, f)
	case domain.ExamReader:
		return newExams(d, f)
	default:
		return nil, nil
	}
	texts, err := legislation.Recognize(f.Corpus)
	if err == nil && !texts && f.Cases != "" {
		return nil, misuse("-cases is for texts of statutes, and -corpus %s holds none: want -cases '', or texts", f.Corpus)
	}
	if err != nil {
		return nil, fmt.Errorf("-corpus: %w", err)
	}
	if !texts {
		return nil, checkTables(f.Corpus, d)
	}
	w := &world{domain: d, dir: f.Corpus}
	if w.texts, err = legislation.Files(f.Corpus); err != nil {
		return nil, err
	}
	w.addTextTables(f.out, legislation.TableNames())
	return w, w.addCases(f)
}

// checkTables returns an error if a directory without texts holds no tables either.
func checkTables(dir string, d *domain.Domain) error {
	_, err := corpus.Files(dir, d)
	if err == nil {
		return nil
	}
	entries, _ := os.ReadDir(dir) // if it cannot be read, err says so
	for _, e := range entries {
		below := filepath.Join(dir, e.Name())
		if texts, err := legislation.Recognize(below); err == nil && texts {
			return fmt.Errorf("-corpus %s holds no texts, but %s does: want -corpus %[2]s", dir, below)
		}
	}
	return fmt.Errorf("%w; or texts, in folders TITLE with files YYYY-MM-DD.md, .txt or .xml", err)
}

// addTextTables adds the tables that are read from texts, below the run directory.
func (w *world) addTextTables(out string, names []string) {
	for _, name := range names {
		file := tablefile.JSONL.File(name)
		w.files = append(w.files, corpus.DataFile{Name: file, Path: filepath.Join(out, generatedDir, file), Holds: name})
	}
}

// readTexts returns the stage that reads the texts and writes the tables.
func readTexts(w *world) run.Stage {
	in := []run.StageInput{{Name: "text reader", Digest: digest.New("text reader").Int("version", textsVersion).Sum()}}
	for _, name := range w.texts {
		in = append(in, w.textInput("corpus", w.dir, lawDir, name))
	}
	var files []string
	for _, name := range legislation.TableNames() {
		files = append(files, tablefile.JSONL.File(name))
	}
	return run.Stage{
		Name: "texts", Doc: "read the texts of statutes, version by version, into tables",
		Version: textsVersion, Dir: generatedDir, Inputs: in, Outputs: append(files, "faults.jsonl"),
		Run: func(ctx context.Context, e *run.Exec) error {
			c, err := legislation.Read(ctx, w.dir, e.Workers)
			if err != nil {
				return err
			}
			return writeTexts(ctx, e, w, c)
		},
	}
}

// writeTexts writes the tables that were read, and counts the texts that were left out.
func writeTexts(ctx context.Context, e *run.Exec, w *world, c *legislation.Collection) error {
	if doubtful := countTexts(e.Log, e.Funnel(), c, true); doubtful > 0 {
		e.Log.Info(fmt.Sprintf("%d places of the texts are in doubt: they are in %s/faults.jsonl", doubtful, generatedDir))
	}
	if err := checkAnyText(w, c); err != nil {
		return err
	}
	sheets := c.Sheets()
	err := tablefile.Write(ctx, tablefile.WriteSpec{
		Format: tablefile.JSONL, Names: legislation.TableNames(), Shards: 1, Workers: e.Workers, Create: e.Create,
		Open: func(int) ([]tablefile.Sheet, error) { return sheets, nil },
	})
	if err != nil {
		return err
	}
	return createLines(e, "faults.jsonl", c.Faults)
}

// countTexts counts the texts that were read and those that were left out, and logs each fault: all
// that left something out, and doubts only if no file lists them. It returns the number of doubts.
func countTexts(log *slog.Logger, funnel *run.Funnel, c *legislation.Collection, listed bool) (doubtful int) {
	funnel.In, funnel.Out = len(c.Versions), len(c.Versions)
	left := map[string]bool{}
	for _, f := range c.Faults {
		switch {
		case f.Effect == legislation.FileLeftOut && !left[f.File]:
			left[f.File] = true
			funnel.In++
			funnel.Fail("text", 1)
		case f.Effect == legislation.Kept:
			doubtful++
		}
		if f.Effect != legislation.Kept || !listed {
			log.Warn(fmt.Sprintf("%s (%s)", f, f.Effect))
		}
	}
	return doubtful
}

// checkAnyText returns an error if no text could be read.
func checkAnyText(w *world, c *legislation.Collection) error {
	if len(c.Versions) > 0 {
		return nil
	}
	return fmt.Errorf("%s: no text can be read: want files TITLE/YYYY-MM-DD.md, .txt or .xml", w.dir)
}
