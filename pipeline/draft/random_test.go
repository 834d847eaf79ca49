package draft

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// grower makes random well-typed programs.
type grower struct {
	domain *domain.Domain
	names  map[string][2][]string
	r      *rand.Rand

	program *plan.Program
	types   []plan.Type
	known   map[string]string // node by operation and inputs
}

// grow returns a program of at most so many nodes that are all asked for; nil where
// the draws came to nothing.
func (g *grower) grow(nodes int) *plan.Program {
	g.program, g.types, g.known = new(plan.Program), nil, map[string]string{}
	g.start()
	for try := 0; len(g.program.Nodes) < nodes && try < 8*nodes; try++ {
		g.add()
	}
	return g.answered()
}

// put adds a node unless the program has one that does the same, or it is not well
// typed.
func (g *grower) put(do plan.Operation, from ...string) {
	body, err := json.Marshal(do)
	if err != nil {
		panic(err)
	}
	key := do.Kind() + string(body) + strings.Join(from, ",")
	if _, ok := g.known[key]; ok {
		return
	}
	name := fmt.Sprintf("r%d", len(g.program.Nodes)+1)
	p := &plan.Program{Nodes: append(slices.Clone(g.program.Nodes), plan.Node{Name: name, From: from, Do: do})}
	types, err := typesOf(g.domain, p)
	if err != nil {
		return
	}
	g.program, g.types, g.known[key] = p, types, name
}

// typesOf checks the nodes of a program that has no answers yet.
func typesOf(d *domain.Domain, p *plan.Program) ([]plan.Type, error) {
	types, err := p.Types(d)
	if err != nil && strings.Contains(err.Error(), "the program has no answer") {
		q := &plan.Program{Nodes: slices.Clone(p.Nodes)}
		q.Nodes = append(q.Nodes,
			plan.Node{Name: "any", Do: &plan.Start{Entity: d.Entities[0].Name}})
		for i := range d.Tools {
			t := &d.Tools[i]
			if t.Kind == domain.Lookup && slices.Contains(plan.Accepts(d, t), d.Entities[0].Name) {
				q.Nodes = append(q.Nodes,
					plan.Node{Name: "some", From: []string{"any"}, Do: &plan.Call{Tool: t.Name}},
					plan.Node{Name: "is", From: []string{"some"}, Do: &plan.Exists{}})
				break
			}
		}
		q.Answers = []plan.AnswerSpec{{From: "is", Form: plan.Form{Style: plan.StyleTruth}}}
		types, err = q.Types(d)
		if err == nil {
			types = types[:len(p.Nodes)]
		}
	}
	return types, err
}

func pickOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (g *grower) start() {
	named := slices.DeleteFunc(slices.Clone(g.domain.Entities), func(e domain.EntityType) bool { // what only a search finds starts no lookup
		return slices.ContainsFunc(g.domain.Passages, func(p domain.Passages) bool { return p.Subject != nil && p.Subject.Entity == e.Name })
	})
	e := pickOf(g.r, named)
	if two, ok := g.names[e.Name]; ok {
		g.put(&plan.Start{Entity: e.Name, Value: two[g.r.IntN(2)]})
	}
}

// node returns the name of a random node, later ones more likely.
func (g *grower) node() (string, plan.Type) {
	n := len(g.program.Nodes)
	i := max(g.r.IntN(n), g.r.IntN(n))
	return g.program.Nodes[i].Name, g.types[i]
}

