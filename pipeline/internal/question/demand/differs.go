package demand

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Differs says what differs between a task's demand, which [Of] made, and what was
// read off a question; ok is false where nothing does. It panics on a demand that was
// read itself.
//
// The order of lists does not matter. A column or kind of record is the same by its
// label, the phrase that drafts use, the style's other words or its name, whatever the
// width, case, spacing and punctuation. An Of that is left out, or is no more than a part
// of what records are called, fits the one listed record that has such a column; where
// several have, it fits none. Operands are compared as values. Names are compared letter
// by letter and digit by digit. These say the same:
//
//   - the largest value of a column, and the value in the row at the end of its ranking;
//   - a year, and the days from its first to its last; two thresholds, and the interval
//     between them;
//   - the different values of a column that names its rows, and how many rows there are;
//     the same of a set that was combined of two;
//   - a party by its role, and a column that equals its name; one found on the way
//     without a name, and by what it is ("that company"); a share with and without %.
//
// These are no changes, because a question that is otherwise the same has one reading
// all the same, or because other gates hold them:
//
//   - Only, whose cue the gate holds: a task's set has one member, or it were none;
//   - a column that leads on left out where it is the name of the row itself, a place, or
//     what follows from a name, unless such records are looked up several times; one
//     said of a column that is counted, compared or all that is asked for;
//   - a record on the way that says nothing but where something lies, or what it is
//     called otherwise; one consulted for what the question already names;
//   - a condition that says no more than by which name records are found;
//   - measure words, and a layout said of what is no day.
//
// Everything else is one: another name, ask, column, record, comparison, operand, end,
// rank, side or form; more or fewer of them; two names, one of each side of an operation,
// of which is not said which is whose, unless it does not matter. What cannot be told apart are two lookups
// that find one kind of record for one kind of name, and two sides of an operation of
// which nothing is said that belongs to one alone.
func (d Demand) Differs(got Demand) (what string, ok bool) {
	if d.words == nil {
		panic("demand: Differs of a demand that Of did not make")
	}
	want := d.words.canon(&d, false)
	what = want.differs(&d, d.words, d.words.canon(&got, false))
	if what != "" && d.words.redundant(&got) {
		what = want.differs(&d, d.words, d.words.canon(&got, true))
	}
	return what, what != ""
}

// redundant reports whether a demand can say the end of a ranking twice.
func (w *words) redundant(d *Demand) bool {
	return slices.ContainsFunc(d.Operators, func(o Operator) bool { return o.Do == Superlative })
}

// differs names the first difference; "" where there is none.
func (c *canon) differs(d *Demand, w *words, got canon) string {
	if what := c.differsAbout(d, &got); what != "" {
		return what
	}
	if c.template != got.template {
		return fmt.Sprintf("template: %q, want %q", got.template, c.template)
	}
	if what := c.differsAsks(&got, w.lang); what != "" || c.template != "" {
		return what
	}
	if what := c.differsConditions(d, &got); what != "" {
		return what
	}
	if what := listed("operators", c.operators, got.operators, (*canonOperator).same, func(x *canonOperator) string { return x.shown }); what != "" {
		return what
	}
	if what := c.differsThrough(d, w, &got); what != "" {
		return what
	}
	return c.differsRecords(d, w, &got)
}

// differsAbout compares names. One that is an operand as well need not be among them,
// and one of several parts may be given part by part or in another order.
func (c *canon) differsAbout(d *Demand, got *canon) string {
	operand := func(name string) bool {
		return slices.ContainsFunc(c.conditions, func(x canonCondition) bool { return x.text == name })
	}
	rest := slices.Clone(got.about) // without what names are made of
	for i, name := range c.about {
		if slices.Contains(got.about, name) || operand(name) {
			continue
		}
		for _, part := range d.parts[i] {
			at := slices.IndexFunc(rest, func(said string) bool { return strings.Contains(said, part) })
			if at < 0 {
				return fmt.Sprintf("about: %q is missing", name)
			}
			rest[at] = strings.Replace(rest[at], part, "", 1)
		}
	}
	for i, name := range got.about {
		if rest[i] != "" && !slices.Contains(c.about, name) && !operand(name) {
			return fmt.Sprintf("about: %q is added", name)
		}
	}
	return ""
}

// differsConditions compares what is kept. That a record is found by a name can be said
// as a condition as well.
func (c *canon) differsConditions(d *Demand, got *canon) string {
	said := *got
	said.conditions = slices.DeleteFunc(slices.Clone(got.conditions), func(x canonCondition) bool {
		wanted := slices.ContainsFunc(c.conditions, func(w canonCondition) bool { return w.same(&x) })
		return !wanted && c.finds(d, &x)
	})
	return listed("conditions", c.conditions, said.conditions, (*canonCondition).same, func(x *canonCondition) string { return x.shown })
}

// finds reports whether a condition says no more than by which name a lookup finds its
// records.
func (c *canon) finds(d *Demand, x *canonCondition) bool {
	named := x.free || x.text != "" && slices.ContainsFunc(c.about, func(name string) bool { return strings.Contains(name, x.text) })
	return x.is == plan.Equals && named && slices.ContainsFunc(d.lookups, func(l lookupOf) bool { return meet(l.match, x.column.means) })
}

