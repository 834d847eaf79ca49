package sample

import "github.com/taskgrove/taskgrove/pipeline/plan"

// QuotaFunnel counts the choices tried for the quota of a depth, or the entities tried for
// a template, and says why some were dropped. Tried is the sum of Accepted and Dropped.
type QuotaFunnel struct {
	// Hops is the depth, from 1; 0 for a template.
	Hops int `json:"hops"`
	// Template is the name of a template; "" for a depth.
	Template string `json:"template,omitempty"`
	// Paths is the number of paths of this depth in the planning tree. Live is the
	// number of them along which lookups lead some start entity to the end, without
	// coming back to an entity on the way.
	Paths int `json:"paths"`
	Live  int `json:"live"`
	// Wanted is the quota, Tried the number of choices of path and demand that were
	// grounded for it, and Accepted the number of choices that became tasks. Dropped counts
	// the other choices, each by the commonest reason for which its executions ended. Tasks
	// is the number of tasks made.
	Wanted   int                 `json:"wanted"`
	Tried    int                 `json:"tried"`
	Accepted int                 `json:"accepted"`
	Dropped  map[plan.Reason]int `json:"dropped,omitempty"`
	Tasks    int                 `json:"tasks"`
	// Executions counts runs of a program from a start entity: those that answer a
	// question, and the others by reason. If a choice is grounded again, for more tasks, its
	// runs count again.
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
