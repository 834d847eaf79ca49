package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// addNumber adds a number that a source gives of rows: the cell of one row; of many the
// sum of the cells or, of shares, the largest; without a column, how many rows there are.
func (s *chain) addNumber(rows string, of *source, many bool) string {
	switch {
	case of.column == nil:
		return s.addCount(rows, of.tool)
	case !many:
		return s.Add(&plan.Project{Columns: []string{of.column.Name}}, rows)
	case of.column.Kind == domain.KindRatio:
		return s.Add(&plan.Aggregate{Function: plan.Maximum, Column: of.column.Name}, rows)
	}
	return s.Add(&plan.Aggregate{Function: plan.Sum, Column: of.column.Name}, rows)
}

// addCount counts rows that a lookup finds. Of several entities, rows of links may name one thing twice.
func (s *chain) addCount(rows string, t *domain.Tool) string {
	if o, ok := s.Node(rows).Do.(*plan.Call); ok && o.Each && t.Linked != "" {
		return s.Add(&plan.Distinct{}, s.Add(&plan.Project{Columns: []string{t.Linked}}, rows))
	}
	return s.Add(&plan.Count{}, rows)
}

// askArithmetic asks for what an operator makes of the target and a second number. That
// comes from the same row, from another lookup about the same entity or, for the share of
// a set, from a part of the rows.
func (c *composer) askArithmetic(s *chain, op plan.Operator) bool {
	if c.target == nil {
		return false
	}
	many := c.tool.Returns == domain.Many
	own := &source{c.tool, c.target}
	f := plan.Function(op)
	others := c.columnsOf(func(col *domain.Column) bool { return col != c.target && c.fits(f, c.tool, col) })
	switch {
	case f == plan.Share && many && c.target.Adds() && !c.asPeopleAsk() && c.of("share of part").IntN(3) > 0:
		return c.askShareOfPart(s)
	case len(others) > 0 && (!many || c.target.Adds()) && c.of("own column").IntN(2) == 0:
		other := &source{c.tool, digest.Pick(c.of("other column"), others, nameOf)}
		a := s.addNumber(s.rows, own, many)
		s.answerComputed(f, a, s.addNumber(s.rows, other, many), c.target, other.column)
		return true
	}
	return c.askAgainstOther(s, f, many)
}

// answerComputed asks for what f makes of two numbers, in the unit that this gives. The
// numbers are of the two columns, or counts if these are nil.
func (s *chain) answerComputed(f plan.Function, a, b string, of, other *domain.Column) {
	form := plan.Form{Style: plan.StyleNumber, Places: 2}
	if of != nil {
		form.Unit = of.Unit
	}
	switch {
	case f == plan.Share:
		form.Unit = percent
	case f == plan.Divide && other.Unit == of.Unit:
		form.Unit = ""
	case f == plan.Multiply && of.Unit == percent:
		form.Unit = other.Unit
	}
	if whole := of == nil || of.Kind.Integral(); whole && (f == plan.Add || f == plan.Subtract) {
		form.Places = 0
	}
	s.Answers = append(s.Answers, plan.AnswerSpec{From: s.Add(&plan.Arithmetic{Function: f}, a, b), Form: form})
}

const percent = "%"

// fits reports whether the target and a column that a lookup returns have a meaningful combination:
// one that the domain declares, or units that go together where it declares none.
func (c *composer) fits(f plan.Function, t *domain.Tool, other *domain.Column) bool {
	if len(c.g.domain.Relations) == 0 {
		return other.Kind.Numeric() && unitsFit(f, c.target, other)
	}
	accepted := c.path.Hops[len(c.path.Hops)-1].Accepts
	return plan.Relates(c.g.domain, plan.Operator(f), accepted, c.tool, c.target.Name, t, other.Name)
}