// add tries one operation.
func (g *grower) add() {
	a, t := g.node()
	b, u := g.node()
	for try := 0; u.Entity != t.Entity && try < 3; try++ {
		b, u = g.node()
	}
	e, _ := g.node()
	f, _ := g.node()
	switch k := g.r.IntN(30); {
	case k == 0:
		g.start()
	case t.Shape == plan.ShapeRows:
		g.ofRows(k, a, e, t)
	case k < 3:
		g.put(&plan.Derive{Derivation: pickOf(g.r, g.domain.Derivations).Name}, a)
	case k < 6 && t.Many:
		g.put(&plan.Having{Tool: pickOf(g.r, g.domain.Tools).Name, Empty: g.r.IntN(2) == 0}, a)
	case k < 8 && t.Many:
		g.put(&plan.Distinct{}, a)
	case k < 11 && t.Many && u.Many:
		g.put(&plan.Combine{Function: pickOf(g.r, []plan.Function{plan.Union, plan.Intersection, plan.Difference})}, a, b)
	case k < 13:
		g.put(&plan.Days{}, a, b)
	case k < 18 && !t.Many:
		g.put(&plan.Arithmetic{Function: pickOf(g.r, []plan.Function{plan.Add, plan.Subtract, plan.Multiply, plan.Divide, plan.Share})}, a, b)
	case k < 19:
		g.put(&plan.Compare{Order: pickOf(g.r, []plan.Order{plan.Max, plan.Min})}, e, a, f, b)
	case k < 22 && t.Entity != "" && t.Entity == u.Entity && a != b:
		g.twins(a, b, t.Entity)
	default:
		tool := pickOf(g.r, g.domain.Tools)
		for range 20 {
			if slices.Contains(plan.Accepts(g.domain, &tool), t.Entity) {
				break
			}
			tool = pickOf(g.r, g.domain.Tools)
		}
		g.put(&plan.Call{Tool: tool.Name, Each: t.Many, Empty: g.r.IntN(2) == 0}, a)
	}
}

// twins asks the same of two entities and compares or combines it.
func (g *grower) twins(a, b, entity string) {
	var tools []*domain.Tool
	for i := range g.domain.Tools {
		if t := &g.domain.Tools[i]; t.Kind == domain.Lookup && slices.Contains(plan.Accepts(g.domain, t), entity) {
			tools = append(tools, t)
		}
	}
	if tools == nil {
		return
	}
	t := pickOf(g.r, tools)
	col := pickOf(g.r, g.domain.Table(t.Table).Columns).Name
	do := pickOf(g.r, []plan.Operation{
		&plan.Count{}, &plan.Project{Columns: []string{col}}, &plan.Project{Columns: []string{col}}, &plan.Aggregate{Function: plan.Sum, Column: col},
	})
	ask := func(x string) string {
		g.put(&plan.Call{Tool: t.Name}, x)
		g.put(do, g.last())
		return g.last()
	}
	x := ask(a)
	y := ask(b)
	g.put(&plan.Compare{Order: pickOf(g.r, []plan.Order{plan.Max, plan.Min})}, a, x, b, y)
	g.put(&plan.Combine{Function: pickOf(g.r, []plan.Function{plan.Union, plan.Intersection, plan.Difference})}, x, y)
	g.put(&plan.Arithmetic{Function: pickOf(g.r, []plan.Function{plan.Add, plan.Share, plan.Subtract})}, x, y)
}

// last returns the name of the last node.
func (g *grower) last() string { return g.program.Nodes[len(g.program.Nodes)-1].Name }

// numeric returns a random column of numbers among those named, any where none is.
func (g *grower) numeric(table string, columns []string) *domain.Column {
	col := g.domain.Table(table).Column(pickOf(g.r, columns))
	for try := 0; try < 12 && plan.FormOf(col).Style != plan.StyleNumber; try++ {
		col = g.domain.Table(table).Column(pickOf(g.r, columns))
	}
	return col
}

