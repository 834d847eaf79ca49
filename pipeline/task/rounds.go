package task

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// CallRounds groups the tool calls of the reference trace into rounds: the arguments of a
// call come from the question and from results of earlier rounds, so that all calls of a
// round can be made at once. Elements are indices of t.Steps, ascending within a round. A
// repeated call is listed once, and calls that end trials are left out. It is nil for a task
// without steps.
func CallRounds(t *Task) [][]int {
	reads := map[string][]string{} // by node
	if t.Plan != nil {
		for i := range t.Plan.Nodes {
			reads[t.Plan.Nodes[i].Name] = t.Plan.Nodes[i].From
		}
	}
	var rounds [][]int
	after := map[string]int{} // by node: number of rounds after which its result is known
	seen := map[[2]string]bool{}
	for i := 0; i < len(t.Steps); {
		node := t.Steps[i].Node
		begin, known := 0, false
		for _, from := range reads[node] {
			begin = max(begin, after[from])
		}
		if _, known = reads[node]; !known {
			begin = len(rounds) // what it reads is unknown: perhaps everything before it
		}
		end, previous := begin, ""
		for ; i < len(t.Steps) && t.Steps[i].Node == node; i++ {
			s := &t.Steps[i]
			call := [2]string{s.Tool, string(s.Arguments)}
			if s.Tool == "" || s.Op == string(domain.Finish) || seen[call] {
				continue
			}
			seen[call] = true
			if s.Tool != previous {
				previous, end = s.Tool, end+1 // another tool of one node reads what the tool before it returned
			}
			for len(rounds) < end {
				rounds = append(rounds, nil)
			}
			rounds[end-1] = append(rounds[end-1], i)
		}
		after[node] = max(after[node], end)
	}
	return slices.DeleteFunc(rounds, func(r []int) bool { return len(r) == 0 })
}

// ReferenceTurns returns the number of turns in which the calls of the reference trace can
// be made, with at most callsPerTurn calls in a turn: 1 if a turn is a call. It is 0 for a
// task without steps.
func ReferenceTurns(t *Task, callsPerTurn int) (turns int) {
	for _, round := range CallRounds(t) {
		turns += (len(round) + callsPerTurn - 1) / callsPerTurn
	}
	return turns
}
