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
func TestLock(t *testing.T) {
	first, second := two(t)
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

// Who waits has the lock once the other gave it back, and not before: what stands
// between Wait and Unlock is never done by two at once.
func TestWait(t *testing.T) {
	first, second := two(t)
	const rounds = 2000
	inside, most, sum := make(chan struct{}, 2), 0, 0
	work := func(f *os.File) error {
		for range rounds {
			if err := flock.Wait(f); err != nil {
				return err
			}
			inside <- struct{}{}
			most = max(most, len(inside))
			sum++
			<-inside
			if err := flock.Unlock(f); err != nil {
				return err
			}
		}
		return nil
	}
	ended := make(chan error, 2)
	for _, f := range []*os.File{first, second} {
		go func() { ended <- work(f) }()
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	if most != 1 || sum != 2*rounds {
		t.Errorf("%d inside at once, %d rounds, want 1 and %d", most, sum, 2*rounds)
	}
	if got, err := flock.Lock(first); !got || err != nil {
		t.Errorf("Lock() after Unlock = %v, %v, want true", got, err)
	}
}
