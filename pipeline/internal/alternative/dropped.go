package alternative

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Dropped returns the programs that leave one step of a program out, in node order and
// without repetitions; the program itself is not among them. It returns nil for a program
// that is not well-typed or fills a template. If one of them gives the same answer, the
// question asks for something that makes no difference.
//
// A [plan.Only] and the condition of a follow-up do not count as steps: if they hold, the
// result is the same without them, and if they do not, there is no result.
func Dropped(d *domain.Domain, p *plan.Program) []Rival {
	s := newSet(d, p)
	if s == nil {
		return nil
	}
	for i := range p.Nodes {
		s.drop(i)
		s.skip(i)
	}
	return s.list
}

// drop leaves out the i-th node, or the part of it that can be left out.
func (s *set) drop(i int) {
	n := &s.of.Nodes[i]
	without := func(change Change) { s.add(bypass(s.of, n.Name, n.From[0]), change, n.Name, "") }
	switch o := n.Do.(type) {
	case *plan.Filter:
		without(DropFilter)
	case *plan.Having:
		without(DropHaving)
	case *plan.Combine:
		s.either(n, DropSet)
	case *plan.Arithmetic:
		s.either(n, DropOperand)
	case *plan.Superlative:
		if o.Rank > 0 {
			s.add(replace(s.of, i, &plan.Superlative{Column: o.Column, Order: o.Order}), DropRank, n.Name, "")
		}
		without(DropSuperlative)
	case *plan.Frequent:
		s.add(replace(s.of, i, &plan.Project{Columns: []string{o.Column}}), DropFrequent, n.Name, "")
	case *plan.Distinct:
		s.rows(i)
	}
}

// either replaces a node by each of its two inputs.
func (s *set) either(n *plan.Node, change Change) {
	for _, f := range n.From {
		s.add(bypass(s.of, n.Name, f), change, n.Name, f)
	}
}

// rows counts rows instead of the distinct values that the i-th node counts.
func (s *set) rows(i int) {
	n := &s.of.Nodes[i]
	values := s.of.Node(n.From[0])
	if _, ok := values.Do.(*plan.Project); !ok {
		return
	}
	q := replace(s.of, i, &plan.Count{})
	q.Nodes[i].From = values.From
	s.add(q, DropDistinct, n.Name, values.From[0])
}

// skip replaces the entity of the i-th node by each earlier entity of the chain.
func (s *set) skip(i int) {
	n, t := &s.of.Nodes[i], s.types[i]
	if t.Entity == "" || len(n.From) == 0 {
		return
	}
	if _, ok := n.Do.(*plan.Compare); ok {
		return
	}
	asks := false // there is a lookup between the two entities
	for at := n; len(at.From) > 0; {
		_, call := at.Do.(*plan.Call)
		asks = asks || call
		j := index(s.of, at.From[0])
		at = &s.of.Nodes[j]
		if asks && s.types[j].Entity == t.Entity {
			q := bypass(s.of, n.Name, at.Name)
			s.restoreAnswers(q, n.Name, at.Name)
			s.add(q, DropHop, n.Name, at.Name)
		}
	}
}

// restoreAnswers makes answers read the result that they read before skip. A name that is
// asked for is not a step of the chain.
func (s *set) restoreAnswers(q *plan.Program, from, by string) {
	for i, a := range s.of.Answers {
		if a.From == from && q.Answers[i].From == by {
			q.Answers[i].From = from
		}
	}
}
