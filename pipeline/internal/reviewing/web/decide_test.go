package web_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// decisions are the log's, as a server that starts anew reads them.
func (s *served) decisions() []*review.Decision {
	s.t.Helper()
	f, err := os.Open(filepath.Join(s.dir, web.DecisionsFile))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	var list []*review.Decision
	for d, err := range review.ReadDecisions(f, f.Name()) {
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

// Two annotators approve a task; what the server knows better it says itself.
func TestApproval(t *testing.T) {
	s := serve(t, 4, nil)
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	n := ann.next()
	if n.Task == nil || !n.Task.Lease.Equal(s.clock.Now().Add(30*time.Minute)) || n.Task.Answer == "" || len(n.Task.Checks) != 2 || n.Task.Checks[0].Doc == "" {
		t.Fatalf("next = %+v", n)
	}
	s.clock.pass(time.Minute)
	r := ann.decide(n.Task, review.Approve, func(s *web.DecisionRequest) { s.Seconds = 1e300 })
	d := r.Decision
	if d.By != "Ann" || d.Role != review.Annotator || !d.At.Equal(s.clock.Now()) || d.Guideline == "" || r.Stale || d.Seconds != 86400 {
		t.Errorf("recorded %+v", r)
	}
	if r.View.Status != review.Pending || r.View.Mine == nil || r.Progress.Voted != 1 || r.Progress.Left != 3 || !r.View.Lease.IsZero() {
		t.Errorf("recorded %+v, progress %+v", r.View, r.Progress)
	}
	before := bob.view(n.Task.ID)
	if len(before.History) != 0 {
		t.Errorf("before he votes Bob sees %+v", before.History)
	}
	if r := bob.decide(before, review.Approve); r.View.Status != review.Approved || len(r.View.History) != 2 || r.Progress.Done != 1 {
		t.Errorf("recorded %+v", r)
	}
	if on := s.decisions(); len(on) != 2 || on[0].ID != d.ID {
		t.Errorf("the log has %+v", on)
	}
}

// A decision that is sent again is answered as the first time, and counts once.
func TestResubmission(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	v := ann.view(s.tasks[0].ID)
	vote := ann.submission(v, review.Doubt)
	first := ask[web.Recorded](ann, "POST", "/api/decisions", vote)
	s.clock.pass(time.Hour)
	vote.Note = "another note"
	again := ask[web.Recorded](ann, "POST", "/api/decisions", vote)
	if !again.Decision.At.Equal(first.Decision.At) || again.Decision.Note != "" {
		t.Errorf("again: %+v, first: %+v", again.Decision, first.Decision)
	}
	bob.refused("POST", "/api/decisions", vote, http.StatusBadRequest, "invalid")
	if n := len(s.decisions()); n != 1 {
		t.Errorf("the log has %d decisions", n)
	}
}

// Who was shown what has changed since is told so, and what he said is kept.
func TestStale(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	ann := owner.invited("Ann", review.Annotator)
	v := ann.view(s.tasks[0].ID)
	question := "Who on earth is it?"
	edited := owner.decide(owner.view(v.ID), review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} })
	if edited.View.Shown == v.Shown || edited.View.Question != question || !slices.Equal(edited.View.Changed, []string{"question"}) {
		t.Fatalf("edited: %+v", edited.View)
	}
	r := ann.decide(v, review.Approve)
	if !r.Stale || r.View.Status != review.Unreviewed || r.View.Mine != nil || r.View.Question != question {
		t.Errorf("recorded %+v, %+v", r, r.View)
	}
	if h := r.View.History; len(h) != 2 || !h[1].Stale || h[0].Stale {
		t.Errorf("history %+v", h)
	}
	change := &review.TaskChange{Question: &question}
	ann.refused("POST", "/api/tasks/"+v.ID+"/preview", map[string]any{"shown": v.Shown, "change": change}, http.StatusConflict, "stale")
	edit := ann.submission(v, review.Edit)
	edit.Change = change
	ann.refused("POST", "/api/decisions", edit, http.StatusConflict, "stale")
	ann.refused("POST", "/api/tasks/"+v.ID+"/lease", map[string]any{"shown": v.Shown}, http.StatusConflict, "stale")
	if n := len(s.decisions()); n != 2 {
		t.Errorf("the log has %d decisions", n)
	}
}

