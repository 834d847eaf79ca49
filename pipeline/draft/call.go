package draft

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// call returns the words for the rows that a lookup finds: its phrase around the entity,
// the noun that a given name stands for ("编号为…的订单"), or only the entity if the rows are
// such entities.
func (c *composer) call(n *plan.Node, o *plan.Call) (rowPhrase, error) {
	t := c.domain.Tool(o.Tool)
	table := c.rowTable(n.Name)
	phrase := c.words.Tool(t.Name).Phrase.In(c.lang)
	r := rowPhrase{
		phrase: phrase, declared: t.Phrase.In(c.lang), rowNoun: table.Row.In(c.lang), measure: table.Measure.In(c.lang),
		many: t.Returns == domain.Many || o.Each, perMember: o.Each, singleRow: t.Returns != domain.Many, givenName: c.isGivenName(n.From[0]),
	}
	asked := c.types[n.From[0]].Entity
	if o.Each {
		return r, c.callEach(&r, n.Name, n.From[0], t, asked)
	}
	declared, noun := c.genericNoun(t, asked)
	before := r.phrase
	start, given := c.program.Node(n.From[0]).Do.(*plan.Start)
	_, isNamed := c.named[n.From[0]]
	var err error
	switch {
	case c.addsNoWords(t, asked) && c.hasColumn(n.Name) || c.derivationSays(n.From[0], declared) || c.columnsTell(n.Name, t, asked):
		r.phrase, r.isSubject = domain.Slot, true
		r.base, err = c.entity(n.From[0], domain.Slot, t)
	case noun == "":
		r.subject, err = c.entity(n.From[0], t.Phrase.In(c.lang), t)
		r.base = fillSlot(phrase, r.subject)
		if e := c.words.Entity(asked); given && !isNamed && e != nil {
			if base := c.grammar.ofGiven(phrase, e.Label.In(c.lang), e.Denotes.In(c.lang), Name(start.Value)); base != "" {
				r.base = base
			}
		}
		r.isSubject = t.Returns == domain.Field
	case (!given || isNamed) && c.thingOf(asked) == noun: // "the supplier of the product", which is one
		r.phrase, r.isSubject = domain.Slot, true
		r.base, err = c.entity(n.From[0], domain.Slot, t)
	case c.domain.Entity(asked).Denotes != nil && (!given || isNamed):
		r.phrase, r.isSubject = domain.Slot, true
		r.base, err = c.entity(n.From[0], domain.Slot, t)
		switch {
		case !c.standFor(c.domain.Table(t.Table), c.domain.Entity(asked)):
			r.base = c.grammar.nounOf(r.base, noun)
		case !isNamed:
			r.base = c.grammar.nounFor(r.base, noun)
		default:
			r.isShort = utf8.RuneCountInString(c.thing(n.From[0])) == 1
		}
	case given && c.drawn && c.domain.Entity(asked).Denotes != nil && !c.standFor(c.domain.Table(t.Table), c.domain.Entity(asked)):
		r.phrase, r.isSubject = domain.Slot, true
		r.base = c.grammar.nounOf(c.givenThing(start), noun)
	case given && c.words.Entity(asked).Label.In(c.lang) == noun && c.isOnlyLookup(asked):
		r.phrase, r.isSubject = domain.Slot, true
		r.base = c.grammar.calledByName(noun, Name(start.Value))
	case given:
		r.phrase, r.isSubject = domain.Slot, true
		r.base = c.grammar.nounForGiven(c.words.Entity(asked).Label.In(c.lang), Name(start.Value), noun, c.domain.Entity(asked).Denotes != nil && !c.hasOtherNumber(asked))
	default:
		r.phrase, r.isSubject = domain.Slot, true
		r.base, err = c.entity(n.From[0], domain.Slot, t)
		r.base = c.grammar.nounFor(r.base, noun)
	}
	if r.phrase != before && !c.namesRecords(table, asked) {
		c.unsaid = append(c.unsaid, n.Name)
	}
	_, found := c.named[n.From[0]]
	r.givenName = r.givenName || found
	return r, err
}

