package gate

import (
	"slices"
	"sort"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// How far from an operand, in bytes, the word for its side may stand.
const (
	maxBefore = 42
	maxAfter  = 30
)

// Senses of words for the side of an amount and of a day.
var (
	amountThresholds = []cue.Sense{cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost, cue.Between}
	dayThresholds    = []cue.Sense{cue.Since, cue.Until, cue.Between}
)

// hasThresholdWord reports whether a word for the operand's comparison is next to the operand,
// and no occurrence of the operand has only words for other comparisons.
func (g *Gate) hasThresholdWord(q *reading, n *requirement) bool {
	v := &n.cue.Value
	if v.Kind == value.Text || v.Kind == "" {
		return countSenses(q.tokens, n.senses) > 0
	}
	sides := g.lexicon.set(amountThresholds...)
	if v.Kind == value.Date {
		sides = g.lexicon.set(dayThresholds...)
	}
	found := false
	for _, s := range g.operandSpans(q, n) {
		switch beside := g.thresholdWordsNear(q, s, sides); {
		case beside&n.senses != 0:
			found = true
		case beside != 0:
			return false
		}
	}
	return found || g.isStatedInWords(q, n)
}

// maxWordSize is the largest size, in bytes, of a word or quantity that is searched next to
// another.
const maxWordSize = 64

// beginningIn returns the elements of a sorted list that begin in [from, to].
func beginningIn[T any](all []T, from, to int, begin func(T) int) []T {
	first := sort.Search(len(all), func(i int) bool { return begin(all[i]) >= from })
	last := first + sort.Search(len(all)-first, func(i int) bool { return begin(all[first+i]) > to })
	return all[first:last]
}

func (t token) begin() int { return t.from }

// thresholdWordsNear returns the senses of the nearest threshold words before and behind a
// place in its sentence. Words that exclude the described things invert the senses ("leaving
// aside those above 5": at most 5).
func (g *Gate) thresholdWordsNear(q *reading, s span, sides senses) senses {
	all, front, back := senses(0), senses(0), senses(0)
	from, to := q.sentence(s)
	begin := s.from
	for _, t := range beginningIn(q.tokens, max(from, s.from-maxBefore-maxWordSize), min(to, s.to+maxAfter), token.begin) {
		side := g.thresholdSense(q, t)
		switch {
		case side&sides == 0:
		case t.to <= s.from && t.to >= s.from-maxBefore:
			front, begin = side, t.from
		case t.from >= s.to && back == 0 && !beginsClause(q.bare[s.to:t.from]):
			back = side
		case t.from < s.to && t.to > s.from:
			all |= side
		}
	}
	all |= front | back
	if behind := q.bare[s.to:min(to, s.to+exclusiveReach)]; slices.ContainsFunc(endsExcludedWords, func(w string) bool { return strings.Contains(behind, w) }) {
		all = g.swap(all, cue.AtLeast, cue.MoreThan)
		all = g.swap(all, cue.AtMost, cue.LessThan)
	}
	if isExcluded(q.bare[from:begin], q.bare[s.to:to]) {
		return g.swap(g.swap(all, cue.MoreThan, cue.AtMost), cue.LessThan, cue.AtLeast)
	}
	return all
}

// beginsClause reports whether the text between an operand and a threshold word begins another
// clause, of which the word is: "of 5 million, the one with at least…".
func beginsClause(between string) bool {
	i := strings.LastIndexByte(between, ',')
	return i >= 0 && strings.TrimSpace(between[i+1:]) != ""
}

// thresholdSense returns the sense of a word for the operand next to it. "and below" belongs to
// the operand before it only if no other follows: in "above 5 and below 9" it is "below". A
// dash counts only before a quantity.
func (g *Gate) thresholdSense(q *reading, t token) senses {
	text := q.bare[t.from:t.to]
	if text == "-" && !q.quantityFollows(t.to) {
		return 0
	}
	for _, joint := range []string{"and ", "or "} {
		if strings.HasPrefix(text, joint) && q.quantityFollows(t.to) {
			_, alone := g.lexicon.longest(q.bare, t.from+len(joint), false)
			return alone
		}
	}
	return t.senses
}

// quantityFollows reports whether a quantity begins at a place, after at most one space.
func (q *reading) quantityFollows(at int) bool {
	if strings.HasPrefix(q.bare[at:], " ") {
		at++
	}
	i := sort.Search(len(q.mentions), func(i int) bool { return q.mentions[i].From >= at })
	return i < len(q.mentions) && q.mentions[i].From == at
}

// swap returns a set with two senses exchanged.
func (g *Gate) swap(s senses, a, b cue.Sense) senses {
	x, y := g.lexicon.bits[a], g.lexicon.bits[b]
	swapped := s &^ (x | y)
	if s&x != 0 {
		swapped |= y
	}
	if s&y != 0 {
		swapped |= x
	}
	return swapped
}

// endsExcludedWords are words behind an interval that exclude its ends.
var endsExcludedWords = []string{
	"均不含", "都不含", "皆不含", "不含两端", "两端不含", "两端均不", "两端都不", "两头不含", "两头都不", "不含端点", "不含本数", "均不包括", "都不包括", "不包括本数", "均不计入", "两端除外",
	"both excluded", "both exclusive", "exclusive of both", "both ends excluded", "both limits excluded", "neither included", "neither end included", "ends excluded", "endpoints excluded", "excluding both",
}

// exclusiveReach is the distance, in bytes, within which endsExcludedWords count.
const exclusiveReach = 90

// Words that leave one side of a threshold out. excludingBefore stand before the side, near
// it; excludingBehind stand behind the operand, in the same clause.
var (
	excludingBefore = []string{
		"leave aside", "leaving aside", "leave out", "leaving out", "set aside", "setting aside", "put aside", "disregard", "disregarding", "ignore", "ignoring", "skip", "skipping", "drop", "dropping", "discard", "discarding", "weed out", "screen out", "filter out", "rule out", "strike out",
		"剔除", "排除", "筛掉", "筛除", "撇开", "撇去", "略去", "略过", "剔掉", "去掉", "不看", "滤掉", "滤除", "抛开", "刨掉", "刨除", "忽略",
	}
	excludingBehind = []string{
		" left aside", " left out", " set aside", " disregarded", " be ignored", " are ignored", " be dropped", " are dropped", " do not count", " don't count", " do not matter", " don't matter", " do not interest", " don't interest", "do not concern", " be skipped", " be discarded", " out of account",
		"的除外", "除外", "剔除", "排除", "筛掉", "筛除", "撇开", "略去", "略过", "剔掉", "去掉", "的不看", "不看", "不考虑", "不予考虑", "不计入", "不在考虑", "不用管", "不必管", "不管", "不必看", "不用看", "不算在内", "滤掉", "滤除", "放在一边", "放一边", "搁在一边", "忽略",
	}
)

// excludingReach is the largest distance, in bytes, between a word of excludingBefore and a
// threshold word.
const excludingReach = 80

// isExcluded reports whether words before or behind a threshold, in its clause, exclude the
// things it describes.
func isExcluded(front, behind string) bool {
	if i := strings.LastIndexAny(front, ",()、\""); i >= 0 {
		front = front[i:]
	}
	if i := strings.IndexAny(behind, ",()\""); i >= 0 {
		behind = behind[:i]
	}
	front = front[max(0, len(front)-excludingReach):]
	return slices.ContainsFunc(excludingBefore, func(w string) bool { return containsWhole(front, w) }) ||
		slices.ContainsFunc(excludingBehind, func(w string) bool { return strings.Contains(behind, w) })
}

// sentence returns where the sentence around a span begins and ends.
func (q *reading) sentence(s span) (from, to int) {
	from, to = 0, len(q.bare)
	for _, end := range sentenceEnds {
		if i := strings.LastIndex(q.bare[:s.from], end); i >= 0 {
			from = max(from, i+len(end))
		}
		if i := strings.Index(q.bare[s.to:], end); i >= 0 {
			to = min(to, s.to+i)
		}
	}
	return from, to
}

// sentenceEnds are the ends of a sentence in normal form; a decimal point is none.
var sentenceEnds = []string{". ", "。", "?", "!", ";"}
