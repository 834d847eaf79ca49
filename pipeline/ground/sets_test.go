package ground

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A transition leads on by all entities at once exactly where the program that does so comes to
// rows, or to some of the entities and not others, that no program near it comes to.
func TestAllEqualsBruteForce(t *testing.T) {
	led := map[mode]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		paths := slices.DeleteFunc(slices.Collect(w.graph.Paths(2)), func(p plan.Path) bool {
			return !slices.ContainsFunc(plan.Demands(w.graph.Domain(), p), func(d plan.Demand) bool { return d.Operator == "map" })
		})
		g := w.grounder(limits, 2)
		for range 5 {
			p := rapid.SampledFrom(paths).Draw(t, "path")
			l, err := g.reach.transition(p, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range []mode{modeAll, modeSome} {
				for _, id := range l.from.all {
					edges, err := l.edgesFrom(t.Context(), m, id)
					if err != nil {
						t.Fatal(err)
					}
					name := l.from.list[id]
					for i, link := range plan.HopLinks(g.domain, &p.Hops[0], &p.Hops[1]) {
						want := g.worthAll(t, p, link, name, m)
						if _, got := along(edges, int32(i)); got != want {
							t.Fatalf("a way of %s from %q by %s, mode %d: %v, want %v", p, name, link, m, got, want)
						}
						if want {
							led[m]++
						}
					}
				}
			}
		}
	})
	for _, m := range []mode{modeAll, modeSome} {
		if led[m] == 0 && !testing.Short() {
			t.Errorf("nothing leads on in mode %d in any world: the law was not tested", m)
		}
	}
}

// worthAll says by executions whether the first of two hops leads on by all entities
// that a column names.
func (g *Grounder) worthAll(t *rapid.T, p plan.Path, link []string, name []string, m mode) bool {
	prog, end := g.allOf(p, link, m)
	trace, reason := g.ran(t, prog.Bind(name))
	if reason != "" || m == modeSome && trace.Idle() != "" {
		return false
	}
	first := trace.Results[len(trace.Results)-4]
	asked := trace.Results[len(trace.Results)-5].Entity
	if reason, err := g.checkSubject(p.Hops[0].Tool, p.Hops[0].Accepts, asked, first.Rows); reason != "" || err != nil {
		return false
	}
	if m == modeAll && !slices.ContainsFunc(trace.Results[len(trace.Results)-3].Texts(), func(to string) bool {
		return g.far(t, p, name, []string{to})
	}) {
		return false
	}
	for _, r := range g.shorter.Neighbours(prog.Bind(name)) {
		if r.Node == end || r.Node == prog.Answers[0].From {
			continue
		}
		other, reason := g.ran(t, r.Program)
		if reason == "" && sameResult(trace.Result(end), other.Result(end)) {
			return false
		}
	}
	return true
}

// allOf is the program that asks the second of two hops about all that a column of the
// first names, and the node that it is answered from.
func (g *Grounder) allOf(p plan.Path, link []string, m mode) (prog *plan.Program, end string) {
	prog = new(plan.Program)
	_, _, rows := prog.Chain(plan.Path{Start: p.Start, Hops: p.Hops[:1]}, nil)
	set := prog.Add(&plan.Project{Columns: link}, rows)
	var of string
	if m == modeSome {
		end = prog.Add(&plan.Having{Tool: p.Hops[1].Tool}, set)
		of = prog.Add(&plan.Distinct{}, end)
	} else {
		end = prog.Add(&plan.Call{Tool: p.Hops[1].Tool, Each: true}, set)
		of = prog.Add(&plan.Count{}, end)
	}
	prog.Answers = []plan.AnswerSpec{{From: of, Form: plan.Form{Style: plan.StyleCount}}}
	return prog, end
}

// far reports whether the second hop shows something of an entity that neither is
// shown without it nor is only what it and the start are called.
func (g *Grounder) far(t *rapid.T, p plan.Path, from, to []string) bool {
	n := g.domain.Tool(p.Hops[1].Tool)
	rows := g.known(t, &p.Hops[1], to)
	if len(rows) == 0 || subset(rows, g.nearby(t, p.Start, from, n.Table)) {
		return false
	}
	return n.Returns == domain.Many || !g.named(n, p.Hops[1].Accepts, rows[0], from, to)
}

// ran runs a bound program.
func (g *Grounder) ran(t *rapid.T, p *plan.Program) (*plan.Trace, plan.Reason) {
	x, err := plan.NewExecutor(g.domain, g.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace, reason
}

// sameResult reports whether two results are the same rows, or the same set of names.
func sameResult(a, b *plan.NodeResult) bool {
	set := func(r *plan.NodeResult) []string { return slices.Compact(slices.Sorted(slices.Values(r.Texts()))) }
	return slices.Equal(a.Rows, b.Rows) && slices.Equal(set(a), set(b))
}
