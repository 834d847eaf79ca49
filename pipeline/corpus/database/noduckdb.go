//go:build !duckdb

package database

import "fmt"

// findDuckDB fails: this build has no DuckDB.
func findDuckDB(path string, _ bool) (*Database, error) {
	return nil, fmt.Errorf("%s: a DuckDB database, and this build has no DuckDB: want a build with it (go build -modfile duckdb.mod -tags duckdb ./cmd/..., with a C compiler), or a folder that DuckDB writes with EXPORT DATABASE 'FOLDER' (FORMAT parquet)", path)
}
