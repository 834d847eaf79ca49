package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Exchange returns a choice that was not handed out before and an accepted one of
// the same depth in whose place it would cover more: a tool, a transition or an
// operator that no accepted choice has, and by weight more than is lost. Of all such
// pairs, at any depth, it is the one with the largest difference times the trust in
// the choice, which is taken off; ok is false where there is none but such as failed
// in all their parts before. How many are tried is for the caller to bound.
func (s *Sampler) Exchange() (add, drop Choice, ok bool) {
	s.settle()
	best := new(turn)
	var gone *accepted
	for _, d := range s.depths {
		s.value(d)
		for i, most := range d.swaps {
			if most < best.worth {
				continue
			}
			c := d.candidates[i]
			if d.swaps[i] = s.swap(c); d.swaps[i] < best.worth {
				continue
			}
			for _, demand := range s.filling(c) {
				if t, a := s.exchange(d, c, demand, best.worth); a != nil && (gone == nil || t.before(best)) {
					best, gone = &t, a
				}
			}
		}
	}
	if gone == nil {
		return Choice{}, Choice{}, false
	}
	return s.hand(best), gone.choice, true
}

// hopeless is the trust below which no exchange is tried.
const hopeless = 2

// swap returns the most that an exchange for a candidate can be worth, -1 if none is
// tried.
func (s *Sampler) swap(c *candidate) int {
	if len(c.asking.fills) == 0 && !s.elements.fills(c.has) {
		return -1
	}
	trust := s.quotes.trust(c.record.rate(), c.has)
	if trust < hopeless {
		return -1
	}
	return (s.quotes.gain(c.has) + c.asking.most) * trust
}

// filling returns the demands, by number, with which a candidate fills a gap: the
// best one if its path does, else those that do themselves.
func (s *Sampler) filling(c *candidate) []int {
	if !s.elements.fills(c.has) {
		return c.asking.fills
	}
	if t, _ := s.weigh(c, 0); t.candidate != nil {
		return []int{t.demand}
	}
	return nil
}

// exchange returns a candidate's turn with a demand and the accepted choice it best
// takes the place of; nil if there is none or it is worth less than some worth.
func (s *Sampler) exchange(d *depth, c *candidate, demand, least int) (turn, *accepted) {
	has := c.asking.has[demand]
	gain := s.elements.gain(c.has) + s.elements.gain(has)
	trust := s.elements.trust(s.trust(c), has)
	if gain*trust < least || trust < hopeless || slices.Contains(c.tried, demand) {
		return turn{}, nil
	}
	var gone *accepted
	most := 0
	for _, a := range d.accepted {
		if more := gain - s.elements.loss(a.has, c.has, has); more > most {
			most, gone = more, a
		}
	}
	return turn{candidate: c, demand: demand, worth: most * trust, overlap: s.elements.overlap(c.has)}, gone
}

// Replace records that a choice of [Sampler.Exchange] became tasks in the place of
// the accepted one, which is in reserve then. Beside is as for [Sampler.Accept].
func (s *Sampler) Replace(add, drop Choice, beside ...plan.Operator) {
	d, at, _ := s.find(drop)
	s.withdraw(d, slices.IndexFunc(d.accepted, func(a *accepted) bool { return a.candidate == at && a.choice.Demand == drop.Demand }))
	s.Accept(add, beside...)
}
