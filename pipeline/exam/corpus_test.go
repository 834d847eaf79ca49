package exam

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// tabled writes the tables of a collection in a format and reads them again.
func tabled(t interface {
	Helper()
	Fatal(...any)
}, c *Collection, dir string, format tablefile.Format) *Collection {
	t.Helper()
	d, err := domain.Open("exam")
	if err != nil {
		t.Fatal(err)
	}
	sheets := c.Sheets()
	err = tablefile.Write(context.Background(), tablefile.WriteSpec{
		Format: format, Names: TableNames(), Shards: 1, Workers: 1,
		Create: func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) },
		Open:   func(int) ([]tablefile.Sheet, error) { return sheets, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	loaded, report, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	if problems := report.Problems(); problems != nil || len(report.Faults) > 0 {
		t.Fatal(problems, report.Faults)
	}
	again, err := FromCorpus(loaded)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// draw returns a collection as [Read] could have read it.
func draw(t *rapid.T) *Collection {
	prose := rapid.Custom(func(t *rapid.T) string {
		text, _ := plain(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a\n\nb", "-", "null", `"x", y|z`, "0,65", "第一\r\n第二", "ação — \t§", "nan", "="})).Draw(t, "text"))
		return text
	})
	short := rapid.Custom(func(t *rapid.T) string { return oneLine(prose.Draw(t, "short")) })
	said := func(g *rapid.Generator[string]) *rapid.Generator[string] {
		return g.Filter(func(s string) bool { return s != "" })
	}
	origin := func(line int) Origin {
		return Origin{
			Exam: short.Draw(t, "exam"), Area: short.Draw(t, "area"), Field: short.Draw(t, "field"), Group: short.Draw(t, "group"),
			Day: rapid.SampledFrom([]string{"", "2011", "2011-03-02"}).Draw(t, "day"), Language: rapid.SampledFrom([]string{"pt", "zh", "en"}).Draw(t, "language"),
			File: shown(short.Draw(t, "file")), Line: line,
		}
	}
	ids := rapid.SliceOfNDistinct(said(short), 0, 5, rapid.ID).Draw(t, "ids")
	c := &Collection{}
	for i, id := range ids {
		if rapid.Bool().Draw(t, "essay") {
			e := Essay{ID: id, Title: short.Draw(t, "title"), Statement: prose.Draw(t, "statement"), Value: rapid.IntRange(0, 500).Draw(t, "value"), Origin: origin(i)}
			for n := range rapid.IntRange(1, 3).Draw(t, "parts") {
				p := Part{Label: fmt.Sprint(short.Draw(t, "label"), n), Question: said(prose).Draw(t, "question"), Answer: said(prose).Draw(t, "answer"), Value: rapid.IntRange(0, 500).Draw(t, "worth")}
				if assumptions := rapid.SliceOfN(said(prose), 0, 2).Draw(t, "assumptions"); len(assumptions) > 0 {
					p.Assumptions = assumptions
				}
				for range rapid.IntRange(0, 2).Draw(t, "points") {
					row := Point{Text: said(prose).Draw(t, "row")}
					if values := rapid.SliceOfNDistinct(rapid.IntRange(0, 500), 0, 3, rapid.ID).Draw(t, "values"); len(values) > 0 {
						slices.Sort(values)
						row.Values = values
					}
					p.Points = append(p.Points, row)
				}
				e.Parts = append(e.Parts, p)
			}
			c.Essays = append(c.Essays, e)
			continue
		}
		q := Question{ID: id, Stem: said(prose).Draw(t, "stem"), Options: rapid.SliceOfN(said(prose), 2, 5).Draw(t, "options"), Origin: origin(i)}
		q.Key = rapid.SliceOfNDistinct(rapid.IntRange(0, len(q.Options)-1), 1, 2, rapid.ID).Draw(t, "key")
		slices.Sort(q.Key)
		c.Questions = append(c.Questions, q)
	}
	c.check()
	return c
}

// Tables of any format give the collection of which they are the tables.
func TestTablesGiveCollection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		dir, err := os.MkdirTemp("", "exam")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		again := tabled(t, c, dir, rapid.SampledFrom(tablefile.Formats()).Draw(t, "format"))
		if diff := cmp.Diff(c.Essays, again.Essays); diff != "" {
			t.Errorf("essays (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(c.Questions, again.Questions); diff != "" {
			t.Errorf("questions (-want +got):\n%s", diff)
		}
	})
}

// The tables of the real exams give them again, with the faults that follow from the questions.
func TestRealTables(t *testing.T) {
	c := readReal(t, "")
	again := tabled(t, c, t.TempDir(), tablefile.JSONL)
	if diff := cmp.Diff(c.Essays, again.Essays); diff != "" {
		t.Errorf("essays (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(c.Questions, again.Questions); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	kept := slices.DeleteFunc(c.Faults, func(f Fault) bool { return f.LeftOut })
	if diff := cmp.Diff(kept, again.Faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}
