package tool

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Terms yields the index terms of a text in order, repetitions included: every pair of
// neighbouring characters, a character without a neighbour alone, and every run of Latin
// letters and digits as a whole. Width and case of letters are ignored; all characters
// except letters, marks and digits separate terms.
func Terms(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		s := strings.ToLower(width.Fold.String(text))
		for at := 0; at < len(s); {
			r, size := utf8.DecodeRuneInString(s[at:])
			kind := class(r)
			end := at + size
			for end < len(s) {
				r, size := utf8.DecodeRuneInString(s[end:])
				if class(r) != kind {
					break
				}
				end += size
			}
			ok := true
			switch kind {
			case word:
				ok = yield(s[at:end])
			case character:
				ok = pairs(s[at:end], yield)
			}
			if !ok {
				return
			}
			at = end
		}
	}
}

// pairs yields every two neighbouring characters, or the only one.
func pairs(run string, yield func(string) bool) bool {
	_, first := utf8.DecodeRuneInString(run)
	if first == len(run) {
		return yield(run)
	}
	for first < len(run) {
		_, second := utf8.DecodeRuneInString(run[first:])
		if !yield(run[:first+second]) {
			return false
		}
		run, first = run[first:], second
	}
	return true
}

// What a character does in a text.
const (
	separator = iota
	word      // part of a Latin word or a number
	character // counts in pairs
)

func class(r rune) int {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF:
		return character
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' {
			return word
		}
		return separator
	case unicode.Is(unicode.Latin, r), unicode.IsDigit(r):
		return word
	case unicode.IsLetter(r), unicode.IsMark(r):
		return character
	}
	return separator
}
