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
func open(t testing.TB, path string) (*ledger.File, *state) {
	t.Helper()
	s := &state{}
	f, err := ledger.Open(path, s.read, ledger.Options{})
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

// Two that have the file open see each other's lines, in one order, and each own one
// once; the directories on the way are made.
func TestTwo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "lines")
	a, as := open(t, path)
	b, bs := open(t, path)
	for i, f := range []*ledger.File{a, b, b, a} {
		if err := f.Append(fmt.Append(nil, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Refresh(); err != nil {
		t.Fatal(err)
	}
	want := []string{"0", "1", "2", "3"}
	if !slices.Equal(as.lines, want) || !slices.Equal(bs.lines, want) {
		t.Errorf("one read %q, the other %q, want %q", as.lines, bs.lines, want)
	}
	_, cs := open(t, path)
	if !slices.Equal(cs.lines, want) {
		t.Errorf("a third reads %q, want %q", cs.lines, want)
	}
	holds(t, path, "0\n1\n2\n3\n")
}

// admit goes by every line before, those of the other and those of the same write-out
// among them: of many that want to be the first with a name, one is, whoever asks.
func TestAdmit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	errTaken := errors.New("taken")
	var wg sync.WaitGroup
	won := make(chan string, 1000)
	states := make([]*state, 2)
	for h := range states {
		f, s := open(t, path)
		states[h] = s
		for range 20 {
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
	}
	wg.Wait()
	close(won)
	var winners []string
	for w := range won {
		winners = append(winners, w)
	}
	slices.Sort(winners)
	if got := len(slices.Compact(slices.Clone(winners))); got != 20 || len(winners) != 20 {
		t.Errorf("%d names, taken %d times, want 20 and 20", got, len(winners))
	}
	_, s := open(t, path)
	if len(s.lines) != 20 {
		t.Errorf("%d lines, want 20", len(s.lines))
	}
}

// A line that cannot be one is refused and nothing is written.
func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	f, s := open(t, path)
	for _, tt := range []struct{ line, want string }{
		{"", "empty line"},
		{"a\nb", "line end"},
		{"a\n", "line end"},
		{"a\x00", "NUL"},
		{strings.Repeat("a", ledger.MostLine+1), "shorter"},
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
	long := strings.Repeat("a", ledger.MostLine)
	f, _ := open(t, path)
	if err := f.Append([]byte(long), nil); err != nil {
		t.Fatal(err)
	}
	if _, s := open(t, path); len(s.lines) != 1 || s.lines[0] != long {
		t.Error("another line is read than was written")
	}
	put(t, path, "a\n"+long+"a\n")
	_, err := ledger.Open(path, (&state{}).read, ledger.Options{})
	if err == nil || !strings.Contains(err.Error(), path+":2: a line of more than") {
		t.Errorf("Open = %v, want %s:2", err, path)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(long)+4) {
		t.Errorf("the file has %d bytes, want it untouched", info.Size())
	}
}

// What a killed writer or a power cut leaves at the end is cut off by who comes next,
// at every length of it: opening anew, refreshing, appending.
func TestTorn(t *testing.T) {
	const whole, line = "first\nsecond\n", `{"third":"行"}`
	var tails []string
	for n := range len(line) + 1 {
		tails = append(tails, line[:n], line[:n]+strings.Repeat("\x00", 5), line[:n]+strings.Repeat("\x00", 5)+line[n:]+"\n")
	}
	tails = append(tails, "\x00", "\x00\n", strings.Repeat("\x00", 5000)+line+"\n", strings.Repeat("x", 200_000))
	path := filepath.Join(t.TempDir(), "lines")
	for _, tail := range tails {
		for name, do := range map[string]func(f *ledger.File) error{
			"Refresh": (*ledger.File).Refresh,
			"Append":  func(f *ledger.File) error { return f.Append([]byte("next"), nil) },
			"Open":    nil,
		} {
			put(t, path, whole)
			want := []string{"first", "second"}
			content := whole
			f, s := open(t, path)
			put(t, path, whole+tail)
			if do == nil {
				f, s = open(t, path)
			} else if err := do(f); err != nil {
				t.Fatalf("%s with the tail %q: %v", name, tail, err)
			}
			if name == "Append" {
				want, content = append(want, "next"), content+"next\n"
			}
			if !slices.Equal(s.lines, want) {
				t.Errorf("%s with the tail %q: lines %q, want %q", name, tail, s.lines, want)
			}
			holds(t, path, content)
			f.Close()
		}
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
	}, ledger.Options{})
	want := fmt.Sprintf("%[1]s:2: it is bad\n%[1]s:3: NUL bytes before other lines: want the file as it was, or this line taken out\n%[1]s:4: it is bad", path)
	if err == nil || err.Error() != want {
		t.Errorf("Open = %v, want %v", err, want)
	}
	holds(t, path, content)

	put(t, path, strings.Repeat("bad\n", 1000))
	_, err = ledger.Open(path, (&state{}).read, ledger.Options{})
	if err == nil || strings.Count(err.Error(), "\n") != 9 {
		t.Errorf("Open = %v, want ten lines", err)
	}
}

// A line of another process that cannot be read stops who comes upon it: it must not
// go on as if it knew all.
func TestBadLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	f, s := open(t, path)
	put(t, path, "good\nbad\n")
	for range 2 {
		for _, err := range []error{f.Refresh(), f.Append([]byte("next"), nil)} {
			if err == nil || !strings.HasPrefix(err.Error(), path+":2: ") {
				t.Errorf("error %v, want %s:2", err, path)
			}
		}
	}
	if len(s.lines) != 1 {
		t.Errorf("lines %q, want the good one, once", s.lines)
	}
	holds(t, path, "good\nbad\n")
}

