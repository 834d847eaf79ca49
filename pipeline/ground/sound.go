package ground

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// sound says what makes an execution no task although it ran: a chain that
// returns to an entity or a row, an ambiguous name, a set too large.
func (g *Grounder) sound(trace *plan.Trace) (plan.Reason, error) {
	entities := map[string]bool{}
	taken := map[string]string{} // the node that took a row
	for i, r := range trace.Results {
		if r == nil {
			continue
		}
		n := &trace.Program.Nodes[i]
		if _, chosen := n.Do.(*plan.Compare); r.Entity != nil && !chosen {
			key := r.Type.Entity + unit + strings.Join(r.Entity, unit)
			if entities[key] {
				return Repeated, nil
			}
			entities[key] = true
		}
		if _, ok := n.Do.(*plan.Project); ok {
			if rows := trace.Result(n.From[0]); !rows.Type.Many {
				key := fmt.Sprint(rows.Type.Table, unit, rows.Rows[0])
				if by, ok := taken[key]; ok && by != n.From[0] {
					return Repeated, nil
				}
				taken[key] = n.From[0]
			}
		}
		if g.masked(trace, n) {
			return plan.Masked, nil
		}
		if reason, err := g.asked(trace, n, r, entities); reason != "" || err != nil {
			return reason, err
		}
	}
	return "", nil
}

// masked reports whether a node counts names of which some could be anybody's.
func (g *Grounder) masked(trace *plan.Trace, n *plan.Node) bool {
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

// asked says what makes the lookups of a node no part of a task, where the chain has
// been at some entities.
func (g *Grounder) asked(trace *plan.Trace, n *plan.Node, r *plan.Result, been map[string]bool) (plan.Reason, error) {
	name := n.Lookup()
	if name == "" {
		return "", nil
	}
	in := trace.Result(n.From[0])
	if !in.Type.Many {
		return g.clear(name, in.Type.Entity, in.Entity, r.Rows)
	}
	if len(r.Rows) > g.limits.Rows || len(in.Values) > g.limits.Rows {
		return Long, nil
	}
	for parts := range slices.Chunk(in.Texts(), max(1, len(g.domain.Entity(in.Type.Entity).Parts))) {
		if been[in.Type.Entity+unit+strings.Join(parts, unit)] {
			return Repeated, nil
		}
		if reason, err := g.clear(name, in.Type.Entity, parts, nil); reason != "" || err != nil {
			return reason, err
		}
	}
	return "", nil
}

// clear says what makes a lookup about an entity, which returned the rows, no part
// of a task.
func (g *Grounder) clear(toolName, entity string, name []string, rows []int32) (plan.Reason, error) {
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
	key := toolName + unit + entity
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

// asks says what makes an answer not worth asking for: it tells too little, it is
// an entity the way there went through, a set whose members are all the same, what
// stands in every row of its table, or chosen from so few that naming them all
// would do. What is chosen of two, yes or no among them, and a small count must come with
// more.
func (g *Grounder) asks(trace *plan.Trace) plan.Reason {
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
		if reason := g.worth(trace, a.From, r); reason != "" {
			return reason
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

// worth says what makes one answer not worth asking for.
func (g *Grounder) worth(trace *plan.Trace, from string, r *plan.Result) plan.Reason {
	if r.Type.Shape == plan.ShapeValues && slices.ContainsFunc(r.Type.Columns, func(c string) bool { return g.constant(r.Source, c) }) {
		return Guess
	}
	if slices.ContainsFunc(r.Values, weak) || g.single(r) {
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

// single reports whether a result says that there is one of something, as many
// questions do without meaning to.
func (g *Grounder) single(r *plan.Result) bool {
	counts := r.Type.Quantity.Counts() || r.Type.Shape == plan.ShapeValues && len(r.Type.Columns) == 1 &&
		g.domain.Table(r.Type.Table).Column(r.Type.Columns[0]).Kind == domain.KindCount
	return counts && slices.ContainsFunc(r.Values, func(v value.Value) bool { return v.Text == "1" })
}

// constant reports whether a column of more than one row holds the same value in
// every row that has one, so that knowing the table is knowing the answer.
func (g *Grounder) constant(t *corpus.Table, column string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := t.Spec().Name + unit + column
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

// gradable says what makes keywords unfit to tell a right answer: one that stands
// in the question, rounds to nothing, or is part of another. An answer goes by its
// aliases too.
func (g *Grounder) gradable(question string, start, middle []string, answers []value.Answer) plan.Reason {
	if len(answers) > g.limits.Answers {
		return Long
	}
	return tells(question, start, middle, answers)
}

// tells says the same of keywords however many there are.
func tells(question string, start, middle []string, answers []value.Answer) plan.Reason {
	for i, a := range answers {
		if nothing(a) || utf8.RuneCountInString(a.Text) < 2 {
			return Weak
		}
		names := []string{a.Text}
		if a.Kind != value.Truth { // how else a yes is put is no name
			names = append(names, a.Aliases...)
		}
		for _, name := range names {
			if strings.Contains(question, name) || slices.ContainsFunc(start, func(s string) bool { return nearly(name, s) }) {
				return Leak
			}
			if slices.ContainsFunc(middle, func(m string) bool { return strings.Contains(m, name) }) {
				return Weak
			}
			for j, other := range answers {
				if i != j && strings.Contains(other.Text, name) {
					return Weak
				}
			}
		}
	}
	return ""
}

// nearly reports whether an answer is a start entity's name with at most a few
// characters added, such as a file named after a case.
func nearly(answer, name string) bool {
	before, after, ok := strings.Cut(answer, name)
	return ok && utf8.RuneCountInString(before+after) <= 4
}

// weak reports whether a value tells too little: a single character, or nothing at
// all as an amount, which tables write for "not stated" too.
func weak(v value.Value) bool {
	switch v.Kind {
	case value.Text:
		return utf8.RuneCountInString(v.Text) < 2
	case value.Number:
		return v.Number.IsZero()
	}
	return false
}

// nothing reports whether an answer is an amount that rounds to nothing.
func nothing(a value.Answer) bool {
	return a.Kind == value.Number && strings.Trim(a.Number, "-0.") == ""
}
