package demand

import (
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/quantity"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// canon is a demand in the form in which demands are compared: its words resolved, its
// operands as values, what says the same said in one way.
type canon struct {
	about      []string
	template   string
	asks       []canonAsk
	through    []canonColumn
	conditions []canonCondition
	operators  []canonOperator
	records    []canonRecord
}

type canonAsk struct {
	canonQuantity
	form Ask
}

// canonColumn is what a column's name can mean; nothing where it means none.
type canonColumn struct {
	means []at
	quiet bool // of one that leads on: it need not be named, see words.quiet
	vague bool // it can be in several of the records that are listed
	shown string
}

type canonQuantity struct {
	what   What
	slot   string
	column canonColumn
	tables []int
	parts  []canonQuantity
	by     []string
	names  []string // of by, those that the demand starts from
	set    bool
	shown  string
}

// canonCondition is an interval of values, or a text.
type canonCondition struct {
	column    canonColumn
	is        plan.Comparison // Within for every interval, Equals for names too
	lo, hi    string          // with ( or [ before lo and ) or ] behind hi; "" where it is open
	text      string
	free      bool // what is compared with is not named
	described bool // what is compared with is called by what it is, not by its name
	shown     string
}

type canonOperator struct {
	do     Do
	column canonColumn
	tables []int
	end    string
	rank   int
	parts  []canonQuantity
	shown  string
}

type canonRecord struct {
	tables []int
	shown  string
}

// canon resolves a demand. The largest amount of a column and the amount of the row at
// the end of a ranking are the same: a Maximum becomes a Value and a Superlative. With
// once set it adds the operator only where the demand has none such, for models that say
// both.
func (w *words) canon(d *Demand, once bool) canon {
	c := canon{template: w.template(d.Template)}
	for _, r := range d.Records {
		c.records = append(c.records, canonRecord{w.tables(r), r})
	}
	for _, name := range d.About {
		c.about = append(c.about, folded(name))
	}
	for _, o := range d.Operators {
		if o.Do != Only {
			c.operators = append(c.operators, w.operator(o, &c, once))
		}
	}
	for i := range d.Asks {
		a := &d.Asks[i]
		c.asks = append(c.asks, canonAsk{w.quantity(&a.Quantity, &c, once), *a})
	}
	for _, t := range d.Through {
		if col := w.canonColumn(t, &c); len(col.means) > 0 || !w.derived(t.Column) {
			col.quiet = w.quiet(col)
			c.through = append(c.through, col)
		}
	}
	for _, cond := range d.Conditions {
		c.conditions = append(c.conditions, w.condition(cond, &c))
	}
	c.conditions = merged(c.conditions)
	return c
}

// template returns the name of a text to write; "" for "", and what was said for one
// that the domain has not.
func (w *words) template(called string) string {
	for i := range w.domain.Templates {
		t := &w.domain.Templates[i]
		if text := folded(called); text != "" && (text == folded(t.Label.In(w.lang)) || text == folded(t.Name)) {
			return t.Name
		}
	}
	return called
}

// canonColumn resolves a column: of those it can mean, the ones in the records that the
// demand lists, if there are any.
func (w *words) canonColumn(col Column, c *canon) canonColumn {
	means := w.columns(col)
	listed := slices.DeleteFunc(slices.Clone(means), func(a at) bool {
		return !slices.ContainsFunc(c.records, func(r canonRecord) bool { return slices.Contains(r.tables, a.table) })
	})
	if len(listed) > 0 {
		means = listed
	}
	out := canonColumn{means: means, shown: shown(col)}
	in := 0
	for _, r := range c.records {
		if meet(r.tables, out.tables()) {
			in++
		}
	}
	out.vague = in > 1
	return out
}

// quiet reports whether a column that leads on goes without saying: the name of the row
// itself, or a place that stands in several columns.
func (w *words) quiet(col canonColumn) bool {
	return len(col.means) > 0 && !slices.ContainsFunc(col.means, func(a at) bool {
		_, part := w.entity(a)
		return !part && w.domain.Tables[a.table].Key != w.column(a).Name
	})
}

// derived reports whether a text calls what is derived from a name.
func (w *words) derived(text string) bool {
	text = folded(text)
	return slices.ContainsFunc(w.domain.Derivations, func(v domain.Derivation) bool {
		phrase := folded(strings.ReplaceAll(v.Phrase.In(w.lang), domain.Slot, ""))
		return text != "" && (text == phrase || text == folded(w.domain.Entity(v.To).Label.In(w.lang)) || text == strings.TrimPrefix(phrase, "的"))
	})
}

// quantity resolves a quantity.
func (w *words) quantity(q *Quantity, c *canon, once bool) canonQuantity {
	out := canonQuantity{what: q.What, set: q.set, shown: shown(q)}
	switch q.What {
	case Slot:
		out.slot = w.slot(c.template, q.Column.Column)
	case Count, Exists:
		out.tables = w.tables(q.Of)
	default:
		out.column = w.canonColumn(q.Column, c)
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
		o := canonOperator{do: Superlative, column: out.column, end: end, rank: 1, shown: shown(q)}
		if !once || !slices.ContainsFunc(c.operators, func(p canonOperator) bool { return o.same(&p) }) {
			c.operators = append(c.operators, o)
		}
	}
	for _, text := range q.By {
		if out.by = append(out.by, operandOf(text, "")); slices.Contains(c.about, folded(text)) {
			out.names = append(out.names, folded(text))
		}
	}
	for i := range q.Parts {
		out.parts = append(out.parts, w.quantity(&q.Parts[i], c, once))
	}
	return out
}

// isKey reports whether a column is the one that names its rows.
func (w *words) isKey(c canonColumn) bool {
	return len(c.means) == 1 && w.domain.Tables[c.means[0].table].Key == w.column(c.means[0]).Name
}

// slot returns the name of a content of a text to write, by its name or its phrase.
func (w *words) slot(template, called string) string {
	if t := w.domain.Template(template); t != nil {
		for _, s := range t.Slots {
			if text := folded(called); text == folded(s.Name) || text == folded(s.Phrase.In(w.lang)) {
				return s.Name
			}
		}
	}
	return called
}

// operator resolves an operator.
func (w *words) operator(o Operator, c *canon, once bool) canonOperator {
	out := canonOperator{do: o.Do, end: o.End, shown: shown(o)}
	switch o.Do {
	case Superlative:
		out.column, out.rank = w.canonColumn(o.Column, c), max(1, o.Rank)
	case Frequent:
		out.column = w.canonColumn(o.Column, c)
	case Having, Exist:
		out.tables = w.tables(o.Of)
	}
	for i := range o.Parts {
		out.parts = append(out.parts, w.quantity(&o.Parts[i], c, once))
	}
	return out
}

// condition resolves a condition.
func (w *words) condition(c Condition, in *canon) canonCondition {
	out := canonCondition{column: w.canonColumn(c.Column, in), is: plan.Comparison(c.Is), shown: shown(c)}
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
	low := func(mark, text string) string { return mark + edge(text, unit, "-01-01") }
	high := func(mark, text string) string { return edge(text, unit, "-12-31") + mark }
	switch comparison := out.is; comparison {
	case plan.Names:
		out.is, out.text, out.free, out.described = plan.Equals, operandOf(from, ""), from == "", w.describes(from)
		return out
	case plan.Equals:
		if !numeric {
			out.text, out.described = operandOf(from, ""), w.describes(from)
			return out
		}
		out.lo, out.hi = low("[", from), high("]", from)
	case plan.Contains:
		out.text = operandOf(from, "")
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

// pointing are the words in front of a description.
var pointing = regexp.MustCompile(`^(?:该|其|这家|那家|这个|那个|上述|前述|this |that |its |their )`)

// describes reports whether a text is what a column, a kind of record or an entity is
// called, such as "that law firm" or "its parent company".
func (w *words) describes(text string) bool {
	text = pointing.ReplaceAllString(value.Fold(text), "")
	return len(w.columns(Column{Column: text})) > 0 ||
		slices.ContainsFunc(w.records, func(names [][]string) bool { return slices.Contains(slices.Concat(names...), folded(text)) })
}

// merged joins the two halves of an interval that were said as two conditions.
func merged(all []canonCondition) []canonCondition {
	half := func(c *canonCondition, low bool) bool {
		return c.is == plan.Within && (c.lo != "") == low && (c.hi != "") != low
	}
	var out []canonCondition
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
				c.lo, c.hi, c.shown = c.lo+o.lo, c.hi+o.hi, c.shown+" "+o.shown
			}
		}
		out = append(out, c)
	}
	return out
}

// edge is an end of an interval: a number in the column's unit, a day, or a year's day.
func edge(text, unit, yearly string) string {
	text = operandOf(text, unit)
	if len(text) == 4 && strings.Trim(text, "0123456789") == "" && unit == "" {
		return text + yearly
	}
	return text
}

// operandOf returns the value of an operand, as text: a day in the ISO way, a number
// in the unit as plain digits, a year as its digits, other texts folded.
func operandOf(text, unit string) string {
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
	if f := folded(text); f != "" {
		return f
	}
	return value.Fold(text)
}
