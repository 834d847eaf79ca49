package alternative

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Neighbours returns the programs that differ from a program in one step, replaced by a
// similar step, without repetitions and without the program itself. The changes are [Order],
// [Place], [Ranked], [Asked], [Role], [Threshold], [NextYear], [OtherSet], [Function],
// [Tool] and [Earlier]; [Dropped] returns programs without a step. The order is fixed: it
// follows the nodes changed, except that all changes of kind Earlier come last. Neighbours
// returns nil for a program that is not well-typed or fills a template.
//
// If a neighbour gives the same answer, the answer does not show that the question was
// understood. [Searcher.Neighbours] leaves out neighbours that the data cannot distinguish.
func Neighbours(d *domain.Domain, p *plan.Program) []Rival {
	return neighbours(d, p, func(string, string, string) bool { return false })
}

// neighbours returns the neighbours of p, except those that replace a column by a twin.
func neighbours(d *domain.Domain, p *plan.Program, twins func(table, a, b string) bool) []Rival {
	s := newSet(d, p)
	if s == nil {
		return nil
	}
	s.twins = twins
	for i := range p.Nodes {
		s.neighbours(i)
	}
	s.earlier()
	return s.list
}

// neighbours changes the i-th node.
func (s *set) neighbours(i int) {
	switch o := s.of.Nodes[i].Do.(type) {
	case *plan.Filter:
		s.filter(i, o)
	case *plan.Superlative:
		s.superlative(i, o)
	case *plan.Aggregate:
		s.aggregate(i, o)
	case *plan.Arithmetic:
		s.arithmetic(i, o)
	case *plan.Compare:
		s.change(i, Order, string(opposite(o.Order)), &plan.Compare{Order: opposite(o.Order)})
	case *plan.Combine:
		s.combine(i, o)
	case *plan.ReadFact:
		s.facts(i, o)
	}
	s.tools(i)
	s.columns(i)
}

// change adds the rival in which the i-th node has another operation.
func (s *set) change(i int, change Change, to string, do plan.Operation) {
	s.add(replace(s.of, i, do), change, s.of.Nodes[i].Name, to)
}

// input returns the type of the i-th node's first input.
func (s *set) input(i int) plan.Type {
	return s.types[index(s.of, s.of.Nodes[i].From[0])]
}

// others returns the columns of the i-th node's input that hold values of the same kind as
// the named column and are not its twins.
func (s *set) others(i int, name string) []string {
	rows := s.input(i)
	own := s.d.Table(rows.Table).Column(name)
	return columns(s.d, rows, func(c *domain.Column) bool { return similar(own, c) && !s.twins(rows.Table, name, c.Name) })
}

// tools adds a rival for each other lookup that accepts the entity of the i-th node, if the
// node calls a lookup.
func (s *set) tools(i int) {
	n := &s.of.Nodes[i]
	if n.Lookup() == "" {
		return
	}
	from, entity := s.d.Tool(n.Lookup()), s.input(i).Entity
	for j := range s.d.Tools {
		t := &s.d.Tools[j]
		if t.Name != from.Name && t.Returns == from.Returns && slices.Contains(plan.Accepts(s.d, t), entity) {
			s.change(i, Tool, t.Name, n.WithLookup(t.Name))
		}
	}
}

// columns adds a rival for each other column that the i-th node could work on, if it works
// on one column.
func (s *set) columns(i int) {
	n := &s.of.Nodes[i]
	if len(n.Columns()) != 1 {
		return
	}
	change, others := Asked, s.others
	switch n.Do.(type) {
	case *plan.Superlative:
		change, others = Ranked, s.rankable
	case *plan.Filter:
		change = Role
	case *plan.Project:
		if slices.ContainsFunc(s.of.Nodes, func(reader plan.Node) bool { return slices.Contains(reader.From, n.Name) && reader.Searches() }) {
			change = Role
		}
	}
	for _, c := range others(i, n.Columns()[0]) {
		s.change(i, change, c, n.WithColumn(c))
	}
}

// rankable returns the columns of the i-th node's input that can be ranked like the named
// column: numbers for numbers, days for days.
func (s *set) rankable(i int, name string) []string {
	rows := s.input(i)
	own := s.d.Table(rows.Table).Column(name)
	return columns(s.d, rows, func(c *domain.Column) bool {
		return c.Name != own.Name && (own.Kind.Numeric() && c.Kind.Numeric() || own.Kind == domain.KindDate && c.Kind == own.Kind) &&
			!s.twins(rows.Table, own.Name, c.Name)
	})
}

// facts adds a rival for each other fact of the same kind that the same texts state.
func (s *set) facts(i int, o *plan.ReadFact) {
	own, of := s.d.Table(s.input(i).Table).Fact(o.Fact)
	for j := range of.Facts {
		if f := &of.Facts[j]; f != own && f.Kind == own.Kind && f.Unit == own.Unit {
			s.change(i, Asked, f.Name, &plan.ReadFact{Fact: f.Name})
		}
	}
}

func opposite(o plan.Order) plan.Order {
	if o == plan.Max {
		return plan.Min
	}
	return plan.Max
}

