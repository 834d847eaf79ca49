package gate

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/quantity"
)

// mention is a quantity that stands in a text in normal form.
type mention struct {
	quantity.Mention
	text string // as it is written
}

// mentions returns the quantities of a text in normal form, in its order.
func mentions(text string) []mention {
	found := quantity.Read(text)
	all := make([]mention, len(found))
	for i := range found {
		all[i] = mention{found[i], text[found[i].From:found[i].To]}
	}
	return all
}

func (m mention) begin() int { return m.From }

// amount reports whether it is a number with or without a unit.
func (m *mention) amount() bool {
	return !m.IsDay() && m.Kind != quantity.Rank && m.Kind != quantity.Code
}

// fixed reports whether it is a day, a month or a code, of which no number is told.
func (m *mention) fixed() bool {
	return m.IsDay() && m.Kind != quantity.Year || m.Kind == quantity.Code
}

// alike reports whether two are the same amount, day, place or code, of whatever unit.
func (m *mention) alike(o *mention) bool {
	if m.Kind == quantity.Code {
		return o.Kind == quantity.Code && o.text == m.text
	}
	return (m.Kind == o.Kind || m.amount() && o.amount()) && m.Day == o.Day && m.Number.Equal(o.Number)
}

// small is the largest number that people write in words for other things than a
// result: 两家律所, 三个问题.
const small = 10

// few reports whether it is a small whole number in words, without a percent. Of years
// and weeks their own number counts, which are told in months and days.
func (m *mention) few() bool {
	if !m.Spelled || m.Kind == quantity.Percent || !m.amount() || !m.Number.IsInteger() {
		return false
	}
	number := m.Number
	if m.Kind == quantity.Duration {
		for _, many := range []int64{12, 7} {
			if by := decimal.NewFromInt(many); number.Mod(by).IsZero() {
				number = number.Div(by)
				break
			}
		}
	}
	return number.LessThanOrEqual(decimal.NewFromInt(small)) || m.oneByOne()
}

// oneByOne reports whether it is two Chinese numerals side by side, which say no number
// between them: 一一, 三五.
func (m *mention) oneByOne() bool {
	first, _ := utf8.DecodeRuneInString(m.text)
	return first >= utf8.RuneSelf && m.Number.LessThan(decimal.NewFromInt(100)) && m.Number.GreaterThan(decimal.NewFromInt(small)) && !strings.ContainsAny(m.text, "十拾")
}
