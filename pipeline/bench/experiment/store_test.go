package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// sample is an attempt of some content.
func sample(i int) *StoredTrial {
	e, _ := entrant(fmt.Sprintf("a%d", i%3), right)
	e.Role = []score.AgentRole{score.EvaluatedAgent, score.FloorAgent, score.CeilingAgent}[i%3]
	summary, rate := strings.Repeat("问题 \"\n\u2028 <é>\x00", i%40), float64(i%2)
	return &StoredTrial{
		Head:      headOf(&e, digest.Of("asked", fmt.Sprint(i)), digest.Of("tools"), i%4),
		Reference: ReferenceDigests{Grader: 1, Keywords: digest.Of("k"), Values: digest.Of("v")},
		Seconds:   float64(i) / 3,
		Trial: bench.Trial{
			Task: fmt.Sprint(i), Type: "1-hop", Agent: e.Name, Role: e.Role, Epoch: i % 4,
			Transcript: &agent.Transcript{Answer: "x", Summary: &summary, Calls: []agent.ObservedCall{}, End: agent.Finished},
			Score:      score.Score{Strict: score.Rates{Success: &rate}, Verdicts: []score.KeywordVerdict{{Keyword: "k", Outcome: score.Credited}}},
		},
	}
}

func put(t testing.TB, s *Store, attempts ...*StoredTrial) {
	t.Helper()
	for _, a := range attempts {
		if err := s.Append(a); err != nil {
			t.Fatal(err)
		}
	}
}

// What was appended is there, once, in order, for this store, for a reader of its file, and
// for stores that are opened later.
func TestStore(t *testing.T) {
	s := store(t)
	var want []*StoredTrial
	for i := range 60 {
		want = append(want, sample(i))
	}
	put(t, s, want...)
	put(t, s) // nothing
	if err := s.Append(want[7]); !errors.Is(err, ErrStored) {
		t.Errorf("Append again = %v, want %v", err, ErrStored)
	}
	if _, err := OpenStore(s.path); !errors.Is(err, ledger.ErrLocked) {
		t.Errorf("OpenStore of an open store = %v, want %v", err, ledger.ErrLocked)
	}
	reader, err := ReadStore(s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := s.ledger.Close(); err != nil { // so that it can be opened again
		t.Fatal(err)
	}
	for name, other := range map[string]*Store{"own": s, "reading": reader, "later": open(t, s.path)} {
		var got []*StoredTrial
		for a, err := range other.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, a)
		}
		if diff := cmp.Diff(want, got); diff != "" || other.Len() != len(want) {
			t.Errorf("%s: %d attempts (-want +got):\n%s", name, other.Len(), diff)
		}
		a, ok, err := other.Get(want[9].Head.Key)
		if diff := cmp.Diff(want[9], a); diff != "" || !ok || err != nil || !other.Has(want[9].Head.Key) {
			t.Errorf("%s: Get = %v, %v (-want +got):\n%s", name, ok, err, diff)
		}
		if _, ok, err := other.Get(digest.Of("none")); ok || err != nil || other.Has("none") {
			t.Errorf("%s: Get of a key that is not there = %v, %v, want false", name, ok, err)
		}
		var names []string
		for _, e := range other.Agents() {
			names = append(names, e.Name+" "+string(e.Role)+" "+e.Model+" "+e.Method+" "+e.Calls)
		}
		if diff := cmp.Diff([]string{"a0  m-a0 react text", "a1 floor m-a1 react text", "a2 ceiling m-a2 react text"}, names); diff != "" || other.Tools() != digest.Of("tools") {
			t.Errorf("%s: tools %s, entrants (-want +got):\n%s", name, other.Tools(), diff)
		}
	}
	if err := reader.Append(sample(99)); err == nil || !strings.Contains(err.Error(), "open for reading") {
		t.Errorf("Append to a store that is read = %v, want an error", err)
	}
}

