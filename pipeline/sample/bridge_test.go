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
		d.valued, d.worthBounds, d.exchangeBounds = false, nil, nil
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
	demands := map[*candidate]proposal{} // what each candidate is best asked for, as things stand
	s.afresh(func(d *depth) {
		for _, c := range d.candidates {
			if t, _ := s.evaluate(c, 0); t.candidate != nil {
				demands[c] = t
			}
		}
	})
	s.eachGulf(func(add, drop *accepted, lost []int32, more int) {
		s.elements.use(add.has, 1)
		s.elements.use(drop.has, -1)
		for _, d := range s.depths {
			for _, c := range d.candidates {
				t, ok := demands[c]
				if !ok || slices.ContainsFunc(lost, func(id int32) bool { return !slices.Contains(c.has, id) }) {
					continue
				}
				for _, a := range d.accepted {
					t.worth = (more + s.elements.gain(c.has) - s.elements.loss(a.has, c.has)) * s.trust(c)
					if a != drop && t.worth > best.worth {
						best = t
					}
				}
			}
		}
		s.elements.use(add.has, -1)
		s.elements.use(drop.has, 1)
	})
	return best
}

// eachGulf goes through the pairs of a choice in reserve that fills a gap and an accepted one
// that has one or two things of note it alone has and the other has not, where more would be
// covered if these were not lost: of the pairs that lose the same the one that gains most.
func (s *Sampler) eachGulf(see func(add, drop *accepted, lost []int32, more int)) {
	ofNote := func(id int32) bool {
		return slices.Contains([]axis{toolAxis, transitionAxis, operatorAxis}, s.elements.axes[id])
	}
	type gulf struct {
		add, drop *accepted
		lost      []int32
		more      int
	}
	before := s.covered()
	instead := func(add, drop *accepted) int {
		s.elements.use(add.has, 1)
		s.elements.use(drop.has, -1)
		defer s.elements.use(drop.has, 1)
		defer s.elements.use(add.has, -1)
		return s.covered() - before
	}
	var all []gulf
	for _, d := range s.depths {
		for _, add := range d.reserve {
			if !slices.ContainsFunc(add.has, func(id int32) bool { return ofNote(id) && s.elements.used[id] == 0 }) {
				continue
			}
			for _, drop := range d.accepted {
				g := gulf{add: add, drop: drop, more: instead(add, drop)}
				worth := g.more
				for _, id := range drop.has {
					if ofNote(id) && s.elements.used[id] == 1 && !slices.Contains(add.has, id) {
						g.lost = append(g.lost, id)
						worth += s.elements.weight(id)
					}
				}
				slices.Sort(g.lost)
				if len(g.lost) == 0 || len(g.lost) > 2 || worth <= 0 {
					continue
				}
				if i := slices.IndexFunc(all, func(o gulf) bool { return slices.Equal(o.lost, g.lost) }); i < 0 {
					all = append(all, g)
				} else if g.more > all[i].more {
					all[i] = g
				}
			}
		}
	}
	for _, g := range all {
		see(g.add, g.drop, g.lost, g.more)
	}
}
