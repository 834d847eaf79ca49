//go:build unix

package corpus

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
)

// However many parts a table has, few of them are open at once.
func TestManyParts(t *testing.T) {
	dir, parts := t.TempDir(), map[string][]firmPart{}
	for i := range 200 {
		parts[fmt.Sprintf("part-%d.parquet", i)] = []firmPart{{fmt.Sprint(i), "x"}}
	}
	writeParts(t, filepath.Join(dir, "Firms"), parts)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	few := was
	few.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was)
	c, r, err := LoadRaw(t.Context(), dir)
	if err != nil || c.Table("Firms").Len() != 200 {
		t.Errorf("LoadRaw = %v, %v, want 200 rows", err, r)
	}
}