// Of attempts of one key that are appended at the same time by several, one stays.
func TestStoreShared(t *testing.T) {
	s := store(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	stored := 0
	for i := range 40 {
		for range 3 {
			wg.Go(func() {
				err := s.Append(sample(i))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					stored++
				} else if !errors.Is(err, ErrStored) {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if n := s.Len(); n != 40 || stored != 40 {
		t.Errorf("%d attempts are there, %d were stored, want 40", n, stored)
	}
}

func TestStoreLong(t *testing.T) {
	s := store(t)
	long := sample(1)
	long.Trial.Transcript.Answer = strings.Repeat("a", ledger.MaxLine)
	if err := s.Append(long); !errors.Is(err, ErrTooLong) || s.Len() != 0 {
		t.Errorf("Append = %v, want %v", err, ErrTooLong)
	}
	put(t, s, sample(2))
	if reason, all := reasonOf(ErrTooLong); reason != TooLarge || all {
		t.Errorf("reasonOf(ErrLong) = %q, %v, want %q", reason, all, TooLarge)
	}
}

// What a kill leaves at the end is cut off; anything else is named with its line.
func TestStoreDamage(t *testing.T) {
	s := store(t)
	put(t, s, sample(0), sample(1))
	whole, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	other := bytes.Replace(withoutSums(t, lines[1]), []byte(`"epoch":1`), []byte(`"epoch":2`), 1)
	for _, tt := range []struct {
		name    string
		content []byte
		want    int
		fault   string
	}{
		{"torn", whole[:len(whole)-9], 1, ""},
		{"torn twice", bytes.Join([][]byte{whole, lines[0][:50]}, nil), 2, ""},
		{"twice", append(bytes.Clone(whole), lines[0]...), 0, ":3: attempt sha256:"},
		{"text", []byte("hello\n"), 0, `:1: "hello" is not an attempt`},
		{"other order", []byte(`{"seconds":1,"head":{}}` + "\n"), 0, ":1: "},
		{"cut head", []byte(`{"head":{"key"}` + "\n"), 0, ":1: head: "},
		{"no agent", []byte(`{"head":{},"trial":{}}` + "\n"), 0, ":1: head: agent "},
		{"flipped", bytes.Replace(whole, []byte(`"epoch":1`), []byte(`"epoch":3`), 1), 0, ":2: the line has the sum "},
		{"other epoch", append(bytes.Clone(lines[0]), other...), 0, ":2: head: key "},
	} {
		path := filepath.Join(t.TempDir(), "trials.jsonl")
		if err := os.WriteFile(path, tt.content, 0o666); err != nil {
			t.Fatal(err)
		}
		for name, opened := range map[string]func(string) (*Store, error){"ReadStore": ReadStore, "OpenStore": OpenStore} {
			s, err := opened(path)
			if tt.fault != "" {
				if err == nil || !strings.Contains(err.Error(), path+tt.fault) {
					t.Errorf("%s, %s = %v, want an error with %q", tt.name, name, err, tt.fault)
				}
				continue
			}
			if err != nil || s.Len() != tt.want {
				t.Fatalf("%s, %s = %v, want %d attempts", tt.name, name, err, tt.want)
			}
			s.Close()
		}
	}
	if _, err := ReadStore(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ReadStore of no file = %v, want %v", err, fs.ErrNotExist)
	}
	s = store(t)
	put(t, s, sample(1))
	if err := errors.Join(s.Close(), os.Remove(s.path)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadStore(s.path); !errors.Is(err, ledger.ErrLost) {
		t.Errorf("ReadStore of a file that is gone = %v, want %v", err, ledger.ErrLost)
	}
}

// withoutSums returns lines as they were before there were checksums.
func withoutSums(t *testing.T, lines []byte) (old []byte) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		object, err := ledger.Unseal(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatal(err)
		}
		old = append(append(old, object...), '\n')
	}
	return old
}

// A line whose head is right and whose rest is not is found when it is read.
func TestStoreBadTrial(t *testing.T) {
	s := store(t)
	put(t, s, sample(0))
	line, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{`"transcript":{`, `"transcripts":{`}, {`"seconds":0`, `"seconds":""`}} {
		path := filepath.Join(t.TempDir(), "trials.jsonl")
		if err := os.WriteFile(path, bytes.Replace(withoutSums(t, line), []byte(change[0]), []byte(change[1]), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		bad := open(t, path)
		for _, err := range bad.All() {
			if err == nil || !strings.Contains(err.Error(), path+":1: ") {
				t.Errorf("All = %v, want an error of line 1", err)
			}
		}
		tasks := []*task.Task{{ID: "0"}}
		if _, err := Regrade(t.Context(), bad, ReadOptions{Tasks: tasks}); err == nil || !strings.Contains(err.Error(), path+":1: ") {
			t.Errorf("Regrade = %v, want an error of line 1", err)
		}
	}
}

// The key changes with everything that can change what an agent does, and with nothing
// else of a task.
func TestAsked(t *testing.T) {
	base := func() *task.Task { t := twinOf(asks(1)[0]); t.Draft = "d"; return t }
	for name, tt := range map[string]struct {
		change func(*task.Task)
		same   bool
	}{
		"question":  {func(t *task.Task) { t.Question = "q" }, false},
		"no other":  {func(t *task.Task) { t.Question = "" }, false},
		"language":  {func(t *task.Task) { t.Language = "zh" }, false},
		"no twin":   {func(t *task.Task) { t.Twin = nil }, false},
		"table":     {func(t *task.Task) { t.Twin.Table = "Town" }, false},
		"row key":   {func(t *task.Task) { t.Twin.Key = "k" }, false},
		"row":       {func(t *task.Task) { t.Twin.Row = 1 }, false},
		"draft":     {func(t *task.Task) { t.Draft = "x" }, true},
		"keywords":  {func(t *task.Task) { t.KeyAnswer, t.KeyMiddle = []string{"x"}, []string{"y"} }, true},
		"answers":   {func(t *task.Task) { t.AnswerValues, t.Twin.Answers, t.Answer = nil, nil, "" }, true},
		"id, type":  {func(t *task.Task) { t.ID, t.Type, t.Twin.Of = "", "", "" }, true},
		"no change": {func(*task.Task) {}, true},
	} {
		changed := base()
		tt.change(changed)
		if got := QuestionDigest(changed) == QuestionDigest(base()); got != tt.same {
			t.Errorf("%s: Asked is the same: %v, want %v", name, got, tt.same)
		}
	}
	a, b := digest.Of("a"), digest.Of("b")
	seen := map[digest.Digest]bool{}
	for _, k := range []digest.Digest{AttemptKey(a, a, a, 0), AttemptKey(b, a, a, 0), AttemptKey(a, b, a, 0), AttemptKey(a, a, b, 0), AttemptKey(a, a, a, 1)} {
		if seen[k] {
			t.Errorf("Name: %s again, want another for other fields", k)
		}
		seen[k] = true
	}
}

// Attempts survive being written and read, whatever they say.
func TestAttemptLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "</script>", "\u2028\x00\n", "𠮷野家"}))
		a := sample(rapid.IntRange(0, 100).Draw(t, "i"))
		tr := a.Trial.Transcript
		tr.Answer, tr.Detail = text.Draw(t, "answer"), text.Draw(t, "detail")
		tr.Calls = rapid.SliceOfN(rapid.Map(text, func(s string) agent.ObservedCall {
			return agent.ObservedCall{Tool: s, Arguments: []byte(`{"a":1.50}`), Observation: s + s}
		}), 0, 3).Draw(t, "turns")
		tr.Replies = rapid.SliceOfN(rapid.Map(text, func(s string) agent.ModelReply {
			return agent.ModelReply{Phase: agent.Acting, Text: s, Fault: agent.BadForm}
		}), 1, 3).Draw(t, "said")
		line, err := encodeAttempt(a)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(line, "\n\x00") {
			t.Fatalf("encode = %q, want one line", line)
		}
		h, _, _, err := decodeHead(line)
		if err != nil || h != a.Head {
			t.Fatalf("decodeHead = %+v, %v, want %+v", h, err, a.Head)
		}
		got, err := decodeAttempt(line)
		if diff := cmp.Diff(a, got); err != nil || diff != "" {
			t.Fatalf("decode = %v (-want +got):\n%s", err, diff)
		}
	})
}

func FuzzAttempt(f *testing.F) {
	for i := range 3 {
		line, err := encodeAttempt(sample(i))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte(`{"head":{"agent":"a","epoch":-1}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		h, key, _, err := decodeHead(line)
		if err == nil && (h.Agent == "" || h.Epoch < 0 || key == digestSum{}) {
			t.Errorf("decodeHead(%q) = %+v, want an error", line, h)
		}
		if a, err := decodeAttempt(line); err == nil {
			if _, err := encodeAttempt(a); err != nil {
				t.Errorf("encode of what %q says: %v", line, err)
			}
		}
	})
}
