//go:build !duckdb

package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A build without DuckDB refuses a DuckDB file in one line, and writes nothing.
func TestNoDuckDB(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shop.db"), []byte("12345678DUCK and more"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-infer", "shop.db", "-to", "shop"}, {"-domain", "toy", "-corpus", "shop.db"}} {
		said := fails(t, 1, dir, "plantree", args...)
		if !strings.Contains(said, "shop.db: a DuckDB database, and this build has no DuckDB: want ") || strings.Count(said, "\n") != 1 {
			t.Errorf("plantree %q says %s, want one line with what to do", args, said)
		}
	}
	if got := filesBelow(t, dir); len(got) != 1 {
		t.Errorf("files %q, want the database alone", got)
	}
}