func (s *set) superlative(i int, o *plan.Superlative) {
	s.change(i, Order, string(opposite(o.Order)), &plan.Superlative{Column: o.Column, Order: opposite(o.Order), Rank: o.Rank})
	places := []int{max(o.Rank, 1) + 1}
	if o.Rank > 2 {
		places = append(places, o.Rank-1)
	}
	for _, place := range places {
		s.change(i, Place, strconv.Itoa(place), &plan.Superlative{Column: o.Column, Order: o.Order, Rank: place})
	}
}

var flipped = map[plan.Comparison]plan.Comparison{
	plan.Above: plan.Below, plan.Below: plan.Above, plan.AtLeast: plan.AtMost, plan.AtMost: plan.AtLeast,
	plan.Since: plan.Until, plan.Until: plan.Since,
}

func (s *set) filter(i int, o *plan.Filter) {
	with := func(change Change, to string, edit func(*plan.Filter)) {
		f := *o
		edit(&f)
		s.change(i, change, to, &f)
	}
	if c, ok := flipped[o.Comparison]; ok {
		with(Threshold, string(c), func(f *plan.Filter) { f.Comparison = c })
	}
	if year, err := strconv.Atoi(o.Operand); err == nil && o.Comparison == plan.Year {
		for _, y := range []int{year - 1, year + 1} {
			operand := fmt.Sprintf("%04d", y)
			with(NextYear, operand, func(f *plan.Filter) { f.Operand = operand })
		}
	}
}

var near = map[plan.Function][]plan.Function{
	plan.Sum: {plan.Average}, plan.Average: {plan.Sum},
	plan.Minimum: {plan.Maximum}, plan.Maximum: {plan.Minimum},
	plan.Add: {plan.Subtract}, plan.Subtract: {plan.Add},
	plan.Multiply: {plan.Divide}, plan.Divide: {plan.Multiply},
	plan.Union: {plan.Intersection}, plan.Intersection: {plan.Union}, plan.Difference: {plan.Intersection},
}

func (s *set) aggregate(i int, o *plan.Aggregate) {
	n := &s.of.Nodes[i]
	for _, f := range near[o.Function] {
		change := Function
		if o.Function == plan.Minimum || o.Function == plan.Maximum {
			change = Order
		}
		s.change(i, change, string(f), &plan.Aggregate{Function: f, Column: o.Column})
	}
	if o.Function == plan.Sum || o.Function == plan.Average {
		q := replace(s.of, i, &plan.Count{})
		countForms(q, n.Name)
		s.add(q, Function, n.Name, "count")
	}
}

func (s *set) arithmetic(i int, o *plan.Arithmetic) {
	for _, f := range near[o.Function] {
		s.change(i, Function, string(f), &plan.Arithmetic{Function: f})
	}
	switch o.Function {
	case plan.Subtract, plan.Divide, plan.Share:
		s.reverse(i, Function)
	}
}

func (s *set) combine(i int, o *plan.Combine) {
	for _, f := range near[o.Function] {
		s.change(i, OtherSet, string(f), &plan.Combine{Function: f})
	}
	if o.Function == plan.Difference {
		s.reverse(i, OtherSet)
	}
}

// reverse adds the rival in which the i-th node reads its two inputs in reverse order.
func (s *set) reverse(i int, change Change) {
	n := s.of.Nodes[i]
	q := clone(s.of)
	q.Nodes[i].From = []string{n.From[1], n.From[0]}
	s.add(q, change, n.Name, "reversed")
}

// earlier adds rivals that read each answer from a similar column one hop earlier.
func (s *set) earlier() {
	for _, a := range s.of.Answers {
		i := index(s.of, a.From)
		rows, ok := s.before(i)
		if !ok {
			continue
		}
		n := &s.of.Nodes[i]
		if _, count := n.Do.(*plan.Count); count {
			s.reread(i, rows, "", n.Do)
			continue
		}
		if len(n.Columns()) != 1 {
			continue
		}
		own := s.d.Table(s.types[i].Table).Column(n.Columns()[0])
		for _, c := range columns(s.d, s.types[index(s.of, rows)], func(c *domain.Column) bool { return sameKind(own, c) }) {
			s.reread(i, rows, c, n.WithColumn(c))
		}
	}
}

// reread adds the rival in which the i-th node reads other rows.
func (s *set) reread(i int, rows, column string, do plan.Operation) {
	q := replace(s.of, i, do)
	q.Nodes[i].From = []string{rows}
	s.add(q, Earlier, q.Nodes[i].Name, column)
}

// before returns the node of rows that led to the last lookup on which the i-th node
// depends; false if that lookup is the first.
func (s *set) before(i int) (rows string, ok bool) {
	asked := false
	for at := i; len(s.of.Nodes[at].From) > 0; {
		_, call := s.of.Nodes[at].Do.(*plan.Call)
		asked = asked || call
		at = index(s.of, s.of.Nodes[at].From[0])
		if asked && s.types[at].Shape == plan.ShapeRows {
			return s.of.Nodes[at].Name, true
		}
	}
	return "", false
}
