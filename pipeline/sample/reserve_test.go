package sample

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// player plays a sampler as a run does, with what becomes of choices drawn, and keeps
// count of its own.
type player struct {
	*Sampler
	t      *rapid.T
	handed []Choice
	held   []Choice // accepted
	spare  []Choice // in reserve
}

// played begins some depths and accepts some choices of each.
func played(t *rapid.T, most int) *player {
	d, depths := drawn(t, most)
	p := &player{Sampler: New(d), t: t}
	for _, paths := range depths {
		p.Begin(paths, nil)
		for range rapid.IntRange(0, 5).Draw(t, "quota") {
			c, ok := p.Next()
			if !ok {
				break
			}
			p.take(c)
			switch rapid.IntRange(0, 3).Draw(t, "luck") {
			case 0:
			case 1:
				p.Reserve(c, p.operators()...)
				p.spare = append(p.spare, c)
			default:
				p.Accept(c, p.operators()...)
				p.held = append(p.held, c)
			}
		}
	}
	return p
}

// crowded samples from more paths than there is room for, as a run does: of each of two
// depths, or of one, the best are accepted, and what fills gaps is held in reserve.
func crowded(t *rapid.T, paths, quota, explored int) *player {
	f := grown["legal"]()
	p := &player{Sampler: New(f.domain), t: t}
	for _, all := range [][]plan.Path{f.paths[2], f.paths[1]} {
		step := len(all) / paths
		var few []plan.Path
		for i := rapid.IntRange(0, step-1).Draw(t, "first"); i < len(all); i += step {
			few = append(few, all[i])
		}
		p.Begin(few, nil)
		for range rapid.SampledFrom([]int{quota, quota, 0}).Draw(t, "quota") {
			if c, ok := p.Next(); ok {
				p.take(c)
				p.Accept(c)
				p.held = append(p.held, c)
			}
		}
	}
	for range rapid.IntRange(0, explored).Draw(t, "explored") {
		if c, ok := p.Explore(); ok {
			p.take(c)
			p.Reserve(c)
			p.spare = append(p.spare, c)
		}
	}
	return p
}

// beside draws an operator that tasks have beside the one demanded.
func (p *player) operators() []plan.Operator {
	if rapid.Bool().Draw(p.t, "beside") {
		return []plan.Operator{rapid.SampledFrom([]plan.Operator{"filter", "superlative", "derive", "count"}).Draw(p.t, "operator")}
	}
	return nil
}

// take holds a choice that is handed out to be none that was before.
func (p *player) take(c Choice) {
	if where(p.handed, c) >= 0 {
		p.t.Fatalf("%s is handed out for %+v twice", c.Path, c.Demand)
	}
	p.handed = append(p.handed, c)
}

// step has a choice handed out in one of the ways there are, which may come to nothing;
// false where there is none.
func (p *player) step() bool {
	var c, drop Choice
	var ok bool
	way := rapid.SampledFrom([]string{"next", "exchange", "explore", "bridge"}).Draw(p.t, "way")
	switch way {
	case "next":
		c, ok = p.Next()
	case "exchange":
		c, drop, ok = p.Exchange()
	case "explore":
		c, ok = p.Explore()
	case "bridge":
		c, ok = p.Bridge()
	}
	if !ok {
		return false
	}
	p.take(c)
	switch {
	case rapid.IntRange(0, 2).Draw(p.t, "luck") == 0:
	case way == "exchange":
		p.Replace(c, drop, p.operators()...)
		p.move(&p.held, &p.spare, drop)
		p.held = append(p.held, c)
	default:
		p.Reserve(c, p.operators()...)
		p.spare = append(p.spare, c)
	}
	return true
}

// improve makes the swaps there are, which must be of one depth each.
func (p *player) improve() []Swap {
	swaps := p.Improve()
	for _, w := range swaps {
		if len(w.Add.Path.Hops) != len(w.Drop.Path.Hops) {
			p.t.Fatalf("%s takes the place of %s, want one of its depth", w.Add.Path, w.Drop.Path)
		}
		p.move(&p.spare, &p.held, w.Add)
		p.move(&p.held, &p.spare, w.Drop)
	}
	return swaps
}

func (p *player) move(from, to *[]Choice, c Choice) {
	i := where(*from, c)
	if i < 0 {
		p.t.Fatalf("%s %+v is moved from where it is not", c.Path, c.Demand)
	}
	*from = slices.Delete(*from, i, i+1)
	*to = append(*to, c)
}

