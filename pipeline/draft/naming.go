package draft

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// step is a result that gets a name before other phrases refer to it.
type step struct {
	node  string
	text  string // what it is; "" for what an earlier inquiry asks for
	label string // what kind of thing it is
	many  bool   // whether it is a set
}

// While phrases are made, a character from references on stands for what a step is
// called, and one from definitions on for the place where it gets its name.
const (
	references  = 0xF0000
	definitions = 0xF8000
	mostSteps   = 0x1000
)

func refer(i int) string { return string(rune(references + i)) }

// checkText refuses texts with characters that stand for names of results here.
func checkText(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsFunc(text, func(r rune) bool { return r >= references }) {
			return fmt.Errorf("%q: want text without characters for private use above U+%X", text, references)
		}
	}
	return nil
}

// nameResult ends the step under way with a phrase and returns the stand-in for its
// result.
func (c *composer) nameResult(node, text string) string {
	c.steps = append(c.steps, step{node, text, c.label(node), c.types[node].Many})
	c.named[node] = len(c.steps) - 1
	c.weight = 0
	return refer(len(c.steps) - 1)
}

// nameHere returns the mark for the place where an inquiry names a result that is
// referred to later, "" if the result needs no name.
func (c *composer) nameHere(node string) string {
	if _, ok := c.named[node]; ok || !c.needsName[node] {
		return ""
	}
	c.nameResult(node, "")
	return string(rune(definitions + len(c.steps) - 1))
}

// label returns the kind of a node's result, by which it is named.
func (c *composer) label(node string) string {
	t := c.types[node]
	switch {
	case t.Shape == plan.ShapeRows:
		return c.words.Table(t.Table).Row.In(c.lang)
	case t.Shape == plan.ShapeNumber:
		return c.grammar.numberNoun()
	case t.Entity != "":
		return c.words.Entity(t.Entity).Label.In(c.lang)
	}
	return c.columnName(node, t.Columns[0])
}

// naming finds the results that need names.
type naming struct {
	*composer
	mentions map[string]int  // how often phrases speak of a result
	asked    map[string]bool // columns that inquiries ask for
	must     map[string]bool // what would make a phrase ambiguous within another
}

// findNamedResults finds the results that need names: entities, sets and chosen rows
// that several phrases refer to, and those that would make a phrase ambiguous.
func (c *composer) findNamedResults() {
	c.needsName = map[string]bool{}
	w := naming{c, map[string]int{}, map[string]bool{}, map[string]bool{}}
	for i := range c.groups {
		g := &c.groups[i]
		if g.column {
			w.mentions[g.rows]++
		}
		for _, a := range g.answers {
			if g.column {
				w.asked[a.From] = true
			} else {
				w.mentions[a.From]++
			}
		}
		if on := g.answers[0].If; on != "" && !c.follows(i) {
			w.mentions[on]++
		}
	}
	for i := len(c.program.Nodes) - 1; i >= 0; i-- {
		w.visit(&c.program.Nodes[i])
	}
}

// visit counts the references in the phrase of a node. It is called after everything
// that refers to the node was visited.
func (w *naming) visit(n *plan.Node) {
	m := w.mentions[n.Name]
	if m == 0 {
		return
	}
	asked := w.asked[n.Name]
	if w.nameable(n) && (asked || m > 1 || w.must[n.Name]) {
		w.needsName[n.Name] = true
		m = 1
		if asked {
			m = 0 // it gets its name where it is asked for
		}
	}
	if rows, ok := w.sameRows(n); ok {
		w.mentions[rows] += m
		return
	}
	if _, ok := n.Do.(*plan.Exists); ok {
		if filter := w.program.Node(n.From[0]); filter.Do.Kind() == "filter" { // which it puts into words itself
			n = filter
		}
	}
	for i, f := range n.From {
		w.mentions[f] += m
		if w.atSide(n, i) {
			w.must[f] = true
		}
	}
}

// nameable reports whether a result can have a name.
func (c *composer) nameable(n *plan.Node) bool {
	t := c.types[n.Name]
	switch n.Do.(type) {
	case *plan.Start, *plan.Call:
		return false
	case *plan.Arithmetic, *plan.Days:
		return true
	}
	return t.Shape == plan.ShapeRows || t.Shape == plan.ShapeEntity || t.Shape == plan.ShapeValues && t.Entity != ""
}

