package draft

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// number returns the noun phrase of a number or a day.
func (c *composer) number(name string) (string, error) {
	if i, ok := c.named[name]; ok {
		return reference(i), nil
	}
	text, err := c.numberOf(c.program.Node(name))
	if err != nil || !c.needsName[name] {
		return text, err
	}
	return c.nameResult(name, text), nil
}

func (c *composer) numberOf(n *plan.Node) (string, error) {
	if rows, ok := c.countedRows(n); ok {
		r, err := c.rows(rows)
		return c.grammar.count(&r), err
	}
	switch o := n.Do.(type) {
	case *plan.Project:
		r, err := c.rows(n.From[0])
		return c.grammar.columnOf(&r, c.columns(n.From[0], o.Columns)), err
	case *plan.Distinct:
		s, err := c.setOperand(n.From[0])
		return c.grammar.distinct(&s), err
	case *plan.Aggregate:
		r, err := c.rows(n.From[0])
		return c.grammar.aggregate(o.Function, &r, c.columnName(n.From[0], o.Column)), err
	case *plan.Days:
		a, b, err := c.operands(n)
		return c.grammar.days(a, b), err
	case *plan.Arithmetic:
		if text, err := c.related(n, o); text != "" || err != nil {
			return text, err
		}
		if text, err := c.ofSameRows(n, o); text != "" || err != nil {
			return text, err
		}
		a, b, err := c.operands(n)
		return c.grammar.arithmetic(o.Function, a, b), err
	}
	return "", fmt.Errorf("node %q: a number of operation %s has no words", n.Name, n.Do.Kind())
}

// numberPair returns the words for two numbers or days.
func (c *composer) numberPair(x, y string) (a, b string, err error) {
	if a, err = c.number(x); err != nil {
		return "", "", err
	}
	b, err = c.number(y)
	return a, b, err
}

// operands returns the words for the two numbers or days of a node. If both are columns of
// the same rows, one of them is abbreviated.
func (c *composer) operands(n *plan.Node) (a, b string, err error) {
	rows, ok := c.sameRows(n)
	if !ok {
		return c.numberPair(n.From[0], n.From[1])
	}
	r, err := c.rows(rows)
	if err != nil {
		return "", "", err
	}
	word := func(i int) string { return c.columnName(rows, c.program.Node(n.From[i]).Do.(*plan.Project).Columns[0]) }
	a, b = c.grammar.twoColumns(&r, word(0), word(1))
	return a, b, nil
}

// howMany asks for a count.
func (c *composer) howMany(n *plan.Node, measure string) (Wording, error) {
	mark := func(w Wording) Wording { w.Subject += c.nameInPlace(n.Name); return w }
	if rows, ok := c.countedRows(n); ok {
		r, err := c.rows(rows)
		return c.grammar.howMany(&r, measure), err
	}
	switch n.Do.(type) {
	case *plan.Distinct:
		s, err := c.setOperand(n.From[0])
		return c.grammar.howManyDifferent(&s, measure), err
	}
	if rows, ok := c.sameRows(n); ok && c.nameInPlace(n.Name) == "" {
		event := func(i int) string {
			return c.column(rows, c.program.Node(n.From[i]).Do.(*plan.Project).Columns[0]).Event.In(c.lang)
		}
		if from, to := event(1), event(0); from != "" && to != "" && c.grammar.hasTopics() {
			r, err := c.rows(rows)
			if w, ok := c.grammar.howLongBetween(&r, from, to, measure); ok || err != nil {
				return w, err
			}
		}
	}
	a, b, err := c.operands(n)
	w := c.grammar.howLong(a, b, measure)
	if m := mark(w); m.Subject != w.Subject {
		w = c.grammar.wording(AskCount, m.Subject, measure)
	}
	return w, err
}

// countedRows returns the rows that a node counts: all, or the different things after which the rows of links
// are called. Ok is false for other numbers.
func (c *composer) countedRows(n *plan.Node) (rows string, ok bool) {
	switch n.Do.(type) {
	case *plan.Count:
		return n.From[0], true
	case *plan.Distinct:
		of := c.program.Node(n.From[0])
		if _, named := c.named[of.Name]; of.Do.Kind() == "project" && c.isLinked(of) && !named && !c.needsName[of.Name] {
			return of.From[0], true
		}
	}
	return "", false
}

