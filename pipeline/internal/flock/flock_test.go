package flock_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
)

// two opens one file twice.
func two(t *testing.T) (first, second *os.File) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	return open(), open()
}

// One holds the lock until it closes the file.
func TestTryLock(t *testing.T) {
	first, second := two(t)
	for _, tt := range []struct {
		f    *os.File
		want bool
	}{{first, true}, {second, false}} {
		if got, err := flock.TryLock(tt.f); got != tt.want || err != nil {
			t.Fatalf("TryLock() = %v, %v, want %v", got, err, tt.want)
		}
	}
	first.Close()
	if got, err := flock.TryLock(second); !got || err != nil {
		t.Errorf("TryLock() once the first is closed = %v, %v, want true", got, err)
	}
}
