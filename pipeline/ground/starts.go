package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// askOfEach asks the last lookup about all entities that the rows before name in the
// column of the last move, in place of one of them: for something of all rows it finds
// or, for having, which of the entities it knows.
func (c *composer) askOfEach(s *chain, op plan.Operator) bool {
	last := c.moves[len(c.moves)-1].Do
	link, ok := last[len(last)-1].(*plan.Project)
	if !ok || len(link.Columns) != 1 {
		return false
	}
	if before := c.g.domain.Tool(c.path.Hops[len(c.path.Hops)-2].Tool).Table; op == "having" && c.g.domain.Table(before).Column(link.Columns[0]).Asked == domain.Never {
		return false
	}
	s.dropLast(c.path, c.moves)
	set := s.Add(link, s.rows)
	if op == "having" {
		having := s.Add(&plan.Having{Tool: c.tool.Name}, set)
		if c.target != nil || c.of("having").IntN(2) == 0 {
			c.answer(s, having, c.g.domain.Table(c.g.domain.Tool(c.path.Hops[len(c.path.Hops)-2].Tool).Table).Column(link.Columns[0]))
		} else {
			c.answer(s, s.Add(&plan.Distinct{}, having), nil)
		}
		return true
	}
	return c.askTarget(s, s.Add(&plan.Call{Tool: c.tool.Name, Each: true}, set), true)
}

// dropLast makes the program end with the rows of the last lookup but one.
func (s *chain) dropLast(p plan.Path, moves []plan.Move) {
	q := new(plan.Program)
	short := plan.Path{Start: p.Start, Hops: p.Hops[:len(p.Hops)-1]}
	start, asked, rows := q.Chain(short, moves[:len(moves)-1])
	s.Program, s.start, s.subject, s.rows = q, start, asked, rows
}

// askComparison asks for the target of that one of two start entities which has more or
// less of something by the first lookup. It also asks for the sum of the two numbers, or
// the days between them: the target alone would be a guess of one in two.
func (c *composer) askComparison(s *chain) bool {
	other := c.otherRoute(c.of("other"))
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
	if c.of("less").IntN(3) == 0 {
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

// askCombination asks for the union, intersection or difference of the sets of two start
// entities, or for its size.
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
	// What rows are called is listed: rows may share a name, so that the number of names is not theirs.
	if c.of("members").IntN(3) > 0 || c.target.Sense == domain.Called {
		c.answer(s, set, c.target)
		return true
	}
	c.answer(s, s.Add(&plan.Distinct{}, set), nil)
	return true
}

// overlapTries is how many other start entities are drawn to find one whose set overlaps.
const overlapTries = 12

// overlappingRoute draws a route from another start entity whose set of the target shares
// some but not all members with that of the first; any other for a union; nil if a few
// draws find none.
func (c *composer) overlappingRoute(f plan.Function) route {
	if c.target == nil {
		return nil
	}
	if f == plan.Union {
		return c.otherRoute(c.of("other"))
	}
	own, _ := c.values(c.rows, c.target)
	if len(own) < 2 {
		return nil
	}
	sharing := c.startsSharing(digest.Pick(c.of("shared"), own, itself))
	for n := range overlapTries {
		draws := c.of("overlapping").With(digest.Draws(n))
		var other route
		if len(sharing) > 0 {
			other = c.routeFrom(c.transitions[0].from.pick(draws, sharing))
		} else {
			other = c.otherRoute(draws)
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

// startsSharing returns the other start entities about which the lookup finds a row whose
// target holds a text, for a path of one lookup about its start; nil for other paths.
func (c *composer) startsSharing(text string) []int32 {
	hop := c.last.hop
	if len(c.path.Hops) > 1 || hop.Derivation != "" {
		return nil
	}
	t := c.g.corpus.Table(c.table.Name)
	rows := c.g.holding(t, c.target.Name)[text]
	var ids []int32
	for _, m := range c.tool.Match {
		if len(m.Columns) != 1 || c.table.Column(m.Columns[0]).Entity != hop.Accepts {
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
	key := t.Spec().Name + separator + column
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
