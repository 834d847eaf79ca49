package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCompareNaturally(t *testing.T) {
	sorted := []string{
		"", "-5", "001", "01", "1", "1a", "2", "10", "10a2", "10a10", "10a10b", "99999999999999999999",
		"99999999999999999999a", "100000000000000000000", "A9", "A10", "a", "a1", "a1.5", "a1.25", "公司2", "公司10",
	}
	for i, a := range sorted {
		for j, b := range sorted {
			if got, want := compareNaturally(a, b), cmp.Compare(i, j); got != want {
				t.Errorf("compareNaturally(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// Any three texts have one order.
func TestCompareNaturallyOrders(t *testing.T) {
	text := rapid.StringMatching(`[01a9.]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := text.Draw(t, "a"), text.Draw(t, "b"), text.Draw(t, "c")
		ab, bc, ac := compareNaturally(a, b), compareNaturally(b, c), compareNaturally(a, c)
		if ab != -compareNaturally(b, a) || (ab == 0) != (a == b) {
			t.Errorf("compareNaturally(%q, %q) = %d, the other way round %d", a, b, ab, compareNaturally(b, a))
		}
		if ab <= 0 && bc <= 0 && ac > 0 {
			t.Errorf("%q, %q and %q go round in a circle", a, b, c)
		}
	})
}

// The order of lines changes nothing that can be seen of a corpus.
func TestShuffledFiles(t *testing.T) {
	cell := rapid.SampledFrom([]string{"null", `""`, `"-"`, `"甲"`, "7", `"7"`, `"甲,乙"`})
	rapid.Check(t, func(t *rapid.T) {
		var lines, texts []string
		for i := range rapid.IntRange(0, 12).Draw(t, "rows") {
			lines = append(lines, fmt.Sprintf(`{"name": "n%d", "province": %s, "city": %s}`, i, cell.Draw(t, "province"), cell.Draw(t, "city")))
			texts = append(texts, fmt.Sprintf(`"%d%s"`, i%5, rapid.SampledFrom([]string{"", "条"}).Draw(t, "text")))
		}
		read := func(lines, texts []string) (*Corpus, string) {
			b := newBuilder(world(), world().Table("Firms"), "Firms.jsonl")
			laws := newTexts(world(), &world().Passages[0], "Laws.jsonl")
			if err := cmp.Or(readJSONL(t.Context(), strings.NewReader(strings.Join(lines, "\n")), b), readTexts(t.Context(), strings.NewReader(strings.Join(texts, "\n")), laws)); err != nil {
				t.Fatal(err)
			}
			table, rows := b.finish()
			c, r := assemble(world(), []part{{table: table, rows: rows, faults: b.faults}, laws.finish()}, &listing{})
			var cells strings.Builder
			for col := range table.columns {
				for cell, n := range table.Cells(col) {
					fmt.Fprintf(&cells, "%s %d\n", cell.Source, n)
				}
				fmt.Fprintln(&cells, table.Match(col, "甲"), table.Sources(col))
			}
			return c, dump(c, r) + cells.String()
		}
		first, want := read(lines, texts)
		second, got := read(rapid.Permutation(lines).Draw(t, "lines"), rapid.Permutation(texts).Draw(t, "texts"))
		if diff := gocmp.Diff(want, got); diff != "" || first.Digest() != second.Digest() {
			t.Errorf("shuffled, %s is %s (-want +got):\n%s", first.Digest(), second.Digest(), diff)
		}
		if n := first.Table("Firms").Column("name"); !slices.IsSortedFunc(sources(first.Table("Firms"), n), compareNaturally) {
			t.Errorf("keys %q: want them in order", sources(first.Table("Firms"), n))
		}
	})
}

// sources returns the cells of a column as they stand.
func sources(t *Table, col int) []string {
	all := make([]string, t.Len())
	for row := range all {
		all[row] = t.Source(row, col)
	}
	return all
}
