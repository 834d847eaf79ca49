package sample

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Every exchange that is made covers more, at the same depth, by something new.
func TestExchangesCoverMore(t *testing.T) {
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 12)
		s := New(d)
		held := map[int][]Choice{} // by depth begun
		handed := []Choice{}
		for i, paths := range depths {
			s.Begin(paths, nil)
			for range rapid.IntRange(0, 4).Draw(t, "quota") {
				c, ok := s.Next()
				if !ok {
					break
				}
				handed = append(handed, c)
				if rapid.IntRange(0, 2).Draw(t, "luck") > 0 {
					s.Accept(c)
					held[i] = append(held[i], c)
				}
			}
		}
		for range 20 {
			before := s.covered()
			add, drop, ok := s.Exchange()
			if !ok {
				break
			}
			if where(handed, add) >= 0 {
				t.Fatalf("Exchange() adds %s %+v, which was handed out", add.Path, add.Demand)
			}
			handed = append(handed, add)
			at := -1
			for i := range depths {
				if where(held[i], drop) >= 0 && slices.ContainsFunc(depths[i], func(p plan.Path) bool { return p.ID == add.Path.ID }) {
					at = i
				}
			}
			if at < 0 {
				t.Fatalf("Exchange() = %s for %s, want an accepted choice of its depth", add.Path, drop.Path)
			}
			if rapid.IntRange(0, 2).Draw(t, "luck") == 0 {
				continue
			}
			made++
			s.Replace(add, drop)
			held[at][where(held[at], drop)] = add
			if after := s.covered(); after <= before {
				t.Fatalf("%s for %s covers %d, covered %d before", add.Path, drop.Path, after, before)
			}
		}
	})
	if made == 0 && !testing.Short() {
		t.Error("no exchange was made")
	}
}

// The exchange is the best of all there are, whatever was accepted: leaving out what
// cannot be leaves out nothing better.
func TestExchangeIsTheBestOfAll(t *testing.T) {
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 40)
		s := New(d)
		for _, paths := range depths {
			s.Begin(paths, nil)
			for range rapid.IntRange(0, 3).Draw(t, "quota") {
				if c, ok := s.Next(); ok {
					s.Accept(c)
				}
			}
		}
		for range 30 {
			s.blamePending()
			want, give := s.bestExchange()
			add, drop, ok := s.Exchange()
			if ok != (give != nil) {
				t.Fatalf("Exchange() = %v, want %v", ok, give != nil)
			}
			if !ok {
				break
			}
			if p := s.pending; p.worth != want.worth || p.candidate != want.candidate || drop.Path.ID != give.choice.Path.ID {
				t.Fatalf("Exchange() = %s %+v for %s worth %d, want %s for %s worth %d", add.Path, add.Demand, drop.Path, p.worth, want.candidate.path, give.choice.Path, want.worth)
			}
			made++
			if rapid.IntRange(0, 3).Draw(t, "luck") == 0 {
				s.Replace(add, drop)
			}
		}
	})
	if made == 0 && !testing.Short() {
		t.Error("no exchange was made")
	}
}

// bestExchange tries everything there is at all depths, without what was known before.
func (s *Sampler) bestExchange() (best proposal, drop *accepted) {
	for _, d := range s.depths {
		known := *d
		d.valued, d.worthBounds, d.exchangeBounds = false, nil, nil
		s.updateGains(d)
		for _, c := range d.candidates {
			for _, demand := range s.gapDemands(c) {
				if t, a := s.exchange(d, c, demand, 0); a != nil && (drop == nil || t.before(&best)) {
					best, drop = t, a
				}
			}
		}
		*d = known
	}
	return best, drop
}

// where returns where a list has a choice, below 0 if it has not.
func where(list []Choice, c Choice) int {
	return slices.IndexFunc(list, func(x Choice) bool { return x.Path.ID == c.Path.ID && x.Demand == c.Demand })
}

// What is accepted in the place of another leaves nothing of that behind.
func TestReplaceForgets(t *testing.T) {
	f := grown["toy"]()
	s := New(f.domain)
	s.Begin(f.paths[1], nil)
	first, _ := s.Next()
	s.Accept(first, "year", "count")
	second, _ := s.Next()
	s.Replace(second, first)
	want := New(f.domain)
	want.Begin(f.paths[1], nil)
	for {
		c, ok := want.Next()
		if !ok {
			t.Fatal("the second choice never came")
		}
		if where([]Choice{c}, second) == 0 {
			want.Accept(c)
			break
		}
	}
	if got, want := s.covered(), want.covered(); got != want {
		t.Errorf("coverage of the second choice alone = %d, want %d", got, want)
	}
}
