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

// FromTask returns the demand of a task's program. The error says that the task is in
// another language than the style, or why the program is not valid in the domain.
func FromTask(s *style.Style, d *domain.Domain, t *task.Task) (Meaning, error) {
	if t.Language != s.Language || !slices.Contains(d.Languages, t.Language) {
		return Meaning{}, fmt.Errorf("language %q: want %s, one of domain %s", t.Language, s.Language, d.Name)
	}
	types, err := t.Plan.Types(d)
	if err != nil {
		return Meaning{}, err
	}
	r := programReader{words: newVocabulary(s, d), program: t.Plan, types: map[string]plan.Type{}}
	for i, n := range t.Plan.Nodes {
		r.types[n.Name] = types[i]
	}
	out := Meaning{vocabulary: r.words, draft: fold(t.Draft)}
	for _, s := range t.Plan.Entities() {
		out.starts = append(out.starts, s.Entity)
	}
	if t.Plan.Template != "" {
		err = r.readText(&out)
	} else {
		r.readQuestion(&out)
	}
	return out, err
}

// programReader derives the demand of a program.
type programReader struct {
	words   *vocabulary
	program *plan.Program
	types   map[string]plan.Type
}

// readText sets the demand for a text to be written.
func (r *programReader) readText(out *Meaning) error {
	template := r.words.domain.Template(r.program.Template)
	if template == nil || len(template.Slots) != len(r.program.Answers) {
		return fmt.Errorf("template %q: want one of the domain with %d slots", r.program.Template, len(r.program.Answers))
	}
	out.Template = template.Label.In(r.words.lang)
	for _, s := range r.program.Entities() {
		out.addName(s.Value)
	}
	for _, s := range template.Slots {
		out.Requested = append(out.Requested, RequestedAnswer{Expression: Expression{Kind: Slot, ColumnName: ColumnName{Column: s.Name}}})
	}
	return nil
}

// readQuestion sets the demand for answers.
func (r *programReader) readQuestion(out *Meaning) {
	needed := map[string]bool{}
	for _, a := range r.program.Answers {
		for _, name := range []string{a.From, a.Condition().Result} {
			r.upstream(name, needed)
		}
		out.Requested = append(out.Requested, r.requestedAnswer(&a))
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
				out.Links = append(out.Links, r.resultColumn(from))
			}
		}
		if _, ok := n.Do.(*plan.Exists); ok && asked(n.Name) {
			continue
		}
		r.addNode(out, n)
	}
}

