package score

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
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
// a sum or a name of its particulars or cites one of its articles, or has two of the others, in any spelling, or
// else the one whose facts it tells in the words of the question.
// Whoever argues in it, or supports a relief against the claim, in words that are not copied from the question, and concedes nothing, makes the points
// of the plea, unless what the text asks for says otherwise. Patterns of such points are not looked for.
func IsParticulars(term string) bool { return strings.HasPrefix(term, particularsMark) }

// particulars are what the points of a plea rest on, see [IsParticulars].
type particulars struct {
	term      string
	values    []quantity.Mention
	spelled   []string // the values in words, folded; "" for those with digits
	deduction int64    // what it takes off the claim by the sums that it states, in cents; 0 for nothing
	lesser    int64    // the lesser of two sums that it states, in cents, which it takes off if both make up an item; 0 for none
	share     int64    // the share that it takes off, in hundredths of a percent; 0 for none
	rated     bool     // some of the values are percentages
	names     []string // the first words of names, folded
	articles  []int
}

func newParticulars(term string) *particulars {
	p := &particulars{term: term}
	for _, text := range strings.Split(strings.TrimPrefix(term, particularsMark), particularsEnd) {
		if c, ok := value.ParseCitation(text); ok {
			p.articles = append(p.articles, c.Article)
		} else if m, ok := quantity.Parse(text); ok {
			p.values, p.rated = append(p.values, m), p.rated || m.Kind == quantity.Percent
			if text = fold(text); strings.ContainsFunc(text, isDigit) {
				text = ""
			}
			p.spelled = append(p.spelled, text)
		} else if name := brandOf(fold(text)); informative(squeeze(name)) {
			p.names = append(p.names, name)
		}
	}
	p.deducts()
	return p
}

