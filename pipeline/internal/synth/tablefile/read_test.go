package tablefile

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// load writes sheets in a format and reads them back as a corpus, in the order of the files.
func load(t *rapid.T, f Format, d *domain.Domain, sheets []Sheet) (*corpus.Corpus, *corpus.LoadReport) {
	dir, err := os.MkdirTemp("", "sheet")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w := WriteSpec{
		Format: f, Shards: 1, Open: func(int) ([]Sheet, error) { return sheets, nil },
		Create: func(file string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, file)) },
	}
	for _, s := range sheets {
		w.Names = append(w.Names, s.Name)
	}
	if err := Write(context.Background(), w); err != nil {
		t.Fatal(err)
	}
	d.FileOrder = true
	c, r, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return c, r
}

// drawCell draws the cells that formats may stumble over, without the characters that package
// corpus does not read (value.Control, value.Invisible).
func drawCell(t *rapid.T) Cell {
	switch rapid.SampledFrom([]string{"none", "number", "text"}).Draw(t, "form") {
	case "none":
		return None()
	case "number":
		return Numeral(rapid.SampledFrom([]string{"0", "-0.0", "740564.0", "1e9", "12", "1.50"}).Draw(t, "numeral"))
	}
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{"", " ", "公司", "a", `"`, `\`, ",", "\n", "\r", "\t", "😀", "null", "12"}), 0, 5)
	// A CSV reader takes this one for a line feed, as the format's comment says.
	text := strings.Join(parts.Draw(t, "text"), "")
	for strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return Text(text)
}

// What is written in each format is read back: the same texts, states and values
// in all three, and the very sources in JSONL.
func TestWriteReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := []string{"编号", `a "b", c`, "金额"}[:rapid.IntRange(1, 3).Draw(t, "columns")]
		var rows [][]Cell
		for range rapid.IntRange(0, 20).Draw(t, "rows") {
			var cells []Cell
			for range columns {
				cells = append(cells, drawCell(t))
			}
			if len(cells) == 3 { // only prose may have several lines
				cells[2].Text = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(cells[2].Text)
			}
			rows = append(rows, cells)
		}
		d := &domain.Domain{Name: "d", Tables: []domain.Table{{Name: "T"}}}
		for i, name := range columns {
			kind := domain.KindProse
			if i == 2 {
				kind = domain.KindMoney
			}
			d.Tables[0].Columns = append(d.Tables[0].Columns, domain.Column{Name: name, Kind: kind})
		}
		for _, f := range Formats() {
			c, r := load(t, f, d, []Sheet{list("T", columns, rows...)})
			if len(r.Faults) > 0 || c.Table("T").Len() != len(rows) {
				t.Fatalf("%s: %d rows, faults %v, want %d and none", f, c.Table("T").Len(), r.Faults, len(rows))
			}
			for row, cells := range rows {
				for col, want := range cells {
					got := c.Table("T").Cell(row, col)
					if diff := cmp.Diff(wantOf(f, want, col == 2), described(got)); diff != "" {
						t.Errorf("%s: row %d, column %d (-want +got):\n%s", f, row, col, diff)
					}
				}
			}
		}
	})
}

// Passages are the same texts in every format, under one digest.
func TestPassagesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		var rows [][]Cell
		for range rapid.IntRange(1, 20).Draw(t, "rows") {
			cell := drawCell(t)
			if cell.Form == Number {
				cell.Form = String // passages have no numbers
			}
			rows = append(rows, []Cell{cell})
			if cell.Form == String && strings.TrimSpace(cell.Text) != "" {
				want = append(want, cell.Text)
			}
		}
		d := &domain.Domain{Name: "d", Passages: []domain.Passages{{Name: "P", Field: "contents"}}}
		digests := map[digest.Digest]bool{}
		for _, f := range Formats() {
			c, r := load(t, f, d, []Sheet{list("P", []string{"contents"}, rows...)})
			if diff := cmp.Diff(want, c.Passages("P")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", f, diff)
			}
			if r.Passages[0].Rows != len(rows) {
				t.Errorf("%s has %d rows, want %d", f, r.Passages[0].Rows, len(rows))
			}
			digests[c.Digest()] = true
		}
		if len(digests) != 1 {
			t.Errorf("the formats have %d digests, want one", len(digests))
		}
	})
}

// described is a cell as a text: what of it must come back.
func described(c corpus.Cell) string {
	return fmt.Sprintf("%s %q from %s", c.State, c.Text(), c.Source)
}

// plainNumbers has the drawn numbers that are read in an amount, in their shortest plain form.
var plainNumbers = map[string]string{"0": "0", "-0.0": "0", "740564.0": "740564", "1e9": "1000000000", "12": "12", "1.50": "1.5", "1212": "1212", "121212": "121212", "12121212": "12121212", "1212121212": "1212121212"}

// wantOf is what a cell is read back as.
func wantOf(f Format, c Cell, amount bool) string {
	if f == CSV && amount { // CSV has no types, so the kind of the column decides
		if digits, ok := plainNumbers[c.Text]; ok {
			return fmt.Sprintf("%s %q from %s", value.Present, digits, digits)
		}
	}
	source := string(appendQuoted(nil, c.Text))
	switch {
	case c.Form == Null && f != CSV, c.Text == "" && f == CSV: // which has no types
		source = "null"
	case c.Form == Number && f == JSONL:
		source = c.Text
	}
	state := value.Present
	if strings.TrimSpace(c.Text) == "" {
		state = value.Empty
	}
	return fmt.Sprintf("%s %q from %s", state, c.Text, source)
}
