package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// sample is a valid decision of a kind, with all a kind may have.
func sample(kind DecisionKind) *Decision {
	shown := digest.Of("shown", "1")
	d := &Decision{
		ID: "0123456789abcdef", At: time.Date(2026, 3, 4, 5, 6, 7, 8e6, time.UTC), By: "甲 <b>", Role: Annotator,
		Task: "02fed8fd91c3", Shown: shown, Kind: kind, Guideline: digest.Of("guideline", "1"), Seconds: 12.5,
		Note: "见 a < b && c\u2028\x00\"",
	}
	switch kind {
	case Reject:
		d.Reason = Ambiguous
	case Edit:
		question := "问?"
		d.Change = &TaskChange{
			Question: &question, KeyAnswer: []string{"1"}, KeyMiddle: []string{}, Aliases: [][]string{nil, {"一"}}, Shown: shown, Broken: []string{"needed"},
			Plan: &plan.Program{
				Nodes:   []plan.Node{{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{"甲公司 <1>"}}}},
				Answers: []plan.AnswerSpec{{From: "r1", Form: plan.Form{Style: plan.StyleText}}},
			},
		}
	case Try:
		d.Attempt = &BlindAnswer{Answer: "12元", Calls: 3, Rate: 1, Agrees: true}
	case Withdraw:
		d.Withdraws = "fedcba9876543210"
	case Guideline:
		d.Role, d.Task, d.Shown, d.Answers = Owner, "", "", []string{"fedcba9876543210"}
	}
	return d
}

// allKinds are all kinds.
func allKinds() []DecisionKind {
	return []DecisionKind{Approve, Reject, Doubt, Comment, Edit, Return, Try, Withdraw, Guideline}
}

