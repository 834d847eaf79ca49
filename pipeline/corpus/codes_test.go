package corpus

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Cells has every row's cell as Cell has it, however the column is encoded.
func TestCells(t *testing.T) {
	c, _ := load(t, world(), write(t, map[string]string{"Cases.jsonl": `
{"number": "1", "parties": "a,b", "amount": "1.31亿", "filed": "2019年12月11日"}
{"number": "2", "parties": "a,b", "amount": " - ", "filed": "2019-12-11"}
{"number": "3", "parties": null, "amount": 7, "firms": 1.5}
{"number": "4", "parties": "a,b", "amount": "7"}
{"number": "5", "amount": 7}`}))
	cases := c.Table("Cases")
	for col := range cases.Spec().Columns {
		want, got := map[string]int{}, map[string]int{}
		cells := map[string]Cell{}
		for row := range cases.Len() {
			cell := cases.Cell(row, col)
			want[cell.Source]++
			cells[cell.Source] = cell
		}
		yielded := 0
		for cell, rows := range cases.Cells(col) {
			yielded++
			got[cell.Source] += rows
			if diff := cmp.Diff(cells[cell.Source], cell, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
				t.Errorf("column %d: cell (-want +got):\n%s", col, diff)
			}
		}
		if most := cases.Sources(col); yielded > most || most > cases.Len()+1 {
			t.Errorf("column %d: %d cells of at most %d", col, yielded, most)
		}
		if !maps.Equal(got, want) {
			t.Errorf("column %d: rows by source %v, want %v", col, got, want)
		}
	}
}

// A pass that stops early asks for no more.
func TestCellsStops(t *testing.T) {
	firms := small(t)
	n := 0
	for range firms.Cells(0) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d cells after two, want none", n)
	}
}

// A count and a rank are whole numbers: what is not stands as a text.
func TestWholeKinds(t *testing.T) {
	for kind, whole := range map[domain.ColumnKind]bool{domain.KindNumber: false, domain.KindCount: true, domain.KindRank: true} {
		d := world()
		d.Tables[0].Columns[5].Kind = kind
		c, _ := load(t, d, write(t, map[string]string{"Cases.jsonl": `
{"number": "1", "firms": "51"}
{"number": "2", "firms": 1.5}`}))
		for row, want := range []value.Kind{value.Number, map[bool]value.Kind{true: value.Text, false: value.Number}[whole]} {
			if got := c.Table("Cases").Cell(row, 5).Values[0].Kind; got != want {
				t.Errorf("%s in row %d of a %s: want a %s", got, row, kind, want)
			}
		}
	}
}
