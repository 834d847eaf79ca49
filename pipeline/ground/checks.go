package ground

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// checkChain returns the reason why an execution is no task because of the way it took: its
// chain returns to an entity or a row, a name is ambiguous, or a set is too large.
func (g *Grounder) checkChain(trace *plan.Trace) (plan.Reason, error) {
	entities := map[string]bool{}
	taken := map[string]string{} // the node that took a row
	for i, r := range trace.Results {
		if r == nil {
			continue
		}
		n := &trace.Program.Nodes[i]
		if _, chosen := n.Do.(*plan.Compare); r.Entity != nil && !chosen {
			key := r.Type.Entity + separator + strings.Join(r.Entity, separator)
			if entities[key] {
				return Repeated, nil
			}
			entities[key] = true
		}
		if _, ok := n.Do.(*plan.Project); ok {
			if rows := trace.Result(n.From[0]); !rows.Type.Many {
				key := fmt.Sprint(rows.Type.Table, separator, rows.Rows[0])
				if by, ok := taken[key]; ok && by != n.From[0] {
					return Repeated, nil
				}
				taken[key] = n.From[0]
			}
		}
		if g.isUnlike(trace, n) {
			return Ambiguous, nil
		}
		if g.countsMasked(trace, n) {
			return plan.Masked, nil
		}
		if reason, err := g.checkLookup(trace, n, r); reason != "" || err != nil {
			return reason, err
		}
	}
	return "", nil
}

// isUnlike reports whether a node reads a row that people would not call what its table's rows are
// called, or reads or chooses it by a column that holds what people would not call by its name, see
// [domain.Column.Unlike]: whoever goes by the words would leave the row out.
func (g *Grounder) isUnlike(trace *plan.Trace, n *plan.Node) bool {
	if len(n.From) == 0 {
		return false
	}
	in := trace.Result(n.From[0])
	if in == nil || in.Type.Shape != plan.ShapeRows || in.Source == nil || in.Source.Column(g.domain.Table(in.Type.Table).Key) < 0 {
		return false
	}
	table := g.domain.Table(in.Type.Table)
	columns, rows := append(slices.Clone(n.Columns()), table.Key), in.Rows
	if out := trace.Result(n.Name); out.Type.Shape == plan.ShapeRows { // the rows that it chooses are read later, if at all
		columns, rows = n.Columns(), out.Rows
	}
	for _, name := range columns {
		column := table.Column(name)
		if column == nil || column.Unlike == nil {
			continue
		}
		for _, row := range rows {
			for _, key := range in.Source.Cell(int(row), in.Source.Column(table.Key)).Values {
				if slices.ContainsFunc(column.Unlike, func(part string) bool { return strings.Contains(key.Text, part) }) {
					return true
				}
			}
		}
	}
	return false
}

// countsMasked reports whether a node takes the most frequent of names some of which are
// masked, and so could be anybody's.
func (g *Grounder) countsMasked(trace *plan.Trace, n *plan.Node) bool {
	o, ok := n.Do.(*plan.Frequent)
	if !ok {
		return false
	}
	rows := trace.Result(n.From[0])
	return slices.ContainsFunc(rows.Rows, func(row int32) bool {
		values := rows.Source.Cell(int(row), rows.Source.Column(o.Column)).Values
		return slices.ContainsFunc(values, func(v value.Value) bool { return corpus.Masked(g.domain, v.Text) })
	})
}

// checkLookup returns the reason why a node's lookups are no part of a task.
func (g *Grounder) checkLookup(trace *plan.Trace, n *plan.Node, r *plan.NodeResult) (plan.Reason, error) {
	name := n.Lookup()
	if name == "" {
		return "", nil
	}
	in := trace.Result(n.From[0])
	if !in.Type.Many {
		return g.checkSubject(name, in.Type.Entity, in.Entity, r.Rows)
	}
	if len(r.Rows) > g.limits.Rows || len(in.Values) > g.limits.Rows {
		return Long, nil
	}
	if g.comesBack(trace, n, in) {
		return Repeated, nil
	}
	for parts := range slices.Chunk(in.Texts(), max(1, len(g.domain.Entity(in.Type.Entity).Parts))) {
		if reason, err := g.checkSubject(name, in.Type.Entity, parts, nil); reason != "" || err != nil {
			return reason, err
		}
	}
	return "", nil
}

// comesBack reports whether a set of entities, which a node's lookup is called for, holds one
// that makes the chain come back, see [soundness.EntityNames.Revisited].
func (g *Grounder) comesBack(trace *plan.Trace, n *plan.Node, in *plan.NodeResult) bool {
	return g.names.Revisited(trace.Program, trace, n.Name, in.Type.Entity, func(node string) (string, []string) {
		r := trace.Result(node)
		return r.Type.Entity, r.Entity
	}) != nil
}

