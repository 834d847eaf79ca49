package database_test

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Equal rows have one digest: from a database, as text alone, with types, and as the parts of a
// Parquet directory.
func TestEqualRowsHaveOneDigest(t *testing.T) {
	shipped := chinook(t)
	d, err := domain.Open(filepath.Join("..", "..", "command", "testdata", "relational", "chinook"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Artist", "Customer", "Employee", "Genre", "Invoice", "MediaType"} // small ones
	d.Tables = slices.DeleteFunc(slices.Clone(d.Tables), func(t domain.Table) bool { return !slices.Contains(names, t.Name) })
	d.Tools = nil
	s := mustOpenFile(t, shipped)
	snapshot := t.TempDir()
	var files []corpus.DataFile
	tables := map[string][]map[string]any{}
	for _, name := range names {
		path := filepath.Join(snapshot, name+".jsonl")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write(t.Context(), f, database.TableSelection{Table: name}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		tables[name] = readObjects(t, path)
		files = append(files, corpus.DataFile{Name: name + ".jsonl", Path: path, Holds: name, Untyped: true})
	}
	of, r, err := corpus.LoadFiles(t.Context(), files, d)
	if err != nil || len(r.Problems()) > 0 {
		t.Fatal(err, r.Problems())
	}
	want := of.Digest()
	for format, write := range map[string]func(dir, name string, rows []map[string]any){
		"CSV":             func(dir, name string, rows []map[string]any) { writeCSV(t, dir, name, rows) },
		"JSON of texts":   func(dir, name string, rows []map[string]any) { writeJSON(t, dir, name, rows, false) },
		"JSON with types": func(dir, name string, rows []map[string]any) { writeJSON(t, dir, name, rows, true) },
		"Parquet with types": func(dir, name string, rows []map[string]any) {
			writeParquet(t, filepath.Join(dir, name+".parquet"), rows)
		},
	} {
		dir := t.TempDir()
		for name, rows := range tables {
			write(dir, name, rows)
		}
		c, r, err := corpus.Load(t.Context(), dir, d)
		if err != nil || len(r.Problems()) > 0 {
			t.Fatal(format, err, r.Problems())
		}
		if got := c.Digest(); got != want {
			t.Errorf("digest of %s = %s, want %s, that of SQLite", format, got.Short(), want.Short())
			differ(t, of, c)
		}
	}
}

// chinook returns the path of the database, or skips the test where it is absent.
func chinook(t *testing.T) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "..", "shared", "data") // beside the module
	}
	path := filepath.Join(data, "chinook", "Chinook_Sqlite.sqlite")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no database: %v: set TASKGROVE_DATA to the folder of the real data", err)
	}
	return path
}

func readObjects(t *testing.T, path string) (rows []map[string]any) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var row map[string]any
		d := json.NewDecoder(strings.NewReader(in.Text()))
		d.UseNumber()
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func columnsOf(rows []map[string]any) (names []string) {
	for name := range rows[0] {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// writeCSV writes null as nothing.
func writeCSV(t *testing.T, dir, name string, rows []map[string]any) {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	names := columnsOf(rows)
	w.Write(names)
	for _, row := range rows {
		var cells []string
		for _, name := range names {
			cell := ""
			if row[name] != nil {
				cell = fmt.Sprint(row[name])
			}
			cells = append(cells, cell)
		}
		w.Write(cells)
	}
	w.Flush()
	if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeJSON writes rows as JSON lines, all characters beyond ASCII escaped: typed with decimals as
// floating point, days as RFC 3339 has them and null, otherwise as texts alone.
func writeJSON(t *testing.T, dir, name string, rows []map[string]any, typed bool) {
	t.Helper()
	var b strings.Builder
	for _, row := range rows {
		out := map[string]any{}
		for name, cell := range row {
			switch c := cell.(type) {
			case json.Number:
				switch n, err := c.Float64(); {
				case err != nil:
					t.Fatal(err)
				case !typed:
					out[name] = c.String()
				case strings.Contains(c.String(), "."):
					out[name] = json.RawMessage(strconv.FormatFloat(n, 'e', -1, 64))
				default:
					out[name] = c
				}
			case nil:
				if out[name] = nil; !typed {
					out[name] = ""
				}
			case string:
				if day, err := time.Parse(time.DateTime, c); typed && err == nil {
					c = day.Format(time.RFC3339)
				}
				out[name] = c
			}
		}
		line, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range string(line) {
			if c > 0xffff || c < 0x80 {
				b.WriteRune(c)
			} else {
				fmt.Fprintf(&b, `\u%04x`, c)
			}
		}
		b.WriteByte('\n')
	}
	if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeParquet writes rows with types: whole numbers, floating point, points in time and texts.
func writeParquet(t *testing.T, path string, rows []map[string]any) {
	t.Helper()
	group := parquet.Group{}
	whole, moments := map[string]bool{}, map[string]bool{}
	for _, name := range columnsOf(rows) {
		whole[name], moments[name] = true, true
		numbers, some := true, false
		for _, row := range rows {
			if row[name] == nil {
				continue
			}
			n, isNumber := row[name].(json.Number)
			if numbers = numbers && isNumber; strings.Contains(n.String(), ".") {
				whole[name] = false
			}
			_, err := time.Parse(time.DateTime, fmt.Sprint(row[name]))
			moments[name] = moments[name] && err == nil
			some = true
		}
		switch {
		case numbers && some && whole[name]:
			group[name] = parquet.Optional(parquet.Int(64))
		case numbers && some:
			group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
		case moments[name] && some:
			group[name] = parquet.Optional(parquet.Timestamp(parquet.Microsecond))
		default:
			group[name] = parquet.Optional(parquet.String())
		}
	}
	schema := parquet.NewSchema("rows", group)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewGenericWriter[any](f, schema)
	for _, row := range rows {
		var cells parquet.Row
		for i, path := range schema.Columns() {
			cell, level := parquet.NullValue(), 0
			if v := row[path[0]]; v != nil {
				cell, level = typedValue(group[path[0]], v), 1
			}
			cells = append(cells, cell.Level(0, level, i))
		}
		if _, err := w.WriteRows([]parquet.Row{cells}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func typedValue(node parquet.Node, cell any) parquet.Value {
	n, _ := cell.(json.Number)
	switch node.Type().Kind() {
	case parquet.Double:
		f, _ := n.Float64()
		return parquet.DoubleValue(f)
	case parquet.Int64:
		if day, err := time.Parse(time.DateTime, fmt.Sprint(cell)); err == nil {
			return parquet.Int64Value(day.UnixMicro())
		}
		i, _ := n.Int64()
		return parquet.Int64Value(i)
	}
	return parquet.ByteArrayValue([]byte(fmt.Sprint(cell)))
}

// differ names the first cell of each table that differs.
func differ(t *testing.T, a, b *corpus.Corpus) {
	t.Helper()
	for _, spec := range a.Domain().Tables {
		x, y := a.Table(spec.Name), b.Table(spec.Name)
		for row := range min(x.Len(), y.Len()) {
			for col, c := range spec.Columns {
				if x.Source(row, col) != y.Source(row, col) {
					t.Errorf("%s.%s of row %d: %s, want %s", spec.Name, c.Name, row, y.Source(row, col), x.Source(row, col))
					return
				}
			}
		}
	}
}
