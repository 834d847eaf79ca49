package sample

import (
	"slices"
)

// Bridge returns an untried choice that, once in reserve, should let [Sampler.Improve]
// accept another choice of the reserve. That other choice would gain more than some
// accepted choice, except for a few elements that only the accepted choice has. The path
// of the returned choice has these elements, and can itself replace another accepted
// choice at little loss. Of all such choices Bridge returns the one with the largest net
// gain times the trust in its path (see [Sampler]); it then counts as tried. Ok is false
// when none is left, or only choices whose every element has already failed.
func (s *Sampler) Bridge() (c Choice, ok bool) {
	s.blamePending()
	obstacles := s.obstacles()
	best := new(proposal)
	for _, d := range s.depths {
		s.updateGains(d)
		for i, c := range d.candidates {
			trust := s.trust(c)
			if trust == 0 || len(c.tried) == len(c.list.demands) {
				continue
			}
			for _, g := range obstacles {
				if !contains(c.has, g.lost) {
					continue
				}
				p := d.slotFor(s, i, g.drop)
				more := g.more + s.elements.gain(c.has) - p.loss
				if p.of == nil || more*trust <= best.worth {
					continue
				}
				if t, _ := s.evaluate(c, 0); t.candidate != nil {
					t.worth = more * trust
					best = &t
				}
			}
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.handOut(best), true
}

// obstacle is what keeps a choice in reserve out of the sample.
type obstacle struct {
	lost []int32   // tools, transitions and operators that only drop has, sorted
	drop *accepted // the accepted choice that it would replace
	more int       // gain of the replacement, by weight, if lost were not lost
}

// mostLost is the number of lost elements from which on one choice cannot bring them back.
const mostLost = 3

// obstacles returns the obstacles of the choices in reserve that fill gaps: for each set of
// lost elements the one with the largest gain.
func (s *Sampler) obstacles() []obstacle {
	var all []obstacle
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if !s.elements.fills(c.has) {
				continue
			}
			for j := range d.accepted {
				t := s.planSwap(d, i, j)
				g := obstacle{lost: s.elements.lost(t.drop.has, c.has), drop: t.drop, more: t.more}
				for _, id := range g.lost {
					g.more += s.elements.weight(id)
				}
				if len(g.lost) == 0 || len(g.lost) >= mostLost || g.more <= 0 {
					continue
				}
				at := slices.IndexFunc(all, func(o obstacle) bool { return slices.Equal(o.lost, g.lost) })
				if at < 0 {
					all = append(all, g)
				} else if g.more > all[at].more {
					all[at] = g
				}
			}
		}
	}
	return all
}

// lost returns the tools, transitions and operators of an accepted choice that no other
// accepted choice has, those in keep left out, sorted.
func (e *elements) lost(has, keep []int32) []int32 {
	var ids []int32
	for _, id := range has {
		a := e.axes[id]
		if e.used[id] == 1 && (a == toolAxis || a == transitionAxis || a == operatorAxis) && !slices.Contains(keep, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func contains(has, ids []int32) bool {
	return !slices.ContainsFunc(ids, func(id int32) bool { return !slices.Contains(has, id) })
}

// slot is an accepted choice that may be replaced, and the loss, by weight.
type slot struct {
	of   *accepted // nil for none
	loss int
}

// slotFor returns the accepted choice, other than except, that a candidate, by number,
// replaces at the least loss; of is nil if no other is accepted.
func (d *depth) slotFor(s *Sampler, candidate int, except *accepted) slot {
	if d.slots == nil {
		d.slots = make([]*[2]slot, len(d.candidates))
	}
	best := d.slots[candidate]
	if best == nil {
		best = new([2]slot)
		for _, a := range d.accepted {
			p := slot{a, s.elements.loss(a.has, d.candidates[candidate].has)}
			switch {
			case best[0].of == nil || p.loss < best[0].loss:
				best[0], best[1] = p, best[0]
			case best[1].of == nil || p.loss < best[1].loss:
				best[1] = p
			}
		}
		d.slots[candidate] = best
	}
	if best[0].of == except {
		return best[1]
	}
	return best[0]
}