// arithmeticWording asks for a number computed from two others.
func (c *composer) arithmeticWording(n *plan.Node, ask AskKind, measure string) (Wording, error) {
	o := n.Do.(*plan.Arithmetic)
	if text, err := c.related(n, o); text != "" || err != nil {
		return c.grammar.wording(ask, text+c.nameInPlace(n.Name), measure), err
	}
	if text, err := c.ofSameRows(n, o); text != "" || err != nil {
		return c.grammar.wording(ask, text+c.nameInPlace(n.Name), measure), err
	}
	if text, err := c.part(n, o); text != "" || err != nil {
		return c.grammar.wording(ask, text, measure), err
	}
	a, b, err := c.operands(n)
	if err != nil {
		return Wording{}, err
	}
	mark := c.nameInPlace(n.Name)
	w := c.grammar.wording(ask, c.grammar.arithmetic(o.Function, a, b)+mark, measure)
	if o.Function == plan.Divide && c.types[n.Name].Unit == "" && mark == "" {
		w = c.grammar.ratioWording(w, a, b)
	}
	return w, nil
}

// ofSameRows returns the words for a number computed from aggregates that speak of their rows
// once: the share of some rows in all of them, or two columns of the same rows. It returns ""
// for other numbers and where the language has no such words.
func (c *composer) ofSameRows(n *plan.Node, o *plan.Arithmetic) (string, error) {
	first, second := c.program.Node(n.From[0]), c.program.Node(n.From[1])
	x, one := first.Do.(*plan.Aggregate)
	y, other := second.Do.(*plan.Aggregate)
	if !one || !other || x.Function != plan.Sum || y.Function != plan.Sum || !c.grammar.hasTopics() || c.needsName[first.Name] || c.needsName[second.Name] {
		return "", nil
	}
	part := c.program.Node(first.From[0])
	_, isPart := part.Do.(*plan.Filter)
	switch {
	case o.Function == plan.Share && isPart && part.From[0] == second.From[0] && x.Column == y.Column && !c.needsName[part.Name]:
		return c.provisionally(func() (string, error) {
			r, err := c.rows(part.Name)
			return c.grammar.shareOfPart(&r, c.columnName(part.Name, x.Column)), err
		})
	case first.From[0] == second.From[0] && x.Column != y.Column:
		r, err := c.rows(first.From[0])
		a := c.grammar.aggregate(plan.Sum, &r, c.columnName(first.From[0], x.Column))
		short := rowPhrase{isShort: true}
		b := c.grammar.aggregate(plan.Sum, &short, c.columnName(first.From[0], y.Column))
		return c.grammar.arithmetic(o.Function, a, b), err
	}
	return "", nil
}

// wholePhrases is implemented by grammars that say once what a part has in common with the whole.
type wholePhrases interface {
	// partOfWhole is how much of a sum those of its rows make up that fulfil the conditions of some.
	partOfWhole(whole string, some *rowPhrase) string
}

// part returns the words for the share of a sum that some of its rows make up; "" for other
// numbers, and where a name or a step would come between.
func (c *composer) part(n *plan.Node, o *plan.Arithmetic) (string, error) {
	of, by := c.program.Node(n.From[0]), c.program.Node(n.From[1])
	x, ok := of.Do.(*plan.Aggregate)
	y, also := by.Do.(*plan.Aggregate)
	g, says := c.grammar.(wholePhrases)
	if !says || o.Function != plan.Share || !ok || !also || *x != *y || x.Function != plan.Sum || c.needsName[n.Name] {
		return "", nil
	}
	filter := c.program.Node(of.From[0])
	if filter.Do.Kind() != "filter" || filter.From[0] != by.From[0] || c.needsName[filter.Name] {
		return "", nil
	}
	text, err := c.provisionally(func() (string, error) {
		whole, err := c.number(by.Name)
		if err != nil {
			return "", err
		}
		steps, weight := len(c.steps), c.weight
		some, err := c.rowsOf(filter)
		if err != nil || len(c.steps) > steps {
			return "", err
		}
		c.weight = weight
		return g.partOfWhole(whole, &some), nil
	})
	c.wholeSums[of.Name] = text != ""
	return text, err
}

