package sample

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Settle returns an untried choice that serves a matter and has a transition which no accepted
// or reserved choice has and with which fewer than [coverage.EnoughTries] choices were tried:
// the transition with the fewest tries, of a path with the fewest, and of its demands the best.
// It then counts as tried. Paths that start from a code are tried even when enough choices do: in
// reserve they can take the place of others. Ok is false when none is left: then every transition
// that could be covered either is, or has failed often enough.
func (s *Sampler) Settle() (c Choice, ok bool) {
	s.blamePending()
	tries := s.triesOfTransitions()
	best := new(proposal)
	fewest := 0
	for _, d := range s.depths {
		s.updateGains(d)
		for _, c := range d.candidates {
			least := leastTried(c.has, tries)
			if least < 0 || best.candidate != nil && cmp.Or(cmp.Compare(least, fewest), cmp.Compare(len(c.tried), len(best.candidate.tried))) >= 0 {
				continue
			}
			if demand := c.aimedDemand(); demand >= 0 {
				best, fewest = &proposal{candidate: c, demand: demand}, least
			}
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.handOut(best), true
}

// triesOfTransitions returns, for each transition without an accepted or reserved choice that has
// failed less than often enough, how many choices were tried with it.
func (s *Sampler) triesOfTransitions() map[int32]int {
	tries := map[int32]int{}
	for _, d := range s.depths {
		for _, c := range d.candidates {
			for _, id := range c.has {
				if s.elements.axes[id] == transitionAxis && s.elements.used[id]+s.elements.reserved[id] == 0 {
					tries[id] += len(c.tried)
				}
			}
		}
	}
	for id, n := range tries {
		if n >= coverage.EnoughTries {
			delete(tries, id)
		}
	}
	return tries
}

// leastTried returns the smallest number of tries of some elements; -1 if none is counted.
func leastTried(has []int32, tries map[int32]int) int {
	least := -1
	for _, id := range has {
		if n, ok := tries[id]; ok && (least < 0 || n < least) {
			least = n
		}
	}
	return least
}

// aimedDemand returns the untried demand of a candidate that gains most, of those with no
// restraint of their own; -1 for none. The gains of the depth are up to date.
func (c *candidate) aimedDemand() int {
	best := -1
	for i := range c.list.demands {
		if c.list.restrain[i].ofDemand() == (restraints{}) && !slices.Contains(c.tried, i) && (best < 0 || c.list.gains[i] > c.list.gains[best]) {
			best = i
		}
	}
	return best
}
