package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// opened is a new ledger, and the lines it has read.
func opened(t *testing.T) (*Ledger, *[]string) {
	t.Helper()
	lines := &[]string{}
	f, err := Open(filepath.Join(t.TempDir(), "lines"), func(line []byte, _ int) error {
		if string(line) == "panic" {
			panic("read")
		}
		*lines = append(*lines, string(line))
		return nil
	})
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
	f.sync = func() error { return errDisk }
	f.writer <- struct{}{} // so that both wait, and are written together
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if err := f.Append(fmt.Append(nil, i), nil); !errors.Is(err, errDisk) {
				t.Errorf("Append = %v, want %v", err, errDisk)
			}
		})
	}
	f.await(2)
	<-f.writer
	wg.Wait()
	f.sync = f.file.Sync
	if err := f.Append([]byte("next"), nil); !errors.Is(err, errDisk) || !strings.Contains(err.Error(), f.path+" is not known to be on disk: restart") {
		t.Errorf("afterwards: %v, want %v and what to do", err, errDisk)
	}
	if got := content(t, f.path); got != "first\n" {
		t.Errorf("content %q, want the first line", got)
	}
}

// Lines that were paid for stay in the file although it could not be synced, and the next
// process finds them.
func TestUnsyncablePaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paid")
	var lines []string
	read := func(line []byte, _ int) error { lines = append(lines, string(line)); return nil }
	f, err := OpenPaid(path, read)
	if err != nil {
		t.Fatal(err)
	}
	errDisk := errors.New("disk gone")
	f.sync = func() error { return errDisk }
	for range 2 {
		if err := f.Append([]byte("paid"), nil); !errors.Is(err, errDisk) {
			t.Errorf("Append = %v, want %v", err, errDisk)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	lines = nil
	if f, err = OpenPaid(path, read); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if len(lines) != 1 || lines[0] != "paid" {
		t.Errorf("the next process finds %q, want the line that was written", lines)
	}
}

// await returns once so many wait to be written.
func (f *Ledger) await(n int) {
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
	f.sync = func() error { synced++; return f.file.Sync() }
	f.writer <- struct{}{}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if err := f.Append(fmt.Append(nil, i), nil); err != nil {
				t.Error(err)
			}
		})
	}
	f.await(50)
	<-f.writer
	wg.Wait()
	if synced != 1 || len(*lines) != 51 {
		t.Errorf("%d lines in %d write-outs, want 51 in 1", len(*lines), synced)
	}
}

// Opening a file brings to disk what a killed process wrote and did not sync, and a
// refusal is returned only when the lines before it are on disk.
func TestRefusalSynced(t *testing.T) {
	f, _ := opened(t)
	synced := 0
	f.sync = func() error { synced++; return nil }
	errNo := errors.New("no")
	f.writer <- struct{}{} // so that both are written together
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := f.Append([]byte("second"), nil); err != nil {
			t.Error(err)
		}
	})
	f.await(1)
	wg.Go(func() {
		if err := f.Append([]byte("third"), func() error { return errNo }); err != errNo || synced != 1 {
			t.Errorf("Append = %v after %d syncs, want %v after 1", err, synced, errNo)
		}
	})
	f.await(2)
	<-f.writer
	wg.Wait()
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
		if err == nil || !strings.Contains(err.Error(), f.path+": the unfinished text after line 1 could not be cut off: restart") {
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
		f.Close()
		other, err := Open(f.path, func([]byte, int) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Append([]byte("next"), nil); err != nil {
			t.Errorf("another one: %v", err)
		}
		other.Close()
	}
}
