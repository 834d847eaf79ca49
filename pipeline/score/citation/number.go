package citation

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// maxNumber is the largest number of a unit; more is a year or a page.
const maxNumber = 9999

// number reads a number of folded text: digits, Chinese numerals, a letter or a Roman
// numeral, in this order.
func number(text string) (Number, bool) {
	if n, ok := value.ParseOrdinal(text); ok {
		return Number{Main: n}, true
	}
	r, isRoman := roman(text)
	if len(text) != 1 || text[0] < 'a' || text[0] > 'z' {
		return Number{Main: r}, isRoman
	}
	letter := int(text[0]-'a') + 1
	switch text {
	case "i", "v", "x": // items of a list rarely reach l, c, d or m as Roman numerals
		return Number{Main: r, Other: letter}, true
	}
	return Number{Main: letter}, true
}

// numbered reads a number with a branch: "" for none, else digits, Chinese numerals or a
// letter, of which a is 1.
func numbered(text, branch string) (Number, bool) {
	n, ok := number(text)
	if !ok || branch == "" {
		return n, ok
	}
	if len(branch) == 1 && branch[0] >= 'a' && branch[0] <= 'z' {
		n.Branch = int(branch[0]-'a') + 1
		return n, true
	}
	n.Branch, ok = value.ParseOrdinal(branch)
	return n, ok
}

// romanDigits are the values of Roman digits.
var romanDigits = map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100, 'd': 500, 'm': 1000}

// roman reads a Roman numeral in its usual spelling: iii, xiv.
func roman(text string) (n int, ok bool) {
	for i := range len(text) {
		d := romanDigits[text[i]]
		if i+1 < len(text) && d < romanDigits[text[i+1]] {
			n -= d
		} else {
			n += d
		}
	}
	return n, n > 0 && n <= maxNumber && spellRoman(n) == text
}

// spellRoman writes a number in Roman numerals.
func spellRoman(n int) (s string) {
	for _, d := range []struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= d.value; n -= d.value {
			s += d.sign
		}
	}
	return s
}

// romanNumber reads a Roman numeral, or digits in its place.
func romanNumber(text, branch string) (Number, bool) {
	r, ok := roman(text)
	if !ok {
		return numbered(text, branch)
	}
	n, ok := numbered(strconv.Itoa(r), branch)
	return n, ok
}