// addName adds a name that the question starts from, unless it is present.
func (d *Meaning) addName(parts []string) {
	name := draft.Name(parts)
	if slices.Contains(d.Names, name) {
		return
	}
	var folds []string
	for _, part := range slices.Compact(slices.Clone(parts)) {
		folds = append(folds, fold(part))
	}
	d.Names, d.nameParts = append(d.Names, name), append(d.nameParts, folds)
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

// withoutHaving returns the set that a chain of Having operations filters.
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

// addNode adds the contribution of an intermediate node.
func (r *programReader) addNode(out *Meaning, n *plan.Node) {
	declared := r.words.domain
	consult := func(name string) {
		tool := declared.Tool(name)
		if record := r.words.recordName(declared.Table(tool.Table)); !slices.Contains(out.Records, record) {
			out.Records = append(out.Records, record)
		}
		out.lookups = append(out.lookups, r.words.describeLookup(tool, r.types[n.From[0]].Entity))
	}
	do := func(o RequiredOperator) { out.Operators = append(out.Operators, o) }
	switch o := n.Do.(type) {
	case *plan.Start:
		out.addName(o.Value)
	case *plan.Derive:
		out.derived = append(out.derived, r.types[n.Name].Entity)
	case *plan.DeriveAll:
		out.derived = append(out.derived, r.types[n.Name].Entity)
	case *plan.Call:
		consult(o.Tool)
	case *plan.Having:
		consult(o.Tool)
		do(RequiredOperator{Kind: Having, ColumnName: ColumnName{Record: r.words.recordName(declared.Table(declared.Tool(o.Tool).Table))}})
	case *plan.Filter:
		out.Conditions = append(out.Conditions, r.condition(n, o))
	case *plan.Superlative, *plan.Aggregate:
		if x, ok := r.ranking(n); ok {
			do(RequiredOperator{Kind: Superlative, ColumnName: x.column, End: string(x.end), Rank: x.rank, By: r.rankedRows(n, x.column)})
		}
	case *plan.Only:
		do(RequiredOperator{Kind: Only})
	case *plan.Frequent:
		do(RequiredOperator{Kind: Frequent, ColumnName: r.resultColumn(n.Name)})
	case *plan.Mode:
		do(RequiredOperator{Kind: Frequent, ColumnName: r.resultColumn(n.Name)})
	case *plan.Compare:
		do(RequiredOperator{Kind: Compare, End: string(o.Order), Parts: r.sides(n.From[1], n.From[3])})
	case *plan.Combine:
		do(RequiredOperator{Kind: OperatorKind(o.Function), Parts: r.sides(n.From[0], n.From[1])})
	case *plan.Exists:
		do(RequiredOperator{Kind: ExistsCheck, ColumnName: ColumnName{Record: r.recordName(n.From[0])}})
	}
}

// rowsColumn names a column of a node's rows.
func (r *programReader) rowsColumn(rows, column string) ColumnName {
	t := r.words.domain.Table(r.types[rows].Table)
	return r.words.columnName(t, t.Column(column))
}

// recordName names the kind of record of a node's rows or values; "" if there is none.
func (r *programReader) recordName(name string) string {
	t := r.words.domain.Table(r.types[name].Table)
	if t == nil {
		return ""
	}
	return r.words.recordName(t)
}

// resultColumn names the column of a node's values, or their entity type if they come from
// several columns or none.
func (r *programReader) resultColumn(name string) ColumnName {
	t := r.types[name]
	if t.Table != "" && len(t.Columns) == 1 {
		return r.rowsColumn(name, t.Columns[0])
	}
	c := ColumnName{Record: r.recordName(name)}
	if e := r.words.domain.Entity(t.Entity); e != nil {
		c.Column = e.Label.In(r.words.lang)
	}
	return c
}

// condition returns the condition of a filter.
func (r *programReader) condition(n *plan.Node, o *plan.Filter) Condition {
	c := Condition{ColumnName: r.rowsColumn(n.From[0], o.Column), Comparison: string(o.Comparison)}
	if o.Comparison == plan.Names {
		if s, ok := r.program.Node(n.From[1]).Do.(*plan.Start); ok {
			c.Operands = []string{draft.Name(s.Value)}
		}
		c.identifier = r.identifier(n.From[1])
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

// identifier returns the name of the start, such as a stock code, by which a lookup finds the one
// row whose key a node is; "" for any other node.
func (r *programReader) identifier(name string) string {
	p, ok := r.program.Node(name).Do.(*plan.Project)
	if !ok || len(p.Columns) != 1 {
		return ""
	}
	call := r.program.Node(r.program.Node(name).From[0])
	if _, ok := call.Do.(*plan.Call); !ok || len(call.From) != 1 || r.words.domain.Table(r.types[name].Table).Key != p.Columns[0] {
		return ""
	}
	if s, ok := r.program.Node(call.From[0]).Do.(*plan.Start); ok {
		return draft.Name(s.Value)
	}
	return ""
}

// requestedAnswer returns an answer's expression and form.
func (r *programReader) requestedAnswer(a *plan.AnswerSpec) RequestedAnswer {
	out := RequestedAnswer{Expression: r.expression(a.From), If: a.If != "", Unless: a.Unless != ""}
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

// expression returns the expression of a node's result.
func (r *programReader) expression(name string) Expression {
	name = r.withoutHaving(name)
	n := r.program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Count:
		return Expression{Kind: Count, ColumnName: ColumnName{Record: r.recordName(n.From[0])}}
	case *plan.Distinct:
		from := r.withoutHaving(n.From[0])
		return Expression{Kind: Distinct, ColumnName: r.expression(from).ColumnName, set: from != n.From[0] || !r.isProject(from)}
	case *plan.Aggregate:
		if x, ok := r.ranking(n); ok {
			return Expression{Kind: Value, ColumnName: x.column}
		}
		return Expression{Kind: ExpressionKind(o.Function), ColumnName: r.rowsColumn(n.From[0], o.Column)}
	case *plan.Days:
		return Expression{Kind: Days, Parts: r.sides(n.From[0], n.From[1])}
	case *plan.Arithmetic:
		return Expression{Kind: ExpressionKind(o.Function), Parts: r.sides(n.From[0], n.From[1])}
	case *plan.Exists:
		return Expression{Kind: Exists, ColumnName: ColumnName{Record: r.recordName(n.From[0])}}
	case *plan.Compare:
		return Expression{Kind: Which}
	case *plan.Combine:
		return r.expression(n.From[0])
	case *plan.Citations:
		t := r.words.domain.Table(r.types[n.From[0]].Table)
		return Expression{Kind: Value, ColumnName: r.words.columnName(t, t.Column(o.Passages))}
	}
	return Expression{Kind: Value, ColumnName: r.resultColumn(name)}
}

// sides returns the two sides of an operation, each with the hints that belong to it alone.
func (r *programReader) sides(first, second string) []Expression {
	rests := []map[string]bool{{}, {}}
	r.upstream(first, rests[0])
	r.upstream(second, rests[1])
	sides := []Expression{r.expression(first), r.expression(second)}
	for i := range r.program.Nodes {
		n := &r.program.Nodes[i]
		if _, ranked := r.ranking(n); rests[0][n.Name] == rests[1][n.Name] || !ranked && (n.Name == r.withoutHaving(first) || n.Name == r.withoutHaving(second)) {
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

// sideHints returns the names, operands and columns of a node that distinguish one side of an
// operation from the other.
func (r *programReader) sideHints(n *plan.Node) []string {
	switch o := n.Do.(type) {
	case *plan.Start:
		return []string{draft.Name(o.Value)}
	case *plan.Filter:
		if o.Comparison != plan.Names {
			return r.condition(n, o).Operands
		}
	case *plan.Superlative, *plan.Aggregate:
		if x, ok := r.ranking(n); ok {
			return []string{string(x.end)}
		}
	case *plan.Project:
		return []string{r.resultColumn(n.Name).Column}
	}
	return nil
}
