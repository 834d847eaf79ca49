package score

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Marks of a pattern, see [IsPattern].
const (
	patternGroups = "+" // between its groups
	patternWords  = "," // between the words of a group
)

// IsPattern reports whether another term for a point of argument is a pattern: groups of words, such as
// "invoice,开票+first,before,先". A sentence states it that has a word of each group, in any order. In a
// Latin script a word may go on: "pay" is in "payment".
func IsPattern(term string) bool { return strings.Contains(term, patternGroups) }

// StatesPattern returns a function that reports whether a sentence of a text states a pattern. It is
// false for a term that is none. The text is read once, when the first pattern is looked for.
func StatesPattern(text string) func(term string) bool {
	read := sync.OnceValue(func() *view { return newView(text) })
	return func(term string) bool {
		return IsPattern(term) && read().states(newPattern(term), func([]int) bool { return true })
	}
}

// pattern is a pattern, see [IsPattern]: the words of each group.
type pattern [][]string

func newPattern(term string) pattern {
	var p pattern
	for _, group := range strings.Split(term, patternGroups) {
		var words []string
		for _, w := range strings.Split(group, patternWords) {
			if w = strings.TrimSpace(fold(w)); w == "" {
				continue
			}
			words = append(words, w)
		}
		if words != nil {
			p = append(p, words)
		}
	}
	return p
}

// states reports whether a sentence of a text states a pattern with words that meet a condition on the places
// where they begin.
func (v *view) states(p pattern, meets func(at []int) bool) bool {
	for _, s := range v.sentences() {
		if at := p.in(v.folded[s[0]:s[1]], s[0]); at != nil && meets(at) {
			return true
		}
	}
	return false
}

// sentences returns the bounds of the sentences of a text, read on first use.
func (v *view) sentences() [][2]int {
	if v.parts != nil {
		return v.parts
	}
	for from := 0; from < len(v.folded); {
		_, to := v.sentence(from)
		v.parts = append(v.parts, [2]int{from, to})
		_, mark := utf8.DecodeRuneInString(v.folded[to:])
		from = to + max(mark, 1)
	}
	return v.parts
}

// in returns where a sentence that begins at an offset has words of each group; nil if it lacks one.
func (p pattern) in(sentence string, offset int) (at []int) {
	for _, words := range p {
		before := len(at)
		for from := 0; ; {
			i, word := firstOf(words, sentence, from)
			if i < 0 {
				break
			}
			at, from = append(at, offset+i), i+len(word)
		}
		if len(at) == before {
			return nil
		}
	}
	return at
}

// firstOf returns the word of a group that stands first in a sentence from a place on, and where;
// -1 if there is none. Of words that begin at one place it is the first of the group.
func firstOf(words []string, sentence string, from int) (at int, word string) {
	at = -1
	for _, w := range words {
		for i := from; ; {
			n := strings.Index(sentence[i:], w)
			if i += n; n < 0 || at >= 0 && i >= at {
				break
			}
			if !isLatin(firstRune(w)) || i == 0 || !isWordByte(sentence[i-1]) {
				at, word = i, w
				break
			}
			i++
		}
	}
	return at, word
}

// isWordByte reports whether a byte is an ASCII letter or digit, or a low line.
func isWordByte(b byte) bool { return b == '_' || isDigit(rune(b)) || isLatin(rune(b|0x20)) }
