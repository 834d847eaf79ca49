package ground

import (
	"slices"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// addNumber adds a column as one number of the rows: of one row, or of all.
func (s *chain) addNumber(rows string, of *source, many bool) string {
	switch {
	case of.column == nil:
		return s.Add(&plan.Count{}, rows)
	case !many:
		return s.Add(&plan.Project{Columns: []string{of.column.Name}}, rows)
	case of.column.Kind == domain.KindRatio:
		return s.Add(&plan.Aggregate{Function: plan.Maximum, Column: of.column.Name}, rows)
	}
	return s.Add(&plan.Aggregate{Function: plan.Sum, Column: of.column.Name}, rows)
}

// askArithmetic makes a number of the target and of another: of the same row, of what
// another lookup knows of the same entity, or, for a share of a set, of a part of
// it.
func (c *composer) askArithmetic(s *chain, op plan.Operator) bool {
	if c.target == nil {
		return false
	}
	many := c.tool.Returns == domain.Many
	own := &source{c.tool, c.target}
	f := plan.Function(op)
	if f == plan.Share && many && c.r.IntN(3) > 0 {
		return c.askShareOfPart(s)
	}
	if !many && c.r.IntN(2) == 0 {
		others := c.columnsOf(func(col *domain.Column) bool { return col != c.target && col.Kind.Numeric() && fits(f, c.target, col) })
		if len(others) > 0 {
			other := others[c.r.IntN(len(others))]
			a := s.addNumber(s.rows, own, false)
			s.answerComputed(f, a, s.Add(&plan.Project{Columns: []string{other.Name}}, s.rows), c.target, other)
			return true
		}
	}
	return c.askAgainstOther(s, f, many)
}

// answerComputed asks for what is made of two numbers, of columns or, for none, of counts.
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
	s.Answers = append(s.Answers, plan.Answer{From: s.Add(&plan.Arithmetic{Function: f}, a, b), Form: form})
}

const percent = "%"

// fits reports whether two columns of numbers go together: amounts of one unit, or an
// amount and a share of it.
func fits(f plan.Function, a, b *domain.Column) bool {
	switch f {
	case plan.Multiply:
		return (a.Unit == percent) != (b.Unit == percent) && !a.Kind.Integral() && !b.Kind.Integral()
	case plan.Divide:
		return a.Kind == b.Kind && a.Unit == b.Unit && a.Unit != percent || a.Kind == domain.KindMoney && b.Unit == percent
	}
	return a.Kind == b.Kind && a.Unit == b.Unit && a.Unit != percent
}

