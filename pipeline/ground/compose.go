package ground

import (
	"iter"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// composer makes programs of a path that meet a demand from one start entity. It draws
// what the demand leaves open, operands from the rows that the last lookup finds there,
// so that most programs have an answer; running them tells which do.
type composer struct {
	*request
	route      route
	moves      []plan.Move              // for each hop but the last
	otherRoute func(digest.Draws) route // draws a route of the same moves from another start; nil if a few draws find none
	routeFrom  func(id int32) route     // of the same moves from a start; nil for none
	err        error                    // that a route ended with
	draws      digest.Draws             // of the start entity
	attempt    digest.Draws             // of the program under way

	last   *transition
	tool   *domain.Tool // the last lookup
	table  *domain.Table
	target *domain.Column // nil for rows
	start  []string       // the name of the start entity
	rows   []int32        // that the last lookup finds; none if start entities are compared
}

// route is the entities that moves lead through, by number: what each hop of a path
// starts from.
type route []int32

func newComposer(q *request, rt route, moves []plan.Move, draws digest.Draws) *composer {
	last := q.transitions[len(q.transitions)-1]
	t := q.g.domain.Tool(last.hop.Tool)
	c := &composer{request: q, route: rt, moves: moves, draws: draws, attempt: draws, last: last, tool: t, table: q.g.domain.Table(t.Table)}
	c.start = c.startOf(rt)
	if q.demand.Target != plan.Rows {
		c.target = c.table.Column(q.demand.Target)
	}
	if q.demand.Operator != opCompare {
		c.rows = c.rowsAt(rt)
	}
	return c
}

// startOf returns the name of the entity a route starts from.
func (c *composer) startOf(rt route) []string { return c.transitions[0].from.list[rt[0]] }

// rowsAt returns the rows the last lookup finds at the end of a route.
func (c *composer) rowsAt(rt route) []int32 {
	name, ok := c.last.subject(rt[len(rt)-1])
	if !ok {
		return nil
	}
	rows := c.last.lookup.rows(name)
	if c.tool.Returns != domain.Many && len(rows) > 1 {
		rows = rows[:1]
	}
	return rows
}

// chain is a program up to the rows of its last lookup. The embedded program grows as
// the demand is met.
type chain struct {
	*plan.Program
	starts               [][]string // their names
	start, subject, rows string     // nodes: the first start, what the last lookup is asked about, its rows
}

// programs draws bound programs that meet the demand, at most so many, no two of which
// are equal but for their entities; none if there is nothing to draw from.
func (c *composer) programs(most int) iter.Seq[*plan.Program] {
	base := chain{Program: new(plan.Program)}
	if c.demand.Operator != opCompare {
		base.start, base.subject, base.rows = base.Chain(c.path, c.moves)
	}
	long := plan.IsLong(c.g.domain, c.path)
	return func(yield func(*plan.Program) bool) {
		var made []*plan.Program // unbound
		for n := range 2 * most {
			if len(made) == most {
				return
			}
			c.attempt = c.draws.Of("program").With(digest.Draws(n))
			s := base
			s.Program = &plan.Program{Nodes: slices.Clone(base.Nodes)} // operations are shared
			s.starts = [][]string{c.start}
			if !c.complete(&s) {
				continue
			}
			c.askOnTheWay(&s)
			if slices.ContainsFunc(made, s.Equal) || long && s.Choices() > mostChoices {
				continue
			}
			made = append(made, s.Program)
			if !yield(s.Bind(s.starts...)) {
				return
			}
		}
	}
}

// of returns the draws for a purpose of the program under way.
func (c *composer) of(purpose string) digest.Draws { return c.attempt.Of(purpose) }

// nameOf returns the name of a column.
func nameOf(c *domain.Column) string { return c.Name }

// complete makes a program meet the demand; false if the draw does not fit.
func (c *composer) complete(s *chain) bool {
	many := c.tool.Returns == domain.Many
	switch op := c.demand.Operator; op {
	case "":
		if c.target == nil {
			return c.askCount(s)
		}
		if !many && c.asksMore() && c.askColumns(s) {
			return true
		}
		return c.askTarget(s, s.rows, many)
	case "columns", "unstated":
		return c.askColumns(s)
	case "count", opNone:
		return c.target == nil && c.askCount(s)
	case "list", "sum", "average", "minimum", "maximum", "distinct", "frequent":
		return c.askOfSet(s, s.rows, op)
	case "superlative", "kth", "only":
		row, ok := c.chooseRow(s, s.rows, op)
		return ok && c.askOfChosen(s, row)
	case "year", "period", "threshold", "interval", "equality", "containment", "ownership", "role":
		if c.target == nil {
			return c.askFilteredCount(s, op)
		}
		set, ok := c.addFilter(s, s.rows, op)
		return ok && c.askTarget(s, set, true)
	case "days":
		return c.askDays(s)
	case "add", "subtract", "divide", "multiply", "share":
		return c.askArithmetic(s, op)
	case opExists:
		return c.askExistence(s, many)
	case "conversion", "layout":
		return c.askInForm(s, op, many)
	case "map", "having":
		return c.askOfEach(s, op)
	case opCompare:
		return c.askComparison(s)
	case "union", "intersection", "difference":
		return c.askCombination(s)
	case "citations":
		text := s.Add(&plan.Project{Columns: []string{c.target.Name}}, s.rows)
		c.answer(s, s.Add(&plan.Citations{Passages: c.target.Cites}, text), c.target)
		return true
	case "fact":
		return c.askFact(s)
	}
	return false
}

// asksMore reports whether a question about one row asks for several of its columns at once, as
// people do who look something up, unless the way to the row is long.
func (c *composer) asksMore() bool {
	hops := len(c.path.Hops)
	return c.asPeopleAsk() && (hops == 1 || hops == 2 && c.of("several columns").IntN(2) == 0)
}

// askFact asks for a fact that the text of the row states, drawn from all that it does.
func (c *composer) askFact(s *chain) bool {
	texts, _ := c.values(c.rows, c.target)
	if len(texts) != 1 {
		return false
	}
	facts := slices.DeleteFunc(plan.ReachedFacts(c.g.domain, c.path, c.target), func(f *domain.Fact) bool {
		_, reason := plan.FactIn(f, texts[0])
		return reason != ""
	})
	if len(facts) == 0 {
		return false
	}
	f := digest.Pick(c.of("fact"), facts, func(f *domain.Fact) string { return f.Name })
	text := s.Add(&plan.Project{Columns: []string{c.target.Name}}, s.rows)
	c.answer(s, s.Add(&plan.ReadFact{Fact: f.Name}, text), f.Column())
	return true
}

// answer adds an answer in the usual form of its column, or a count if column is nil.
func (c *composer) answer(s *chain, from string, column *domain.Column) {
	form := plan.Form{Style: plan.StyleCount}
	if column != nil {
		form = plan.FormOf(column)
	}
	s.Answers = append(s.Answers, plan.AnswerSpec{From: from, Form: form})
}

// askTarget asks for the target of rows: of one row or, half of the time and for a group always,
// for the list, sum or count of many.
func (c *composer) askTarget(s *chain, rows string, many bool) bool {
	switch {
	case !many:
		return c.askOfRow(s, rows)
	case c.target == nil:
		return c.askOfSet(s, rows, "count")
	case rows == s.rows && !c.asksGroup() && (c.of("row or set").IntN(2) > 0 || c.asPeopleAsk() && !c.tool.Plural):
	case c.target.Adds():
		return c.askOfSet(s, rows, "sum")
	case c.target.Kind != domain.KindDate && !strings.Contains(c.target.Entity, ".") && c.table.Lists(c.target):
		return c.askOfSet(s, rows, "list")
	}
	if c.asksGroup() || c.asPeopleAsk() && rows != s.rows {
		return false
	}
	row, ok := c.chooseRow(s, rows, "")
	return ok && c.askOfChosen(s, row)
}

// asksGroup reports whether a long question is about all entities of a set, and so not about one
// row among theirs.
func (c *composer) asksGroup() bool {
	return c.demand.Operator == "map" && plan.IsLong(c.g.domain, c.path)
}

// askOfRow asks for the target of one row.
func (c *composer) askOfRow(s *chain, row string) bool {
	if c.target == nil {
		return false
	}
	c.answer(s, s.Add(&plan.Project{Columns: []string{c.target.Name}}, row), c.target)
	return true
}

// askOfSet asks for what an operator makes of many rows.
func (c *composer) askOfSet(s *chain, rows string, op plan.Operator) bool {
	if (c.target == nil) != (op == "count") {
		return false
	}
	switch op {
	case "count":
		c.answer(s, s.addCount(rows, c.tool), nil)
	case "list":
		c.askOfRow(s, rows)
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

// namedByParty is of how many rows that a question asks about, and may choose as it likes, one is
// named by its other party.
const namedByParty = 3

// chooseRow chooses one of many rows by an operator: an end of a ranking, a later place
// of it, or the only row: the only one with another party, if there are several. For "" it mostly
// takes an end of a ranking.
func (c *composer) chooseRow(s *chain, rows string, op plan.Operator) (row string, ok bool) {
	ranked := c.columnsOf(func(col *domain.Column) bool { return plan.Chooses(c.g.domain, c.table.Name, col) })
	drawn := op == ""
	if drawn {
		op = "superlative"
		if c.of("only").IntN(8) == 0 && !c.tool.Plural {
			op = "only"
		}
	}
	if rows == s.rows && (op == "only" && len(c.rows) > 1 || drawn && c.of("named by party").IntN(namedByParty) == 0) && (!c.asPeopleAsk() || len(c.path.Hops) == 1) {
		if f := c.party(); f != nil {
			return s.Add(&plan.Only{}, s.Add(f, rows)), true
		}
	}
	if op == "only" || c.asPeopleAsk() && len(ranked) == 0 && !c.tool.Plural {
		return s.Add(&plan.Only{}, rows), true
	}
	if len(ranked) == 0 {
		return "", false
	}
	by := digest.Pick(c.of("ranked by"), ranked, nameOf)
	o := &plan.Superlative{Column: by.Name, Order: plan.Max}
	least := 2 // of how many one asks for the smallest or earliest
	if by.Kind.Numeric() {
		least = 6
	}
	if c.of("smallest").IntN(least) == 0 && !c.asPeopleAsk() {
		o.Order = plan.Min
	}
	if op == "kth" {
		o.Rank = 2 + c.of("rank").IntN(2)
	}
	return s.Add(o, rows), true
}

// columnsOf returns the wanted columns of the last lookup that can be asked for, in table
// order.
func (c *composer) columnsOf(want func(*domain.Column) bool) []*domain.Column {
	var all []*domain.Column
	for _, name := range plan.Targets(c.g.domain, c.path) {
		if col := c.table.Column(name); col != nil && want(col) {
			all = append(all, col)
		}
	}
	return all
}

// askColumns asks for the target of one row and for one or two other columns of it.
func (c *composer) askColumns(s *chain) bool {
	row := s.rows
	var key *domain.Column // what identifies a row that is chosen
	if c.tool.Returns == domain.Many {
		var ok bool
		if row, ok = c.chooseRow(s, row, "superlative"); !ok {
			return false
		}
		if k := c.askable(c.table.Key); c.asPeopleAsk() && k != c.target && k != nil {
			key = k
			c.askAlso(s, row, key)
		}
	}
	serves := plan.Serves(c.g.domain, c.path, c.target.Name)
	others := c.columnsOf(func(col *domain.Column) bool {
		return col != c.target && col != key && col.Asked != domain.Seldom && c.target.GoesWith(col) && !(c.asPeopleAsk() && hasForm(c.target) && hasForm(col)) && plan.Reaches(c.g.domain, c.path, plan.Demand{Target: col.Name}) && (!serves || plan.Serves(c.g.domain, c.path, c.target.Name, col.Name)) && !strings.Contains(col.Entity, ".")
	})
	if len(others) == 0 || !c.askOfRow(s, row) {
		return false
	}
	if c.demand.Operator == "unstated" {
		if !c.leavesOut(c.target) {
			return false
		}
		s.Nodes[len(s.Nodes)-1].Do = &plan.Project{Columns: []string{c.target.Name}, Unstated: true}
	}
	digest.Order(c.of("other columns"), others, nameOf)
	formed := hasForm(c.target)
	for _, col := range others[:min(len(others), 1+c.of("how many columns").IntN(2))] {
		if formed && hasForm(col) && c.asPeopleAsk() { // a heap of forms reads as a form to fill in
			continue
		}
		formed = formed || hasForm(col)
		c.askAlso(s, row, col)
	}
	return true
}

// leavesOut reports whether a row of the last lookup states nothing in a column.
func (c *composer) leavesOut(col *domain.Column) bool {
	t := c.g.corpus.Table(c.table.Name)
	return slices.ContainsFunc(c.rows, func(row int32) bool {
		state := t.Cell(int(row), t.Column(col.Name)).State
		return state == value.Empty || state == value.Sentinel
	})
}

// askDays asks for the number of days between two dates of one row.
func (c *composer) askDays(s *chain) bool {
	row, ok := s.rows, true
	if c.tool.Returns == domain.Many {
		if row, ok = c.chooseRow(s, row, ""); !ok {
			return false
		}
	}
	others := c.columnsOf(func(col *domain.Column) bool {
		return col.Counts() && col != c.target && (!c.asPeopleAsk() || plan.Relates(c.g.domain, "days", c.last.hop.Accepts, c.tool, c.target.Name, c.tool, col.Name))
	})
	if len(others) == 0 || !c.target.Counts() {
		return false
	}
	a := s.Add(&plan.Project{Columns: []string{c.target.Name}}, row)
	b := s.Add(&plan.Project{Columns: []string{digest.Pick(c.of("other day"), others, nameOf).Name}}, row)
	c.answer(s, s.Add(&plan.Days{}, a, b), nil)
	return true
}

// askInForm asks for the target in another than the usual form of its column.
func (c *composer) askInForm(s *chain, op plan.Operator, many bool) bool {
	if !c.askTarget(s, s.rows, many) {
		return false
	}
	f := &s.Answers[0].Form
	switch {
	case op == "layout" && f.Style == plan.StyleDate:
		layouts := []plan.Layout{plan.LayoutISO, plan.LayoutMonth} // a year is one of a few, and can be guessed
		f.Layout = layouts[c.of("layout").IntN(len(layouts))]
		if c.g.language != "zh" && f.Layout == plan.LayoutISO { // which is the language's own
			f.Layout = plan.LayoutMonth
		}
	case op == "conversion" && f.Style == plan.StyleNumber:
		scales := c.g.domain.LargerUnits(c.target)
		f.Unit, f.Places = digest.Pick(c.of("unit"), scales, func(unit string) string { return unit }), 1+c.of("places").IntN(3)
	default:
		return false
	}
	return true
}
