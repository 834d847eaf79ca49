package demand

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Of returns what a task's program demands, in the task's language, which is the
// style's. The error is of a task in another one and of a program that is none of the
// domain's.
func Of(s *style.Style, d *domain.Domain, t *task.Task) (Demand, error) {
	if t.Language != s.Language || !slices.Contains(d.Languages, t.Language) {
		return Demand{}, fmt.Errorf("language %q: want %s, one of domain %s", t.Language, s.Language, d.Name)
	}
	types, err := t.Plan.Types(d)
	if err != nil {
		return Demand{}, err
	}
	r := reading{words: newWords(s, d), program: t.Plan, types: map[string]plan.Type{}}
	for i, n := range t.Plan.Nodes {
		r.types[n.Name] = types[i]
	}
	out := Demand{words: r.words}
	for _, s := range t.Plan.Entities() {
		out.starts = append(out.starts, s.Entity)
	}
	if t.Plan.Template != "" {
		err = r.text(&out)
	} else {
		r.question(&out)
	}
	return out, err
}

// reading reads the demand off a program.
type reading struct {
	words   *words
	program *plan.Program
	types   map[string]plan.Type
}

// text demands a text to be written.
func (r *reading) text(out *Demand) error {
	template := r.words.domain.Template(r.program.Template)
	if template == nil || len(template.Slots) != len(r.program.Answers) {
		return fmt.Errorf("template %q: want one of the domain with %d slots", r.program.Template, len(r.program.Answers))
	}
	out.Template = template.Label.In(r.words.lang)
	for _, s := range r.program.Entities() {
		out.name(s.Value)
	}
	for _, s := range template.Slots {
		out.Asks = append(out.Asks, Ask{Quantity: Quantity{What: Slot, Column: Column{Column: s.Name}}})
	}
	return nil
}

// question demands answers.
func (r *reading) question(out *Demand) {
	needed := map[string]bool{}
	for _, a := range r.program.Answers {
		for _, name := range []string{a.From, a.If} {
			r.upstream(name, needed)
		}
		out.Asks = append(out.Asks, r.ask(&a))
	}
	asked := func(name string) bool {
		return slices.ContainsFunc(r.program.Answers, func(a plan.Answer) bool { return a.From == name })
	}
	links := map[string]bool{}
	for i := range r.program.Nodes {
		n := &r.program.Nodes[i]
		if !needed[n.Name] {
			continue
		}
		for _, from := range entities(n) {
			if from = r.bare(from); r.isProject(from) && !links[from] {
				links[from] = true
				out.Through = append(out.Through, r.column(from))
			}
		}
		if _, ok := n.Do.(*plan.Exists); ok && asked(n.Name) {
			continue
		}
		r.node(out, n)
	}
}

// name adds a name that the question starts from, once.
func (d *Demand) name(parts []string) {
	name := draft.Name(parts)
	if slices.Contains(d.About, name) {
		return
	}
	var folds []string
	for _, part := range slices.Compact(slices.Clone(parts)) {
		folds = append(folds, folded(part))
	}
	d.About, d.parts = append(d.About, name), append(d.parts, folds)
}

// upstream marks a node and all it rests on.
func (r *reading) upstream(name string, needed map[string]bool) {
	if name == "" || needed[name] {
		return
	}
	needed[name] = true
	for _, f := range r.program.Node(name).From {
		r.upstream(f, needed)
	}
}

// entities returns the inputs of a node that are entities to go on from.
func entities(n *plan.Node) []string {
	switch o := n.Do.(type) {
	case *plan.Call, *plan.Derive, *plan.DeriveAll, *plan.Mode:
		return n.From
	case *plan.Filter:
		if o.Comparison == plan.Names {
			return n.From[1:]
		}
	case *plan.Compare:
		return []string{n.From[0], n.From[2]}
	}
	return nil
}

// bare returns the set that a having keeps some of.
func (r *reading) bare(name string) string {
	for {
		n := r.program.Node(name)
		if _, ok := n.Do.(*plan.Having); !ok {
			return name
		}
		name = n.From[0]
	}
}

func (r *reading) isProject(name string) bool {
	_, ok := r.program.Node(name).Do.(*plan.Project)
	return ok
}

// node adds what a node does on the way.
func (r *reading) node(out *Demand, n *plan.Node) {
	declared := r.words.domain
	consult := func(name string) {
		tool := declared.Tool(name)
		if record := r.words.record(declared.Table(tool.Table)); !slices.Contains(out.Records, record) {
			out.Records = append(out.Records, record)
		}
		out.lookups = append(out.lookups, r.words.lookup(tool, r.types[n.From[0]].Entity))
	}
	do := func(o Operator) { out.Operators = append(out.Operators, o) }
	switch o := n.Do.(type) {
	case *plan.Start:
		out.name(o.Value)
	case *plan.Derive:
		out.derived = append(out.derived, r.types[n.Name].Entity)
	case *plan.DeriveAll:
		out.derived = append(out.derived, r.types[n.Name].Entity)
	case *plan.Call:
		consult(o.Tool)
	case *plan.Having:
		consult(o.Tool)
		do(Operator{Do: Having, Column: Column{Of: r.words.record(declared.Table(declared.Tool(o.Tool).Table))}})
	case *plan.Filter:
		out.Conditions = append(out.Conditions, r.condition(n, o))
	case *plan.Superlative:
		do(Operator{Do: Superlative, Column: r.of(n.From[0], o.Column), End: string(o.Order), Rank: max(1, o.Rank)})
	case *plan.Only:
		do(Operator{Do: Only})
	case *plan.Frequent:
		do(Operator{Do: Frequent, Column: r.column(n.Name)})
	case *plan.Mode:
		do(Operator{Do: Frequent, Column: r.column(n.Name)})
	case *plan.Compare:
		do(Operator{Do: Compare, End: string(o.Order), Parts: r.parts(n.From[1], n.From[3])})
	case *plan.Combine:
		do(Operator{Do: Do(o.Function), Parts: r.parts(n.From[0], n.From[1])})
	case *plan.Exists:
		do(Operator{Do: Exist, Column: Column{Of: r.rows(n.From[0])}})
	}
}

