package ledger_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// state is what one who has the file open knows of it.
type state struct {
	lines []string
}

// read takes lines, and complains of a number that is not the line's.
func (s *state) read(line []byte, number int) error {
	if number != len(s.lines)+1 {
		return fmt.Errorf("line %d where %d comes next", number, len(s.lines)+1)
	}
	if bytes.HasPrefix(line, []byte("bad")) {
		return fmt.Errorf("%q: want none that begins with bad", line)
	}
	s.lines = append(s.lines, string(line))
	return nil
}

// open opens the ledger at path for the time of the test.
func open(t testing.TB, path string) (*ledger.Ledger, *state) {
	t.Helper()
	s := &state{}
	f, err := ledger.Open(path, s.read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, s
}

// put makes content the content of a file.
func put(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds fails where the file at path has not this content.
func holds(t testing.TB, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}

// Lines are read once, in order, when they are written and when the file is opened again;
// the directories on the way are made.
func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "lines")
	f, s := open(t, path)
	want := []string{"0", "1", "2", "3"}
	for _, line := range want[:2] {
		if err := f.Append([]byte(line), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.AppendFunc(func() ([][]byte, error) { return [][]byte{[]byte("2"), []byte("3")}, nil }); err != nil {
		t.Fatal(err)
	}
	if err := f.AppendFunc(func() ([][]byte, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.lines, want) || f.Synced() != 8 {
		t.Errorf("read %q, %d bytes synced, want %q and 8", s.lines, f.Synced(), want)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, s := open(t, path); !slices.Equal(s.lines, want) {
		t.Errorf("opened again: %q, want %q", s.lines, want)
	}
	holds(t, path, "0\n1\n2\n3\n")
}

// A file that is open can only be read by others.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	f, _ := open(t, path)
	if err := f.Append([]byte("a"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Open(path, (&state{}).read); !errors.Is(err, ledger.ErrLocked) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open = %v, want %v and the path", err, ledger.ErrLocked)
	}
	var s state
	if err := ledger.Read(path, s.read); err != nil || len(s.lines) != 1 {
		t.Errorf("Read = %v, lines %q, want the one", err, s.lines)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

// admit sees every line before, those of the same write-out included: of many that want
// to be the first with a name, one is.
func TestAdmit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	errTaken := errors.New("taken")
	var wg sync.WaitGroup
	won := make(chan string, 1000)
	f, s := open(t, path)
	for range 40 {
		wg.Go(func() {
			for name := range 20 {
				line := fmt.Sprintf("name %d", name)
				switch err := f.Append([]byte(line), func() error {
					if slices.Contains(s.lines, line) {
						return errTaken
					}
					return nil
				}); {
				case err == nil:
					won <- line
				case !errors.Is(err, errTaken):
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	close(won)
	var winners []string
	for w := range won {
		winners = append(winners, w)
	}
	slices.Sort(winners)
	if got := len(slices.Compact(slices.Clone(winners))); got != 20 || len(winners) != 20 || len(s.lines) != 20 {
		t.Errorf("%d names, taken %d times, in %d lines, want 20 each", got, len(winners), len(s.lines))
	}
}

// A line that cannot be one is refused and nothing is written.
func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	f, s := open(t, path)
	for _, tt := range []struct{ line, want string }{
		{"", "must not be empty"},
		{"a\nb", "line end"},
		{"a\n", "line end"},
		{"a\x00", "NUL"},
		{strings.Repeat("a", ledger.MaxLine+1), "at most"},
		{"bad", "want none that begins with bad"},
	} {
		if err := f.Append([]byte(tt.line), nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Append(%.10q) = %v, want %q in it", tt.line, err, tt.want)
		}
	}
	holds(t, path, "")
	if err := f.Append([]byte("good"), nil); err != nil || len(s.lines) != 1 {
		t.Errorf("Append(good) afterwards = %v, lines %q", err, s.lines)
	}
	holds(t, path, "good\n")
}

// The longest line there may be is read again; a longer one that others wrote is named.
func TestLong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	long := strings.Repeat("a", ledger.MaxLine)
	f, _ := open(t, path)
	if err := f.Append([]byte(long), nil); err != nil {
		t.Fatal(err)
	}
	f.Close()
	f, s := open(t, path)
	if len(s.lines) != 1 || s.lines[0] != long {
		t.Error("another line is read than was written")
	}
	f.Close()
	put(t, path, "a\n"+long+"a\n")
	_, err := ledger.Open(path, (&state{}).read)
	if err == nil || !strings.Contains(err.Error(), path+":2: a line must have at most") {
		t.Errorf("Open = %v, want %s:2", err, path)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(long)+4) {
		t.Errorf("the file has %d bytes, want it untouched", info.Size())
	}
}

// What a killed writer or a power cut leaves at the end is cut off when the file is
// opened, at every length of it.
func TestTorn(t *testing.T) {
	const whole, line = "first\nsecond\n", `{"third":"行"}`
	var tails []string
	for n := range len(line) + 1 {
		if n < len(line) { // TestLastLine has the whole one
			tails = append(tails, line[:n])
		}
		tails = append(tails, line[:n]+strings.Repeat("\x00", 5), line[:n]+strings.Repeat("\x00", 5)+line[n:]+"\n")
	}
	tails = append(tails, "\x00", "\x00\n", strings.Repeat("\x00", 5000)+line+"\n", strings.Repeat("x", 200_000))
	path := filepath.Join(t.TempDir(), "lines")
	for _, tail := range tails {
		if err := ledger.Accept(path); err != nil {
			t.Fatal(err)
		}
		put(t, path, whole+tail)
		f, s := open(t, path)
		if want := []string{"first", "second"}; !slices.Equal(s.lines, want) || f.Torn() != int64(len(tail)) {
			t.Errorf("with the tail %q: lines %q, %d bytes torn, want %q and %d", tail, s.lines, f.Torn(), want, len(tail))
		}
		holds(t, path, whole)
		if err := f.Append([]byte("next"), nil); err != nil {
			t.Fatal(err)
		}
		holds(t, path, whole+"next\n")
		f.Close()
	}
}

// Lines that cannot be read are all named, with their places, and nothing is changed.
func TestBad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	const content = "good\nbad 1\na\x00b\nbad 2\ntorn"
	put(t, path, content)
	_, err := ledger.Open(path, func(line []byte, number int) error {
		if strings.HasPrefix(string(line), "bad") {
			return errors.New("it is bad")
		}
		return nil
	})
	want := fmt.Sprintf("%[1]s:2: it is bad\n%[1]s:3: NUL bytes in a whole line: restore the file or take this line out\n%[1]s:4: it is bad", path)
	if err == nil || err.Error() != want {
		t.Errorf("Open = %v, want %v", err, want)
	}
	holds(t, path, content)

	put(t, path, strings.Repeat("bad\n", 1000))
	_, err = ledger.Open(path, (&state{}).read)
	if err == nil || strings.Count(err.Error(), "\n") != 9 {
		t.Errorf("Open = %v, want ten lines", err)
	}
}

// A file that another program replaced, removed or changed does not get lines that
// nobody would find, or that follow lines which were never read. It can be put back.
func TestChanged(t *testing.T) {
	for _, tt := range []struct {
		name         string
		change, mend func(path string) error
		want         string
	}{
		{"replaced", func(path string) error {
			return errors.Join(os.Rename(path, path+"2"), os.WriteFile(path, []byte("one\n"), 0o666))
		}, func(path string) error { return os.Rename(path+"2", path) }, "removed or replaced"},
		{"removed", func(path string) error { return os.Rename(path, path+"2") },
			func(path string) error { return os.Rename(path+"2", path) }, "removed or replaced"},
		{"shorter", func(path string) error { return os.Truncate(path, 2) },
			func(path string) error { return os.WriteFile(path, []byte("one\n"), 0o666) }, "another program changed"},
		{"longer", func(path string) error { return os.WriteFile(path, []byte("one\nbad\n"), 0o666) },
			func(path string) error { return os.Truncate(path, 4) }, "another program changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lines")
			f, s := open(t, path)
			if err := errors.Join(f.Append([]byte("one"), nil), tt.change(path)); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := f.Append([]byte("two"), nil); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %v, want %q in it", err, tt.want)
				}
			}
			if err := errors.Join(tt.mend(path), f.Append([]byte("two"), nil)); err != nil {
				t.Errorf("once the file is back: %v", err)
			}
			if len(s.lines) != 2 {
				t.Errorf("lines %q, want two", s.lines)
			}
			holds(t, path, "one\ntwo\n")
		})
	}
}

// What cannot be opened is named.
func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "")
	for _, path := range []string{dir, filepath.Join(dir, "file", "lines"), os.DevNull} {
		if f, err := ledger.Open(path, (&state{}).read); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "file")) && !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, %v, want an error that names it", path, f, err)
		}
	}
}

