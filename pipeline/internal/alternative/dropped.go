package alternative

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Dropped returns the programs that leave one step of a program out, in node order,
// each once and none the program itself; nil for a program that is not well-typed or
// fills a template. If one of them gives the same answer, the question asks for
// something that makes no difference.
//
// An [plan.Only] and the condition of a follow-up are no steps in this sense: where
// they hold, what comes after is the same without them, and where they do not,
// there is nothing after.
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

// drop leaves the i-th node out, or the part of it that can be.
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

// either takes one of the two results a node was made of.
func (s *set) either(n *plan.Node, change Change) {
	for _, f := range n.From {
		s.add(bypass(s.of, n.Name, f), change, n.Name, f)
	}
}

// rows counts rows where the i-th node counts different values of them.
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

// skip asks about every entity further back on the chain in place of the i-th
// node's.
func (s *set) skip(i int) {
	n, t := &s.of.Nodes[i], s.types[i]
	if t.Entity == "" || len(n.From) == 0 {
		return
	}
	if _, ok := n.Do.(*plan.Compare); ok {
		return
	}
	asks := false // whether a lookup is made between
	for at := n; len(at.From) > 0; {
		_, call := at.Do.(*plan.Call)
		asks = asks || call
		j := index(s.of, at.From[0])
		at = &s.of.Nodes[j]
		if asks && s.types[j].Entity == t.Entity {
			q := bypass(s.of, n.Name, at.Name)
			s.unask(q, n.Name, at.Name)
			s.add(q, DropHop, n.Name, at.Name)
		}
	}
}

// unask has answers read what they did, not an entity further back: a name that is
// asked for is no step on the way.
func (s *set) unask(q *plan.Program, from, by string) {
	for i, a := range s.of.Answers {
		if a.From == from && q.Answers[i].From == by {
			q.Answers[i].From = from
		}
	}
}
