package demand

import (
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// canonical is a demand in the form in which demands are compared: names are resolved to
// columns and tables, operands are values, and equal meanings have one form.
type canonical struct {
	names      []string
	template   string
	requested  []canonicalRequest
	links      []canonicalColumn
	conditions []canonicalCondition
	operators  []canonicalOperator
	records    []canonicalRecord
	hints      []string
}

type canonicalRequest struct {
	canonicalExpression
	form RequestedAnswer
}

// canonicalColumn holds the columns that a name can mean; none if it is unknown.
type canonicalColumn struct {
	candidates []columnRef
	implied    bool // whether a question need not name it where it leads on, see words.isImplied
	ambiguous  bool // whether several of the listed records have such a column
	piece      Piece
}

type canonicalExpression struct {
	kind      ExpressionKind
	slot      string
	column    canonicalColumn
	tables    []int
	parts     []canonicalExpression
	hints     []string
	nameHints []string // those of by that the demand starts from
	set       bool
}

// canonicalCondition is an interval of values, or a text.
type canonicalCondition struct {
	column     canonicalColumn
	comparison plan.Comparison // Within for every interval, Equals for names too
	lo, hi     string          // lo begins with ( or [, hi ends in ) or ]; "" if open
	text       string
	unnamed    bool   // whether nothing is named to compare with
	described  bool   // whether it is compared with a description in place of a name
	identifier string // what identifies the unnamed; "" for nothing
	piece      Piece
}

type canonicalOperator struct {
	kind   OperatorKind
	column canonicalColumn
	tables []int
	end    string
	rank   int
	by     []string
	parts  []canonicalExpression
	piece  Piece
}

type canonicalRecord struct {
	tables []int
	piece  Piece
}

// canonicalize resolves a demand. A Maximum becomes a Value and a Superlative, because the
// largest amount of a column and the amount in the first row of a ranking mean the same. once
// adds this operator only if the demand lacks it, because some models write both.
func (w *vocabulary) canonicalize(d *Meaning, once bool) canonical {
	c := canonical{template: w.templateName(d.Template)}
	for _, r := range d.Records {
		c.records = append(c.records, canonicalRecord{w.tables(r), w.piece(r)})
	}
	for _, name := range d.Names {
		c.names = append(c.names, fold(name))
	}
	for _, o := range d.Operators {
		if o.Kind != Only {
			c.operators = append(c.operators, w.canonicalOperator(o, &c, once))
		}
	}
	for i := range d.Requested {
		a := &d.Requested[i]
		c.requested = append(c.requested, canonicalRequest{w.canonicalExpression(&a.Expression, &c, once), *a})
	}
	for _, t := range d.Links {
		if col := w.canonicalColumn(t, &c); len(col.candidates) > 0 || !w.isDerivation(t.Column) {
			col.implied = w.isImplied(col)
			c.links = append(c.links, col)
		}
	}
	for _, cond := range d.Conditions {
		c.conditions = append(c.conditions, w.canonicalCondition(w.wholeShare(cond), &c))
	}
	c.conditions = mergeIntervals(c.conditions)
	c.hints = d.Hints
	return c
}

// templateName returns the declared name of a text to write; unknown names are returned
// unchanged.
func (w *vocabulary) templateName(called string) string {
	for i := range w.domain.Templates {
		t := &w.domain.Templates[i]
		if text := fold(called); text != "" && (text == fold(t.Label.In(w.lang)) || text == fold(t.Name)) {
			return t.Name
		}
	}
	return called
}

// canonicalColumn resolves a column. Candidates in records that the demand lists take
// precedence.
func (w *vocabulary) canonicalColumn(col ColumnName, c *canonical) canonicalColumn {
	means := w.columns(col)
	listed := slices.DeleteFunc(slices.Clone(means), func(a columnRef) bool {
		return !slices.ContainsFunc(c.records, func(r canonicalRecord) bool { return slices.Contains(r.tables, a.table) })
	})
	if len(listed) > 0 {
		means = listed
	}
	out := canonicalColumn{candidates: means, piece: w.piece(col)}
	in := 0
	for _, r := range c.records {
		if intersect(r.tables, out.tables()) {
			in++
		}
	}
	out.ambiguous = in > 1
	return out
}

// isImplied reports whether a question need not name a linking column: the key of its rows, or
// an entity that several columns name in parts, such as a place.
func (w *vocabulary) isImplied(col canonicalColumn) bool {
	for _, a := range col.candidates {
		_, part := w.entity(a)
		isKey := w.domain.Tables[a.table].Key == w.column(a).Name
		if !part && !isKey {
			return false
		}
	}
	return len(col.candidates) > 0
}

// isDerivation reports whether a text names something derived from a name.
func (w *vocabulary) isDerivation(text string) bool {
	text = fold(text)
	return slices.ContainsFunc(w.domain.Derivations, func(v domain.Derivation) bool {
		phrase := fold(strings.ReplaceAll(v.Phrase.In(w.lang), domain.Slot, ""))
		return text != "" && (text == phrase || text == fold(w.domain.Entity(v.To).Label.In(w.lang)) || text == strings.TrimPrefix(phrase, "的"))
	})
}

// canonicalExpression resolves an expression.
func (w *vocabulary) canonicalExpression(q *Expression, c *canonical, once bool) canonicalExpression {
	out := canonicalExpression{kind: q.Kind, set: q.set}
	switch q.Kind {
	case Slot:
		out.slot = w.slotName(c.template, q.ColumnName.Column)
	case Count, Exists:
		out.tables = w.tables(q.Record)
	default:
		out.column = w.canonicalColumn(q.ColumnName, c)
	}
	switch {
	case q.Kind == Distinct && w.isKey(out.column):
		out.kind, out.tables = Count, []int{out.column.candidates[0].table}
	case q.Kind == Minimum || q.Kind == Maximum:
		out.kind = Value
		end := string(plan.Max)
		if q.Kind == Minimum {
			end = string(plan.Min)
		}
		out.hints = append(out.hints, end)
		o := canonicalOperator{kind: Superlative, column: out.column, end: end, rank: 1, by: q.By, piece: w.piece(*q)}
		if !once || !slices.ContainsFunc(c.operators, func(p canonicalOperator) bool { return o.same(&p) }) {
			c.operators = append(c.operators, o)
		}
	}
	for _, text := range q.By {
		if out.hints = append(out.hints, normalOperand(text, "")); slices.Contains(c.names, fold(text)) {
			out.nameHints = append(out.nameHints, fold(text))
		}
	}
	for i := range q.Parts {
		out.parts = append(out.parts, w.canonicalExpression(&q.Parts[i], c, once))
	}
	return out
}

// isKey reports whether a column is the key of its rows.
func (w *vocabulary) isKey(c canonicalColumn) bool {
	return len(c.candidates) == 1 && w.domain.Tables[c.candidates[0].table].Key == w.column(c.candidates[0]).Name
}

// slotName returns the declared name of a part of a text to write, given its name or its
// phrase.
func (w *vocabulary) slotName(template, called string) string {
	if t := w.domain.Template(template); t != nil {
		for _, s := range t.Slots {
			if text := fold(called); text == fold(s.Name) || text == fold(s.Phrase.In(w.lang)) {
				return s.Name
			}
		}
	}
	return called
}

// canonicalOperator resolves an operator.
func (w *vocabulary) canonicalOperator(o RequiredOperator, c *canonical, once bool) canonicalOperator {
	out := canonicalOperator{kind: o.Kind, end: o.End, by: o.By, piece: w.piece(o)}
	switch o.Kind {
	case Superlative:
		out.column, out.rank = w.canonicalColumn(o.ColumnName, c), max(1, o.Rank)
	case Frequent:
		out.column = w.canonicalColumn(o.ColumnName, c)
	case Having, ExistsCheck:
		out.tables = w.tables(o.Record)
	}
	for i := range o.Parts {
		out.parts = append(out.parts, w.canonicalExpression(&o.Parts[i], c, once))
	}
	return out
}

// wholeShare replaces a text condition on a word that the domain declares for the whole of a
// share (全资), whichever column it is said of, by a condition on that share: the data have
// no column with that word.
func (w *vocabulary) wholeShare(c Condition) Condition {
	how := plan.Comparison(c.Comparison)
	if how != plan.Equals && how != plan.Contains && how != plan.Names || len(c.Operands) != 1 {
		return c
	}
	said := fold(c.Operands[0])
	candidates := w.tables(c.Record)
	for _, a := range w.columns(c.ColumnName) {
		candidates = append(candidates, a.table)
	}
	for _, i := range candidates {
		t := &w.domain.Tables[i]
		for j := range t.Columns {
			whole := t.Columns[j].Whole.In(w.lang)
			if whole == "" {
				continue
			}
			for _, word := range append(w.alternatives(t, whole), whole) {
				if strings.HasPrefix(said, fold(word)) {
					return Condition{ColumnName: w.columnName(t, &t.Columns[j]), Comparison: string(plan.Equals), Operands: Texts{"100" + t.Columns[j].Unit}}
				}
			}
		}
	}
	return c
}

// canonicalCondition resolves a condition.
func (w *vocabulary) canonicalCondition(c Condition, in *canonical) canonicalCondition {
	out := canonicalCondition{column: w.canonicalColumn(c.ColumnName, in), comparison: plan.Comparison(c.Comparison), piece: w.piece(c)}
	unit := ""
	numeric := false
	if len(out.column.candidates) > 0 {
		col := w.column(out.column.candidates[0])
		unit, numeric = col.Unit, col.Kind.Numeric()
	}
	from, to := "", ""
	for i, text := range c.Operands {
		if i == 0 {
			from = text
		} else {
			to = text
		}
	}
	low := func(mark, text string) string { return mark + intervalEnd(text, unit, "-01-01") }
	high := func(mark, text string) string { return intervalEnd(text, unit, "-12-31") + mark }
	switch comparison := out.comparison; comparison {
	case plan.Names:
		out.comparison, out.text, out.unnamed, out.described = plan.Equals, normalOperand(from, ""), from == "", w.isDescription(from)
		out.identifier = normalOperand(c.identifier, "")
		return out
	case plan.Equals:
		if !numeric {
			out.text, out.described = normalOperand(from, ""), w.isDescription(from)
			return out
		}
		out.lo, out.hi = low("[", from), high("]", from)
	case plan.Contains:
		out.text = normalOperand(from, "")
		return out
	case plan.Stated:
		return out
	case plan.Year:
		out.lo, out.hi = low("[", from), high("]", from)
	case plan.Since:
		out.lo = low("[", from)
	case plan.Until:
		out.hi = high("]", from)
	case plan.During:
		out.lo, out.hi = low("[", from), high("]", to)
	case plan.Above:
		out.lo = low("(", from)
	case plan.AtLeast:
		out.lo = low("[", from)
	case plan.Below:
		out.hi = high(")", from)
	case plan.AtMost:
		out.hi = high("]", from)
	case plan.Within:
		out.lo, out.hi = low("(", from), high(")", to)
	}
	out.comparison = plan.Within
	return out
}

// demonstrative matches the words that begin a description such as "that trading firm".
var demonstrative = regexp.MustCompile(`^(?:该|其|这家|那家|这个|那个|上述|前述|this |that |its |their )`)

// isDescription reports whether a text is a description, such as "that trading firm" or "its parent
// company": a demonstrative and the name of a column or a kind of record.
func (w *vocabulary) isDescription(text string) bool {
	text = demonstrative.ReplaceAllString(value.Fold(text), "")
	return len(w.columns(ColumnName{Column: text})) > 0 ||
		slices.ContainsFunc(w.records, func(names [][]string) bool { return slices.Contains(slices.Concat(names...), fold(text)) })
}

// mergeIntervals joins two conditions on one column that are the two ends of an interval. If
// more than two conditions could belong together, they stay separate.
func mergeIntervals(all []canonicalCondition) []canonicalCondition {
	half := func(c *canonicalCondition, low bool) bool {
		return c.comparison == plan.Within && (c.lo != "") == low && (c.hi != "") != low
	}
	var out []canonicalCondition
	used := make([]bool, len(all))
	for i := range all {
		if used[i] {
			continue
		}
		c := all[i]
		if half(&c, true) || half(&c, false) {
			low := half(&c, true)
			var same, others []int
			for j := range all {
				if !all[j].column.same(&c.column) {
					continue
				}
				if half(&all[j], low) {
					same = append(same, j)
				} else if half(&all[j], !low) {
					others = append(others, j)
				}
			}
			if len(same) == 1 && len(others) == 1 {
				o := all[others[0]]
				used[others[0]] = true
				c.lo, c.hi = c.lo+o.lo, c.hi+o.hi
				c.piece = Piece{c.piece.JSON + " " + o.piece.JSON, c.piece.Words + "; " + o.piece.Words}
			}
		}
		out = append(out, c)
	}
	return out
}

// intervalEnd returns an end of an interval: a number in the column's unit, a day, or the first
// or last day (yearly) of a year.
func intervalEnd(text, unit, yearly string) string {
	text = normalOperand(text, unit)
	if len(text) == 4 && strings.Trim(text, "0123456789") == "" && unit == "" {
		return text + yearly
	}
	return text
}

// normalOperand returns an operand in normal form: a day in ISO form, a number in the unit as
// plain digits, a year as its digits, any other text folded.
func normalOperand(text, unit string) string {
	text = strings.TrimSpace(text)
	if v, ok := value.ParseDate(text); ok {
		return v.Text
	}
	if v, ok := value.ParseNumber(text, unit); ok {
		return v.Text
	}
	if m, ok := quantity.Parse(text); ok && m.Kind == quantity.Year {
		return m.Day
	}
	if f := fold(text); f != "" {
		return f
	}
	return value.Fold(text)
}
