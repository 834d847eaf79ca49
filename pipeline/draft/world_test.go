package draft

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/plantest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// world is a domain over a small made-up corpus.
type world struct {
	domain *domain.Domain
	corpus *corpus.Corpus
	tools  *tool.Set
	graph  *plan.Graph
	years  plan.Years
}

// newWorld returns the legal domain over its corpus.
func newWorld(t testing.TB) *world { return worldOf(t, "legal", "testdata/world") }

func worldOf(t testing.TB, name, dir string) *world {
	t.Helper()
	d := open(t, name)
	c, report, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Faults) > 0 {
		t.Fatalf("the made-up corpus has faults: %v", report.Faults)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &world{domain: d, corpus: c, tools: tools, graph: graph(t, d), years: yearsOf(c)}
}

func open(t testing.TB, name string) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, name)
	return d
}

func graph(t testing.TB, d *domain.Domain) *plan.Graph {
	t.Helper()
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func yearsOf(c *corpus.Corpus) plan.Years {
	return func(table, column string) []string {
		t := c.Table(table)
		var years []string
		for row := range t.Len() {
			for _, v := range t.Cell(row, t.Column(column)).Values {
				years = append(years, v.Text[:4])
			}
		}
		slices.Sort(years)
		return slices.Compact(years)
	}
}

// starts returns every entity of a type that the corpus names, in table order.
func (w *world) starts(entity string) [][]string {
	var names [][]string
	e := w.domain.Entity(entity)
	for i := range w.domain.Tables {
		spec := &w.domain.Tables[i]
		t := w.corpus.Table(spec.Name)
		var columns []int
		for j, c := range spec.Columns {
			if c.Entity == entity || slices.ContainsFunc(e.Parts, func(p string) bool { return c.Entity == entity+"."+p }) {
				columns = append(columns, j)
			}
		}
		parts := max(1, len(e.Parts))
		for row := range t.Len() {
			for group := range slices.Chunk(columns, parts) {
				var name []string
				for _, col := range group {
					if vs := t.Cell(row, col).Values; len(vs) == 1 {
						name = append(name, vs[0].Text)
					}
				}
				if len(name) == parts && !slices.ContainsFunc(names, func(n []string) bool { return slices.Equal(n, name) }) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// programs yields programs of every path of the given number of hops, drawn with
// an item's own randomness: n for one target of each path. Only every stride-th
// path is taken.
func programs(t testing.TB, g *plan.Graph, hops, stride, n int, years plan.Years) iter.Seq[*plan.Program] {
	return func(yield func(*plan.Program) bool) {
		for p := range plantest.EveryNth(g, hops, stride) {
			r := digest.Rand("draft test", p.ID)
			targets := plan.Targets(g.Domain(), p)
			if len(targets) == 0 {
				continue
			}
			vs, err := plantest.Programs(g.Domain(), p, targets[r.IntN(len(targets))], n, years, r)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range vs {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// traced is a program that ran.
type traced struct {
	program *plan.Program
	trace   *plan.Trace
	hops    int
}

// ran holds what run returned, by domain.
var ran = map[string][]traced{}

// run returns executed programs of up to five hops, at most one for each path.
func (w *world) run(t testing.TB) []traced {
	if ran[w.domain.Name] != nil {
		return ran[w.domain.Name]
	}
	var all []traced
	for i, stride := range []int{1, 2, 17, 173, 1201} {
		done := ""
		for p := range programs(t, w.graph, i+1, stride, 12, w.years) {
			path := strings.Join(p.Tools(), plan.Separator) + p.Entities()[0].Entity
			if path == done {
				continue
			}
			if trace := w.try(t, p); trace != nil {
				done = path
				all = append(all, traced{trace.Program, trace, i + 1})
			}
		}
	}
	ran[w.domain.Name] = all
	return all
}

// try runs a program from the first start that works, in a drawn order; nil if
// none does.
func (w *world) try(t testing.TB, p *plan.Program) *plan.Trace {
	x, err := plan.NewExecutor(w.domain, w.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	starts := w.starts(p.Entities()[0].Entity)
	for _, i := range digest.Rand("start", p.String()).Perm(len(starts)) {
		trace, reason, err := x.Run(context.Background(), starts[i])
		if err != nil {
			t.Fatal(err)
		}
		if reason == "" && trace.Idle() == "" {
			return trace
		}
	}
	return nil
}

// bind returns the program with an entity at its start.
func bind(p *plan.Program, name []string) *plan.Program {
	q := &plan.Program{Nodes: slices.Clone(p.Nodes), Answers: p.Answers}
	for i := range q.Nodes {
		if s, ok := q.Nodes[i].Do.(*plan.Start); ok {
			q.Nodes[i].Do = &plan.Start{Entity: s.Entity, Value: name}
		}
	}
	return q
}
