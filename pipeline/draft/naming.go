package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// namedResult is a result that is named before other phrases refer to it.
type namedResult struct {
	node      string
	text      string // what it is; "" for what an earlier inquiry asks for
	statement string // the sentence that introduces it, without its mark
	label     string // what kind of thing it is
	role      string // the noun for its part in the step ("buyer"), "" if it has none
	measure   string // the measure word of the label
	many      bool   // whether it is a set

	demonstrative bool // whether later phrases call it by its kind, "that company"
	ordinal       int  // otherwise the number of its term, from 0
}

const (
	// During composition, a character from references on stands for the name of a result,
	// and a character from definitions on marks the place where a result is named.
	references  = 0xF0000
	definitions = 0xF8000
	maxSteps    = 0x1000
)

func reference(i int) string { return string(rune(references + i)) }

// isReference reports whether a text is the reference to a result and nothing else.
func isReference(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && r >= references && r < references+maxSteps
}

// checkText rejects texts with characters that stand for names of results during
// composition.
func checkText(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsFunc(text, func(r rune) bool { return r >= references }) {
			return fmt.Errorf("%q: want text without characters for private use above U+%X", text, references)
		}
	}
	return nil
}

// kind is the noun by which references name the result.
func (s *namedResult) kind() string { return cmp.Or(s.role, s.label) }

// nameResult ends the current step with a phrase and returns the reference to its result.
func (c *composer) nameResult(node, text string) string {
	text = c.mergeTopics(text)
	i := len(c.steps)
	s := namedResult{node: node, text: text, label: c.thing(node), role: c.roles[node], measure: c.labelMeasure(node), many: c.types[node].Many}
	c.steps = append(c.steps, s)
	c.named[node] = i
	c.weight = 0
	if introduce := c.introductions[node]; c.grammar.hasTopics() {
		c.steps[i].statement = text + definition(i)
	} else if introduce != nil {
		c.steps[i].statement = introduce(definition(i))
	} else {
		c.steps[i].statement = c.grammar.consider(text + definition(i))
	}
	return reference(i)
}

// introduction returns a sentence that introduces a result as something new ("买方是一家公司"); mark
// stands behind its noun. nil for a sentence that only names it ("the parent of …").
type introduction func(mark string) string

// introducer is implemented by grammars whose steps introduce results as something new.
type introducer interface {
	// indefinite is a noun for one thing of a kind: 一家门店.
	indefinite(label, measure string) string
	// isA says of a phrase what kind of thing it is, oneOf that there is such a row as is chosen,
	// where mark stands behind the noun for it.
	isA(text, noun string) string
	oneOf(r *rowPhrase, label, mark string) string
}

// shortTail is the largest number of characters that a topic adds to the one before it if the two
// become one.
const shortTail = 6

// mergeTopics returns the text of a topic with that of the topic before it, which is dropped, if it
// adds little and nothing else refers to that one: “X的买方的母公司” in place of “X的买方，它的母公司”.
func (c *composer) mergeTopics(text string) string {
	last := len(c.steps) - 1
	if !c.grammar.hasTopics() || last < 0 || c.isScene(last) || c.needsName[c.steps[last].node] {
		return text
	}
	tail, ok := strings.CutPrefix(text, reference(last))
	if !ok || utf8.RuneCountInString(tail) > shortTail || strings.Contains(tail, reference(last)) {
		return text
	}
	before := c.steps[last].text
	delete(c.named, c.steps[last].node)
	c.steps = c.steps[:last]
	return before + tail
}

// introduceEntity notes how a sentence introduces the entity that rows name in a column,
// called by its name or that of its kind.
func (c *composer) introduceEntity(n *plan.Node, r *rowPhrase, column *domain.Column, called string) {
	c.roles[n.Name] = c.grammar.roleOfClause(column.Clause.In(c.lang))
	g, ok := c.grammar.(introducer)
	if !ok {
		c.introductions[n.Name] = nil
		if c.roles[n.Name] == "" && called != c.thing(n.Name) && !strings.Contains(called, " ") {
			c.roles[n.Name] = called
		}
		return
	}
	label := c.label(n.Name)
	if called != label {
		label = c.thing(n.Name)
	}
	noun := g.indefinite(label, c.labelMeasure(n.Name))
	if c.grammar.hasTopics() {
		c.roles[n.Name] = c.grammar.roleOfColumn(called)
	}
	switch clause := column.Clause.In(c.lang); {
	case clause != "" && (!r.many || r.choice != nil):
		leading := *r
		leading.leading = true
		clause = c.grammar.inClause(clause, &leading)
		c.introductions[n.Name] = func(mark string) string {
			return strings.NewReplacer(domain.SlotWhich, noun+mark, domain.SlotWho, noun+mark).Replace(clause)
		}
	case called != label:
		leading := *r
		leading.leading = true
		text := c.grammar.columnOf(&leading, called)
		c.introductions[n.Name] = func(mark string) string { return g.isA(text, noun+mark) }
	}
}

