// Package databasetest makes databases for tests: SQLite files, and servers on loopback with a
// database of their own. It skips tests where a server is not installed.
package databasetest

import (
	"database/sql"

	_ "modernc.org/sqlite" // the driver
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Cleanup(func())
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Skipf(format string, args ...any)
}

// WriteSQLite executes statements in a SQLite file, which it makes if there is none.
func WriteSQLite(t TB, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

// LockSQLite keeps others from reading a SQLite file until the test ends.
func LockSQLite(t TB, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
}
