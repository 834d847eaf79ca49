package score

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// view is a text in the forms that the strict rule needs. Quantities are read on first use.
type view struct {
	raw    string // the original text
	folded string // one spelling of each character, words and lines apart
	normal string // folded without superfluous blanks
	places []int32
	strong []string // folded texts that are in bold or in a box in the original
	parts  [][2]int // see sentences
	own    string   // see unquoted

	cites, citesLatin bool         // cited and latinCited are set
	cited             []cited      // see citations
	latinCited        []latinCited // see latinCitations

	divided   bool   // divisions are set
	divisions []word // see words

	read      bool
	mentions  []quantity.Mention // of folded
	corrects  bool               // correctAt is set
	correctAt int
}

// newView prepares a name, a cell or a question. Its quantities are read on first use,
// because most keywords are names.
func newView(text string) *view {
	v := &view{folded: fold(text)}
	v.normal, v.places = squeezed(v.folded)
	return v
}

// emphases are the marks around a text in bold or in a box, and the characters that do not stand in it.
var emphases = []struct{ before, after, not string }{{"**", "**", "*\n"}, {"__", "__", "_\n"}, {"<b>", "</b>", "<\n"}, {`\boxed{`, "}", "{}\n"}}

// longestEmphasis is the longest text in bold or in a box, in characters.
const longestEmphasis = 200