// introduceRow notes how a sentence introduces a chosen row, or the entity that it is.
func (c *composer) introduceRow(node string, r *rowPhrase, label string) {
	if r.choice != nil && (r.choice.column != "" || r.conditions != nil) {
		c.roles[node] = c.grammar.roleOfRow(r.rowNoun, label)
		c.introductions[node] = nil
		if g, ok := c.grammar.(introducer); ok {
			c.introductions[node] = func(mark string) string { return g.oneOf(r, label, mark) }
		}
	}
}

// nameInPlace returns the mark for the place where an inquiry names a result for later
// references; "" if the result needs no name.
func (c *composer) nameInPlace(node string) string {
	if _, ok := c.named[node]; ok || !c.needsName[node] {
		return ""
	}
	if o, ok := c.program.Node(node).Do.(*plan.Project); ok && len(o.Columns) == 1 && c.hasBefore(node) {
		rows := c.program.Node(node).From[0]
		if called := c.columnName(rows, o.Columns[0]); !strings.Contains(called, "的") {
			c.roles[node] = called
		}
		if o.Columns[0] == c.domain.Table(c.types[rows].Table).Key {
			c.roles[node] = c.rowTable(rows).Row.In(c.lang) // what the name is of
		}
	}
	c.nameResult(node, "")
	return definition(len(c.steps) - 1)
}

// hasBefore reports whether the way to a result leads through another of its type: "that company"
// could be the parent, or the company whose parent it is.
func (c *composer) hasBefore(node string) bool {
	return slices.ContainsFunc(c.upstream(node), func(n *plan.Node) bool {
		return n.Name != node && c.types[n.Name].Entity == c.types[node].Entity && c.types[n.Name].Shape != plan.ShapeRows
	})
}

// definition marks the place where a result gets its name.
func definition(i int) string { return string(rune(definitions + i)) }

// labelMeasure returns the measure word of the kind of a node's result.
func (c *composer) labelMeasure(node string) string {
	t := c.types[node]
	switch {
	case t.Shape == plan.ShapeRows:
		return c.rowTable(node).Measure.In(c.lang)
	case t.Entity != "":
		return c.entityMeasure(c.domain.Entity(t.Entity))
	}
	return c.grammar.measure(c.label(node))
}

// label returns the kind of a node's result, which its name contains.
func (c *composer) label(node string) string {
	t := c.types[node]
	switch {
	case t.Shape == plan.ShapeRows:
		return c.rowTable(node).Row.In(c.lang)
	case t.Shape == plan.ShapeNumber:
		return c.grammar.numberNoun()
	case t.Entity != "":
		return c.words.Entity(t.Entity).Label.In(c.lang)
	case t.Passages != "":
		return c.words.Passage(t.Passages).Label.In(c.lang)
	}
	return c.columnName(node, t.Columns[0])
}

// naming finds the results that need names.
type naming struct {
	*composer
	mentions  map[string]int  // how often phrases speak of a result
	requested map[string]bool // columns that inquiries ask for
	ambiguous map[string]bool // what would make a phrase ambiguous within another
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
				w.requested[a.From] = true
			} else {
				w.mentions[a.From]++
			}
		}
		if on := g.answers[0].Condition().Result; on != "" && !c.followsPremise(i) {
			w.mentions[on]++
		}
	}
	for i := len(c.program.Nodes) - 1; i >= 0; i-- {
		w.visit(&c.program.Nodes[i])
	}
}

// visit counts the references in the phrase of a node. Every node that refers to it must
// have been visited before.
func (w *naming) visit(n *plan.Node) {
	m := w.mentions[n.Name]
	if m == 0 {
		return
	}
	asked := w.requested[n.Name]
	if w.canBeNamed(n) && (asked || m > 1 || w.ambiguous[n.Name]) {
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
		if i == 1 && w.grammar.saysRolesOnce() && w.isRole(n) {
			continue // the role is said with the lookup
		}
		w.mentions[f] += m
		if w.mustBeNamed(n, i) {
			w.ambiguous[f] = true
		}
	}
}

