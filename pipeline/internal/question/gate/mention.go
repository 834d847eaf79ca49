package gate

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// mention is a quantity in a text in normal form.
type mention struct {
	quantity.Mention
	text string // as it is written
}

// mentions returns the quantities of a text in normal form, in order.
func mentions(text string) []mention {
	found := quantity.Read(text)
	all := make([]mention, len(found))
	for i := range found {
		all[i] = mention{found[i], text[found[i].From:found[i].To]}
	}
	return all
}

func (m mention) begin() int { return m.From }

// isAmount reports whether it is a number, with or without a unit.
func (m *mention) isAmount() bool {
	return !m.IsDay() && m.Kind != quantity.Rank && m.Kind != quantity.Code
}

// isDayOrCode reports whether it is a day, a month or a code, which are compared as a whole.
func (m *mention) isDayOrCode() bool {
	return m.IsDay() && m.Kind != quantity.Year || m.Kind == quantity.Code
}

// equals reports whether two mentions are the same amount, day, rank or code. Units are not
// compared.
func (m *mention) equals(o *mention) bool {
	if m.Kind == quantity.Code {
		return o.Kind == quantity.Code && o.text == m.text
	}
	return (m.Kind == o.Kind || m.isAmount() && o.isAmount()) && m.Day == o.Day && m.Number.Equal(o.Number)
}

// maxSmall is the largest number that people also write in words without stating a result:
// 两家门店, 三个问题.
const maxSmall = 10

// isSmallInWords reports whether it is a whole number up to maxSmall, written in words, and no
// percentage. Years and weeks, which are stored as months and days, count in their original
// unit.
func (m *mention) isSmallInWords() bool {
	if !m.Spelled || m.Kind == quantity.Percent || !m.isAmount() || !m.Number.IsInteger() {
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
	return number.LessThanOrEqual(decimal.NewFromInt(maxSmall)) || m.isNumeralPair()
}

// isNumeralPair reports whether it is two adjacent Chinese numerals that are not one number:
// 一一, 三五.
func (m *mention) isNumeralPair() bool {
	first, _ := utf8.DecodeRuneInString(m.text)
	return first >= utf8.RuneSelf && m.Number.LessThan(decimal.NewFromInt(100)) && m.Number.GreaterThan(decimal.NewFromInt(maxSmall)) && !strings.ContainsAny(m.text, "十拾")
}