// Whatever was accepted, reserved and exchanged: what Improve returns covers more, keeps
// to the depths and moves what is there, and the counts are those of the choices.
func TestSwapsCoverMore(t *testing.T) {
	made := map[int]int{} // by number of swaps
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]func() *player{
			func() *player { return played(t, 15) },
			func() *player { return crowded(t, 40, 8, 8) },
		}).Draw(t, "player")()
		for range 12 {
			p.step()
			before := p.covered()
			swaps := p.improve()
			if after := p.covered(); swaps != nil && after <= before {
				t.Fatalf("%d swaps cover %d, covered %d before", len(swaps), after, before)
			}
			made[len(swaps)]++
			p.adds()
		}
	})
	if (made[1] == 0 || made[2] == 0) && !testing.Short() {
		t.Errorf("so many times so many swaps were made: %v, want some of one and of two", made)
	}
}

// adds holds the sampler's lists and counts to what was done.
func (p *player) adds() {
	held, spare := 0, 0
	used, reserved := make([]int, len(p.elements.axes)), make([]int, len(p.elements.axes))
	for _, d := range p.depths {
		for _, a := range d.accepted {
			held++
			if where(p.held, a.choice) < 0 {
				p.t.Fatalf("%s %+v is accepted, want it elsewhere", a.choice.Path, a.choice.Demand)
			}
			for _, id := range a.has {
				used[id]++
			}
		}
		for _, a := range d.reserve {
			spare++
			if where(p.spare, a.choice) < 0 {
				p.t.Fatalf("%s %+v is in reserve, want it elsewhere", a.choice.Path, a.choice.Demand)
			}
			for _, id := range a.has {
				reserved[id]++
			}
		}
	}
	if held != len(p.held) || spare != len(p.spare) {
		p.t.Fatalf("%d accepted and %d in reserve, want %d and %d", held, spare, len(p.held), len(p.spare))
	}
	if !slices.Equal(used, p.elements.used) || !slices.Equal(reserved, p.elements.reserved) {
		p.t.Fatalf("elements are counted as used %v and reserved %v, want %v and %v", p.elements.used, p.elements.reserved, used, reserved)
	}
}

// Improve does as well as the best of all swaps, and where none covers more, as the best
// of all two of the kind it looks for.
func TestImproveIsTheBestOfAll(t *testing.T) {
	made := map[int]int{} // by number of swaps
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 30 {
			s := scattered(r)
			for n := 1; n > 0; made[n]++ {
				before := s.covered()
				want := s.bestSwap(nil)
				if n = 1; want == 0 {
					want, n = s.bestTwo(), 2
				}
				if want == 0 {
					n = 0
				}
				swaps := s.Improve()
				if got := s.covered() - before; got != want || len(swaps) != n {
					t.Fatalf("%d swaps cover %d more, want %d to cover %d more", len(swaps), got, n, want)
				}
			}
		}
	})
	if (made[1] == 0 || made[2] == 0) && !testing.Short() {
		t.Errorf("so many times so many swaps were made: %v, want some of one and of two", made)
	}
}

// scattered returns a sampler whose choices have elements at random, few enough that each
// is had by some in the sample and some in reserve. One in ten has two swaps to make.
func scattered(r *rand.Rand) *Sampler {
	s := New(grown["toy"]().domain)
	var ids []int32
	for i := range 16 {
		el := element{transitionAxis, strconv.Itoa(i), ""}
		if i > 12 {
			el.axis = []axis{answerAxis, startAxis, suitAxis}[i-13]
		}
		ids = append(ids, s.elements.id(el))
	}
	choices := func(n int) (all []*accepted) {
		for range n {
			r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			all = append(all, &accepted{has: slices.Clone(ids[:2+r.IntN(4)])})
		}
		return all
	}
	for range 1 + r.IntN(2) {
		d := &depth{accepted: choices(3), reserve: choices(5)}
		for _, a := range d.accepted {
			s.elements.use(a.has, 1)
		}
		for _, a := range d.reserve {
			s.elements.reserve(a.has, 1)
		}
		s.depths = append(s.depths, d)
	}
	return s
}

// bestSwap makes each swap there is that brings back some of what is lost, if anything
// is, and returns how much more is covered after the best.
func (s *Sampler) bestSwap(lost []int32) int {
	best := 0
	s.swapEach(func(add, _ *accepted, before int) {
		if lost == nil || slices.ContainsFunc(add.has, func(id int32) bool { return slices.Contains(lost, id) }) {
			best = max(best, s.covered()-before)
		}
	})
	return best
}

// bestTwo makes each swap with which something is the first of its kind, and after it each
// other, and returns how much more is covered after the best two.
func (s *Sampler) bestTwo() int {
	best := 0
	had := slices.Clone(s.elements.used)
	s.swapEach(func(add, drop *accepted, before int) {
		fills := slices.ContainsFunc(add.has, func(id int32) bool {
			return had[id] == 0 && slices.Contains([]axis{toolAxis, transitionAxis, operatorAxis}, s.elements.axes[id])
		})
		lost := slices.DeleteFunc(slices.Clone(drop.has), func(id int32) bool { return s.elements.used[id] > 0 })
		if fills && len(lost) > 0 {
			now := s.covered()
			if then := s.bestSwap(lost); then > 0 {
				best = max(best, now-before+then)
			}
		}
	})
	return best
}

