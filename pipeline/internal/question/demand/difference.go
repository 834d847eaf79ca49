package demand

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Difference compares a task's demand, made by [FromTask], with the demand that a model read off
// a question. It returns the first difference, for people; ok is false if there is none.
// It panics if d was itself read.
//
// The order of lists does not matter. A column or kind of record matches by its label,
// the phrase that drafts use, the style's other words or its name, whatever the width,
// case, spacing and punctuation. A missing Record, or one that is part of the name of a kind
// of record, matches the only listed record that has such a column, and nothing if
// several have. Operands are compared as values, names letter by letter and digit by
// digit. These are equal:
//   - the largest value of a column, and the value in the row at the end of its ranking;
//   - a year, and the days from its first to its last; two thresholds, and the interval
//     between them;
//   - the different values of a key column, and the number of rows; both of a set that
//     combines two;
//   - a party by its role, and a column that equals its name; a party found on the way
//     without a name, and by a description ("that company"); a share with and without %.
//
// These differences do not count, because the question still has one reading or because
// a gate checks them:
//   - Only, whose words the gate requires: a task's set has exactly one member anyway;
//   - a missing column that leads on and is the key of its rows, a place, or derived from a
//     name, unless such records are looked up several times; an additional one that is
//     counted, compared or the only thing asked for;
//   - a missing record that only says where something is or what else it is called; an
//     additional one about something that the question names;
//   - a condition that only repeats by which name records are found;
//   - measure words, and a layout for what is no day.
//
// Every other difference counts: another name, answer, column, record, comparison, operand,
// end, rank, side or form; more or fewer of them; and two names on two sides of an
// operation without saying which belongs to which, unless that does not matter. Two
// lookups that find the same kind of record for the same kind of name cannot be told
// apart, nor can two sides of an operation about which nothing is said that belongs to
// one of them alone.
func (d Meaning) Difference(got Meaning) (what string, ok bool) {
	if d.vocabulary == nil {
		panic("demand: Difference of a demand that FromTask did not make")
	}
	want := d.vocabulary.canonicalize(&d, false)
	what = want.difference(&d, d.vocabulary, d.vocabulary.canonicalize(&got, false))
	if what != "" && d.vocabulary.hasRanking(&got) {
		what = want.difference(&d, d.vocabulary, d.vocabulary.canonicalize(&got, true))
	}
	return what, what != ""
}

// hasRanking reports whether a demand has a Superlative, which it may have written
// twice.
func (w *vocabulary) hasRanking(d *Meaning) bool {
	return slices.ContainsFunc(d.Operators, func(o RequiredOperator) bool { return o.Kind == Superlative })
}

// difference describes the first difference; "" if there is none.
func (c *canonical) difference(d *Meaning, w *vocabulary, got canonical) string {
	if what := c.nameDifference(d, &got); what != "" {
		return what
	}
	if c.template != got.template {
		return fmt.Sprintf("template: %q, want %q", got.template, c.template)
	}
	if what := c.requestDifference(&got, w.lang); what != "" || c.template != "" {
		return what
	}
	if what := c.conditionDifference(d, &got); what != "" {
		return what
	}
	if what := compareLists("operators", c.operators, got.operators, (*canonicalOperator).same, func(x *canonicalOperator) string { return x.source }); what != "" {
		return what
	}
	if what := c.linkDifference(d, w, &got); what != "" {
		return what
	}
	return c.recordDifference(d, w, &got)
}

