//go:build duckdb

package databasetest

import (
	"database/sql"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
)

// WriteDuckDB executes statements in a DuckDB file, which it makes if there is none.
func WriteDuckDB(t TB, path, statements string) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}
