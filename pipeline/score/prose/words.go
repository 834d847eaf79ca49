package prose

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// folded returns a text in the form whose characters are compared: one blank for each
// run of space, none around it.
func folded(text string) string {
	text = norm.NFKC.String(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(strings.ToLower(text)), " ")
}

// words returns the words of a folded text in order.
func words(text string) []string {
	var all []string
	start := -1 // of the run that goes on
	for i, r := range text {
		run := !alone(r) && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r))
		if !run && start >= 0 {
			all = append(all, text[start:i])
			start = -1
		}
		switch {
		case alone(r):
			all = append(all, string(r))
		case run && start < 0:
			start = i
		}
	}
	if start >= 0 {
		all = append(all, text[start:])
	}
	return all
}

// alone reports whether a character is a word by itself. Of what its script writes
// between them, 〇 is the one that is said.
func alone(r rune) bool {
	return r == '〇' || unicode.IsLetter(r) && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