// A file that was put in the place of the open one, taken away or cut short does not
// get lines that nobody would find, nor are any taken for known that are gone.
func TestReplaced(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, path string)
		want   string
		heals  bool
	}{
		{"replaced", func(t *testing.T, path string) {
			put(t, path+"2", "one\n")
			if err := os.Rename(path+"2", path); err != nil {
				t.Fatal(err)
			}
		}, "another file stands there now", false},
		{"removed", func(t *testing.T, path string) {
			if err := os.Rename(path, path+"2"); err != nil {
				t.Fatal(err)
			}
		}, "another file stands there now, or none", true},
		{"shorter", func(t *testing.T, path string) {
			if err := os.Truncate(path, 2); err != nil {
				t.Fatal(err)
			}
		}, "lines that were read are gone", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lines")
			f, _ := open(t, path)
			if err := f.Append([]byte("one"), nil); err != nil {
				t.Fatal(err)
			}
			tt.change(t, path)
			for _, err := range []error{f.Append([]byte("two"), nil), f.Refresh(), f.Append([]byte("two"), nil)} {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("error %v, want %q in it", err, tt.want)
				}
			}
			if !tt.heals {
				return
			}
			if err := os.Rename(path+"2", path); err != nil {
				t.Fatal(err)
			}
			if err := f.Append([]byte("two"), nil); err != nil {
				t.Errorf("once the file is back: %v", err)
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
		if f, err := ledger.Open(path, (&state{}).read, ledger.Options{}); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "file")) && !strings.Contains(err.Error(), path) {
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
	f, err := ledger.Open(path, s.read, ledger.Options{})
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
	for _, err := range []error{f.Append([]byte("late"), nil), f.Refresh()} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("after Close: %v, want %v", err, os.ErrClosed)
		}
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

// An unsynced ledger keeps the same lines.
func TestUnsynced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	s := &state{}
	f, err := ledger.Open(path, s.read, ledger.Options{Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range 100 {
		if err := f.Append(fmt.Append(nil, i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, other := open(t, path); !slices.Equal(other.lines, s.lines) || len(s.lines) != 100 {
		t.Errorf("lines %q, the other %q, want the same 100", s.lines, other.lines)
	}
}

// Lines that 50 write at once, synced.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 50} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			f, err := ledger.Open(filepath.Join(b.TempDir(), "lines"), func([]byte, int) error { return nil }, ledger.Options{})
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

// A look that finds nothing new.
func BenchmarkRefresh(b *testing.B) {
	f, _ := open(b, filepath.Join(b.TempDir(), "lines"))
	if err := f.Append([]byte("x"), nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := f.Refresh(); err != nil {
			b.Fatal(err)
		}
	}
}
