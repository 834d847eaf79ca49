package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// sample is an entry of some text, in several scripts and lengths.
func sample(i int) entry {
	d := digest.Of("sample", fmt.Sprint(i))
	if i%5 == 4 {
		return entry{Digest: d, Vector: &vector{Model: "e", Values: float32s{float32(i), 0.1, -3e-9}, Usage: TokenUsage{Prompt: i}, Cost: Cost(i)}}
	}
	return entry{Digest: d, Reply: &Reply{
		Text: strings.Repeat("问题 \"\n\u2028é ", i%40), Finish: "stop", Model: "m",
		Calls: []ToolCall{{ID: "1", Name: "f", Arguments: `{"a":[1,2]}`}},
		Usage: TokenUsage{Prompt: 10 * i, Completion: i}, Cost: Cost(i) * 1_000_000,
	}}
}

func open(t testing.TB, path string) *Journal {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func has(t *testing.T, j *Journal, want entry) {
	t.Helper()
	got, ok, err := j.find(want.Digest)
	if err != nil || !ok {
		t.Fatalf("find = %v, %v, want the entry", ok, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("entry (-want +got):\n%s", diff)
	}
}

// written returns the bytes of a journal of n entries and the offset at which each
// line ends, the header's first.
func written(t *testing.T, n int) (data []byte, ends []int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "j")
	j := open(t, path)
	ends = []int{len(journalHeader) + 1}
	for i := range n {
		if err := j.add(sample(i)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, int(j.size))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, ends
}

func TestJournalKeeps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j := open(t, path)
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			// Each entry by two at once: it is written once.
			if err := j.add(sample(i), sample((i+1)%200)); err != nil {
				t.Error(err)
			}
			if !j.Has(sample(i).Digest) {
				t.Errorf("entry %d is not there after add", i)
			}
		})
	}
	wg.Wait()
	spent := j.Spent()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.add(sample(500)); !errors.Is(err, errClosed) {
		t.Errorf("add after Close: %v, want %v", err, errClosed)
	}
	j = open(t, path)
	if j.Len() != 200 || j.Torn() != 0 || j.Spent() != spent || spent.Answers != 200 {
		t.Fatalf("%d entries, %d bytes torn, spent %+v, want 200, 0, %+v", j.Len(), j.Torn(), j.Spent(), spent)
	}
	for i := range 200 {
		has(t, j, sample(i))
	}
	r, err := ReadJournal(path) // though it is locked
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	has(t, r, sample(7))
	if err := r.add(sample(500)); err == nil {
		t.Error("a journal open for reading took an entry")
	}
}

// A journal cut off at any byte holds the lines that are whole, and goes on.
// A line that is longer than other ledgers allow is kept, and read when the journal is
// opened again.
func TestJournalLongLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	long := entry{Digest: digest.Of("long"), Reply: &Reply{Text: strings.Repeat("a", ledger.MaxLine+1), Finish: "stop"}}
	j := open(t, path)
	if err := j.add(long); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	has(t, open(t, path), long)
	j, err := ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	has(t, j, long)
}

func TestJournalCut(t *testing.T) {
	const n = 30
	data, ends := written(t, n)
	rnd := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "j")
	for range 150 {
		cut := rnd.IntN(len(data) + 1)
		whole := 0
		for _, end := range ends {
			if end-1 <= cut { // a line that lost only its end is kept
				whole++
			}
		}
		if err := os.WriteFile(path, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		kept := 0
		if whole > 0 {
			kept = ends[whole-1]
		}
		if j.Len() != max(whole-1, 0) || j.Torn() != int64(max(cut-kept, 0)) {
			t.Fatalf("cut at %d: %d entries, %d bytes torn, want %d and %d", cut, j.Len(), j.Torn(), max(whole-1, 0), max(cut-kept, 0))
		}
		if info, err := os.Stat(path); err != nil || info.Size() != int64(max(kept, len(journalHeader)+1)) {
			t.Fatalf("cut at %d: %d bytes after opening, %v, want whole lines", cut, info.Size(), err)
		}
		var rest []entry
		for i := range n {
			rest = append(rest, sample(i))
		}
		if err := j.add(rest...); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, data) {
			t.Fatalf("cut at %d: after adding all again the file is another one", cut)
		}
	}
}

