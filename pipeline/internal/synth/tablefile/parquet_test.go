package tablefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A Parquet file says of itself what other readers rely on: names in order,
// optional text, groups of a fixed size, and bounds that hold.
func TestParquet(t *testing.T) {
	const rows = groupRows + 3*blockRows + 1
	text := func(row, col int) string {
		return strings.Repeat(fmt.Sprint(row%97, "甲公司"), col*(row%13))
	}
	columns := []string{"编号", "b", "a（元）", "b,c"}
	var m memory
	err := Write(t.Context(), WriteSpec{Format: Parquet, Names: []string{"T"}, Shards: 1, Create: m.create, Open: func(int) ([]Sheet, error) {
		return []Sheet{{Name: "T", Columns: columns, Rows: rows, Row: func(i int) []Cell {
			c := []Cell{Text(fmt.Sprint(i)), Text(text(i, 1)), Text(text(i, 20)), None()}
			if i == 5 {
				c[3] = Text("")
			}
			return c
		}}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := m.files["T.parquet"].Bytes()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Metadata().CreatedBy; got != "taskgrove version 1(build 0)" {
		t.Errorf("the file says it was created by %q, which is not ours and would change with the library", got)
	}
	var names []string
	for _, field := range f.Schema().Fields() {
		names = append(names, field.Name())
		if !field.Optional() || field.Type().String() != "STRING" {
			t.Errorf("column %s is of type %s, optional: %v, want an optional STRING", field.Name(), field.Type(), field.Optional())
		}
	}
	if !slices.Equal(names, columns) {
		t.Errorf("columns %q, want %q", names, columns)
	}
	var sizes []int64
	for _, g := range f.RowGroups() {
		sizes = append(sizes, g.NumRows())
	}
	if !slices.Equal(sizes, []int64{groupRows, rows - groupRows}) {
		t.Errorf("row groups of %d rows, want %d and the rest of %d", sizes, groupRows, rows)
	}
	for i, index := range f.ColumnIndexes() {
		checkBounds(t, columns[i%len(columns)], index, f.RowGroups()[i/len(columns)].ColumnChunks()[i%len(columns)])
	}
}

// checkBounds holds the values of each page to what the column index says of it.
func checkBounds(t *testing.T, name string, index format.ColumnIndex, chunk parquet.ColumnChunk) {
	t.Helper()
	pages := chunk.Pages()
	defer pages.Close()
	for i := range index.MinValues {
		p, err := pages.ReadPage()
		if err != nil {
			t.Fatal(err)
		}
		values := make([]parquet.Value, p.NumValues())
		p.Values().ReadValues(values)
		least, greatest := index.MinValues[i], index.MaxValues[i]
		if len(least) > parquet.DefaultColumnIndexSizeLimit || len(greatest) > parquet.DefaultColumnIndexSizeLimit {
			t.Errorf("column %s, page %d: bounds %q and %q: want at most %d bytes", name, i, least, greatest, parquet.DefaultColumnIndexSizeLimit)
		}
		for _, v := range values {
			if !v.IsNull() && (bytes.Compare(v.ByteArray(), least) < 0 || bytes.Compare(v.ByteArray(), greatest) > 0) {
				t.Fatalf("column %s, page %d: %.40q is not from %q to %q", name, i, v.ByteArray(), least, greatest)
			}
		}
	}
}
