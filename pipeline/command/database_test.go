package command_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/databasetest"
)

// row is a row of a table as its file has it.
type row map[string]json.RawMessage

// readRows reads a file of JSON lines, and the names of its columns, sorted.
func readRows(t *testing.T, path string) (rows []row, columns []string) {
	t.Helper()
	for line := range strings.Lines(read(t, path)) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for name := range r {
			if !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
		rows = append(rows, r)
	}
	slices.Sort(columns)
	return rows, columns
}

// statements returns SQL that makes a table, its last row first.
func statements(table string, rows []row, columns []string, typ func(column string) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %q (", table)
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q %s", c, typ(c))
	}
	b.WriteString(");\n")
	for _, r := range slices.Backward(rows) {
		var cells []string
		for _, c := range columns {
			cell := string(r[c])
			var text string
			switch {
			case cell == "":
				cell = "NULL"
			case json.Unmarshal(r[c], &text) == nil && cell != "null":
				cell = "'" + strings.ReplaceAll(text, "'", "''") + "'"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(&b, "INSERT INTO %q VALUES (%s);\n", table, strings.Join(cells, ", "))
	}
	return b.String()
}

// namesOfToy are the tables of the toy world.
var namesOfToy = []string{"Case", "Company", "Court"}

// toyDatabase makes a SQLite file of the toy world.
func toyDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "toy.sqlite")
	for _, name := range namesOfToy {
		rows, columns := readRows(t, filepath.Join(os.Getenv("TOY"), name+".jsonl"))
		databasetest.WriteSQLite(t, path, statements(name, rows, columns, func(string) string { return "" }))
	}
	return path
}

// toyDirectory writes the toy world as CSV.
func toyDirectory(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range namesOfToy {
		rows, columns := readRows(t, filepath.Join(os.Getenv("TOY"), name+".jsonl"))
		writeCSV(t, filepath.Join(dir, name+".csv"), rows, columns)
	}
	return dir
}

// writeCSV writes a table as CSV, in which null is empty.
func writeCSV(t *testing.T, path string, rows []row, columns []string) {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(columns)
	for _, r := range rows {
		var cells []string
		for _, c := range columns {
			var text string
			if json.Unmarshal(r[c], &text) != nil {
				text = string(r[c])
			}
			cells = append(cells, text)
		}
		w.Write(cells)
	}
	w.Flush()
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// fails runs a command that fails with a code, and returns what it says.
func fails(t *testing.T, code int, dir, name string, args ...string) string {
	t.Helper()
	return failsWith(t, code, process(t, dir, name, args...))
}

func failsWith(t *testing.T, code int, c *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Run(); c.ProcessState.ExitCode() != code {
		t.Fatalf("%q: %v, want exit code %d\n%s", c.Args, err, code, &stderr)
	}
	return stderr.String()
}

// filesBelow returns the names of the files below a directory.
func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return names
}

// A SQLite file gives the tasks of a directory of CSV with the same rows, is not touched, and is read
// again once it has changed.
func TestSQLiteCorpus(t *testing.T) {
	path, dir := toyDatabase(t), t.TempDir()
	before := read(t, path)
	args := []string{"-domain", "toy", "-paths", "6,3,2", "-depth", "3", "-corpus"}
	run(t, dir, "sample", append(args, path)...)
	run(t, dir, "sample", append(args, toyDirectory(t), "-out", "from-directory")...)
	if diff := cmp.Diff(read(t, filepath.Join(dir, "from-directory", "sample", "tasks.jsonl")), read(t, filepath.Join(dir, "out", "sample", "tasks.jsonl"))); diff != "" {
		t.Errorf("tasks of the database differ from those of the directory (-directory +database):\n%s", diff)
	}
	if read(t, path) != before {
		t.Error("the database has changed")
	}
	if siblings := filesBelow(t, filepath.Dir(path)); !slices.Equal(siblings, []string{"toy.sqlite"}) {
		t.Errorf("beside the database stand %q, want it alone", siblings)
	}
	if out := run(t, dir, "plantree", "-n"); !strings.Contains(out, "snapshot: up to date") {
		t.Errorf("plantree -n prints %s, want an up-to-date snapshot", out)
	}
	if err := os.Rename(filepath.Join(dir, "out", "config.json"), filepath.Join(dir, "config.json")); err != nil {
		t.Fatal(err)
	}
	if said := fails(t, 1, dir, "plantree", "-domain", "toy", "-paths", "6,3,2", "-depth", "3"); !strings.Contains(said, "-corpus") {
		t.Errorf("plantree without the settings says %s, want that -corpus is missing", said)
	}
	if err := os.Rename(filepath.Join(dir, "config.json"), filepath.Join(dir, "out", "config.json")); err != nil {
		t.Fatal(err)
	}
	databasetest.WriteSQLite(t, path, `PRAGMA journal_mode = WAL`)
	run(t, dir, "sample", append(args, path)...)
	if siblings := filesBelow(t, filepath.Dir(path)); !slices.Equal(siblings, []string{"toy.sqlite"}) {
		t.Errorf("beside the database with a write-ahead log stand %q, want it alone", siblings)
	}
	databasetest.WriteSQLite(t, path, `DELETE FROM "Court"`)
	if out := run(t, dir, "plantree", "-n"); !strings.Contains(out, "snapshot: stale") {
		t.Errorf("plantree -n prints %s after a change, want a stale snapshot", out)
	}
}

