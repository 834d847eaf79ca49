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

// ReachedEntities returns, by entity type, the number of entities that moves lead from or to,
// of all moves that [Grounder.LivePaths] has looked at so far. It is an upper bound of the
// entities on live paths: a move may be looked at for a path that then meets no demand, and
// an entity counts although no path through it reaches its last hop. Types without such
// entities are left out.
func (g *Grounder) ReachedEntities() map[string]int {
	seen := map[visit]bool{}
	for _, t := range g.reach.transitions {
		for m := range t.edges {
			a := &t.edges[m]
			for id := range a.state {
				for _, e := range a.from(int32(id)) {
					seen[visit{t.entity, int32(id)}] = true
					if t.next != nil {
						seen[visit{t.hop.Returns, e.to}] = true
					}
				}
			}
		}
	}
	counts := map[string]int{}
	for v := range seen {
		counts[v.entity]++
	}
	return counts
}

// StartsFor returns a value for [Limits.Starts], given the number of tasks wanted of each
// path: 24 start entities per task, and at least 48.
func StartsFor(tasks int) int { return max(48, 24*tasks) }
