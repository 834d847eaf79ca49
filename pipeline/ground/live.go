package ground

import (
	"context"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// PathSearch says which paths [Grounder.LivePaths] looks for.
type PathSearch struct {
	// Hops is the number of hops of the paths, from 1.
	Hops int
	// Most is how many extensions of paths by one hop are looked at before some are drawn; see
	// [plan.Graph.Draw].
	Most int
	// Aimed leaves out long paths and demands without an aim ([plan.Aimed]).
	Aimed bool
	// Allows is false for paths to leave out, and then for all that begin with them; nil leaves out none.
	Allows func(plan.Path) bool
}

// LivePaths returns the paths that can meet a demand, and by path ID the demands that each can meet, in
// the order of [Grounder.Demands]; paths with equal demands share them. The error means that a tool is broken
// or ctx is done; paths and demands are then incomplete.
func (g *Grounder) LivePaths(ctx context.Context, graph *plan.Graph, s PathSearch) (paths plan.Drawn, demands map[string][]plan.Demand, err error) {
	var met [][]plan.Demand // by the paths, in their order
	shared := map[string][]plan.Demand{}
	paths = graph.Draw(s.Hops, s.Most, func(p plan.Path) bool {
		if err != nil || s.Aimed && !plan.Aims(g.domain, p) || s.Allows != nil && !s.Allows(p) {
			return false
		}
		if len(g.reach.suffixes) > mostSuffixes {
			clear(g.reach.suffixes)
		}
		if len(p.Hops) < s.Hops {
			var ok bool
			ok, err = g.Leads(ctx, p)
			return ok
		}
		var all []plan.Demand
		all, err = g.Demands(ctx, p)
		if s.Aimed {
			all = plan.Aimed(g.domain, p, all)
		}
		if len(all) == 0 {
			return false
		}
		met = append(met, sharedDemands(shared, all))
		return true
	})
	demands = map[string][]plan.Demand{}
	for i, p := range paths.Paths {
		demands[p.ID] = met[i]
	}
	return paths, demands, err
}

// mostSuffixes is how many ends of paths are remembered while live paths are sought. Few of the paths that
// are drawn of a deep tree end alike, so that more would be kept for nothing.
const mostSuffixes = 1 << 18

// sharedDemands returns demands equal to some, each list once.
func sharedDemands(shared map[string][]plan.Demand, demands []plan.Demand) []plan.Demand {
	var key strings.Builder
	for _, d := range demands {
		key.WriteString(d.Target + separator + string(d.Operator) + separator)
	}
	if shared[key.String()] == nil {
		shared[key.String()] = demands
	}
	return shared[key.String()]
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
