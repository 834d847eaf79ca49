package ground

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestInTurn draws rows of the toy world's cases in turn by some columns: at every point, a value
// of the first column leads another that is not used up by one row at most, and the rows of each
// value are in turn by the other columns.
func TestInTurn(t *testing.T) {
	table := toy(t).corpus.Table("Case")
	finders := startFinders{{table: table, rows: func(name []string) []int32 {
		row, err := strconv.Atoi(name[0])
		if err != nil {
			t.Fatal(err)
		}
		return []int32{int32(row)}
	}}}
	valueIn := func(column string, name []string) string {
		return table.Cell(int(finders[0].rows(name)[0]), table.Column(column)).Text()
	}
	var inTurn func(t *rapid.T, names [][]string, columns []string)
	inTurn = func(t *rapid.T, names [][]string, columns []string) {
		if len(columns) == 0 {
			return
		}
		left, drawn, of := map[string]int{}, map[string]int{}, map[string][][]string{}
		for _, name := range names {
			value := valueIn(columns[0], name)
			left[value]++
			of[value] = append(of[value], name)
		}
		for _, name := range names {
			value := valueIn(columns[0], name)
			left[value]--
			drawn[value]++
			for other, n := range left {
				if n > 0 && drawn[other] < drawn[value]-1 {
					t.Fatalf("by %v: %q has %d rows and %q has %d, with more left", columns, value, drawn[value], other, drawn[other])
				}
			}
		}
		for _, part := range of {
			inTurn(t, part, columns[1:])
		}
	}
	var all []int
	for i := range table.Len() {
		all = append(all, i)
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.Permutation(all).Draw(t, "rows")
		rows = rows[:rapid.IntRange(0, len(rows)).Draw(t, "count")]
		var names [][]string
		for _, row := range rows {
			names = append(names, []string{strconv.Itoa(row)})
		}
		columns := rapid.Permutation([]string{"案由", "审理法院", "被告"}).Draw(t, "columns")
		columns = columns[:rapid.IntRange(0, 3).Draw(t, "columns used")]
		got := finders.inTurn(names, columns)
		if len(got) != len(names) {
			t.Fatalf("%d rows, want %d", len(got), len(names))
		}
		for _, name := range names {
			if !slices.ContainsFunc(got, func(other []string) bool { return other[0] == name[0] }) {
				t.Fatalf("row %s is gone", name[0])
			}
		}
		inTurn(t, got, columns)
		// Until each value of each column has a row, no row is drawn whose values all have one.
		missing := map[[2]string]bool{}
		for _, name := range names {
			for _, column := range columns {
				missing[[2]string{column, valueIn(column, name)}] = true
			}
		}
		got = finders.covering(names, columns)
		if len(got) != len(names) {
			t.Fatalf("%d rows, want %d", len(got), len(names))
		}
		for i, name := range got {
			before := len(missing)
			for _, column := range columns {
				delete(missing, [2]string{column, valueIn(column, name)})
			}
			if before > 0 && len(missing) == before {
				t.Fatalf("row %d of %d, %s, has values that others had; no row of %v was drawn", i, len(got), name[0], missing)
			}
		}
	})
}