// ofRows tries an operation over rows.
func (g *grower) ofRows(k int, a, e string, t plan.Type) {
	col := g.domain.Table(t.Table).Column(pickOf(g.r, t.Columns))
	if k >= 9 && k < 11 || k >= 16 && k < 18 {
		col = g.numeric(t.Table, t.Columns)
	}
	switch {
	case k < 9:
		g.filter(a, e, col)
	case k < 11:
		g.put(&plan.Superlative{Column: col.Name, Order: pickOf(g.r, []plan.Order{plan.Max, plan.Min}), Rank: pickOf(g.r, []int{0, 0, 2, 3})}, a)
	case k < 12:
		g.put(&plan.Only{}, a)
	case k < 14:
		g.put(&plan.Frequent{Column: col.Name}, a)
	case k < 16:
		g.put(&plan.Count{}, a)
	case k < 18:
		g.put(&plan.Aggregate{Function: pickOf(g.r, []plan.Function{plan.Sum, plan.Average, plan.Minimum, plan.Maximum}), Column: col.Name}, a)
	case k < 20:
		g.put(&plan.Exists{}, a)
	default:
		columns := []string{col.Name}
		if entity, _, ok := strings.Cut(col.Entity, "."); ok && g.r.IntN(2) == 0 {
			columns = nil
			for _, c := range g.domain.Table(t.Table).Columns {
				if strings.HasPrefix(c.Entity, entity+".") {
					columns = append(columns, c.Name)
				}
			}
		}
		g.put(&plan.Project{Columns: columns}, a)
	}
}

// filter tries a condition on a column.
func (g *grower) filter(a, e string, col *domain.Column) {
	f := &plan.Filter{Column: col.Name, Empty: g.r.IntN(2) == 0}
	from := []string{a}
	switch col.Kind {
	case domain.KindDate:
		f.Comparison = pickOf(g.r, []plan.Comparison{plan.Year, plan.Since, plan.Until, plan.During})
		f.Operand = pickOf(g.r, []string{"2020-03-01", "2020-06-30"})
		if f.Comparison == plan.Year {
			f.Operand = pickOf(g.r, []string{"2019", "2020"})
		} else if f.Comparison == plan.During {
			f.Operand, f.To = "2020-03-01", "2020-06-30"
		}
	case domain.KindMoney, domain.KindNumber, domain.KindRatio, domain.KindCount:
		f.Comparison = pickOf(g.r, []plan.Comparison{plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Within, plan.Equals})
		f.Operand = pickOf(g.r, []string{"100", "5", "3000000", "1250000000", "686550"})
		if f.Comparison == plan.Within {
			f.Operand, f.To = "5", pickOf(g.r, []string{"100", "400000000"})
		}
	default:
		f.Comparison, f.Operand = pickOf(g.r, []plan.Comparison{plan.Equals, plan.Contains}), pickOf(g.r, []string{"合同", "劳务"})
		if col.Entity != "" && g.r.IntN(2) == 0 {
			f.Comparison, f.Operand = plan.Names, ""
			from = append(from, e)
		}
	}
	g.put(f, from...)
}

// answered asks for one to three of the results, in forms that suit them, and drops
// the nodes that nothing asks for.
func (g *grower) answered() *plan.Program {
	p := &plan.Program{Nodes: g.program.Nodes}
	if len(p.Nodes) == 0 {
		return nil
	}
	for range 1 + g.r.IntN(3)*g.r.IntN(2) {
		name, t := g.node()
		a := plan.AnswerSpec{From: name, Form: g.form(t)}
		for i, u := range g.types {
			if u.Shape == plan.ShapeTruth && g.r.IntN(3) == 0 && p.Nodes[i].Name != name {
				a.If = p.Nodes[i].Name
			}
		}
		q := &plan.Program{Nodes: p.Nodes, Answers: append(slices.Clone(p.Answers), a)}
		if _, err := q.Types(g.domain); err == nil && !slices.Contains(p.Answers, a) {
			p = q
		}
	}
	if p.Answers == nil {
		return nil
	}
	return pruned(p)
}