// provisionally composes words, and forgets the steps that this has made if there are none.
func (c *composer) provisionally(compose func() (string, error)) (string, error) {
	steps, named, weight := slices.Clone(c.steps), maps.Clone(c.named), c.weight
	text, err := compose()
	if text == "" {
		c.steps, c.named, c.weight = steps, named, weight
	}
	return text, err
}

// comparison holds the words for a comparison of two entities.
type comparison struct {
	label, measure          string // of the entities
	noun                    string // with which their names begin: "employee" of employee 5; "" for none
	first, second           string // their names
	firstValue, secondValue string // what is compared of each
	shared                  string // the same of both, with the slot for the entity; "" where they differ
	kind                    domain.ColumnKind
	counts                  bool // whether they are counts
	order                   plan.Order
}

// comparison returns the words for a comparison.
func (c *composer) comparison(n *plan.Node) (comparison, error) {
	o := n.Do.(*plan.Compare)
	e := c.domain.Entity(c.types[n.Name].Entity)
	k := comparison{label: c.words.Entity(e.Name).Label.In(c.lang), measure: c.entityMeasure(e), order: o.Order}
	var err error
	if k.first, err = c.entity(n.From[0], domain.Slot, nil); err != nil {
		return k, err
	}
	if k.second, err = c.entity(n.From[2], domain.Slot, nil); err != nil {
		return k, err
	}
	if k.firstValue, k.secondValue, err = c.numberPair(n.From[1], n.From[3]); err != nil {
		return k, err
	}
	t := c.types[n.From[1]]
	k.counts = t.Shape == plan.ShapeNumber && t.Quantity.Counts()
	if t.Table != "" && len(t.Columns) == 1 && !k.counts {
		k.kind = c.domain.Table(t.Table).ColumnOrFact(t.Columns[0]).Kind
	}
	if noun := c.words.Entity(e.Name).Denotes.In(c.lang); c.numbered(e.Name, "1") != "" && !c.hasOtherNumber(e.Name) {
		k.noun = noun
	}
	bare := func(i int, name, value string) string {
		if s, ok := c.program.Node(n.From[i]).Do.(*plan.Start); ok && !strings.Contains(value, name) {
			return Name(s.Value)
		}
		return name
	}
	x, y := bare(0, k.first, k.firstValue), bare(2, k.second, k.secondValue)
	if x != y && strings.Count(k.firstValue, x) == 1 && strings.Count(k.secondValue, y) == 1 {
		if s := strings.Replace(k.firstValue, x, domain.Slot, 1); s == strings.Replace(k.secondValue, y, domain.Slot, 1) {
			k.shared = s
			c.sharedMeasures[n.Name] = true
		}
	}
	return k, nil
}

// which returns the question for the winner of a comparison of two entities.
func (c *composer) which(n *plan.Node) (Wording, error) {
	k, err := c.comparison(n)
	if mark := c.nameInPlace(n.Name); mark != "" {
		return c.grammar.wording(AskWhich, c.grammar.winner(&k)+mark, ""), err
	}
	return c.grammar.which(&k), err
}

// entityMeasure returns the measure word of entities of a type: that of the rows that
// are such entities, or the language's general one.
func (c *composer) entityMeasure(e *domain.EntityType) string {
	for i := range c.domain.Tables {
		t := &c.domain.Tables[i]
		if t.KeyEntity() == e.Name && (c.rowsAre(t, e) || c.standFor(t, e)) {
			return c.words.Table(t.Name).Measure.In(c.lang)
		}
	}
	for i := range c.domain.Entities {
		if o := &c.domain.Entities[i]; o.Name != e.Name && e.Denotes != nil && o.Label.In(c.lang) == e.Denotes.In(c.lang) {
			return c.entityMeasure(o)
		}
	}
	return c.grammar.measure(c.words.Entity(e.Name).Label.In(c.lang))
}
