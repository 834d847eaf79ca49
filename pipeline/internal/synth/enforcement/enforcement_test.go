package enforcement

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// domains are the shipped domains by the language of the world that fits them.
var domains = map[string]string{"zh": "legal", "en": "legal-en"}

// shards are those that were made, by what they were made of.
var shards sync.Map

// shard makes a shard of a world with the tables at a scale, once.
func shard(t testing.TB, seed uint64, language string, of, n int, scale float64) *society.Shard {
	t.Helper()
	key := fmt.Sprint(seed, language, of, n, scale)
	if s, ok := shards.Load(key); ok {
		return s.(*society.Shard)
	}
	sizes := society.Published()
	sizes.LegalKnowledge, sizes.LegalArticle = 2695, 5534 // of no concern here: fewer are faster
	sizes = sizes.Scaled(scale)
	w, err := society.Open(seed, language, of, func(int) society.Sizes { return sizes })
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Shard(n)
	if err != nil {
		t.Fatal(err)
	}
	shards.Store(key, s)
	return s
}

// renderer returns the renderer of a language.
func renderer(t testing.TB, language string) *Renderer {
	t.Helper()
	r, err := New(language)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// table is a rendered table: rows of cells by column.
type table struct {
	columns []string
	rows    [][]tablefile.Cell
}

// column is the cells of the i-th column.
func (a table) column(i int) []tablefile.Cell {
	var cells []tablefile.Cell
	for _, row := range a.rows {
		cells = append(cells, row[i])
	}
	return cells
}

// tables renders all tables of shards in one language.
func tables(t testing.TB, language string, shards ...*society.Shard) map[string]table {
	t.Helper()
	r := renderer(t, language)
	all := map[string]table{}
	for _, s := range shards {
		for _, sh := range r.Sheets(s) {
			a := all[sh.Name]
			a.columns = sh.Columns
			for i := range sh.Rows {
				a.rows = append(a.rows, sh.Row(i))
			}
			all[sh.Name] = a
		}
	}
	return all
}

// The columns are those that the shipped domains declare, in their order.
func TestColumns(t *testing.T) {
	for language, name := range domains {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		declared := map[string][]string{}
		for _, table := range d.Tables {
			for _, c := range table.Columns {
				declared[table.Name] = append(declared[table.Name], c.Name)
			}
		}
		s := shard(t, 1, language, 1, 0, 0.01)
		for _, sh := range renderer(t, language).Sheets(s) {
			if diff := cmp.Diff(declared[sh.Name], sh.Columns); diff != "" {
				t.Errorf("%s in %s:\n%s", sh.Name, language, diff)
			}
			for i := range sh.Rows {
				if n := len(sh.Row(i)); n != len(sh.Columns) {
					t.Fatalf("row %d of %s has %d cells, want %d", i, sh.Name, n, len(sh.Columns))
				}
			}
		}
	}
}

// A row is the same whenever and by whomever it is made.
func TestRowsAreRepeatable(t *testing.T) {
	s := shard(t, 3, "zh", 1, 0, 0.2)
	one, other := renderer(t, "zh").Sheets(s), renderer(t, "zh").Sheets(s)
	for k, sh := range one {
		made := make([][]tablefile.Cell, sh.Rows)
		done := make(chan int)
		for worker := range 4 {
			go func() {
				for i := worker; i < sh.Rows; i += 4 {
					made[i] = sh.Row(i)
				}
				done <- worker
			}()
		}
		for range 4 {
			<-done
		}
		for i := sh.Rows - 1; i >= 0; i-- {
			if diff := cmp.Diff(made[i], other[k].Row(i)); diff != "" {
				t.Fatalf("row %d of %s made again:\n%s", i, sh.Name, diff)
			}
		}
	}
}

// The languages tell one world: cells are missing, and numbers are the same, in the
// same rows.
func TestLanguagesAgree(t *testing.T) {
	zh := tables(t, "zh", shard(t, 2, "zh", 1, 0, 1))
	en := tables(t, "en", shard(t, 2, "en", 1, 0, 1))
	for name, a := range zh {
		b := en[name]
		if len(a.rows) != len(b.rows) {
			t.Fatalf("%s has %d rows in Chinese and %d in English", name, len(a.rows), len(b.rows))
		}
		for i := range a.rows {
			for k := range a.rows[i] {
				x, y := a.rows[i][k], b.rows[i][k]
				if x.Form != y.Form || (x.Text == "-") != (y.Text == "-") || x.Form == tablefile.Number && x.Text != y.Text {
					t.Errorf("%s, row %d, %s: %v in Chinese, %v in English", name, i, b.columns[k], x, y)
				}
			}
		}
	}
}

// Both grammars have the rules that the program asks for, no others, and for each
// the same slots; and the phrases of one stand for those of the other.
func TestGrammars(t *testing.T) {
	zh, en := renderer(t, "zh"), renderer(t, "en")
	roots := []string{"brief", "event", "story", "inquiry", "inquiry_number", "inquiry_outcome", "works", "plate"}
	for _, kind := range penalizers(t) {
		roots = append(roots, string(kind))
		for _, part := range []string{"scene", "number", "fined", "unfined"} {
			roots = append(roots, string(kind)+"_"+part)
		}
		for _, line := range []string{"build", "make", "move"} {
			if own := string(kind) + "_" + line; zh.has(own) {
				roots = append(roots, own)
			}
		}
	}
	if diff := cmp.Diff(zh.rules, en.rules); diff != "" {
		t.Fatalf("rules in Chinese and English:\n%s", diff)
	}
	for language, r := range map[string]*Renderer{"zh": zh, "en": en} {
		for _, root := range roots {
			if !r.has(root) {
				t.Errorf("%s has no rule %s", language, root)
			}
		}
		if unused := r.text.Unused(roots...); len(unused) > 0 {
			t.Errorf("%s: no text needs %v", language, unused)
		}
	}
	for _, rule := range zh.rules {
		if diff := cmp.Diff(zh.text.Slots(rule), en.text.Slots(rule)); diff != "" {
			t.Errorf("slots of %s in Chinese and English:\n%s", rule, diff)
		}
	}
}

// penalizers are the kinds of authorities that penalize somebody in two worlds.
func penalizers(t *testing.T) []name.AuthorityKind {
	t.Helper()
	var kinds []name.AuthorityKind
	for _, s := range []*society.Shard{shard(t, 1, "zh", 1, 0, 1), shard(t, 2, "zh", 1, 0, 1)} {
		for _, p := range s.Penalties {
			if !slices.Contains(kinds, p.Kind) {
				kinds = append(kinds, p.Kind)
			}
		}
	}
	return kinds
}

// The sections of the classification of industries that lines of business are
// known by are some that trades have.
func TestLinesAreSections(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		tongue, err := name.New(language)
		if err != nil {
			t.Fatal(err)
		}
		w := renderer(t, language).words
		for _, section := range []string{w.build, w.make, w.move} {
			if !slices.ContainsFunc(tongue.Trades(), func(t name.Trade) bool { return t.Section == section }) {
				t.Errorf("no trade is in section %q", section)
			}
		}
	}
}

func BenchmarkRows(b *testing.B) {
	s := shard(b, 1, "zh", 1, 0, 1)
	for _, sh := range renderer(b, "zh").Sheets(s) {
		b.Run(sh.Name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				sh.Row(i % sh.Rows)
				i++
			}
		})
	}
}