// namesRecords reports whether the noun for a table's rows is one of records about an entity
// ("closed support case"), which tells the table apart, not one of the entity itself
// ("trading firm").
func (c *composer) namesRecords(t *domain.Table, asked string) bool {
	of := []*domain.EntityType{c.domain.Entity(asked), c.domain.Entity(t.KeyEntity())}
	return !slices.ContainsFunc(of, func(e *domain.EntityType) bool { return e != nil && c.rowsAre(t, e) })
}

// callEach completes the words for rows that a lookup finds for each member of a set.
func (c *composer) callEach(r *rowPhrase, name, from string, t *domain.Tool, asked string) error {
	s, err := c.set(from, t)
	if err != nil {
		return err
	}
	_, r.givenName = c.named[from]
	_, noun := c.genericNoun(t, asked)
	switch {
	case c.addsNoWords(t, asked) && (c.hasColumn(name) || t.Phrase.In(c.lang) == domain.Slot):
		if !c.namesRecords(c.domain.Table(t.Table), asked) {
			c.unsaid = append(c.unsaid, name)
		}
		r.phrase, r.base = domain.Slot, c.grammar.eachOf(s.member, r.measure, r.givenName)
	case noun == "":
		r.base = c.grammar.pluralPhrase(r.phrase, t.Returns != domain.Many, s.member)
	case c.thingOf(asked) == noun:
		r.phrase, r.base = domain.Slot, s.member
	default:
		r.phrase, r.base = domain.Slot, c.grammar.nounForEach(s.member, noun)
	}
	r.subject, r.known = s.member, c.words.Tool(t.Name).Known.In(c.lang)
	return nil
}

// hasColumn reports whether every use of rows names one of their columns, which identifies
// the lookup, or has words for the lookup's result.
func (c *composer) hasColumn(name string) bool {
	for _, n := range c.program.Nodes {
		switch n.Do.(type) {
		case *plan.Exists:
			if n.From[0] == name && c.knownWords(c.program.Node(name)) == "" {
				return false
			}
		case *plan.Count, *plan.Only:
			if n.From[0] == name {
				return false
			}
		}
	}
	return true
}

// knownWords returns the domain's words for having a result in a lookup of a single
// entity, "" if there are none.
func (c *composer) knownWords(n *plan.Node) string {
	o, ok := n.Do.(*plan.Call)
	if !ok || o.Each {
		return ""
	}
	return c.words.Tool(o.Tool).Known.In(c.lang)
}

// isGivenName reports whether a node's entity is named in the question.
func (c *composer) isGivenName(name string) bool {
	_, ok := c.program.Node(name).Do.(*plan.Start)
	return ok
}

// genericNoun returns the noun for the thing that a name denotes in a lookup, in the
// domain's words and in the words to use; "" if the lookup's phrase says more. It comes
// from the phrase, or from the rows if no other lookup leads to them.
func (c *composer) genericNoun(t *domain.Tool, asked string) (declared, noun string) {
	if declared := c.grammar.genericNoun(t.Phrase.In(c.lang)); declared != "" {
		return declared, cmp.Or(c.grammar.genericNoun(c.words.Tool(t.Name).Phrase.In(c.lang)), declared)
	}
	table := c.domain.Table(t.Table)
	key := table.KeyEntity()
	e := c.domain.Entity(key)
	if t.Returns != domain.One || e == nil || key == asked || !c.rowsAre(table, e) || !c.isOnlyLink(asked, key) {
		return "", ""
	}
	return table.Row.In(c.lang), c.words.Table(t.Table).Row.In(c.lang)
}

// addsNoWords reports whether a lookup can be left out of a phrase: its own phrase is
// only the slot or repeats what the entity is, and no other such lookup has a column of
// the same name.
func (c *composer) addsNoWords(t *domain.Tool, asked string) bool {
	if !c.mayOmitPhrase(t, asked) || t.Phrase.In(c.lang) == domain.Slot {
		return t.Phrase.In(c.lang) == domain.Slot
	}
	for i := range c.domain.Tools {
		o := &c.domain.Tools[i]
		if o.Name != t.Name && c.mayOmitPhrase(o, asked) && !c.columnsDiffer(c.domain.Table(t.Table), c.domain.Table(o.Table)) {
			return false
		}
	}
	return true
}

