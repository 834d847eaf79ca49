package sample

import (
	"slices"
)

// Bridge returns a choice that was not handed out before and that, once in reserve,
// lets [Sampler.Improve] take in another that is there already: the one in reserve
// covers more than some accepted choice but for a few things that this alone has, and
// the path of the choice returned has these and can take the place of another accepted
// one at little loss. Of all such it is the one with the largest difference times trust
// in the path. It is taken off; ok is false where there is none but such as failed in all
// their parts before.
func (s *Sampler) Bridge() (c Choice, ok bool) {
	s.settle()
	gulfs := s.gulfs()
	best := new(turn)
	for _, d := range s.depths {
		s.value(d)
		for i, c := range d.candidates {
			trust := s.trust(c)
			if trust == 0 || len(c.tried) == len(c.asking.demands) {
				continue
			}
			for _, g := range gulfs {
				if !contains(c.has, g.lost) {
					continue
				}
				p := d.placeFor(s, i, g.drop)
				more := g.more + s.elements.gain(c.has) - p.loss
				if p.of == nil || more*trust <= best.worth {
					continue
				}
				if t, _ := s.weigh(c, 0); t.candidate != nil {
					t.worth = more * trust
					best = &t
				}
			}
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.hand(best), true
}

// gulf is what stands between a choice in reserve and the sample.
type gulf struct {
	lost []int32   // tools, transitions and operators that only the choice in its place has, sorted
	drop *accepted // the choice in its place
	more int       // what is gained, by weight, if they are not lost
}

// wide is how many lost elements are more than one choice can bring back.
const wide = 3

// gulfs returns what stands between the choices in reserve that fill gaps and the sample,
// the largest gain for each that is lost.
func (s *Sampler) gulfs() []gulf {
	var all []gulf
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if !s.elements.fills(c.has) {
				continue
			}
			for j := range d.accepted {
				t := s.trade(d, i, j)
				g := gulf{lost: s.elements.lost(t.drop.has, c.has), drop: t.drop, more: t.more}
				for _, id := range g.lost {
					g.more += s.elements.weight(id)
				}
				if len(g.lost) == 0 || len(g.lost) >= wide || g.more <= 0 {
					continue
				}
				at := slices.IndexFunc(all, func(o gulf) bool { return slices.Equal(o.lost, g.lost) })
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

// lost returns the tools, transitions and operators among what a choice has that nothing
// else accepted has, less what is in keep, sorted.
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

// place is an accepted choice that may give way, and what is lost with it, by weight.
type place struct {
	of   *accepted // nil for none
	loss int
}

// placeFor returns where least is lost when a candidate, by number, takes the place of an
// accepted choice, but for one; of none where no other is accepted.
func (d *depth) placeFor(s *Sampler, candidate int, but *accepted) place {
	if d.places == nil {
		d.places = make([]*[2]place, len(d.candidates))
	}
	best := d.places[candidate]
	if best == nil {
		best = new([2]place)
		for _, a := range d.accepted {
			p := place{a, s.elements.loss(a.has, d.candidates[candidate].has)}
			switch {
			case best[0].of == nil || p.loss < best[0].loss:
				best[0], best[1] = p, best[0]
			case best[1].of == nil || p.loss < best[1].loss:
				best[1] = p
			}
		}
		d.places[candidate] = best
	}
	if best[0].of == but {
		return best[1]
	}
	return best[0]
}