// atSide reports whether the i-th input of a node must be a name: because it stands at
// the side of the node's phrase, or because its own phrase has two sides.
func (c *composer) atSide(n *plan.Node, i int) bool {
	switch c.program.Node(n.From[i]).Do.(type) {
	case *plan.Compare, *plan.Combine, *plan.Arithmetic, *plan.Days:
		return true
	}
	switch n.Do.(type) {
	case *plan.Filter:
		return i == 1
	case *plan.Compare:
		return i%2 == 0
	}
	return false
}

// sameRows returns the rows of a node that computes a number from two columns of the
// same rows.
func (c *composer) sameRows(n *plan.Node) (rows string, ok bool) {
	switch n.Do.(type) {
	case *plan.Days, *plan.Arithmetic:
	default:
		return "", false
	}
	x, y := c.program.Node(n.From[0]), c.program.Node(n.From[1])
	_, first := x.Do.(*plan.Project)
	_, second := y.Do.(*plan.Project)
	if !first || !second || x.Name == y.Name || x.From[0] != y.From[0] {
		return "", false
	}
	return x.From[0], true
}

// replaceStandIns puts names in the place of stand-ins: "that company" if every text
// refers only to what the text before it found, defined terms otherwise.
func (c *composer) replaceStandIns(all []composedInquiry) {
	call, define := c.term, c.define
	chained := inTurn(all, c.steps)
	if chained {
		call = func(i int) string { return c.grammar.demonstrative(c.steps[i].label, c.steps[i].many) }
		define = func(int) string { return "" }
	}
	c.point = call
	replace := func(s string) string { return replaced(s, call, define) }
	for i := range all {
		for _, k := range all[i].steps {
			all[i].Stepwise.Steps = append(all[i].Stepwise.Steps, replace(c.steps[k].text)+define(k))
		}
		all[i].Stepwise.InTurn = chained
		all[i].phrases = c.answerPhrases(&all[i])
		for _, s := range all[i].texts() {
			*s = replace(*s)
		}
	}
}

// answerPhrases returns the phrases of an inquiry for its answer, with named results
// replaced by what was found.
func (c *composer) answerPhrases(q *composedInquiry) answerPhrases {
	s := answerPhrases{subject: q.Stepwise.Subject, of: q.of, truth: q.truth.clone(), under: q.under.clone()}
	for _, text := range append(append(s.truth.texts(), s.under.texts()...), &s.subject, &s.of) {
		*text = c.withFoundNames(*text)
	}
	return s
}

// withFoundNames replaces every stand-in in a text by what was found.
func (c *composer) withFoundNames(text string) string {
	nothing := func(int) string { return "" }
	return replaced(text, func(i int) string {
		if c.trace != nil {
			if r := c.trace.Result(c.steps[i].node); r != nil && r.Entity != nil {
				return Name(r.Entity)
			}
		}
		if c.steps[i].text == "" {
			return c.point(i)
		}
		return c.withFoundNames(c.steps[i].text)
	}, nothing)
}

func (c *composer) term(i int) string { return c.grammar.term(c.steps[i].label, i, c.steps[i].many) }

func (c *composer) define(i int) string { return c.grammar.define(c.term(i)) }

// replaced returns a text with every stand-in replaced: references by call, definitions
// by define.
func replaced(s string, call, define func(int) string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= definitions && r < definitions+mostSteps:
			b.WriteString(define(int(r - definitions)))
		case r >= references && r < references+mostSteps:
			b.WriteString(call(int(r - references)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// inTurn reports whether each text of the inquiries, in order, refers only to the result
// found last.
func inTurn(all []composedInquiry, steps []step) bool {
	last, fits := -1, true
	read := func(text string, found int) {
		spoken := false
		replaced(text, func(i int) string {
			spoken, fits = true, fits && i == last
			return ""
		}, func(i int) string {
			found = i
			return ""
		})
		if found >= 0 || !spoken {
			last = found
		}
	}
	for i := range all {
		for _, k := range all[i].steps {
			read(steps[k].text, k)
		}
		var b strings.Builder
		for _, s := range all[i].texts() {
			b.WriteString(*s)
		}
		read(b.String(), -1)
	}
	return fits
}