// openLog opens the log at path for the time of the test.
func openLog(t testing.TB, path string) (*Log, *[]*Decision) {
	t.Helper()
	all := &[]*Decision{}
	l, err := OpenLog(path, func(d *Decision) { *all = append(*all, d) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, all
}

// What is recorded is read again as it was, by who recorded it, when the log is opened
// again and from the file, and texts stand in the file as they are.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "review", "decisions.jsonl")
	a, as := openLog(t, path)
	var want []*Decision
	for i, kind := range allKinds() {
		d := sample(kind)
		d.ID = fmt.Sprintf("decision-%08d", i)
		want = append(want, d)
		if err := a.Append(d, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := OpenLog(path, func(*Decision) {}); !errors.Is(err, ErrLogOpen) {
		t.Errorf("OpenLog of an open log = %v, want %v", err, ErrLogOpen)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	_, bs := openLog(t, path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var read []*Decision
	for d, err := range ReadDecisions(bytes.NewReader(text), path) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, d)
	}
	for _, got := range [][]*Decision{*as, *bs, read} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("decisions (-want +got):\n%s", diff)
		}
	}
	var written bytes.Buffer
	if err := WriteDecisions(&written, want); err != nil {
		t.Fatal(err)
	}
	if written.String() != string(text) {
		t.Errorf("WriteDecisions = %s, want what the log has:\n%s", written.String(), text)
	}
	if !strings.Contains(string(text), "a < b && c") {
		t.Errorf("the text is escaped: %s", text)
	}
}

// A decision that is sent again is kept once: the first one, and nobody asks whether the
// second may be made.
func TestRepeated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	var wg sync.WaitGroup
	var mu sync.Mutex
	kept := 0
	l, all := openLog(t, path)
	for i := range 40 {
		wg.Go(func() {
			d := sample(Approve)
			d.Note = fmt.Sprint(i)
			err := l.Append(d, nil)
			if err != nil && !errors.Is(err, ErrRepeated) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				kept++
			}
		})
	}
	wg.Wait()
	if kept != 1 || len(*all) != 1 {
		t.Errorf("%d acknowledged, %d recorded, want 1 and 1", kept, len(*all))
	}
	if err := l.Append(sample(Approve), func() error { t.Error("admit is asked"); return nil }); !errors.Is(err, ErrRepeated) {
		t.Errorf("Append = %v, want %v", err, ErrRepeated)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	// Of a file that two were made into the first counts as well.
	doubt := sample(Doubt)
	doubt.ID = sample(Approve).ID
	var both bytes.Buffer
	if err := WriteDecisions(&both, []*Decision{sample(Approve), doubt}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(ledger.Accept(path), os.WriteFile(path, both.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, all := openLog(t, path); len(*all) != 1 || (*all)[0].Kind != Approve {
		t.Errorf("decisions %v, want the first alone", *all)
	}
}

// What may not be made is not recorded, and the reason comes back as it is.
func TestLogRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	l, all := openLog(t, path)
	errNo := errors.New("no")
	if err := l.Append(sample(Approve), func() error { return errNo }); err != errNo {
		t.Errorf("Append = %v, want %v", err, errNo)
	}
	d := sample(Approve)
	d.By = ""
	if err := l.Append(d, nil); err == nil || err.Error() != `decision "0123456789abcdef": by "": want a name of 1 to 80 characters` {
		t.Errorf("Append of one by nobody = %v", err)
	}
	if err := WriteDecisions(io.Discard, []*Decision{d}); err == nil {
		t.Error("WriteDecisions of one by nobody: want an error")
	}
	if text, err := os.ReadFile(path); err != nil || len(text) > 0 || len(*all) > 0 {
		t.Errorf("%q is recorded, %v applied, %v: want nothing", text, *all, err)
	}
	if err := l.Append(sample(Approve), nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// Every fault has its place, and reading goes on behind it.
func TestReadDecisions(t *testing.T) {
	var good bytes.Buffer
	plain, err := encodeDecision(sample(Comment)) // without a checksum, which has faults of its own
	if err != nil {
		t.Fatal(err)
	}
	good.Write(append(plain, '\n'))
	line := strings.TrimSpace(good.String())
	text := strings.Join([]string{
		line, "", "{", strings.Replace(line, `"id"`, `"surprise":1,"id"`, 1), line + line, "\xff", "[]",
		strings.Replace(line, "comment", "praise", 1), strings.Replace(line, ":07.008Z", ":07.0080001Z", 1), " " + line + "\r", line,
	}, "\n")
	var got []string
	for d, err := range ReadDecisions(strings.NewReader(text), "f.jsonl") {
		if (d == nil) == (err == nil) {
			t.Fatalf("%v, %v, want one of them", d, err)
		}
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, string(d.Kind))
		}
	}
	want := []string{
		"comment",
		"f.jsonl:3: unexpected EOF: want a decision as JSON",
		`f.jsonl:4: json: unknown field "surprise": want a decision as JSON`,
		"f.jsonl:5: more than one value: want one decision a line",
		"f.jsonl:6: not UTF-8: want a decision as JSON",
		"f.jsonl:7: json: cannot unmarshal array into Go value of type review.Decision: want a decision as JSON",
		`f.jsonl:8: kind "praise": want a kind of decision`,
		"f.jsonl:9: at 2026-03-04T05:06:07.0080001Z: want UTC to the millisecond",
		"comment", "comment",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ReadDecisions (-want +got):\n%s", diff)
	}
	for range ReadDecisions(strings.NewReader(text), "f.jsonl") {
		break // whoever has enough may stop
	}
	errRead := errors.New("unreadable")
	for d, err := range ReadDecisions(iotest.ErrReader(errRead), "f.jsonl") {
		if d != nil || !errors.Is(err, errRead) || !strings.HasPrefix(err.Error(), "f.jsonl:1: ") {
			t.Errorf("%v, %v, want %v", d, err, errRead)
		}
	}
}

// A log whose last line breaks off opens with all before it, at every length of the
// rest; read as a file, the rest is named for what it is.
func TestTornLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	first, second := sample(Approve), sample(Reject)
	second.ID = "another-decision"
	var whole, line bytes.Buffer
	if err := errors.Join(WriteDecisions(&whole, []*Decision{first}), WriteDecisions(&line, []*Decision{second})); err != nil {
		t.Fatal(err)
	}
	for n := range line.Len() {
		if n%5 > 0 && n < line.Len()-1 {
			continue // each cut syncs the log twice
		}
		content := append(bytes.Clone(whole.Bytes()), line.Bytes()[:n]...)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		var got []string
		for d, err := range ReadDecisions(bytes.NewReader(content), "f.jsonl") {
			switch {
			case errors.Is(err, ErrTorn):
				got = append(got, "torn")
			case err != nil && strings.Contains(err.Error(), "UTF-8"):
				t.Errorf("cut at %d: %v, want that the line breaks off", n, err)
			case err != nil:
				t.Fatal(err)
			default:
				got = append(got, d.ID)
			}
		}
		want := []string{first.ID, "torn"}
		switch n {
		case 0:
			want = want[:1]
		case line.Len() - 1: // all but the line's end
			want[1] = second.ID
		}
		if !slices.Equal(got, want) {
			t.Errorf("cut at %d: ReadDecisions = %q, want %q", n, got, want)
		}
		if err := os.Remove(path + ledger.RecordSuffix); err != nil && n > 0 {
			t.Fatal(err)
		}
		l, all := openLog(t, path)
		ended := n == line.Len()-1
		if len(*all) == 0 || (*all)[0].ID != first.ID || (len(*all) == 2) != ended {
			t.Fatalf("cut at %d: %d decisions, want the first, and the second if it lacks its end alone", n, len(*all))
		}
		if err := l.Append(second, nil); err != nil && !ended {
			t.Fatal(err)
		}
		l.Close()
		text, err := os.ReadFile(path)
		if err != nil || string(text) != whole.String()+line.String() {
			t.Fatalf("cut at %d: content %q, %v", n, text, err)
		}
	}
}

// A log with lines that are no decisions is not opened, and names them.
func TestBadLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	if err := os.WriteFile(path, []byte("{}\nnull\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := OpenLog(path, func(*Decision) { t.Error("something is applied") })
	want := fmt.Sprintf("%[1]s:1: id \"\": want 16 to 64 of A-Z, a-z, 0-9, _ and -\n%[1]s:2: id \"\": want 16 to 64 of A-Z, a-z, 0-9, _ and -", path)
	if err == nil || err.Error() != want {
		t.Errorf("OpenLog = %v, want %v", err, want)
	}
}

// A valid decision written is read as it was.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := sample(rapid.SampledFrom(allKinds()).Draw(t, "kind"))
		d.Note = rapid.StringN(1, 200, -1).Draw(t, "note") + "x"
		d.At = time.UnixMilli(rapid.Int64Range(0, 1e13).Draw(t, "at")).UTC()
		d.Seconds = rapid.Float64Range(0, 1e9).Draw(t, "seconds")
		if d.Change != nil {
			question := rapid.String().Draw(t, "question") + "?"
			d.Change.Question = &question
			d.Change.KeyMiddle = rapid.SliceOf(rapid.StringN(1, 9, -1)).Draw(t, "key_middle")
		}
		var b bytes.Buffer
		if err := WriteDecisions(&b, []*Decision{d}); err != nil {
			t.Fatal(err)
		}
		for got, err := range ReadDecisions(&b, "f") {
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(d, got); diff != "" {
				t.Fatalf("read (-want +got):\n%s", diff)
			}
		}
	})
}

