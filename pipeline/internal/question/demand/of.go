package demand

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Of returns the demand of a task's program. It fails for a task in another language than
// the style's and for a program that does not fit the domain.
func Of(s *style.Style, d *domain.Domain, t *task.Task) (Meaning, error) {
	if t.Language != s.Language || !slices.Contains(d.Languages, t.Language) {
		return Meaning{}, fmt.Errorf("language %q: want %s, one of domain %s", t.Language, s.Language, d.Name)
	}
	types, err := t.Plan.Types(d)
	if err != nil {
		return Meaning{}, err
	}
	r := programReader{words: newWords(s, d), program: t.Plan, types: map[string]plan.Type{}}
	for i, n := range t.Plan.Nodes {
		r.types[n.Name] = types[i]
	}
	out := Meaning{words: r.words}
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

// programReader reads the demand off a program.
type programReader struct {
	words   *words
	program *plan.Program
	types   map[string]plan.Type
}

// text demands a text to be written.
func (r *programReader) text(out *Meaning) error {
	template := r.words.domain.Template(r.program.Template)
	if template == nil || len(template.Slots) != len(r.program.Answers) {
		return fmt.Errorf("template %q: want one of the domain with %d slots", r.program.Template, len(r.program.Answers))
	}
	out.Template = template.Label.In(r.words.lang)
	for _, s := range r.program.Entities() {
		out.name(s.Value)
	}
	for _, s := range template.Slots {
		out.Asks = append(out.Asks, Ask{Expression: Expression{What: Slot, ColumnName: ColumnName{Column: s.Name}}})
	}
	return nil
}

// question demands answers.
func (r *programReader) question(out *Meaning) {
	needed := map[string]bool{}
	for _, a := range r.program.Answers {
		for _, name := range []string{a.From, a.If} {
			r.upstream(name, needed)
		}
		out.Asks = append(out.Asks, r.ask(&a))
	}
	asked := func(name string) bool {
		return slices.ContainsFunc(r.program.Answers, func(a plan.AnswerSpec) bool { return a.From == name })
	}
	links := map[string]bool{}
	for i := range r.program.Nodes {
		n := &r.program.Nodes[i]
		if !needed[n.Name] {
			continue
		}
		for _, from := range linkInputs(n) {
			if from = r.withoutHaving(from); r.isProject(from) && !links[from] {
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
func (d *Meaning) name(parts []string) {
	name := draft.Name(parts)
	if slices.Contains(d.About, name) {
		return
	}
	var folds []string
	for _, part := range slices.Compact(slices.Clone(parts)) {
		folds = append(folds, fold(part))
	}
	d.About, d.parts = append(d.About, name), append(d.parts, folds)
}

// upstream marks a node and everything it depends on.
func (r *programReader) upstream(name string, needed map[string]bool) {
	if name == "" || needed[name] {
		return
	}
	needed[name] = true
	for _, f := range r.program.Node(name).From {
		r.upstream(f, needed)
	}
}

// linkInputs returns the inputs of a node that are entities to continue from.
func linkInputs(n *plan.Node) []string {
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

// withoutHaving returns the set from which a Having keeps some members.
func (r *programReader) withoutHaving(name string) string {
	for {
		n := r.program.Node(name)
		if _, ok := n.Do.(*plan.Having); !ok {
			return name
		}
		name = n.From[0]
	}
}

func (r *programReader) isProject(name string) bool {
	_, ok := r.program.Node(name).Do.(*plan.Project)
	return ok
}

// node adds what a node contributes on the way.
func (r *programReader) node(out *Meaning, n *plan.Node) {
	declared := r.words.domain
	consult := func(name string) {
		tool := declared.Tool(name)
		if record := r.words.record(declared.Table(tool.Table)); !slices.Contains(out.Records, record) {
			out.Records = append(out.Records, record)
		}
		out.lookups = append(out.lookups, r.words.lookup(tool, r.types[n.From[0]].Entity))
	}
	do := func(o RequiredOperator) { out.Operators = append(out.Operators, o) }
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
		do(RequiredOperator{Do: Having, ColumnName: ColumnName{Of: r.words.record(declared.Table(declared.Tool(o.Tool).Table))}})
	case *plan.Filter:
		out.Conditions = append(out.Conditions, r.condition(n, o))
	case *plan.Superlative:
		do(RequiredOperator{Do: Superlative, ColumnName: r.of(n.From[0], o.Column), End: string(o.Order), Rank: max(1, o.Rank)})
	case *plan.Only:
		do(RequiredOperator{Do: Only})
	case *plan.Frequent:
		do(RequiredOperator{Do: Frequent, ColumnName: r.column(n.Name)})
	case *plan.Mode:
		do(RequiredOperator{Do: Frequent, ColumnName: r.column(n.Name)})
	case *plan.Compare:
		do(RequiredOperator{Do: Compare, End: string(o.Order), Parts: r.parts(n.From[1], n.From[3])})
	case *plan.Combine:
		do(RequiredOperator{Do: OperatorKind(o.Function), Parts: r.parts(n.From[0], n.From[1])})
	case *plan.Exists:
		do(RequiredOperator{Do: Exist, ColumnName: ColumnName{Of: r.rows(n.From[0])}})
	}
}

// of names a column of a node's rows.
func (r *programReader) of(rows, column string) ColumnName {
	t := r.words.domain.Table(r.types[rows].Table)
	return r.words.columnOf(t, t.Column(column))
}

// rows names the kind of record that a node's rows or values are of, "" if there is
// none.
func (r *programReader) rows(name string) string {
	t := r.words.domain.Table(r.types[name].Table)
	if t == nil {
		return ""
	}
	return r.words.record(t)
}

// column names the column of a node's values, or their entity type if they come from
// several columns or none.
func (r *programReader) column(name string) ColumnName {
	t := r.types[name]
	if t.Table != "" && len(t.Columns) == 1 {
		return r.of(name, t.Columns[0])
	}
	c := ColumnName{Of: r.rows(name)}
	if e := r.words.domain.Entity(t.Entity); e != nil {
		c.Column = e.Label.In(r.words.lang)
	}
	return c
}

// condition returns what a filter keeps.
func (r *programReader) condition(n *plan.Node, o *plan.Filter) Condition {
	c := Condition{ColumnName: r.of(n.From[0], o.Column), Is: string(o.Comparison)}
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

// ask returns what an answer gives and in which form.
func (r *programReader) ask(a *plan.AnswerSpec) Ask {
	out := Ask{Expression: r.quantity(a.From), If: a.If != ""}
	if !draft.StatesForm(r.words.domain, r.program, r.types[a.From], a) {
		return out
	}
	switch a.Form.Style {
	case plan.StyleNumber:
		places := a.Form.Places
		out.Unit, out.Places = a.Form.Unit, &places
	case plan.StyleDate:
		out.Layout = AnswerLayout(a.Form.Layout)
		if out.Layout == "" {
			out.Layout = LayoutFull
		}
	case plan.StyleText:
		out.Layout = LayoutRecorded
	}
	return out
}

// quantity returns what a node's result is.
func (r *programReader) quantity(name string) Expression {
	name = r.withoutHaving(name)
	n := r.program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Count:
		return Expression{What: Count, ColumnName: ColumnName{Of: r.rows(n.From[0])}}
	case *plan.Distinct:
		from := r.withoutHaving(n.From[0])
		return Expression{What: Distinct, ColumnName: r.quantity(from).ColumnName, set: from != n.From[0] || !r.isProject(from)}
	case *plan.Aggregate:
		return Expression{What: ExpressionKind(o.Function), ColumnName: r.of(n.From[0], o.Column)}
	case *plan.Days:
		return Expression{What: Days, Parts: r.parts(n.From[0], n.From[1])}
	case *plan.Arithmetic:
		return Expression{What: ExpressionKind(o.Function), Parts: r.parts(n.From[0], n.From[1])}
	case *plan.Exists:
		return Expression{What: Exists, ColumnName: ColumnName{Of: r.rows(n.From[0])}}
	case *plan.Compare:
		return Expression{What: Which}
	case *plan.Combine:
		return r.quantity(n.From[0])
	}
	return Expression{What: Value, ColumnName: r.column(name)}
}

// parts returns the two sides of an operation, each with the hints that belong to it
// alone.
func (r *programReader) parts(first, second string) []Expression {
	rests := []map[string]bool{{}, {}}
	r.upstream(first, rests[0])
	r.upstream(second, rests[1])
	sides := []Expression{r.quantity(first), r.quantity(second)}
	for i := range r.program.Nodes {
		n := &r.program.Nodes[i]
		if rests[0][n.Name] == rests[1][n.Name] || n.Name == r.withoutHaving(first) || n.Name == r.withoutHaving(second) {
			continue
		}
		side := &sides[0]
		if rests[1][n.Name] {
			side = &sides[1]
		}
		side.By = append(side.By, r.sideHints(n)...)
	}
	return sides
}

// sideHints returns the names, operands and columns of a node that tell a side of an
// operation from the other.
func (r *programReader) sideHints(n *plan.Node) []string {
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
