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

// canonical is a demand in the form in which demands are compared: names resolved to
// columns and tables, operands as values, and equal meanings in one form.
type canonical struct {
	about      []string
	template   string
	asks       []canonicalAsk
	through    []canonicalColumn
	conditions []canonicalCondition
	operators  []canonicalOperator
	records    []canonicalRecord
}

type canonicalAsk struct {
	canonicalExpression
	form Ask
}

// canonicalColumn holds the columns that a name can mean; none if it means none.
type canonicalColumn struct {
	means     []columnRef
	implied   bool // whether a question need not name it where it leads on, see words.isImplied
	ambiguous bool // whether several of the listed records have such a column
	source    string
}

type canonicalExpression struct {
	what   ExpressionKind
	slot   string
	column canonicalColumn
	tables []int
	parts  []canonicalExpression
	by     []string
	names  []string // those of by that the demand starts from
	set    bool
	source string
}

// canonicalCondition is an interval of values, or a text.
type canonicalCondition struct {
	column    canonicalColumn
	is        plan.Comparison // Within for every interval, Equals for names too
	lo, hi    string          // lo begins with ( or [, hi ends in ) or ]; "" if open
	text      string
	unnamed   bool // whether nothing is named to compare with
	described bool // whether it is compared with a description in place of a name
	source    string
}

type canonicalOperator struct {
	do     OperatorKind
	column canonicalColumn
	tables []int
	end    string
	rank   int
	parts  []canonicalExpression
	source string
}

type canonicalRecord struct {
	tables []int
	source string
}

// canonical resolves a demand. The largest amount of a column and the amount in the row
// at the end of a ranking mean the same, so a Maximum becomes a Value and a Superlative.
// Once says to add that operator only if the demand does not have it, because some
// models write both.
func (w *words) canonical(d *Meaning, once bool) canonical {
	c := canonical{template: w.template(d.Template)}
	for _, r := range d.Records {
		c.records = append(c.records, canonicalRecord{w.tables(r), r})
	}
	for _, name := range d.About {
		c.about = append(c.about, fold(name))
	}
	for _, o := range d.Operators {
		if o.Do != Only {
			c.operators = append(c.operators, w.operator(o, &c, once))
		}
	}
	for i := range d.Asks {
		a := &d.Asks[i]
		c.asks = append(c.asks, canonicalAsk{w.quantity(&a.Expression, &c, once), *a})
	}
	for _, t := range d.Through {
		if col := w.canonicalColumn(t, &c); len(col.means) > 0 || !w.isDerivation(t.Column) {
			col.implied = w.isImplied(col)
			c.through = append(c.through, col)
		}
	}
	for _, cond := range d.Conditions {
		c.conditions = append(c.conditions, w.condition(cond, &c))
	}
	c.conditions = mergeIntervals(c.conditions)
	return c
}

// template returns the declared name of a text to write, and a name that the domain does
// not know as it is.
func (w *words) template(called string) string {
	for i := range w.domain.Templates {
		t := &w.domain.Templates[i]
		if text := fold(called); text != "" && (text == fold(t.Label.In(w.lang)) || text == fold(t.Name)) {
			return t.Name
		}
	}
	return called
}

// canonicalColumn resolves a column: of those that the name can mean, the ones in
// records that the demand lists, or all if it lists none of them.
func (w *words) canonicalColumn(col ColumnName, c *canonical) canonicalColumn {
	means := w.columns(col)
	listed := slices.DeleteFunc(slices.Clone(means), func(a columnRef) bool {
		return !slices.ContainsFunc(c.records, func(r canonicalRecord) bool { return slices.Contains(r.tables, a.table) })
	})
	if len(listed) > 0 {
		means = listed
	}
	out := canonicalColumn{means: means, source: asJSON(col)}
	in := 0
	for _, r := range c.records {
		if intersect(r.tables, out.tables()) {
			in++
		}
	}
	out.ambiguous = in > 1
	return out
}

// isImplied reports whether a question need not name a column that leads on: the key of
// its own rows, or an entity that several columns name in parts, such as a place.
func (w *words) isImplied(col canonicalColumn) bool {
	for _, a := range col.means {
		_, part := w.entity(a)
		isKey := w.domain.Tables[a.table].Key == w.column(a).Name
		if !part && !isKey {
			return false
		}
	}
	return len(col.means) > 0
}

// isDerivation reports whether a text names something that is derived from a name.
func (w *words) isDerivation(text string) bool {
	text = fold(text)
	return slices.ContainsFunc(w.domain.Derivations, func(v domain.Derivation) bool {
		phrase := fold(strings.ReplaceAll(v.Phrase.In(w.lang), domain.Slot, ""))
		return text != "" && (text == phrase || text == fold(w.domain.Entity(v.To).Label.In(w.lang)) || text == strings.TrimPrefix(phrase, "的"))
	})
}

