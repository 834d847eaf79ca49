package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// clone returns a copy whose nodes and answers can be changed; operations are
// shared.
func clone(p *plan.Program) *plan.Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	q.Answers = slices.Clone(p.Answers)
	return &q
}

// replace returns a copy in which the i-th node has another operation.
func replace(p *plan.Program, i int, do plan.Operation) *plan.Program {
	q := clone(p)
	q.Nodes[i].Do = do
	return q
}

// bypass returns a copy in which every reader of result from reads result by instead.
func bypass(p *plan.Program, from, by string) *plan.Program {
	q := clone(p)
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if slices.Contains(n.From, from) {
			n.From = slices.Clone(n.From)
			for j := range n.From {
				if n.From[j] == from {
					n.From[j] = by
				}
			}
		}
	}
	for i := range q.Answers {
		a := &q.Answers[i]
		if a.From == from {
			a.From = by
		}
		if a.If == from {
			a.If = by
		}
		if a.Unless == from {
			a.Unless = by
		}
	}
	return q
}

// makeConsistent repairs a changed copy: it removes nodes that no answer needs, and makes
// lookups read a set if their input has become one, or a single entity if it no longer is.
func makeConsistent(d *domain.Domain, p *plan.Program) {
	prune(p)
	many := make(map[string]bool, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		in := len(n.From) > 0 && many[n.From[0]]
		switch o := n.Do.(type) {
		case *plan.Call:
			if o.Each != in {
				each := *o
				each.Each = in
				n.Do = &each
			}
			t := d.Tool(o.Tool)
			many[n.Name] = in || t != nil && t.Returns == domain.Many
		case *plan.Filter, *plan.Project:
			many[n.Name] = in
		case *plan.Combine, *plan.Having:
			many[n.Name] = true
		}
	}
}

// prune removes the nodes that no answer needs.
func prune(p *plan.Program) {
	needed := make(map[string]bool, len(p.Nodes))
	for _, a := range p.Answers {
		needed[a.From], needed[a.Condition().Result] = true, true
	}
	for _, n := range slices.Backward(p.Nodes) {
		if needed[n.Name] {
			for _, f := range n.From {
				needed[f] = true
			}
		}
	}
	p.Nodes = slices.DeleteFunc(p.Nodes, func(n plan.Node) bool { return !needed[n.Name] })
}

// countForms gives answers from the node the form of a count.
func countForms(p *plan.Program, node string) {
	for i := range p.Answers {
		if p.Answers[i].From == node {
			p.Answers[i].Form = plan.Form{Style: plan.StyleCount}
		}
	}
}

// index returns the number of the node of that name.
func index(p *plan.Program, name string) int {
	return slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Name == name })
}

// similar reports whether two different columns hold values of the same kind.
func similar(a, b *domain.Column) bool {
	return a.Name != b.Name && sameKind(a, b)
}

// sameKind reports whether columns, of one table or two, hold values of the same
// kind: names of one entity type, or the same scalar kind in the same unit.
func sameKind(a, b *domain.Column) bool {
	return a.Entity == b.Entity && a.Kind == b.Kind && a.Unit == b.Unit && b.Kind != domain.KindProse
}

// columns returns the visible columns of rows for which want is true, in table order.
func columns(d *domain.Domain, rows plan.Type, want func(*domain.Column) bool) []string {
	var names []string
	table := d.Table(rows.Table)
	for _, name := range rows.Columns {
		if want(table.Column(name)) {
			names = append(names, name)
		}
	}
	return names
}
