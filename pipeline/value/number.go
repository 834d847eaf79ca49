package value

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// maxDigits is how many characters an amount without its sign can have, as it is written
// and in its unit. Cells are foreign bytes, and a great exponent would otherwise be
// written out in full.
const maxDigits = 64

// groupedDigits matches a number at the beginning of a text whose digits stand in groups of three.
var groupedDigits = lazyregexp.New(`^-?[0-9]{1,3}(?:,[0-9]{3})+`)

// Ungrouped returns a text without the commas of the number at its beginning, whose digits stand in groups of
// three: "1,234.50 CNY" as "1234.50 CNY". It returns any other text as it is.
func Ungrouped(text string) string {
	number := groupedDigits.FindString(text)
	return strings.ReplaceAll(number, ",", "") + text[len(number):]
}

// NewNumber returns the amount in the unit, in canonical form: equal amounts in the same
// unit are deeply equal Values.
func NewNumber(n decimal.Decimal, unit string) Value {
	text := n.String()
	canonical, err := decimal.NewFromString(text)
	if err != nil {
		panic("value: decimal " + strconv.Quote(text) + " does not read back: " + err.Error())
	}
	return Value{Kind: Number, Text: text, Number: canonical, Unit: unit}
}

// ParseNumber parses an amount in a column with the given unit, which is "" for a column
// without a unit, and scales it exactly to that unit: "1.31亿" in 元 is 131000000, "100.0" in
// % is 100, "9000万元" in 万元 is 9000. An amount without a unit is in the column's unit, and
// its scale word multiplies it: "3万" in 万元 is 30000.
//
// The whole text must be one amount that package quantity reads: a plain or JSON number,
// with or without thousands separators in groups of three, or a numeral, in half or full
// width, optionally with a currency before it, a scale word (5千亿, 24.09 million) and a
// unit. A unit that package quantity does not know is accepted if it is the column's.
//
// ok is false for units that measure something other than the column's unit, for additional
// words, for approximate amounts (十余万), for an abbreviated scale without a unit ("24.09m",
// which may be metres), for amounts in a unit that cannot be converted exactly to the
// column's, and for amounts of more than 64 digits.
func ParseNumber(text, unit string) (v Value, ok bool) {
	text = narrow(text)
	n, suffix, plain := cutDigits(text)
	if plain && suffix == "" {
		return bounded(n, unit)
	}
	in, ok := decimal.Decimal{}, false
	if plain {
		in, ok = suffixed(n, suffix, unit)
	}
	if !ok {
		in, ok = read(text, unit)
	}
	if !ok {
		return Value{}, false
	}
	return bounded(in, unit)
}

// bounded returns an amount in a unit if it is not too long.
func bounded(n decimal.Decimal, unit string) (v Value, ok bool) {
	v = NewNumber(n, unit)
	return v, len(strings.TrimPrefix(v.Text, "-")) <= maxDigits
}

// cutDigits takes plain digits, with or without sign and decimals, off a text that has no
// digit behind them: most amounts are written so.
func cutDigits(text string) (n decimal.Decimal, suffix string, ok bool) {
	from := 0
	if text != "" && (text[0] == '+' || text[0] == '-') {
		from = 1
	}
	end := from + digits(text[from:])
	if end < len(text) && end > from && text[end] == '.' {
		part := digits(text[end+1:])
		if part == 0 {
			return n, "", false
		}
		end += 1 + part
	}
	if end == from || end-from > maxDigits || strings.ContainsAny(text[end:], "0123456789") {
		return n, "", false
	}
	n, err := decimal.NewFromString(text[:end])
	return n, text[end:], err == nil
}

// digits returns how many ASCII digits a text begins with.
func digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// suffixed returns a number with a scale or unit behind it in a column's unit.
func suffixed(n decimal.Decimal, suffix, unit string) (in decimal.Decimal, ok bool) {
	if suffix = strings.TrimLeft(suffix, " \t"); suffix == unit {
		return n, true
	}
	_, base, factor := quantity.UnitOf(suffix)
	return scaled(multiplied(n, factor), base, unit)
}

// read returns a text that is one amount as a whole in a column's unit.
func read(text, unit string) (in decimal.Decimal, ok bool) {
	m, ok := quantity.Parse(text)
	if !ok || m.IsDay() || m.Kind == quantity.Rank || m.Kind == quantity.Code || m.Vague || m.Doubtful || m.Label {
		return in, false
	}
	if m.Unit == "" {
		plain := quantity.Normalize(text)
		switch last := plain[len(plain)-1]; {
		case m.Spelled && named(text), m.Scaled && shortened(text):
			return in, false
		case !m.Scaled || last >= '0' && last <= '9' || last == ')': // 1.31e8
			return m.Number, true
		}
	}
	return scaled(m.Number, m.Unit, unit)
}

// named reports whether a numeral in words may be a name: 二六三.
func named(text string) bool {
	return text[0] >= utf8.RuneSelf && !strings.ContainsAny(text, "十拾百佰千仟万萬亿億点")
}

// shortened reports whether a text ends in a word of a few letters, as 24.09m does.
func shortened(text string) bool {
	const short = 3 // letters of bln
	word := len(text) - len(strings.TrimRight(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz"))
	return word > 0 && word <= short
}

// scaled returns an amount of a base unit in a column's unit, exactly; ok is false for one
// that measures something else. What has a scale and no unit is in the unit of the column
// without that one's scale, but for percent, of which nobody writes millions.
func scaled(n decimal.Decimal, base, unit string) (in decimal.Decimal, ok bool) {
	kind, want, factor := quantity.UnitOf(unit)
	switch {
	case base == "" && kind != quantity.Percent:
		return n.Shift(-quantity.ScaleOf(unit)), true
	case base != want:
		return in, false
	}
	return divided(n, factor)
}

// multiplied returns a product.
func multiplied(n, by decimal.Decimal) decimal.Decimal {
	if by.CoefficientInt64() == 1 {
		return n.Shift(by.Exponent())
	}
	return n.Mul(by)
}

// divided returns a quotient; ok is false where it is no decimal of a few digits.
func divided(n, by decimal.Decimal) (q decimal.Decimal, ok bool) {
	if by.CoefficientInt64() == 1 { // as of nearly all units
		return n.Shift(-by.Exponent()), true
	}
	q, rest := n.QuoRem(by, maxDigits)
	return q, rest.IsZero()
}

// Convert returns the number of v, exactly, in another unit of the same base ("元" to "亿元").
// ok is false for values of other kinds, for units that measure different things, and for
// units in which the amount is not exact.
func Convert(v Value, unit string) (converted Value, ok bool) {
	if v.Kind != Number {
		return Value{}, false
	}
	if v.Unit == unit {
		return NewNumber(v.Number, unit), true
	}
	_, from, factor := quantity.UnitOf(v.Unit)
	_, to, by := quantity.UnitOf(unit)
	if from != to {
		return Value{}, false
	}
	n, ok := divided(multiplied(v.Number, factor), by)
	if !ok {
		return Value{}, false
	}
	return NewNumber(n, unit), true
}
