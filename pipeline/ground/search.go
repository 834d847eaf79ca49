package ground

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// search looks for moves that lead one start entity through a path and through no
// entity twice, depth first, in an order drawn with r, or in the moves' order
// where r is nil.
type search struct {
	path  plan.Path
	legs  []*leg
	mode  mode  // of the last leg but one
	alive []set // by hop: what leads to the end; nil where nothing was cut
	r     *rand.Rand
	moves []int32 // by number, one for each hop but the last
	been  []place
	left  int // entities that may still be asked about; below 0 the search was given up
}

// place is an entity on the way.
type place struct {
	entity string
	id     int32
}

// budget is how many entities one search may ask about before it gives up.
const budget = 1000

// find returns the numbers of moves that lead a start entity to the last hop, one
// for each hop but the last; nil if there are none, or none within the budget.
func (s *search) find(start int32) []int32 {
	s.moves, s.left = make([]int32, 0, len(s.path.Hops)-1), budget
	s.been = append(s.been[:0], place{s.path.Start, start})
	if !s.through(0, start) {
		return nil
	}
	return s.moves
}

// through reports whether the entity a hop starts from can be led to the last hop;
// s.moves then has the way.
func (s *search) through(hop int, id int32) bool {
	if s.left--; s.left < 0 {
		return false
	}
	l := s.legs[hop]
	moves, been := len(s.moves), len(s.been)
	if !s.derive(l, id) {
		return false
	}
	if hop == len(s.legs)-1 {
		return true
	}
	var tried []int32
	for _, w := range s.order(l, s.ways(hop).from(id)) {
		if slices.Contains(tried, w.to) || !s.goes(hop+1, w.to) {
			continue
		}
		tried = append(tried, w.to)
		at := len(s.been)
		if !s.visit(l.hop.Returns, w.to) {
			continue
		}
		s.moves = append(s.moves, w.move)
		if s.through(hop+1, w.to) {
			return true
		}
		s.moves, s.been = s.moves[:moves], s.been[:at]
	}
	s.been = s.been[:been]
	return false
}

// goes reports whether a hop leads on from an entity, and to the end where that is
// known.
func (s *search) goes(hop int, id int32) bool {
	if s.alive == nil {
		return s.ways(hop).state[id] > 0
	}
	return s.alive[hop].has(id)
}

// ways returns where a hop leads.
func (s *search) ways(hop int) *ways { return &s.legs[hop].ways[modeAt(s.path, hop, s.mode)] }

// route returns the way on which moves, given by their numbers, lead a start entity
// to the last hop and through no entity twice; nil if they do not.
func (s *search) route(start int32, moves []int32) *route {
	way := &route{at: []int32{start}}
	s.been = append(s.been[:0], place{s.path.Start, start})
	id := start
	for hop, l := range s.legs {
		if !s.goes(hop, id) || !s.derive(l, id) {
			return nil
		}
		if hop == len(moves) {
			break
		}
		to, ok := s.ways(hop).to(id, moves[hop])
		if !ok || !s.visit(l.hop.Returns, to) {
			return nil
		}
		id = to
		way.at = append(way.at, id)
	}
	return way
}

// derive goes to the entity a leg derives from another, if it does; false if the
// way has been there.
func (s *search) derive(l *leg, id int32) bool {
	if l.derive == nil {
		return true
	}
	name, _ := l.asked(id)
	via, ok := l.accepts.id[strings.Join(name, unit)]
	return !ok || s.visit(l.hop.Accepts, via)
}

// visit goes to an entity; false if the way has been there.
func (s *search) visit(entity string, id int32) bool {
	at := place{entity, id}
	if slices.Contains(s.been, at) {
		return false
	}
	s.been = append(s.been, at)
	return true
}

// order returns the ways in the order to try them.
func (s *search) order(l *leg, ways []way) []way {
	if s.r == nil {
		return ways
	}
	order := drawn(s.r, len(ways), func(i int) bool { return l.moves[ways[i].move].Filtered })
	out := make([]way, len(ways))
	for i, j := range order {
		out[i] = ways[j]
	}
	return out
}

// drawn returns 0 to n-1 in an order drawn with r, in which, three times in four,
// the unfiltered come first: questions with a year are welcome, but there are many
// years.
func drawn(r *rand.Rand, n int, filtered func(int) bool) []int {
	order := r.Perm(n)
	if r.IntN(4) > 0 {
		slices.SortStableFunc(order, func(a, b int) int {
			switch fa, fb := filtered(a), filtered(b); {
			case fa == fb:
				return 0
			case fb:
				return -1
			}
			return 1
		})
	}
	return order
}
