package score

import (
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"taskgrove/pipeline/value"
)

// Infer reads a keyword's type off its text, for tasks that come without typed
// values: a day in any layout, a number with a known unit or none, a text
// otherwise. Digits with a leading zero are text.
func Infer(keyword string) value.Answer {
	a := value.Answer{Kind: value.Text, Text: keyword}
	v := look(keyword)
	switch {
	case len(v.dates()) == 1 && v.cutDates(v.folded) == "|":
		a.Kind = value.Date
	case len(v.numbers()) == 1 && !v.numbers()[0].spelt:
		run := digits.FindString(v.folded)
		unit := strings.TrimSpace(v.folded[strings.Index(v.folded, run)+len(run):])
		sign := strings.TrimSuffix(v.folded[:strings.Index(v.folded, run)], "+")
		_, base := split(unit)
		if known(base) && strings.Trim(sign, "-") == "" {
			a.Kind, a.Unit = value.Number, unit
			a.Number = sign + strings.ReplaceAll(run, ",", "")
		}
	}
	return a
}

// known reports whether a base unit is a known one or none at all.
func known(base string) bool {
	if base == "" {
		return true
	}
	for _, u := range units {
		if u.base == base {
			return true
		}
	}
	return false
}

// expectation is a reference value as the strict rule looks for it.
type expectation struct {
	keyword string
	kind    value.Kind
	texts   []string        // normal forms: the text and aliases of a text, the aliases of the others
	folded  []string        // the same texts, folded alone
	day     string          // ISO
	amount  decimal.Decimal // in its unit
	power   int32           // of the unit's scale word
	base    string          // the unit's base
	places  int32           // of the reference
	rounds  bool            // compared after rounding to places

	yes      bool     // of a truth
	contrary []string // of a truth: normal forms of the opposite
}

// expect prepares a reference value. A number or day that cannot be read is
// looked for as text.
func expect(keyword string, a value.Answer) *expectation {
	e := &expectation{keyword: keyword, kind: value.Text}
	texts := a.Aliases
	switch a.Kind {
	case value.Number:
		n, err := decimal.NewFromString(a.Number)
		if err == nil && len(a.Number) <= maxDigits && n.Exponent() <= 0 && n.Exponent() >= -maxDigits {
			e.kind, e.amount, e.places = value.Number, n, max(-n.Exponent(), decimals(a.Text))
			e.power, e.base = split(a.Unit)
			e.rounds = e.places > 0 || e.base == yuan
		}
	case value.Date:
		if v := look(a.Text); len(v.dates()) == 1 {
			e.kind, e.day = value.Date, v.dates()[0].iso
		}
	case value.Truth:
		e.kind, e.yes = value.Truth, a.Yes
		for _, t := range a.Contrary {
			if f := Normal(t); telling(f) {
				e.contrary = append(e.contrary, f)
			}
		}
	}
	if e.kind == value.Text || e.kind == value.Truth {
		texts = append([]string{a.Text}, texts...)
	}
	for _, t := range texts {
		if f := fold(t); telling(squeeze(f)) {
			e.texts, e.folded = append(e.texts, squeeze(f)), append(e.folded, f)
		}
	}
	return e
}

// decimals returns the number of decimals of the first number in a text.
func decimals(text string) int32 {
	_, fraction, _ := strings.Cut(digits.FindString(fold(text)), ".")
	return int32(min(len(fraction), maxDigits))
}

// telling reports whether a normal text says anything as a keyword: it has a
// letter or digit and is no mark for "none".
func telling(normal string) bool {
	return normal != "无" && normal != "none" && strings.ContainsFunc(normal, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// idle reports whether there is nothing to look for.
func (e *expectation) idle() bool { return e.kind == value.Text && len(e.texts) == 0 }

// amountOf returns a number of a text in the expectation's unit; ok is false if
// the number measures something else.
func (e *expectation) amountOf(n number) (amount decimal.Decimal, ok bool) {
	switch {
	case n.base == "" && n.bare && !n.scaled:
		return n.amount, true // in the unit asked for
	case n.base == "" && !n.bare:
		if !carries(n.after, e.base) {
			return amount, false
		}
	case n.base != "" && e.base != "" && !alikeUnits(n.base, e.base) && !e.counts(n):
		return amount, false
	}
	return n.amount.Shift(-e.power), true
}

// counts reports whether a Chinese measure word answers for a unit that is a word
// of another language.
func (e *expectation) counts(n number) bool { return !known(e.base) && counted(n.base) != 0 }

// carried reports whether the number itself says that it is in a fitting unit.
func (e *expectation) carried(n number) bool {
	return n.base != "" || n.scaled || carries(n.after, e.base)
}

// agrees reports whether an amount in the expectation's unit is the expected one.
func (e *expectation) agrees(amount decimal.Decimal) bool {
	if e.rounds {
		amount = amount.Round(e.places)
	}
	return amount.Equal(e.amount)
}

// amounts returns the amounts of a text that could be the expected number: those
// that carry a fitting unit; without any, those spelt in words; without any,
// those without a unit, taken to be in the unit asked for. With all set it
// returns all three, and takes those without a unit in the base unit as well,
// which a table's column may be in.
func (e *expectation) amounts(v *view, all bool) []decimal.Decimal {
	var carried, spelt, bare []decimal.Decimal
	for _, n := range v.numbers() {
		a, ok := e.amountOf(n)
		switch {
		case !ok, n.spelt && e.base == "":
		case n.spelt:
			spelt = append(spelt, a)
		case e.base != "" && e.carried(n):
			carried = append(carried, a)
		default:
			bare = append(bare, a)
			if all {
				bare = append(bare, n.amount.Shift(-e.power))
			}
		}
	}
	switch {
	case all:
		return slices.Concat(carried, spelt, bare)
	case carried != nil:
		return carried
	case spelt != nil:
		return spelt
	}
	return bare
}
