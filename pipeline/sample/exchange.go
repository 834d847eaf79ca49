package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Exchange returns an untried choice and an accepted one of the same depth that it should
// replace. The new choice has a tool, a transition or an operator that no accepted choice
// has, and its gain is larger than the loss. Of all such pairs, at any depth, Exchange
// returns the one with the largest difference of gain and loss times the trust in the new
// choice, which then counts as tried. Ok is false when no pair is left, or only choices
// whose every element has already failed. The caller bounds how many are tried.
func (s *Sampler) Exchange() (add, drop Choice, ok bool) {
	s.blamePending()
	best := new(proposal)
	var give *accepted
	for _, d := range s.depths {
		s.updateGains(d)
		for i, most := range d.exchangeBounds {
			if most < best.worth {
				continue
			}
			c := d.candidates[i]
			if d.exchangeBounds[i] = s.exchangeBound(c); d.exchangeBounds[i] < best.worth {
				continue
			}
			for _, demand := range s.gapDemands(c) {
				if t, a := s.exchange(d, c, demand, best.worth); a != nil && (give == nil || t.before(best)) {
					best, give = &t, a
				}
			}
		}
	}
	if give == nil {
		return Choice{}, Choice{}, false
	}
	return s.handOut(best), give.choice, true
}

// hopeless is the trust, in parts of unit, below which no exchange is tried.
const hopeless = 2

// exchangeBound returns an upper bound of the worth of an exchange for a candidate, -1 if
// none is tried.
func (s *Sampler) exchangeBound(c *candidate) int {
	if len(c.list.fills) == 0 && !s.elements.fills(c.has) {
		return -1
	}
	trust := s.snapshot.trust(c.record.rate(), c.has)
	if trust < hopeless {
		return -1
	}
	return (s.snapshot.gain(c.has) + c.list.most) * trust
}

// gapDemands returns the demands, by number, with which a candidate has an element that no
// accepted choice has: if its path has one the best demand, else the demands that have one.
func (s *Sampler) gapDemands(c *candidate) []int {
	if !s.elements.fills(c.has) {
		return c.list.fills
	}
	if t, _ := s.evaluate(c, 0); t.candidate != nil {
		return []int{t.demand}
	}
	return nil
}

// exchange returns the proposal of a candidate with a demand, and the accepted choice that
// it best replaces; nil if there is none or the exchange is worth less than least.
func (s *Sampler) exchange(d *depth, c *candidate, demand, least int) (proposal, *accepted) {
	has := c.list.has[demand]
	gain := s.elements.gain(c.has) + s.elements.gain(has)
	trust := s.elements.trust(s.trust(c), has)
	if gain*trust < least || trust < hopeless || slices.Contains(c.tried, demand) {
		return proposal{}, nil
	}
	var drop *accepted
	most := 0
	for _, a := range d.accepted {
		if !s.restrained.admits(c.list.restrain[demand], a.restrain) {
			continue
		}
		if more := gain - s.elements.loss(a.has, c.has, has); more > most {
			most, drop = more, a
		}
	}
	return proposal{candidate: c, demand: demand, worth: most * trust, overlap: s.elements.overlap(c.has)}, drop
}

// Replace records that the new choice of [Sampler.Exchange] became tasks and is accepted in
// the place of the other, which moves to the reserve. Operators are as for [Sampler.Accept].
func (s *Sampler) Replace(add, drop Choice, operators ...plan.Operator) {
	d, at, _ := s.find(drop)
	s.withdraw(d, slices.IndexFunc(d.accepted, func(a *accepted) bool { return a.candidate == at && a.choice.Demand == drop.Demand }))
	s.Accept(add, operators...)
}
