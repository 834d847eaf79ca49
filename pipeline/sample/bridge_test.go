package sample

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is handed out to be held in reserve is the best of all there is, whatever was
// accepted, reserved and swapped.
func TestReserveIsTheBestOfAll(t *testing.T) {
	made := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := crowded(t, 60, 25, 16)
		p.improve()
		for range 12 {
			switch rapid.SampledFrom([]string{"step", "improve", "explore", "bridge"}).Draw(t, "what") {
			case "step":
				p.step()
			case "improve":
				p.improve()
			case "explore":
				p.blamePending()
				want := p.bestGap()
				c, ok := p.Explore()
				p.holds("Explore", c, ok, want, made)
			case "bridge":
				p.blamePending()
				want := p.bestBridge()
				c, ok := p.Bridge()
				p.holds("Bridge", c, ok, want, made)
			}
		}
	})
	if (made["Explore"] == 0 || made["Bridge"] == 0) && !testing.Short() {
		t.Errorf("so many were handed out: %v, want some of both", made)
	}
}

// holds compares what was handed out with what is best; the sampler may keep the choice
// in reserve.
func (p *player) holds(what string, c Choice, ok bool, want proposal, made map[string]int) {
	if ok != (want.candidate != nil) {
		p.t.Fatalf("%s() = %v, want %v", what, ok, want.candidate != nil)
	}
	if !ok {
		return
	}
	made[what]++
	if got := p.pending; got.worth != want.worth || got.candidate != want.candidate || got.demand != want.demand {
		p.t.Fatalf("%s() = %s %+v worth %d, want %s demand %d worth %d", what, c.Path, c.Demand, got.worth, want.candidate.path, want.demand, want.worth)
	}
	p.take(c)
	if rapid.Bool().Draw(p.t, "luck") {
		p.Reserve(c)
		p.spare = append(p.spare, c)
	}
}

// afresh calls what is to be done for each depth that has accepted something, valued
// without what was known before.
func (s *Sampler) afresh(do func(d *depth)) {
	for _, d := range s.depths {
		if len(d.accepted) == 0 {
			continue
		}
		known := *d
		d.valued, d.worthBounds, d.exchangeBounds, d.slots = false, nil, nil, nil
		s.updateGains(d)
		do(d)
		*d = known
	}
}

// rare returns the weight of the tools and transitions that nothing has, and a third of
// those that one alone has.
func (s *Sampler) rare(c *candidate) int {
	have := map[int32]int{}
	for _, d := range s.depths {
		for _, a := range slices.Concat(d.accepted, d.reserve) {
			for _, id := range a.has {
				have[id]++
			}
		}
	}
	n := 0
	for _, id := range c.has {
		if a := s.elements.axes[id]; a == startAxis || have[id] > 1 {
			continue
		}
		n += s.elements.weight(id) / (1 + 2*have[id])
	}
	return n
}

// bestGap weighs everything there is for [Sampler.Explore].
func (s *Sampler) bestGap() (best proposal) {
	s.afresh(func(d *depth) {
		for _, c := range d.candidates {
			t, _ := s.evaluate(c, 0)
			if t.candidate == nil {
				continue
			}
			t.worth = s.rare(c) * s.elements.trust(s.trust(c), c.list.has[t.demand])
			if t.worth > 0 && (best.candidate == nil || t.before(&best)) {
				best = t
			}
		}
	})
	return best
}

// bestBridge weighs everything there is for [Sampler.Bridge].
func (s *Sampler) bestBridge() (best proposal) {
	s.afresh(func(d *depth) {
		for _, c := range d.candidates {
			t, _ := s.evaluate(c, 0)
			if t.candidate == nil {
				continue
			}
			s.eachGulf(func(drop *accepted, lost []int32, more int) {
				if slices.ContainsFunc(lost, func(id int32) bool { return !slices.Contains(c.has, id) }) {
					return
				}
				for _, a := range d.accepted {
					t.worth = (more + s.elements.gain(c.has) - s.elements.loss(a.has, c.has)) * s.trust(c)
					if a != drop && t.worth > best.worth {
						best = t
					}
				}
			})
		}
	})
	return best
}

// eachGulf goes through all pairs of a choice in reserve that fills a gap and an accepted
// one that has one or two things of note it alone has and the other has not, where more
// would be covered if these were not lost.
func (s *Sampler) eachGulf(see func(drop *accepted, lost []int32, more int)) {
	ofNote := func(id int32) bool {
		return slices.Contains([]axis{toolAxis, transitionAxis, operatorAxis}, s.elements.axes[id])
	}
	for _, d := range s.depths {
		for _, add := range d.reserve {
			if !slices.ContainsFunc(add.has, func(id int32) bool { return ofNote(id) && s.elements.used[id] == 0 }) {
				continue
			}
			for _, drop := range d.accepted {
				var lost []int32
				more := s.elements.gain(add.has)
				for _, id := range drop.has {
					switch {
					case s.elements.used[id] > s.elements.wanted[id] || slices.Contains(add.has, id) && s.elements.used[id] == s.elements.wanted[id]:
					case ofNote(id):
						lost = append(lost, id)
					default:
						more -= s.elements.weight(id)
					}
				}
				if (len(lost) == 1 || len(lost) == 2) && more > 0 {
					see(drop, lost, more)
				}
			}
		}
	}
}
