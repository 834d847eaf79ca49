package score

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Infer derives a typed value from a keyword, for tasks without typed values: a day in any
// layout, a number with a known unit or none, and a text otherwise. Digits with a leading
// zero are a text. The Text of the value is the keyword.
func Infer(keyword string) value.Answer {
	a := value.Answer{Kind: value.Text, Text: keyword}
	found := quantity.Read(keyword)
	if len(found) != 1 || found[0].From != 0 && strings.TrimSpace(keyword[:found[0].From]) != "" || strings.TrimSpace(keyword[found[0].To:]) != "" {
		return a
	}
	switch m := &found[0]; {
	case m.Kind == quantity.Day:
		a.Kind = value.Date
	case m.IsDay() || m.Kind == quantity.Code || m.Kind == quantity.Rank || m.Spelled || m.Vague || m.Label:
	default:
		text := fold(keyword)
		run := len(text) - len(strings.TrimLeft(text, "+-0123456789.,"))
		digits := strings.ReplaceAll(strings.TrimPrefix(text[:run], "+"), ",", "")
		if _, err := decimal.NewFromString(digits); err == nil {
			a.Kind, a.Unit, a.Number = value.Number, strings.TrimSpace(text[run:]), digits
		}
	}
	return a
}

// expectation is a reference value in the form in which the strict rule searches for it.
type expectation struct {
	keyword string
	kind    value.Kind
	texts   []string // normal forms: the text and aliases of a text, the aliases of the others
	folded  []string // the same texts, folded alone
	day     string   // ISO: of a day, a month or a year

	measures quantity.Dimension // of a number; "" where that is not known
	amount   decimal.Decimal    // in its unit
	factor   decimal.Decimal    // how many of base the unit is
	base     string             // the unit's base
	unit     string             // as it is asked for, if it has a scale word
	places   int32              // of the reference
	rounds   bool               // compared after rounding to places

	yes       bool             // of a truth
	contrary  []string         // of a truth: normal forms of the opposite
	patterns  []pattern        // other terms of a point of argument, see [IsPattern]
	opposites []pattern        // of it
	rests     *particulars     // of its plea; nil if they are not recorded
	cited     []value.Citation // of a text: the articles of law that it and its aliases cite
}

// maxDigits is the maximum length in characters of a reference number.
const maxDigits = 64

// newExpectation prepares a reference value. A number or day that cannot be parsed is
// searched for as a text.
func newExpectation(keyword string, a value.Answer) *expectation {
	e := &expectation{keyword: keyword, kind: value.Text}
	texts := a.Aliases
	switch a.Kind {
	case value.Number:
		e.number(&a)
	case value.Date, value.Text, "":
		e.days(&a)
	case value.Truth:
		e.kind, e.yes = value.Truth, a.Yes
		for _, t := range a.Contrary {
			if f := Normal(t); informative(f) {
				e.contrary = append(e.contrary, f)
			}
		}
	}
	if e.kind == value.Text || e.kind == value.Truth {
		texts = append([]string{a.Text}, texts...)
		for _, t := range texts {
			if c, ok := value.ParseCitation(t); ok {
				e.cited = append(e.cited, c)
			}
		}
	}
	for _, t := range texts {
		if e.day != "" && (dayOf(t) == e.day || t == e.day) {
			continue
		}
		if f := fold(t); informative(squeeze(f)) {
			e.texts, e.folded = append(e.texts, squeeze(f)), append(e.folded, f)
		}
	}
	return e
}

// newPoint prepares an intermediate value, whose other terms may be patterns.
func newPoint(keyword string, v value.Answer) *expectation {
	var patterns, opposites []pattern
	var rests *particulars
	terms := slices.Clone(v.Aliases)
	if v.Kind == value.Text {
		for _, t := range terms {
			switch {
			case IsParticulars(t):
				rests = newParticulars(t)
			case IsOpposite(t):
				opposites = append(opposites, newPattern(t))
			case IsPattern(t):
				patterns = append(patterns, newPattern(t))
			}
		}
		v.Aliases = slices.DeleteFunc(terms, func(t string) bool { return IsPattern(t) || IsParticulars(t) })
	}
	e := newExpectation(keyword, v)
	if e.opposites, e.rests = opposites, rests; rests == nil {
		e.patterns = patterns
	}
	return e
}