// differsAsks compares what is asked for, with and then without the form, so that a
// form that differs is called one.
func (c *canon) differsAsks(got *canon, lang string) string {
	what := listed("asks", c.asks, got.asks, func(a, b *canonAsk) bool {
		return a.same(&b.canonQuantity) && a.form.If == b.form.If && a.form.formed(&b.form, lang) == ""
	}, func(a *canonAsk) string { return shown(a.form) })
	if what == "" {
		return ""
	}
	missing, extra := unmatched(c.asks, got.asks, func(a, b *canonAsk) bool { return a.same(&b.canonQuantity) && a.form.If == b.form.If })
	if len(missing) > 0 || len(extra) > 0 {
		return what
	}
	for i := range c.asks {
		for j := range got.asks {
			if form := c.asks[i].form.formed(&got.asks[j].form, lang); c.asks[i].same(&got.asks[j].canonQuantity) && form != "" {
				return "form: " + form
			}
		}
	}
	return what
}

// differsThrough compares the columns that lead on. What goes without saying may be
// left out unless its kind of record is looked up several times.
func (c *canon) differsThrough(d *Demand, w *words, got *canon) string {
	missing, extra := unmatched(c.through, got.through, (*canonColumn).same)
	for _, i := range missing {
		col := &c.through[i]
		again := slices.ContainsFunc(col.tables(), d.again)
		if !col.quiet || again {
			return fmt.Sprintf("through: %s is missing", c.through[i].shown)
		}
	}
	for _, i := range extra {
		if !c.mentions(&got.through[i]) && !w.derivedOn(d, &got.through[i]) {
			return fmt.Sprintf("through: %s is added", got.through[i].shown)
		}
	}
	return ""
}

// derivedOn reports whether a column names what a demand derives from a name on the way.
func (w *words) derivedOn(d *Demand, col *canonColumn) bool {
	return len(col.means) > 0 && !slices.ContainsFunc(col.means, func(a at) bool {
		e, _ := w.entity(a)
		return !slices.Contains(d.derived, e)
	})
}

// mentions reports whether a column is counted, compared or all that is asked for.
func (c *canon) mentions(col *canonColumn) bool {
	return len(c.asks) == 1 && c.asks[0].what == Value && c.asks[0].column.same(col) ||
		slices.ContainsFunc(c.operators, func(o canonOperator) bool { return o.do == Frequent && o.column.same(col) }) ||
		slices.ContainsFunc(c.conditions, func(x canonCondition) bool { return x.column.same(col) })
}

// differsRecords compares the kinds of records.
func (c *canon) differsRecords(d *Demand, w *words, got *canon) string {
	consulted, unsure := got.tables()
	for _, r := range got.records {
		consulted = append(consulted, r.tables...)
	}
	for _, t := range got.through {
		if t.quiet {
			consulted = append(consulted, t.tables()...)
		}
	}
	spoken, others := c.tables()
	spoken = append(spoken, others...)
	var wanted []int
	for _, r := range c.records {
		wanted = append(wanted, r.tables...)
		needed := slices.ContainsFunc(r.tables, func(t int) bool {
			return slices.Contains(spoken, t) || slices.ContainsFunc(d.lookups, func(l lookupOf) bool { return l.table == t && l.many })
		})
		if needed && !meet(r.tables, consulted) {
			return fmt.Sprintf("records: %q is missing", r.shown)
		}
	}
	known := w.known(d, c)
	for _, r := range got.records {
		harmless := !meet(r.tables, unsure) && slices.ContainsFunc(r.tables, func(t int) bool { return slices.Contains(known, w.key(t)) })
		if !meet(r.tables, wanted) && !harmless {
			return fmt.Sprintf("records: %q is added", r.shown)
		}
	}
	return ""
}

// again reports whether a kind of record is looked up several times, a set of them at
// least once.
func (d *Demand) again(table int) bool {
	n, many := 0, false
	for _, l := range d.lookups {
		if l.table == table {
			n++
			many = many || l.many
		}
	}
	return n > 1 && many
}

// tables are the kinds of records that a demand speaks of, but for what goes without
// saying: sure where it can be no other, and unsure.
func (c *canon) tables() (sure, unsure []int) {
	column := func(col *canonColumn) {
		switch all := slices.Compact(col.tables()); {
		case col.quiet:
		case len(all) == 1:
			sure = append(sure, all...)
		default:
			unsure = append(unsure, all...)
		}
	}
	var quantity func(q *canonQuantity)
	quantity = func(q *canonQuantity) {
		sure = append(sure, q.tables...)
		column(&q.column)
		for i := range q.parts {
			quantity(&q.parts[i])
		}
	}
	for i := range c.asks {
		quantity(&c.asks[i].canonQuantity)
	}
	for i := range c.through {
		column(&c.through[i])
	}
	for i := range c.conditions {
		column(&c.conditions[i].column)
	}
	for i := range c.operators {
		o := &c.operators[i]
		sure = append(sure, o.tables...)
		column(&o.column)
		for j := range o.parts {
			quantity(&o.parts[j])
		}
	}
	return sure, unsure
}

// tables are those whose column it can be.
func (c *canonColumn) tables() []int {
	var all []int
	for _, a := range c.means {
		all = append(all, a.table)
	}
	return all
}

// key is the entity type that the rows of a table are.
func (w *words) key(table int) string {
	t := &w.domain.Tables[table]
	return t.Column(t.Key).Entity
}

// known are the entity types that a demand names or goes by.
func (w *words) known(d *Demand, c *canon) []string {
	all := slices.Clone(d.starts)
	add := func(col canonColumn) {
		for _, a := range col.means {
			if e, _ := w.entity(a); e != "" {
				all = append(all, e)
			}
		}
	}
	for _, t := range c.through {
		add(t)
	}
	for _, a := range c.asks {
		add(a.column)
	}
	return all
}

// shown writes a part of a demand, for messages.
func shown(part any) string {
	b, err := json.Marshal(part)
	if err != nil {
		panic("demand: a part of a demand that cannot be written: " + err.Error())
	}
	return string(b)
}
