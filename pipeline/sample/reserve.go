package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Swap is a choice in reserve that replaces an accepted one.
type Swap struct {
	Add  Choice // the choice that leaves the reserve
	Drop Choice // the choice that moves to the reserve
}

// Explore returns an untried choice that adds a tool or a transition held by at most one
// accepted or reserved choice, at a depth where some choice is accepted: the choice with the
// largest weight of these elements times trust, where an element that one choice holds counts
// a third. It then counts as tried. Ok is false when none is left, or only choices whose
// every element has already failed.
func (s *Sampler) Explore() (c Choice, ok bool) {
	s.blamePending()
	best := new(proposal)
	for _, d := range s.depths {
		if len(d.accepted) == 0 {
			continue
		}
		s.updateGains(d)
		for _, c := range d.candidates {
			if t := s.explore(c, best.worth); t.candidate != nil && (best.candidate == nil || t.before(best)) {
				best = &t
			}
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.handOut(best), true
}

// explore returns the proposal of a candidate; one without a candidate if it fills no gap or
// is worth less than least.
func (s *Sampler) explore(c *candidate, least int) proposal {
	gap := s.elements.gap(c.has)
	if trust := s.trust(c); gap == 0 || trust == 0 || gap*trust < least {
		return proposal{}
	}
	t, _ := s.evaluate(c, 0)
	if t.candidate == nil {
		return proposal{}
	}
	t.worth = gap * s.elements.trust(s.trust(c), c.list.has[t.demand])
	if t.worth == 0 || t.worth < least {
		return proposal{}
	}
	return t
}

// gap returns the weight of the tools and transitions that no accepted or reserved choice
// has, and a third of the weight of those that one choice has.
func (e *elements) gap(has []int32) int {
	n := 0
	for _, id := range has {
		if a := e.axes[id]; a != toolAxis && a != transitionAxis {
			continue
		}
		switch e.used[id] + e.reserved[id] {
		case 0:
			n += e.weight(id)
		case 1:
			n += e.weight(id) / 3
		}
	}
	return n
}

// Fills reports whether a choice that was handed out has a tool, a transition or an operator
// that no accepted choice has.
func (s *Sampler) Fills(c Choice) bool {
	_, at, demand := s.find(c)
	return s.elements.fills(at.has) || s.elements.fills(at.list.has[demand])
}

// Reserve records that a choice gave tasks that are kept in reserve. As after
// [Sampler.Accept], the choice is not handed out again, but its tools, transitions and
// operators do not count as covered. [Sampler.Improve] may bring it into the sample.
// Operators are as for Accept.
func (s *Sampler) Reserve(c Choice, operators ...plan.Operator) {
	s.Accept(c, operators...)
	d, _, _ := s.find(c)
	s.withdraw(d, len(d.accepted)-1)
}

// withdraw moves an accepted choice of a depth, by number, to the reserve.
func (s *Sampler) withdraw(d *depth, i int) {
	a := d.accepted[i]
	s.elements.use(a.has, -1)
	s.elements.reserve(a.has, 1)
	s.restrained.use(a.restrain, -1)
	d.accepted = slices.Delete(d.accepted, i, i+1)
	d.reserve = append(d.reserve, a)
	s.wantTexts(d)
	s.invalidate()
}

// Improve makes one improvement: it swaps accepted choices for choices in reserve of the
// same depth, so that the elements that accepted choices have gain in total weight, and
// returns the swaps in order. Elements and weights are those of [Sampler]. To make all
// improvements, call Improve until it returns nil.
//
// An improvement is the one swap that gains most. If no swap gains alone, it is the pair of
// swaps that gains most, among pairs in which the first swap adds a tool, a transition or
// an operator that no accepted choice has, and the second restores an element that the
// first removes. Improve returns nil if no such pair gains either. A choice in reserve whose tasks turn
// out to fail their proof leaves the reserve.
func (s *Sampler) Improve() []Swap {
	for {
		plans := s.improvement()
		failed := slices.IndexFunc(plans, func(t swapPlan) bool { return !s.proved(&t) })
		if failed < 0 {
			var swaps []Swap
			for _, t := range plans {
				swaps = append(swaps, s.makeSwap(t))
			}
			return swaps
		}
	}
}

// proved reports whether the tasks of the choice that a swap would add pass their proof. If they do not, the
// choice leaves the reserve.
func (s *Sampler) proved(t *swapPlan) bool {
	if s.proves == nil || s.proves(t.add.choice) {
		return true
	}
	t.depth.reserve = slices.DeleteFunc(t.depth.reserve, func(a *accepted) bool { return a == t.add })
	s.elements.reserve(t.add.has, -1)
	_, at, demand := s.find(t.add.choice)
	s.elements.discredit(&at.record, at.has, at.list.has[demand])
	s.invalidate()
	return false
}

// improvement returns the swaps of the best improvement, in order; nil for none.
func (s *Sampler) improvement() []swapPlan {
	if w := s.findSwap(nil, nil); w.more > 0 {
		return []swapPlan{w}
	}
	var first, second swapPlan
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if !s.elements.fills(c.has) {
				continue
			}
			for j := range d.accepted {
				t := s.planSwap(d, i, j)
				if then := s.bestAfter(t); then.depth != nil && t.more+then.more > first.more+second.more {
					first, second = t, then
				}
			}
		}
	}
	if first.more+second.more <= 0 {
		return nil
	}
	return []swapPlan{first, second}
}

