package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Swap is an accepted choice and one in reserve that takes its place.
type Swap struct {
	Add  Choice // was in reserve
	Drop Choice // is there now
}

// Explore returns a choice that was not handed out before and has a tool or a transition
// that no accepted choice or one in reserve has, or one alone has, at a depth where
// something is accepted, whether or not there is room for it: the one with the largest
// weight of these times trust, where what one has already counts a third. It is taken
// off; ok is false where none is left but such as failed in all their parts before.
func (s *Sampler) Explore() (c Choice, ok bool) {
	s.settle()
	best := new(turn)
	for _, d := range s.depths {
		if len(d.accepted) == 0 {
			continue
		}
		s.value(d)
		for _, c := range d.candidates {
			if t := s.explore(c, best.worth); t.candidate != nil && (best.candidate == nil || t.before(best)) {
				best = &t
			}
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.hand(best), true
}

// explore returns the turn of a candidate; none if it fills no gap, or surely is worth
// less than some worth.
func (s *Sampler) explore(c *candidate, least int) turn {
	gap := s.elements.gap(c.has)
	if trust := s.trust(c); gap == 0 || trust == 0 || gap*trust < least {
		return turn{}
	}
	t, _ := s.weigh(c, 0)
	if t.candidate == nil {
		return turn{}
	}
	t.worth = gap * s.elements.trust(s.trust(c), c.asking.has[t.demand])
	if t.worth == 0 || t.worth < least {
		return turn{}
	}
	return t
}

// gap returns the weight of the tools and transitions that nothing accepted or in reserve
// has, and a third of that of those one alone has.
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

// Fills reports whether a choice that was handed out has a tool, a transition or an
// operator that no accepted choice has.
func (s *Sampler) Fills(c Choice) bool {
	_, at, demand := s.find(c)
	return s.elements.fills(at.has) || s.elements.fills(at.asking.has[demand])
}

// Reserve records that a choice became tasks that are kept beside the sample. Beside is
// as for [Sampler.Accept].
func (s *Sampler) Reserve(c Choice, beside ...plan.Operator) {
	s.Accept(c, beside...)
	d, _, _ := s.find(c)
	s.withdraw(d, len(d.accepted)-1)
}

// withdraw puts an accepted choice of a depth, by number, in reserve.
func (s *Sampler) withdraw(d *depth, i int) {
	a := d.accepted[i]
	s.elements.use(a.has, -1)
	s.elements.reserve(a.has, 1)
	d.accepted = slices.Delete(d.accepted, i, i+1)
	d.reserve = append(d.reserve, a)
	s.revalue()
}

// Improve swaps accepted choices for ones in reserve, each for one of its depth, so that
// by weight more is covered, and returns what it did, in order: the one swap that gains
// most; where none gains, the two that gain most between them, of which the first brings
// in a tool, a transition or an operator that no accepted choice has, and the second
// brings back something that the first loses; nil where no such two gain either.
func (s *Sampler) Improve() []Swap {
	if w := s.swapFor(nil); w.more > 0 {
		return []Swap{s.swapping(w)}
	}
	var first, second trade
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if !s.elements.fills(c.has) {
				continue
			}
			for j := range d.accepted {
				t := s.trade(d, i, j)
				if then := s.after(t); t.more+then.more > first.more+second.more {
					first, second = t, then
				}
			}
		}
	}
	if first.more+second.more <= 0 {
		return nil
	}
	return []Swap{s.swapping(first), s.swapping(second)}
}

// Yield swaps an accepted choice for the one in reserve, of its depth and of those that
// fit, that costs least; ok is false where none fits.
func (s *Sampler) Yield(drop Choice, fits func(Choice) bool) (done Swap, ok bool) {
	d, at, _ := s.find(drop)
	out := slices.IndexFunc(d.accepted, func(a *accepted) bool { return a.candidate == at && a.choice.Demand == drop.Demand })
	var best trade
	for i, c := range d.reserve {
		if !fits(c.choice) {
			continue
		}
		if t := s.trade(d, i, out); best.depth == nil || t.more > best.more {
			best = t
		}
	}
	if best.depth == nil {
		return Swap{}, false
	}
	return s.swapping(best), true
}

// trade is a swap that may be made, and what is covered then more than before, by weight.
type trade struct {
	depth     *depth
	in, out   int // numbers in the depth's reserve, and among what it accepted
	add, drop *accepted
	more      int
}

// trade weighs the swap of a choice in reserve for an accepted one.
func (s *Sampler) trade(d *depth, in, out int) trade {
	add, drop := d.reserve[in], d.accepted[out]
	return trade{d, in, out, add, drop, s.elements.gain(add.has) - s.elements.loss(drop.has, add.has)}
}

// swapFor returns the swap that gains most, of those that bring back something lost
// where anything is; a trade of no depth for none.
func (s *Sampler) swapFor(lost []int32) (best trade) {
	for _, d := range s.depths {
		for i, c := range d.reserve {
			if lost != nil && !slices.ContainsFunc(lost, func(id int32) bool { return slices.Contains(c.has, id) }) {
				continue
			}
			for j := range d.accepted {
				if t := s.trade(d, i, j); t.more > best.more {
					best = t
				}
			}
		}
	}
	return best
}

// after returns the best swap once another was made, of those that bring back something
// of what that loses; its numbers are those once the other was made.
func (s *Sampler) after(t trade) trade {
	var lost []int32
	for _, id := range t.drop.has {
		if s.elements.used[id] == 1 && !slices.Contains(t.add.has, id) {
			lost = append(lost, id)
		}
	}
	if lost == nil {
		return trade{}
	}
	s.elements.use(t.drop.has, -1)
	s.elements.use(t.add.has, 1)
	d := t.depth
	reserve, held := d.reserve, d.accepted
	d.reserve = slices.Delete(slices.Clone(reserve), t.in, t.in+1)
	d.accepted = slices.Delete(slices.Clone(held), t.out, t.out+1)
	best := s.swapFor(lost)
	d.reserve, d.accepted = reserve, held
	s.elements.use(t.add.has, -1)
	s.elements.use(t.drop.has, 1)
	return best
}

// swapping makes a swap.
func (s *Sampler) swapping(t trade) Swap {
	d := t.depth
	s.elements.use(t.add.has, 1)
	s.elements.reserve(t.add.has, -1)
	d.reserve = slices.Delete(d.reserve, t.in, t.in+1)
	d.accepted = append(d.accepted, t.add)
	s.withdraw(d, t.out)
	return Swap{Add: t.add.choice, Drop: t.drop.choice}
}
