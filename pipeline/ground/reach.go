package ground

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// reach knows which entities lead to which by which moves. Before any whole program runs
// it tells along which paths, and from which entities, the last lookup can be reached. It
// runs a transition from those entities only that somebody asks about, and remembers what
// came of it: paths share transitions, so most are run once for thousands of paths. It is for
// one goroutine at a time; the suffixes that it returns are for many.
//
// Note: transitions used to be run from every entity that a path could pass. That grew as
// rows^1.23, though most paths show a way at the first start looked at (decision record 104).
type reach struct {
	g           *Grounder
	indexes     map[string]*entityIndex // by entity type
	lookups     map[string]*lookup      // by tool and entity type asked about
	nexts       map[nextKey]*nextLookup
	transitions map[transitionKey]*transition
	suffixes    map[suffixKey]*suffix
}

// suffix is the end of paths from one hop on, shared by all paths that end with it.
type suffix struct {
	transition *transition
	mode       mode    // of the transition
	next       *suffix // without the first hop; nil for the last hop
	dead       bool    // no entity leads to the end
	leading    *sparse[struct{}]
	starts     []int32 // all entities that lead to the end, if that was found out; for a drawing
}

// suffixKey is what makes two suffixes the same.
type suffixKey struct {
	transition transitionKey
	mode       mode
	next       *suffix
}

func newReach(g *Grounder) *reach {
	return &reach{
		g: g, indexes: map[string]*entityIndex{}, lookups: map[string]*lookup{}, nexts: map[nextKey]*nextLookup{},
		transitions: map[transitionKey]*transition{}, suffixes: map[suffixKey]*suffix{},
	}
}

// ends returns the suffixes of a path, one a hop, for a demand whose last transition has a mode; nil
// if there are none that lead from anywhere to the end. The path may be the beginning of one.
func (r *reach) ends(ctx context.Context, p plan.Path, m mode) ([]*suffix, error) {
	all := make([]*suffix, len(p.Hops))
	var next *suffix
	for hop := len(p.Hops) - 1; hop >= 0; hop-- {
		s, err := r.suffix(ctx, p, hop, modeAt(p, hop, m), next)
		if err != nil || s.dead {
			return nil, err
		}
		all[hop], next = s, s
	}
	return all, nil
}

// suffix returns the suffix of a path from a hop on. It is dead if its transition leads nowhere,
// which one look at all entities shows for all paths.
func (r *reach) suffix(ctx context.Context, p plan.Path, hop int, m mode, next *suffix) (*suffix, error) {
	key := suffixKey{transitionKeyAt(p, hop), m, next}
	if s := r.suffixes[key]; s != nil {
		return s, nil
	}
	t, err := r.transition(p, hop)
	if err != nil {
		return nil, err
	}
	s := &suffix{transition: t, mode: m, next: next, leading: newSparse[struct{}](len(t.from.list))}
	alive, known := t.alive[m]
	if !known {
		if alive, err = some(ctx, r.g.workers, t.from.every, 1, func(ctx context.Context, id int32) (bool, error) {
			edges, err := t.edgesFrom(ctx, m, id)
			return edges != nil, err
		}); err != nil {
			return nil, err
		}
		t.alive[m] = alive
	}
	s.dead = !alive
	r.suffixes[key] = s
	return s, nil
}

// modeAt returns the mode of a path's transition from a hop, where the last transition
// has mode m. The last hop itself has no transition, but in modeAbsent finds nothing.
func modeAt(p plan.Path, hop int, m mode) mode {
	if last := len(p.Hops) - 1; hop == last-1 || hop == last && m == modeAbsent {
		return m
	}
	return modeOne
}

// edges returns the edges of the first hop from an entity, by move; the caller must not change them.
func (s *suffix) edges(ctx context.Context, id int32) ([]edge, error) {
	return s.transition.edgesFrom(ctx, s.mode, id)
}

// leads reports whether moves lead an entity to the end.
func (s *suffix) leads(ctx context.Context, id int32) (bool, error) {
	if s.next == nil {
		edges, err := s.edges(ctx, id)
		return edges != nil, err
	}
	_, leads, err := s.leading.get(id, func() (none struct{}, leads bool, err error) {
		edges, err := s.edges(ctx, id)
		for _, e := range edges {
			if leads, err = s.next.leads(ctx, e.to); leads || err != nil {
				break
			}
		}
		return none, leads, err
	})
	return leads, err
}

// compared returns a function that reports whether both of two lookups know an entity, for
// start entities to be compared along a path.
func (r *reach) compared(p plan.Path) (known func(ctx context.Context, id int32) (bool, error), err error) {
	first, err := r.transition(p, 0)
	if err != nil {
		return nil, err
	}
	// On the path the second lookup may be asked about another type.
	second, err := r.finder(p.Hops[1].Tool, p.Start)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, id int32) (bool, error) {
		subject, ok := first.subject(id)
		return ok && len(first.lookup.rows(subject)) > 0 && len(second(first.from.list[id])) > 0, nil
	}, nil
}

// leads reports whether moves lead some start entity, through no entity twice, to the
// last hop of a path, or of a beginning of one, in the mode; for a comparison, whether
// there are entities to compare. A search that exceeds its budget counts as one that
// succeeds.
func (r *reach) leads(ctx context.Context, p plan.Path, m mode) (bool, error) {
	if m == modeCompare {
		known, err := r.compared(p)
		if err != nil {
			return false, err
		}
		return some(ctx, r.g.workers, r.entities(p.Start).all, 2, known)
	}
	ends, err := r.ends(ctx, p, m)
	if err != nil || ends == nil {
		return false, err
	}
	return some(ctx, r.g.workers, r.entities(p.Start).all, 1, func(ctx context.Context, id int32) (bool, error) {
		if leads, err := ends[0].leads(ctx, id); !leads || err != nil {
			return false, err
		}
		s := &search{path: p, ends: ends, limited: r.g.limited(p)}
		moves, err := s.find(ctx, id)
		return moves != nil || s.left < 0, err
	})
}
