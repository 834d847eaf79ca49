package sample

import (
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Same is the reason of a task that another set has too.
const Same plan.Reason = "same"

// Merge returns the tasks of several sets over the same tables that can be in one set, the first
// sets' first, and by set and ID why the others cannot: [Same] for a task that is there already,
// [Repeated] for one whose answer a task of an earlier set gives away. Tasks of one set are not
// compared with each other.
func Merge(sets [][]*task.Task) (kept []*task.Task, dropped []map[string]plan.Reason) {
	seen, told := map[string]bool{}, newRevealed()
	for _, set := range sets {
		why := map[string]plan.Reason{}
		var added []*task.Task
		for _, t := range set {
			switch {
			case seen[t.ID]:
				why[t.ID] = Same
			case t.Plan.Template == "" && told.reveals(t):
				why[t.ID] = Repeated
			default:
				added = append(added, t)
			}
		}
		for _, t := range added {
			seen[t.ID] = true
			told.add(t)
		}
		kept, dropped = append(kept, added...), append(dropped, why)
	}
	return kept, dropped
}