// form draws a form for a result.
func (g *grower) form(t plan.Type) plan.Form {
	var col *domain.Column
	if t.Table != "" && len(t.Columns) > 0 {
		col = g.domain.Table(t.Table).Column(t.Columns[0])
	}
	switch {
	case t.Shape == plan.ShapeTruth:
		return plan.Form{Style: plan.StyleTruth}
	case t.Shape == plan.ShapeNumber && t.Quantity.Counts() && g.r.IntN(4) > 0:
		return plan.Form{Style: plan.StyleCount}
	case t.Shape == plan.ShapeNumber || col != nil && t.Shape == plan.ShapeValues && len(t.Columns) == 1 && plan.FormOf(col).Style == plan.StyleNumber:
		unit := t.Unit
		if _, ok := value.ParseNumber("1", unit); ok && humanize.IsYuan(unit) && g.r.IntN(2) == 0 {
			unit = pickOf(g.r, []string{"万元", "亿元"})
			if g.domain.Name == "legal-en" {
				unit = pickOf(g.r, []string{"thousand CNY", "million CNY"})
			}
		}
		return plan.Form{Style: plan.StyleNumber, Unit: unit, Places: g.r.IntN(3)}
	case col != nil && col.Kind == domain.KindDate:
		return plan.Form{Style: plan.StyleDate, Layout: pickOf(g.r, []plan.Layout{"", plan.LayoutISO, plan.LayoutMonth, plan.LayoutYear})}
	}
	return plan.Form{Style: plan.StyleText}
}

// pruned drops the nodes that no answer depends on.
func pruned(p *plan.Program) *plan.Program {
	wanted := map[string]bool{}
	for _, a := range p.Answers {
		wanted[a.From], wanted[a.If] = true, true
	}
	q := &plan.Program{Answers: p.Answers}
	for _, n := range slices.Backward(p.Nodes) {
		if !wanted[n.Name] {
			continue
		}
		q.Nodes = append(q.Nodes, n)
		for _, f := range n.From {
			wanted[f] = true
		}
	}
	slices.Reverse(q.Nodes)
	return q
}

// meaning returns what a program asks for as one text: equal for programs that differ
// in nothing but the names and order of nodes, in nodes that do the same, in what
// they take for a result, and in lookups that only give back what they were asked by.
func meaning(d *domain.Domain, p *plan.Program) string {
	memo := map[string]string{"": ""}
	types, err := p.Types(d)
	if err != nil {
		panic(err)
	}
	typed := map[string]plan.Type{}
	for i, n := range p.Nodes {
		typed[n.Name] = types[i]
	}
	for _, n := range p.Nodes {
		do := n.Do
		switch o := do.(type) {
		case *plan.Call:
			do = &plan.Call{Tool: o.Tool, Each: o.Each}
		case *plan.Filter:
			f := *o
			f.Empty = false
			do = &f
		case *plan.Having:
			do = &plan.Having{Tool: o.Tool}
		}
		body, err := json.Marshal(do)
		if err != nil {
			panic(err)
		}
		from := make([]string, len(n.From))
		for i, f := range n.From {
			from[i] = memo[f]
		}
		if o, ok := do.(*plan.Project); ok && len(o.Columns) == 1 {
			if c, ok := p.Node(n.From[0]).Do.(*plan.Call); ok && givesBack(d, c, o.Columns[0], typed[p.Node(n.From[0]).From[0]].Entity) {
				memo[n.Name] = memo[p.Node(n.From[0]).From[0]]
				continue
			}
		}
		memo[n.Name] = do.Kind() + string(body) + "(" + strings.Join(from, " , ") + ")"
	}
	var b strings.Builder
	for _, a := range p.Answers {
		fmt.Fprintf(&b, "%s as %v if %s\n", memo[a.From], a.Form, memo[a.If])
	}
	return b.String()
}

// givesBack reports whether a column of what a lookup of one row finds is what the
// lookup was asked by.
func givesBack(d *domain.Domain, c *plan.Call, column, asked string) bool {
	t := d.Tool(c.Tool)
	return t.Returns == domain.One && d.Table(t.Table).Column(column).Entity == asked &&
		slices.ContainsFunc(t.Match, func(m domain.LookupMatch) bool { return slices.Equal(m.Columns, []string{column}) })
}
