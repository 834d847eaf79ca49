package command

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/legislation"
)

// exportedTables are the tables that an export writes.
type exportedTables struct {
	sizes  []synth.TableSize // in the order of the files
	funnel run.Funnel        // of the texts that were read; zero without texts
	// write writes all of the tables. It replaces the output's Only.
	write func(context.Context, synth.Output) error
}

// checkExportable returns an error if a world's tables are not written by an export, or if the
// flags name a language that has no part in them.
func checkExportable(w *world, f *flags) error {
	switch {
	case w.domain.Reader == domain.CaseReader:
		return misuse("-export writes no tables of domain %s: a run writes those that are read from texts to OUT/%s", w.domain.Name, generatedDir)
	case f.given()["lang"] && w.law == nil:
		return idleInExport("lang")
	case w.texts != nil, w.made != nil:
		return nil
	case w.domain.Reader == domain.ExamReader:
		return misuse("-export writes the tables that are read from texts, and -corpus %s holds tables: want exams: JSON lines, text or PDF", f.Corpus)
	case w.domain.Reader == domain.StatuteReader:
		return misuse("-export writes the tables that are read from texts, and -corpus %s holds tables: want folders TITLE with files YYYY-MM-DD.md, .txt or .xml", f.Corpus)
	}
	return misuse("-export writes the generated world, and the tables are those of -corpus %s: want -corpus %s", f.Corpus, generatedWorld)
}

// checkDirectory returns an error if tables of statutes in a directory would not be read,
// because it has texts of statutes, which go before tables.
func checkDirectory(dir string, w *world) error {
	if w.texts == nil || w.domain.Reader != domain.StatuteReader {
		return nil
	}
	// Whatever else is wrong with the directory shows when it is written to.
	if texts, err := legislation.Recognize(dir); err == nil && texts {
		return fmt.Errorf("%s holds texts of statutes, which would be read instead of the tables: want another directory", dir)
	}
	return nil
}

// tablesToExport returns the tables of a world that [checkExportable] passes. It reads the
// texts, if there are any, and logs what is wrong with them.
func tablesToExport(ctx context.Context, w *world, workers int, log *slog.Logger) (*exportedTables, error) {
	if w.texts == nil {
		t := &exportedTables{sizes: w.sizes()}
		t.write = func(ctx context.Context, out synth.Output) error {
			for _, s := range t.sizes {
				out.Only = append(out.Only, s.Name)
			}
			return w.made.Write(ctx, out)
		}
		return t, nil
	}
	if w.domain.Reader == domain.ExamReader {
		return examsToExport(ctx, w, workers, log)
	}
	c, cases, err := readStatutes(ctx, w, workers)
	if err != nil {
		return nil, err
	}
	t := &exportedTables{}
	countTexts(log, &t.funnel, c, false)
	if err := checkAnyText(w, c); err != nil {
		return nil, err
	}
	sheets := c.Sheets()
	if cases != nil {
		countCases(log, &t.funnel, cases)
		sheets = append(sheets, cases.StatuteSheets()...)
	}
	t.addSheets(sheets)
	return t, nil
}

// addSheets makes sheets the tables to export.
func (t *exportedTables) addSheets(sheets []tablefile.Sheet) {
	var names []string
	for _, s := range sheets {
		t.sizes, names = append(t.sizes, synth.TableSize{Name: s.Name, Rows: s.Rows}), append(names, s.Name)
	}
	t.write = func(ctx context.Context, out synth.Output) error {
		return tablefile.Write(ctx, tablefile.WriteSpec{
			Format: out.Format, Names: names, Shards: 1, Workers: out.Workers, Create: out.Create, Done: out.Done,
			Open: func(int) ([]tablefile.Sheet, error) { return sheets, nil },
		})
	}
}

// readStatutes reads the texts of statutes, and those of the cases beside them, nil if there are
// none. Those of the generated world are written to a temporary directory first, because an export
// leaves the run directory as it is.
func readStatutes(ctx context.Context, w *world, workers int) (*legislation.Collection, *caselaw.CaseReading, error) {
	laws, cases := w.dir, w.cases
	if w.law != nil {
		dir, err := os.MkdirTemp("", "taskgrove-statutes-")
		if err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(dir)
		laws, cases = filepath.Join(dir, "laws"), filepath.Join(dir, "cases")
		if err := w.writeTextsTo(ctx, createBelow(laws), createBelow(cases), nil); err != nil {
			return nil, nil, err
		}
	}
	c, err := legislation.Read(ctx, laws, workers)
	if err != nil || w.caseTexts == nil {
		return c, nil, err
	}
	read, err := caselaw.Read(ctx, cases)
	return c, read, err
}

// createBelow returns a function that creates files below a directory, by their slash-separated
// names.
func createBelow(dir string) func(name string) (io.WriteCloser, error) {
	return func(name string) (io.WriteCloser, error) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		return os.Create(path)
	}
}
