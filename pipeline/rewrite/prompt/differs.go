package prompt

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// Differs says what differs between a task's demand, which [DemandOf] made, and what was
// read off a question; ok is false where nothing does. It panics on a demand that was
// read itself.
//
// The order of lists does not matter. A column or kind of record is the same by its
// label, the phrase that drafts use or its name, whatever the width, case, spacing and
// punctuation; an Of that is left out fits every record. Operands are compared as
// values. Names are compared letter by letter and digit by digit. These say the same:
//
//   - the largest value of a column, and the value in the row at the end of its ranking;
//   - a year, and the days from its first to its last; two thresholds, and the interval
//     between them;
//   - the different values of a column that names its rows, and how many rows there are;
//     the same of a set that was combined of two;
//   - a party by its role, and a column that equals its name.
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
//   - a unit or layout said where the draft demands none, of what has none.
//
// Everything else is one: another name, ask, column, record, comparison, operand, end,
// rank, side or form; more or fewer of them. What cannot be told apart are two lookups
// that find one kind of record for one kind of name, and two sides of an operation of
// which nothing is said that belongs to one alone.
func (d Demand) Differs(got Demand) (what string, ok bool) {
	if d.words == nil {
		panic("prompt: Differs of a demand that DemandOf did not make")
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
	if what := c.differsAbout(&got); what != "" {
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
	if what := c.differsThrough(d, &got); what != "" {
		return what
	}
	return c.differsRecords(d, w, &got)
}

// differsAbout compares names. One that is an operand as well need not be among them,
// and one of several parts may be given part by part.
func (c *canon) differsAbout(got *canon) string {
	operand := func(name string) bool {
		return slices.ContainsFunc(c.conditions, func(x canonCondition) bool { return x.text == name })
	}
	var parts []string
	for _, name := range c.about {
		if slices.Contains(got.about, name) {
			continue
		}
		covered := 0
		for _, part := range got.about {
			if part != "" && strings.Contains(name, part) {
				covered += len(part)
				parts = append(parts, part)
			}
		}
		if covered < len(name) && !operand(name) {
			return fmt.Sprintf("about: %q is missing", name)
		}
	}
	for _, name := range got.about {
		if !slices.Contains(c.about, name) && !slices.Contains(parts, name) && !operand(name) {
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
func (c *canon) differsThrough(d *Demand, got *canon) string {
	missing, extra := unmatched(c.through, got.through, (*canonColumn).same)
	for _, i := range missing {
		col := &c.through[i]
		again := slices.ContainsFunc(col.tables(), func(t int) bool { return d.visits(t) > 1 })
		if !col.quiet || again {
			return fmt.Sprintf("through: %s is missing", c.through[i].shown)
		}
	}
	for _, i := range extra {
		if !c.mentions(&got.through[i]) {
			return fmt.Sprintf("through: %s is added", got.through[i].shown)
		}
	}
	return ""
}

// mentions reports whether a column is counted, compared or all that is asked for.
func (c *canon) mentions(col *canonColumn) bool {
	return len(c.asks) == 1 && c.asks[0].what == Value && c.asks[0].column.same(col) ||
		slices.ContainsFunc(c.operators, func(o canonOperator) bool { return o.do == Frequent && o.column.same(col) }) ||
		slices.ContainsFunc(c.conditions, func(x canonCondition) bool { return x.column.same(col) })
}

// differsRecords compares the kinds of records.
func (c *canon) differsRecords(d *Demand, w *words, got *canon) string {
	var consulted []int // by got
	for _, r := range got.records {
		consulted = append(consulted, r.tables...)
	}
	consulted = append(consulted, got.tables()...)
	for _, t := range got.through {
		consulted = append(consulted, t.tables()...)
	}
	spoken := c.tables()
	var wanted []int
	for _, r := range c.records {
		wanted = append(wanted, r.tables...)
		needed := slices.ContainsFunc(r.tables, func(t int) bool {
			return !w.derives(t) && (slices.Contains(spoken, t) || slices.ContainsFunc(d.lookups, func(l lookupOf) bool { return l.table == t && l.many }))
		})
		if needed && !meet(r.tables, consulted) {
			return fmt.Sprintf("records: %q is missing", r.shown)
		}
	}
	known := w.known(d, c)
	for _, r := range got.records {
		if !meet(r.tables, wanted) && !slices.ContainsFunc(r.tables, func(t int) bool { return w.derives(t) || slices.Contains(known, w.key(t)) }) {
			return fmt.Sprintf("records: %q is added", r.shown)
		}
	}
	return ""
}

// visits counts the lookups that find a kind of record.
func (d *Demand) visits(table int) (n int) {
	for _, l := range d.lookups {
		if l.table == table {
			n++
		}
	}
	return n
}

// tables are the kinds of records that a demand speaks of, but for what goes without
// saying.
func (c *canon) tables() []int {
	var all []int
	var quantity func(q *canonQuantity)
	quantity = func(q *canonQuantity) {
		all = append(append(all, q.tables...), q.column.tables()...)
		for i := range q.parts {
			quantity(&q.parts[i])
		}
	}
	for i := range c.asks {
		quantity(&c.asks[i].canonQuantity)
	}
	for _, t := range c.through {
		if !t.quiet {
			all = append(all, t.tables()...)
		}
	}
	for _, x := range c.conditions {
		all = append(all, x.column.tables()...)
	}
	for i := range c.operators {
		o := &c.operators[i]
		all = append(append(all, o.tables...), o.column.tables()...)
		for j := range o.parts {
			quantity(&o.parts[j])
		}
	}
	return all
}

// tables are those whose column it can be.
func (c *canonColumn) tables() []int {
	var all []int
	for _, a := range c.means {
		all = append(all, a.table)
	}
	return all
}

// derives reports whether a table is looked up to derive one name from another.
func (w *words) derives(table int) bool {
	return slices.ContainsFunc(w.domain.Derivations, func(v domain.Derivation) bool {
		return v.Tool != "" && w.domain.Tool(v.Tool).Table == w.domain.Tables[table].Name
	})
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

func (c *canonColumn) same(o *canonColumn) bool {
	return slices.ContainsFunc(c.means, func(a at) bool { return slices.Contains(o.means, a) })
}

// same reports whether a quantity that is wanted is the other.
func (q *canonQuantity) same(o *canonQuantity) bool {
	if q.what != o.what {
		return q.set && q.what == Distinct && o.what == Count && len(o.column.means) == 0
	}
	if len(q.by) > 0 && len(o.by) > 0 && !meet(q.by, o.by) {
		return false
	}
	switch q.what {
	case Slot:
		return q.slot == o.slot
	case Count, Exists:
		return meet(q.tables, o.tables)
	case Value, Distinct, Sum, Average:
		return q.column.same(&o.column)
	case Days, Add, Multiply:
		return paired(q.parts, o.parts, false)
	case Subtract, Divide, Share:
		return paired(q.parts, o.parts, true)
	}
	return true
}

// paired compares two sides, in order or in either.
func paired(want, got []canonQuantity, ordered bool) bool {
	if len(want) != 2 || len(got) != 2 {
		return false
	}
	straight := want[0].same(&got[0]) && want[1].same(&got[1]) && !crossed(want, got)
	if ordered && want[0].same(&got[1]) && want[1].same(&got[0]) && len(want[0].by)+len(want[1].by) > 0 {
		straight = straight && (meet(want[0].by, got[0].by) || meet(want[1].by, got[1].by)) // nothing else tells which is first
	}
	return straight || !ordered && want[0].same(&got[1]) && want[1].same(&got[0])
}

// crossed reports whether what belongs to one side alone is said of the other.
func crossed(want, got []canonQuantity) bool {
	return meet(want[0].by, got[1].by) || meet(want[1].by, got[0].by)
}

func (o *canonOperator) same(p *canonOperator) bool {
	if o.do != p.do {
		return false
	}
	switch o.do {
	case Superlative:
		return o.end == p.end && o.rank == p.rank && o.column.same(&p.column)
	case Frequent:
		return o.column.same(&p.column)
	case Having, Exist:
		return meet(o.tables, p.tables)
	case Compare:
		if len(o.parts) == 2 && len(p.parts) == 1 { // the same of both
			return o.end == p.end && o.parts[0].same(&p.parts[0]) && o.parts[1].same(&p.parts[0])
		}
		return o.end == p.end && paired(o.parts, p.parts, false)
	}
	return paired(o.parts, p.parts, o.do == Difference)
}

func (c *canonCondition) same(o *canonCondition) bool {
	if c.is != o.is || !c.column.same(&o.column) {
		return false
	}
	return c.free || c.lo == o.lo && c.hi == o.hi && c.text == o.text && !o.free
}

// meet reports whether two lists have something in common.
func meet[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(x T) bool { return slices.Contains(b, x) })
}

// listed names what is missing or added in a list; "" where nothing is.
func listed[T any](name string, want, got []T, same func(a, b *T) bool, show func(*T) string) string {
	missing, extra := unmatched(want, got, same)
	switch {
	case len(missing) > 0 && len(extra) > 0:
		return fmt.Sprintf("%s: %s, want %s", name, show(&got[extra[0]]), show(&want[missing[0]]))
	case len(missing) > 0:
		return fmt.Sprintf("%s: %s is missing", name, show(&want[missing[0]]))
	case len(extra) > 0:
		return fmt.Sprintf("%s: %s is added", name, show(&got[extra[0]]))
	}
	return ""
}

// unmatched pairs as many of two lists as can be, each at most once, and returns the
// indices of the rest, ascending.
func unmatched[T any](want, got []T, same func(a, b *T) bool) (missing, extra []int) {
	by := make([]int, len(got)) // 1 + the index in want
	var pair func(i int, seen []bool) bool
	pair = func(i int, seen []bool) bool {
		for j := range got {
			if seen[j] || !same(&want[i], &got[j]) {
				continue
			}
			seen[j] = true
			if by[j] == 0 || pair(by[j]-1, seen) {
				by[j] = i + 1
				return true
			}
		}
		return false
	}
	for i := range want {
		if !pair(i, make([]bool, len(got))) {
			missing = append(missing, i)
		}
	}
	for j := range got {
		if by[j] == 0 {
			extra = append(extra, j)
		}
	}
	return missing, extra
}

// shown writes a part of a demand, for messages.
func shown(part any) string {
	b, err := json.Marshal(part)
	if err != nil {
		panic("prompt: a part of a demand that cannot be written: " + err.Error())
	}
	return string(b)
}