// checkSubject returns the reason why a lookup about an entity, which found the rows, is no
// part of a task.
func (g *Grounder) checkSubject(toolName, entity string, name []string, rows []int32) (plan.Reason, error) {
	if len(rows) > g.limits.Rows {
		return Long, nil
	}
	find, err := g.finder(toolName, entity)
	if err != nil {
		return "", err
	}
	t, found := g.domain.Tool(toolName), integers(find(name))
	if t.Returns != domain.Many && len(found) > 1 || g.names.Ambiguity(t, entity, name, found) != "" {
		return Ambiguous, nil
	}
	return "", nil
}

// finder returns [plan.Finder]'s function for a lookup and an entity type, made once.
func (g *Grounder) finder(toolName, entity string) (func(name []string) []int32, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := toolName + separator + entity
	if find := g.find[key]; find != nil {
		return find, nil
	}
	find, err := plan.Finder(g.corpus, toolName, entity)
	if err == nil {
		g.find[key] = find
	}
	return find, err
}

// integers returns row numbers in the type that the rules of soundness take.
func integers(rows []int32) []int {
	all := make([]int, len(rows))
	for i, row := range rows {
		all[i] = int(row)
	}
	return all
}

// checkAnswers returns the reason why the answers of an execution are not worth asking for:
// one of them fails checkAnswer, is among so few that naming them all would do, or all can
// be guessed. A small count, a yes or no, and a choice between two entities can be guessed,
// so they are only asked for together with another answer.
func (g *Grounder) checkAnswers(trace *plan.Trace) plan.Reason {
	if t := g.domain.Template(trace.Program.Template); t != nil && t.Question() {
		return "" // a text, a number or a day of its own; what guessing earns is the family's chance
	}
	guesser := soundness.Guesser{Program: trace.Program, Execution: trace, Keywords: keywords(trace)}
	chosen := false // whether an answer cannot be guessed
	for _, a := range trace.Program.Answers {
		r := trace.Result(a.From)
		if r == nil {
			continue
		}
		if _, ok := trace.Program.Node(a.From).Do.(*plan.Compare); ok || r.Type.Shape == plan.ShapeTruth {
			continue
		}
		if reason := g.checkAnswer(trace, a.From, r); reason != "" {
			return reason
		}
		if trace.Program.Template == "" && r.Type.Shape == plan.ShapeValues && r.Type.Many && len(r.Members()) == 1 && !listsOne(trace) {
			return Single
		}
		switch guess, _ := guesser.Judge(a.From); guess {
		case soundness.Chosen:
			chosen = true
		case soundness.Listed:
			return Guess
		}
	}
	if !chosen {
		return Guess
	}
	return ""
}

// oneInLists is the number of executions whose answer is a list of one value of which one may
// be a task: questions ask for all values mostly where there are several, but not always,
// so that asking for all of them does not give away that there are.
const oneInLists = 10

// listsOne reports whether an execution may be a task though its answer is a list of one
// value, drawn from the names of its starts.
func listsOne(trace *plan.Trace) bool {
	var names []string
	for _, s := range trace.Program.Entities() {
		names = append(names, s.Value...)
	}
	return digest.Rand(append([]string{"lists of one"}, names...)...).IntN(oneInLists) == 0
}

// keywords returns how many keywords all answers of an execution will have together.
func keywords(trace *plan.Trace) int {
	n := 0
	for _, a := range trace.Program.Answers {
		if r := trace.Result(a.From); r != nil {
			n += max(1, len(r.Members()))
		}
	}
	return n
}

// checkAnswer returns the reason why one answer is not worth asking for: every row of the
// table holds it, it says little, its members are all the same, or it is an entity of the
// chain.
func (g *Grounder) checkAnswer(trace *plan.Trace, from string, r *plan.NodeResult) plan.Reason {
	if r.Type.Shape == plan.ShapeValues && r.Source != nil && slices.ContainsFunc(r.Type.Columns, func(c string) bool { return g.constantColumn(r.Source, c) }) {
		return Guess
	}
	if !r.Type.Quantity.Counts() && slices.ContainsFunc(r.Values, saysLittle) || g.countsOne(r) {
		return Weak
	}
	if r.Type.Many && len(r.Values) > 1 && !slices.ContainsFunc(r.Values[1:], func(v value.Value) bool { return v.Text != r.Values[0].Text }) {
		return plan.Trivial
	}
	for i, other := range trace.Results {
		if other == nil || trace.Program.Nodes[i].Name == from {
			continue
		}
		for _, v := range r.Values {
			if v.Kind == value.Text && slices.Contains(other.Entity, v.Text) {
				return Repeated
			}
		}
	}
	return ""
}

