package value

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// Limits of what is taken for a number. Cells are foreign bytes, and an exponent
// of a billion would otherwise be written out in full.
const (
	maxDigits   = 64 // characters of the amount without its sign, before and after scaling
	maxExponent = 64 // absolute decimal exponent
)

// number is what an amount looks like after width folding: a sign, a currency
// mark, digits with or without thousands separators, a JSON exponent, and what
// follows as scale and unit.
var number = regexp.MustCompile(`^([+-]?)\s*(¥?)\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:[eE]([+-]?\d{1,3}))?\s*(\D*)$`)

// scales are the powers of ten a unit can begin with, longest first.
var scales = []struct {
	word  string
	power int32
}{
	{"万亿", 12}, {"千万", 7}, {"百万", 6}, {"十万", 5},
	{"亿", 8}, {"万", 4}, {"千", 3},
	{"trillion", 12}, {"billion", 9}, {"million", 6}, {"thousand", 3},
}

// NewNumber returns the amount in the unit, in canonical form: equal amounts in
// one unit are deeply equal Values.
func NewNumber(n decimal.Decimal, unit string) Value {
	text := n.String()
	canonical, err := decimal.NewFromString(text)
	if err != nil {
		panic("value: decimal " + strconv.Quote(text) + " does not read back: " + err.Error())
	}
	return Value{Kind: Number, Text: text, Number: canonical, Unit: unit}
}

// ParseNumber reads an amount and scales it exactly to the unit of its column:
// "1.31亿" in 元 is 131000000, "100.0" in % is 100, "9000万元" in 万元 is 9000.
// It takes plain and JSON numbers, numeric strings, thousands separators in
// groups of three, full-width forms, a leading ¥, the scales 千, 万, 十万, 百万,
// 千万, 亿 and 万亿, thousand, million, billion and trillion in either case, and
// the unit itself with or without a scale. 元, CNY, RMB and yuan are one unit. Text
// without a scale or unit is in the column's unit. A unit other than the column's,
// words beside the number, abbreviations of scales ("24.09m"), and amounts of more
// than 64 digits are not read; ok is false then.
func ParseNumber(text, unit string) (v Value, ok bool) {
	a, ok := amountOf(narrow(text))
	if !ok || len(a.digits) > maxDigits {
		return Value{}, false
	}
	power := int32(0)
	if a.exponent != "" {
		e, err := strconv.Atoi(a.exponent)
		if err != nil || e > maxExponent || e < -maxExponent {
			return Value{}, false
		}
		power = int32(e)
	}
	suffix := strings.TrimSpace(a.suffix)
	if a.mark != "" && !strings.HasSuffix(suffix, yuan) {
		suffix += yuan
	}
	shift, ok := between(suffix, unit)
	if !ok {
		return Value{}, false
	}
	n, err := decimal.NewFromString(a.sign + strings.ReplaceAll(a.digits, ",", ""))
	if err != nil {
		return Value{}, false
	}
	v = NewNumber(n.Shift(power+shift), unit)
	if len(strings.TrimPrefix(v.Text, "-")) > maxDigits {
		return Value{}, false
	}
	return v, true
}

// amount is a text taken apart as [number] says.
type amount struct{ sign, mark, digits, exponent, suffix string }

// amountOf takes a text of canonical width apart. Plain digits, which most amounts are,
// need no pattern.
func amountOf(text string) (a amount, ok bool) {
	digits := strings.TrimLeft(text, "+-")
	if whole, part, point := strings.Cut(digits, "."); len(text)-len(digits) <= 1 && isDigits(whole) && (!point || isDigits(part)) {
		return amount{sign: text[:len(text)-len(digits)], digits: digits}, true
	}
	m := number.FindStringSubmatch(text)
	if m == nil {
		return amount{}, false
	}
	return amount{m[1], m[2], m[3], m[4], m[5]}, true
}

// isDigits reports whether a text is of ASCII digits, one at least.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// between returns the power of ten by which an amount followed by suffix is
// multiplied to stand in unit, and false if the two measure different things.
func between(suffix, unit string) (int32, bool) {
	if suffix == "" {
		return 0, true
	}
	from, base := split(suffix)
	to, want := split(unit)
	if base != want && (base != "" || want == percent) {
		return 0, false
	}
	return from - to, true
}

const (
	percent  = "%"
	yuan     = "元"
	renminbi = "人民币"
)

// split takes a unit such as 万元 or "million CNY" apart into its power of ten and
// its base unit, which is "" for a bare scale. 元 is the base unit of what is
// called 人民币, CNY, RMB or yuan, too.
func split(unit string) (power int32, base string) {
	base = narrow(unit)
	if rest, ok := strings.CutSuffix(base, renminbi); ok {
		base = strings.TrimSuffix(rest, yuan) + yuan
	}
	for _, s := range scales {
		if rest, ok := cutScale(base, s.word); ok {
			power, base = s.power, rest
			break
		}
	}
	switch {
	case strings.EqualFold(base, "CNY"), strings.EqualFold(base, "RMB"), strings.EqualFold(base, "yuan"):
		base = yuan
	}
	return power, base
}

// cutScale takes a scale word off the beginning of a unit: a Latin one in either
// case, if it is a word of its own.
func cutScale(unit, word string) (rest string, ok bool) {
	if word[0] >= utf8.RuneSelf {
		return strings.CutPrefix(unit, word)
	}
	if len(unit) < len(word) || !strings.EqualFold(unit[:len(word)], word) {
		return unit, false
	}
	rest = unit[len(word):]
	trimmed := strings.TrimLeft(rest, " ")
	return trimmed, trimmed == "" || len(trimmed) < len(rest) || trimmed[0] >= utf8.RuneSelf
}

// Convert returns the number in another unit of the same base ("元" to "亿元"),
// exactly; ok is false for what is no number and for units that measure
// different things.
func Convert(v Value, unit string) (converted Value, ok bool) {
	if v.Kind != Number {
		return Value{}, false
	}
	from, base := split(v.Unit)
	to, want := split(unit)
	if base != want {
		return Value{}, false
	}
	return NewNumber(v.Number.Shift(from-to), unit), true
}
