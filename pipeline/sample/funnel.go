package sample

import "github.com/taskgrove/taskgrove/pipeline/plan"

// QuotaFunnel is what became of the choices tried for the quota of a depth, or of the
// cases of a template. Tried is the sum of Accepted and Dropped.
type QuotaFunnel struct {
	// Hops is the depth, from 1; 0 for a template.
	Hops int `json:"hops"`
	// Template is the name of a template; "" for a depth.
	Template string `json:"template,omitempty"`
	// Paths is how many paths of this depth the planning tree has. Live is how many of
	// them some entity can be led along without coming back to one.
	Paths int `json:"paths"`
	Live  int `json:"live"`
	// Wanted is the quota, Tried how many choices of path and answer were grounded for
	// it, and Accepted how many became tasks. Dropped counts the others by the commonest
	// reason their executions ended for. Tasks is how many tasks were made.
	Wanted   int                 `json:"wanted"`
	Tried    int                 `json:"tried"`
	Accepted int                 `json:"accepted"`
	Dropped  map[plan.Reason]int `json:"dropped,omitempty"`
	Tasks    int                 `json:"tasks"`
	// Executions counts runs of a program from a start entity: those that answer a
	// question, and the others by reason. If a choice is grounded again, for one task more
	// than a path is to get, its runs count again.
	Executions struct {
		Passed  int                 `json:"passed"`
		Dropped map[plan.Reason]int `json:"dropped,omitempty"`
	} `json:"executions"`
}

// undrop takes back that a choice was dropped for a reason.
func (f *QuotaFunnel) undrop(reason plan.Reason) {
	if f.Dropped[reason]--; f.Dropped[reason] == 0 {
		delete(f.Dropped, reason)
	}
}
