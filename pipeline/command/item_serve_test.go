package command_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// An item of an exam is answered at the page of verify serve before its key and its source are shown,
// and then voted on; the two decisions are on disk.
func TestServeItems(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exams := filepath.Join(dir, "exams")
	if err := os.Mkdir(exams, 0o777); err != nil {
		t.Fatal(err)
	}
	text := `{"id":"q1","area":"Direito Civil","question":"A fiança exige a forma","options":["oral.","escrita.","pública.","cartorária."],"key":"B"}
`
	if err := os.WriteFile(filepath.Join(exams, "own.jsonl"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "verify", "check", "-domain", "exam", "-corpus", "exams")
	s := startServing(t, dir, 1, "-blind", "-listen", "127.0.0.1:0")
	s.ready()
	var me web.Me
	if code := s.ask("POST", "/api/join", map[string]string{"name": "Ana"}, &me); code != http.StatusOK {
		t.Fatalf("joining is answered with %d", code)
	}
	var next web.Next
	s.ask("POST", "/api/next", struct{}{}, &next)
	v := next.Task
	if v == nil || !v.Blind || len(v.Options) != 4 || v.KeyAnswer != nil || v.Sources != nil {
		t.Fatalf("the item is shown as %+v", v)
	}
	var r web.Recorded
	code := s.ask("POST", "/api/decisions", web.DecisionRequest{ID: "0123456789abcdef", Task: v.ID, Shown: v.Shown, Kind: review.Try, Answer: "b"}, &r)
	if code != http.StatusOK || r.Decision.Attempt == nil || len(r.Decision.Attempt.Chosen) != 1 || r.Decision.Attempt.Chosen[0] != "B" || len(r.View.KeyAnswer) != 1 {
		t.Fatalf("the answer is recorded with %d as %+v", code, r)
	}
	if len(r.View.Sources) != 1 || !strings.Contains(r.View.Sources[0].Text, "escrita.") {
		t.Errorf("sources %+v", r.View.Sources)
	}
	code = s.ask("POST", "/api/decisions", web.DecisionRequest{ID: "0123456789abcdeg", Task: v.ID, Shown: v.Shown, Kind: review.Reject, Reason: review.Outdated}, &r)
	if code != http.StatusOK {
		t.Errorf("the vote is recorded with %d", code)
	}
	s.end()
	if log := read(t, filepath.Join(dir, "out", "review", "decisions.jsonl")); strings.Count(log, "\n") != 2 || !strings.Contains(log, `"chosen":["B"]`) {
		t.Errorf("the log holds\n%s", log)
	}
}
