package score

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Marks of a term of particulars, see [IsParticulars].
const (
	particularsMark = "@" // before it
	particularsEnd  = "|" // between its texts
)

// IsParticulars reports whether another term for a point of argument records what the point rests on: @ and,
// between bars, days, sums, rates, names and articles of law, as in "@CNY 1300|20 July 2018|Article 12 of the
// Civil Code". Points with the same term are those of one plea. A paragraph is about the plea that states a day,
// a sum or a name of its particulars or cites one of its articles, or has two of the others, in any spelling.
// Whoever argues in it, in words that are not copied from the question, and concedes nothing, makes the points
// of the plea.
func IsParticulars(term string) bool { return strings.HasPrefix(term, particularsMark) }

// particulars are what the points of a plea rest on, see [IsParticulars].
type particulars struct {
	term     string
	values   []quantity.Mention
	names    []string // the first words of names, folded
	articles []int
}

func newParticulars(term string) *particulars {
	p := &particulars{term: term}
	for _, text := range strings.Split(strings.TrimPrefix(term, particularsMark), particularsEnd) {
		if c, ok := value.ParseCitation(text); ok {
			p.articles = append(p.articles, c.Article)
		} else if m, ok := quantity.Parse(text); ok {
			p.values = append(p.values, m)
		} else if name := brandOf(fold(text)); informative(squeeze(name)) {
			p.names = append(p.names, name)
		}
	}
	return p
}

// brandLetters is the number of characters by which a Chinese name is known.
const brandLetters = 2

// brandOf returns the part of a folded name by which a text calls who has it.
func brandOf(name string) string {
	if word, _, ok := strings.Cut(name, " "); ok {
		return word
	}
	if runes := []rune(name); len(runes) > brandLetters && !isLatin(runes[0]) {
		return string(runes[:brandLetters])
	}
	return name
}

// Weights of what a paragraph states. One that states aboutPlea is about the plea.
const (
	weakParticular   = 1 // a rate, a period
	strongParticular = 2
	aboutPlea        = 2
)

// in reports whether a paragraph, whose quantities are given, is about the plea.
func (p *particulars) in(paragraph string, stated []quantity.Mention) bool {
	weight := 0
	for _, v := range p.values {
		if !slices.ContainsFunc(stated, func(m quantity.Mention) bool { return sameParticular(&v, &m) }) {
			continue
		}
		if v.Kind == quantity.Day || v.Kind == quantity.Money {
			weight += strongParticular
		} else {
			weight += weakParticular
		}
	}
	for _, name := range p.names {
		if strings.Contains(paragraph, name) {
			weight += strongParticular
		}
	}
	for _, n := range articlesIn(paragraph) {
		if slices.Contains(p.articles, n) {
			weight += strongParticular
		}
	}
	return weight >= aboutPlea
}

// leastBare is the least amount that a text may state without its unit.
const leastBare = 100

// sameParticular reports whether a text states a quantity or day, which may lack the year, or the unit.
func sameParticular(v, m *quantity.Mention) bool {
	switch {
	case v.Kind == quantity.Day:
		return m.Day == v.Day || m.Kind == quantity.MonthDay && strings.HasSuffix(v.Day, m.Day)
	case v.Kind == quantity.Money && m.Kind == quantity.Number:
		return m.Number.IntPart() >= leastBare && m.Number.Equal(v.Number)
	}
	return m.Kind == v.Kind && m.Unit == v.Unit && m.Number.Equal(v.Number)
}

// articleCited matches the number of an article in a folded text.
var articleCited = regexp.MustCompile(`第([0-9零〇一二三四五六七八九十百]+)条|` + articleWord + `(\d{1,4})`)

// articlesIn returns the numbers of the articles that a folded text cites.
func articlesIn(text string) (all []int) {
	for _, m := range articleCited.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[2]); err == nil {
			all = append(all, n)
		} else if c, ok := value.ParseCitation("法" + m[0]); ok {
			all = append(all, c.Article)
		}
	}
	return all
}

// paragraph is a paragraph of the answer with its heading.
type paragraph struct {
	from, to int
	about    []*particulars // the pleas that it is about
	argued   bool           // the side that writes argues something, and concedes nothing
}

// argues reports whether a paragraph makes a plea that it is about.
func (s *paragraph) argues(p *particulars) bool { return s.argued && slices.Contains(s.about, p) }

// has reports whether a place of the answer is in the paragraph.
func (s *paragraph) has(at int) bool { return s.from <= at && at < s.to }

// mayArgue reports whether a term or a pattern at a place of the answer may make a plea: in a paragraph that
// argues, and that is not about other pleas alone.
func (g *grading) mayArgue(p *particulars, at int) bool {
	return slices.ContainsFunc(g.paragraphs(), func(s paragraph) bool {
		return s.has(at) && s.argued && (s.about == nil || slices.Contains(s.about, p))
	})
}

// readParagraphs returns the paragraphs of the answer.
func (g *grading) readParagraphs() (all []paragraph) {
	mentions := g.answer.quantities()
	for heading, s := range g.answer.paragraphs() {
		p := paragraph{from: heading, to: s[1], argued: g.arguesIn(heading, s[1])}
		var stated []quantity.Mention
		for _, m := range mentions {
			if p.from <= m.From && m.To <= p.to {
				stated = append(stated, m)
			}
		}
		for _, e := range g.middle {
			if e.rests != nil && e.rests.in(g.answer.folded[p.from:p.to], stated) {
				p.about = append(p.about, e.rests)
			}
		}
		all = append(all, p)
	}
	return all
}

// arguesIn reports whether some sentence of the answer's folded[from:to] argues, in words of its own, and none concedes.
func (g *grading) arguesIn(from, to int) (argued bool) {
	for s, done := range g.acts(from, to) {
		if done == concedes {
			return false
		}
		sentence := g.answer.folded[s[0]:s[1]]
		if i := firstArgued(sentence); i >= 0 && !g.isTold(s[0]+i) && !g.isCopied(sentence) {
			argued = true
		}
	}
	return argued
}

// saysOfLaw matches the words with which a sentence says something of the article that it cites, and leastSaid is how many
// of them it has at least: a list has fewer.
var saysOfLaw = regexp.MustCompile(`[的了是就把被而则即不]|\b(?:the|an?|is|are|was|were|that|which|to|by|for|what|who|whoever|nobody)\b`)

const leastSaid = 3

// firstArgued returns where a folded sentence first argues; -1 for nowhere.
func firstArgued(sentence string) int {
	own := withoutCitations(sentence)
	if i := arguing.FindStringIndex(own); i != nil {
		return i[0]
	}
	if len(articlesIn(sentence)) > 0 && len(saysOfLaw.FindAllString(own, leastSaid)) == leastSaid {
		return 0
	}
	return -1
}

// titled matches the title of a Chinese statute, with the articles cited.
var titled = regexp.MustCompile(`(?:《[^《》\n]*》|同法|该法)(?:第[0-9零〇一二三四五六七八九十百]+条)?`)

// withoutCitations returns a folded sentence with blanks in the place of the articles that it cites, whose titles
// have words of their own.
func withoutCitations(sentence string) string {
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	sentence = titled.ReplaceAllStringFunc(sentence, blank)
	for _, c := range latinCitations(sentence) {
		sentence = sentence[:c.from] + blank(sentence[c.from:c.to]) + sentence[c.to:]
	}
	return sentence
}

// isCopied reports whether a sentence stands in the question.
func (g *grading) isCopied(sentence string) bool {
	return strings.Contains(g.question.normal, squeeze(strings.Trim(sentence, " *#-0123456789.)(、")))
}
