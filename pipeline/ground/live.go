package ground

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// LivePaths returns the paths of the given number of hops that can meet a demand, in the
// graph's order, and by path ID the demands that each can meet, in the order of
// [Grounder.Demands]. If aimed is set, long paths and demands without an aim ([plan.Aimed]) are
// left out. The error means that a tool is broken or ctx is done; paths and demands are then
// incomplete.
func (g *Grounder) LivePaths(ctx context.Context, graph *plan.Graph, hops int, aimed bool) (paths []plan.Path, demands map[string][]plan.Demand, err error) {
	var next []plan.Demand // of the path that Grow yields next
	leads := func(p plan.Path) bool {
		if err != nil || aimed && !plan.Aims(g.domain, p) {
			return false
		}
		if len(p.Hops) < hops {
			var ok bool
			ok, err = g.Leads(ctx, p)
			return ok
		}
		next, err = g.Demands(ctx, p)
		if aimed {
			next = plan.Aimed(g.domain, p, next)
		}
		return len(next) > 0
	}
	demands = map[string][]plan.Demand{}
	for p := range graph.Grow(hops, leads) {
		paths, demands[p.ID] = append(paths, p), next
	}
	return paths, demands, err
}

// Members returns, by entity type, the number of entities that the tables name: an upper bound of
// those that paths can pass. Types without entities are left out.
func (g *Grounder) Members() map[string]int {
	members := map[string]int{}
	for i := range g.domain.Entities {
		entity := g.domain.Entities[i].Name
		if n := len(g.reach.entities(entity).list); n > 0 {
			members[entity] = n
		}
	}
	return members
}

// StartsFor returns a value for [Limits.Starts], given the number of tasks wanted of each
// path: 24 start entities per task, and at least 48.
func StartsFor(tasks int) int { return max(48, 24*tasks) }
