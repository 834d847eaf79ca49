package revision_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Where nodes get their data stays, whatever kind of node it is.
func TestShapeHoldsSources(t *testing.T) {
	f := world(t)
	for name, ops := range map[string][2]plan.Operation{
		"start":      {&plan.Start{Entity: "company", Value: []string{"甲"}}, &plan.Start{Entity: "court", Value: []string{"甲"}}},
		"call":       {&plan.Call{Tool: "a"}, &plan.Call{Tool: "b"}},
		"having":     {&plan.Having{Tool: "a"}, &plan.Having{Tool: "b"}},
		"retrieve":   {&plan.Retrieve{Tool: "a"}, &plan.Retrieve{Tool: "b"}},
		"derive":     {&plan.Derive{Derivation: "a"}, &plan.Derive{Derivation: "b"}},
		"derive all": {&plan.DeriveAll{Derivation: "a"}, &plan.DeriveAll{Derivation: "b"}},
	} {
		base := &task.Task{Plan: &plan.Program{Nodes: []plan.Node{{Name: "r1", Do: ops[0]}}, Answers: []plan.AnswerSpec{{From: "r1"}}}}
		other := &plan.Program{Nodes: []plan.Node{{Name: "r1", Do: ops[1]}}, Answers: base.Plan.Answers}
		if _, fault := f.apply(t, base, &review.TaskChange{Plan: other}); !strings.HasPrefix(fault, "shape: ") {
			t.Errorf("%s from elsewhere: fault %q, want shape", name, fault)
		}
	}
}

// Another form of an answer is another task, made without a fault.
func TestApplyMakesAnotherPlan(t *testing.T) {
	f := world(t)
	i := slices.IndexFunc(f.tasks, func(t *task.Task) bool {
		return len(t.Plan.Answers) == 1 && t.Plan.Answers[0].Form.Style == plan.StyleDate && t.Plan.Answers[0].Form.Layout == ""
	})
	if i < 0 {
		t.Fatal("no task that asks for a day")
	}
	base := f.tasks[i]
	p := copyOf(t, base.Plan)
	p.Answers[0].Form.Layout = plan.LayoutISO
	made, fault := f.apply(t, base, &review.TaskChange{Plan: p})
	if fault != "" || made.ID == base.ID || made.Review.Original != base.ID || !slices.Equal(made.Review.Edits, []string{task.PlanEdited}) ||
		made.Question != base.Question || made.Draft == base.Draft || made.KeyAnswer[0] == base.KeyAnswer[0] || made.AnswerValues[0].Text != made.KeyAnswer[0] {
		t.Errorf("Apply = %+v, %q: want the day in digits, in a task of another ID under the same question", made, fault)
	}
}
