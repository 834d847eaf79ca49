package draft

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// stepsFrom is the number of lookups from which a draft has steps.
const stepsFrom = 2

// composer composes the phrases of one program's nodes.
type composer struct {
	domain    *domain.Domain // determines the content
	words     *domain.Domain // determines the words
	program   *plan.Program
	lang      string
	grammar   grammar
	types     map[string]plan.Type
	groups    []answerGroup
	needsName map[string]bool // results that get a name

	combining bool // whether the set that is being said is a part of another

	stepwise bool           // whether to divide the phrase into steps
	steps    []namedResult  // the completed steps
	named    map[string]int // the step of each named result
	weight   int            // lookups and choices in the current step

	introductions map[string]introduction // by node, how a sentence introduces its result
	roles         map[string]string       // by node, the noun for what its result is in that sentence

	drawn     bool   // whether the manner is not that of drafts
	scene     string // the sentence about the start that the inquiries refer to; "" if they name it
	startRole string // the noun by which they refer to it; "" for that of its kind

	unsaid         []string         // lookups whose table the phrases leave out
	wholeSums      map[string]bool  // sums whose words are those of the sum that they are a part of
	sharedMeasures map[string]bool  // comparisons whose wording names the compared value once
	trace          *plan.Trace      // the results, for answers; nil for questions
	termOf         func(int) string // the name of each step in the question
}

// fillSlot puts an entity into the slot of a phrase.
func fillSlot(phrase, entity string) string { return strings.ReplaceAll(phrase, domain.Slot, entity) }

// entity returns the words for the entity of a node within a phrase, which is in the
// domain's words. next is the lookup made with the entity; nil if there is none. The
// current step ends here if it is long enough.
func (c *composer) entity(name, phrase string, next *domain.Tool) (string, error) {
	if i, ok := c.named[name]; ok {
		return reference(i), nil
	}
	n := c.program.Node(name)
	if o, ok := n.Do.(*plan.Start); ok {
		return c.start(o, phrase), nil
	}
	text, err := c.entityOf(n, next)
	if err != nil {
		return "", err
	}
	_, derived := n.Do.(*plan.Derive)
	_, introduced := c.introductions[name]
	long := c.stepwise && introduced && !derived && c.weight >= c.stepSize(name)
	if broken, ok := c.grammar.breakAtRow(text); ok && long && !c.needsName[name] && c.starts() == 1 {
		c.weight = 0
		return broken, nil
	}
	if long || c.needsName[name] {
		text = c.nameResult(name, text)
	}
	return text, nil
}

// starts returns the number of things that the question names.
func (c *composer) starts() (n int) {
	for i := range c.program.Nodes {
		if _, ok := c.program.Nodes[i].Do.(*plan.Start); ok {
			n++
		}
	}
	return n
}

// stepSize returns the number of lookups and choices after which a step ends at an entity.
func (c *composer) stepSize(entity string) int {
	plain, narrowed := c.grammar.stepSizes()
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		switch n.Do.(type) {
		case *plan.Filter, *plan.Superlative:
			if call := c.program.Node(n.From[0]); call.Do.Kind() == "call" && call.From[0] == entity {
				return narrowed
			}
		}
	}
	return plain
}

func (c *composer) entityOf(n *plan.Node, next *domain.Tool) (string, error) {
	switch o := n.Do.(type) {
	case *plan.Derive:
		source, err := c.entity(n.From[0], c.domain.Derivation(o.Derivation).Phrase.In(c.lang), nil)
		return fillSlot(c.words.Derivation(o.Derivation).Phrase.In(c.lang), source), err
	case *plan.Project:
		return c.linkedEntity(n, o, next)
	case *plan.Frequent:
		r, err := c.rows(n.From[0])
		return c.grammar.mostFrequent(&r, c.columnName(n.From[0], o.Column)), err
	case *plan.Compare:
		k, err := c.comparison(n)
		return c.grammar.winner(&k), err
	}
	return "", fmt.Errorf("node %q: an entity of operation %s has no words", n.Name, n.Do.Kind())
}

// linkedEntity returns the words for the entity that rows name: the column, or the rows
// themselves if they are such entities and the column is their key.
func (c *composer) linkedEntity(n *plan.Node, o *plan.Project, next *domain.Tool) (string, error) {
	r, err := c.rows(n.From[0])
	if err != nil {
		return "", err
	}
	e, table := c.domain.Entity(c.types[n.Name].Entity), c.domain.Table(c.types[n.Name].Table)
	if c.isLinked(n) {
		return c.grammar.standalone(&r), nil
	}
	label := c.words.Entity(e.Name).Label.In(c.lang)
	last := o.Columns[len(o.Columns)-1]
	called := c.columnName(n.From[0], last)
	if called == label {
		called = c.thingOf(e.Name)
	}
	if len(o.Columns) > 1 && !strings.Contains(table.Column(last).Called(c.lang), e.Label.In(c.lang)) {
		called = label
	}
	if last == table.Key {
		if own := c.rowName(n, &r, label, next); own != "" {
			if c.rowsAre(table, e) {
				c.introduceRow(n.Name, &r, label)
			}
			return own, nil
		}
	}
	if len(o.Columns) > 1 {
		return c.grammar.columnOf(&r, called), nil
	}
	c.introduceEntity(n, &r, c.column(n.From[0], last), called)
	return c.content(&r, c.column(n.From[0], last), called, label), nil
}

// content returns the words for what rows name in a column: a noun of the kind of entity
// with the column's clause ("the office that approved …"), or the column called by its name.
func (c *composer) content(r *rowPhrase, column *domain.Column, called, label string) string {
	if clause := column.Clause.In(c.lang); clause != "" && column.Entity != "" {
		if noun := c.grammar.nounOfClause(clause, label, r); noun != "" {
			return noun
		}
	}
	return c.grammar.columnOf(r, called)
}

