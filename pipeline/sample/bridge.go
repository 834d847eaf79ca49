package sample

import (
	"math"
	"slices"
)

// Bridge returns an untried choice that, once in reserve, should let [Sampler.Improve]
// accept another choice of the reserve. That other choice would gain more than some
// accepted choice, except for a few elements that only the accepted choice has. The path
// of the returned choice has these elements, and can itself replace another accepted
// choice at little loss. Of all such choices Bridge returns the one with the largest net
// gain of both swaps times the trust in its path (see [Sampler]); it then counts as tried. Ok
// is false when no choice is left that gains, or only choices whose every element has already
// failed.
func (s *Sampler) Bridge() (c Choice, ok bool) {
	s.blamePending()
	for _, d := range s.depths {
		s.updateGains(d)
	}
	var best *candidate
	worth := 0
	for _, o := range s.obstacles() {
		s.elements.use(o.drop.has, -1)
		s.elements.use(o.add.has, 1)
		for _, d := range s.depths {
			for _, c := range d.candidates {
				if !contains(c.has, o.lost) || len(c.tried) == len(c.list.demands) {
					continue
				}
				trust := s.trust(c)
				gain := o.more + s.elements.gain(c.has)
				if gain*trust <= worth {
					continue
				}
				more := gain - s.leastLoss(d, c, o.drop)
				if more*trust <= worth {
					continue
				}
				if t, _ := s.evaluate(c, 0); t.candidate != nil {
					best, worth = c, more*trust
				}
			}
		}
		s.elements.use(o.add.has, -1)
		s.elements.use(o.drop.has, 1)
	}
	if best == nil {
		return Choice{}, false
	}
	t, _ := s.evaluate(best, 0) // again, since ties between demands go by what is accepted
	t.worth = worth
	return s.handOut(&t), true
}

// leastLoss returns the weight that is lost if a candidate replaces an accepted choice of its
// depth other than except: the smallest; more than anything gains if there is no other.
func (s *Sampler) leastLoss(d *depth, c *candidate, except *accepted) int {
	least := math.MaxInt32
	for _, a := range d.accepted {
		if a != except {
			least = min(least, s.elements.loss(a.has, c.has))
		}
	}
	return least
}

// obstacle is what keeps a choice in reserve out of the sample: it would lose elements that
// the accepted choice which it replaces alone has.
type obstacle struct {
	swapPlan
	lost []int32 // tools, transitions and operators that only drop has, sorted
}

// mostLost is the number of lost elements from which on one choice cannot bring them back.
const mostLost = 3

// obstacles returns the obstacles of the choices in reserve that fill gaps and that the limits
// would let in: for each set of lost elements the one with the largest gain.
func (s *Sampler) obstacles() []obstacle {
	var all []obstacle
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if !s.elements.fills(c.has) {
				continue
			}
			for j := range d.accepted {
				o := obstacle{swapPlan: s.planSwap(d, i, j)}
				o.lost = s.elements.lost(o.drop.has, c.has)
				gained := o.more
				for _, id := range o.lost {
					gained += s.elements.weight(id)
				}
				if len(o.lost) == 0 || len(o.lost) >= mostLost || gained <= 0 {
					continue
				}
				at := slices.IndexFunc(all, func(other obstacle) bool { return slices.Equal(other.lost, o.lost) })
				switch {
				case at >= 0 && o.more <= all[at].more || !s.allowed(&o.swapPlan):
				case at < 0:
					all = append(all, o)
				default:
					all[at] = o
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
