package draft

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// setPhrase holds the words for a set of values.
type setPhrase struct {
	text     string     // the set as a whole
	member   string     // each member of the set
	rows     *rowPhrase // the rows whose column the set is; nil for other sets
	superset string     // for members of another set that satisfy a condition: that set
	property string     // the condition that they satisfy

	isKey   bool   // whether the values name the rows: the numbers of orders
	isRole  bool   // whether the words end in what the values are to the rows: their buyers
	repeats bool   // whether a value can be in the set more than once
	noun    string // noun for the column or the entity type
}

// set returns the words for the values of a node. next is the lookup that is made with
// each of them, nil if there is none.
func (c *composer) set(name string, next *domain.Tool) (setPhrase, error) {
	if i, ok := c.named[name]; ok {
		return c.namedSet(name, i), nil
	}
	s, err := c.setOf(name, next)
	if err != nil {
		return s, err
	}
	plain, _ := c.grammar.stepSizes()
	long := next != nil && c.stepwise && c.weight >= plain
	if next != nil && c.needsName[name] || long {
		if s.isRole && c.grammar.hasTopics() {
			c.roles[name] = c.grammar.roleOfColumn(s.noun)
		}
		c.nameResult(name, s.text)
		return c.namedSet(name, c.named[name]), nil
	}
	return s, nil
}

// setOperand returns the words for a set inside another phrase. A set that needs a name
// gets it first.
func (c *composer) setOperand(name string) (setPhrase, error) {
	if _, ok := c.named[name]; !ok && c.needsName[name] {
		s, err := c.setOf(name, nil)
		if err != nil {
			return s, err
		}
		c.nameResult(name, s.text)
	}
	return c.set(name, nil)
}

func (c *composer) namedSet(name string, i int) setPhrase {
	_, column := c.program.Node(name).Do.(*plan.Project)
	return setPhrase{text: reference(i), member: reference(i), noun: c.label(name), repeats: column}
}

func (c *composer) setOf(name string, next *domain.Tool) (setPhrase, error) {
	n := c.program.Node(name)
	label := c.label(name)
	switch o := n.Do.(type) {
	case *plan.Project:
		r, err := c.rows(n.From[0])
		if err != nil {
			return setPhrase{}, err
		}
		r.plain = c.combining
		word := c.columns(n.From[0], o.Columns)
		s := c.grammar.members(&r, word, label, c.membersAreRows(n, next))
		if col := c.column(n.From[0], o.Columns[0]); len(o.Columns) == 1 && !c.membersAreRows(n, next) && col.Clause != nil && col.Entity != "" {
			if noun := c.grammar.nounOfClause(col.Clause.In(c.lang), label, &r); noun != "" {
				s.text, s.member = noun, noun
			}
		}
		if next != nil {
			if own := c.ownAmong(n); own != "" {
				s.text, s.member = c.grammar.withItself(s.text, own), c.grammar.withItself(s.member, own)
			}
		}
		s.rows, s.noun, s.repeats = &r, word, true
		s.isRole = !c.membersAreRows(n, next)
		s.isKey = c.isLinked(n) || slices.Equal(o.Columns, []string{c.domain.Table(c.types[n.From[0]].Table).Key})
		return s, nil
	case *plan.Combine:
		c.combining = true
		defer func() { c.combining = false }()
		a, err := c.setOperand(n.From[0])
		if err != nil {
			return a, err
		}
		b, err := c.setOperand(n.From[1])
		text := c.grammar.combinedSet(o.Function, &a, &b, label)
		return setPhrase{text: text, member: text, noun: label}, err
	case *plan.Having:
		t := c.words.Tool(o.Tool)
		s, err := c.setOperand(n.From[0])
		c.weight++
		table := c.tableFound(t)
		has := c.grammar.knownPlural(c.knownPhrase(t), table.Row.In(c.lang), table.Measure.In(c.lang))
		text := c.grammar.filteredSet(s.text, has, label)
		return setPhrase{text: text, member: text, noun: label, superset: s.text, property: has}, err
	}
	return setPhrase{}, fmt.Errorf("node %q: a set of operation %s has no words", name, n.Do.Kind())
}

// ownAmong returns the noun for the entity that led to the rows of a set of names, if the rows hold
// it too: the company among the subsidiaries of its parent, of which a question says that it counts.
// It returns "" for other sets.
func (c *composer) ownAmong(n *plan.Node) string {
	lookup := c.program.Node(n.From[0])
	if lookup.Lookup() == "" || !slices.Equal(n.Columns(), []string{c.domain.Table(c.types[n.Name].Table).Key}) {
		return ""
	}
	by := c.program.Node(lookup.From[0])
	if _, ok := by.Do.(*plan.Project); !ok || c.types[by.Name].Table != c.types[n.Name].Table {
		return ""
	}
	from := c.program.Node(by.From[0])
	if from.Lookup() == "" || c.types[from.From[0]].Entity != c.types[n.Name].Entity {
		return ""
	}
	own := c.program.Node(from.From[0])
	if o, ok := own.Do.(*plan.Project); ok && o.Columns[0] != c.domain.Table(c.types[own.Name].Table).Key {
		return c.columnName(own.From[0], o.Columns[0])
	}
	return c.grammar.demonstrative(c.label(own.Name), c.labelMeasure(own.Name), false)
}

// knownPhrase returns what a lookup knows of an entity: the domain's words for it, or
// words made from its phrase.
func (c *composer) knownPhrase(t *domain.Tool) string {
	if known := t.Known.In(c.lang); known != "" {
		return known
	}
	return c.grammar.knownFromPhrase(t.Phrase.In(c.lang), c.domain.Table(c.tableFound(t).Name).Row.In(c.lang))
}

// membersAreRows reports whether the entities of a set are its rows themselves.
func (c *composer) membersAreRows(n *plan.Node, next *domain.Tool) bool {
	t := c.types[n.Name]
	if c.isLinked(n) {
		return next != nil
	}
	table := c.domain.Table(t.Table)
	return t.Entity != "" && slices.Contains(t.Columns, table.Key) && (c.rowsAre(table, c.domain.Entity(t.Entity)) || next != nil && c.standFor(table, c.domain.Entity(t.Entity))) &&
		(next == nil || !c.addsNoWords(next, t.Entity) || c.columnsDiffer(table, c.domain.Table(next.Table)))
}
