package value

import (
	"strings"
	"unicode"
)

// NewText returns the text as a value, without Unicode space around it. It accepts an
// empty text.
func NewText(text string) Value {
	return Value{Kind: Text, Text: strings.TrimSpace(text)}
}

// ParseText returns the text as a value; ok is false for a text of space only.
func ParseText(text string) (v Value, ok bool) {
	v = NewText(text)
	return v, v.Text != ""
}

// Fold returns the form in which texts are compared if their spelling may differ.
// Characters that [Invisible] reports are removed; full-width letters, digits and
// punctuation become half-width, and half-width kana full-width; surrounding space is
// removed, every run of inner space becomes one blank, and Latin letters become
// lower-case. Nothing else changes: case of other scripts, accents and variant characters
// stay. Fold(Fold(s)) == Fold(s).
func Fold(s string) string {
	s = unwidened(s)
	if isFolded(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		case r > unicode.MaxASCII && unicode.Is(unicode.Latin, r):
			return unicode.ToLower(r)
		}
		return r
	}, strings.Join(strings.Fields(StripInvisible(s)), " "))
}

// isFolded reports whether a text of canonical width is of Chinese characters, ASCII
// digits, small letters, punctuation and single blanks between them alone, as most names are: those
// folding keeps.
func isFolded(s string) bool {
	before := ' '
	for _, r := range s {
		if r == ' ' && before == ' ' || (r < ' ' || r > '~' || 'A' <= r && r <= 'Z') && (r < firstHan || r > lastHan) {
			return false
		}
		before = r
	}
	return before != ' ' || s == ""
}

// The block of the common Chinese characters.
const (
	firstHan = '\u4e00'
	lastHan  = '\u9fff'
)

// Masked reports whether the text contains one of the marks for hidden characters of a name
// ("某", "*"), in any width. Empty marks are ignored.
func Masked(text string, marks []string) bool {
	text = unwidened(text)
	for _, m := range marks {
		if m = narrow(m); m != "" && strings.Contains(text, m) {
			return true
		}
	}
	return false
}