// After Close nothing is written or read, Close waits for what is, and no goroutine is
// left.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	path := filepath.Join(t.TempDir(), "lines")
	s := &state{}
	f, err := ledger.Open(path, s.read)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	kept := 0
	for i := range 50 {
		wg.Go(func() {
			err := f.Append(fmt.Append(nil, i), nil)
			if err != nil && !errors.Is(err, os.ErrClosed) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				kept++
			}
			if i == 10 {
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := f.Close(); err != nil {
		t.Errorf("a second Close = %v", err)
	}
	if err := f.Append([]byte("late"), nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v, want %v", err, os.ErrClosed)
	}
	if _, s := open(t, path); len(s.lines) != kept {
		t.Errorf("%d lines, %d were acknowledged", len(s.lines), kept)
	}
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		runtime.Gosched()
	}
}

// Lines that 50 write at once, synced.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 50} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			f, err := ledger.Open(filepath.Join(b.TempDir(), "lines"), func([]byte, int) error { return nil })
			if err != nil {
				b.Fatal(err)
			}
			defer f.Close()
			line := bytes.Repeat([]byte("x"), 600)
			b.SetParallelism(max(1, writers/runtime.GOMAXPROCS(0)))
			if writers == 1 {
				for b.Loop() {
					if err := f.Append(line, nil); err != nil {
						b.Fatal(err)
					}
				}
			} else {
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if err := f.Append(line, nil); err != nil {
							b.Error(err)
						}
					}
				})
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