// unitsFit reports whether two columns of numbers go together: amounts of one unit, or an
// amount and a share of it.
func unitsFit(f plan.Function, a, b *domain.Column) bool {
	if a != b && f != plan.Multiply && b.Unit != percent && (a.Meaning() != b.Meaning() || a.Meaning() == domain.Stock) {
		return false // two levels make no third
	}
	if f == plan.Add && a != b || (f == plan.Add || f == plan.Subtract) && a == b && a.Meaning() == domain.Stock {
		return false // nothing says that one is no part of the other, or what a level less those of others is
	}
	if a != b && f != plan.Multiply && a.Unit == "" && b.Unit == "" && a.Kind == domain.KindNumber {
		return false // nothing says that they measure the same
	}
	if a.Meaning() == domain.Measurement || b.Meaning() == domain.Measurement {
		return a == b
	}
	if a.Meaning() == domain.Price || b.Meaning() == domain.Price {
		return a.Meaning() == b.Meaning() && a.Unit == b.Unit && (f == plan.Subtract || f == plan.Divide)
	}
	switch f {
	case plan.Multiply:
		// A share of a number without a unit would be a share again.
		return (a.Unit == percent) != (b.Unit == percent) && (a.Unit != percent || b.Unit != "") && !a.Kind.Integral() && !b.Kind.Integral()
	case plan.Divide:
		return a.Kind == b.Kind && a.Unit == b.Unit && a.Unit != percent || a.Kind == domain.KindMoney && b.Unit == percent
	}
	return a.Kind == b.Kind && a.Unit == b.Unit && a.Unit != percent
}

// askShareOfPart asks for the share that the rows of a year or a period have in the target's
// sum.
func (c *composer) askShareOfPart(s *chain) bool {
	kinds := []plan.Operator{"year", "period"}
	set, ok := c.addFilter(s, s.rows, kinds[c.of("part").IntN(len(kinds))])
	if !ok {
		return false
	}
	sum := func(rows string) string {
		return s.Add(&plan.Aggregate{Function: plan.Sum, Column: c.target.Name}, rows)
	}
	a := sum(set)
	s.answerComputed(plan.Share, a, sum(s.rows), c.target, c.target)
	return true
}

// askAgainstOther asks for what f makes of the target and a number that another lookup
// returns about the same entity.
func (c *composer) askAgainstOther(s *chain, f plan.Function, many bool) bool {
	sources := c.sources(c.path.Hops[len(c.path.Hops)-1].Accepts, func(t *domain.Tool, col *domain.Column) bool {
		return t.Name != c.tool.Name && col.Asked != domain.Never && c.fits(f, t, col)
	})
	if len(sources) == 0 {
		return false
	}
	o, own := digest.Pick(c.of("source"), sources, source.name), &source{c.tool, c.target}
	addsUp := func(of *source) bool {
		return of.tool.Returns != domain.Many || of.column.Adds() || of.column.Kind == domain.KindRatio
	}
	if !addsUp(own) || !addsUp(&o) {
		return false
	}
	a := s.addNumber(s.rows, own, many)
	rows := s.Add(&plan.Call{Tool: o.tool.Name}, s.subject)
	var b string
	switch {
	case o.tool.Returns != domain.Many:
		b = s.Add(&plan.Project{Columns: []string{o.column.Name}}, rows)
	case o.column.Kind == domain.KindRatio:
		return false
	default:
		b = s.Add(&plan.Aggregate{Function: plan.Sum, Column: o.column.Name}, rows)
	}
	s.answerComputed(f, a, b, c.target, o.column)
	return true
}

// drawMeasure draws what to compare entities by: a column of numbers or days that a
// lookup returns and people ask for, or the number of rows it finds; nil if there is none.
func (c *composer) drawMeasure(t *domain.Tool) *source {
	many := t.Returns == domain.Many
	table := c.g.domain.Table(t.Table)
	var all []source
	for i := range table.Columns {
		col := &table.Columns[i]
		if col.Asked != domain.Never && col.Asked != domain.Seldom && (t.Returns != domain.Field || t.Column == col.Name) && (col.Adds() || col.Counts() && !many) {
			all = append(all, source{t, col})
		}
	}
	if many {
		all = append(all, source{t, nil})
	}
	if len(all) == 0 {
		return nil
	}
	of := digest.Pick(c.of("measure"), all, source.name)
	return &of
}

// source is a column of a lookup; without a column, the number of rows it finds.
type source struct {
	tool   *domain.Tool
	column *domain.Column
}

// name names the source among others.
func (s source) name() string {
	if s.column == nil {
		return s.tool.Name
	}
	return s.tool.Name + separator + s.column.Name
}

// sources returns the wanted columns of all lookups about entities of a type, in the
// domain's order.
func (c *composer) sources(accepted string, want func(*domain.Tool, *domain.Column) bool) []source {
	var all []source
	for i := range c.g.domain.Tools {
		t := &c.g.domain.Tools[i]
		if !slices.Contains(plan.Accepts(c.g.domain, t), accepted) {
			continue
		}
		table := c.g.domain.Table(t.Table)
		for j := range table.Columns {
			if col := &table.Columns[j]; want(t, col) && (t.Returns != domain.Field || t.Column == col.Name) {
				all = append(all, source{t, col})
			}
		}
	}
	return all
}
