package draft

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// rowPhrase holds the words for rows of a table: for their lookup, and for the conditions
// and the choice that narrow its result.
type rowPhrase struct {
	leading    bool        // whether the phrase begins a sentence, so that it can have a pause
	base       string      // the lookup's phrase around its entity, or a reference to it
	phrase     string      // the phrase that base was made from; the bare slot if none was
	declared   string      // the lookup's phrase in the domain's words
	subject    string      // the words for the entity looked up, for perMember the set
	known      string      // for perMember, what is said of an entity that has such a row
	conditions []condition // conditions that the rows satisfy, in order
	choice     *rowChoice  // choice of one of the rows; nil for all
	rowNoun    string      // noun for one row
	measure    string      // the measure word of a row; in English the plural noun
	many       bool        // whether the lookup returned a set
	perMember  bool        // whether the lookup was made for each member of a set
	inRole     bool        // whether base says the role of the entity, which an action would not
	singleRow  bool        // whether the lookup finds one row
	givenName  bool        // whether the entity is a name or an earlier result
	isSubject  bool        // whether base names the subject of a row, not a record of it
	plain      bool        // whether the phrase is compared with others, so that it keeps its form
	isShort    bool        // whether base refers to an earlier result by a noun of one character: 该案
}

// condition narrows rows by a column.
type condition struct {
	column     string // name of the column in the text
	event      string // what happened on the day that the column holds; "" for none
	action     string // what the entity looked up did to the extent of the column; "" for none
	declared   *domain.Column
	comparison plan.Comparison
	from, to   string // the operands, as plans write them
	name       string // for plan.Names: the entity; else the entity that the operand is an identifier of, "" if it is none
}

// rowChoice is the choice of one row of a set.
type rowChoice struct {
	column string // the column that ranks the rows; "" for the only row
	event  string // what happened on the day that the column holds; "" for none
	action string // what the entity looked up did to the extent of the column; "" for none
	said   bool   // whether the words around the phrase say the event
	kind   domain.ColumnKind
	order  plan.Order
	rank   int // place from that end, at least 2; 0 for the first place
}

// rows returns the words for a node of rows.
func (c *composer) rows(name string) (rowPhrase, error) {
	n := c.program.Node(name)
	if i, ok := c.named[name]; ok {
		return c.namedRows(name, i), nil
	}
	r, err := c.rowsOf(n)
	if err != nil || !c.needsName[name] {
		return r, err
	}
	c.introduceRow(name, &r, c.label(name))
	c.nameResult(name, c.grammar.standalone(&r))
	return c.namedRows(name, c.named[name]), nil
}

// namedRows returns the words for rows that an earlier step named.
func (c *composer) namedRows(name string, i int) rowPhrase {
	t := c.types[name]
	table := c.rowTable(name)
	return rowPhrase{
		base: reference(i), phrase: domain.Slot, subject: reference(i), givenName: true, isSubject: true,
		rowNoun: table.Row.In(c.lang), measure: table.Measure.In(c.lang), many: t.Many,
	}
}

func (c *composer) rowsOf(n *plan.Node) (rowPhrase, error) {
	if o, ok := n.Do.(*plan.Call); ok {
		r, err := c.call(n, o)
		if !c.isGivenThing(n, o) {
			c.weight++
		}
		return r, err
	}
	if c.types[n.Name].Shape != plan.ShapeRows {
		return rowPhrase{}, fmt.Errorf("node %q: rows of operation %s have no words", n.Name, n.Do.Kind())
	}
	r, err := c.rows(n.From[0])
	if err != nil {
		return r, err
	}
	switch o := n.Do.(type) {
	case *plan.Filter:
		c.weight++
		err = c.addCondition(&r, n, o)
	case *plan.Superlative:
		c.weight++
		col := c.column(n.From[0], o.Column)
		r.choice = &rowChoice{column: c.columnName(n.From[0], o.Column), event: col.Event.In(c.lang), kind: col.Kind, order: o.Order, rank: o.Rank}
		if !r.inRole {
			r.choice.action = col.Action.In(c.lang)
		}
	case *plan.Only:
		r.choice = &rowChoice{}
	}
	return r, err
}

// isGivenThing reports whether a lookup finds what an identifier that the question gives
// denotes, as the order of an order number, so that it adds nothing to a phrase.
func (c *composer) isGivenThing(n *plan.Node, o *plan.Call) bool {
	e := c.domain.Entity(c.types[n.From[0]].Entity)
	return c.isGivenName(n.From[0]) && c.standFor(c.domain.Table(c.domain.Tool(o.Tool).Table), e)
}

// addCondition adds a condition, within the lookup's own phrase if it has a place for it:
// the role of a party, full ownership.
func (c *composer) addCondition(r *rowPhrase, n *plan.Node, o *plan.Filter) error {
	col := c.column(n.From[0], o.Column)
	cond := condition{
		column: c.columnName(n.From[0], o.Column), event: col.Event.In(c.lang), action: col.Action.In(c.lang), declared: col, comparison: o.Comparison, from: o.Operand, to: o.To,
	}
	lookup := c.program.Node(n.From[0])
	_, named := c.named[n.From[0]]
	call, ok := lookup.Do.(*plan.Call)
	direct := ok && !named
	if o.Comparison == plan.Names {
		if direct && !call.Each && n.From[1] == lookup.From[0] {
			if base, ok := c.grammar.role(r, cond.column); ok {
				r.base, r.inRole = base, true
				return nil
			}
		}
		var err error
		cond.name, err = c.entity(n.From[1], domain.Slot, nil)
		r.conditions = append(r.conditions, cond)
		return err
	}
	if e := c.words.Entity(col.Entity); o.Comparison == plan.Equals && e != nil && e.Denotes != nil {
		cond.name = c.start(&plan.Start{Entity: col.Entity, Value: []string{o.Operand}}, domain.Slot)
	}
	if word := col.Whole.In(c.lang); direct && word != "" && o.Comparison == plan.Equals && o.Operand == whole100 {
		if base, ok := c.grammar.withAdjective(r, word); ok {
			r.base = base
			return nil
		}
	}
	r.conditions = append(r.conditions, cond)
	return nil
}

// whole100 is the operand that means the whole of something.
const whole100 = "100"