// mayOmitPhrase reports whether the phrase of a lookup of one row by a type of entity
// could be left out.
func (c *composer) mayOmitPhrase(t *domain.Tool, asked string) bool {
	if t.Kind != domain.Lookup || t.Returns != domain.One || !slices.Contains(plan.Accepts(c.domain, t), asked) {
		return false
	}
	phrase, table := t.Phrase.In(c.lang), c.domain.Table(t.Table)
	return phrase == domain.Slot || (c.grammar.genericNoun(phrase) != "" &&
		table.KeyEntity() == asked && c.rowsAre(table, c.domain.Entity(asked)))
}

// columnsTell reports whether the columns that a program reads of a record about an entity tell
// the record: no other lookup of one row by such an entity has a column called so or has its clause.
func (c *composer) columnsTell(name string, t *domain.Tool, asked string) bool {
	table := c.domain.Table(t.Table)
	if t.Kind != domain.Lookup || t.Returns != domain.One || table.KeyEntity() != asked || !c.rowsAre(table, c.domain.Entity(asked)) {
		return false
	}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		if !slices.Contains(n.From, name) {
			continue
		}
		o, ok := n.Do.(*plan.Project)
		if !ok || slices.ContainsFunc(o.Columns, func(col string) bool { return !c.isOnlyIn(t, col, asked) }) {
			return false
		}
	}
	return true
}

// isOnlyIn reports whether a column of a lookup's table is called as no column is that another
// lookup of one row by such an entity reads.
func (c *composer) isOnlyIn(t *domain.Tool, column, asked string) bool {
	table := c.domain.Table(t.Table)
	if column == table.Key {
		return false
	}
	declared, called := table.Column(column).Called(c.lang), c.words.Table(t.Table).Column(column).Called(c.lang)
	for i := range c.domain.Tools {
		o := &c.domain.Tools[i]
		if o.Table == t.Table || o.Kind != domain.Lookup || o.Returns == domain.Many || !slices.Contains(plan.Accepts(c.domain, o), asked) {
			continue
		}
		other, words := c.domain.Table(o.Table), c.words.Table(o.Table)
		for j := range other.Columns {
			clause := other.Columns[j].Clause.In(c.lang)
			if other.Columns[j].Called(c.lang) == declared || c.domain.CalledAlike(table.Column(column), &other.Columns[j], asked) || words.Columns[j].Called(c.lang) == called || clause != "" && clause == table.Column(column).Clause.In(c.lang) {
				return false
			}
		}
	}
	return true
}

// derivationSays reports whether a node is derived and the derivation's phrase already
// contains its noun.
func (c *composer) derivationSays(name, noun string) bool {
	o, ok := c.program.Node(name).Do.(*plan.Derive)
	return ok && noun != "" && c.grammar.hasNoun(c.domain.Derivation(o.Derivation).Phrase.In(c.lang), noun)
}

// columnsDiffer reports whether two tables have no column of the same name, apart from
// their keys.
func (c *composer) columnsDiffer(a, b *domain.Table) bool {
	for i := range a.Columns {
		x := &a.Columns[i]
		if x.Name != a.Key && slices.ContainsFunc(b.Columns, func(y domain.Column) bool {
			return y.Name != b.Key && x.Called(c.lang) == y.Called(c.lang)
		}) {
			return false
		}
	}
	return true
}

// isOnlyLookup reports whether exactly one lookup of one row takes an entity type, so that the name alone
// says which record is meant.
func (c *composer) isOnlyLookup(entity string) bool {
	n := 0
	for i := range c.domain.Tools {
		if t := &c.domain.Tools[i]; t.Kind == domain.Lookup && t.Returns != domain.Many && slices.Contains(plan.Accepts(c.domain, t), entity) {
			n++
		}
	}
	return n == 1
}

// isOnlyLink reports whether exactly one lookup of one row leads from an entity type to
// another by its table's key, so that the link needs no words for the lookup.
func (c *composer) isOnlyLink(from, to string) bool {
	n := 0
	for i := range c.domain.Tools {
		t := &c.domain.Tools[i]
		if t.Kind != domain.Lookup || t.Returns == domain.Many || !slices.Contains(plan.Accepts(c.domain, t), from) {
			continue
		}
		if c.domain.Table(t.Table).KeyEntity() == to {
			n++
		}
	}
	return n == 1
}
