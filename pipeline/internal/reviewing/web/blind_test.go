package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Marks that stand in everything of a task that tells the answer.
const mark = "TELLTALE"

// telling marks all of a task that tells the answer, and leaves the question.
func telling(t *task.Task) {
	t.Draft += mark
	t.Answer = mark
	t.KeyAnswer = []string{mark + "key"}
	t.KeyMiddle = []string{mark + "middle"}
	values := append(t.AnswerValues[:0:0], t.AnswerValues[0])
	values[0].Text, values[0].Aliases = mark+"key", []string{mark + "alias"}
	t.AnswerValues = values
	t.Path += mark
	t.Steps = append([]plan.Step(nil), t.Steps...)
	for i := range t.Steps {
		t.Steps[i].Observation = json.RawMessage(`"` + mark + `observation"`)
		t.Steps[i].Selected = []string{mark + "selected"}
	}
	t.Rewriter = mark
	t.Checks = []task.CheckResult{{Name: "executed", Verdict: task.Pass, Detail: mark + "detail"}}
	t.Review.Reason = mark
}

// Nothing of the reference occurs in any byte that a reviewer is sent before he has
// given an answer of his own, whatever he asks and whatever others have done.
func TestBlind(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) { c.Blind = true })
	s.open(2, telling)
	owner := s.join("Olga")
	id := s.tasks[0].ID
	v := owner.view(id)
	if !v.Blind || v.Question == "" {
		t.Fatalf("view %+v", v)
	}
	owner.decide(v, review.Try, func(s *web.DecisionRequest) { s.Answer = mark + "key" })
	owner.decide(v, review.Comment, func(s *web.DecisionRequest) { s.Note = mark + "comment"; s.Reason = review.Unclear })
	owner.decide(v, review.Doubt, func(s *web.DecisionRequest) { s.Note = mark + "doubt" })

	ann := owner.invited("Ann", review.Annotator)
	v = ann.next().Task
	if !v.Blind || v.ID != id {
		t.Fatalf("view %+v", v)
	}
	question := "Another question?"
	change := &review.TaskChange{Question: &question}
	ann.refused("GET", "/api/tasks/"+id+"/steps/0", nil, http.StatusForbidden, "role")
	ann.refused("POST", "/api/tasks/"+id+"/preview", map[string]any{"shown": v.Shown, "change": change}, http.StatusForbidden, "role")
	for _, kind := range []review.DecisionKind{review.Approve, review.Reject, review.Edit} {
		vote := ann.submission(v, kind)
		if kind == review.Edit {
			vote.Change = change
		}
		ann.refused("POST", "/api/decisions", vote, http.StatusForbidden, "role")
	}
	ann.decide(v, review.Comment)
	ann.decide(v, review.Doubt)
	ann.decide(v, review.Doubt, func(s *web.DecisionRequest) { s.Shown = s.Shown[:len(s.Shown)-1] + "0" })
	for _, path := range []string{"/api/me", "/api/tasks", "/api/tasks?q=" + mark, "/api/tasks?mine=1", "/api/status", "/api/tasks/" + id, "/api/decisions"} {
		ann.send("GET", path, nil)
	}
	ann.send("POST", "/api/call", `{"tool":"none","arguments":{}}`)
	if i := strings.Index(ann.seen.String(), mark); i >= 0 {
		t.Errorf("before the answer Ann was sent …%s…", ann.seen.String()[max(0, i-200):i+40])
	}
	wrong := ann.decide(v, review.Try, func(s *web.DecisionRequest) { s.Answer = "I do not know."; s.Calls = 17 })
	if a := wrong.Decision.Attempt; a.Agrees || a.Rate != 0 || a.Calls != 1 || wrong.View.Blind || wrong.View.Answer != mark {
		t.Errorf("recorded %+v, view %+v", a, wrong.View)
	}
	if strings.Count(ann.seen.String(), mark) == 0 {
		t.Error("the reference was never shown: the test cannot fail")
	}
	if r := ann.decide(wrong.View, review.Approve); r.View.Mine == nil {
		t.Errorf("recorded %+v", r)
	}
	// Nobody answers twice, or takes an answer back once the reference was shown.
	again := ann.submission(v, review.Try)
	again.Answer = mark + "key"
	ann.refused("POST", "/api/decisions", again, http.StatusBadRequest, "invalid")
	back := ann.submission(v, review.Withdraw)
	back.Withdraws = wrong.Decision.ID
	ann.refused("POST", "/api/decisions", back, http.StatusBadRequest, "invalid")
}