// An edit is proved at once: what it breaks is shown before and after it is made, and
// cannot be approved until it is taken back.
func TestEdit(t *testing.T) {
	s := serve(t, 2, nil)
	ann := s.join("Ann")
	v := ann.view(s.tasks[0].ID)
	leak := "Odd, is it " + v.KeyAnswer[0] + "?"
	lie := &review.TaskChange{Question: &leak, Shown: v.Shown, Broken: nil}
	p := ask[web.Preview](ann, "POST", "/api/tasks/"+v.ID+"/preview", map[string]any{"shown": v.Shown, "change": lie})
	var names []string
	for _, part := range p.Parts {
		names = append(names, part.Name)
	}
	if p.Fault != "" || !slices.Equal(names, []string{"question", "check gradable"}) || !slices.Equal(p.View.Broken, []string{"gradable"}) || len(p.View.Warnings) != 1 {
		t.Fatalf("preview %+v, %q", p, names)
	}
	if n := len(s.decisions()); n != 0 {
		t.Errorf("a preview was recorded")
	}
	r := ann.decide(v, review.Edit, func(s *web.DecisionRequest) { s.Change = lie; s.Reason = review.Unnatural })
	if c := r.Decision.Change; c.Shown == v.Shown || c.Shown != r.View.Shown || !slices.Equal(c.Broken, []string{"gradable"}) || !slices.Equal(r.View.Broken, c.Broken) {
		t.Errorf("recorded %+v", r.Decision)
	}
	ann.refused("POST", "/api/decisions", ann.submission(r.View, review.Approve), http.StatusConflict, "broken")
	back := ann.decide(r.View, review.Withdraw, func(s *web.DecisionRequest) { s.Withdraws = r.Decision.ID })
	if back.View.Shown != v.Shown || back.View.Question != v.Question || back.Stale {
		t.Errorf("taken back: %+v", back.View)
	}
	if h := back.View.History; len(h) != 2 || !h[0].Withdrawn {
		t.Errorf("history %+v", h)
	}
	ann.refused("POST", "/api/decisions", ann.submission(r.View, review.Edit), http.StatusBadRequest, "invalid")
	same := ann.submission(back.View, review.Edit)
	same.Change = &review.TaskChange{Question: &v.Question}
	ann.refused("POST", "/api/decisions", same, http.StatusBadRequest, "invalid")
}

// A plan with another argument is run again: what comes out is shown with all that
// follows from it, under the task's own address.
func TestEditPlan(t *testing.T) {
	s := serve(t, 8, nil)
	ann := s.join("Ann")
	for _, task := range s.tasks {
		v := ann.view(task.ID)
		plan := *v.Plan
		plan.Nodes = plan.Nodes[:len(plan.Nodes)-1]
		p := ask[web.Preview](ann, "POST", "/api/tasks/"+v.ID+"/preview", map[string]any{"shown": v.Shown, "change": map[string]any{"plan": plan}})
		if p.Fault == "" || p.View != nil {
			t.Errorf("a plan with a node less: %+v", p)
		}
		cut := ann.submission(v, review.Edit)
		cut.Change = &review.TaskChange{Plan: &plan}
		ann.refused("POST", "/api/decisions", cut, http.StatusBadRequest, "invalid")
	}
}

