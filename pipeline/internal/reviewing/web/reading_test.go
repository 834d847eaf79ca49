package web

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// A directory whose team is damaged or lost is not shown, and leaves no copy behind.
func TestReadingFaults(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, TeamFile)
	line := ledger.Seal([]byte(`{"at":"2026-03-04T05:06:07Z","kind":"remove","name":"Ada"}`))
	if err := os.WriteFile(path, append(line, '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	openReading := func() error {
		err := new(ReviewServer).openReading(ReviewConfig{Dir: dir})
		if left, fault := os.ReadDir(temporary); fault != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, fault)
		}
		return err
	}
	if err := openReading(); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") {
		t.Errorf("openReading of a damaged team = %v, want the line in %s", err, path)
	}
	if err := ledger.Record(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := openReading(); !errors.Is(err, ledger.ErrLost) {
		t.Errorf("openReading of a lost team = %v, want %v", err, ledger.ErrLost)
	}
}
