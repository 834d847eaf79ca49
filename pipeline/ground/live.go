package ground

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// LivePaths returns the paths of a graph with that many hops along which some entity can
// be led, in the graph's order, and what each can be asked for, by path ID.
func (g *Grounder) LivePaths(ctx context.Context, graph *plan.Graph, hops int) (paths []plan.Path, demands map[string][]plan.Demand, err error) {
	var next []plan.Demand // of the path that is yielded next
	leads := func(p plan.Path) bool {
		if err != nil {
			return false
		}
		if len(p.Hops) < hops {
			var ok bool
			ok, err = g.Leads(ctx, p)
			return ok
		}
		next, err = g.Demands(ctx, p)
		return len(next) > 0
	}
	demands = map[string][]plan.Demand{}
	for p := range graph.Grow(hops, leads) {
		paths, demands[p.ID] = append(paths, p), next
	}
	return paths, demands, err
}

// StartsFor returns from how many start entities a path is tried, as [Limits] has it, if
// it is to get that many tasks.
func StartsFor(tasks int) int { return max(48, 24*tasks) }
