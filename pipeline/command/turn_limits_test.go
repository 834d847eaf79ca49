package command

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The report says for each form of calls, and for agents of the user's own, how many tasks
// need more turns than there were.
func TestTurnSettings(t *testing.T) {
	wide := &task.Task{ID: "wide", Plan: &plan.Program{Nodes: []plan.Node{{Name: "r1"}, {Name: "r2", From: []string{"r1"}}}}}
	wide.Steps = append(wide.Steps, plan.Step{Node: "r1", Tool: "a", Arguments: []byte("0")})
	for i := range 12 {
		wide.Steps = append(wide.Steps, plan.Step{Node: "r2", Tool: "b", Arguments: []byte(fmt.Sprint(i))})
	}
	tasks := []*task.Task{wide, {ID: "none"}}
	m := &evaluation{Entrants: []evaluatedAgent{
		{Name: "text", Spec: &method.Spec{Calls: method.TextCalls}},
		{Name: "text too", Spec: &method.Spec{Calls: method.TextCalls, Turns: 10}},
		{Name: "native", Spec: &method.Spec{Calls: method.NativeCalls}},
		{Name: "built in"},
		{Name: "mine", Turns: 1},
	}}
	want := []string{
		"10 turns, one call a turn: 1 of 2 tasks need more by their reference plans, at most 13",
		"10 turns, calls side by side: enough for all 2 tasks",
		"1 turns, calls side by side: 1 of 2 tasks need more by their reference plans, at most 2",
	}
	if diff := cmp.Diff(want, m.turnSettings(tasks)); diff != "" {
		t.Errorf("lines about turns (-want +got):\n%s", diff)
	}
}
