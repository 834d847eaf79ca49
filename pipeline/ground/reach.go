package ground

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// reach knows which entities lead to which by which moves. Before any whole program runs
// it tells along which paths, and from which entities, the last lookup can be reached. It
// remembers every transition it has run: paths share them, so most are run once for
// thousands of paths. It is for one goroutine at a time.
type reach struct {
	g           *Grounder
	indexes     map[string]*entityIndex // by entity type
	lookups     map[string]*lookup      // by tool and entity type asked about
	transitions map[transitionKey]*transition
	roots       map[string]*prefix // by start type
}

// prefix is a beginning of paths, shared by all paths that begin with it.
type prefix struct {
	transition *transition // the last one; nil at a root
	from       []int32     // the entities that the transition leads on from, sorted
	reached    []int32     // the entities it leads to: what the next hop may be asked about, sorted
	longer     map[prefixKey]*prefix
}

// prefixKey is what makes a prefix one hop longer.
type prefixKey struct {
	transition transitionKey
	mode       mode
}

func newReach(g *Grounder) *reach {
	return &reach{
		g: g, indexes: map[string]*entityIndex{}, lookups: map[string]*lookup{},
		transitions: map[transitionKey]*transition{}, roots: map[string]*prefix{},
	}
}

// prefixes returns the prefixes of a path, one a hop, with every transition run from all
// entities that can come up; nil if none reaches the end in the mode.
func (r *reach) prefixes(ctx context.Context, p plan.Path, m mode) ([]*prefix, error) {
	at := r.roots[p.Start]
	if at == nil {
		at = &prefix{reached: r.entities(p.Start).all, longer: map[prefixKey]*prefix{}}
		r.roots[p.Start] = at
	}
	var all []*prefix
	for hop := range p.Hops {
		var err error
		if at, err = r.extend(ctx, at, p, hop, modeAt(p, hop, m)); err != nil || at.reached == nil {
			return nil, err
		}
		all = append(all, at)
	}
	return all, nil
}

// modeAt returns the mode of a path's transition from a hop, where the last transition
// has mode m. The last hop itself has no transition, but in modeAbsent finds nothing.
func modeAt(p plan.Path, hop int, m mode) mode {
	if last := len(p.Hops) - 1; hop == last-1 || hop == last && m == modeAbsent {
		return m
	}
	return modeOne
}

// extend returns a prefix of a path made longer by a hop.
func (r *reach) extend(ctx context.Context, from *prefix, p plan.Path, hop int, m mode) (*prefix, error) {
	key := prefixKey{transitionKeyAt(p, hop), m}
	if b := from.longer[key]; b != nil {
		return b, nil
	}
	t, err := r.transition(p, hop)
	if err != nil {
		return nil, err
	}
	if err := r.run(ctx, t, m, from.reached); err != nil {
		return nil, err
	}
	b := &prefix{transition: t, longer: map[prefixKey]*prefix{}}
	seen := make([]bool, len(t.to.list))
	for _, id := range from.reached {
		edges := t.edges[m].from(id)
		if edges != nil {
			b.from = append(b.from, id)
		}
		for _, e := range edges {
			if !seen[e.to] {
				seen[e.to] = true
				b.reached = append(b.reached, e.to)
			}
		}
	}
	slices.Sort(b.reached)
	from.longer[key] = b
	return b, nil
}

// live returns, for each hop of a path, the entities from which moves lead to the end,
// and the transitions, run from each of them; no transitions if there are none. The path
// may be the beginning of one.
func (r *reach) live(ctx context.Context, p plan.Path, m mode) (live []entitySet, transitions []*transition, err error) {
	all, err := r.prefixes(ctx, p, m)
	if err != nil || all == nil {
		return nil, nil, err
	}
	live, transitions = make([]entitySet, len(all)), make([]*transition, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		t := all[i].transition
		transitions[i] = t
		kept := all[i].from
		if i < len(all)-1 {
			kept = filter(kept, func(id int32) bool {
				return slices.ContainsFunc(t.edges[modeAt(p, i, m)].from(id), func(e edge) bool { return live[i+1].has(e.to) })
			})
		}
		if kept == nil {
			return nil, nil, nil
		}
		live[i] = newEntitySet(kept, len(t.from.list))
	}
	return live, transitions, nil
}

// liveFor is live in the mode that a demand needs. For a comparison the only set is that
// of the start entities which both lookups of the path know, at least two.
func (r *reach) liveFor(ctx context.Context, p plan.Path, op plan.Operator) (live []entitySet, transitions []*transition, err error) {
	m := modeOf(op)
	if m != modeCompare {
		return r.live(ctx, p, m)
	}
	for i := range p.Hops {
		t, err := r.transition(p, i)
		if err != nil {
			return nil, nil, err
		}
		transitions = append(transitions, t)
	}
	first := transitions[0]
	// On the path the second lookup may be asked about another type.
	second, err := r.finder(p.Hops[1].Tool, p.Start)
	if err != nil {
		return nil, nil, err
	}
	known := filter(first.from.all, func(id int32) bool {
		subject, ok := first.subject(id)
		return ok && len(first.lookup.rows(subject)) > 0 && len(second(first.from.list[id])) > 0
	})
	if len(known) < 2 {
		return nil, nil, nil
	}
	return []entitySet{newEntitySet(known, len(first.from.list))}, transitions, nil
}

// absentFor returns, for each hop of a path, the entities from which moves lead to one about
// which the last lookup finds nothing; nil if there are none, or if the demand is not for a
// yes or no. It must follow a call of liveFor for the path.
func (r *reach) absentFor(ctx context.Context, p plan.Path, demand plan.Demand) ([]entitySet, error) {
	if demand.Operator != opExists {
		return nil, nil
	}
	live, _, err := r.live(ctx, p, modeAbsent)
	return live, err
}

// quickStarts is how many start entities leads tries before it finds out which entities
// are live.
const quickStarts = 64

// leads reports whether moves lead some start entity, through no entity twice, to the
// last hop of a path, or of a beginning of one, in the mode; for a comparison, whether
// there are entities to compare. A search that exceeds its budget counts as one that
// succeeds.
func (r *reach) leads(ctx context.Context, p plan.Path, m mode) (bool, error) {
	if m == modeCompare {
		_, transitions, err := r.liveFor(ctx, p, opCompare)
		return transitions != nil, err
	}
	all, err := r.prefixes(ctx, p, m)
	if err != nil || all == nil {
		return false, err
	}
	transitions := make([]*transition, len(all))
	for i, b := range all {
		transitions[i] = b.transition
	}
	s := &search{path: p, transitions: transitions, mode: m, limited: r.g.limited(p)}
	starts := all[0].from
	for _, id := range starts[:min(quickStarts, len(starts))] {
		if s.find(id) != nil {
			return true, nil
		}
	}
	live, transitions, err := r.live(ctx, p, m)
	if err != nil || transitions == nil {
		return false, err
	}
	s = &search{path: p, transitions: transitions, live: live, mode: m, limited: s.limited}
	return slices.ContainsFunc(live[0].list, func(id int32) bool { return s.find(id) != nil || s.left < 0 }), nil
}
