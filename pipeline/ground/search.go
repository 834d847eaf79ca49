package ground

import (
	"cmp"
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// search looks, depth first, for moves that lead one start entity to the last hop of a
// path and through no entity twice.
type search struct {
	path     plan.Path
	ends     []*suffix // of the path, by hop
	excluded map[visit]bool
	draws    digest.Draws // of the order of moves
	drawn    bool         // the order of moves is drawn; otherwise it is their own

	limited *domain.Domain // of a long path, few of whose moves choose by a ranking; nil for other paths
	moves   []int32        // by number, one for each hop but the last
	visited []visit
	left    int // entities the search may still go to; below 0 it has given up

	detoured bool // the search came to an excluded entity
}

// visit is an entity on the route.
type visit struct {
	entity string
	id     int32
}

// searchBudget is how many entities one search goes to before it gives up.
const searchBudget = 1000

// mostChoices is how many rows or names a program of a long path ([plan.IsLong]) chooses by a
// ranking.
const mostChoices = 1

// find returns the numbers of moves that lead a start entity to the last hop, one for
// each hop but the last; nil if there are none, or none within the budget. The start entity
// leads there.
func (s *search) find(ctx context.Context, start int32) ([]int32, error) {
	s.moves, s.left = make([]int32, 0, len(s.path.Hops)-1), searchBudget
	s.visited = append(s.visited[:0], visit{s.path.Start, start})
	if found, err := s.reachEnd(ctx, 0, start, 0); !found || err != nil {
		return nil, err
	}
	return s.moves, nil
}

// reachEnd reports whether moves lead the entity that a hop starts from to the last hop,
// and adds them to s.moves. Choices is how many the moves so far have made.
func (s *search) reachEnd(ctx context.Context, hop int, id int32, choices int) (bool, error) {
	if s.left--; s.left < 0 {
		return false, nil
	}
	t := s.ends[hop].transition
	moves, visited := len(s.moves), len(s.visited)
	if !s.visitDerived(t, id) {
		return false, nil
	}
	if hop == len(s.ends)-1 {
		return true, nil
	}
	edges, err := s.ends[hop].edges(ctx, id)
	if err != nil {
		return false, err
	}
	type attempt struct {
		to      int32
		choices int
	}
	var tried []attempt
	for _, e := range s.order(hop, id, edges) {
		made := s.choices(hop, choices, &t.moves[e.move])
		if made < 0 || slices.Contains(tried, attempt{e.to, made}) {
			continue
		}
		if leads, err := s.ends[hop+1].leads(ctx, e.to); err != nil {
			return false, err
		} else if !leads {
			continue
		}
		tried = append(tried, attempt{e.to, made})
		before := len(s.visited)
		if !s.goesByAll(hop) && !s.visit(t.hop.Returns, e.to) {
			continue
		}
		s.moves = append(s.moves, e.move)
		if found, err := s.reachEnd(ctx, hop+1, e.to, made); found || err != nil {
			return found, err
		}
		s.moves, s.visited = s.moves[:moves], s.visited[:before]
	}
	s.visited = s.visited[:visited]
	return false, nil
}

// goesByAll reports whether the move from a hop goes on by all entities that rows name, and
// to one of them only in name.
func (s *search) goesByAll(hop int) bool {
	return s.ends[hop].mode == modeAll || s.ends[hop].mode == modeSome
}

// choices returns how many choices moves have made after one more; -1 if those are too many.
// The last move of a demand about whole sets chooses nothing.
func (s *search) choices(hop, before int, m *plan.Move) int {
	if s.limited == nil || s.goesByAll(hop) {
		return before
	}
	n, usual := m.Choices(s.limited, s.path, hop)
	if !usual || before+n > mostChoices {
		return -1
	}
	return before + n
}

// route returns the entities through which moves, given by their numbers, lead a start
// entity to the last hop; nil if they lead nowhere or come back to an entity.
func (s *search) route(ctx context.Context, start int32, moves []int32) (route, error) {
	out := route{start}
	s.visited = append(s.visited[:0], visit{s.path.Start, start})
	id := start
	for hop, end := range s.ends {
		if leads, err := end.leads(ctx, id); !leads || err != nil || !s.visitDerived(end.transition, id) {
			return nil, err
		}
		if hop == len(moves) {
			break
		}
		edges, err := end.edges(ctx, id)
		if err != nil {
			return nil, err
		}
		to, ok := along(edges, moves[hop])
		if !ok || !s.goesByAll(hop) && !s.visit(end.transition.hop.Returns, to) {
			return nil, nil
		}
		id = to
		out = append(out, id)
	}
	return out, nil
}

// visitDerived visits the entity that a transition's hop derives from another, if it
// does; false if the search has been there.
func (s *search) visitDerived(t *transition, id int32) bool {
	if t.derive == nil {
		return true
	}
	name, _ := t.subject(id)
	derived, ok := t.accepts.id[joined(name)]
	return !ok || s.visit(t.hop.Accepts, derived)
}

// visit visits an entity; false if the search has been there, or must not go there.
func (s *search) visit(entity string, id int32) bool {
	at := visit{entity, id}
	if s.excluded[at] {
		s.detoured = true
		return false
	}
	if slices.Contains(s.visited, at) {
		return false
	}
	s.visited = append(s.visited, at)
	return true
}

// limited returns the domain if a path is long, nil otherwise.
func (g *Grounder) limited(p plan.Path) *domain.Domain {
	if plan.IsLong(g.domain, p) {
		return g.domain
	}
	return nil
}

// unusual is the number of steps of a search of which one tries unusual moves
// ([plan.Move.Unusual]) as soon as others; the other steps try them last.
const unusual = 8

// filtered is the number of steps of a search of which one tries moves that begin with a filter as
// soon as others: questions with a year are welcome, but there are many years.
const filtered = 4

// order returns the edges of a hop from an entity in the order to try them. It is drawn by what
// the moves do, so that it does not change with other moves.
func (s *search) order(hop int, from int32, edges []edge) []edge {
	if !s.drawn || len(edges) < 2 {
		return edges
	}
	t := s.ends[hop].transition
	draws := s.draws.With(t.from.draws[from]).With(digest.Draws(hop))
	filteredLast, unusualLast := draws.Of("filtered").IntN(filtered) > 0, draws.Of("unusual").IntN(unusual) > 0
	type ranked struct {
		edge
		last int // the larger, the later
		rank digest.Draws
	}
	order := make([]ranked, len(edges))
	for i, e := range edges {
		m := &t.moves[e.move]
		order[i] = ranked{edge: e, rank: draws.With(t.draws[e.move])}
		if unusualLast && m.Unusual() {
			order[i].last += 2
		}
		if filteredLast && m.Filtered {
			order[i].last++
		}
	}
	slices.SortFunc(order, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.last, b.last), cmp.Compare(a.rank, b.rank), cmp.Compare(a.move, b.move))
	})
	out := make([]edge, len(edges))
	for i := range order {
		out[i] = order[i].edge
	}
	return out
}
