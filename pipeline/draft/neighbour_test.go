package draft

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// neighbour returns a program that differs from another in one place; nil where the
// draw came to nothing.
func (g *grower) neighbour(p *plan.Program) *plan.Program {
	q := &plan.Program{Nodes: slices.Clone(p.Nodes), Answers: slices.Clone(p.Answers)}
	i := g.r.IntN(len(q.Nodes))
	n := &q.Nodes[i]
	earlier := func() string { return q.Nodes[g.r.IntN(i)].Name }
	switch k := g.r.IntN(10); {
	case k == 0:
		a := &q.Answers[g.r.IntN(len(q.Answers))]
		types, err := p.Types(g.domain)
		if err != nil {
			panic(err)
		}
		for j := range p.Nodes {
			if p.Nodes[j].Name == a.From {
				a.Form = g.form(types[j])
			}
		}
	case k == 1 && len(q.Answers) > 1:
		j := g.r.IntN(len(q.Answers) - 1)
		q.Answers[j], q.Answers[j+1] = q.Answers[j+1], q.Answers[j]
	case k == 2 && len(q.Answers) > 1:
		q.Answers = q.Answers[:len(q.Answers)-1]
	case k == 3 && len(n.From) > 1:
		n.From = slices.Clone(n.From)
		slices.Reverse(n.From)
	case k < 6 && len(n.From) > 0 && i > 0:
		n.From = slices.Clone(n.From)
		n.From[g.r.IntN(len(n.From))] = earlier()
	case k == 6 && len(n.From) == 1:
		for j := range q.Nodes { // left out
			q.Nodes[j].From = slices.Clone(q.Nodes[j].From)
			for l, f := range q.Nodes[j].From {
				if f == n.Name {
					q.Nodes[j].From[l] = n.From[0]
				}
			}
		}
		for j := range q.Answers {
			if q.Answers[j].From == n.Name {
				q.Answers[j].From = n.From[0]
			}
		}
	default:
		n.Do = g.other(p, i)
	}
	if n.Do == nil {
		return nil
	}
	if _, err := q.Types(g.domain); err != nil {
		return nil
	}
	return pruned(q)
}

// other returns another operation of the kind of a node; nil for kinds that have one.
func (g *grower) other(p *plan.Program, i int) plan.Operation {
	types, err := p.Types(g.domain)
	if err != nil {
		panic(err)
	}
	at := func(name string) plan.Type {
		for j := range p.Nodes {
			if p.Nodes[j].Name == name {
				return types[j]
			}
		}
		panic(name)
	}
	n := &p.Nodes[i]
	column := func() string { return pickOf(g.r, at(n.From[0]).Columns) }
	switch o := n.Do.(type) {
	case *plan.Start:
		two := g.names[o.Entity]
		return &plan.Start{Entity: o.Entity, Value: two[g.r.IntN(2)]}
	case *plan.Call:
		return &plan.Call{Tool: pickOf(g.r, g.domain.Tools).Name, Each: o.Each, Empty: o.Empty}
	case *plan.Having:
		return &plan.Having{Tool: pickOf(g.r, g.domain.Tools).Name, Empty: o.Empty}
	case *plan.Filter:
		f := *o
		switch g.r.IntN(3) {
		case 0:
			f.Column = column()
		case 1:
			f.Comparison = pickOf(g.r, []plan.Comparison{plan.Since, plan.Until, plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Equals, plan.Contains})
		default:
			f.Operand = pickOf(g.r, []string{"2018", "2018-02-01", "7", "3000001", "侵权", "100"})
		}
		return &f
	case *plan.Superlative:
		return &plan.Superlative{Column: column(), Order: pickOf(g.r, []plan.Order{plan.Max, plan.Min}), Rank: pickOf(g.r, []int{0, 2, 3, 12})}
	case *plan.Frequent:
		return &plan.Frequent{Column: column()}
	case *plan.Project:
		return &plan.Project{Columns: []string{column()}}
	case *plan.Aggregate:
		return &plan.Aggregate{Function: pickOf(g.r, []plan.Function{plan.Sum, plan.Average, plan.Minimum, plan.Maximum}), Column: column()}
	case *plan.Arithmetic:
		return &plan.Arithmetic{Function: pickOf(g.r, []plan.Function{plan.Add, plan.Subtract, plan.Multiply, plan.Divide, plan.Share})}
	case *plan.Compare:
		return &plan.Compare{Order: pickOf(g.r, []plan.Order{plan.Max, plan.Min})}
	case *plan.Combine:
		return &plan.Combine{Function: pickOf(g.r, []plan.Function{plan.Union, plan.Intersection, plan.Difference})}
	}
	return nil
}
