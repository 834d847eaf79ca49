//go:build !duckdb

package database_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus/database"
)

// A build without DuckDB knows a DuckDB file by its name or content, and says what reads it.
func TestFindWithoutDuckDB(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"shop.duckdb": "", "shop.DDB": "", "hidden.db": "12345678DUCK and more"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := database.Find(path)
		want := path + ": a DuckDB database, and this build has no DuckDB: want a build with it (go build -modfile duckdb.mod -tags duckdb ./cmd/..., with a C compiler), or a folder that DuckDB writes with EXPORT DATABASE 'FOLDER' (FORMAT parquet)"
		if fmt.Sprint(err) != want {
			t.Errorf("Find(%s) = %v, want %s", name, err, want)
		}
	}
}
