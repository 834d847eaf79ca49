package corpus

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Cells marked as JSON, by type or in the metadata, keep their source; null is a cell nobody observed only where
// the metadata say so.
func TestParquetJSON(t *testing.T) {
	d := &domain.Domain{Name: "records", FileOrder: true, Tables: []domain.Table{{Name: "R", Key: "name"}}}
	for _, name := range []string{"name", "cell", "text"} {
		d.Tables[0].Columns = append(d.Tables[0].Columns, domain.Column{Name: name, Kind: domain.KindText})
	}
	plain := false // the column of JSON is one of texts
	schema := func() *parquet.Schema {
		cell := parquet.JSON()
		if plain {
			cell = parquet.String()
		}
		return parquet.NewSchema("R", parquet.Group{ // leaves stand by name
			"cell": parquet.Optional(cell), "name": parquet.String(), "text": parquet.Optional(parquet.String()),
		})
	}
	var rows []parquet.Row
	for i, source := range []string{" 0.50\n", `"12"`, "null", "true", `["a"]`, "0.5.0", "\"\xff\"", ""} {
		cell := parquet.ValueOf(source).Level(0, 1, 0)
		if source == "" {
			cell = parquet.NullValue().Level(0, 0, 0)
		}
		rows = append(rows, parquet.Row{cell, parquet.ValueOf(string(rune('a'+i))).Level(0, 0, 1), parquet.NullValue().Level(0, 0, 2)})
	}
	read := func(options ...parquet.WriterOption) (sources []string, faults []LoadFault, err error) {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[any](&b, append(options, schema())...)
		if _, err := w.WriteRows(rows); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "R.parquet"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		c, r, err := Load(t.Context(), dir, d)
		if err != nil {
			return nil, nil, err
		}
		for row := range c.Table("R").Len() {
			for col := range 3 {
				sources = append(sources, c.Table("R").Source(row, col))
			}
		}
		return sources, r.Faults, nil
	}
	got, faults, err := read()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`"a"`, "0.50", "null", `"b"`, `"12"`, "null", `"c"`, "null", "null", `"d"`, "true", "null", `"e"`, "", "null", `"h"`, "null", "null"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	reasons := map[LoadReason]int{}
	for _, f := range faults {
		reasons[f.Reason] += f.Count
	}
	if diff := cmp.Diff(map[LoadReason]int{Nested: 1, Malformed: 2}, reasons); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	got, _, err = read(parquet.KeyValueMetadata(UnobservedKey, ColumnList([]string{"text", "cell", "gone"})))
	if err != nil {
		t.Fatal(err)
	}
	for i := 2; i < len(want); i += 3 {
		want[i] = ""
	}
	want[len(want)-2] = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources where null is no cell (-want +got):\n%s", diff)
	}
	plain = true
	got, _, err = read(parquet.KeyValueMetadata(UnobservedKey, ColumnList([]string{"text", "cell"})), parquet.KeyValueMetadata(JSONKey, ColumnList([]string{"cell"})))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources of texts that are said to be JSON (-want +got):\n%s", diff)
	}
	if _, _, err := read(parquet.KeyValueMetadata(UnobservedKey, "text")); err == nil {
		t.Error("a list of columns that is no JSON is read, want an error")
	}
}
