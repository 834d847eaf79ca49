package ground

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/plantest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// programs yields programs of the choice with the moves they are made of, evenly
// spread over all there are.
func (c choice) programs(g *Grounder, most int, yield func(p *plan.Program, moves []int32)) {
	endings := plantest.Endings(g.domain, &c.path.Hops[len(c.path.Hops)-1], c.demand.Target, g.yearsOf)
	total := len(endings)
	var moves [][]plan.Move
	for i := range len(c.path.Hops) - 1 {
		ms := plan.Moves(g.domain, &c.path.Hops[i], &c.path.Hops[i+1], g.yearsOf)
		moves = append(moves, ms)
		total *= len(ms)
	}
	for n := 0; n < total; n += max(1, total/most) {
		picked, numbers, rest := make([]plan.Move, len(moves)), make([]int32, len(moves)), n/len(endings)
		for i, ms := range moves {
			numbers[i] = int32(rest % len(ms))
			picked[i], rest = ms[numbers[i]], rest/len(ms)
		}
		yield(plantest.Assemble(c.path, picked, endings[n%len(endings)]), numbers)
	}
}

// Following moves loses no execution that running every program from every entity
// finds, except as pruner says.
func TestReachLosesNothing(t *testing.T) {
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		c := drawnChoice(t, w)
		g := w.grounder(limits, 2)
		leads, err := g.Leads(t.Context(), c.path)
		if err != nil {
			t.Fatal(err)
		}
		ends, err := g.reach.ends(t.Context(), c.path, modeOne)
		if err != nil {
			t.Fatal(err)
		}
		starts := g.reach.entities(c.path.Start)
		c.programs(g, 120, func(p *plan.Program, moves []int32) {
			for _, id := range starts.all {
				start := starts.list[id]
				_, reason, err := g.tryProgram(t.Context(), p.Bind(start), nil)
				if err != nil {
					t.Fatal(err)
				}
				if reason != "" {
					continue
				}
				passed++
				if g.admitted(c.demand, p) {
					continue
				}
				if !leads {
					t.Fatalf("%s from %q passes, but the path leads nowhere", p, start)
				}
				if route, err := (&search{path: c.path, ends: ends}).route(t.Context(), id, moves); route == nil || err != nil {
					t.Fatalf("%s from %q passes, but is not followed: %v", p, start, err)
				}
			}
		})
	})
	if passed == 0 && !testing.Short() {
		t.Error("no execution passed in any world: the law was not tested")
	}
}

// A search finds moves exactly where some moves run from the start to the last
// lookup without coming back to an entity, and the moves it finds do.
func TestSearchEqualsBruteForce(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		c := drawnChoice(t, w)
		g := w.grounder(limits, 1)
		ends, err := g.reach.ends(t.Context(), c.path, modeOne)
		if err != nil {
			t.Fatal(err)
		}
		any := false
		starts := g.reach.entities(c.path.Start)
		for _, id := range starts.all {
			start := starts.list[id]
			want := g.goes(t, c.path, 0, start, nil)
			any = any || want
			var moves []int32
			leads := false
			if ends != nil {
				leads, err = ends[0].leads(t.Context(), id)
			}
			if leads {
				moves, err = (&search{path: c.path, ends: ends}).find(t.Context(), id)
			}
			if err != nil {
				t.Fatal(err)
			}
			if (moves != nil) != want {
				t.Fatalf("find(%q) on %s = %v, want a way: %v", start, c.path, moves, want)
			}
			if want {
				found++
			}
		}
		if got, err := g.Leads(t.Context(), c.path); got != any || err != nil {
			t.Fatalf("Leads(%s) = %v, %v, want %v", c.path, got, err, any)
		}
	})
	if found == 0 && !testing.Short() {
		t.Error("no way in any world: the law was not tested")
	}
}

// Every move of a transition leads where executing it does, and nowhere where that is
// not worth going.
func TestMovesEqualBruteForce(t *testing.T) {
	led, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		paths := slices.Collect(w.graph.Paths(2))
		g := w.grounder(limits, 2)
		for range 2 {
			p := rapid.SampledFrom(paths).Draw(t, "path")
			l, err := g.reach.transition(p, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, id := range l.from.all {
				edges, err := l.edgesFrom(t.Context(), modeOne, id)
				if err != nil {
					t.Fatal(err)
				}
				for i, m := range l.moves {
					want, reason := g.moves(t, &p.Hops[0], &p.Hops[1], p.Start, m, l.from.list[id])
					if reason == Repeated {
						continue // which whole ways see to
					}
					to, got := along(edges, int32(i))
					if known := reason == "" && len(g.known(t, &p.Hops[1], want)) > 0; got != known || got && joined(l.to.list[to]) != joined(want) {
						t.Fatalf("move %d of %s from %q leads to %d, %v, want %q, %q", i, p, l.from.list[id], to, got, want, reason)
					}
					if got {
						led++
					} else if reason == vain {
						refused++
					}
				}
			}
		}
	})
	if (led == 0 || refused == 0) && !testing.Short() {
		t.Errorf("%d moves lead on and %d are vain, want some of each", led, refused)
	}
}
