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
	patternStem   = "*" // behind a word that may go on in any way
)

// IsPattern reports whether another term for a point of argument is a pattern: groups of words, such as
// "invoice,开票+first,before,先". A sentence states it that has a word of each group, in any order. A word
// in a Latin script stands in any of its forms: a short one is inflected, as "pay" is in "paying" and in
// "payment", and "part" in "parts" but not in "party"; one of five letters may go on, as "reconcil" does in
// "reconciled"; a grammatical one is the whole word, so that "no" is not in "notice", but "not" is in "cannot"
// and "isn't". Any word with * behind it may go on. A group without words is in no sentence.
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

// inNoText is the expression of a group without words.
var inNoText = regexp.MustCompile(`[^\s\S]`)

func newPattern(term string) pattern {
	var p pattern
	for _, group := range strings.Split(term, patternGroups) {
		var words []string
		for _, w := range strings.Split(group, patternWords) {
			if w = formsOf(w); w != "" {
				words = append(words, w)
			}
		}
		if words == nil {
			return pattern{inNoText}
		}
		p = append(p, regexp.MustCompile(strings.Join(words, "|")))
	}
	return p
}

// inflections are the endings of a short word, whose last consonant may be doubled, and those that make
// "payment" and "payable".
const inflections = `s|es|['’]s?|e?d|en?|ing|ings|i?ed|ies|ment|ments|able`

// formsOf returns the expression for a word of a pattern in its forms; "" for no word.
func formsOf(word string) string {
	w, goesOn := strings.CutSuffix(strings.TrimSpace(fold(word)), patternStem)
	if w = strings.TrimSpace(w); w == "" {
		return ""
	}
	quoted := regexp.QuoteMeta(w)
	if isLatin(firstRune(w)) {
		quoted = `\b` + quoted
	}
	last := w[strings.LastIndexByte(w, ' ')+1:]
	end := lastRune(w)
	switch {
	case goesOn || !isLatin(end):
		return quoted
	case last == "not":
		return strings.TrimSuffix(quoted, `not`) + `(?:not\b|cannot\b)` + notContracted(w)
	case grammatical[last]:
		return quoted + `\b`
	case len(last) < stemLetters || beginsOthers[last]:
		return quoted + `(?:` + string(end) + `?(?:` + inflections + `))?\b`
	}
	return quoted
}

// notContracted returns the alternative to the word "not" in contractions; "" if other words stand before it.
func notContracted(w string) string {
	if w == "not" {
		return `|n['’]t\b`
	}
	return ""
}

// stemLetters is the number of letters from which a word tells what it is a stem of.
const stemLetters = 5

// beginsOthers are longer words with which words of other meanings begin: claimant, property, country.
var beginsOthers = asSet(`actual alter claim count court cover order person proper state`)

// grammatical are words that have no other forms, or forms of other meanings.
var grammatical = asSet(`a all again an and any are as ask at be been but by can could did do does each either else ever every few for from had has
	have he her his how i if in into is it its least less man many may more most much must my neither never no nor now of off on once one only or other our
	out own per she should since so some still such than that the their them then there these they this those though till to too un under until up upon us
	was we were what when where which while who whom whose will with within without would yet you`)

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