// emphasisedIn returns the texts in bold or in a box, each within one line.
func emphasisedIn(text string) (all []string) {
	for i := 0; i < len(text); i++ {
		next := strings.IndexAny(text[i:], `*_<\`)
		if next < 0 {
			break
		}
		i += next
		for _, e := range emphases {
			rest, ok := strings.CutPrefix(text[i:], e.before)
			if !ok {
				continue
			}
			if to := strings.IndexAny(rest, e.not); to > 0 && utf8.RuneCountInString(rest[:to]) <= longestEmphasis && strings.HasPrefix(rest[to:], e.after) {
				all = append(all, rest[:to])
				i += len(e.before) + to + len(e.after) - 1
				break
			}
		}
	}
	return all
}

// A sentence that ends with the legal form of a company, and the first word of the next one.
var (
	formsAtEnd    = asSet("Co Ltd Inc LLC Corp PLC LP LLP")
	sentenceFirst = asSet(`The It Its In This That These Those They Their He She For As By At On Of To From With Since If When While So
		Thus Hence Therefore However Other Others Only Both All No None Not I We You There Here Among Each According Based Please Note And
		But Or One Two Three A An Accordingly Consequently Answer Final Source Hope`)
)

// splitAfterForms returns a text with a line end after each company form that ends a sentence,
// because folding drops the form's point.
func splitAfterForms(text string) string {
	var b strings.Builder
	done := 0
	for at := 0; ; {
		i := strings.Index(text[at:], ". ")
		if i < 0 {
			return b.String() + text[done:]
		}
		form, point := at+i, at+i
		for form > 0 && isWordByte(text[form-1]) {
			form--
		}
		at = point + len(". ")
		if !formsAtEnd[text[form:point]] {
			continue
		}
		next := strings.TrimLeft(text[at:], " ")
		if word, _, ok := strings.Cut(next, " "); ok && sentenceFirst[word] {
			b.WriteString(text[done:point] + ".\n")
			done = len(text) - len(next)
		}
	}
}

// dashLabel is a label with a hyphen behind it: "status - active".
var dashLabel = lazyregexp.New(`(\p{L}) [-–—] ([\p{L}\p{N}])|(\p{N}) [-–—] (\p{L})`)

// newAnswerView prepares an answer, without Markdown and LaTeX.
func newAnswerView(text string) *view {
	plain := quantity.Normalize(splitAfterForms(text))
	if containsAny(plain, " - ", " – ", " — ") {
		plain = dashLabel.ReplaceAllString(plain, "$1$3: $2$4")
	}
	v := newView(plain)
	v.raw = text
	for _, inner := range emphasisedIn(text) {
		if f := fold(quantity.Normalize(inner)); f != "" {
			v.strong = append(v.strong, f)
		}
	}
	return v
}

// containsAny reports whether a text contains one of some marks. It is asked before an expression
// that needs one of them, since few texts have any.
func containsAny(text string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(text, m) })
}

// quantities returns the quantities and days of the text, except labels, codes and words
// that may not be numbers.
func (v *view) quantities() []quantity.Mention {
	if v.read {
		return v.mentions
	}
	v.read = true
	for _, m := range quantity.Read(v.folded) {
		if m.Kind != quantity.Code && !m.Doubtful && (!m.Label || isRankLabel(v.folded[:m.From], m)) {
			v.mentions = append(v.mentions, m)
		}
	}
	return v.mentions
}

// quantitiesIn returns the quantities between two places.
func (v *view) quantitiesIn(from, to int) []quantity.Mention {
	all := v.quantities()
	first, _ := slices.BinarySearchFunc(all, from, func(m quantity.Mention, at int) int { return m.From - at })
	last, _ := slices.BinarySearchFunc(all, to, func(m quantity.Mention, at int) int { return m.From - at })
	return all[first:last]
}

// corrected returns the end of the last word of correction in the text; 0 for none.
func (v *view) corrected() int {
	if !v.corrects {
		v.corrects, v.correctAt = true, lastMatch(correctionWords, v.folded)
	}
	return v.correctAt
}

// isRankLabel reports whether a label is a rank: number 51, no. 51, #51.
func isRankLabel(before string, m quantity.Mention) bool {
	before = strings.TrimRight(before, " ")
	return m.Kind == quantity.Number && (strings.HasSuffix(before, "no.") || strings.HasSuffix(before, "number") || strings.HasSuffix(before, "#"))
}

// original returns the offset in folded of a byte of normal.
func (v *view) original(i int) int {
	switch {
	case v.places == nil:
		return i
	case i >= len(v.places):
		return len(v.folded)
	}
	return int(v.places[i])
}

// endsSentence reports whether a character of folded text ends a sentence.
func endsSentence(c rune) bool { return strings.ContainsRune("。!?;\n", c) }

// abbreviations are words, beside single letters, whose point ends no sentence.
var abbreviations = asSet(`no nos co ltd inc corp art arts dr mr ms mrs st vs approx para sec civ enf admin app res pen dec env bldg mkt
	urb emerg exch crim com jr sr fig tel`)

// longestSentence is the maximum distance in bytes at which the bounds of a sentence are
// searched.
const longestSentence = 1200

// sentence returns the bounds of the sentence around a place of folded text, cut at
// longestSentence.
func (v *view) sentence(at int) (from, to int) {
	from, to = 0, len(v.folded)
	for i := at; i > 0; {
		if at-i >= longestSentence {
			from = i
			break
		}
		c, size := utf8.DecodeLastRuneInString(v.folded[:i])
		if endsSentence(c) || c == '.' && v.isSentenceEnd(i-1) {
			from = i
			break
		}
		i -= size
	}
	for i := at; i < len(v.folded); {
		if i-at >= longestSentence {
			to = i
			break
		}
		c, size := utf8.DecodeRuneInString(v.folded[i:])
		if endsSentence(c) || c == '.' && v.isSentenceEnd(i) {
			to = i
			break
		}
		i += size
	}
	return from, to
}

// sentenceBefore returns the text from the beginning of the sentence to a place.
func (v *view) sentenceBefore(at int) string {
	from, _ := v.sentence(at)
	return v.folded[from:at]
}

// isSentenceEnd reports whether the point at a place ends a sentence.
func (v *view) isSentenceEnd(i int) bool {
	after := v.folded[i+1:]
	if after != "" && after[0] != ' ' && after[0] != '\n' {
		return false
	}
	last := lastLetters(v.folded[:i])
	return after == "" || len(last) != 1 && !abbreviations[last]
}

// dividesClause reports whether a character divides clauses within a sentence.
func dividesClause(c rune) bool { return strings.ContainsRune(",:|()→", c) || endsSentence(c) }

// line returns the line around a place.
func (v *view) line(at int) string {
	from, to := line(v.folded, at)
	return v.folded[from:to]
}

// clauseBefore returns the text from the beginning of the clause to a place.
func (v *view) clauseBefore(at int) string {
	from, _ := v.sentence(at)
	text := v.folded[from:at]
	for i := len(text); i > 0; {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if dividesClause(c) && !(c == ',' && between(text, i-1, isDigit)) {
			return text[i:]
		}
		i -= size
	}
	return text
}

// label returns the words that introduce a place: the text before it in its clause or, if
// that is blank, the text before the colon or in the table cell before it.
func (v *view) label(at int) string {
	before := v.clauseBefore(at)
	for range 2 {
		if strings.Trim(before, " \"'“‘*") != "" {
			return before
		}
		at -= len(before)
		if at == 0 || v.folded[at-1] != ':' && v.folded[at-1] != '|' {
			return before
		}
		at--
		before = strings.TrimRight(v.clauseBefore(at), " \"'”’*")
	}
	return before
}

// clauseAfter returns the text from a place to the end of the clause.
func (v *view) clauseAfter(at int) string {
	_, to := v.sentence(at)
	text := v.folded[at:max(at, to)]
	if i := strings.IndexFunc(text, dividesClause); i >= 0 {
		return text[:i]
	}
	return text
}

// between reports whether the byte at i stands between two characters of a kind.
func between(text string, i int, kind func(rune) bool) bool {
	return kind(lastRune(text[:i])) && kind(firstRune(text[i+1:]))
}

// bracketed reports whether a place stands in round brackets that open in its sentence.
func (v *view) bracketed(at int) bool {
	from, _ := v.sentence(at)
	depth := 0
	for _, c := range v.folded[from:at] {
		switch c {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
	}
	return depth > 0
}

// emphasised reports whether folded[from:to] is set in bold or a box.
func (v *view) emphasised(from, to int) bool {
	text := v.folded[from:to]
	for _, s := range v.strong {
		if strings.Contains(s, text) {
			return true
		}
	}
	return false
}

// lastLetters returns the small Latin letters at the end of a text.
func lastLetters(text string) string { return text[len(strings.TrimRightFunc(text, isLatin)):] }

// isLatin reports whether a character is a small Latin letter.
func isLatin(r rune) bool { return 'a' <= r && r <= 'z' }

// isHan reports whether a character is Chinese.
func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }
