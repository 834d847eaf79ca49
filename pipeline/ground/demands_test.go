package ground

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A demand that a path cannot be asked for has no program that answers a question, and
// none that does goes a way that was cut, except as [Grounder.Demands] and pruner say.
func TestDemandsLoseNothing(t *testing.T) {
	passed := map[plan.Operator]int{}
	law := func(t *rapid.T) {
		w := drawnWorld(t)
		paths := slices.Collect(w.graph.Paths(rapid.SampledFrom([]int{2, 2, 3, 1}).Draw(t, "hops")))
		p := rapid.SampledFrom(paths).Draw(t, "path")
		all := plan.Demands(w.graph.Domain(), p)
		if rapid.Bool().Draw(t, "sets") { // asked of as they are found, and rarely by themselves
			some := slices.DeleteFunc(slices.Clone(all), func(d plan.Demand) bool { return !slices.Contains(ofSets, d.Operator) })
			all = append(some, all[0])
		}
		g := w.grounder(limits, 2)
		kept, err := g.Demands(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			// Most demands ask for a cell as it stands: by operator, each has its turn.
			operator := rapid.SampledFrom(operatorsOf(all)).Draw(t, "operator")
			c := choice{p, rapid.SampledFrom(demandsBy(all, operator)).Draw(t, "demand")}
			for _, b := range c.anywhere(t, g, 40) {
				_, reason, err := g.tryProgram(t.Context(), b.program, nil)
				if err != nil {
					t.Fatal(err)
				}
				if reason != "" {
					continue
				}
				passed[c.demand.Operator]++
				if g.admitted(c.demand, b.program) {
					continue
				}
				if !slices.Contains(kept, c.demand) {
					t.Fatalf("%s passes, but %v is none of the demands of %s: %v", b.program, c.demand, c.path, kept)
				}
				if !g.follows(t, c, &b) {
					t.Fatalf("%s passes for %v of %s, but is not followed", b.program, c.demand, c.path)
				}
			}
		}
	}
	rapid.Check(t, law)
	for range 4 { // worlds differ in how many demands can be met
		if testing.Short() || len(passed) >= 3 {
			return
		}
		rapid.Check(t, law)
	}
	if len(passed) < 3 && !testing.Short() {
		t.Errorf("only %v passed in any world: the law was not tested", passed)
	}
}

// operatorsOf returns the operators of demands, sorted.
func operatorsOf(demands []plan.Demand) []plan.Operator {
	var operators []plan.Operator
	for _, d := range demands {
		operators = append(operators, d.Operator)
	}
	slices.Sort(operators)
	return slices.Compact(operators)
}

// demandsBy returns the demands that have an operator.
func demandsBy(demands []plan.Demand, operator plan.Operator) []plan.Demand {
	return slices.DeleteFunc(slices.Clone(demands), func(d plan.Demand) bool { return d.Operator != operator })
}

// ofSets are demands that are met by whole sets.
var ofSets = []plan.Operator{"map", "having", "count", "list", "sum", "distinct"}

// bound is a program of a choice with the start entity and the moves it is made of.
type bound struct {
	program *plan.Program
	start   int32
	moves   []int32
}

// anywhere draws programs of a choice from any start, by any moves, wherever they lead.
func (c choice) anywhere(t *rapid.T, g *Grounder, most int) []bound {
	transitions := make([]*transition, len(c.path.Hops))
	for i := range transitions {
		var err error
		if transitions[i], err = g.reach.transition(c.path, i); err != nil {
			t.Fatal(err)
		}
	}
	starts := len(transitions[0].from.all)
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "draws"), 1))
	var all []bound
	for range most {
		if starts == 0 {
			break
		}
		start := int32(r.IntN(starts))
		b := bound{start: start}
		var moves []plan.Move
		for _, l := range transitions[:len(transitions)-1] {
			n := r.IntN(len(l.moves))
			b.moves, moves = append(b.moves, int32(n)), append(moves, l.moves[n])
		}
		routeFrom := func(id int32) route { return g.executedRoute(t, c, transitions, moves, id) }
		rt := routeFrom(start)
		if rt == nil {
			continue
		}
		m := newComposer(&request{g: g, path: c.path, demand: c.demand, transitions: transitions}, rt, moves, digest.Draws(r.Uint64()))
		m.routeFrom = routeFrom
		m.otherRoute = func(digest.Draws) route {
			if id := int32(r.IntN(starts)); id != start {
				return routeFrom(id)
			}
			return nil
		}
		for p := range m.programs(3) {
			all = append(all, bound{p, start, b.moves})
		}
	}
	return all
}

// executedRoute executes moves from a start entity, one hop at a time; nil if they do not
// lead to the last. A demand about all entities at once takes no last move.
func (g *Grounder) executedRoute(t *rapid.T, c choice, transitions []*transition, moves []plan.Move, id int32) route {
	rt := route{id}
	if c.demand.Operator == opCompare {
		return rt
	}
	for hop, m := range moves {
		l := transitions[hop]
		if hop == len(moves)-1 && modeOf(c.demand.Operator) != modeOne {
			if len(l.to.list) == 0 {
				return nil
			}
			rt = append(rt, 0)
			break
		}
		x, err := plan.NewExecutor(g.domain, g.tools, plan.HopAlternatives(l.hop, l.entity, []plan.Move{m}))
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(t.Context(), l.from.list[rt[hop]])
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" {
			return nil
		}
		to, ok := l.to.id[joined(trace.Results[len(trace.Results)-1].Entity)]
		if !ok {
			return nil
		}
		rt = append(rt, to)
	}
	return rt
}

// follows reports whether a program goes a way that its demand leaves.
func (g *Grounder) follows(t *rapid.T, c choice, b *bound) bool {
	q, err := g.newRequest(t.Context(), c.path, c.demand, 1, Exclusions{})
	if err != nil {
		t.Fatal(err)
	}
	if q.transitions == nil {
		return false
	}
	for _, s := range b.program.Entities() {
		id := q.transitions[0].from.id[joined(s.Value)]
		leads, err := q.starts.drawing.leads(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if c.demand.Operator == opCompare {
			if !leads {
				return false
			}
			continue
		}
		moves := slices.Clone(b.moves)
		if last := len(moves) - 1; modeOf(c.demand.Operator) != modeOne {
			moves[last] = moves[last] % int32(len(plan.HopLinks(g.domain, &q.transitions[last].hop, &c.path.Hops[last+1])))
		}
		route, err := (&search{path: c.path, ends: q.starts.ends}).route(t.Context(), id, moves)
		if err != nil {
			t.Fatal(err)
		}
		if !leads || route == nil {
			return false
		}
	}
	return true
}

// admitted reports whether a program can pass though its way is cut: two sets are put
// together of which only one is near, entities are compared on a path that leads nobody,
// or what it goes on to do is nothing to do with a set, so that the end of a ranking
// cannot be left out.
func (g *Grounder) admitted(d plan.Demand, p *plan.Program) bool {
	switch d.Operator {
	case "union", "difference", opCompare, opExists, opNone: // not asked where they have only one answer
		return true
	}
	dropped := alternative.Dropped(g.domain, p)
	for _, n := range p.Nodes {
		change := alternative.DropSuperlative
		switch n.Do.(type) {
		case *plan.Superlative:
		case *plan.Frequent:
			change = alternative.DropFrequent
		default:
			continue
		}
		if !slices.ContainsFunc(dropped, func(r alternative.Rival) bool { return r.Node == n.Name && r.Change == change }) {
			return true
		}
	}
	return false
}
