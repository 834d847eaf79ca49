package quantity

import (
	"strings"

	"github.com/shopspring/decimal"
)

// readDigits reads a time, a day, a code or a number that begins with an ASCII digit.
func (s *scanner) readDigits(i int) int {
	text := s.text[i:]
	if n := timeOfDay(text); n > 0 {
		return s.addCode(i, n)
	}
	if plainRun(text) <= 4 {
		if n := s.addDay(i, numericDay(text), false); n > 0 {
			return n
		}
		for _, d := range []date{englishDay(text), portugueseDay(text)} {
			if n := s.addDay(i, d, false); n > 0 {
				return n
			}
		}
	}
	if n := codeRun(text); n > 0 {
		return s.addCode(i, n)
	}
	if _, money := currencyBefore(s.text[:i]); money == 0 {
		if n := s.addDay(i, compactDay(text), false); n > 0 {
			return n
		}
	}
	run := digitRun(text)
	whole := strings.ReplaceAll(strings.ReplaceAll(text[:run], ",", ""), "'", "")
	v, err := decimal.NewFromString(whole)
	if err != nil || len(whole) > maxDigits {
		return s.addCode(i, run)
	}
	if v.IsInteger() && run <= 4 {
		if run == 4 {
			if n := s.addDay(i, chineseDay(text, int(v.IntPart()), run), false); n > 0 {
				return n
			}
		}
		if run <= 2 {
			if n := s.addDay(i, chineseMonthDay(text, int(v.IntPart()), run), false); n > 0 {
				return n
			}
		}
	}
	if n := ordinalSuffix(text[run:]); n > 0 {
		return s.addRank(i, run+n, v, false)
	}
	if k := groupedRun(text); k > run && k <= maxDigits && s.isOneNumber(i, k) {
		run = k
		v, _ = decimal.NewFromString(strings.ReplaceAll(text[:run], " ", ""))
	}
	n := numeral{value: v, size: run, arabic: true}
	if exponent, size := readExponent(text[run:]); size > 0 {
		n.value, n.size, n.scaled = v.Shift(exponent), run+size, true
	} else if mixed := readNumeral(text); mixed.size > run {
		n = mixed
		n.scaled = n.scaled || n.hasPower
	}
	return s.addAmount(i, n, false)
}

// groupedRun returns the size of a number with spaces between groups of three digits, with its
// decimals; 0 if there is only one group.
func groupedRun(text string) int {
	n := plainRun(text)
	if n > 3 {
		return 0
	}
	groups := 1
	for n < len(text) && text[n] == ' ' && plainRun(text[n+1:]) == 3 {
		n, groups = n+4, groups+1
	}
	if groups == 1 {
		return 0
	}
	if n < len(text) && text[n] == '.' && plainRun(text[n+1:]) > 0 {
		n += 1 + plainRun(text[n+1:])
	}
	return n
}

// isOneNumber reports whether the n bytes at i, groups of digits, are one number: they have
// decimals, or a currency or a unit is next to them.
func (s *scanner) isOneNumber(i, n int) bool {
	_, currency := currencyBefore(s.text[:i])
	return currency > 0 || beginsWithUnit(strings.TrimLeft(s.text[i+n:], " ")) || strings.Contains(s.text[i:i+n], ".")
}

// readExponent reads the exponent of a power of ten: e8, ×10^8, x 10^8, * 10^(8).
func readExponent(text string) (exponent int32, size int) {
	rest := text
	if after, ok := strings.CutPrefix(rest, "e"); ok {
		rest = strings.TrimPrefix(after, "+")
	} else {
		rest = strings.TrimLeft(rest, " ")
		for _, mark := range []string{"×", "x", "*", "·"} {
			if after, ok := strings.CutPrefix(rest, mark); ok {
				rest = strings.TrimLeft(after, " ")
				if rest, ok = strings.CutPrefix(rest, "10^"); !ok {
					return 0, 0
				}
				rest = strings.TrimPrefix(rest, "(")
				break
			}
		}
		if len(rest) == len(strings.TrimLeft(text, " ")) {
			return 0, 0
		}
	}
	sign := int32(1)
	if after, ok := strings.CutPrefix(rest, "-"); ok {
		sign, rest = -1, after
	}
	k := plainRun(rest)
	if k == 0 || k > 2 {
		return 0, 0
	}
	exponent = sign * int32(atoi(rest[:k]))
	rest = rest[k:]
	if strings.Contains(text[:len(text)-len(rest)], "^(") {
		rest = strings.TrimPrefix(rest, ")")
	}
	return exponent, len(text) - len(rest)
}

// digitRun returns the size of a number in digits, with commas or apostrophes between groups of
// three and with decimals.
func digitRun(text string) int {
	n := plainRun(text)
	if n <= 3 {
		for n > 0 && n < len(text) && (text[n] == ',' || text[n] == '\'') && plainRun(text[n+1:]) == 3 {
			n += 4
		}
	}
	if n > 0 && n+1 < len(text) && text[n] == '.' {
		if k := plainRun(text[n+1:]); k > 0 {
			n += 1 + k
		}
	}
	return n
}

// plainRun returns the number of ASCII digits that a text begins with.
func plainRun(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}