// joinPleas lets points of one plea share its particulars.
func joinPleas(points []*expectation) {
	known := map[string]*particulars{}
	for _, e := range points {
		if e.rests == nil {
			continue
		}
		if known[e.rests.term] == nil {
			known[e.rests.term] = e.rests
		}
		e.rests = known[e.rests.term]
	}
}

// number prepares a number.
func (e *expectation) number(a *value.Answer) {
	n, err := decimal.NewFromString(a.Number)
	if err != nil || len(a.Number) > maxDigits || n.Exponent() > 0 || n.Exponent() < -maxDigits {
		return
	}
	e.kind, e.amount, e.places = value.Number, n, max(-n.Exponent(), decimals(a.Text))
	kind, base, factor := quantity.UnitOf(a.Unit)
	e.base, e.factor, e.measures = base, factor, a.Quantity
	if !factor.Equal(decimal.NewFromInt(1)) {
		e.unit = Normal(a.Unit)
	}
	if e.measures == "" && a.Unit != "" && kind != quantity.Number {
		e.measures = kind
	}
	e.rounds = e.places > 0 || e.measures == quantity.Money
}

// days prepares a day, and a text that is a month or a year.
func (e *expectation) days(a *value.Answer) {
	if day := dayOf(a.Text); day != "" && (a.Kind != value.Date || len(day) == len(time.DateOnly)) {
		e.kind, e.day = value.Date, day
	}
}

// dayOf returns the day, month or year that a text is; "" for any other text.
func dayOf(text string) string {
	found := quantity.Read(text)
	if len(found) != 1 || found[0].From != 0 || found[0].To != len(text) || found[0].Kind == quantity.MonthDay {
		return ""
	}
	return found[0].Day
}

// decimals returns the number of decimals of the first number in a text.
func decimals(text string) int32 {
	text = fold(text)
	i := strings.IndexFunc(text, isDigit)
	if i < 0 {
		return 0
	}
	text = text[i:]
	text = text[:len(text)-len(strings.TrimLeft(text, "0123456789,."))]
	_, fraction, _ := strings.Cut(text, ".")
	return int32(min(len(fraction), maxDigits))
}

