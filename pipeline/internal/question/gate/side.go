package gate

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"

	"slices"
	"sort"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// How far from an operand, in bytes, the word for its side may stand.
const (
	before = 42
	after  = 30
)

// Senses of words for the side of an amount and of a day.
var (
	amountSides = []cue.Sense{cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost, cue.Between}
	daySides    = []cue.Sense{cue.Since, cue.Until, cue.Between}
)

// sided reports whether an operand has a word for its side beside it, and nowhere one
// for another side alone.
func (g *Gate) sided(q *reading, n *needed) bool {
	v := &n.cue.Value
	if v.Kind == value.Text || v.Kind == "" {
		return tally(q.tokens, n.ways) > 0
	}
	sides := g.lexicon.of(amountSides...)
	if v.Kind == value.Date {
		sides = g.lexicon.of(daySides...)
	}
	found := false
	for _, s := range g.operand(q, n) {
		switch beside := g.beside(q, s, sides); {
		case beside&n.ways != 0:
			found = true
		case beside != 0:
			return false
		}
	}
	return found || g.whole(q, n)
}

// reach is how many bytes a word or a quantity takes at most that is looked for beside
// another.
const reach = 64

// within returns those of a list that begin in a part of a text. The list is in order.
func within[T any](all []T, from, to int, begin func(T) int) []T {
	first := sort.Search(len(all), func(i int) bool { return begin(all[i]) >= from })
	last := first + sort.Search(len(all)-first, func(i int) bool { return begin(all[first+i]) > to })
	return all[first:last]
}

func (t token) begin() int { return t.from }

// beside returns the senses of the nearest words before and behind a place in its
// sentence, as far as they say sides; of what is left aside, those of the rest.
func (g *Gate) beside(q *reading, s span, sides senses) senses {
	all, front, back := senses(0), senses(0), senses(0)
	from, to := q.sentence(s)
	begin := s.from
	for _, t := range within(q.tokens, max(from, s.from-before-reach), min(to, s.to+after), token.begin) {
		side := g.side(q, t)
		switch {
		case side&sides == 0:
		case t.to <= s.from && t.to >= s.from-before:
			front, begin = side, t.from
		case t.from >= s.to && back == 0:
			back = side
		case t.from < s.to && t.to > s.from:
			all |= side
		}
	}
	all |= front | back
	if behind := q.bare[s.to:min(to, s.to+exclusiveReach)]; slices.ContainsFunc(exclusive, func(w string) bool { return strings.Contains(behind, w) }) {
		all = g.exchanged(all, cue.AtLeast, cue.MoreThan)
		all = g.exchanged(all, cue.AtMost, cue.LessThan)
	}
	if asides(q.bare[from:begin], q.bare[s.to:to]) {
		return g.exchanged(g.exchanged(all, cue.MoreThan, cue.AtMost), cue.LessThan, cue.AtLeast)
	}
	return all
}

// side returns what a word says of the operand beside it. One that can stand behind an
// operand, "and below", is two before the next: "above 5 and below 9". A dash is one
// where a quantity follows it.
func (g *Gate) side(q *reading, t token) senses {
	text := q.bare[t.from:t.to]
	if text == "-" && !q.precedes(t.to) {
		return 0
	}
	for _, joint := range []string{"and ", "or "} {
		if strings.HasPrefix(text, joint) && q.precedes(t.to) {
			_, alone := g.lexicon.longest(q.bare, t.from+len(joint), false)
			return alone
		}
	}
	return t.senses
}

// precedes reports whether a quantity follows a place at once.
func (q *reading) precedes(at int) bool {
	if strings.HasPrefix(q.bare[at:], " ") {
		at++
	}
	i := sort.Search(len(q.found), func(i int) bool { return q.found[i].From >= at })
	return i < len(q.found) && q.found[i].From == at
}

// exchanged returns a set in which each of two senses stands for the other.
func (g *Gate) exchanged(s senses, a, b cue.Sense) senses {
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

// exclusive are words behind an interval whose ends do not belong to it, which stand within
// exclusiveReach bytes behind its operands.
var exclusive = []string{
	"均不含", "都不含", "皆不含", "不含两端", "两端不含", "两端均不", "两端都不", "两头不含", "两头都不", "不含端点", "不含本数", "均不包括", "都不包括", "不包括本数", "均不计入", "两端除外",
	"both excluded", "both exclusive", "exclusive of both", "both ends excluded", "both limits excluded", "neither included", "neither end included", "ends excluded", "endpoints excluded", "excluding both",
}

const exclusiveReach = 90

// Words that say that what they stand with is left aside: before the side, not far from
// it, and behind the operand, in the same clause.
var (
	asideBefore = []string{
		"leave aside", "leaving aside", "leave out", "leaving out", "set aside", "setting aside", "put aside", "disregard", "disregarding", "ignore", "ignoring", "skip", "skipping", "drop", "dropping", "discard", "discarding", "weed out", "screen out", "filter out", "rule out", "strike out",
		"剔除", "排除", "筛掉", "筛除", "撇开", "撇去", "略去", "略过", "剔掉", "去掉", "不看", "滤掉", "滤除", "抛开", "刨掉", "刨除", "忽略",
	}
	asideBehind = []string{
		" left aside", " left out", " set aside", " disregarded", " be ignored", " are ignored", " be dropped", " are dropped", " do not count", " don't count", " do not matter", " don't matter", " do not interest", " don't interest", "do not concern", " be skipped", " be discarded", " out of account",
		"的除外", "除外", "剔除", "排除", "筛掉", "筛除", "撇开", "略去", "略过", "剔掉", "去掉", "的不看", "不看", "不考虑", "不予考虑", "不计入", "不在考虑", "不用管", "不必管", "不管", "不必看", "不用看", "不算在内", "滤掉", "滤除", "放在一边", "放一边", "搁在一边", "忽略",
	}
)

// How many bytes may stand between a word of asideBefore and a side.
const asideReach = 80

// asides reports whether words before and behind a threshold, in its sentence, leave
// aside what it is of.
func asides(front, behind string) bool {
	if i := strings.LastIndexAny(front, ",()、\""); i >= 0 {
		front = front[i:]
	}
	if i := strings.IndexAny(behind, ",()\""); i >= 0 {
		behind = behind[:i]
	}
	front = front[max(0, len(front)-asideReach):]
	return slices.ContainsFunc(asideBefore, func(w string) bool { return states(front, w) }) ||
		slices.ContainsFunc(asideBehind, func(w string) bool { return strings.Contains(behind, w) })
}

// sentence returns where the sentence begins and ends in which a place is.
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

// sentenceEnds are what ends a sentence in normal form; a point within a number does
// not.
var sentenceEnds = []string{". ", "。", "?", "!", ";"}
