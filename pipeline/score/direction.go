package score

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// direction is which of two compared things a difference is counted from: forward is the
// question's order.
type direction int

const (
	undirected direction = iota // the words do not tell
	forward
	backward
)

// differencePatterns match an answer that compares two things by an amount, written "#", with
// groups x and y for the things, and less or more for the outcome.
var differencePatterns = []*lazyregexp.Regexp{
	lazyregexp.New(`(?P<x>[^,。;:!?\n]{1,120})比(?P<y>[^,。;:!?\n]{1,120}?)(?:要|的)?(?:(?P<less>少|低|小|短|减少|降低)|(?P<more>多|高|大|长|增加|高出|多出))(?:了|出)? ?(?:cny|rmb|¥|人民币)? ?#`),
	lazyregexp.New(`(?P<x>[^,.;:!?\n]{1,120}?) (?:is|are|was|were|has|have|had|stands|comes out) (?:cny |rmb |¥)?#[^,.;:#]{0,24}?(?:(?P<less>less|lower|smaller|fewer|below)|(?P<more>more|higher|larger|greater|above))(?: [a-z]+){0,3}? than (?P<y>[^,.;:!?\n]{1,120})`),
	lazyregexp.New(`(?P<x>[^,.;:!?\n]{1,120}?) (?:is|are|was|were|stands) (?:(?P<less>less|lower|smaller|fewer)|(?P<more>more|higher|larger|greater)) than (?P<y>[^,.;:!?\n]{1,120}?) by (?:cny |rmb |¥)?#`),
	lazyregexp.New(`(?P<x>[^,.;:!?\n]{1,120}?) (?:is|are|was|were|stands) (?:(?P<less>less|lower|smaller|fewer)|(?P<more>more|higher|larger|greater)) by (?:cny |rmb |¥)?#[^,.;:#]{0,24}? than (?P<y>[^,.;:!?\n]{1,120})`),
	lazyregexp.New(`(?P<x>[^,.;:!?\n]{1,120}?) (?:(?P<less>falls short of|trails)|(?P<more>exceeds|tops)) (?P<y>[^,.;:!?\n]{1,120}?) by (?:cny |rmb |¥)?#`),
}

// agreesAsStated reports whether a quantity is the expected number, with the sign that the
// words around it give it.
func (g *grading) agreesAsStated(e *expectation, m *quantity.Mention, amount decimal.Decimal) bool {
	if amount.IsPositive() && (e.agrees(amount) || e.agrees(amount.Neg())) {
		if sign := g.statedSign(m.From, m.To); sign != 0 {
			return e.agrees(amount.Mul(decimal.NewFromInt(sign)))
		}
	}
	return e.agrees(amount) || g.fallsShort(e, m, amount)
}

// fallsShort reports whether a quantity is the amount of an expected negative number, said to
// be less by the words next to it: 少100元, "lower by CNY 100".
func (g *grading) fallsShort(e *expectation, m *quantity.Mention, amount decimal.Decimal) bool {
	return e.amount.IsNegative() && amount.IsPositive() && e.agrees(amount.Neg()) &&
		(lessBefore.MatchString(tail(g.answer.folded[:m.From])) || lessAfter.MatchString(g.answer.folded[m.To:]))
}

// lessBefore and lessAfter match the words next to an amount by which something is less.
var (
	lessBefore = lazyregexp.New(`(?:(?:^|[^不缺至多减])少|(?:^|[^最降])低)(?:了|出)? ?(?:cny|rmb|¥|人民币)? ?$|\b(?:less|lower|smaller|fewer) by ?(?:cny|rmb|¥)? ?$`)
	lessAfter  = lazyregexp.New(`^ ?(?:cny |yuan |rmb )?(?:less|lower|smaller|fewer)\b`)
)

// statedSign returns 1 or -1 for an amount that the words around it make a difference of that
// sign: "B is 100 less than A" says 100 where the question takes B from A. It returns 0 if the
// words do not name both things, or if the question does not say which is taken from which.
func (g *grading) statedSign(from, to int) int64 {
	if !g.differs() {
		return 0
	}
	start, end := g.answer.sentence(from)
	text := g.answer.folded[start:from] + "#" + g.answer.folded[to:max(to, end)]
	for _, re := range differencePatterns {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		d := g.directionOf(m[re.SubexpIndex("x")], m[re.SubexpIndex("y")])
		switch less := m[re.SubexpIndex("less")] != ""; {
		case d == undirected:
			return 0
		case less == (d == forward):
			return -1
		}
		return 1
	}
	return 0
}