// of names a column of a node's rows.
func (r *reading) of(rows, column string) Column {
	t := r.words.domain.Table(r.types[rows].Table)
	return r.words.columnOf(t, t.Column(column))
}

// rows names the kind of record of a node's rows or values; "" where it has none.
func (r *reading) rows(name string) string {
	t := r.words.domain.Table(r.types[name].Table)
	if t == nil {
		return ""
	}
	return r.words.record(t)
}

// column names what a node's values stand in: a column, or what the entity is called
// whose name stands in several or was made of others.
func (r *reading) column(name string) Column {
	t := r.types[name]
	if t.Table != "" && len(t.Columns) == 1 {
		return r.of(name, t.Columns[0])
	}
	c := Column{Of: r.rows(name)}
	if e := r.words.domain.Entity(t.Entity); e != nil {
		c.Column = e.Label.In(r.words.lang)
	}
	return c
}

// condition says what a filter keeps.
func (r *reading) condition(n *plan.Node, o *plan.Filter) Condition {
	c := Condition{Column: r.of(n.From[0], o.Column), Is: string(o.Comparison)}
	if o.Comparison == plan.Names {
		if s, ok := r.program.Node(n.From[1]).Do.(*plan.Start); ok {
			c.Operands = []string{draft.Name(s.Value)}
		}
		return c
	}
	unit := ""
	if col := r.words.domain.Table(r.types[n.From[0]].Table).Column(o.Column); col.Kind.Numeric() {
		unit = col.Unit
	}
	for _, operand := range []string{o.Operand, o.To} {
		if operand != "" {
			c.Operands = append(c.Operands, operand+unit)
		}
	}
	return c
}

// ask says what an answer gives, in which form.
func (r *reading) ask(a *plan.Answer) Ask {
	out := Ask{Quantity: r.quantity(a.From), If: a.If != ""}
	t := r.types[a.From]
	var col *domain.Column
	if t.Table != "" && len(t.Columns) > 0 && !(t.Shape == plan.ShapeNumber && t.Quantity != plan.QuantityColumn) {
		col = r.words.domain.Table(t.Table).Column(t.Columns[0])
	}
	switch a.Form.Style {
	case plan.StyleNumber:
		whole := col != nil && col.Kind.Integral() && a.Form.Places == 0 && out.What != Average
		if !whole {
			places := a.Form.Places
			out.Unit, out.Places = a.Form.Unit, &places
		}
	case plan.StyleDate:
		out.Layout = Layout(a.Form.Layout)
		if out.Layout == "" {
			out.Layout = LayoutFull
		}
	case plan.StyleText:
		if col != nil && plan.FormOf(col).Style != plan.StyleText {
			out.Layout = LayoutRecorded
		}
	}
	return out
}

// quantity says what a node's result is.
func (r *reading) quantity(name string) Quantity {
	name = r.bare(name)
	n := r.program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Count:
		return Quantity{What: Count, Column: Column{Of: r.rows(n.From[0])}}
	case *plan.Distinct:
		from := r.bare(n.From[0])
		return Quantity{What: Distinct, Column: r.quantity(from).Column, set: from != n.From[0] || !r.isProject(from)}
	case *plan.Aggregate:
		return Quantity{What: What(o.Function), Column: r.of(n.From[0], o.Column)}
	case *plan.Days:
		return Quantity{What: Days, Parts: r.parts(n.From[0], n.From[1])}
	case *plan.Arithmetic:
		return Quantity{What: What(o.Function), Parts: r.parts(n.From[0], n.From[1])}
	case *plan.Exists:
		return Quantity{What: Exists, Column: Column{Of: r.rows(n.From[0])}}
	case *plan.Compare:
		return Quantity{What: Which}
	case *plan.Combine:
		return r.quantity(n.From[0])
	}
	return Quantity{What: Value, Column: r.column(name)}
}

// parts are the two sides of an operation, each with what it alone rests on.
func (r *reading) parts(first, second string) []Quantity {
	rests := []map[string]bool{{}, {}}
	r.upstream(first, rests[0])
	r.upstream(second, rests[1])
	sides := []Quantity{r.quantity(first), r.quantity(second)}
	for i := range r.program.Nodes {
		n := &r.program.Nodes[i]
		if rests[0][n.Name] == rests[1][n.Name] || n.Name == r.bare(first) || n.Name == r.bare(second) {
			continue
		}
		side := &sides[0]
		if rests[1][n.Name] {
			side = &sides[1]
		}
		side.By = append(side.By, r.given(n)...)
	}
	return sides
}

// given are the names, operands and columns to go on by of a node.
func (r *reading) given(n *plan.Node) []string {
	switch o := n.Do.(type) {
	case *plan.Start:
		return []string{draft.Name(o.Value)}
	case *plan.Filter:
		if o.Comparison != plan.Names {
			return r.condition(n, o).Operands
		}
	case *plan.Superlative:
		return []string{string(o.Order)}
	case *plan.Project:
		return []string{r.column(n.Name).Column}
	}
	return nil
}
