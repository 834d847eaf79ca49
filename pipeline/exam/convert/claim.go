package convert

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Conclusions of claims.
const (
	yes = "yes"
	no  = "no"
)

// side is the place of a conclusion in a pair of words.
func side(verdict string) int {
	if verdict == yes {
		return 0
	}
	return 1
}

// A claim is what one row of a points table, or an answer without a table, says: its text
// without label, values and citations.
type claim struct {
	site     int    // whose answer it is
	point    int    // row, from 1; 0 for the answer's text
	spans    []span // of the source text, ascending
	verdict  string // yes, no or ""
	pair     int    // of the words for yes and no in which it is said
	text     string // what the spans say, after the conclusion, without a full stop
	heading  string // the heading above the row
	above    int    // row of the heading, from 1; 0 for none
	mentions []mention
	contrast [2]string // what it says without its reason, and the opposite; "" if there is none
	terms    map[string]bool
	core     map[string]bool // terms without those of the law that is named

	formal   bool // a row that every paper has
	named    bool // names a party of its case
	refers   bool // refers to a case or to another text
	applies  bool // applies law to the facts of its case
	sentence bool // has a verb
	fragment bool // lacks its subject, or speaks of what stands before it
}

// span is a passage of a text, in bytes.
type span struct{ first, end int }

// portable claims can be read without their case.
func (c *claim) portable() bool { return !c.formal && !c.named && !c.refers && !c.applies }

// readClaim reads the claim that a row or an answer makes. The fault says why it has none:
// "article" if a citation remains, "short" if less than two words do.
func (w *words) readClaim(source string) (c claim, fault Reason) {
	folded := fold(source)
	end := len(source)
	var cut []span
	start := 0
	if m := w.label.FindStringIndex(folded[:end]); m != nil {
		start = m[1]
	}
	for _, v := range []string{yes, no} {
		if m := w.verdict[v].FindStringIndex(folded[start:end]); m != nil {
			said := source[start : start+m[1]]
			c.verdict, start = v, start+m[1]
			c.pair = max(0, slices.IndexFunc(w.answers, func(pair [2]string) bool { return strings.HasPrefix(said, pair[side(v)]) }))
			break
		}
	}
	if m := w.after.FindStringIndex(folded[start:]); m != nil {
		end = start + m[0]
	}
	if w.lead != nil {
		if m := w.lead.FindStringSubmatchIndex(folded[start:end]); m != nil {
			start += m[3]
		}
	}
	for _, m := range slices.Concat(
		w.value.FindAllStringIndex(folded[start:end], -1),
		w.citations(folded[start:end]),
		w.alternatives.FindAllStringIndex(folded[start:end], -1),
	) {
		cut = append(cut, span{start + m[0], start + m[1]})
	}
	c.spans = remaining(source, start, end, cut)
	c.text = w.join(source, c.spans)
	switch {
	case w.article.MatchString(fold(c.text)) || w.rest.MatchString(fold(c.text)):
		return c, Article
	case w.count(c.text) < 2 || strings.Count(c.text, "(") != strings.Count(c.text, ")"):
		return c, Short
	}
	c.formal = w.formal.MatchString(fold(c.text))
	c.refers = w.refers.MatchString(fold(c.text))
	c.applies = w.applies != nil && w.applies.MatchString(fold(c.text))
	c.sentence = w.finite.MatchString(fold(c.text))
	c.fragment = w.fragment.MatchString(fold(c.text))
	c.terms = w.terms(c.text)
	c.core = w.core(c.text)
	c.mentions = w.readMentions(c.text)
	c.contrast = w.contrast(&c)
	return c, ""
}

// remaining returns the passages between first and end that are not cut, without the space
// and the marks that end them.
func remaining(source string, first, end int, cut []span) (out []span) {
	slices.SortFunc(cut, func(a, b span) int { return cmp.Or(a.first-b.first, b.end-a.end) })
	keep := func(from, to int) {
		s := source[from:to]
		trimmed := strings.TrimLeftFunc(s, unicode.IsSpace)
		from += len(s) - len(trimmed)
		trimmed = strings.TrimRight(trimmed, " \t\r\n,;.:–-，；。：、")
		if strings.ContainsFunc(trimmed, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			out = append(out, span{from, from + len(trimmed)})
		}
	}
	at := first
	for _, c := range cut {
		if c.first > at {
			keep(at, c.first)
		}
		at = max(at, c.end)
	}
	if at < end {
		keep(at, end)
	}
	return out
}

// join returns the passages as one text that begins with a capital letter.
func (w *words) join(source string, spans []span) string {
	var b strings.Builder
	for i, s := range spans {
		text := strings.Join(strings.Fields(source[s.first:s.end]), " ")
		switch first, size := utf8.DecodeRuneInString(text); {
		case i == 0:
			text = strings.TrimLeft(text, ",;.:，；。： ")
		case strings.ContainsRune(",;.:", first):
			text = string(first) + " " + strings.TrimLeft(text[size:], " ")
		case w.spaced:
			b.WriteByte(' ')
		default:
			if !strings.ContainsRune("，；。：", first) {
				b.WriteString("，")
			}
		}
		b.WriteString(text)
	}
	return capital(b.String())
}

// capital returns a text with a capital first letter.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// count returns the number of words of a text; of a text without spaces the characters by
// two, since most words there have two.
func (w *words) count(s string) int {
	if w.spaced {
		return len(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	}
	return utf8.RuneCountInString(s) / 2
}

// terms returns the words of a text that have content, in one case and without marks, or
// the pairs of characters where words do not stand apart.
func (w *words) terms(s string) map[string]bool {
	out := make(map[string]bool)
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !w.spaced {
			runes := []rune(word)
			for i := range len(runes) - 1 {
				out[string(runes[i:i+2])] = true
			}
			continue
		}
		if utf8.RuneCountInString(word) > 2 && !w.empty[word] {
			out[fold(word)] = true
		}
	}
	return out
}

// core returns the terms of a text without those of a law that it names.
func (w *words) core(s string) map[string]bool {
	return w.terms(w.withoutLaw(s))
}

// withoutLaw returns a text without the names of laws that it cites.
func (w *words) withoutLaw(s string) string {
	if w.lawful == nil {
		return s
	}
	return w.lawful.ReplaceAllString(s, "")
}

// held returns the share of the terms of a that b has, in [0, 1]; 0 if a has none.
func held(a, b map[string]bool) float64 {
	if len(a) == 0 {
		return 0
	}
	return float64(shared(a, b)) / float64(len(a))
}

// shared is the number of terms that two texts have in common.
func shared(a, b map[string]bool) (n int) {
	for t := range a {
		if b[t] {
			n++
		}
	}
	return n
}

// alike is the greater of the shares of terms that one of two texts holds of the other.
func alike(a, b map[string]bool) float64 { return max(held(a, b), held(b, a)) }

// quotes returns the passages of a claim.
func (x *ClaimIndex) quotes(i int) []task.Quote {
	c := &x.claims[i]
	s := &x.sites[c.site]
	var out []task.Quote
	for _, p := range c.spans {
		out = append(out, s.quote(c.point, p))
	}
	return out
}

// quote returns a passage of a row, or of the answer for row 0.
func (s *site) quote(point int, p span) task.Quote {
	source := s.part.Answer
	if point > 0 {
		source = s.part.Points[point-1].Text
	}
	return task.Quote{
		Source: s.essay.ID, Part: s.part.Label, Point: point,
		First: p.first, End: p.end, Text: source[p.first:p.end],
	}
}
