package rewrite_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A question that would fail the proof is drawn again, a few times.
func TestProve(t *testing.T) {
	s := some(t, 3)
	for _, never := range []bool{false, true} {
		var mu sync.Mutex
		asked := map[string]int{}
		o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 1, Prove: func(_ context.Context, one *task.Task) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			if asked[one.ID]++; never || asked[one.ID] == 1 {
				return "guess: the first row holds it", nil
			}
			return "", nil
		}}
		kept := 0
		_, err := rewrite.Run(t.Context(), o, source(s.tasks), func(one *task.Task, r *rewrite.Rejected) error {
			if one != nil {
				kept++
			}
			if r == nil || !slices.ContainsFunc(r.Tries, func(try rewrite.Try) bool { return try.Reason == rewrite.Unproved && try.Detail != "" }) {
				t.Errorf("never proved %v: no question is rejected as unproved: %v", never, r)
			}
			return nil
		})
		if err != nil || kept != len(s.tasks) {
			t.Errorf("never proved %v: %d of %d tasks have questions, error %v", never, kept, len(s.tasks), err)
		}
		for id, n := range asked {
			if n > rewrite.ProvedDraws {
				t.Errorf("%d questions of task %s are proved, want at most %d", n, id, rewrite.ProvedDraws)
			}
		}
	}
}

// A by-stander for whom the style has words is in the question and stays declared; any other
// proposal is withdrawn, and the task gets a question without it.
func TestBystanders(t *testing.T) {
	s := some(t, -1)
	proposed := s.proposeBystanders()
	r, err := s.run(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.sound(t, r)
	named, withdrawn := 0, 0
	for _, k := range r.kept {
		name, ok := proposed[k.ID]
		if !ok {
			continue
		}
		switch has := strings.Contains(k.Question, name); {
		case has != (k.Bystander != nil):
			t.Errorf("%q, which declares the by-stander %v", k.Question, k.Bystander)
		case has:
			named++
		default:
			withdrawn++
		}
	}
	if named < 3 || withdrawn < 3 {
		t.Errorf("%d by-standers named and %d withdrawn, want 3 of each", named, withdrawn)
	}
}

// proposeBystanders proposes a by-stander for each task that can have one, in a copy of the tasks,
// and returns their names by the tasks' IDs.
func (s *setting) proposeBystanders() map[string]string {
	s.tasks = slices.Clone(s.tasks)
	proposed := map[string]string{}
	for i, one := range s.tasks {
		if one.Plan.Template == "" && len(one.Entities) == 1 && len(one.Entities[0].Name) == 1 {
			copied := *one
			copied.Bystander = &task.Entity{Type: one.Entities[0].Type, Name: []string{"鹄滨玄序有限公司"}}
			s.tasks[i] = &copied
			proposed[one.ID] = copied.Bystander.Name[0]
		}
	}
	return proposed
}

// A by-stander because of whom no question can be proved is withdrawn.
func TestUnprovedBystanders(t *testing.T) {
	s := some(t, -1)
	proposed := s.proposeBystanders()
	var mu sync.Mutex
	refused := 0
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 1, Workers: 1, Prove: func(_ context.Context, one *task.Task) (string, error) {
		if name := proposed[one.ID]; name != "" && strings.Contains(one.Question, name) {
			mu.Lock()
			defer mu.Unlock()
			refused++
			return "guess: the by-stander's row holds it", nil
		}
		return "", nil
	}}
	_, err := rewrite.Run(t.Context(), o, source(s.tasks), func(one *task.Task, _ *rewrite.Rejected) error {
		if one != nil && one.Bystander != nil {
			t.Errorf("%q is kept, though it cannot be proved", one.Question)
		}
		return nil
	})
	if err != nil || refused < 3 {
		t.Errorf("%d questions with a by-stander were refused, error %v, want some", refused, err)
	}
}
