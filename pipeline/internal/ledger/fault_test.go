package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// opened is a new ledger, and the lines it has read.
func opened(t *testing.T) (*File, *[]string) {
	t.Helper()
	lines := &[]string{}
	f, err := Open(filepath.Join(t.TempDir(), "lines"), func(line []byte, _ int) error {
		if string(line) == "panic" {
			panic("read")
		}
		*lines = append(*lines, string(line))
		return nil
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := f.Append([]byte("first"), nil); err != nil {
		t.Fatal(err)
	}
	return f, lines
}

// content is what the file at path holds.
func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Lines that could not be brought to disk are nobody's: all of their write-out fail,
// none stays in the file, and nothing is accepted on top of what memory has too much.
func TestUnsyncable(t *testing.T) {
	f, _ := opened(t)
	errDisk := errors.New("disk gone")
	f.flush = func() error { return errDisk }
	f.turn <- struct{}{} // so that both wait, and are written together
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if err := f.Append(fmt.Append(nil, i), nil); !errors.Is(err, errDisk) {
				t.Errorf("Append = %v, want %v", err, errDisk)
			}
		})
	}
	f.await(2)
	<-f.turn
	wg.Wait()
	f.flush = f.file.Sync
	for _, err := range []error{f.Append([]byte("next"), nil), f.Refresh()} {
		if !errors.Is(err, errDisk) || !strings.Contains(err.Error(), f.path+" is not known to be on disk: want a new start") {
			t.Errorf("afterwards: %v, want %v and what to do", err, errDisk)
		}
	}
	if got := content(t, f.path); got != "first\n" {
		t.Errorf("content %q, want the first line", got)
	}
}

// await returns once so many wait to be written.
func (f *File) await(n int) {
	for {
		f.mu.Lock()
		waiting := len(f.queue)
		f.mu.Unlock()
		if waiting == n {
			return
		}
		runtime.Gosched()
	}
}

// Lines that wait share one write-out.
func TestShared(t *testing.T) {
	f, lines := opened(t)
	synced := 0
	f.flush = func() error { synced++; return f.file.Sync() }
	f.turn <- struct{}{}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if err := f.Append(fmt.Append(nil, i), nil); err != nil {
				t.Error(err)
			}
		})
	}
	f.await(50)
	<-f.turn
	wg.Wait()
	if synced != 1 || len(*lines) != 51 {
		t.Errorf("%d lines in %d write-outs, want 51 in 1", len(*lines), synced)
	}
}

// A refusal goes by what is on disk: a line that a killed process wrote and did not
// sync is synced before anybody is told of it.
func TestRefusalSynced(t *testing.T) {
	f, _ := opened(t)
	if err := os.WriteFile(f.path, []byte("first\nsecond\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	synced := 0
	f.flush = func() error { synced++; return nil }
	errNo := errors.New("no")
	for range 2 {
		if err := f.Append([]byte("third"), func() error { return errNo }); err != errNo {
			t.Fatalf("Append = %v, want %v", err, errNo)
		}
		if synced != 1 {
			t.Errorf("synced %d times, want once", synced)
		}
	}
}

// A line that could be neither written nor cut off ends it, and says so.
func TestUncut(t *testing.T) {
	f, lines := opened(t)
	file := f.file
	readonly, err := os.Open(f.path)
	if err != nil {
		t.Fatal(err)
	}
	f.file = readonly
	defer file.Close()
	for range 2 {
		err := f.Append([]byte("next"), nil)
		if err == nil || !strings.Contains(err.Error(), f.path+": what stands behind line 1 could not be cut off: want a new start") {
			t.Errorf("Append = %v, want that nothing can be done", err)
		}
	}
	if len(*lines) != 1 {
		t.Errorf("lines %q, want the first", *lines)
	}
}

// Where a caller's function panics the others do not wait for ever, nor go on with what
// may be half done.
func TestPanic(t *testing.T) {
	for _, tt := range []struct {
		line  string
		admit func() error
	}{{"panic", nil}, {"line", func() error { panic("admit") }}} {
		f, _ := opened(t)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic is gone")
				}
			}()
			f.Append([]byte(tt.line), tt.admit)
		}()
		if err := f.Append([]byte("next"), nil); !errors.Is(err, errPanicked) {
			t.Errorf("Append = %v, want %v", err, errPanicked)
		}
		other, err := Open(f.path, func([]byte, int) error { return nil }, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Append([]byte("next"), nil); err != nil {
			t.Errorf("another one: %v", err)
		}
		other.Close()
	}
}

// Who looks for others' lines while one's own is written does not wait for it.
func TestRefreshDuringAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	synctest.Test(t, func(t *testing.T) { // where nobody can go on it fails
		var f *File
		read := func([]byte, int) error {
			looked := make(chan error)
			go func() { looked <- f.Refresh() }()
			return <-looked
		}
		var err error
		if f, err = Open(path, read, Options{}); err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for range 2 {
			if err := f.Append([]byte("line"), nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// After a line that was not kept, another process's of the same length is seen.
func TestRefreshAfterRefusal(t *testing.T) {
	f, _ := opened(t)
	errNo := errors.New("no")
	var seen []string
	other, err := Open(f.path, func(line []byte, _ int) error {
		if string(line) == "bad" {
			return errNo
		}
		seen = append(seen, string(line))
		return nil
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Append([]byte("bad"), nil); !errors.Is(err, errNo) {
		t.Fatalf("Append = %v, want %v", err, errNo)
	}
	if err := errors.Join(f.Append([]byte("own"), nil), other.Refresh()); err != nil {
		t.Fatal(err)
	}
	if want := []string{"first", "own"}; !slices.Equal(seen, want) {
		t.Errorf("lines %q, want %q", seen, want)
	}
}
