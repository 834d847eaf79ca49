package sample

import (
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// The next choice is the best of all there are, whatever was accepted: leaving out
// what cannot be leaves out nothing better.
func TestNextIsTheBestOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 12)
		s := New(d)
		for _, paths := range depths {
			s.Begin(paths, nil)
			for range rapid.IntRange(0, 30).Draw(t, "steps") {
				s.blamePending()
				want := s.best()
				got, ok := s.Next()
				if ok != (want != nil) {
					t.Fatalf("Next() = %v, want %v", ok, want != nil)
				}
				if !ok {
					break
				}
				if p := s.pending; p.worth != want.worth || p.candidate != want.candidate {
					t.Fatalf("Next() = %s %+v worth %d, want %s worth %d", got.Path, got.Demand, p.worth, want.candidate.path, want.worth)
				}
				if rapid.Bool().Draw(t, "accept") {
					s.Accept(got)
				}
			}
		}
	})
}

// best weighs everything there is of the depth.
func (s *Sampler) best() *proposal {
	var best *proposal
	s.elements.update(&s.snapshot)
	for _, c := range s.begun.candidates {
		for i, has := range c.list.has {
			if slices.Contains(c.tried, i) {
				continue
			}
			t := &proposal{candidate: c, demand: i, overlap: s.elements.overlap(c.has)}
			gain := s.snapshot.gain(c.has) + s.snapshot.gain(has) + c.list.interest[i]
			if c.list.demands[i].Operator == "" && plainShare*s.elements.used[c.list.plain] < len(s.begun.accepted) {
				gain += plainWeight
			}
			if c.list.demands[i].Operator == "columns" && columnsShare*s.elements.used[c.list.columns] <= len(s.begun.accepted) {
				gain += columnsWeight
			}
			t.worth = s.elements.trust(gain*gain*gain*s.trust(c), has)
			if best == nil || t.before(best) {
				best = t
			}
		}
	}
	return best
}

// take returns the first n accepted choices of each depth; reject says which are
// not accepted.
func take(d *domain.Domain, depths [][]plan.Path, n int, reject func(Choice) bool) []Choice {
	s := New(d)
	accepted := []Choice{}
	for _, paths := range depths {
		s.Begin(paths, nil)
		for left := n; left > 0; {
			c, ok := s.Next()
			if !ok {
				break
			}
			if reject(c) {
				continue
			}
			s.Accept(c)
			accepted = append(accepted, c)
			left--
		}
	}
	return accepted
}

// odd rejects about a third of choices, by content alone.
func odd(c Choice) bool { return (int(c.Path.ID[0])+len(c.Target)+len(c.Operator))%3 == 0 }

func TestQuotaIsPrefixOfTheNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 12)
		n := rapid.IntRange(0, 12).Draw(t, "n")
		few, more := take(d, depths[:1], n, odd), take(d, depths[:1], n+1, odd)
		if len(few) > len(more) || len(more) > len(few)+1 {
			t.Fatalf("%d choices of %d, %d of %d", len(few), n, len(more), n+1)
		}
		if diff := gocmp.Diff(few, more[:len(few)]); diff != "" {
			t.Fatalf("choices of quota %d and %d (-%[1]d +%[2]d):\n%s", n, n+1, diff)
		}
	})
}

func TestOrderOfPathsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 20)
		want := take(d, depths, 15, odd)
		shuffled := make([][]plan.Path, len(depths))
		for i, paths := range depths {
			shuffled[i] = rapid.Permutation(paths).Draw(t, "order")
		}
		if diff := gocmp.Diff(want, take(d, shuffled, 15, odd)); diff != "" {
			t.Fatalf("choices for %d depths in another order (-want +got):\n%s", len(depths), diff)
		}
	})
}

func TestDemandsAreHandedOutOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, depths := drawn(t, 10)
		s := New(d)
		s.Begin(depths[0], nil)
		got := map[string][]plan.Demand{}
		for c, ok := s.Next(); ok; c, ok = s.Next() {
			if slices.Contains(got[c.Path.ID], c.Demand) {
				t.Fatalf("%s is handed out for %+v twice", c.Path, c.Demand)
			}
			got[c.Path.ID] = append(got[c.Path.ID], c.Demand)
			if rapid.Bool().Draw(t, "accept") {
				s.Accept(c)
			}
		}
		for _, p := range depths[0] {
			if want := plan.Demands(d, p); len(got[p.ID]) != len(want) {
				t.Fatalf("%s is handed out for %+v, want each of %+v", p, got[p.ID], want)
			}
		}
	})
}

// operated returns the demands of a path that have an operator: what plain chains
// are worth is no matter of coverage.
func operated(d *domain.Domain) func(plan.Path) []plan.Demand {
	return func(p plan.Path) []plan.Demand {
		return slices.DeleteFunc(plan.Demands(d, p), func(x plan.Demand) bool { return x.Operator == "" })
	}
}

// covered returns the weight of all that the accepted choices have.
func (s *Sampler) covered() int {
	n := 0
	for id, used := range s.elements.used {
		n += min(used, s.elements.wanted[id]) * s.elements.weight(int32(id))
	}
	return n
}

// most returns the largest weight that n choices of the depth can add to a coverage.
func (s *Sampler) most(choices [][]int32, n int) int {
	if n == 0 || len(choices) == 0 {
		return 0
	}
	most := s.most(choices[1:], n)
	gain := s.elements.gain(choices[0])
	s.elements.use(choices[0], 1)
	most = max(most, gain+s.most(choices[1:], n-1))
	s.elements.use(choices[0], -1)
	return most
}

func TestGreedyKeepsItsGuarantee(t *testing.T) {
	f := grown["toy"]()
	rapid.Check(t, func(t *rapid.T) {
		s := New(f.domain)
		accept := func(n int) {
			for range n {
				if c, ok := s.Next(); ok {
					s.Accept(c)
				}
			}
		}
		s.Begin(some(t, f.paths[0], 3), operated(f.domain))
		accept(rapid.IntRange(0, 3).Draw(t, "before"))
		s.Begin(some(t, slices.Concat(f.paths[1:]...), 3), func(p plan.Path) []plan.Demand {
			all := operated(f.domain)(p)
			return all[:min(len(all), 4)]
		})
		quota := rapid.IntRange(1, 3).Draw(t, "quota")
		var choices [][]int32
		for _, c := range s.begun.candidates {
			for _, has := range c.list.has {
				choices = append(choices, slices.Concat(c.has, has))
			}
		}
		before, most := s.covered(), s.most(choices, quota)
		accept(quota)
		if got, bound := s.covered()-before, (1-1/math.E)*float64(most); float64(got) < bound-1e-9 {
			t.Fatalf("%d choices cover %d, want at least %.2f of at most %d", quota, got, bound, most)
		}
	})
}

// A tool or transition a path uses twice is one more covered, not two.
func TestRepeatedToolsGainOnce(t *testing.T) {
	f := grown["toy"]()
	for _, tt := range []struct {
		tools                      []string
		wantTools, wantTransitions int
	}{
		{[]string{"get_company"}, 1, 0},
		{[]string{"get_company", "get_company"}, 1, 1},
		{[]string{"get_company", "get_company", "get_company"}, 1, 1},
		{[]string{"get_company", "get_company", "get_company_cases"}, 2, 2},
	} {
		s := New(f.domain)
		s.Begin([]plan.Path{find(t, f, tt.tools...)}, nil)
		want := weights[startAxis] + tt.wantTools*weights[toolAxis] + tt.wantTransitions*(weights[transitionAxis]+rarity)
		if got := s.elements.gain(s.begun.candidates[0].has); got != want {
			t.Errorf("gain of %q = %d, want %d", tt.tools, got, want)
		}
	}
}