// What a form cannot hold is refused, and nothing of it is recorded.
func TestInvalid(t *testing.T) {
	s := serve(t, 2, nil)
	ann := s.join("Ann")
	v := ann.view(s.tasks[0].ID)
	for name, c := range map[string]struct {
		kind   review.DecisionKind
		status int
		code   string
		change func(*web.DecisionRequest)
	}{
		"no id":           {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.ID = "" }},
		"short id":        {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.ID = "short" }},
		"path id":         {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.ID = "../../../../etc/passwd" }},
		"no task":         {review.Approve, 404, "missing", func(s *web.DecisionRequest) { s.Task = "" }},
		"unknown task":    {review.Approve, 404, "missing", func(s *web.DecisionRequest) { s.Task = "none" }},
		"no digest":       {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.Shown = "" }},
		"no kind":         {"", 400, "invalid", nil},
		"foreign kind":    {"delete", 400, "invalid", nil},
		"no reason":       {review.Reject, 400, "invalid", func(s *web.DecisionRequest) { s.Reason = "" }},
		"foreign reason":  {review.Reject, 400, "invalid", func(s *web.DecisionRequest) { s.Reason = "mood" }},
		"no note":         {review.Comment, 400, "invalid", func(s *web.DecisionRequest) { s.Note = " " }},
		"long note":       {review.Comment, 400, "invalid", func(s *web.DecisionRequest) { s.Note = strings.Repeat("长", 20_001) }},
		"change of vote":  {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &s.Note} }},
		"edit of nothing": {review.Edit, 400, "invalid", nil},
		"empty edit":      {review.Edit, 400, "invalid", func(s *web.DecisionRequest) { s.Change = &review.TaskChange{} }},
		"back to nothing": {review.Withdraw, 404, "missing", func(s *web.DecisionRequest) { s.Withdraws = "0123456789abcdef" }},
		"try":             {review.Try, 400, "invalid", func(s *web.DecisionRequest) { s.Answer = "42" }},
		"negative time":   {review.Approve, 400, "invalid", func(s *web.DecisionRequest) { s.Seconds = -1 }},
	} {
		vote := ann.submission(v, c.kind)
		if c.change != nil {
			c.change(&vote)
		}
		t.Run(name, func(t *testing.T) { ann.refused("POST", "/api/decisions", vote, c.status, c.code) })
	}
	if n := len(s.decisions()); n != 0 {
		t.Errorf("the log has %d decisions", n)
	}
}

// Annotators differ, a senior settles it and sends another task back.
func TestSenior(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	ann, bob, sun := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator), owner.invited("Sun", review.Senior)
	id := s.tasks[0].ID
	ann.decide(ann.view(id), review.Approve)
	if r := bob.decide(bob.view(id), review.Reject); r.View.Status != review.Disputed {
		t.Fatalf("status %q", r.View.Status)
	}
	n := sun.next()
	if n.Task == nil || n.Task.ID != id || len(n.Task.History) != 2 {
		t.Fatalf("a senior is given %+v", n.Task)
	}
	if r := sun.decide(n.Task, review.SettleReject, func(s *web.DecisionRequest) { s.Reason = review.Ambiguous }); r.View.Status != review.Rejected {
		t.Errorf("status %q", r.View.Status)
	}
	if r := sun.decide(sun.view(id), review.Return); r.View.Status != review.Returned {
		t.Errorf("status %q", r.View.Status)
	}
}

// A second server over one directory is refused, and says why. One that starts later knows
// everything but the leases.
func TestOneServerADirectory(t *testing.T) {
	s := serve(t, 2, nil)
	again := func(c *web.ReviewConfig) { c.Dir = s.dir }
	if _, err := web.New(config(t, &clock{}, again)); !errors.Is(err, web.ErrServed) || !strings.Contains(err.Error(), s.dir) {
		t.Errorf("New = %v, want %v and the directory", err, web.ErrServed)
	}
	ann, bob := s.join("Ann"), s.join("Bob")
	for _, b := range []*browser{ann, bob} {
		b.decide(b.next().Task, review.Approve)
	}
	ann.next()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	later := serve(t, 2, again)
	ann.served, bob.served = later, later
	if l := ask[web.List](ann, "GET", "/api/tasks?status=approved", nil); l.Total+ask[web.List](ann, "GET", "/api/tasks?status=pending", nil).Total == 0 {
		t.Error("the later server knows no votes")
	}
	for _, b := range []*browser{ann, bob} {
		if n := b.next(); n.Task == nil {
			t.Errorf("next = %+v", n)
		}
	}
}

