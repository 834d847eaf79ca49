package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Same is the reason of a task that another set has too.
const Same plan.Reason = "same"

// Merge returns the tasks of several sets over the same tables that can be in one set, the first
// sets' first, and by set and ID why the others cannot: [Same] for a task that is there already,
// [Repeated] for one whose answer a task of an earlier set gives away, [Shared] and [Overused] for one
// that has a key or an entity which enough tasks of earlier sets have: the limits are those of all
// tasks together, see [coverage.KeyLimit] and [coverage.EntityLimit]. Without a domain there are no limits. Tasks of one set are not
// compared with each other.
func Merge(d *domain.Domain, sets [][]*task.Task) (kept []*task.Task, dropped []map[string]plan.Reason) {
	deep := 0
	for _, t := range slices.Concat(sets...) {
		if t.Structure.Hops > 1 {
			deep++
		}
	}
	seen, told, counted := map[string]bool{}, newRevealed(), newSpread(d, deep, nil)
	for _, set := range sets {
		why := map[string]plan.Reason{}
		var added []*task.Task
		for _, t := range set {
			switch {
			case seen[t.ID]:
				why[t.ID] = Same
			case t.Plan.Template == "" && told.reveals(t):
				why[t.ID] = Repeated
			case d != nil && t.Plan.Template == "" && counted.crowd(t) != "":
				why[t.ID] = counted.crowd(t)
			default:
				added = append(added, t)
			}
		}
		for _, t := range added {
			seen[t.ID] = true
			told.add(t)
			if d != nil && t.Plan.Template == "" {
				counted.add([]*task.Task{t}, 1)
			}
		}
		kept, dropped = append(kept, added...), append(dropped, why)
	}
	return kept, dropped
}