// An answer is graded by the strict rule. Who changes a task knows it; others answer
// anew, since the answer may have changed.
func TestTry(t *testing.T) {
	s := serve(t, 2, func(c *web.ReviewConfig) { c.Blind = true })
	owner := s.join("Olga")
	ann := owner.invited("Ann", review.Annotator)
	want := s.tasks[0]
	v := ann.view(want.ID)
	right := ann.decide(v, review.Try, func(s *web.DecisionRequest) { s.Answer = "It is " + want.KeyAnswer[0] + "." })
	if a := right.Decision.Attempt; !a.Agrees || a.Rate != 1 || right.View.Tried == nil || right.View.Draft == "" {
		t.Fatalf("attempt %+v", a)
	}
	question := "Who is it?"
	edited := ann.decide(right.View, review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} })
	if edited.View.Blind {
		t.Errorf("who changed the task answers it anew: %+v", edited.View)
	}
	if v := owner.view(want.ID); !v.Blind || v.Question != question || v.Draft != "" {
		t.Errorf("others see %+v", v)
	}
	if v := ann.view(want.ID); v.Blind {
		t.Errorf("view %+v", v)
	}
}

// Of answers that are sent at once one is recorded: nobody tries until one is right.
func TestAnswersAtOnce(t *testing.T) {
	m, err := makeWorld()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		blind := func(c *web.ReviewConfig) { c.Blind = true }
		one := serve(t, 1, blind)
		ann, bob := one.join("Ann"), one.join("Bob")
		v := bob.view(one.tasks[0].ID)
		question := "Who is it?"
		v = bob.decide(bob.decide(v, review.Try).View, review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} }).View

		if err := one.Close(); err != nil {
			t.Fatal(err)
		}
		// A later server has not proved the edit yet, and all answers wait for that.
		two := prepare(t, func(c *web.ReviewConfig) { blind(c); c.Dir = one.dir })
		path := filepath.Join(t.TempDir(), "tasks.jsonl")
		writeTasks(t, path, one.tasks)
		tasks, err := review.OpenTasks(t.Context(), path, 1)
		if err != nil {
			t.Fatal(err)
		}
		let := make(chan struct{})
		two.Open(web.TaskSet{Tasks: tasks, Domain: m.domain, Tools: m.tools, Prove: func(_ context.Context, t *task.Task) ([]task.CheckResult, error) {
			<-let
			return passed(t), nil
		}})
		const answers = 20
		status := make(chan int, answers)
		for range answers {
			again := ann.submission(v, review.Try)
			go func() {
				status <- (&browser{served: two, cookie: ann.cookie}).send("POST", "/api/decisions", again).status
			}()
		}
		synctest.Wait()
		close(let)
		recorded := 0
		for range answers {
			if <-status == http.StatusOK {
				recorded++
			}
		}
		if n := len(one.decisions()); recorded != 1 || n != 3 {
			t.Errorf("%d answers of %d were recorded, and %d decisions are on disk", recorded, answers, n)
		}
	})
}

// A vote without an answer cannot be had by naming another version, and waiting until the
// task is that one again.
func TestBlindStale(t *testing.T) {
	s := serve(t, 1, func(c *web.ReviewConfig) { c.Blind = true })
	owner := s.join("Olga")
	ann := owner.invited("Ann", review.Annotator)
	v := owner.view(s.tasks[0].ID)
	before := ann.view(v.ID)
	v = owner.decide(v, review.Try).View
	question := "Who is it?"
	edit := owner.decide(v, review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} })
	for _, kind := range []review.DecisionKind{review.Approve, review.Reject} {
		ann.refused("POST", "/api/decisions", ann.submission(before, kind), http.StatusConflict, "stale")
	}
	owner.decide(edit.View, review.Withdraw, func(s *web.DecisionRequest) { s.Withdraws = edit.Decision.ID })
	if now := ann.view(v.ID); now.Shown != before.Shown || now.Status != review.Unreviewed || !now.Blind {
		t.Errorf("view %+v", now)
	}
	// Who has answered says what he thought of what he saw.
	tried := ann.decide(before, review.Try).View
	owner.decide(v, review.Edit, func(s *web.DecisionRequest) { s.Change = &review.TaskChange{Question: &question} })
	if r := ann.decide(tried, review.Approve); !r.Stale || !r.View.Blind {
		t.Errorf("recorded %+v", r)
	}
}
