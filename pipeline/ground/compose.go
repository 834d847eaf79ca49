package ground

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// composer makes programs of a path that meet a demand from one start entity. It
// draws what the demand leaves open, operands from the rows that the last lookup
// finds there, so that most of what it makes has an answer; what has none is told by
// running it.
type composer struct {
	g      *Grounder
	path   plan.Path
	demand plan.Demand
	way    *route
	moves  []plan.Move           // for each hop but the last
	start  []string              // the name of the start entity
	second func() *route         // draws another start entity that the moves lead to the end; nil for none
	lead   func(id int32) *route // leads one there; nil where they do not
	r      *rand.Rand

	last   *leg
	tool   *domain.Tool // the last lookup
	table  *domain.Table
	target *domain.Column // nil for rows
	rows   []int32        // that the last lookup finds
}

// route is a start entity and the entities the path then goes through: what each
// hop starts from, by number.
type route struct{ at []int32 }

func (g *Grounder) newComposer(p plan.Path, demand plan.Demand, legs []*leg, way *route, moves []plan.Move, r *rand.Rand) *composer {
	last := legs[len(legs)-1]
	t := g.domain.Tool(last.hop.Tool)
	c := &composer{g: g, path: p, demand: demand, way: way, moves: moves, r: r, tool: t, table: g.domain.Table(t.Table)}
	if demand.Target != plan.Rows {
		c.target = c.table.Column(demand.Target)
	}
	c.last = last
	return c
}

// found returns the rows the last lookup finds at the end of a way.
func (c *composer) found(way *route) []int32 {
	name, ok := c.last.asked(way.at[len(way.at)-1])
	if !ok {
		return nil
	}
	rows := c.last.pick.rows(name)
	if c.tool.Returns != domain.Many && len(rows) > 1 {
		rows = rows[:1]
	}
	return rows
}

// stem is a program up to the rows of its last lookup.
type stem struct {
	*plan.Program
	names              [][]string // of the starts
	start, asked, rows string
}

// programs draws bound programs, at most so many, that meet the demand, one after the
// other and no two that ask the same of any entities; none where there is nothing to
// draw from.
func (c *composer) programs(legs []*leg, most int) iter.Seq[*plan.Program] {
	name := func(w *route) []string { return legs[0].from.list[w.at[0]] }
	chain := stem{Program: new(plan.Program)}
	if c.demand.Operator != comparing {
		chain.start, chain.asked, chain.rows = chain.Chain(c.path, c.moves)
	}
	return func(yield func(*plan.Program) bool) {
		var made []*plan.Program // unbound
		for range 2 * most {
			if len(made) == most {
				return
			}
			s := chain
			s.Program = &plan.Program{Nodes: slices.Clone(chain.Nodes)} // which share operations
			s.names = [][]string{name(c.way)}
			if !c.meet(&s, name) || slices.ContainsFunc(made, s.Equal) {
				continue
			}
			made = append(made, s.Program)
			if !yield(s.Bind(s.names...)) {
				return
			}
		}
	}
}

// meet finishes a program; false where what is drawn does not go.
func (c *composer) meet(s *stem, name func(*route) []string) bool {
	many := c.tool.Returns == domain.Many
	switch op := c.demand.Operator; op {
	case "":
		return c.ask(s, s.rows, many)
	case "columns":
		return c.columns(s)
	case "count", "list", "sum", "average", "minimum", "maximum", "distinct", "frequent":
		return c.whole(s, s.rows, op)
	case "superlative", "kth", "only":
		row, ok := c.pick(s, s.rows, op)
		return ok && c.project(s, row)
	case "year", "period", "threshold", "interval", "equality", "containment", "ownership", "role":
		set, ok := c.filter(s, s.rows, op)
		return ok && c.ask(s, set, true)
	case "days":
		return c.days(s)
	case "add", "subtract", "divide", "multiply", "share":
		return c.arithmetic(s, op)
	case "exists":
		return c.exists(s, many)
	case "conversion", "layout":
		return c.form(s, op, many)
	case "map", "having":
		return c.each(s, op)
	case comparing:
		return c.compare(s, name)
	case "union", "intersection", "difference":
		return c.combine(s, name)
	}
	return false
}

// answer adds an answer in the form its column takes by itself.
func (c *composer) answer(s *stem, from string, column *domain.Column) {
	form := plan.Form{Style: plan.StyleCount}
	if column != nil {
		form = plan.FormOf(column)
	}
	s.Answers = append(s.Answers, plan.Answer{From: from, Form: form})
}

// ask ends a program with what the target calls for: of a set, every other time, all
// of it rather than one row.
func (c *composer) ask(s *stem, rows string, many bool) bool {
	switch {
	case !many:
		return c.project(s, rows)
	case c.target == nil:
		return c.whole(s, rows, "count")
	case c.r.IntN(2) > 0:
	case c.target.Kind.Numeric() && c.target.Kind != domain.KindRatio:
		return c.whole(s, rows, "sum")
	case c.target.Kind != domain.KindDate && !strings.Contains(c.target.Entity, "."):
		return c.whole(s, rows, "list")
	}
	row, ok := c.pick(s, rows, "")
	return ok && c.project(s, row)
}

// project asks for the target of one row.
func (c *composer) project(s *stem, row string) bool {
	if c.target == nil {
		return false
	}
	c.answer(s, s.Add(&plan.Project{Columns: []string{c.target.Name}}, row), c.target)
	return true
}

