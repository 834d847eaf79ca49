package draft

import (
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// related returns the words of a relation of the domain for a number computed from two
// columns: of one row, or of two records about one entity. It returns "" for other numbers.
func (c *composer) related(n *plan.Node, o *plan.Arithmetic) (string, error) {
	if !c.grammar.saysRelations() {
		return "", nil
	}
	of, by := c.program.Node(n.From[0]), c.program.Node(n.From[1])
	relation := c.relation(o.Function, of, by)
	if relation == nil {
		return "", nil
	}
	phrase := relation.Phrase.In(c.lang)
	if of.From[0] == by.From[0] {
		r, err := c.rows(of.From[0])
		if _, summed := of.Do.(*plan.Aggregate); summed {
			c.wholeSums[by.Name] = true // said with the first
			return c.grammar.total(fillSlot(phrase, c.grammar.standalone(&r))), err
		}
		return fillSlot(phrase, c.grammar.rows(&r)), err
	}
	first, second := c.program.Node(of.From[0]), c.program.Node(by.From[0])
	x, one := first.Do.(*plan.Call)
	y, other := second.Do.(*plan.Call)
	if !one || !other || x.Each || y.Each || first.From[0] != second.From[0] || !c.areAbout(x, first.From[0]) || !c.areAbout(y, first.From[0]) {
		return "", nil
	}
	entity, err := c.entity(first.From[0], phrase, nil)
	return fillSlot(phrase, entity), err
}

// relation returns the domain's relation that a function makes of two projected columns, or of the
// sums of two columns over the same rows; nil if there is none that has words.
func (c *composer) relation(f plan.Function, of, by *plan.Node) *domain.Relation {
	_, summed := of.Do.(*plan.Aggregate)
	if summed && (of.From[0] != by.From[0] || f != plan.Subtract) {
		return nil // a share of sums is no sum of shares
	}
	is := func(n *plan.Node, q *domain.RelatedQuantity) bool {
		if sum, ok := n.Do.(*plan.Aggregate); ok {
			return summed && sum.Function == plan.Sum && sum.Column == q.Column && c.types[n.From[0]].Table == q.Table
		}
		o, ok := n.Do.(*plan.Project)
		return ok && !summed && len(o.Columns) == 1 && o.Columns[0] == q.Column && c.types[n.Name].Table == q.Table && !c.types[n.Name].Many
	}
	for i := range c.domain.Relations {
		r := &c.words.Relations[i]
		if string(r.Operation) == string(f) && r.Phrase.In(c.lang) != "" && is(of, &r.Of) && is(by, &r.By) {
			return r
		}
	}
	return nil
}

// areAbout reports whether a lookup finds the one record of its table about an entity.
func (c *composer) areAbout(o *plan.Call, entity string) bool {
	t := c.domain.Tool(o.Tool)
	table := c.domain.Table(t.Table)
	return t.Returns == domain.One && table.KeyEntity() == c.types[entity].Entity
}