// What is wrong with a database is said in one line with what to do, and nothing is written.
func TestDatabaseFaults(t *testing.T) {
	dir := t.TempDir()
	make := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole, lacking := toyDatabase(t), toyDatabase(t)
	databasetest.WriteSQLite(t, lacking, `DROP TABLE "Court"; DROP TABLE "Case"; CREATE TABLE "Case" (a)`)
	locked := toyDatabase(t)
	databasetest.LockSQLite(t, locked)
	for _, tt := range []struct {
		code   int
		corpus string
		want   string
		more   []string
	}{
		{1, lacking, "no table or view Court that this role can see: want one of Case, Company", nil},
		{1, lacking, "table Case has none of the columns", nil},
		{1, locked, "locked by another program: want that program to end its transaction, or a copy of the file", nil},
		{1, make("text.db", "no database"), "not a SQLite database", nil},
		{2, "postgres://u:Zq7@h/d?password=Zq7", "a parameter that is not known", nil},
		{2, "jdbc:postgresql://h/d?user=u&password=Zq7", "not the URL of a database", nil},
		{2, "u:Zq7@tcp(h)/d", "not the URL of a database", nil},
		{2, "u:Zq7@tcp(h)/d", "not the URL of a database", []string{"-corpus-password-env", "NOT_SET"}},
		{2, "host=h user=u password=Zq7 dbname=d", "not the URL of a database", nil},
		{1, " postgres://u:Zq7@127.0.0.1:1/d ", "postgres://u@127.0.0.1:1/d: no server answers", nil},
		{2, "oracle://u:Zq7@h/d", "no database is known by oracle://", nil},
		{1, "postgres://u:Zq7@127.0.0.1:1/d", "postgres://u@127.0.0.1:1/d: no server answers", nil},
		{1, "mysql://u:Zq7@127.0.0.1:1/d", "mysql://u@127.0.0.1:1/d: no server answers", nil},
		{2, "mysql://u@127.0.0.1:1/d", "the environment has no such variable", []string{"-corpus-password-env", "NOT_SET"}},
		{2, whole, "is for the URL of a database", []string{"-corpus-password-env", "NOT_SET"}},
		{2, whole, "-laws is for", []string{"-laws", dir}},
		{2, whole, "-scale is the size of the generated world", []string{"-scale", "2"}},
	} {
		said := fails(t, tt.code, dir, "plantree", append([]string{"-domain", "toy", "-corpus", tt.corpus}, tt.more...)...)
		if !strings.Contains(said, tt.want) || strings.Contains(said, "Zq7") {
			t.Errorf("plantree -corpus %s %q says %s, want %s", tt.corpus, tt.more, said, tt.want)
		}
		if tables := slices.DeleteFunc(filesBelow(t, filepath.Join(dir, "out")), func(name string) bool { return unkeyed[name] }); len(tables) > 0 {
			t.Errorf("plantree -corpus %s writes %q, want nothing", tt.corpus, tables)
		}
		if _, err := os.Stat(filepath.Join(dir, "out", "config.json")); err == nil {
			t.Errorf("plantree -corpus %s keeps its settings", tt.corpus)
		}
	}
}

// A draft takes over the keys that a database declares.
func TestInferFromSQLite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.db")
	var b strings.Builder
	b.WriteString("CREATE TABLE empty (a INT, b TEXT);\nCREATE TABLE maker (code INTEGER PRIMARY KEY, title TEXT);\nCREATE TABLE item (number INTEGER PRIMARY KEY, of INT REFERENCES maker, price NUMERIC(10,2), made DATE);\n")
	for i := range 40 {
		fmt.Fprintf(&b, "INSERT INTO maker VALUES (%d, 'Maker of things %d'); INSERT INTO item VALUES (%d, %d, %d.5, '2021-03-%02d');\n", i+1, i+1, 1000+i, i%8+1, i+3, i%28+1)
	}
	databasetest.WriteSQLite(t, path, b.String())
	out := run(t, dir, "plantree", "-infer", path, "-to", "shop")
	if !strings.Contains(out, "2 of 3 tables") || !strings.Contains(out, "1 joins") {
		t.Errorf("plantree -infer prints %s, want 2 of 3 tables and a join", out)
	}
	declared := read(t, filepath.Join(dir, "shop", "domain.yaml"))
	for _, want := range []string{"key: code", "key: number"} {
		if !strings.Contains(declared, want) {
			t.Errorf("the domain lacks %s:\n%s", want, declared)
		}
	}
	run(t, dir, "plantree", "-domain", "shop", "-corpus", path)
}