// pleas returns the particulars of each plea.
func (g *Grader) pleas() (all []*particulars) {
	for _, e := range g.middle {
		if e.rests != nil && !slices.Contains(all, e.rests) {
			all = append(all, e.rests)
		}
	}
	return all
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

// weight returns how much a text, whose quantities are given, states of what the plea rests on.
func (p *particulars) weight(text string, stated []quantity.Mention) (weight int) {
	if p.rated {
		stated = slices.Concat(stated, fractionsIn(text))
	}
	for i, v := range p.values {
		spelled := p.spelled[i] != "" && strings.Contains(text, p.spelled[i]) // an hour may be no number: 一个小时
		if !spelled && !slices.ContainsFunc(stated, func(m quantity.Mention) bool { return sameParticular(&v, &m) }) {
			continue
		}
		if v.Kind == quantity.Day || v.Kind == quantity.Money {
			weight += strongParticular
		} else {
			weight += weakParticular
		}
	}
	for _, name := range p.names {
		if strings.Contains(text, name) {
			weight += strongParticular
		}
	}
	for _, n := range articlesIn(text) {
		if slices.Contains(p.articles, n) {
			weight += strongParticular
		}
	}
	return weight
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
var articleCited = lazyregexp.New(`第([0-9零〇一二三四五六七八九十百]+)条|` + articleWord + `(\d{1,4})`)

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

// span is a part of the answer.
type span struct{ from, to int }

// has reports whether a place of the answer is in the span.
func (s span) has(at int) bool { return s.from <= at && at < s.to }

// paragraph is a paragraph of the answer with its heading. Each thing that is known of it is read on first use: of most
// paragraphs little is asked.
type paragraph struct {
	span
	about    func() []*particulars // the pleas that it is about
	parts    func() []part         // see argued; none of what the court is asked for and of the issues, which are argued behind them
	conceded func() []span         // see concededIn
}

// part is a paragraph, or a part of one that is about several pleas.
type part struct {
	span
	about  []*particulars // the pleas that it is about
	pleads bool           // the side that writes argues something
	argued bool           // and it concedes nothing

	concludes int // where its last sentence begins that draws a conclusion
}

// hasLast reports whether a place of the answer is in the part, and no earlier than the last sentence that draws a conclusion.
func (s *part) hasLast(at int) bool { return s.concludes <= at && s.has(at) }

// parts yields the parts of all paragraphs.
func (g *grading) parts() iter.Seq[part] {
	return func(yield func(part) bool) {
		for _, p := range g.paragraphs() {
			for _, s := range p.parts() {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// partsAbout yields the parts of paragraphs that are about a plea.
func (g *grading) partsAbout(q *particulars) iter.Seq[part] {
	return func(yield func(part) bool) {
		for _, p := range g.paragraphs() {
			if !slices.Contains(p.about(), q) {
				continue
			}
			for _, s := range p.parts() {
				if slices.Contains(s.about, q) && !yield(s) {
					return
				}
			}
		}
	}
}

// touches reports whether a part that is about no plea tells something of one: a rate, a period, or some of its facts.
func (g *grading) touches(s *part, p *particulars) bool {
	if s.about != nil {
		return false
	}
	text := g.answer.folded[s.from:s.to]
	return p.weight(text, g.answer.quantitiesIn(s.from, s.to)) > 0 || g.ownWordsIn(piecesOf(text), p) >= leastTouching
}

// mayArgue reports whether a term or a pattern at a place of the answer may make a plea: in a part that
// argues, and that is not about other pleas alone.
func (g *grading) mayArgue(q *particulars, at int) bool {
	return slices.ContainsFunc(g.paragraphs(), func(p paragraph) bool {
		return p.has(at) && slices.ContainsFunc(p.parts(), func(s part) bool {
			return s.has(at) && s.argued && (s.about == nil || slices.Contains(s.about, q))
		})
	})
}

// concedesAt reports whether the side that writes concedes the matter at a place of the answer.
func (g *grading) concedesAt(at int) bool {
	return slices.ContainsFunc(g.paragraphs(), func(p paragraph) bool {
		return p.has(at) && slices.ContainsFunc(p.conceded(), func(s span) bool { return s.has(at) })
	})
}

// Numbers of days and sums by which a paragraph and a text are known to belong to another case.
const (
	foreignInParagraph = 2
	foreignInText      = 3
)

// readParagraphs returns the paragraphs of the answer.
func (g *grading) readParagraphs() (all []paragraph) {
	relief, listed := g.relief(), g.listed()
	foreign := sync.OnceValue(func() bool { return g.ofAnotherCase(g.answer.quantities(), foreignInText) })
	for heading, at := range g.answer.paragraphs() {
		p := paragraph{span: span{heading, at[1]}}
		p.conceded = sync.OnceValue(func() []span { return g.concededIn(heading, at) })
		p.about = sync.OnceValue(func() []*particulars { return g.pleasIn(p.span) })
		p.parts = sync.OnceValue(func() []part {
			if relief[0] <= at[0] && at[0] < relief[1] || listed[0] < at[1] && at[0] < listed[1] {
				return nil
			}
			return g.argued(&p, foreign() || g.ofAnotherCase(g.answer.quantitiesIn(p.from, p.to), foreignInParagraph))
		})
		all = append(all, p)
	}
	return all
}

// pleasIn returns the pleas that a paragraph is about.
func (g *grading) pleasIn(at span) (about []*particulars) {
	stated := g.answer.quantitiesIn(at.from, at.to)
	for _, q := range g.pleas() {
		if q.weight(g.answer.folded[at.from:at.to], stated) >= aboutPlea {
			about = append(about, q)
		}
	}
	if about == nil {
		if q := g.tellsOf(at.from, at.to); q != nil {
			about = []*particulars{q}
		}
	}
	return about
}

// sentence is a sentence of a paragraph.
type sentence struct {
	from, to  int
	about     []*particulars // the pleas that it is about, of those of the paragraph
	argues    bool           // in words of its own
	concludes bool           // it argues by drawing a conclusion
	concedes  bool
	contests  bool // it opposes something
	states    bool // it tells something of a plea of the paragraph
}

// argued decides whether a paragraph argues, unless it belongs to another case. A paragraph about several pleas becomes
// a part for each run of sentences about the same ones. What a sentence says of several things at once goes for all.
func (g *grading) argued(p *paragraph, foreign bool) []part {
	var parts []part
	var conceded []bool
	together, none, turned := false, false, false
	for _, s := range g.sentencesOf(p) {
		n := len(parts)
		all := len(s.about) > 1 && len(s.about) == len(p.about())
		begins := n > 0 && s.about == nil && len(p.about()) > 1 && pointBegins.MatchString(strings.TrimLeft(g.answer.folded[s.from:s.to], " "))
		switch {
		case n == 0, begins, s.about != nil && !all && parts[n-1].about != nil && !slices.Equal(s.about, parts[n-1].about):
			parts, conceded = append(parts, part{span: span{from: s.from}, about: s.about}), append(conceded, false)
			n, turned = n+1, false
		case s.about != nil && !all:
			parts[n-1].about = s.about
		}
		last := &parts[n-1]
		if s.concludes {
			last.concludes = s.from
		}
		last.to, last.pleads = s.to, last.pleads || s.argues && !foreign
		turned = (turned || s.contests) && !s.concedes
		conceded[n-1] = conceded[n-1] && !(turned && s.states) || s.concedes // opposing all of the claim takes nothing back
		none = none || all && s.concedes
		together = together || s.argues && !s.concedes && !foreign && ofSeveral.MatchString(g.answer.folded[s.from:s.to])
	}
	for i := range parts {
		parts[i].pleads = parts[i].pleads || together
		parts[i].argued = parts[i].pleads && !none && !conceded[i]
		if len(parts) == 1 {
			parts[i].about = p.about()
		}
	}
	return parts
}

// ofSeveral matches the words by which a sentence speaks of several things at once.
var ofSeveral = lazyregexp.New(`[两二各]项|[两二各]笔|[两二]者|上述|以上|[均都]|各自|一并|\b(?:both|these|all|each|together|two|either)\b`)

// ofTheRest matches the words by which a sentence speaks of what the text has not spoken of.
var ofTheRest = lazyregexp.New(`其[余他它]|别的|余下|剩[下余]|除此|除上述|除前述|除了?以上|\b(?:apart from|the rest|otherwise|remain(?:s|ing|der)|the balance|save (?:for|as)|beyond that|other than|no other|nothing else)\b`)

// sentencesOf returns the sentences of a paragraph.
func (g *grading) sentencesOf(p *paragraph) (all []sentence) {
	for at, done := range g.acts(p.from, p.to) {
		text := g.answer.folded[at[0]:at[1]]
		s := sentence{from: at[0], to: at[1]}
		if len(p.about()) > 1 {
			s.about = heaviest(p.about(), text, g.answer.quantitiesIn(at[0], at[1]))
		}
		s.contests = done == contests
		s.states = slices.ContainsFunc(p.about(), func(q *particulars) bool {
			return q.weight(text, g.answer.quantitiesIn(at[0], at[1])) > 0 || g.ownWordsIn(piecesOf(text), q) >= leastTouching
		})
		s.concedes = done == concedes && !g.isOfTheRest(p, at)
		i := firstArgued(text)
		s.concludes = i >= 0
		if i < 0 && g.opposes() && !g.isHeadingAt(at) && !strings.HasPrefix(g.answer.folded[at[1]:], "?") {
			i = len(text) - 1 // told in support of what the text asks for
		}
		s.argues = i >= 0 && !g.isTold(at[0]+i) && !g.isCopied(text)
		all = append(all, s)
	}
	return all
}

// isOfTheRest reports whether a sentence speaks of what is left beside the pleas of its paragraph, or of the sum that is.
func (g *grading) isOfTheRest(p *paragraph, at [2]int) bool {
	text, stated := g.answer.folded[at[0]:at[1]], g.answer.quantitiesIn(at[0], at[1])
	isLeft := func(s statedRemainder) bool { return !slices.Contains(s.ways, remainder{}) }
	if !ofTheRest.MatchString(text) && !slices.ContainsFunc(g.remaindersIn(at), isLeft) {
		return false
	}
	return !andThis.MatchString(text) && !slices.ContainsFunc(p.about(), func(q *particulars) bool {
		return q.weight(text, stated) > 0 && !slices.ContainsFunc(g.remaindersIn(at), func(s statedRemainder) bool { return isLeft(s) && g.remainders().takesAlways(s, q) })
	})
}

// andThis matches the words by which a sentence about the rest speaks of this as well.
var andThis = lazyregexp.New(`也|同样|一并|连同|\b(?:too|also|as well|with the rest|like the rest|as before|together)\b`)

// isHeadingAt reports whether a sentence is a line of its own that is a heading.
func (g *grading) isHeadingAt(at [2]int) bool {
	text := g.answer.folded
	return (at[0] == 0 || text[at[0]-1] == '\n') && isHeading(text[at[0]:at[1]]) && (at[1] == len(text) || text[at[1]] == '\n')
}

// heaviest returns the pleas that a sentence is about or, if there is none, those that it touches.
func heaviest(pleas []*particulars, sentence string, stated []quantity.Mention) (about []*particulars) {
	for _, least := range []int{aboutPlea, weakParticular} {
		for _, p := range pleas {
			if p.weight(sentence, stated) >= least {
				about = append(about, p)
			}
		}
		if about != nil {
			break
		}
	}
	return about
}

// ofAnotherCase reports whether a text belongs to another case, by its quantities: it states days and sums, at least so
// many, and the question and the pleas state none of them. Whoever copies a defence argues nothing in this case.
func (g *grading) ofAnotherCase(stated []quantity.Mention, least int) bool {
	unknown := 0
	for _, m := range stated {
		if m.Kind != quantity.Day && m.Kind != quantity.MonthDay && m.Kind != quantity.Money {
			continue
		}
		if g.knows(&m) {
			return false
		}
		unknown++
	}
	return unknown >= least
}

// knows reports whether a day or a sum of an answer stands in the question or in a plea, or may be left of the claim.
func (g *grading) knows(m *quantity.Mention) bool {
	if n, ok := cents(m.Number); ok && m.Kind == quantity.Money && g.remainders().left[n] != nil {
		return true
	}
	same := func(v quantity.Mention) bool { return sameParticular(&v, m) }
	return slices.ContainsFunc(g.question.quantities(), same) || slices.ContainsFunc(g.middle, func(e *expectation) bool {
		return e.rests != nil && slices.ContainsFunc(e.rests.values, same)
	})
}

// saysOfLaw matches the words with which a sentence says something of the article that it cites, and leastSaid is how many
// of them it has at least: a list has fewer.
var saysOfLaw = lazyregexp.New(`[的了是就把被而则即不]|\b(?:the|an?|is|are|was|were|that|which|to|by|for|what|who|whoever|nobody)\b`)

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
var titled = lazyregexp.New(`(?:《[^《》\n]*》|同法|该法)(?:第[0-9零〇一二三四五六七八九十百]+条)?`)

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
