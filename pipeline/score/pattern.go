package score

import (
	"regexp"
	"strings"
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

// StatesPattern reports whether a sentence of a text states a pattern. It is false for a term that is none.
func StatesPattern(text, term string) bool {
	if !IsPattern(term) {
		return false
	}
	v := newView(text)
	return v.states(newPattern(term), func([]int) bool { return true })
}

// pattern is a pattern, see [IsPattern]: an expression for each group.
type pattern []*regexp.Regexp

func newPattern(term string) pattern {
	var p pattern
	for _, group := range strings.Split(term, patternGroups) {
		var words []string
		for _, w := range strings.Split(group, patternWords) {
			if w = strings.TrimSpace(fold(w)); w == "" {
				continue
			}
			quoted := regexp.QuoteMeta(w)
			if isLatin(firstRune(w)) {
				quoted = `\b` + quoted
			}
			words = append(words, quoted)
		}
		p = append(p, regexp.MustCompile(strings.Join(words, "|")))
	}
	return p
}

// states reports whether a sentence of a text states a pattern with words that meet a condition on the places
// where they begin.
func (v *view) states(p pattern, meets func(at []int) bool) bool {
	for from := 0; from < len(v.folded); {
		_, to := v.sentence(from)
		if at := p.in(v.folded[from:to], from); at != nil && meets(at) {
			return true
		}
		_, mark := utf8.DecodeRuneInString(v.folded[to:])
		from = to + max(mark, 1)
	}
	return false
}

// in returns where a sentence that begins at an offset has words of each group; nil if it lacks one.
func (p pattern) in(sentence string, offset int) (at []int) {
	for _, group := range p {
		all := group.FindAllStringIndex(sentence, -1)
		if all == nil {
			return nil
		}
		for _, m := range all {
			at = append(at, offset+m[0])
		}
	}
	return at
}
