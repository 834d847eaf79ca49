package demand

import (
	"encoding/json"
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
//     without a name, and by a description ("that company"); a share with and without %;
//     the whole of a share, and the domain's word for it (全资).
//
// These differences do not count, because the question still has one reading or because
// a gate checks them:
//   - Only, whose words the gate requires: a task's set has exactly one member anyway;
//   - a missing column that leads on and is the key of its rows, a place, or derived from a
//     name, unless such records are looked up several times; one given once that leads on
//     from each of several starts of one type; an additional one that is
//     counted, compared or the only thing asked for;
//   - a missing record that only says where something is or what else it is called; an
//     additional one about something that the question names;
//   - a condition that only repeats by which name records are found, or in which words
//     drafts say so;
//   - an Exists that is requested, and given as an operator too;
//   - hints that repeat words of the draft;
//   - measure words, and a layout for what is no day.
//
// Every other difference counts: another name, answer, column, record, comparison, operand,
// end, rank, side or form; more or fewer of them; a hint; two superlatives of one column
// that rank each other's rows, or do not say whose; and two names on two sides of an
// operation without saying which belongs to which, unless that does not matter. Two
// lookups that find the same kind of record for the same kind of name cannot be told
// apart, nor can two sides of an operation about which nothing is said that belongs to
// one of them alone.
func (d Meaning) Difference(got Meaning) (m Misreading, ok bool) {
	if d.vocabulary == nil {
		panic("demand: Difference of a demand that FromTask did not make")
	}
	want := d.vocabulary.canonicalize(&d, false)
	m = want.difference(&d, d.vocabulary, d.vocabulary.canonicalize(&got, false))
	if m.Field != "" && d.vocabulary.hasRanking(&got) {
		m = want.difference(&d, d.vocabulary, d.vocabulary.canonicalize(&got, true))
	}
	return m, m.Field != ""
}

// hasRanking reports whether a demand has a Superlative, which it may have written
// twice.
func (w *vocabulary) hasRanking(d *Meaning) bool {
	return slices.ContainsFunc(d.Operators, func(o RequiredOperator) bool { return o.Kind == Superlative })
}

// difference describes the first difference; it is zero if there is none.
func (c *canonical) difference(d *Meaning, w *vocabulary, got canonical) Misreading {
	if m := c.nameDifference(d, w, &got); m.Field != "" {
		return m
	}
	if c.template != got.template {
		return Misreading{Field: "template", Missing: w.piece(c.template), Added: w.piece(got.template)}
	}
	if m := c.requestDifference(&got, w); m.Field != "" || c.template != "" {
		return m
	}
	for _, check := range []func(*Meaning, *vocabulary, *canonical) Misreading{
		c.conditionDifference, c.operatorDifference, c.linkDifference, c.recordDifference, c.hintDifference,
	} {
		if m := check(d, w, &got); m.Field != "" {
			return m
		}
	}
	return Misreading{}
}

// operatorDifference compares operators, except an ExistsCheck that repeats a request, and
// then whose rows the superlatives rank.
func (c *canonical) operatorDifference(_ *Meaning, w *vocabulary, got *canonical) Misreading {
	said := slices.DeleteFunc(slices.Clone(got.operators), func(o canonicalOperator) bool {
		wanted := slices.ContainsFunc(c.operators, func(p canonicalOperator) bool { return p.same(&o) })
		return o.kind == ExistsCheck && !wanted && slices.ContainsFunc(got.requested, func(a canonicalRequest) bool { return a.kind == Exists && intersect(a.tables, o.tables) })
	})
	if m := compareLists("operators", c.operators, said, (*canonicalOperator).same, func(x *canonicalOperator) Piece { return x.piece }); m.Field != "" {
		return m
	}
	return c.rankingDifference(w, got)
}

// hintDifference reports a hint that repeats no words of the draft and says more than that
// something is an entity of a type.
func (c *canonical) hintDifference(d *Meaning, w *vocabulary, got *canonical) Misreading {
	for _, hint := range got.hints {
		if text := fold(hint); text != "" && !strings.Contains(d.draft, text) && !w.saysTypeAlone(text, c.links) {
			return Misreading{Field: "hints", Added: w.piece(hint)}
		}
	}
	return Misreading{}
}

// typeWords are words beside the name of a type in a statement that something is of the type.
var typeWords = map[string][]string{
	"zh": {"那件案子", "这件案子", "该案", "一家", "一个", "一名", "也是", "同样是", "是", "由", "做", "当", "作为", "作", "担任", "起诉", "的"},
	"en": {"which", "that", "was", "is", "an", "as", "a", "the", "it", "also", "too"},
}

// saysTypeAlone reports whether a folded text says of one column that a question goes on from only
// that it holds an entity of its type: "the buyer is a company".
func (w *vocabulary) saysTypeAlone(text string, links []canonicalColumn) bool {
	for _, link := range links {
		for _, a := range link.candidates {
			rest := strings.ReplaceAll(text, fold(w.column(a).Called(w.lang)), "")
			if name, _ := w.entity(a); name != "" {
				rest = strings.ReplaceAll(rest, fold(w.domain.Entity(name).Label.In(w.lang)), "")
			}
			for _, word := range typeWords[w.lang] {
				rest = strings.ReplaceAll(rest, word, "")
			}
			if rest == "" {
				return true
			}
		}
	}
	return false
}

// nameDifference compares names. A name that is also an operand may be missing, and a name of
// several parts may be given in parts and in another order.
func (c *canonical) nameDifference(d *Meaning, w *vocabulary, got *canonical) Misreading {
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
				return Misreading{Field: "about", Missing: w.piece(name)}
			}
			rest[at] = strings.Replace(rest[at], part, "", 1)
		}
	}
	for i, name := range got.names {
		if rest[i] != "" && !slices.Contains(c.names, name) && !operand(name) {
			return Misreading{Field: "about", Added: w.piece(name)}
		}
	}
	return Misreading{}
}

