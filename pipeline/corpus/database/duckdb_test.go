//go:build duckdb

package database_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/databasetest"
)

// madeDuckDB makes a DuckDB file.
func madeDuckDB(t *testing.T, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shop.duckdb")
	databasetest.WriteDuckDB(t, path, statements)
	return path
}

// written returns the rows of a table.
func written(t *testing.T, s *database.Snapshot, sel database.TableSelection) (string, database.ReadAccount) {
	t.Helper()
	var b strings.Builder
	account, err := s.Write(t.Context(), &b, sel)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), account
}

func TestDuckDB(t *testing.T) {
	t.Setenv("TZ", "Asia/Tokyo")
	secret := filepath.Join(t.TempDir(), "secret.csv")
	if err := os.WriteFile(secret, []byte("a\n1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	path := madeDuckDB(t, `
CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE TYPE price AS DECIMAL(10,2);
CREATE TABLE "Maker" (id INT PRIMARY KEY, "na""me" VARCHAR NOT NULL);
CREATE TABLE item (
  maker INT REFERENCES "Maker" (id), number BIGINT, amount DECIMAL(10,4), asked price, ratio FLOAT, size DOUBLE, good BOOLEAN,
  made DATE, sold TIMESTAMP, seen TIMESTAMPTZ, note VARCHAR, picture BLOB, extra JSON, tags VARCHAR[], prices DECIMAL(4,2)[],
  box STRUCT(a INT, b VARCHAR), pairs MAP(VARCHAR, INT), kind mood, flags BIT, large HUGEINT, code UUID, PRIMARY KEY (maker, number));
CREATE VIEW cheap AS SELECT number FROM shop.main.item;
CREATE TABLE gone (x INT); CREATE VIEW broken AS SELECT x FROM gone; DROP TABLE gone;
CREATE VIEW hostile AS SELECT * FROM read_csv('`+secret+`');
CREATE SEQUENCE next; CREATE VIEW writing AS SELECT nextval('next') AS n;
CREATE SCHEMA other; CREATE TABLE other.item (a INT);
SET TimeZone = 'Asia/Tokyo';
INSERT INTO "Maker" VALUES (1, 'Ünal "& Söhne"'), (2, 'a' || chr(10) || 'b');
INSERT INTO item VALUES
 (1, 9007199254740993, 12.5, 0.1, 0.1, 1e21, true, '2021-03-05', '2021-03-05 14:00:01.5', '2021-03-05 14:00:00+02', '', '\x00\xFF'::BLOB, '{"a" : 7.0}', ['a', 'b'], [1.5],
  {'a': 1, 'b': 'x'}, MAP {'k': 1}, 'bad', '101', 170141183460469231731687303715884105727, '00000000-0000-0000-0000-00000000000a'),
 (1, -2, NULL, NULL, 'inf', 'nan', false, 'infinity', '2021-03-05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);`)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := mustOpenFile(t, path)
	if s.MayWrite() {
		t.Error("MayWrite = true, want false: the file is opened for reading")
	}
	text, account := written(t, s, database.TableSelection{Table: "ITEM"})
	want := `{"maker":1,"number":-2,"amount":null,"asked":null,"ratio":"+Inf","size":null,"good":false,"made":"infinity","sold":"2021-03-05 00:00:00","seen":null,"note":null,"picture":null,"extra":null,"tags":null,"prices":null,"box":null,"pairs":null,"kind":null,"flags":null,"large":null,"code":null}
{"maker":1,"number":9007199254740993,"amount":12.5,"asked":0.1,"ratio":0.1,"size":1000000000000000000000,"good":true,"made":"2021-03-05","sold":"2021-03-05 14:00:01.5","seen":"2021-03-05 12:00:00","note":"","extra":{"a":7.0},"tags":"[a, b]","prices":"[1.50]","box":"{'a': 1, 'b': x}","pairs":"{k=1}","kind":"bad","large":170141183460469231731687303715884105727,"code":"00000000-0000-0000-0000-00000000000a"}
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("item (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(database.ReadAccount{Rows: 2, Refused: map[string]int{"picture": 1, "flags": 1}}, account); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	if text, _ := written(t, s, database.TableSelection{Table: "cheap"}); text != "{\"number\":9007199254740993}\n{\"number\":-2}\n" {
		t.Errorf("cheap = %s", text)
	}
	var tables []string
	for _, table := range s.Tables() {
		tables = append(tables, fmt.Sprint(table.Name, table.Key, table.References))
		if table.Name == "item" && table.Columns[2].Type != "DECIMAL(10,4)" {
			t.Errorf("amount is of %s, want DECIMAL(10,4)", table.Columns[2].Type)
		}
	}
	if diff := cmp.Diff([]string{"Maker[id] []", "cheap[] []", "item[maker number] [{[maker] Maker [id]}]"}, tables); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	s.Close()
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file has changed, or %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); !slices.Equal(names, []string{path}) {
		t.Errorf("files %q, want the database alone", names)
	}
}

// Rows that SQLite and DuckDB hold have one digest.
func TestDuckDBHasTheDigestOfSQLite(t *testing.T) {
	shipped := chinook(t)
	d, err := domain.Open(filepath.Join("..", "..", "command", "testdata", "relational", "chinook"))
	if err != nil {
		t.Fatal(err)
	}
	d.Tables = slices.DeleteFunc(slices.Clone(d.Tables), func(t domain.Table) bool { return t.Name != "Customer" && t.Name != "Invoice" })
	d.Tools = nil
	declared := map[string]string{"CustomerId": "INTEGER", "InvoiceId": "INTEGER", "SupportRepId": "SMALLINT", "InvoiceDate": "TIMESTAMP", "Total": "DECIMAL(10,2)"}
	from := mustOpenFile(t, shipped)
	var statements strings.Builder
	for _, table := range d.Tables {
		path := filepath.Join(t.TempDir(), table.Name+".jsonl")
		text, _ := written(t, from, database.TableSelection{Table: table.Name})
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		rows := readObjects(t, path)
		var columns []string
		for _, name := range columnsOf(rows) {
			typ := declared[name]
			if typ == "" {
				typ = "VARCHAR"
			}
			columns = append(columns, fmt.Sprintf("%s: '%s'", name, typ))
		}
		fmt.Fprintf(&statements, "CREATE TABLE %q AS FROM read_json('%s', format = 'newline_delimited', columns = {%s});\n", table.Name, path, strings.Join(columns, ", "))
	}
	digest := func(s *database.Snapshot) *corpus.Corpus {
		var files []corpus.DataFile
		dir := t.TempDir()
		for _, table := range d.Tables {
			path := filepath.Join(dir, table.Name+".jsonl")
			text, _ := written(t, s, database.TableSelection{Table: table.Name})
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			files = append(files, corpus.DataFile{Name: table.Name + ".jsonl", Path: path, Holds: table.Name, Untyped: true})
		}
		c, r, err := corpus.LoadFiles(t.Context(), files, d)
		if err != nil || len(r.Problems()) > 0 {
			t.Fatal(err, r.Problems())
		}
		return c
	}
	want, got := digest(from), digest(mustOpenFile(t, madeDuckDB(t, statements.String())))
	if got.Digest() != want.Digest() {
		t.Errorf("digest %s, want %s, that of SQLite", got.Digest().Short(), want.Digest().Short())
		differ(t, want, got)
	}
}

// Large tables are read in pieces, each row once; cells that are too long are counted.
func TestDuckDBPieces(t *testing.T) {
	s := mustOpenFile(t, madeDuckDB(t, `
CREATE TABLE many AS SELECT n AS id, repeat('x', 1000) AS note FROM range(60000) t(n); DELETE FROM many WHERE id % 7 = 3;
CREATE TABLE long AS SELECT n AS id, repeat('x', 4194303 + n % 3) AS body FROM range(12) t(n);
CREATE TABLE hidden AS SELECT n AS rowid FROM range(3) t(n);
CREATE TABLE empty (id INT);
CREATE VIEW whole AS SELECT m.note FROM many m, range(6);`))
	text, _ := written(t, s, database.TableSelection{Table: "many", Columns: []string{"id", "note"}})
	want, rows := 0, strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, row := range rows {
		if want%7 == 3 {
			want++
		}
		if !strings.HasPrefix(row, fmt.Sprintf(`{"id":%d,`, want)) {
			t.Fatalf("row %.20s, want id %d", row, want)
		}
		want++
	}
	if len(rows) != 60000-60000/7 {
		t.Errorf("%d rows, want %d", len(rows), 60000-60000/7)
	}
	if _, account := written(t, s, database.TableSelection{Table: "long"}); account.Rows != 12 || account.Refused["body"] != 4 {
		t.Errorf("long: %v, want 12 rows and 4 cells refused", account)
	}
	if text, _ := written(t, s, database.TableSelection{Table: "hidden"}); text != "{\"rowid\":0}\n{\"rowid\":1}\n{\"rowid\":2}\n" {
		t.Errorf("hidden = %s", text)
	}
	if text, _ := written(t, s, database.TableSelection{Table: "empty"}); text != "" {
		t.Errorf("empty = %s", text)
	}
	_, err := s.Write(t.Context(), &strings.Builder{}, database.TableSelection{Table: "whole"})
	if err == nil || !strings.Contains(err.Error(), ": table whole: ") || !strings.Contains(err.Error(), "want a table of these rows") {
		t.Errorf("Write of a view of 300 MB = %v, want what to do", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	from := time.Now()
	if _, err := s.Write(ctx, canceller(cancel), database.TableSelection{Table: "many"}); err != context.Canceled || time.Since(from) > 5*time.Second {
		t.Errorf("Write = %v after %v, want %v at once", err, time.Since(from), context.Canceled)
	}
}

// What is wrong with a file is said in one line with what to do, and nothing is written beside it.
func TestDuckDBFaults(t *testing.T) {
	whole := madeDuckDB(t, `CREATE TABLE a AS SELECT n AS id, md5(n::VARCHAR) AS note FROM range(100000) t(n)`)
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	damaged, newer := slices.Clone(content), slices.Clone(content)
	for i := range 40000 {
		damaged[len(damaged)/2+i] = 0xff
	}
	newer[12] = 200 // the version of the format
	sum := uint64(5381)
	for i := 8; i < 4096; i += 8 {
		sum ^= binary.LittleEndian.Uint64(newer[i:]) * 0xbf58476d1ce4e5b9
	}
	binary.LittleEndian.PutUint64(newer, sum)
	for name, tt := range map[string]struct {
		content []byte
		want    string
	}{
		"damaged":  {damaged, "a damaged DuckDB database: want "},
		"cut":      {content[:len(content)/2], "a damaged DuckDB database: want "},
		"cut head": {content[:100], "a damaged DuckDB database: want "},
		"newer":    {newer, "written by a version of DuckDB that this build does not know: want "},
	} {
		path := filepath.Join(t.TempDir(), "a 'b' ?#%20.db")
		if err := os.WriteFile(path, tt.content, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := openFile(t, path)
		if err == nil {
			_, err = s.Write(t.Context(), &strings.Builder{}, database.TableSelection{Table: "a"})
			s.Close()
		}
		if said := fmt.Sprint(err); !strings.HasPrefix(said, path+": ") || !strings.Contains(said, tt.want) || strings.Contains(said, "\n") {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
		if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(names) != 1 {
			t.Errorf("%s: files %q, want the database alone", name, names)
		}
	}
	for name, content := range map[string]string{"empty.duckdb": "", "text.ddb": "some text that is long enough"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := database.Find(path); fmt.Sprint(err) != path+": not a DuckDB database: want a file that DuckDB wrote" {
			t.Errorf("Find(%s) = %v", name, err)
		}
	}
}

// writerVariable names the file that this program, started once more, holds open as a writer.
const writerVariable = "TASKGROVE_TEST_DUCKDB"

// TestDuckDBWriter is the writer of TestDuckDBLog, and does nothing by itself.
func TestDuckDBWriter(t *testing.T) {
	path := os.Getenv(writerVariable)
	if path == "" {
		return
	}
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO a VALUES (2)`); err != nil {
		t.Fatal(err)
	}
	fmt.Println("written")
	bufio.NewReader(os.Stdin).ReadString('\n')
	os.Exit(0) // as a crash: the log stays
}

// A file that a writer holds is refused; the log that a writer leaves is read, and stays as it is.
func TestDuckDBLog(t *testing.T) {
	path := madeDuckDB(t, `CREATE TABLE a (id INT); INSERT INTO a VALUES (1)`)
	writer := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDuckDBWriter$")
	writer.Env = append(os.Environ(), writerVariable+"="+path)
	in, err := writer.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "written"; {
	}
	want := path + ": locked by another program: want that program to close it, or a copy of the file and of its log (.wal)"
	if _, err := openFile(t, path); fmt.Sprint(err) != want {
		t.Errorf("Open of a locked file = %v, want %s", err, want)
	}
	in.Close()
	if err := writer.Wait(); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(path + ".wal")
	if err != nil || len(log) == 0 {
		t.Fatalf("the writer leaves no log: %v", err)
	}
	s := mustOpenFile(t, path)
	if text, _ := written(t, s, database.TableSelection{Table: "a"}); text != "{\"id\":1}\n{\"id\":2}\n" {
		t.Errorf("a = %s, want the row in the log too", text)
	}
	s.Close()
	if after, err := os.ReadFile(path + ".wal"); err != nil || string(after) != string(log) {
		t.Errorf("the log has changed, or %v", err)
	}
	log[len(log)-10] ^= 0xff
	if err := os.WriteFile(path+".wal", log, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(t, path); err == nil || !strings.Contains(err.Error(), ": want ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("Open with a damaged log = %v, want what to do", err)
	}
}
