package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// tablesManifest is the manifest of the stage that writes the tables.
const tablesManifest = datasetDir + "/tables.manifest.json"

// tableFiles returns the dataset's files of tables and passages, in the order of the corpus.
func tableFiles(w *world) (names []string) {
	for _, f := range w.files {
		names = append(names, dataset.TableFile(f.Holds))
	}
	return names
}

// tablesStage returns the stage that writes the corpus into the dataset. It is a separate
// stage because the tables are the largest files of the dataset and change only with the
// corpus.
func tablesStage(w *world) run.Stage {
	return run.Stage{
		Name: "tables", Doc: "write the tables that the tasks ask about",
		Version: 1, Dir: datasetDir, Inputs: w.inputs(), Outputs: tableFiles(w),
		Run: func(ctx context.Context, e *run.Exec) error {
			var names []string
			for _, f := range w.files {
				names = append(names, f.Holds)
			}
			if err := dataset.ValidateTables(names); err != nil {
				return fmt.Errorf("%w: see -tables=false", err)
			}
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			rows, err := run.Map(ctx, e.Workers, w.files, func(ctx context.Context, _ int, f corpus.DataFile) (int, error) {
				return w.writeTable(ctx, e, f.Holds)
			})
			for _, n := range rows {
				e.Funnel().In += n
				e.Funnel().Out += n
			}
			return err
		},
	}
}

// writeTable writes one table or the passages of one name, and returns the number of rows.
func (w *world) writeTable(ctx context.Context, e *run.Exec, name string) (rows int, err error) {
	write := func(to io.Writer) error {
		t := w.corpus.Table(name)
		rows = t.Len()
		return dataset.WriteTable(ctx, to, t)
	}
	if p := w.passages(name); p != nil {
		write = func(to io.Writer) error {
			texts := w.corpus.Passages(name)
			rows = len(texts)
			return dataset.WritePassages(ctx, to, name, p.Field, texts)
		}
	}
	return rows, create(e, dataset.TableFile(name), write)
}

// passages returns the declaration of the passages of that name; nil for a table.
func (w *world) passages(name string) *domain.Passages {
	i := slices.IndexFunc(w.domain.Passages, func(p domain.Passages) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &w.domain.Passages[i]
}

// published describes the tables of a dataset. Kept holds the number of rows by table.
func (w *world) published(kept map[string]int) (tables []dataset.TableDescription) {
	for _, f := range w.files {
		t := dataset.TableDescription{Name: f.Holds, Rows: kept[f.Holds]}
		if p := w.passages(f.Holds); p != nil {
			t.Doc, t.Passages = p.Label.In("en"), true
			t.Columns = []dataset.ColumnDescription{{Name: p.Field, Doc: "text of a passage"}}
		} else {
			spec := w.domain.Table(f.Holds)
			t.Doc, t.Key = spec.Label.In("en"), strings.Join(spec.KeyColumns(), ", ")
			for _, c := range spec.Columns {
				t.Columns = append(t.Columns, dataset.ColumnDescription{Name: c.Name, Doc: c.Label.In("en"), Holds: cellWords(&c)})
			}
		}
		tables = append(tables, t)
	}
	return tables
}

// cellWords says what a cell of a column is: an entity, or a scalar with its unit.
func cellWords(c *domain.Column) string {
	words := strings.ReplaceAll(cmp.Or(c.Entity, string(c.Kind)), "_", " ")
	if c.Unit != "" {
		words += " in " + c.Unit
	}
	return words
}

// checkCorpusApart returns an error if the corpus is the directory into which the run writes
// its tables.
func checkCorpusApart(f *flags) error {
	corpus, err := os.Stat(f.Corpus)
	if err != nil {
		return nil // reading the corpus reports the error
	}
	tables, err := os.Stat(filepath.Join(f.out, datasetDir, dataset.TablesDir))
	if err == nil && os.SameFile(corpus, tables) {
		return misuse("-corpus %s is where the run directory keeps the tables of its own dataset: want another -out, or a copy of them", f.Corpus)
	}
	return nil
}