// swapEach makes each swap there is, one at a time, calls what is to be seen then, and
// takes it back.
func (s *Sampler) swapEach(see func(add, drop *accepted, before int)) {
	before := s.covered()
	for _, d := range s.depths {
		for i := range d.reserve {
			for j := range d.accepted {
				reserve, held := d.reserve, d.accepted
				add, drop := reserve[i], held[j]
				d.reserve, d.accepted = slices.Concat(reserve[:i], reserve[i+1:]), slices.Concat(held[:j], held[j+1:])
				s.elements.use(drop.has, -1)
				s.elements.use(add.has, 1)
				see(add, drop, before)
				s.elements.use(add.has, -1)
				s.elements.use(drop.has, 1)
				d.reserve, d.accepted = reserve, held
			}
		}
	}
}

// What yields is put in reserve, for what fits and costs least.
func TestYieldCostsLeast(t *testing.T) {
	yielded := 0
	law := func(t *rapid.T) {
		d, depths := drawn(t, 12)
		s := New(d)
		var held, kept []Choice
		s.Begin(depths[0], nil)
		for range 8 {
			c, ok := s.Next()
			if !ok {
				break
			}
			if rapid.Bool().Draw(t, "luck") {
				s.Accept(c)
				held = append(held, c)
			} else {
				s.Reserve(c)
				kept = append(kept, c)
			}
		}
		if len(held) == 0 {
			return
		}
		drop := rapid.SampledFrom(held).Draw(t, "drop")
		fits := func(c Choice) bool { return c.Operator == "" }
		before, most, any := s.covered(), 0, false
		dropped := s.begun.accepted[where(held, drop)]
		for _, c := range s.begun.reserve {
			if !fits(c.choice) {
				continue
			}
			s.elements.use(dropped.has, -1)
			s.elements.use(c.has, 1)
			if more := s.covered() - before; !any || more > most {
				most, any = more, true
			}
			s.elements.use(c.has, -1)
			s.elements.use(dropped.has, 1)
		}
		swap, ok := s.Yield(drop, fits)
		if ok != any {
			t.Fatalf("Yield() = %v, want %v", ok, any)
		}
		if !ok {
			return
		}
		yielded++
		if got := s.covered() - before; got != most || where([]Choice{drop}, swap.Drop) < 0 || where(kept, swap.Add) < 0 || !fits(swap.Add) {
			t.Fatalf("Yield() = %s %v for %s, which covers %d more, want %d", swap.Add.Path, swap.Add.Demand, swap.Drop.Path, got, most)
		}
	}
	for tries := 0; yielded == 0 && tries < 10; tries++ { // few draws come so far
		rapid.Check(t, law)
	}
	if yielded == 0 {
		t.Error("nothing yielded")
	}
}

// A choice in reserve whose tasks fail their proof leaves the reserve when a swap would add it, and each choice is
// proved for a swap only.
func TestImproveLeavesOutWhatFails(t *testing.T) {
	failures := 0
	rapid.Check(t, func(t *rapid.T) {
		p := crowded(t, 12, 4, 6)
		good := func() (n int) {
			for i := range p.elements.records {
				n += p.elements.records[i].good
			}
			return n
		}
		before, credited := good(), 0 // in the records of elements
		asked := map[string]bool{}    // whether the choice failed
		p.proves = func(c Choice) bool {
			fails := rapid.Bool().Draw(p.t, "fails")
			asked[c.Path.ID+string(c.Demand.Operator)+c.Demand.Target] = fails
			if _, at, demand := p.find(c); fails {
				credited += len(at.has) + len(at.list.has[demand])
			}
			return !fails
		}
		for swaps := p.Improve(); len(swaps) > 0; swaps = p.Improve() {
			for _, s := range swaps {
				if fails, ok := asked[s.Add.Path.ID+string(s.Add.Demand.Operator)+s.Add.Demand.Target]; fails || !ok {
					t.Fatalf("%s is accepted: fails %v, proved %v", s.Add.Path, fails, ok)
				}
			}
		}
		if want := before - credited*unit; good() != want {
			t.Errorf("successes are counted as %d, want %d without those that failed", good(), want)
		}
		reserved := make([]int, len(p.elements.axes))
		for _, d := range p.depths {
			for _, a := range d.reserve {
				if asked[a.choice.Path.ID+string(a.choice.Demand.Operator)+a.choice.Demand.Target] {
					t.Errorf("%s failed and is in reserve", a.choice.Path)
				}
				for _, id := range a.has {
					reserved[id]++
				}
			}
		}
		if !slices.Equal(reserved, p.elements.reserved) {
			t.Errorf("elements of the reserve are counted as %v, want %v", p.elements.reserved, reserved)
		}
		for _, fails := range asked {
			if fails {
				failures++
			}
		}
	})
	if failures == 0 {
		t.Error("no choice failed")
	}
}
