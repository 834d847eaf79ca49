package ground

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Where start entities are tried until none is left, those tried are those possible; those that fit
// are among them, and every task starts from one that fits.
func TestStartEntitiesAreCounted(t *testing.T) {
	w := toy(t)
	all := limits
	all.Starts = 1 << 20
	g := w.grounder(all, 2)
	fits := 0
	for hops := 1; hops <= 2; hops++ {
		for _, c := range w.live(t, g, hops) {
			made := c.groundSome(t, g, 1<<20)
			tried, fit := distinct(made.Tried), distinct(made.Fit)
			switch {
			case !slices.Equal(tried, distinct(made.Possible)) || len(distinct(made.Drawn)) != made.Entities || len(tried) > made.Entities || len(tried) == 0:
				t.Errorf("%v %v: %d tried, %d possible, %d entities", c.path, c.demand, len(tried), len(distinct(made.Possible)), made.Entities)
			case len(fit) > len(tried) || slices.ContainsFunc(fit, func(id int32) bool { return !slices.Contains(tried, id) }):
				t.Errorf("%v %v: %v fit, %v were tried", c.path, c.demand, fit, tried)
			}
			names := g.reach.entities(c.path.Start).list
			for _, tk := range made.Tasks {
				if !slices.ContainsFunc(fit, func(id int32) bool { return startsFrom(tk, names[id]) }) {
					t.Errorf("%v %v: a task starts from %v, which does not fit", c.path, c.demand, tk.Entities)
				}
			}
			fits += len(fit)
		}
	}
	if fits == 0 {
		t.Error("no entity fits any path")
	}
}

func distinct(ids []int32) []int32 {
	ids = slices.Sorted(slices.Values(ids))
	return slices.Compact(ids)
}

func startsFrom(t *task.Task, name []string) bool {
	return slices.ContainsFunc(t.Entities, func(e task.Entity) bool { return slices.Equal(e.Name, name) })
}