// isRole reports whether a filter narrows rows to those in which the entity looked up has a role,
// which the lookup's phrase says: 作为买方.
func (c *composer) isRole(n *plan.Node) bool {
	o, ok := n.Do.(*plan.Filter)
	if !ok || o.Comparison != plan.Names {
		return false
	}
	lookup := c.program.Node(n.From[0])
	call, ok := lookup.Do.(*plan.Call)
	return ok && !call.Each && n.From[1] == lookup.From[0]
}

// canBeNamed reports whether a result can have a name.
func (c *composer) canBeNamed(n *plan.Node) bool {
	t := c.types[n.Name]
	switch n.Do.(type) {
	case *plan.Start, *plan.Call:
		return false
	case *plan.Arithmetic, *plan.Days:
		return true
	}
	return t.Shape == plan.ShapeRows || t.Shape == plan.ShapeEntity || t.Shape == plan.ShapeValues && t.Entity != ""
}

// mustBeNamed reports whether the i-th input of a node must be a name: because it is not
// the main part of the node's phrase, or because its own phrase has two parts.
func (c *composer) mustBeNamed(n *plan.Node, i int) bool {
	switch n.Do.(type) {
	case *plan.Count, *plan.Distinct:
		if _, ok := c.program.Node(n.From[i]).Do.(*plan.Combine); ok && c.grammar.saysRolesOnce() {
			return false
		}
	}
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

// isOwnRecord reports whether a node looks up the one record about the entity of another node.
func (c *composer) isOwnRecord(n *plan.Node, of string) bool {
	o, ok := n.Do.(*plan.Call)
	if !ok || n.From[0] != of {
		return false
	}
	t := c.domain.Tool(o.Tool)
	table := c.domain.Table(t.Table)
	return t.Returns == domain.One && table.KeyEntity() == c.types[of].Entity
}

// isConfusable reports whether the program has another result of the same kind that "that
// company" could mean, if no sentence introduced the result: an entity found or given
// elsewhere than on the way from the result, or a row that is such an entity.
func (c *composer) isConfusable(s *namedResult) bool {
	after, _ := c.dependents(s.node)
	return slices.ContainsFunc(c.program.Nodes, func(n plan.Node) bool { return !after[n.Name] && c.isOfKind(&n, s) })
}

// dependents returns a node and all that depends on it, and how many nodes read it.
func (c *composer) dependents(name string) (after map[string]bool, readers int) {
	after = map[string]bool{name: true}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		if i := slices.Index(n.From, name); i == 0 || i > 0 && !(c.grammar.hasTopics() && c.isRole(n)) {
			readers++
		}
		after[n.Name] = after[n.Name] || slices.ContainsFunc(n.From, func(f string) bool { return after[f] })
	}
	return after, readers
}

// isOfKind reports whether a node's phrase speaks of something of the kind of a result.
func (c *composer) isOfKind(n *plan.Node, s *namedResult) bool {
	own := c.types[s.node]
	return c.types[n.Name].Many == own.Many && c.sameKind(c.spokenOf(n, s.node), own.Entity)
}

// spokenOf returns the type of the entity that a node's phrase speaks of: its own, or that of
// rows that are entities, unless the other node takes their name; "" for none.
func (c *composer) spokenOf(n *plan.Node, other string) string {
	t := c.types[n.Name]
	if t.Shape == plan.ShapeNumber {
		return ""
	}
	if t.Shape != plan.ShapeRows {
		return t.Entity
	}
	if linked := c.linked(n.Name); linked != nil {
		return linked.Entity
	}
	table := c.domain.Table(t.Table)
	key := c.domain.Entity(table.KeyEntity())
	taken := c.program.Node(other)
	if key == nil || !c.rowsAre(table, key) && !c.standFor(table, key) || slices.Contains(taken.From, n.Name) && slices.Contains(taken.Columns(), table.Key) {
		return ""
	}
	return key.Name
}

// isAnswer reports whether an inquiry asks for a node.
func (c *composer) isAnswer(name string) bool {
	return slices.ContainsFunc(c.program.Answers, func(a plan.AnswerSpec) bool { return a.From == name })
}

// sameKind reports whether the question calls entities of two types by one noun. Type "" is
// of no kind.
func (c *composer) sameKind(a, b string) bool {
	return a != "" && b != "" && (a == b || c.domain.Entity(a).Label.In(c.lang) == c.domain.Entity(b).Label.In(c.lang))
}