// nameDifference compares names. A name that is also an operand may be missing, and a name of
// several parts may be given in parts and in another order.
func (c *canonical) nameDifference(d *Meaning, got *canonical) string {
	operand := func(name string) bool {
		return slices.ContainsFunc(c.conditions, func(x canonicalCondition) bool { return x.text == name })
	}
	rest := slices.Clone(got.names) // without what names are made of
	for i, name := range c.names {
		if slices.Contains(got.names, name) || operand(name) {
			continue
		}
		for _, part := range d.nameParts[i] {
			at := slices.IndexFunc(rest, func(said string) bool { return strings.Contains(said, part) })
			if at < 0 {
				return fmt.Sprintf("about: %q is missing", name)
			}
			rest[at] = strings.Replace(rest[at], part, "", 1)
		}
	}
	for i, name := range got.names {
		if rest[i] != "" && !slices.Contains(c.names, name) && !operand(name) {
			return fmt.Sprintf("about: %q is added", name)
		}
	}
	return ""
}

// conditionDifference compares conditions, except those that restate a lookup.
func (c *canonical) conditionDifference(d *Meaning, got *canonical) string {
	said := *got
	said.conditions = slices.DeleteFunc(slices.Clone(got.conditions), func(x canonicalCondition) bool {
		wanted := slices.ContainsFunc(c.conditions, func(w canonicalCondition) bool { return w.same(&x) })
		return !wanted && c.restatesLookup(d, &x)
	})
	return compareLists("conditions", c.conditions, said.conditions, (*canonicalCondition).same, func(x *canonicalCondition) string { return x.source })
}

// restatesLookup reports whether a condition only states the name by which a lookup finds its
// records.
func (c *canonical) restatesLookup(d *Meaning, x *canonicalCondition) bool {
	named := x.unnamed || x.text != "" && slices.ContainsFunc(c.names, func(name string) bool { return strings.Contains(name, x.text) })
	return x.comparison == plan.Equals && named && slices.ContainsFunc(d.lookups, func(l programLookup) bool { return intersect(l.match, x.column.candidates) })
}

// requestDifference compares the requested answers, first with and then without their form, so
// that a difference in form is reported as such.
func (c *canonical) requestDifference(got *canonical, lang string) string {
	what := compareLists("asks", c.requested, got.requested, func(a, b *canonicalRequest) bool {
		return a.same(&b.canonicalExpression) && a.form.If == b.form.If && a.form.formDifference(&b.form, lang) == ""
	}, func(a *canonicalRequest) string { return asJSON(a.form) })
	if what == "" {
		return ""
	}
	missing, extra := unmatched(c.requested, got.requested, func(a, b *canonicalRequest) bool { return a.same(&b.canonicalExpression) && a.form.If == b.form.If })
	if len(missing) > 0 || len(extra) > 0 {
		return what
	}
	for i := range c.requested {
		for j := range got.requested {
			if form := c.requested[i].form.formDifference(&got.requested[j].form, lang); c.requested[i].same(&got.requested[j].canonicalExpression) && form != "" {
				return "form: " + form
			}
		}
	}
	return what
}

// linkDifference compares the linking columns. An implied column may be missing, unless its
// kind of record is looked up several times.
func (c *canonical) linkDifference(d *Meaning, w *vocabulary, got *canonical) string {
	missing, extra := unmatched(c.links, got.links, (*canonicalColumn).same)
	for _, i := range missing {
		col := &c.links[i]
		again := slices.ContainsFunc(col.tables(), d.looksUpTwice)
		if !col.implied || again {
			return fmt.Sprintf("through: %s is missing", c.links[i].source)
		}
	}
	for _, i := range extra {
		if !c.mentions(&got.links[i]) && !w.isDerivedOnTheWay(d, &got.links[i]) {
			return fmt.Sprintf("through: %s is added", got.links[i].source)
		}
	}
	return ""
}

// isDerivedOnTheWay reports whether a column names an entity that the demand derives from a
// name.
func (w *vocabulary) isDerivedOnTheWay(d *Meaning, col *canonicalColumn) bool {
	for _, a := range col.candidates {
		if e, _ := w.entity(a); !slices.Contains(d.derived, e) {
			return false
		}
	}
	return len(col.candidates) > 0
}