// countsOne reports whether a result says that there is one of something, which many
// questions reveal by their wording.
func (g *Grounder) countsOne(r *plan.NodeResult) bool {
	counts := r.Type.Quantity.Counts() || r.Type.Shape == plan.ShapeValues && len(r.Type.Columns) == 1 &&
		g.domain.Table(r.Type.Table).ColumnOrFact(r.Type.Columns[0]).Kind == domain.KindCount
	return counts && slices.ContainsFunc(r.Values, func(v value.Value) bool { return v.Text == "1" })
}

// constantColumn reports whether a column holds the same value wherever it holds one, in
// more than one row: to know the table is then to know the answer.
func (g *Grounder) constantColumn(t *corpus.Table, column string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := t.Spec().Name + separator + column
	if same, ok := g.same[key]; ok {
		return same
	}
	col := t.Column(column)
	rows, first, same := 0, "", true
	for row := range t.Len() {
		for _, v := range t.Cell(row, col).Values {
			if rows++; rows == 1 {
				first = v.Text
			}
			same = same && v.Text == first
		}
	}
	g.same[key] = same && rows > 1
	return g.same[key]
}

// checkKeywords returns the reason why the answers of a task are unfit as keywords of its draft: there
// are too many, or checkKeywordTexts refuses one.
func (g *Grounder) checkKeywords(t *task.Task) plan.Reason {
	if len(t.AnswerValues) > g.limits.Answers {
		return Long
	}
	return checkKeywordTexts(t)
}

// checkKeywordTexts returns the reason why the answers of a task are unfit as keywords however many
// there are: the draft contains one or its alias, one is nearly the name of a start entity, is
// too short or rounds to zero, or is part of another keyword.
func checkKeywordTexts(t *task.Task) plan.Reason {
	var start []string
	for _, e := range t.Entities {
		start = append(start, e.Name...)
	}
	for i, a := range t.AnswerValues {
		if roundsToZero(a) && a.Quantity != quantity.Count || utf8.RuneCountInString(a.Text) < 2 {
			return Weak
		}
		names := []string{a.Text}
		if a.Kind != value.Truth { // the aliases of yes and no are common words
			names = append(names, a.Aliases...)
		}
		for _, name := range names {
			if strings.Contains(t.Draft, name) || slices.ContainsFunc(start, func(s string) bool { return almostName(name, s) }) {
				return Leak
			}
			if slices.ContainsFunc(t.KeyMiddle, func(m string) bool { return strings.Contains(m, name) }) {
				return Weak
			}
			for j, other := range t.AnswerValues {
				if i != j && strings.Contains(other.Text, name) {
					return Weak
				}
			}
		}
	}
	return ""
}

// almostName reports whether an answer is a start entity's name with at most four more
// characters, such as a file named after a case.
func almostName(answer, name string) bool {
	before, after, ok := strings.Cut(answer, name)
	return ok && utf8.RuneCountInString(before+after) <= 4
}

// saysLittle reports whether a value says too little: a text of one character, or an amount
// of zero, which tables also write for "not stated".
func saysLittle(v value.Value) bool {
	switch v.Kind {
	case value.Text:
		return utf8.RuneCountInString(v.Text) < 2
	case value.Number:
		return v.Number.IsZero()
	}
	return false
}

// roundsToZero reports whether an answer is an amount that its form rounds to zero.
func roundsToZero(a value.Answer) bool {
	return a.Kind == value.Number && strings.Trim(a.Number, "-0.") == ""
}

// fewestDigits is the number of significant digits that an answer keeps in a form that is
// not its column's own: with fewer it says less than it could.
const fewestDigits = 3

// losesDigits reports whether an amount that was computed, or asked for in another unit, is
// left with too few significant digits.
func (g *Grounder) losesDigits(trace *plan.Trace, answers []value.Answer) bool {
	for _, a := range trace.Program.Answers {
		if a.Form.Style != plan.StyleNumber || a.Form.Places == 0 {
			continue
		}
		r := trace.Result(a.From)
		if r == nil || r.Type.Shape == plan.ShapeValues && len(r.Type.Columns) == 1 && g.domain.Table(r.Type.Table).ColumnOrFact(r.Type.Columns[0]).Unit == a.Form.Unit {
			continue
		}
		for _, v := range answers {
			if v.Kind == value.Number && v.Unit == a.Form.Unit && len(strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(v.Number), "0")) < fewestDigits {
				return true
			}
		}
	}
	return false
}