// conditionDifference compares conditions, except those that restate a lookup.
func (c *canonical) conditionDifference(d *Meaning, w *vocabulary, got *canonical) Misreading {
	said := *got
	said.conditions = slices.DeleteFunc(slices.Clone(got.conditions), func(x canonicalCondition) bool {
		wanted := slices.ContainsFunc(c.conditions, func(y canonicalCondition) bool { return y.same(&x) })
		return !wanted && c.restatesLookup(d, w, &x)
	})
	return compareLists("conditions", c.conditions, said.conditions, (*canonicalCondition).same, func(x *canonicalCondition) Piece { return x.piece })
}

// restatesLookup reports whether a condition only states the name by which a lookup finds its
// records: it is on the column that the lookup searches, or on one that the words of drafts
// for the lookup contain ("{}被列为失信被执行人的案件").
func (c *canonical) restatesLookup(d *Meaning, w *vocabulary, x *canonicalCondition) bool {
	named := x.unnamed || x.described || x.text != "" && slices.ContainsFunc(c.names, func(name string) bool { return strings.Contains(name, x.text) })
	return x.comparison == plan.Equals && named && slices.ContainsFunc(d.lookups, func(l programLookup) bool {
		return intersect(l.match, x.column.candidates) || slices.ContainsFunc(x.column.candidates, func(a columnRef) bool {
			return a.table == l.table && strings.Contains(l.phrase, fold(w.column(a).Called(w.lang)))
		})
	})
}

// requestDifference compares the requested answers, first with and then without their form, so
// that a difference in form is reported as such.
func (c *canonical) requestDifference(got *canonical, w *vocabulary) Misreading {
	m := compareLists("asks", c.requested, got.requested, func(a, b *canonicalRequest) bool {
		return a.same(&b.canonicalExpression) && a.form.If == b.form.If && a.form.Unless == b.form.Unless && a.form.formDifference(&b.form, w.lang) == ""
	}, func(a *canonicalRequest) Piece { return w.piece(a.form) })
	if m.Field == "" {
		return m
	}
	missing, extra := unmatched(c.requested, got.requested, func(a, b *canonicalRequest) bool {
		return a.same(&b.canonicalExpression) && a.form.If == b.form.If && a.form.Unless == b.form.Unless
	})
	if len(missing) > 0 || len(extra) > 0 {
		return m
	}
	for i := range c.requested {
		for j := range got.requested {
			wanted, said := &c.requested[i], &got.requested[j]
			if form := wanted.form.formDifference(&said.form, w.lang); wanted.same(&said.canonicalExpression) && form != "" {
				terms := termsIn(w.lang)
				return Misreading{Field: "form", Missing: Piece{Words: w.formWords(&wanted.form, terms)}, Added: Piece{Words: w.formWords(&said.form, terms)}, detail: form}
			}
		}
	}
	return m
}

// linkDifference compares the linking columns. An implied column may be missing, unless its
// kind of record is looked up several times. A column that leads on from each of several
// starts of one type may be given once.
func (c *canonical) linkDifference(d *Meaning, w *vocabulary, got *canonical) Misreading {
	missing, extra := unmatched(c.links, got.links, (*canonicalColumn).same)
	for _, i := range missing {
		col := &c.links[i]
		if d.leadsOnFromEach(c.links, col) && slices.ContainsFunc(got.links, func(o canonicalColumn) bool { return col.same(&o) }) {
			continue
		}
		again := slices.ContainsFunc(col.tables(), d.looksUpTwice)
		if !col.implied || again {
			return Misreading{Field: "through", Missing: c.links[i].piece}
		}
	}
	for _, i := range extra {
		if !c.mentions(&got.links[i]) && !w.isDerivedOnTheWay(d, &got.links[i]) {
			return Misreading{Field: "through", Added: got.links[i].piece}
		}
	}
	return Misreading{}
}

// leadsOnFromEach reports whether a demand starts from several entities of one type, and the
// linking column leads on once from each.
func (d *Meaning) leadsOnFromEach(links []canonicalColumn, col *canonicalColumn) bool {
	times := 0
	for i := range links {
		if links[i].same(col) {
			times++
		}
	}
	return len(d.starts) > 1 && len(slices.Compact(slices.Clone(d.starts))) == 1 && times == len(d.starts)
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
func (c *canonical) recordDifference(d *Meaning, w *vocabulary, got *canonical) Misreading {
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
			return Misreading{Field: "records", Missing: r.piece}
		}
	}
	known := w.knownEntities(d, c)
	for _, r := range got.records {
		harmless := !intersect(r.tables, unsure) && slices.ContainsFunc(r.tables, func(t int) bool { return slices.Contains(known, w.keyEntity(t)) })
		if !intersect(r.tables, wanted) && !harmless {
			return Misreading{Field: "records", Added: r.piece}
		}
	}
	return Misreading{}
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
	return t.KeyEntity()
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