// rowName returns the words for entities that are the rows themselves: a row chosen from a
// set, or rows that the lookup's phrase already names. It returns "" if the column must be
// named: for other entities, and before a lookup that adds no words and whose columns could
// be mistaken for the rows' own.
func (c *composer) rowName(n *plan.Node, r *rowPhrase, label string, next *domain.Tool) string {
	t := c.types[n.Name]
	table := c.domain.Table(t.Table)
	switch e := c.domain.Entity(t.Entity); {
	case !c.rowsAre(table, e) && c.standFor(table, e):
		return c.grammar.standalone(r)
	case !c.rowsAre(table, e):
		return ""
	case next != nil && c.addsNoWords(next, t.Entity) && !c.columnsDiffer(table, c.domain.Table(next.Table)):
		return ""
	case r.choice != nil:
		return c.grammar.chosenRow(r, label, c.domain.Entity(t.Entity).Label.In(c.lang))
	case r.isSubject:
		return r.base
	}
	return ""
}

// rowsAre reports whether the rows of a table are entities of a type, judged by their
// names in any language: trading firms, subsidiaries (子公司).
func (c *composer) rowsAre(t *domain.Table, e *domain.EntityType) bool {
	return slices.ContainsFunc(c.domain.Languages, func(lang string) bool {
		return strings.HasSuffix(t.Row.In(lang), e.Label.In(lang))
	})
}

// start returns the name of a start entity. An identifier gets the noun for what it denotes,
// if its label says no more ("customer ALFKI" for a customer ID), and else its label. A name with digits, such
// as an address, gets its kind as a prefix, unless the phrase around it or the name contains the kind.
func (c *composer) start(o *plan.Start, phrase string) string {
	name := Name(o.Value)
	label := c.domain.Entity(o.Entity).Label.In(c.lang)
	if text := c.numbered(o.Entity, name); text != "" && !c.hasOtherNumber(o.Entity) {
		return text
	}
	if c.drawn && c.domain.Entity(o.Entity).Denotes == nil || c.domain.Entity(o.Entity).Denotes == nil && !strings.ContainsFunc(name, unicode.IsDigit) || strings.Contains(phrase, c.grammar.headNoun(label)) || strings.Contains(name, label) {
		return name
	}
	return c.grammar.labelled(c.words.Entity(o.Entity).Label.In(c.lang), name)
}

// hasOtherNumber reports whether the things that identifiers of a type denote have another number or ID
// of their own in a column: "room 29" would be the room with the number 29 for who knows of room numbers.
func (c *composer) hasOtherNumber(entity string) bool {
	t, noun := c.domain.Home(entity), c.domain.Entity(entity).Denotes.In(c.lang)
	return t != nil && slices.ContainsFunc(t.Columns, func(col domain.Column) bool {
		return col.Entity == "" && isNumberOf(col.Label.In(c.lang), noun)
	})
}

// numbered names a thing by an identifier of a type, with the noun for it where the label says no more; "" if the
// identifier is said with its label. Where a domain declares no matters, a code says no more either: "airport VIE".
func (c *composer) numbered(entity, name string) string {
	label, noun := c.domain.Entity(entity).Label.In(c.lang), c.words.Entity(entity).Denotes.In(c.lang)
	if len(c.domain.Matters) == 0 && noun != "" && label == noun+" code" {
		return c.grammar.labelled(noun, name)
	}
	return c.grammar.numbered(label, noun, name)
}

// isNumberOf reports whether a label calls an identifier the number of a thing: "order
// number", "customer ID".
func isNumberOf(label, noun string) bool {
	word, ok := strings.CutPrefix(label, noun+" ")
	return ok && noun != "" && slices.Contains([]string{"ID", "Id", "id", "number", "No."}, word)
}

// Name returns an entity's name as questions write it: its parts in order, without a part
// that equals the one before it, joined directly before Chinese characters and by a comma
// otherwise.
func Name(parts []string) string {
	var b strings.Builder
	for i, part := range slices.Compact(slices.Clone(parts)) {
		if i > 0 && !unicode.Is(unicode.Han, []rune(part + " ")[0]) {
			b.WriteString(", ")
		}
		b.WriteString(part)
	}
	return b.String()
}

// column returns the declaration of a column of a node's rows, or of a fact that one of them
// states, in the words to use.
func (c *composer) column(name, column string) *domain.Column {
	return c.words.Table(c.types[name].Table).ColumnOrFact(column)
}

// columnName returns what a question calls a column of a node's rows: the amount of a penalty, in
// other words than the draft's, for its penalty amount.
func (c *composer) columnName(name, column string) string {
	if col := c.linked(name); col != nil && col.Name == column {
		return c.keyLabel(col)
	}
	called := c.column(name, column).Called(c.lang)
	if c.drawn && called == c.words.Table(c.types[name].Table).Row.In(c.lang)+" amount" {
		return "amount"
	}
	return called
}

// columns returns the names of columns as a list.
func (c *composer) columns(name string, columns []string) string {
	words := make([]string, len(columns))
	for i, col := range columns {
		words[i] = c.columnName(name, col)
	}
	return c.grammar.list(words)
}

// upstream returns the nodes that a node depends on and the node itself, in program
// order.
func (c *composer) upstream(name string) []*plan.Node {
	wanted := map[string]bool{name: true}
	var nodes []*plan.Node
	for _, n := range slices.Backward(c.program.Nodes) {
		if !wanted[n.Name] {
			continue
		}
		nodes = append(nodes, c.program.Node(n.Name))
		for _, f := range n.From {
			wanted[f] = true
		}
	}
	slices.Reverse(nodes)
	return nodes
}