// FuzzReadDecisions reads lines of any bytes: what is a decision is written and read
// again as it was, and every fault has its place.
func FuzzReadDecisions(f *testing.F) {
	for _, kind := range allKinds() {
		var b bytes.Buffer
		if err := WriteDecisions(&b, []*Decision{sample(kind)}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"id":"0123456789abcdef","At":"2026-03-04T05:06:07+00:00"}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		var first []*Decision
		for d, err := range ReadDecisions(bytes.NewReader(content), "f") {
			switch {
			case err == nil:
				first = append(first, d)
			case !strings.HasPrefix(err.Error(), "f:"):
				t.Fatalf("%v: want its place", err)
			}
		}
		var b bytes.Buffer
		if err := WriteDecisions(&b, first); err != nil {
			t.Fatal(err)
		}
		written := b.String()
		var second []*Decision
		for d, err := range ReadDecisions(&b, "f") {
			if err != nil {
				t.Fatalf("%v in\n%s", err, written)
			}
			second = append(second, d)
		}
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("another decision is read than was written:\n%s", written)
		}
	})
}

// FuzzLog opens logs of any bytes behind a good line and before a torn one. Either
// every whole line is a decision, or nothing is changed; and what opened opens again
// with the same decisions, written as they were read.
func FuzzLog(f *testing.F) {
	var good bytes.Buffer
	for _, kind := range []DecisionKind{Approve, Edit} {
		if err := WriteDecisions(&good, []*Decision{sample(kind)}); err != nil {
			f.Fatal(err)
		}
		f.Add(bytes.Clone(good.Bytes()), uint(good.Len()-3))
	}
	f.Add([]byte("{}\n"), uint(3))
	f.Add([]byte(`{"id":"0123456789abcdef","At":"2026-03-04T05:06:07+00:00"}`), uint(0))
	f.Fuzz(func(t *testing.T, content []byte, cut uint) {
		content = append(bytes.Clone(content), good.Bytes()[:cut%uint(good.Len())]...)
		path := filepath.Join(t.TempDir(), "decisions.jsonl")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		var first []*Decision
		l, err := OpenLog(path, func(d *Decision) { first = append(first, d) })
		if err != nil {
			if got, _ := os.ReadFile(path); !bytes.Equal(got, content) {
				t.Fatalf("%v, and the file is another", err)
			}
			return
		}
		defer l.Close()
		var b bytes.Buffer
		if err := WriteDecisions(&b, first); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+"2", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		_, second := openLog(t, path+"2")
		if len(first)+len(*second) > 0 && !reflect.DeepEqual(first, *second) {
			a, _ := json.Marshal(first)
			b, _ := json.Marshal(*second)
			t.Fatalf("read:\n%s\nwritten and read again:\n%s", a, b)
		}
	})
}
