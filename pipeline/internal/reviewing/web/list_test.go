package web_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestList(t *testing.T) {
	s := prepare(t, nil)
	s.revisit = 4
	s.open(8, nil)
	ann := s.join("Ann")
	list := func(query string) web.List {
		t.Helper()
		return ask[web.List](ann, "GET", "/api/tasks"+query, nil)
	}
	all := list("")
	if all.Total != 8 || len(all.Rows) != 8 || all.Rows[3].ID != s.tasks[3].ID || all.Rows[3].Question == "" || all.Rows[3].Status != review.Unreviewed {
		t.Fatalf("list %+v", all)
	}
	ann.decide(ann.view(s.tasks[2].ID), review.Reject)
	question := "A question about unicorns"
	ann.decide(ann.view(s.tasks[5].ID), review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} })
	for query, want := range map[string][]int{
		"?offset=6":                  {6, 7},
		"?offset=2&limit=2":          {2, 3},
		"?offset=99":                 {},
		"?mine=1":                    {2},
		"?status=pending":            {2},
		"?status=approved":           {},
		"?q=UNICORN":                 {5},
		"?q=" + s.tasks[1].ID[:8]:    {1},
		"?type=none":                 {},
		"?revisit=1":                 {4},
		"?revisit=1&mine=1":          {},
		"?q=unicorn&status=approved": {},
	} {
		got := list(query)
		ids := []string{}
		for _, r := range got.Rows {
			ids = append(ids, r.ID)
		}
		wanted := []string{}
		for _, i := range want {
			wanted = append(wanted, s.tasks[i].ID)
		}
		if !slices.Equal(ids, wanted) {
			t.Errorf("%s: %q, want %q", query, ids, wanted)
		}
	}
	if r := list("?mine=1").Rows[0]; r.Mine != review.Reject || r.Votes != 1 {
		t.Errorf("row %+v", r)
	}
	if r := list("?q=unicorn").Rows[0]; !r.Changed || r.Broken || r.Question != question {
		t.Errorf("row %+v", r)
	}
	for _, query := range []string{"?offset=-1", "?limit=0", "?limit=201", "?offset=x", "?limit=99999999999999999999"} {
		ann.refused("GET", "/api/tasks"+query, nil, http.StatusBadRequest, "invalid")
	}
}

// hostile is text that a page or a shell could take for something else.
const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&` + "\u202e\u2066=cmd|' /C calc'!A0\u0000\u0007\ufeff\u2028"

// Foreign text comes through as it is, and no answer holds markup.
func TestHostile(t *testing.T) {
	s := prepare(t, nil)
	s.open(2, func(t *task.Task) {
		t.Question, t.Draft, t.Answer, t.Rewriter = hostile, hostile, hostile, hostile
		t.KeyAnswer = []string{hostile}
		t.Steps = append([]plan.Step(nil), t.Steps...)
		quoted, err := json.Marshal(hostile)
		if err != nil {
			panic(err)
		}
		t.Steps[0].Observation = quoted
	})
	ann := s.join(`=Ann <b>`)
	v := ann.view(s.tasks[0].ID)
	if v.Question != hostile || v.Answer != hostile || v.KeyAnswer[0] != hostile || v.Steps[0].Observation != hostile {
		t.Errorf("view %+v", v)
	}
	r := ann.decide(v, review.Comment, func(s *web.DecisionRequest) { s.Note = hostile })
	if r.Decision.Note != hostile || s.decisions()[0].Note != hostile {
		t.Errorf("note %q", r.Decision.Note)
	}
	if strings.ContainsAny(ann.seen.String(), "<>") {
		t.Errorf("markup in %s", ann.seen.String())
	}
	a := ann.send("GET", "/api/tasks/"+v.ID+"/steps/0", nil)
	if string(a.body) != hostile || !strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") || !strings.Contains(a.header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("step %q %v", a.body, a.header)
	}
	a = ann.send("GET", "/api/decisions", nil)
	if !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") || !strings.Contains(string(a.body), `<script>`) {
		t.Errorf("decisions %q %v", a.body, a.header)
	}
}

// A cell of 2 MB is sent in full only to those who ask for it.
func TestLongCell(t *testing.T) {
	long := strings.Repeat("长", 700_000)
	quoted, err := json.Marshal(map[string]string{"cell": long})
	if err != nil {
		t.Fatal(err)
	}
	s := prepare(t, nil)
	s.open(1, func(t *task.Task) {
		t.Steps = append([]plan.Step(nil), t.Steps...)
		t.Steps[0].Observation, t.Steps[0].Arguments, t.Steps[0].Selected = quoted, quoted, []string{long}
	})
	ann := s.join("Ann")
	a := ann.send("GET", "/api/tasks/"+s.tasks[0].ID, nil)
	if len(a.body) > 80_000 {
		t.Errorf("a view of %d bytes", len(a.body))
	}
	step := ann.view(s.tasks[0].ID).Steps[0]
	if n := utf8.RuneCountInString(step.Observation); n != web.MostText || step.Length != 700_011 || !strings.HasPrefix(string(quoted), step.Observation) {
		t.Errorf("%d characters of %d", n, step.Length)
	}
	if a := ann.send("GET", "/api/tasks/"+s.tasks[0].ID+"/steps/0", nil); string(a.body) != string(quoted) {
		t.Errorf("the step has %d bytes", len(a.body))
	}
}