// informative reports whether a normalised text carries information as a keyword: it has a
// letter or digit and is not a mark for "none".
func informative(normal string) bool {
	return normal != "无" && normal != "none" && strings.ContainsFunc(normal, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// idle reports whether the keyword carries no information.
func (e *expectation) idle() bool { return e.kind == value.Text && len(e.texts) == 0 }

// guessable reports whether the value is one that agents say without having found it: yes, no
// or none.
func (e *expectation) guessable() bool {
	return e.kind == value.Truth || e.kind == value.Number && e.measures == quantity.Count && e.amount.IsZero()
}

// agrees reports whether an amount in the expectation's unit is the expected one.
func (e *expectation) agrees(amount decimal.Decimal) bool {
	if e.rounds {
		amount = amount.Round(e.places)
	}
	return amount.Equal(e.amount)
}

// isRounding reports whether an amount is the expected one, rounded to fewer digits.
func (e *expectation) isRounding(amount decimal.Decimal) bool {
	text := amount.String()
	places := -int32(len(text) - len(strings.TrimRight(text, "0")))
	if _, fraction, ok := strings.Cut(text, "."); ok {
		places = int32(len(fraction))
	}
	return places < e.places && !amount.IsZero() && e.amount.Round(places).Equal(amount)
}

// fit says how a quantity in a text fits the expected unit.
type fit uint8

const (
	unfit   fit = iota // it measures something else
	bare               // it is without a unit
	carried            // it says that it is in a fitting unit
)

// amountOf returns a quantity of a text in the expectation's unit. After is the text
// behind it.
func (e *expectation) amountOf(m *quantity.Mention, after string) (decimal.Decimal, fit) {
	n := m.Number
	converted := func() decimal.Decimal { return n.Div(e.factor) }
	switch {
	case m.IsDay(), m.Label && e.measures != quantity.Rank:
		return n, unfit
	case e.measures == "":
		if m.Scaled || m.Unit != "" && m.Unit == e.base {
			return converted(), carried
		}
		if m.Unit != "" && !e.agrees(n) {
			return n, unfit
		}
		return n, bare
	case m.Kind == e.measures && m.Kind != quantity.Number:
		if m.Kind == quantity.Count || m.Kind == quantity.Rank {
			return n, e.countFit(m)
		}
		if m.Unit != e.base {
			return n, unfit
		}
		return converted(), carried
	case m.Kind == quantity.Number && m.Label:
		return n, carried // number 51
	case m.Kind == quantity.Number:
		return e.bareNumber(m, after)
	}
	switch pair := [2]quantity.Dimension{e.measures, m.Kind}; pair {
	case [2]quantity.Dimension{quantity.Percent, quantity.Times}:
		return n.Shift(2), carried
	case [2]quantity.Dimension{quantity.Times, quantity.Percent}:
		return n.Shift(-2), carried
	case [2]quantity.Dimension{quantity.Rank, quantity.Count}:
		if m.Unit == "名" || m.Unit == "位" {
			return n, carried
		}
	case [2]quantity.Dimension{quantity.Number, quantity.Count}:
		return n, bare
	}
	return n, unfit
}

// countFit returns the fit of a count: measure words that count the same things are
// equivalent, and a Chinese measure word fits a unit in another language.
func (e *expectation) countFit(m *quantity.Mention) fit {
	if m.Kind == quantity.Rank || quantity.SameMeasure(m.Unit, e.base) || e.base != "" && isLatin(firstRune(e.base)) {
		return carried
	}
	return unfit
}

// bareNumber returns a number without a known unit in the expectation's unit. A scale word
// leaves the unit to the question, and a noun that counts other things does not fit.
func (e *expectation) bareNumber(m *quantity.Mention, after string) (decimal.Decimal, fit) {
	switch e.measures {
	case quantity.Count:
		switch counted, wanted := countedThing(after), countedThing(" "+e.base); {
		case counted == "" || wanted == "":
			if strings.HasPrefix(strings.TrimLeft(after, " "), e.base) && e.base != "" {
				return m.Number, carried
			}
			return m.Number, bare
		case counted != wanted:
			return m.Number, unfit
		}
		return m.Number, carried
	case quantity.Number:
		return m.Number, bare
	case quantity.Money, quantity.Measure:
		if m.Scaled {
			return m.Number.Div(e.factor), carried
		}
	}
	if m.Scaled || countedThing(after) != "" {
		return m.Number, unfit
	}
	return m.Number, bare
}

// countedNouns maps English nouns to the kind of thing that they count.
var countedNouns = func() map[string]string {
	kinds := map[string]string{}
	for kind, nouns := range map[string]string{
		"organisation": "firm company court subsidiary bank authority enterprise bureau agency institution organisation organization branch office",
		"event":        "case ruling lawsuit penalty judgment judgement proceeding matter action suit decision violation dispute fine abstract document file sanction infringement breach instance incident",
		"person":       "person people lawyer head director partner individual employee attorney man woman",
	} {
		for _, n := range strings.Fields(nouns) {
			kinds[n] = kind
		}
	}
	return kinds
}()

// countedThing returns the kind of thing that the English words behind a number count, by
// the last noun before a grammatical word; "" if unknown.
func countedThing(after string) (kind string) {
	after = strings.TrimLeft(after, " -")
	if i := strings.IndexFunc(after, func(c rune) bool { return !isLatin(c) && c != ' ' && c != '-' }); i >= 0 {
		after = after[:i]
	}
	words := strings.Fields(after)
	for _, w := range words[:min(len(words), 4)] {
		if functionWords[w] && w != "listed" || afterCounted[w] && kind != "" {
			return kind
		}
		for _, singular := range []string{w, strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
			if k, ok := countedNouns[singular]; ok {
				kind = k
				break
			}
		}
	}
	return kind
}

// afterCounted are verbs that end the noun phrase of the things counted.
var afterCounted = asSet("handled imposed served found involving against have has had came come under match meet contain recorded registered owned held")