func TestJournalDamaged(t *testing.T) {
	data, ends := written(t, 5)
	line := func(i int) string { return string(data[ends[i-1]:ends[i]]) }
	for _, tc := range []struct{ name, data, want string }{
		{"another file", "{}\n", ":1: not a journal of answers: its first line must be {"},
		{"another file without an end", "hello", ":1: not a journal of answers: its first line must be {"},
		{"flipped", strings.Replace(string(data), `"finish":"stop"`, `"finish":"stap"`, 1), ":2: the entry has the sum "},
		{"no JSON", string(journalHeader) + "\n" + line(1) + "{\n" + line(2), ":3: unexpected EOF: the line must be an object with sum and entry"},
		{"empty line", string(journalHeader) + "\n" + "\n" + line(2), ":2: an empty line: take it out"},
		{"unknown field", string(journalHeader) + "\n" + `{"sum":"00000000","entry":{},"more":1}` + "\n", `:2: json: unknown field "more"`},
		{"twice", string(journalHeader) + "\n" + line(1) + line(2) + line(1), ":4: a second answer to sha256:"},
		{"two on a line", string(journalHeader) + "\n" + strings.TrimSpace(line(1)) + line(2), ":2: more than one value: "},
	} {
		path := filepath.Join(t.TempDir(), "j")
		if err := os.WriteFile(path, []byte(tc.data), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := OpenJournal(path)
		if err == nil || !strings.HasPrefix(err.Error(), path+tc.want) {
			t.Errorf("%s: error %v, want %s%s…", tc.name, err, path, tc.want)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != tc.data {
			t.Errorf("%s: a damaged journal was changed", tc.name)
		}
	}
}

func TestJournalLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j := open(t, path)
	if _, err := OpenJournal(path); !errors.Is(err, ErrLocked) {
		t.Errorf("opened twice: %v, want %v", err, ErrLocked)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

// answering starts a server that answers every chat request after a while, and returns its
// URL and the number of requests.
func answering(t *testing.T, after time.Duration) (url string, calls *atomic.Int64) {
	calls = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		time.Sleep(after)
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}`)
	}))
	t.Cleanup(s.Close)
	return s.URL, calls
}

// When an answer can't be kept, that is an error, and nothing more is paid for.
func TestJournalFails(t *testing.T) {
	url, calls := answering(t, 0)
	j := open(t, filepath.Join(t.TempDir(), "j"))
	c, err := New(ClientOptions{Endpoints: []Endpoint{{URL: url}}, Journal: j, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	j.ledger.Close()
	for i := range 3 {
		r := Request{Model: "m", Attempt: i, Messages: []Message{{Role: User, Text: "hi"}}}
		if _, err := c.Chat(context.Background(), r); !errors.Is(err, os.ErrClosed) {
			t.Errorf("call %d: error %v, want %v", i, err, os.ErrClosed)
		}
	}
	if calls.Load() != 1 || c.Spent().Answers != 1 {
		t.Errorf("%d calls, %d on the bill, want 1: nothing is asked after an answer could not be kept", calls.Load(), c.Spent().Answers)
	}
}

// Calls that wait for a place when the journal fails aren't paid for either.
func TestJournalFailsMeanwhile(t *testing.T) {
	url, calls := answering(t, 10*time.Millisecond)
	j := open(t, filepath.Join(t.TempDir(), "j"))
	c, err := New(ClientOptions{Endpoints: []Endpoint{{URL: url, Concurrency: 1}}, Journal: j, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	j.ledger.Close()
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			r := Request{Model: "m", Attempt: i, Messages: []Message{{Role: User, Text: "hi"}}}
			if _, err := c.Chat(t.Context(), r); !errors.Is(err, os.ErrClosed) {
				t.Errorf("call %d: error %v, want %v", i, err, os.ErrClosed)
			} else if n := strings.Count(err.Error(), "keep answer"); n != 1 {
				t.Errorf("call %d: error %v, want it said once", i, err)
			}
		})
	}
	wg.Wait()
	// The next one may have been sent while the first was being written.
	if calls.Load() > 2 {
		t.Errorf("%d calls, want none after an answer could not be kept", calls.Load())
	}
}

func FuzzJournal(f *testing.F) {
	line, err := encodeEntry(&entry{Digest: digest.Of("x"), Reply: &Reply{Text: "y", Cost: 5}})
	if err != nil {
		f.Fatal(err)
	}
	header, line := slices.Concat(journalHeader, []byte("\n")), append(line, '\n')
	f.Add(header)
	f.Add(header[:10])
	f.Add(slices.Concat(header[:10], make([]byte, 100)))
	f.Add(make([]byte, 100))
	f.Add(slices.Concat(header, line))
	f.Add(slices.Concat(header, line, line[:20]))
	f.Add(slices.Concat(header, line, make([]byte, 100)))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "j")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := ReadJournal(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+":") {
				t.Fatalf("error %v has no position", err)
			}
			if _, err := OpenJournal(path); err == nil {
				t.Fatal("a damaged journal can be opened")
			}
			return
		}
		defer r.Close()
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if j.Len() != r.Len() {
			t.Fatalf("%d answers, and %d open for reading", j.Len(), r.Len())
		}
		if err := j.add(sample(3)); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = open(t, path)
		defer j.Close()
		has(t, j, sample(3))
		for short, s := range r.at {
			if j.at[short] != s {
				t.Fatalf("the answer at byte %d is gone", s.offset)
			}
		}
	})
}

// A file that is no journal is refused and left as it is, also one that begins like a
// journal or with zeros.
func TestJournalForeign(t *testing.T) {
	header, zeros := string(journalHeader), strings.Repeat("\x00", len(journalHeader)+9)
	for name, text := range map[string]string{
		"no line ends":      header + ` {"digest":"a"} and more`,
		"zeros, then text":  zeros + "something else altogether",
		"zeros, then lines": zeros + "something else\n",
		"another line":      "abc\n",
		"an empty line":     "\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if j, err := OpenJournal(path); err == nil {
				j.Close()
				t.Error("OpenJournal opens it")
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != text {
				t.Errorf("the file holds %q, %v: want it unchanged", b, err)
			}
		})
	}
}

// A whole last line with a NUL byte was acknowledged, so it is an error and not cut off.
func TestJournalNUL(t *testing.T) {
	data, _ := written(t, 2)
	path := filepath.Join(t.TempDir(), "j")
	data[len(data)-5] = 0
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if j, err := OpenJournal(path); err == nil {
		j.Close()
		t.Error("OpenJournal cuts off a whole line")
	}
}

// Answers that arrive after the directory was renamed are kept.
func TestJournalMoved(t *testing.T) {
	dir := t.TempDir()
	j := open(t, filepath.Join(dir, "out", "j"))
	if err := os.Rename(filepath.Join(dir, "out"), filepath.Join(dir, "out2")); err != nil {
		t.Fatal(err)
	}
	e := entry{Digest: digest.Of("moved"), Reply: &Reply{Text: "a", Finish: "stop"}}
	if err := j.add(e); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	has(t, open(t, filepath.Join(dir, "out2", "j")), e)
}
