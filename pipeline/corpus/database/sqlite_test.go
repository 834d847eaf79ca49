package database_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
)

// made makes a SQLite file.
func made(t *testing.T, statements string) (path string, db *sql.DB) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	return path, db
}

const shop = `
CREATE TABLE Maker (id INTEGER PRIMARY KEY, "na""me" TEXT NOT NULL);
CREATE TABLE item (
  maker INT REFERENCES Maker, number INT, amount NUMERIC(10,2), size REAL, good BOOLEAN, made DATE, sold DATETIME, note, picture BLOB,
  PRIMARY KEY (maker, number));
CREATE VIEW cheap AS SELECT number FROM item;
INSERT INTO Maker VALUES (1, 'Ünal "& Söhne"'), (2, 'a' || char(10) || 'b');
INSERT INTO item VALUES
  (1, 9007199254740993, 12.50, 1e21, 1, '2021-03-05', '2021-03-05 14:00:00.000', '', x'00ff'),
  (1, -2, '0.10', -0.0, 0, NULL, 1614952800, 'text', NULL),
  (2, 1, NULL, NULL, NULL, NULL, NULL, printf('%.*c', 4194305, 'x'), zeroblob(10000)),
  (2, 2, NULL, NULL, NULL, NULL, NULL, printf('%.*c', 10, 'x'), NULL),
  (1, 3, 'free', 9e999, NULL, 'soon', NULL, 7, 'a text');`

