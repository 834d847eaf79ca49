package team

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// mostName and mostNote are how many characters a member's name and an invitation's
// note may have.
const (
	mostName = 40
	mostNote = 200
)

// normalizeName returns a name as it is kept: in normal form C, without spaces around it and
// with single ones in it. Names that do not show what they are, with control
// characters, marks of writing direction or letters that are blank, are refused.
func normalizeName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", fmt.Errorf("%w: not UTF-8: want UTF-8", ErrName)
	}
	name = norm.NFC.String(strings.Join(strings.Fields(name), " "))
	switch n := utf8.RuneCountInString(name); {
	case n == 0 || n > mostName:
		return "", fmt.Errorf("%w: it has %d characters: want 1 to %d", ErrName, n, mostName)
	case strings.ContainsFunc(name, hidden):
		return "", fmt.Errorf("%w: %q has characters that do not show: want letters, digits and signs", ErrName, name)
	case !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "", fmt.Errorf("%w: %q has no letter and no digit: want a letter or a digit", ErrName, name)
	}
	return name, nil
}

// hidden reports whether a character is invisible, or changes how others look.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// nameKey returns what tells a name from others: names that differ in case or in the width
// of their letters have one key.
func nameKey(name string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
}