// mentions reports whether a column is counted, compared or the only requested value.
func (c *canonical) mentions(col *canonicalColumn) bool {
	return len(c.requested) == 1 && c.requested[0].kind == Value && c.requested[0].column.same(col) ||
		slices.ContainsFunc(c.operators, func(o canonicalOperator) bool { return o.kind == Frequent && o.column.same(col) }) ||
		slices.ContainsFunc(c.conditions, func(x canonicalCondition) bool { return x.column.same(col) })
}

// recordDifference compares the kinds of records.
func (c *canonical) recordDifference(d *Meaning, w *vocabulary, got *canonical) string {
	consulted, unsure := got.tables()
	for _, r := range got.records {
		consulted = append(consulted, r.tables...)
	}
	for _, t := range got.links {
		if t.implied {
			consulted = append(consulted, t.tables()...)
		}
	}
	spoken, others := c.tables()
	spoken = append(spoken, others...)
	var wanted []int
	for _, r := range c.records {
		wanted = append(wanted, r.tables...)
		needed := slices.ContainsFunc(r.tables, func(t int) bool {
			return slices.Contains(spoken, t) || slices.ContainsFunc(d.lookups, func(l programLookup) bool { return l.table == t && l.many })
		})
		if needed && !intersect(r.tables, consulted) {
			return fmt.Sprintf("records: %q is missing", r.source)
		}
	}
	known := w.knownEntities(d, c)
	for _, r := range got.records {
		harmless := !intersect(r.tables, unsure) && slices.ContainsFunc(r.tables, func(t int) bool { return slices.Contains(known, w.keyEntity(t)) })
		if !intersect(r.tables, wanted) && !harmless {
			return fmt.Sprintf("records: %q is added", r.source)
		}
	}
	return ""
}

// looksUpTwice reports whether a kind of record is looked up several times, at least once as a
// set.
func (d *Meaning) looksUpTwice(table int) bool {
	n, many := 0, false
	for _, l := range d.lookups {
		if l.table == table {
			n++
			many = many || l.many
		}
	}
	return n > 1 && many
}

// tables returns the kinds of records that a demand refers to, without implied columns: sure
// for unambiguous references, unsure for ambiguous ones.
func (c *canonical) tables() (sure, unsure []int) {
	column := func(col *canonicalColumn) {
		switch all := slices.Compact(col.tables()); {
		case col.implied:
		case len(all) == 1:
			sure = append(sure, all...)
		default:
			unsure = append(unsure, all...)
		}
	}
	var quantity func(q *canonicalExpression)
	quantity = func(q *canonicalExpression) {
		sure = append(sure, q.tables...)
		column(&q.column)
		for i := range q.parts {
			quantity(&q.parts[i])
		}
	}
	for i := range c.requested {
		quantity(&c.requested[i].canonicalExpression)
	}
	for i := range c.links {
		column(&c.links[i])
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

// tables returns the tables of all candidates.
func (c *canonicalColumn) tables() []int {
	var all []int
	for _, a := range c.candidates {
		all = append(all, a.table)
	}
	return all
}

// keyEntity returns the entity type of a table's key.
func (w *vocabulary) keyEntity(table int) string {
	t := &w.domain.Tables[table]
	return t.Column(t.Key).Entity
}

// knownEntities returns the entity types of a demand's start entities, links and requested
// answers.
func (w *vocabulary) knownEntities(d *Meaning, c *canonical) []string {
	all := slices.Clone(d.starts)
	add := func(col canonicalColumn) {
		for _, a := range col.candidates {
			if e, _ := w.entity(a); e != "" {
				all = append(all, e)
			}
		}
	}
	for _, t := range c.links {
		add(t)
	}
	for _, a := range c.requested {
		add(a.column)
	}
	return all
}

// asJSON formats a part of a demand for messages.
func asJSON(part any) string {
	b, err := json.Marshal(part)
	if err != nil {
		panic("demand: a part of a demand that cannot be written: " + err.Error())
	}
	return string(b)
}