var (
	// differenceWords match the words of a question between the thing from which another is
	// taken and the other; takenFrom matches those between the other and the thing.
	differenceWords = lazyregexp.New(`减去|减掉|减|扣除|比|\bless\b|\bminus\b|\bexceeds?\b|\bthan\b`)
	// lesserAsked matches a question by how much a thing is less, whose answer people give with
	// either sign.
	lesserAsked = lazyregexp.New(`(?:少|低|小|短)了?(?:多少|几)|\b(?:less|lower|fewer|smaller|shorter)\b[^.?!]{0,200}\bthan\b`)
	takenFrom   = lazyregexp.New(`\b(?:subtract|deduct|take)(?:ing|ed)?\b[^.?!]{1,200}\bfrom\b`)
	// formerThing and latterThing match references to the first and second of two things.
	formerThing = lazyregexp.New(`前者|\bformer\b|\bfirst(?: one)?$`)
	latterThing = lazyregexp.New(`后者|\blatter\b|\bsecond(?: one)?$`)
)

// directionOf tells whether the question takes y from x, or x from y.
func (g *grading) directionOf(x, y string) direction {
	question, ahead, behind := g.question.folded, forward, backward
	if lesserAsked.MatchString(question) {
		return undirected
	}
	at := differenceWords.FindAllStringIndex(question, 8)
	if m := takenFrom.FindStringIndex(question); m != nil {
		at, ahead, behind = [][]int{{m[1] - len("from"), m[1]}}, backward, forward
	}
	switch {
	case len(at) == 0:
		return undirected
	case formerThing.MatchString(x), latterThing.MatchString(y):
		return ahead
	case latterThing.MatchString(x), formerThing.MatchString(y):
		return behind
	}
	x, y = sharedWords(x, y, question), sharedWords(y, x, question)
	if x == "" || y == "" {
		return undirected
	}
	found := undirected
	for _, m := range at {
		first, second := question[:m[0]], question[m[1]:]
		isAhead := strings.Contains(first, x) && strings.Contains(second, y)
		isBehind := strings.Contains(first, y) && strings.Contains(second, x)
		d := undirected
		switch {
		case isAhead && !isBehind:
			d = ahead
		case isBehind && !isAhead:
			d = behind
		}
		if d != undirected && found != undirected && d != found {
			return undirected
		}
		found = max(found, d)
	}
	return found
}

// sharedWords returns the longest part of a side that the question has and the other side
// lacks; "" for none.
func sharedWords(side, other, question string) string {
	const shortest = 2 // runes, of Chinese characters; in other scripts whole words
	longest := ""
	for from := range side {
		if from > 0 && isLatinOrDigit(lastRune(side[:from])) && isLatinOrDigit(firstRune(side[from:])) {
			continue
		}
		for to := len(side); to-from > len(longest); to-- {
			if !utf8.RuneStart(byteAt(side, to)) || isLatinOrDigit(lastRune(side[:to])) && isLatinOrDigit(firstRune(side[to:])) {
				continue
			}
			part := strings.TrimSpace(side[from:to])
			if len(part) > len(longest) && (utf8.RuneCountInString(part) >= shortest || isLatin(firstRune(part)) && part != "a") && strings.Contains(question, part) && !strings.Contains(other, part) && !isCommonWords(part) {
				longest = part
			}
		}
	}
	return longest
}

// isCommonWords reports whether a text consists of function words and verbs of any statement.
func isCommonWords(text string) bool {
	return isLatin(firstRune(text)) && len(piecesOf(text)) == 0 && len(text) > 1
}

// byteAt returns a byte of a text; 0, which begins a rune, behind its end.
func byteAt(text string, at int) byte {
	if at < len(text) {
		return text[at]
	}
	return 0
}

func isLatinOrDigit(c rune) bool { return isLatin(c) || isDigit(c) }
