package quantity

import (
	"regexp"
	"strings"
)

// codePattern matches texts whose digits are no quantities: numbers of files, such as
// (2019)沪0104执1779号 and "(2019) km0104 civ. app. no. 1779", and web addresses.
var codePattern = regexp.MustCompile(`\(\d{4}\) ?(?:[^\s,;。、()|]{1,24}?号|[a-z]{2}\d{0,8} [a-z. ]{1,24}?no\. ?\d+|no\. ?\d+)|(?:https?://|www\.)[a-z0-9.:/?#@!$&'*+=%~-]*[a-z0-9/]`)

// mayHoldCodes reports whether codePattern can match; it saves most texts the slow search.
func mayHoldCodes(text string) bool {
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		return true
	}
	for {
		_, rest, ok := strings.Cut(text, "(")
		if !ok {
			return false
		}
		if plainRun(rest) == 4 {
			return true
		}
		text = rest
	}
}

// readCode reads the number of a file or a web address.
func (s *scanner) readCode(i int) int {
	for len(s.codes) > 0 && s.codes[0][0] < i {
		s.codes = s.codes[1:]
	}
	if len(s.codes) == 0 || s.codes[0][0] != i {
		return 0
	}
	return s.addMention(Mention{From: i, To: s.codes[0][1], Kind: Code})
}

// codeRun returns the size of the code that a text begins with: digits joined to letters that
// are no unit, digits with a leading zero, or a telephone number; 0 for a number.
func codeRun(text string) int {
	n := plainRun(text)
	rest := text[n:]
	word := ""
	for i := 0; i < len(rest) && latin(rest[i]); i++ {
		word = rest[:i+1]
	}
	const longestRatio = 6  // digits of a ratio such as 2x; longer digits with an x are a code
	const longestAmount = 9 // digits before a scale of one or two letters, as in 5m
	if word != "" && (!unitWord(rest, word) || n > longestAmount && len(word) < 3) || word == "x" && n > longestRatio || word != "" && len(rest) > len(word) && alnum(rest[len(word)]) {
		return joinedRun(text)
	}
	if n > 1 && text[0] == '0' {
		return joinedRun(text)
	}
	return telephone(text)
}

// unitWord reports whether letters that follow digits are a unit, a scale, an exponent or the
// ending of an ordinal.
func unitWord(rest, word string) bool {
	if _, ok := englishScales[word]; ok || ordinalSuffix(word) > 0 {
		return true
	}
	if word == "e" {
		_, size := readExponent(rest)
		return size > 0
	}
	_, n, ok := cutUnit(rest)
	return ok && n >= len(word)
}

// joinedRun returns the size of a run of letters and digits with hyphens, points, slashes and
// colons between them.
func joinedRun(text string) int {
	n := 0
	for n < len(text) {
		switch c := text[n]; {
		case alnum(c):
		case strings.IndexByte("-./:", c) >= 0 && n > 0 && n+1 < len(text) && alnum(text[n+1]):
		default:
			return n
		}
		n++
	}
	return n
}

// telephone returns the size of groups of digits joined by hyphens that cannot be a range of
// two numbers: there are three groups, at least seven digits, or a leading zero.
func telephone(text string) int {
	n, groups, total := plainRun(text), 1, plainRun(text)
	for n < len(text) && text[n] == '-' && plainRun(text[n+1:]) > 0 {
		k := plainRun(text[n+1:])
		if text[n+1] == '0' && k > 1 {
			total += 7
		}
		n, groups, total = n+1+k, groups+1, total+k
	}
	if groups == 1 || groups == 2 && total < 7 && !(n < len(text) && alnum(text[n])) {
		return 0
	}
	if groups == 2 && n < len(text) && beginsWithUnit(text[n:]) {
		return 0 // 2000-3000元
	}
	return n + joinedRun(text[n:])
}