// askShareOfPart asks what share of the target's sum a part of the rows has.
func (c *composer) askShareOfPart(s *chain) bool {
	kinds := []plan.Operator{"year", "equality", "threshold", "role", "ownership"}
	set, ok := c.addFilter(s, s.rows, kinds[c.r.IntN(len(kinds))])
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

// askAgainstOther sets the target against what another lookup knows of the same entity.
func (c *composer) askAgainstOther(s *chain, f plan.Function, many bool) bool {
	sources := c.sources(c.path.Hops[len(c.path.Hops)-1].Accepts, func(t *domain.Tool, col *domain.Column) bool {
		return t.Name != c.tool.Name && col.Kind.Numeric() && fits(f, c.target, col)
	})
	if len(sources) == 0 {
		return false
	}
	o, own := sources[c.r.IntN(len(sources))], &source{c.tool, c.target}
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

// askOfEach asks the last lookup about all entities that the lookup before names in the
// column the path goes on by, not of one of them: for all it finds together, or which
// of them it knows.
func (c *composer) askOfEach(s *chain, op plan.Operator) bool {
	last := c.moves[len(c.moves)-1].Do
	link, ok := last[len(last)-1].(*plan.Project)
	if !ok || len(link.Columns) != 1 {
		return false
	}
	s.dropLast(c.path, c.moves)
	set := s.Add(link, s.rows)
	if op == "having" {
		having := s.Add(&plan.Having{Tool: c.tool.Name}, set)
		if c.target != nil || c.r.IntN(2) == 0 {
			c.answer(s, having, c.g.domain.Table(c.g.domain.Tool(c.path.Hops[len(c.path.Hops)-2].Tool).Table).Column(link.Columns[0]))
		} else {
			c.answer(s, s.Add(&plan.Distinct{}, having), nil)
		}
		return true
	}
	return c.askTarget(s, s.Add(&plan.Call{Tool: c.tool.Name, Each: true}, set), true)
}

// dropLast takes the program back to the rows of the lookup before the last, and what its
// last move would do with them.
func (s *chain) dropLast(p plan.Path, moves []plan.Move) {
	q := new(plan.Program)
	short := plan.Path{Start: p.Start, Hops: p.Hops[:len(p.Hops)-1]}
	start, asked, rows := q.Chain(short, moves[:len(moves)-1])
	s.Program, s.start, s.subject, s.rows = q, start, asked, rows
}

// askComparison asks for the target, a set, of that of two start entities that has more of
// something that the lookup before the last knows, or less, and what both have together
// or how many days lie between: the name alone would stand in the question, and one
// thing that is known of it would be a guess of one in two.
func (c *composer) askComparison(s *chain) bool {
	other := c.otherRoute()
	first := c.g.domain.Tool(c.path.Hops[0].Tool)
	of := c.drawMeasure(first)
	if other == nil || of == nil {
		return false
	}
	s.Program, s.starts = new(plan.Program), append(s.starts, c.startOf(other))
	short := plan.Path{Start: c.path.Start, Hops: c.path.Hops[:1]}
	var starts, values [2]string
	for i := range starts {
		var rows string
		starts[i], _, rows = s.Chain(short, nil)
		values[i] = s.addNumber(rows, of, first.Returns == domain.Many)
	}
	order := plan.Max
	if c.r.IntN(3) == 0 {
		order = plan.Min
	}
	winner := s.Add(&plan.Compare{Order: order}, starts[0], values[0], starts[1], values[1])
	c.askOfRow(s, s.Add(&plan.Call{Tool: c.tool.Name}, winner))
	if of.column != nil && of.column.Kind == domain.KindDate {
		c.answer(s, s.Add(&plan.Days{}, values[0], values[1]), nil)
		return true
	}
	s.answerComputed(plan.Add, values[0], values[1], of.column, of.column)
	return true
}

// drawMeasure draws a column of numbers or days of what a lookup returns, or, of a set, its
// size; nil where there is none.
func (c *composer) drawMeasure(t *domain.Tool) *source {
	many := t.Returns == domain.Many
	table := c.g.domain.Table(t.Table)
	var all []source
	for i := range table.Columns {
		col := &table.Columns[i]
		if (t.Returns != domain.Field || t.Column == col.Name) && (col.Kind.Numeric() || col.Kind == domain.KindDate && !many) {
			all = append(all, source{t, col})
		}
	}
	if many {
		all = append(all, source{t, nil})
	}
	if len(all) == 0 {
		return nil
	}
	return &all[c.r.IntN(len(all))]
}

// source is a column of what a lookup knows; none for how many rows it finds.
type source struct {
	tool   *domain.Tool
	column *domain.Column
}

// sources returns what lookups about entities of a type return that is wanted, in
// the domain's order.
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

// askCombination asks for a set made of the sets of two start entities, or for its size.
func (c *composer) askCombination(s *chain) bool {
	f := plan.Function(c.demand.Operator)
	other := c.overlappingRoute(f)
	if other == nil {
		return false
	}
	a := s.Add(&plan.Project{Columns: []string{c.target.Name}}, s.rows)
	_, _, rows := s.Chain(c.path, c.moves)
	b := s.Add(&plan.Project{Columns: []string{c.target.Name}}, rows)
	s.starts = append(s.starts, c.startOf(other))
	set := s.Add(&plan.Combine{Function: f}, a, b)
	if c.r.IntN(3) > 0 {
		c.answer(s, set, c.target)
		return true
	}
	c.answer(s, s.Add(&plan.Distinct{}, set), nil)
	return true
}

// overlapTries is how many other start entities are looked at for one whose set overlaps.
const overlapTries = 12

// overlappingRoute draws another start entity whose set of the target has something in
// common with that of the first but not everything, as all but a union need it; nil
// if a few draws find none.
func (c *composer) overlappingRoute(f plan.Function) route {
	if c.target == nil {
		return nil
	}
	if f == plan.Union {
		return c.otherRoute()
	}
	own, _ := c.values(c.rows, c.target)
	if len(own) < 2 {
		return nil
	}
	beside := c.startsSharing(own[c.r.IntN(len(own))])
	for range overlapTries {
		other := c.otherRoute()
		if len(beside) > 0 {
			other = c.routeFrom(beside[c.r.IntN(len(beside))])
		}
		if other == nil {
			continue
		}
		texts, _ := c.values(c.rowsAt(other), c.target)
		both := 0
		for _, t := range texts {
			if _, ok := slices.BinarySearch(own, t); ok {
				both++
			}
		}
		if both > 0 && both < len(own) && both < len(texts) {
			return other
		}
	}
	return nil
}

// startsSharing returns the start entities of which the last lookup finds a row with a text
// of the target, by number, of a path that asks about its start alone; nil for other
// paths.
func (c *composer) startsSharing(text string) []int32 {
	asked := c.last.hop
	if len(c.path.Hops) > 1 || asked.Derivation != "" {
		return nil
	}
	t := c.g.corpus.Table(c.table.Name)
	rows := c.g.holding(t, c.target.Name)[text]
	var ids []int32
	for _, m := range c.tool.Match {
		if len(m.Columns) != 1 || c.table.Column(m.Columns[0]).Entity != asked.Accepts {
			continue
		}
		column := t.Column(m.Columns[0])
		for _, row := range rows {
			for _, v := range t.Cell(int(row), column).Values {
				if id, ok := c.last.from.id[v.Text]; ok && id != c.route[0] && !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}

// holding returns the rows of a table that hold each text in a column, in order.
func (g *Grounder) holding(t *corpus.Table, column string) map[string][]int32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := t.Spec().Name + unit + column
	rows := g.held[key]
	if rows != nil {
		return rows
	}
	rows = map[string][]int32{}
	g.held[key] = rows
	col := t.Column(column)
	for row := range t.Len() {
		for _, v := range t.Cell(row, col).Values {
			if with := rows[v.Text]; len(with) == 0 || with[len(with)-1] != int32(row) {
				rows[v.Text] = append(with, int32(row))
			}
		}
	}
	return rows
}