// whole asks for something of all rows of a set.
func (c *composer) whole(s *stem, rows string, op plan.Operator) bool {
	if (c.target == nil) != (op == "count") {
		return false
	}
	switch op {
	case "count":
		c.answer(s, s.Add(&plan.Count{}, rows), nil)
	case "list":
		c.project(s, rows)
	case "distinct":
		c.answer(s, s.Add(&plan.Distinct{}, s.Add(&plan.Project{Columns: []string{c.target.Name}}, rows)), nil)
	case "frequent":
		c.answer(s, s.Add(&plan.Frequent{Column: c.target.Name}, rows), c.target)
	default:
		c.answer(s, s.Add(&plan.Aggregate{Function: plan.Function(op), Column: c.target.Name}, rows), c.target)
		if op == "average" {
			s.Answers[len(s.Answers)-1].Form.Places = 2
		}
	}
	return true
}

// pick takes one row of a set: in one way of three operators, or, for "", mostly an
// end of a ranking.
func (c *composer) pick(s *stem, rows string, op plan.Operator) (row string, ok bool) {
	ranked := c.columnsOf(func(col *domain.Column) bool { return col.Kind.Numeric() || col.Kind == domain.KindDate })
	if op == "" {
		op = "superlative"
		if c.r.IntN(8) == 0 {
			op = "only"
		}
	}
	if op == "only" {
		return s.Add(&plan.Only{}, rows), true
	}
	if len(ranked) == 0 {
		return "", false
	}
	o := &plan.Superlative{Column: ranked[c.r.IntN(len(ranked))].Name, Order: plan.Max}
	if c.r.IntN(2) == 0 {
		o.Order = plan.Min
	}
	if op == "kth" {
		o.Rank = 2 + c.r.IntN(2)
	}
	return s.Add(o, rows), true
}

// columnsOf returns the columns of the last lookup that can be asked for and that
// are wanted, in table order.
func (c *composer) columnsOf(want func(*domain.Column) bool) []*domain.Column {
	var all []*domain.Column
	for _, name := range plan.Targets(c.g.domain, c.path) {
		if col := c.table.Column(name); col != nil && want(col) {
			all = append(all, col)
		}
	}
	return all
}

// columns asks for the target of one row, and for up to two other columns of it.
func (c *composer) columns(s *stem) bool {
	row := s.rows
	if c.tool.Returns == domain.Many {
		var ok bool
		if row, ok = c.pick(s, row, "superlative"); !ok {
			return false
		}
	}
	others := c.columnsOf(func(col *domain.Column) bool { return col != c.target && !strings.Contains(col.Entity, ".") })
	if len(others) == 0 || !c.project(s, row) {
		return false
	}
	c.r.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	for _, col := range others[:min(len(others), 1+c.r.IntN(2))] {
		c.answer(s, s.Add(&plan.Project{Columns: []string{col.Name}}, row), col)
	}
	return true
}

// days asks how many days lie between two days of one row.
func (c *composer) days(s *stem) bool {
	row, ok := s.rows, true
	if c.tool.Returns == domain.Many {
		if row, ok = c.pick(s, row, ""); !ok {
			return false
		}
	}
	others := c.columnsOf(func(col *domain.Column) bool { return col.Kind == domain.KindDate && col != c.target })
	if len(others) == 0 {
		return false
	}
	a := s.Add(&plan.Project{Columns: []string{c.target.Name}}, row)
	b := s.Add(&plan.Project{Columns: []string{others[c.r.IntN(len(others))].Name}}, row)
	c.answer(s, s.Add(&plan.Days{}, a, b), nil)
	return true
}

// exists asks whether the last lookup knows anything, and if so for the target.
func (c *composer) exists(s *stem, many bool) bool {
	s.Node(s.rows).Do = &plan.Call{Tool: c.tool.Name, Empty: true}
	is := s.Add(&plan.Exists{}, s.rows)
	s.Answers = append(s.Answers, plan.Answer{From: is, Form: plan.Form{Style: plan.StyleTruth}})
	if !c.ask(s, s.rows, many) {
		return false
	}
	s.Answers[1].If = is
	return true
}

// form asks for the target in another form than its column takes by itself.
func (c *composer) form(s *stem, op plan.Operator, many bool) bool {
	if !c.ask(s, s.rows, many) {
		return false
	}
	f := &s.Answers[0].Form
	switch {
	case op == "layout" && f.Style == plan.StyleDate:
		layouts := []plan.Layout{plan.LayoutISO, plan.LayoutMonth, plan.LayoutYear}
		f.Layout = layouts[c.r.IntN(len(layouts))]
		if c.g.language != "zh" && f.Layout == plan.LayoutISO { // which is the language's own
			f.Layout = plan.LayoutMonth
		}
	case op == "conversion" && f.Style == plan.StyleNumber:
		scales := scalesOf(c.target.Unit)
		f.Unit, f.Places = scales[c.r.IntN(len(scales))], 1+c.r.IntN(3)
	default:
		return false
	}
	return true
}

// scalesOf returns larger units that people write amounts in.
func scalesOf(unit string) []string {
	if strings.ContainsFunc(unit, isHan) {
		return []string{"万" + unit, "亿" + unit}
	}
	return []string{"thousand " + unit, "million " + unit}
}
