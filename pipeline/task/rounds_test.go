package task_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Calls that need nothing of each other are one round, whatever their number; a node that
// calls another tool reads what the first one returned.
func TestCallRounds(t *testing.T) {
	step := func(node, tool, args string) plan.Step {
		return plan.Step{Node: node, Op: "lookup", Tool: tool, Arguments: []byte(args)}
	}
	finish := plan.Step{Op: "finish", Tool: "finish", Arguments: []byte(`{}`)}
	program := func(nodes ...plan.Node) *plan.Program { return &plan.Program{Nodes: nodes} }
	chain := program(plan.Node{Name: "r1"}, plan.Node{Name: "r2", From: []string{"r1"}}, plan.Node{Name: "r3", From: []string{"r2"}})
	for _, tt := range []struct {
		name             string
		plan             *plan.Program
		steps            []plan.Step
		want             [][]int
		turns, textTurns int
	}{
		{"no steps", nil, nil, nil, 0, 0},
		{"a chain", chain, []plan.Step{step("r1", "a", "1"), step("r2", "b", "2"), step("r3", "c", "3"), finish}, [][]int{{0}, {1}, {2}}, 3, 3},
		{"a node without a call", chain, []plan.Step{step("r1", "a", "1"), {Node: "r2", Op: "count"}, step("r3", "c", "3")}, [][]int{{0}, {2}}, 2, 2},
		{"three at once", chain, []plan.Step{step("r1", "a", "1"), step("r2", "b", "2"), step("r2", "b", "3"), step("r2", "b", "4"), step("r3", "c", "5")},
			[][]int{{0}, {1, 2, 3}, {4}}, 4, 5},
		{"side by side", program(plan.Node{Name: "r1"}, plan.Node{Name: "r2"}, plan.Node{Name: "r3", From: []string{"r1", "r2"}}),
			[]plan.Step{step("r1", "a", "1"), step("r2", "b", "2"), step("r3", "c", "3")}, [][]int{{0, 1}, {2}}, 2, 3},
		{"a repeated call", chain, []plan.Step{step("r1", "a", "1"), step("r2", "b", "2"), step("r2", "b", "2")}, [][]int{{0}, {1}}, 2, 2},
		{"two tools of one node", program(plan.Node{Name: "r1"}), []plan.Step{step("r1", "sum", "1"), step("r1", "divide", "2")}, [][]int{{0}, {1}}, 2, 2},
		{"no plan", nil, []plan.Step{step("", "a", "1"), step("", "b", "2"), finish}, [][]int{{0}, {1}}, 2, 2},
	} {
		one := &task.Task{Plan: tt.plan, Steps: tt.steps}
		if diff := cmp.Diff(tt.want, task.CallRounds(one)); diff != "" {
			t.Errorf("%s: rounds (-want +got):\n%s", tt.name, diff)
		}
		if turns, text := task.ReferenceTurns(one, 2), task.ReferenceTurns(one, 1); turns != tt.turns || text != tt.textTurns {
			t.Errorf("%s: %d turns of two calls and %d of one, want %d and %d", tt.name, turns, text, tt.turns, tt.textTurns)
		}
	}
}