// What is leased to others is not given out until the lease ends.
func TestLeases(t *testing.T) {
	s := serve(t, 1, func(c *web.ReviewConfig) { c.Rules.Overlap = 1 })
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	v := ann.next().Task
	if n := bob.next(); n.Task != nil || n.Why != review.WhyLeased {
		t.Errorf("next = %+v", n)
	}
	s.clock.pass(20 * time.Minute)
	until := ask[web.Leased](ann, "POST", "/api/tasks/"+v.ID+"/lease", map[string]any{"shown": v.Shown}).Lease
	if !until.Equal(s.clock.Now().Add(30 * time.Minute)) {
		t.Errorf("leased until %v", until)
	}
	s.clock.pass(20 * time.Minute)
	if n := bob.next(); n.Task != nil {
		t.Errorf("next = %+v", n)
	}
	ask[web.Leased](ann, "DELETE", "/api/tasks/"+v.ID+"/lease", nil)
	if n := bob.next(); n.Task == nil {
		t.Errorf("next = %+v", n)
	}
	s.clock.pass(31 * time.Minute)
	if n := ann.next(); n.Task == nil {
		t.Errorf("next = %+v", n)
	}
}

// A task whose edits give something else than their reviewers saw, because the tables are
// others, is shown to nobody as if it were what they saw; the other tasks go on.
func TestGoneEdits(t *testing.T) {
	s := serve(t, 2, nil)
	ann := s.join("Ann")
	v := ann.next().Task
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	log, err := review.OpenLog(filepath.Join(s.dir, web.DecisionsFile), func(*review.Decision) {})
	if err != nil {
		t.Fatal(err)
	}
	question := "Who?"
	if err := log.Append(&review.Decision{
		ID: "0123456789abcdef", At: s.clock.Now(), By: "Eve", Role: review.Annotator, Task: v.ID, Shown: v.Shown, Kind: review.Edit,
		Change: &review.TaskChange{Question: &question, Shown: digest.Of("elsewhere")},
	}, nil); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	ann.served = serve(t, 2, func(c *web.ReviewConfig) { c.Dir = s.dir })
	ann.refused("GET", "/api/tasks/"+v.ID, nil, http.StatusConflict, "broken")
	if n := ann.next(); n.Task == nil || n.Task.ID == v.ID {
		t.Errorf("next = %+v", n)
	}
	ann.decide(ann.next().Task, review.Approve)
	if n := ann.next(); n.Task != nil || n.Why != review.WhySkipped {
		t.Errorf("next = %+v", n)
	}
	// Whoever made the edit, or a senior, can take it back.
	r := ask[web.Recorded](ann, "POST", "/api/decisions", web.DecisionRequest{ID: "fedcba9876543210", Kind: review.Withdraw, Withdraws: "0123456789abcdef"})
	if r.View == nil || r.View.Shown != v.Shown {
		t.Errorf("taken back: %+v", r.View)
	}
}

// Nothing is recorded in a log that somebody damaged. Who runs the server is told where it
// is, who asks is not.
func TestDamagedLog(t *testing.T) {
	s := prepare(t, nil)
	s.open(1, nil)
	ann := s.join("Ann")
	v := ann.view(s.tasks[0].ID)
	path := filepath.Join(s.dir, web.DecisionsFile)
	if err := os.WriteFile(path, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ann.refused("POST", "/api/decisions", ann.submission(v, review.Approve), http.StatusInternalServerError, "log")
	if sent := ann.seen.String(); strings.Contains(sent, s.dir) || strings.Contains(sent, "secret") {
		t.Errorf("sent were %s", sent)
	}
	if log := s.log.String(); !strings.Contains(log, path+": ") {
		t.Errorf("the log says %s", log)
	}
}

// Nobody can fill a task's history, which all who look at it are sent.
func TestMostDecisions(t *testing.T) {
	s := serve(t, 2, nil)
	ann, bob := s.join("Ann"), s.join("Bob")
	v := ann.view(s.tasks[0].ID)
	for range 200 {
		ann.decide(v, review.Comment)
	}
	ann.refused("POST", "/api/decisions", ann.submission(v, review.Comment), http.StatusBadRequest, "invalid")
	bob.decide(v, review.Comment)
	ann.decide(ann.view(s.tasks[1].ID), review.Comment)
}