func TestSQLite(t *testing.T) {
	path, db := made(t, shop)
	s := mustOpenFile(t, path)
	if s.MayWrite() {
		t.Error("MayWrite = true, want false: the file is opened for reading")
	}
	var text strings.Builder
	account, err := s.Write(t.Context(), &text, database.TableSelection{Table: "ITEM"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"maker":1,"number":-2,"amount":0.1,"size":0,"good":0,"made":null,"sold":1614952800,"note":"text","picture":null}
{"maker":1,"number":3,"amount":"free","size":"+Inf","good":null,"made":"soon","sold":null,"note":7,"picture":"a text"}
{"maker":1,"number":9007199254740993,"amount":12.5,"size":1000000000000000000000,"good":1,"made":"2021-03-05","sold":"2021-03-05 14:00:00.000","note":""}
{"maker":2,"number":1,"amount":null,"size":null,"good":null,"made":null,"sold":null}
{"maker":2,"number":2,"amount":null,"size":null,"good":null,"made":null,"sold":null,"note":"xxxxxxxxxx","picture":null}
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("item (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(database.ReadAccount{Rows: 5, Refused: map[string]int{"picture": 2, "note": 1}}, account); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	var tables []string
	for _, table := range s.Tables() {
		tables = append(tables, fmt.Sprint(table.Name, table.Key, table.References))
	}
	if diff := cmp.Diff([]string{"Maker[id] []", "cheap[] []", "item[maker number] [{[maker] Maker [id]}]"}, tables); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}

	// What another program writes meanwhile is not seen.
	if _, err := db.Exec(`PRAGMA journal_mode = WAL`); err == nil {
		t.Error("the journal changes under the snapshot, so it is none")
	}
	s.Close()
	if _, err := db.Exec(`PRAGMA journal_mode = WAL; INSERT INTO Maker VALUES (3, 'in the log')`); err != nil {
		t.Fatal(err)
	}
	s = mustOpenFile(t, path)
	if _, err := db.Exec(`INSERT INTO Maker VALUES (4, 'late')`); err != nil {
		t.Fatal(err)
	}
	text.Reset()
	if _, err := s.Write(t.Context(), &text, database.TableSelection{Table: "Maker", Columns: []string{"id"}}); err != nil || text.String() != "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n" {
		t.Errorf("Maker = %s, %v, want the rows before the snapshot", &text, err)
	}
	if err := s.Check([]database.TableSelection{{Table: "nothing", Columns: []string{"a"}}, {Table: "item", Columns: []string{"none"}}, {Table: "item", Columns: []string{"MADE"}}}); fmt.Sprint(err) !=
		path+": no table or view nothing that this role can see: want one of Maker, cheap, item; or a view of that name\n"+
			path+": table item has none of the columns none: want the table that the domain declares" {
		t.Errorf("Check = %v", err)
	}
}

// A file with a write-ahead log is read as it is, and nothing is left beside it.
func TestSQLiteLog(t *testing.T) {
	path, db := made(t, `PRAGMA journal_mode = WAL; CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a VALUES (1)`)
	db.Close()
	rows := func() string {
		t.Helper()
		s, err := openFile(t, path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var text strings.Builder
		if _, err := s.Write(t.Context(), &text, database.TableSelection{Table: "a"}); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	for _, log := range []string{"", path + "-wal"} {
		if log != "" {
			if err := os.WriteFile(log, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := rows(), "{\"id\":1}\n"; got != want {
			t.Errorf("rows %s, want %s", got, want)
		}
		names, err := filepath.Glob(path + "*")
		if want := slices.DeleteFunc([]string{path, log}, func(name string) bool { return name == "" }); err != nil || !slices.Equal(names, want) {
			t.Errorf("files %q, %v, want %q", names, err, want)
		}
	}
}

// A view that cannot be used does not keep the other tables from being read.
func TestSQLiteBrokenView(t *testing.T) {
	path, db := made(t, `CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE VIEW broken AS SELECT x FROM gone; CREATE VIEW whole AS SELECT id FROM a`)
	db.Close()
	var names []string
	for _, table := range mustOpenFile(t, path).Tables() {
		names = append(names, table.Name)
	}
	if want := []string{"a", "whole"}; !slices.Equal(names, want) {
		t.Errorf("tables %q, want %q", names, want)
	}
}

// A foreign key names its table and columns in any letter case, and is left out if there is no such column.
func TestSQLiteReferences(t *testing.T) {
	path, db := made(t, `CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY); CREATE TABLE Album (a INT REFERENCES artist(artistid), b INT REFERENCES ARTIST, c INT REFERENCES Artist(gone))`)
	db.Close()
	got := fmt.Sprint(mustOpenFile(t, path).Tables()[0].References)
	if want := "[{[a] Artist [ArtistId]} {[b] Artist [ArtistId]}]"; got != want {
		t.Errorf("references %s, want %s", got, want)
	}
}

// A name may have any characters.
func TestSQLiteNames(t *testing.T) {
	from, db := made(t, shop)
	db.Close()
	path := filepath.Join(t.TempDir(), "a ?#%20&mode=rw.data")
	if err := os.Rename(from, path); err != nil {
		t.Fatal(err)
	}
	mustOpenFile(t, path)
}

func mustOpenFile(t *testing.T, path string) *database.Snapshot {
	t.Helper()
	s, err := openFile(t, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func openFile(t *testing.T, path string) (*database.Snapshot, error) {
	t.Helper()
	db, err := database.Find(path)
	if err != nil || db == nil || db.File() != path {
		t.Fatalf("Find(%s) = %v, %v, want the file", path, db, err)
	}
	return db.Open(t.Context())
}

func TestSQLiteFaults(t *testing.T) {
	path, db := made(t, `CREATE TABLE Maker (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO Maker WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i, 'a name that fills pages' FROM n;`)
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(t, path); fmt.Sprint(err) != path+": locked by another program: want that program to end its transaction, or a copy of the file" {
		t.Errorf("Open of a locked file = %v", err)
	}
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}

	s := mustOpenFile(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	from := time.Now()
	if _, err := s.Write(ctx, canceller(cancel), database.TableSelection{Table: "Maker"}); err != context.Canceled || time.Since(from) > 5*time.Second {
		t.Errorf("Write = %v after %v, want %v at once", err, time.Since(from), context.Canceled)
	}
	s.Close()
	db.Close()

	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(content) / 2; i < len(content)/2+40000; i++ {
		content[i] = 0xff
	}
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(damaged, content, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = mustOpenFile(t, damaged).Write(t.Context(), &strings.Builder{}, database.TableSelection{Table: "Maker"})
	if fmt.Sprint(err) != damaged+": table Maker: a damaged SQLite database: want one that sqlite3 FILE 'PRAGMA integrity_check' finds whole" {
		t.Errorf("Write of a damaged file = %v", err)
	}
	if err := os.WriteFile(damaged, content[:100], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := openFile(t, damaged); err == nil || !strings.Contains(err.Error(), ": want ") {
		t.Errorf("Open of a file that was cut = %v, want what to do", err)
	}
}

type canceller context.CancelFunc

func (c canceller) Write(p []byte) (int, error) { c(); return len(p), nil }
