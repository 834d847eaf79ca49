package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// asPeopleAsk reports whether the domain declares matters, so that questions ask what people ask on
// these occasions.
func (c *composer) asPeopleAsk() bool { return len(c.g.domain.Matters) > 0 }

// askOfChosen asks for the target of a row that was chosen among several. Who does not know which it
// is needs what identifies it, too: the table's key comes first or, where that is the target, what
// the rows were ranked by comes behind it.
func (c *composer) askOfChosen(s *chain, row string) bool {
	n := s.Node(row)
	by, ranked := n.Do.(*plan.Superlative)
	if !c.asPeopleAsk() || c.target == nil {
		return c.askOfRow(s, row)
	}
	key := c.askable(c.table.Key)
	if key != nil && key != c.target {
		c.askAlso(s, row, key)
	}
	if !c.askOfRow(s, row) {
		return false
	}
	if key == c.target && ranked {
		if col := c.askable(by.Column); col != nil {
			c.askAlso(s, row, col)
		}
	}
	return true
}

// askOnTheWay puts before the answers what identifies a row that was chosen on the way, and the name
// of what the last lookup is about where it is far along or asked for a contact: whoever wants to see
// the file needs its number and the office that keeps it, not the address alone.
func (c *composer) askOnTheWay(s *chain) {
	if !c.asPeopleAsk() || len(c.path.Hops) < 2 || c.demand.Operator == opCompare || c.demand.Whole() {
		return
	}
	for _, a := range s.Answers { // what else is asked about another lookup would be a question of its own
		n := s.Node(a.From)
		if _, truth := n.Do.(*plan.Exists); truth || len(s.Answers) > 1 && n.From[0] != s.Node(s.Answers[0].From).From[0] {
			return
		}
	}
	var before []plan.AnswerSpec
	ask := func(node string, col *domain.Column) {
		before = append(before, plan.AnswerSpec{From: node, Form: plan.FormOf(col)})
	}
	for _, n := range s.Nodes {
		if _, ok := n.Do.(*plan.Superlative); !ok || s.lookupOf(n.Name).Name == s.rows {
			continue
		}
		t := c.g.domain.Table(c.g.domain.Tool(s.lookupOf(n.Name).Lookup()).Table)
		key := t.Column(t.Key)
		if key == nil {
			continue // no column names the row
		}
		node := ""
		for _, next := range s.Nodes {
			if o, ok := next.Do.(*plan.Project); ok && next.From[0] == n.Name && slices.Equal(o.Columns, []string{key.Name}) {
				node = next.Name
			}
		}
		if node == "" {
			node = s.Add(&plan.Project{Columns: []string{key.Name}}, n.Name)
		}
		ask(node, key)
	}
	n := s.Node(s.subject)
	o, ok := n.Do.(*plan.Project)
	if ok && len(o.Columns) == 1 && c.tool.Returns != domain.Many && c.target != nil && !slices.ContainsFunc(before, func(a plan.AnswerSpec) bool { return a.From == s.subject }) &&
		(plan.IsLong(c.g.domain, c.path) || c.target.Meaning() == domain.Identifier) {
		t := c.g.domain.Table(c.g.domain.Tool(s.lookupOf(n.From[0]).Lookup()).Table)
		ask(s.subject, t.Column(o.Columns[0]))
	}
	s.Answers = append(before, s.Answers...)
}

// askAlso asks for a column of a row.
func (c *composer) askAlso(s *chain, row string, col *domain.Column) {
	c.answer(s, s.Add(&plan.Project{Columns: []string{col.Name}}, row), col)
}

// askable returns a column of the last lookup; nil if no question of the path asks for it.
func (c *composer) askable(name string) *domain.Column {
	if !slices.Contains(plan.Targets(c.g.domain, c.path), name) || !plan.Reaches(c.g.domain, c.path, plan.Demand{Target: name}) {
		return nil
	}
	return c.table.Column(name)
}

// lookupOf returns the node of the lookup that a node's rows come from.
func (s *chain) lookupOf(node string) *plan.Node {
	n := s.Node(node)
	for n.Lookup() == "" {
		n = s.Node(n.From[0])
	}
	return n
}

// hasForm reports whether a question states in which form it wants a column: the unit of an amount,
// the layout of a day.
func hasForm(col *domain.Column) bool {
	return col.Kind == domain.KindDate || col.Kind.Numeric() && !col.Kind.Integral()
}
