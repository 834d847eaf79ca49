package flock_test

import (
	"os"
	"path/filepath"
	"testing"

	"taskgrove/pipeline/internal/flock"
)

// One holds the lock until it closes the file.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	for _, tt := range []struct {
		f    *os.File
		want bool
	}{{first, true}, {second, false}} {
		if got, err := flock.Lock(tt.f); got != tt.want || err != nil {
			t.Fatalf("Lock() = %v, %v, want %v", got, err, tt.want)
		}
	}
	first.Close()
	if got, err := flock.Lock(second); !got || err != nil {
		t.Errorf("Lock() once the first is closed = %v, %v, want true", got, err)
	}
}
