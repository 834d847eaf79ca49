package score

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Marks of a pattern, see [IsPattern].
const (
	patternGroups  = "+" // between its groups
	patternWords   = "," // between the words of a group
	patternStem    = "*" // behind a word that may go on in any way
	patternLacks   = "-" // before a group none of whose words may be in the sentence
	patternAgainst = "!" // before a pattern that says the opposite of the point
)

// IsPattern reports whether another term for a point of argument is a pattern: groups of words, such as
// "invoice,开票+first,before,先". A sentence states it that has a word of each group, in any order. A word
// in a Latin script stands in any of its forms: a short one is inflected, as "pay" is in "paying" and in
// "payment", and "part" in "parts" but not in "party"; one of five letters may go on, as "reconcil" does in
// "reconciled"; a grammatical one is the whole word, so that "no" is not in "notice", but "not" is in "cannot"
// and "isn't". Any word with * behind it may go on. A group without words is in no sentence. A sentence has
// none of the words of a group with - before it: "invoice+arrived,sent+-not,never".
//
// A pattern with ! before it says the opposite of the point: a text that states it argues against the point,
// whatever else it says.
func IsPattern(term string) bool { return strings.Contains(term, patternGroups) }

// IsOpposite reports whether a pattern says the opposite of its point, see [IsPattern].
func IsOpposite(term string) bool { return IsPattern(term) && strings.HasPrefix(term, patternAgainst) }

// StatesPattern returns a function that reports whether a sentence of a text states a pattern. It is
// false for a term that is none, and for the opposite of a point. The text is read once, when the first
// pattern is looked for.
func StatesPattern(text string) func(term string) bool {
	read := sync.OnceValue(func() *view { return newView(text) })
	return func(term string) bool {
		return IsPattern(term) && !IsOpposite(term) && read().states(newPattern(term), func([]int) bool { return true })
	}
}

// pattern is a pattern, see [IsPattern].
type pattern []patternGroup

// patternGroup has the words of a group.
type patternGroup struct {
	words []patternWord
	lacks bool // none of them may be in the sentence
}

// patternWord is a word of a pattern, and how it may end in a text.
type patternWord struct {
	text   string
	ending ending
	inside bool // it may begin within a word
}

// ending is how a word of a pattern may end in a text.
type ending int

const (
	open      ending = iota // it may go on
	whole                   // it is the whole word
	inflected               // it may have one of the inflections
)

func newPattern(term string) pattern {
	var p pattern
	for _, group := range strings.Split(strings.TrimPrefix(term, patternAgainst), patternGroups) {
		var g patternGroup
		group, g.lacks = strings.CutPrefix(group, patternLacks)
		for _, w := range strings.Split(group, patternWords) {
			g.words = append(g.words, formsOf(w)...)
		}
		if g.words == nil {
			return pattern{{}}
		}
		p = append(p, g)
	}
	return p
}

// inflections are the endings of a short word, whose last letter may be doubled, and those that make
// "payment" and "payable".
var inflections = asSet(`s es d ed n en ing ings ied ies ment ments able`)

// formsOf returns a word of a pattern as it may stand in a text; nil for no word.
func formsOf(word string) []patternWord {
	w, goesOn := strings.CutSuffix(strings.TrimSpace(fold(word)), patternStem)
	if w = strings.TrimSpace(w); w == "" {
		return nil
	}
	last := w[strings.LastIndexByte(w, ' ')+1:]
	form := patternWord{text: w, inside: !isLatin(firstRune(w))}
	switch {
	case goesOn || !isLatin(lastRune(w)):
	case w == "not":
		form.ending = whole
		return []patternWord{form, {"cannot", whole, false}, {"n't", whole, true}}
	case grammatical[last]:
		form.ending = whole
	case len(last) < stemLetters || beginsOthers[last]:
		form.ending = inflected
	}
	return []patternWord{form}
}

// ends reports whether the word may end before a text.
func (w *patternWord) ends(after string) bool {
	n := 0
	for n < len(after) && isWordByte(after[n]) {
		n++
	}
	rest, last := after[:n], w.text[len(w.text)-1]
	return n == 0 || w.ending == open ||
		w.ending == inflected && (inflections[rest] || rest[0] == last && inflections[rest[1:]])
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
	text := v.unquoted()
	for _, s := range v.sentences() {
		if at := p.in(text[s[0]:s[1]], s[0]); at != nil && meets(at) {
			return true
		}
	}
	return false
}

// quotation matches what a text quotes.
var quotation = lazyregexp.New(`"[^"\n]*"|“[^“”\n]*”|「[^「」\n]*」`)

// longQuotation is the length of a quotation, in characters, from which it is of more than words: of an article.
const longQuotation = 30

// unquoted returns the folded text with blanks in the place of what it quotes at length, at first use. What a
// law says is no statement of whoever quotes it.
func (v *view) unquoted() string {
	if v.own == "" {
		v.own = quotation.ReplaceAllStringFunc(v.folded, func(q string) string {
			if utf8.RuneCountInString(q) < longQuotation+2 {
				return q
			}
			return strings.Repeat(" ", len(q))
		})
	}
	return v.own
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

// in returns where a sentence that begins at an offset has words of each group; nil if it doesn't state the
// pattern.
func (p pattern) in(sentence string, offset int) (at []int) {
	for _, g := range p {
		before := len(at)
		for from := 0; ; {
			i, word := firstOf(g.words, sentence, from)
			if i < 0 {
				break
			}
			if g.lacks {
				return nil
			}
			at, from = append(at, offset+i), i+len(word)
		}
		if len(at) == before && !g.lacks {
			return nil
		}
	}
	return at
}

// firstOf returns the word of a group that stands first in a sentence from a place on, and where;
// -1 if there is none. Of words that begin at one place it is the first of the group.
func firstOf(words []patternWord, sentence string, from int) (at int, word string) {
	at = -1
	for _, w := range words {
		for i := from; ; {
			n := strings.Index(sentence[i:], w.text)
			if i += n; n < 0 || at >= 0 && i >= at {
				break
			}
			if (w.inside || i == 0 || !isWordByte(sentence[i-1])) && w.ends(sentence[i+len(w.text):]) {
				at, word = i, w.text
				break
			}
			i++
		}
	}
	return at, word
}

// isWordByte reports whether a byte is an ASCII letter or digit, or a low line.
func isWordByte(b byte) bool { return b == '_' || isDigit(rune(b)) || isLatin(rune(b|0x20)) }
