package draft

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// joinPairwise joins the i-th wordings of two parts of a form. If a is nil it returns b.
func joinPairwise(a, b []string, separator string) []string {
	if a == nil {
		return b
	}
	joined := make([]string, len(a))
	for i := range a {
		joined[i] = a[i] + separator + b[i]
	}
	return joined
}

// sourceColumn returns the column that values of a type come from; nil for counts and for
// values that come from no single column.
func sourceColumn(d *domain.Domain, t plan.Type) *domain.Column {
	if t.Table == "" || t.Columns == nil || t.Shape == plan.ShapeNumber && t.Quantity != plan.QuantityColumn {
		return nil
	}
	return d.Table(t.Table).ColumnOrFact(t.Columns[0])
}

// forms returns the wordings of the form an answer demands, nil if a question need not
// state it.
func (c *composer) forms(a *plan.AnswerSpec) []string {
	if !StatesForm(c.domain, c.program, c.types[a.From], a) {
		return nil
	}
	switch a.Form.Style {
	case plan.StyleNumber:
		return c.grammar.numberForms(a.Form.Unit, a.Form.Places)
	case plan.StyleDate:
		return c.grammar.dateForms(a.Form.Layout)
	}
	return c.grammar.textForms()
}

// StatesUnit reports whether the form of a number says its unit, where a question must state the form.
func StatesUnit(lang, unit string) bool {
	return unit != "" && (lang != "en" || !countedThings(unit))
}

// StatesForm reports whether a question must state the form of an answer whose result has
// type t: the unit and places of a number, the layout of a day, or that a number or day is
// wanted as the source writes it. Counts, texts, and numbers of columns that hold whole
// numbers need no form.
func StatesForm(d *domain.Domain, p *plan.Program, t plan.Type, a *plan.AnswerSpec) bool {
	switch a.Form.Style {
	case plan.StyleDate:
		return true
	case plan.StyleNumber:
		return !wholeNumber(d, p, t, a)
	case plan.StyleText:
		col := sourceColumn(d, t)
		return col != nil && plan.FormOf(col).Style != plan.StyleText
	}
	return false
}

// measure returns the measure word of an answer that counts, and the question word of a
// day; "" for others.
func (c *composer) measure(a *plan.AnswerSpec) string {
	switch {
	case a.Form.Style == plan.StyleDate:
		return c.grammar.askDay(a.Form.Layout)
	case a.Form.Style == plan.StyleCount:
		return c.counter(a.From)
	case !wholeNumber(c.domain, c.program, c.types[a.From], a):
		return ""
	}
	if m := sourceColumn(c.words, c.types[a.From]).Measure.In(c.lang); m != "" {
		return m
	}
	return a.Form.Unit
}

// counter returns the measure word of a number that counts, a node's result.
func (c *composer) counter(node string) string {
	switch t := c.types[node]; {
	case t.Quantity == plan.QuantityDays:
		return c.grammar.dayMeasure()
	case t.Quantity == plan.QuantityRows:
		return c.rowTable(node).Measure.In(c.lang)
	case t.Entity != "":
		return c.entityMeasure(c.domain.Entity(t.Entity))
	default:
		return c.grammar.measure(c.words.Table(t.Table).Column(t.Columns[0]).Called(c.lang))
	}
}

// wholeNumber reports whether an answer of type t is a whole number by what its column
// holds. An average is not, whatever the column.
func wholeNumber(d *domain.Domain, p *plan.Program, t plan.Type, a *plan.AnswerSpec) bool {
	if o, ok := p.Node(a.From).Do.(*plan.Aggregate); ok && o.Function == plan.Average {
		return false
	}
	col := sourceColumn(d, t)
	return col != nil && col.Kind.Integral() && a.Form.Style == plan.StyleNumber && a.Form.Places == 0
}

// format returns a value in the form demanded, as a typed answer and as the text that
// stands in a sentence; the typed answer's Text is part of that text. measure is the
// measure word of what is counted, "" if nothing is. The Quantity of the answer stays
// open, see quantify.
func (c *composer) format(v value.Value, f plan.Form, measure string) (value.Answer, string, error) {
	switch f.Style {
	case plan.StyleNumber:
		digits, ok := value.FormatNumber(v, f.Unit, f.Places)
		if !ok {
			return value.Answer{}, "", fmt.Errorf("%q: want a number in %q", v, f.Unit)
		}
		if measure != "" {
			return c.formatCount(digits, measure)
		}
		key, sentence := c.grammar.amount(digits, f.Unit)
		return value.Answer{Kind: value.Number, Text: key, Number: digits, Unit: f.Unit}, sentence, nil
	case plan.StyleCount:
		digits, ok := value.FormatNumber(v, v.Unit, 0)
		if !ok {
			return value.Answer{}, "", fmt.Errorf("%q: want a number", v)
		}
		return c.formatCount(digits, measure)
	case plan.StyleDate:
		return c.formatDay(v, f.Layout)
	}
	text := v.String()
	return value.Answer{Kind: value.Text, Text: text}, text, nil
}

// formatCount returns a whole number of things as a typed answer and as it stands in a
// sentence.
func (c *composer) formatCount(digits, measure string) (value.Answer, string, error) {
	text := c.grammar.countedText(digits, measure)
	typed := value.Answer{Kind: value.Number, Text: text, Number: digits, Unit: measure}
	if digits == "0" {
		typed.Aliases = c.grammar.none(measure)
	}
	return typed, text, nil
}

// formatDay writes a day in the layout demanded. A month or a year is a text with the
// other layouts as aliases.
func (c *composer) formatDay(v value.Value, layout plan.Layout) (value.Answer, string, error) {
	layouts := c.grammar.layouts(layout)
	texts := make([]string, len(layouts))
	for i, l := range layouts {
		text, ok := value.FormatDate(v, l)
		if !ok {
			return value.Answer{}, "", fmt.Errorf("%q: want a day", v)
		}
		texts[i] = text
	}
	a := value.Answer{Kind: value.Date, Text: texts[0]}
	if layout == plan.LayoutMonth || layout == plan.LayoutYear {
		a.Kind, a.Aliases = value.Text, texts[1:]
	}
	return a, texts[0], nil
}