// Yield swaps an accepted choice for a choice of the same depth that is in reserve and for
// which fits returns true: the one that loses least coverage. Ok is false if there is none.
func (s *Sampler) Yield(drop Choice, fits func(Choice) bool) (done Swap, ok bool) {
	d, at, _ := s.find(drop)
	out := slices.IndexFunc(d.accepted, func(a *accepted) bool { return a.candidate == at && a.choice.Demand == drop.Demand })
	var best swapPlan
	for i, c := range d.reserve {
		if !fits(c.choice) {
			continue
		}
		if t := s.planSwap(d, i, out); (best.depth == nil || t.more > best.more) && s.allowed(&t) {
			best = t
		}
	}
	switch {
	case best.depth == nil:
		return Swap{}, false
	case !s.proved(&best):
		return s.Yield(drop, fits)
	}
	return s.makeSwap(best), true
}

// swapPlan is a swap that may be made, and how much more it covers, by weight.
type swapPlan struct {
	depth     *depth
	in, out   int // numbers in the depth's reserve, and among what it accepted
	add, drop *accepted
	more      int
}

// planSwap plans the swap of a choice in reserve, by number, for an accepted one.
func (s *Sampler) planSwap(d *depth, in, out int) swapPlan {
	add, drop := d.reserve[in], d.accepted[out]
	return swapPlan{d, in, out, add, drop, s.elements.gain(add.has) - s.elements.loss(drop.has, add.has)}
}

// findSwap returns the swap that gains most of those that are allowed after another, which
// is nil for none; if lost is not nil, of those that bring back one of the lost elements. It
// returns a plan without a depth if none gains.
func (s *Sampler) findSwap(lost []int32, after *swapPlan) (best swapPlan) {
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if lost != nil && !slices.ContainsFunc(lost, func(id int32) bool { return slices.Contains(c.has, id) }) {
				continue
			}
			if s.elements.gain(c.has) <= best.more { // whatever it takes the place of
				continue
			}
			for j := range d.accepted {
				if t := s.planSwap(d, i, j); t.more > best.more && s.allowed(after, &t) {
					best = t
				}
			}
		}
	}
	return best
}

// allowed reports whether swaps may be made together. Those that are nil are left out.
func (s *Sampler) allowed(plans ...*swapPlan) bool {
	var added, dropped []restraints
	for _, t := range plans {
		if t != nil {
			added, dropped = append(added, t.add.restrain), append(dropped, t.drop.restrain)
		}
	}
	if !s.restrained.exchanges(added, dropped) {
		return false
	}
	if s.allows == nil {
		return true
	}
	var swaps []Swap
	for _, t := range plans {
		if t != nil {
			swaps = append(swaps, Swap{Add: t.add.choice, Drop: t.drop.choice})
		}
	}
	return s.allows(swaps...)
}

// bestAfter returns the best swap to make after another, of those that bring back an element
// which that loses. Its numbers are valid once the other is made.
func (s *Sampler) bestAfter(t swapPlan) swapPlan {
	var lost []int32
	for _, id := range t.drop.has {
		if s.elements.used[id] == 1 && !slices.Contains(t.add.has, id) {
			lost = append(lost, id)
		}
	}
	if lost == nil {
		return swapPlan{}
	}
	s.elements.use(t.drop.has, -1)
	s.elements.use(t.add.has, 1)
	d := t.depth
	reserve, held := d.reserve, d.accepted
	d.reserve = slices.Delete(slices.Clone(reserve), t.in, t.in+1)
	d.accepted = slices.Delete(slices.Clone(held), t.out, t.out+1)
	best := s.findSwap(lost, &t)
	d.reserve, d.accepted = reserve, held
	s.elements.use(t.add.has, -1)
	s.elements.use(t.drop.has, 1)
	return best
}

// makeSwap makes a swap.
func (s *Sampler) makeSwap(t swapPlan) Swap {
	d := t.depth
	s.elements.use(t.add.has, 1)
	s.elements.reserve(t.add.has, -1)
	d.reserve = slices.Delete(d.reserve, t.in, t.in+1)
	s.restrained.use(t.add.restrain, 1)
	d.accepted = append(d.accepted, t.add)
	s.withdraw(d, t.out)
	return Swap{Add: t.add.choice, Drop: t.drop.choice}
}
