package ground

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// askExistence asks whether the last lookup finds anything and, if so, for the target; if
// not, for something else about the same entity, so that a no is not the whole answer.
func (c *composer) askExistence(s *chain, many bool) bool {
	s.Node(s.rows).Do = &plan.Call{Tool: c.tool.Name, Empty: true}
	is := s.Add(&plan.Exists{}, s.rows)
	s.Answers = append(s.Answers, plan.AnswerSpec{From: is, Form: plan.Form{Style: plan.StyleTruth}})
	if !c.askTarget(s, s.rows, many) {
		return false
	}
	s.Answers[1].If = is
	if !c.askOtherwise(s) {
		return false
	}
	s.Answers[2].Unless = is
	return true
}

// askOtherwise asks what people ask of an entity about which the last lookup finds nothing: what the
// first of the lookups declared for it finds; where none is declared, what askOther asks. If the last
// lookup finds something, nobody makes the other.
func (c *composer) askOtherwise(s *chain) bool {
	if c.tool.Otherwise == nil {
		return c.askOther(s)
	}
	subject, ok := c.last.subject(c.route[len(c.route)-1])
	if !ok {
		return false
	}
	for _, k := range c.last.lookup.otherwise {
		if rows := len(k.find(subject)); len(c.rows) == 0 && (rows == 0 || k.tool.Returns == domain.Many && rows < 2) {
			continue
		}
		columns := k.columns
		if k.tool.Returns != domain.Many {
			columns = c.serving(&k)
		}
		col := columns[0] // the parent before its share
		if k.tool.Returns == domain.Many {
			col = digest.Pick(c.of("otherwise"), columns, nameOf)
		}
		c.answer(s, s.addNumber(s.Add(&plan.Call{Tool: k.tool.Name}, s.subject), &source{k.tool, col}, k.tool.Returns == domain.Many), col)
		return true
	}
	return false
}

// askCount asks for the number of rows. Zero, which can be guessed, is asked for together
// with something else about the same entity, and so is one number in countedWith: otherwise
// the second question would give the zero away.
func (c *composer) askCount(s *chain) bool {
	if c.demand.Operator == opNone {
		s.Node(s.rows).Do = &plan.Call{Tool: c.tool.Name, Empty: true}
		return c.askOfSet(s, s.rows, "count") && c.askOther(s)
	}
	return c.askOfSet(s, s.rows, "count") && (c.countedAlone() || c.of("counted with").IntN(countedWith) > 0 || c.askOther(s))
}

const countedWith = 3

// countedAlone reports whether a number of rows is asked for without anything from another lookup:
// where a row is chosen on the way, what identifies that is asked for, and the two would not go together.
func (c *composer) countedAlone() bool {
	return c.asPeopleAsk() && slices.ContainsFunc(c.moves, func(m plan.Move) bool { return m.ChoosesRow() })
}

// askFilteredCount asks for the number of rows that pass a filter, also of none.
func (c *composer) askFilteredCount(s *chain, op plan.Operator) bool {
	draw := c.of("counted with").IntN(countedWith)
	if c.countedAlone() {
		draw = countedWith
	}
	var f *plan.Filter
	if draw == 0 {
		f = c.passesNone(op)
	}
	if f == nil {
		set, ok := c.addFilter(s, s.rows, op)
		return ok && c.askOfSet(s, set, "count") && (draw != 1 || c.askOther(s))
	}
	return c.askOfSet(s, s.Add(f, s.rows), "count") && c.askOther(s)
}

// passesNone draws a filter that none of the rows passes: a year in which other rows of the
// table fall, or more than the largest number; nil for other operators. Nobody asks for a number
// that no row of the table exceeds, but for sums that matter, which have no upper end.
func (c *composer) passesNone(op plan.Operator) *plan.Filter {
	columns := c.columnsOf(func(col *domain.Column) bool {
		return c.g.domain.Ranks(c.table.Name, col) && (op == "year" && col.Kind == domain.KindDate || op == "threshold" && col.Kind.Numeric())
	})
	if len(columns) == 0 {
		return nil
	}
	col := digest.Pick(c.of("passed by none"), columns, nameOf)
	days, numbers := c.values(c.rows, col)
	switch {
	case op == "year" && len(days) > 1:
		years := slices.DeleteFunc(slices.Clone(c.g.yearsOf(c.table.Name, col.Name)), func(y string) bool {
			return y < days[0][:4] || y > days[len(days)-1][:4] || slices.ContainsFunc(days, func(d string) bool { return d[:4] == y })
		})
		if len(years) > 0 {
			return &plan.Filter{Column: col.Name, Comparison: plan.Year, Operand: digest.Pick(c.of("year of none"), years, func(year string) string { return year }), Empty: true}
		}
	case len(numbers) > 1 && numbers[len(numbers)-1].IsPositive():
		if bound, ok := round(numbers[len(numbers)-1], numbers[len(numbers)-1].Mul(decimal.NewFromInt(11))); ok && (c.asPeopleAsk() || c.g.exceeds(c.table.Name, col.Name, bound)) {
			return &plan.Filter{Column: col.Name, Comparison: plan.Above, Operand: bound, Empty: true}
		}
	}
	return nil
}

// askOther asks for a column of one row that another lookup finds about the entity that the
// last lookup is about; false if none does. Of several lookups it takes the one with the
// largest table, which tells the least about the entity by finding it.
func (c *composer) askOther(s *chain) bool {
	subject, ok := c.last.subject(c.route[len(c.route)-1])
	if !ok {
		return false
	}
	for _, k := range c.last.lookup.known {
		if len(k.find(subject)) > 0 {
			columns := c.serving(&k)
			col := digest.Pick(c.of("other lookup"), columns, nameOf)
			rows := s.Add(&plan.Call{Tool: k.tool.Name}, s.subject)
			c.answer(s, s.Add(&plan.Project{Columns: []string{col.Name}}, rows), col)
			return true
		}
	}
	return false
}

// serving returns the columns of a lookup about the entity of the last that serve a matter and
// are within reach; all if there are none.
func (c *composer) serving(k *knownBy) []*domain.Column {
	other := plan.Path{Start: c.path.Start, Hops: slices.Clone(c.path.Hops)}
	other.Hops[len(other.Hops)-1].Tool = k.tool.Name
	var columns []*domain.Column
	for _, col := range k.columns {
		if plan.Serves(c.g.domain, other, col.Name) && plan.Reaches(c.g.domain, other, plan.Demand{Target: col.Name}) {
			columns = append(columns, col)
		}
	}
	if columns == nil {
		return k.columns
	}
	return columns
}
