//go:build duckdb

package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/databasetest"
)

// A DuckDB file gives the tasks of a directory of CSV with the same rows, and is read again once it has changed.
func TestDuckDBCorpus(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(t.TempDir(), "toy.duckdb")
	for _, name := range namesOfToy {
		rows, columns := readRows(t, filepath.Join(os.Getenv("TOY"), name+".jsonl"))
		databasetest.WriteDuckDB(t, path, statements(name, rows, columns, func(string) string { return "VARCHAR" }))
	}
	args := []string{"-domain", "toy", "-paths", "6,3,2", "-depth", "3", "-corpus"}
	run(t, dir, "sample", append(args, path)...)
	run(t, dir, "sample", append(args, toyDirectory(t), "-out", "from-directory")...)
	if diff := cmp.Diff(read(t, filepath.Join(dir, "from-directory", "sample", "tasks.jsonl")), read(t, filepath.Join(dir, "out", "sample", "tasks.jsonl"))); diff != "" {
		t.Errorf("tasks of the database differ from those of the directory (-directory +database):\n%s", diff)
	}
	if beside := filesBelow(t, filepath.Dir(path)); !slices.Equal(beside, []string{"toy.duckdb"}) {
		t.Errorf("beside the database stand %q, want it alone", beside)
	}
	if out := run(t, dir, "plantree", "-n"); !strings.Contains(out, "snapshot: up to date") {
		t.Errorf("plantree -n prints %s, want an up-to-date snapshot", out)
	}
	if err := os.WriteFile(path+".wal", []byte("a log"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out := run(t, dir, "plantree", "-n"); !strings.Contains(out, "snapshot: stale") {
		t.Errorf("plantree -n prints %s with a log beside the file, want a stale snapshot", out)
	}
}

// A draft takes over the keys that a DuckDB file declares.
func TestInferFromDuckDB(t *testing.T) {
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("CREATE TABLE empty (a INT, b TEXT);\nCREATE TABLE maker (code INTEGER PRIMARY KEY, title TEXT);\nCREATE TABLE item (number INTEGER PRIMARY KEY, of INT REFERENCES maker (code), price DECIMAL(10,2), made DATE);\n")
	for i := range 40 {
		fmt.Fprintf(&b, "INSERT INTO maker VALUES (%d, 'Maker of things %d'); INSERT INTO item VALUES (%d, %d, %d.5, '2021-03-%02d');\n", i+1, i+1, 1000+i, i%8+1, i+3, i%28+1)
	}
	databasetest.WriteDuckDB(t, filepath.Join(dir, "shop.duckdb"), b.String())
	out := run(t, dir, "plantree", "-infer", "shop.duckdb", "-to", "shop")
	if !strings.Contains(out, "2 of 3 tables") || !strings.Contains(out, "1 joins") {
		t.Errorf("plantree -infer prints %s, want 2 of 3 tables and a join", out)
	}
	declared := read(t, filepath.Join(dir, "shop", "domain.yaml"))
	for _, want := range []string{"key: code", "key: number"} {
		if !strings.Contains(declared, want) {
			t.Errorf("the domain lacks %s:\n%s", want, declared)
		}
	}
	run(t, dir, "plantree", "-domain", "shop", "-corpus", "shop.duckdb")
}