// quantity resolves an expression.
func (w *words) quantity(q *Expression, c *canonical, once bool) canonicalExpression {
	out := canonicalExpression{what: q.What, set: q.set, source: asJSON(q)}
	switch q.What {
	case Slot:
		out.slot = w.slot(c.template, q.ColumnName.Column)
	case Count, Exists:
		out.tables = w.tables(q.Of)
	default:
		out.column = w.canonicalColumn(q.ColumnName, c)
	}
	switch {
	case q.What == Distinct && w.isKey(out.column):
		out.what, out.tables = Count, []int{out.column.means[0].table}
	case q.What == Minimum || q.What == Maximum:
		out.what = Value
		end := string(plan.Max)
		if q.What == Minimum {
			end = string(plan.Min)
		}
		out.by = append(out.by, end)
		o := canonicalOperator{do: Superlative, column: out.column, end: end, rank: 1, source: asJSON(q)}
		if !once || !slices.ContainsFunc(c.operators, func(p canonicalOperator) bool { return o.same(&p) }) {
			c.operators = append(c.operators, o)
		}
	}
	for _, text := range q.By {
		if out.by = append(out.by, normalOperand(text, "")); slices.Contains(c.about, fold(text)) {
			out.names = append(out.names, fold(text))
		}
	}
	for i := range q.Parts {
		out.parts = append(out.parts, w.quantity(&q.Parts[i], c, once))
	}
	return out
}

// isKey reports whether a column is the key of its rows.
func (w *words) isKey(c canonicalColumn) bool {
	return len(c.means) == 1 && w.domain.Tables[c.means[0].table].Key == w.column(c.means[0]).Name
}

// slot returns the declared name of a content of a text to write, given its name or its
// phrase.
func (w *words) slot(template, called string) string {
	if t := w.domain.Template(template); t != nil {
		for _, s := range t.Slots {
			if text := fold(called); text == fold(s.Name) || text == fold(s.Phrase.In(w.lang)) {
				return s.Name
			}
		}
	}
	return called
}

// operator resolves an operator.
func (w *words) operator(o RequiredOperator, c *canonical, once bool) canonicalOperator {
	out := canonicalOperator{do: o.Do, end: o.End, source: asJSON(o)}
	switch o.Do {
	case Superlative:
		out.column, out.rank = w.canonicalColumn(o.ColumnName, c), max(1, o.Rank)
	case Frequent:
		out.column = w.canonicalColumn(o.ColumnName, c)
	case Having, Exist:
		out.tables = w.tables(o.Of)
	}
	for i := range o.Parts {
		out.parts = append(out.parts, w.quantity(&o.Parts[i], c, once))
	}
	return out
}

// condition resolves a condition.
func (w *words) condition(c Condition, in *canonical) canonicalCondition {
	out := canonicalCondition{column: w.canonicalColumn(c.ColumnName, in), is: plan.Comparison(c.Is), source: asJSON(c)}
	unit := ""
	numeric := false
	if len(out.column.means) > 0 {
		col := w.column(out.column.means[0])
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
	switch comparison := out.is; comparison {
	case plan.Names:
		out.is, out.text, out.unnamed, out.described = plan.Equals, normalOperand(from, ""), from == "", w.isDescription(from)
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
	out.is = plan.Within
	return out
}

// pointing are the words that begin a description such as "that law firm".
var pointing = regexp.MustCompile(`^(?:该|其|这家|那家|这个|那个|上述|前述|this |that |its |their )`)

// isDescription reports whether a text is a description, such as "that law firm" or "its
// parent company", and no name: what a column or a kind of record is called.
func (w *words) isDescription(text string) bool {
	text = pointing.ReplaceAllString(value.Fold(text), "")
	return len(w.columns(ColumnName{Column: text})) > 0 ||
		slices.ContainsFunc(w.records, func(names [][]string) bool { return slices.Contains(slices.Concat(names...), fold(text)) })
}

// mergeIntervals joins the two halves of an interval that were written as two conditions
// on one column. Where more than two halves could belong together, they stay apart.
func mergeIntervals(all []canonicalCondition) []canonicalCondition {
	half := func(c *canonicalCondition, low bool) bool {
		return c.is == plan.Within && (c.lo != "") == low && (c.hi != "") != low
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
				c.lo, c.hi, c.source = c.lo+o.lo, c.hi+o.hi, c.source+" "+o.source
			}
		}
		out = append(out, c)
	}
	return out
}

// intervalEnd returns an end of an interval: a number in the column's unit, a day, or
// the first or last day (yearly) of a year.
func intervalEnd(text, unit, yearly string) string {
	text = normalOperand(text, unit)
	if len(text) == 4 && strings.Trim(text, "0123456789") == "" && unit == "" {
		return text + yearly
	}
	return text
}

// normalOperand returns an operand in one form: a day as ISO, a number in the unit as
// plain digits, a year as its digits, any other text folded.
func normalOperand(text, unit string) string {
	text = strings.TrimSpace(text)
	if v, ok := value.ParseDate(text); ok {
		return v.Text
	}
	if v, ok := value.ParseNumber(text, unit); ok {
		return v.Text
	}
	if m, ok := quantity.Whole(text); ok && m.Kind == quantity.Year {
		return m.Day
	}
	if f := fold(text); f != "" {
		return f
	}
	return value.Fold(text)
}