// A transition that fewer paths have is worth more.
func TestRareTransitionsAreWorthMore(t *testing.T) {
	f := grown["toy"]()
	s := New(f.domain)
	s.Begin(f.paths[3], nil)
	e, told := &s.elements, 0
	for a := range e.axes {
		for b := range e.axes {
			if e.axes[a] != transitionAxis || e.axes[b] != transitionAxis || e.live[a] >= e.live[b] {
				continue
			}
			wa, wb := e.weight(int32(a)), e.weight(int32(b))
			if wa < wb {
				t.Errorf("weights of transitions that %d and %d paths have = %d, %d, want the rare one worth no less", e.live[a], e.live[b], wa, wb)
			}
			if wa > wb {
				told++
			}
		}
	}
	if told == 0 {
		t.Error("all transitions have the same weight")
	}
}

// When the operators are covered, at least one choice in four is of a plain chain,
// and by far not all are.
func TestPlainChains(t *testing.T) {
	f := grown["legal"]()
	s := New(f.domain)
	plain := 0
	for _, paths := range [][]plan.Path{f.paths[2], f.paths[1]} {
		s.Begin(paths, nil)
		plain = 0
		for range 60 {
			c, ok := s.Next()
			if !ok {
				t.Fatal("too few choices")
			}
			s.Accept(c)
			if c.Operator == "" {
				plain++
			}
		}
	}
	if plain < 15 || plain > 40 {
		t.Errorf("%d of 60 choices are plain chains, want 15 to 40", plain)
	}
}

func TestNextOfNothing(t *testing.T) {
	s := New(grown["toy"]().domain)
	if c, ok := s.Next(); ok {
		t.Errorf("Next() before Begin = %v, want none", c)
	}
	s.Begin(nil, nil)
	if c, ok := s.Next(); ok {
		t.Errorf("Next() of no paths = %v, want none", c)
	}
	if c, _, ok := s.Exchange(); ok {
		t.Errorf("Exchange() of no paths = %v, want none", c)
	}
}

func BenchmarkNext(b *testing.B) {
	f := grow("legal", 0)
	g, err := plan.NewGraph(f.domain)
	if err != nil {
		b.Fatal(err)
	}
	const paths, choices = 15_000, 50
	var all []plan.Path
	for p := range g.Paths(5) {
		if all = append(all, p); len(all) == paths {
			break
		}
	}
	for _, accepted := range []int{2, choices} {
		b.Run(fmt.Sprintf("paths=%d/choices=%d/accepted=%d", paths, choices, accepted), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := New(f.domain)
				s.Begin(all, nil)
				b.StartTimer()
				for i := range choices {
					c, ok := s.Next()
					if !ok {
						b.Fatal("too few choices")
					}
					if i%(choices/accepted) == 0 {
						s.Accept(c)
					}
				}
			}
			b.ReportMetric(float64(b.N*choices)/b.Elapsed().Seconds(), "choices/s")
		})
	}
}

// What is kept in reserve is looked through each time something is added to it.
func BenchmarkReserve(b *testing.B) {
	f := grow("legal", 3)
	const paths, accepted, reserved = 3_000, 40, 60
	s := New(f.domain)
	for _, all := range [][]plan.Path{f.paths[2], f.paths[1]} {
		s.Begin(all[:min(len(all), paths)], nil)
		for range accepted {
			c, ok := s.Next()
			if !ok {
				b.Fatal("too few choices")
			}
			s.Accept(c)
		}
	}
	for range reserved {
		c, ok := s.Explore()
		if !ok {
			c, ok = s.Next()
		}
		if !ok {
			b.Fatal("too few choices")
		}
		s.Reserve(c)
		for s.Improve() != nil {
		}
	}
	b.Run(fmt.Sprintf("Improve/accepted=%d/reserve=%d", 2*accepted, reserved), func(b *testing.B) {
		for b.Loop() {
			if s.Improve() != nil {
				b.Fatal("there was something to improve")
			}
		}
	})
	b.Run(fmt.Sprintf("Bridge/paths=%d/reserve=%d", len(s.depths[0].candidates)+len(s.depths[1].candidates), reserved), func(b *testing.B) {
		for b.Loop() {
			s.invalidate()
			if _, ok := s.Bridge(); ok { // and taken back
				at := s.pending.candidate
				at.tried, s.pending = at.tried[:len(at.tried)-1], nil
			}
		}
	})
}
