package score

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// neighbours adds, as candidates, the items next to right candidates in the same list,
// divided by 、, "and" or lines, unless they are recognisably not names.
func (g *grading) neighbours(e *expectation, all []candidate) []candidate {
	text := g.answer.folded
	longest := 0
	for _, t := range e.texts {
		longest = max(longest, utf8.RuneCountInString(t))
	}
	for i := range all {
		c := all[i]
		if !c.right || c.denied {
			continue
		}
		for _, s := range [][2]int{itemAfter(text, c.to), itemBefore(text, c.from), lineAfter(text, c.from, c.to), lineBefore(text, c.from, c.to)} {
			item := strings.TrimSpace(text[s[0]:s[1]])
			n := utf8.RuneCountInString(item)
			if n < 2 || !canBeName(item, e.folded[0]) || n > longest+8 || !informative(Normal(item)) || listJoint.MatchString(item) || hasDate(item) || e.cited != nil && len(g.wanted) > 1 && strings.HasPrefix(item, "第") || hasCount(item) && !strings.ContainsFunc(e.texts[0], isDigit) || clauseWords.MatchString(item) && !sameFirstWord(item, e.texts[0]) && !(strings.HasSuffix(item, "中") && strings.HasPrefix(text[s[1]:], "和")) || g.isInReference(item) ||
				slices.ContainsFunc(all, func(o candidate) bool { return o.from < s[1] && s[0] < o.to }) {
				continue
			}
			all = append(all, candidate{from: s[0], to: s[1], text: item, stance: c.stance})
		}
	}
	slices.SortFunc(all, func(a, b candidate) int { return a.from - b.from })
	return all
}

// canBeName reports whether an item next to a name can be another name: it does not continue
// into a new sentence, does not begin with a digit unless the name has digits, and has
// digits if the name is an address.
func canBeName(item, name string) bool {
	want := strings.ContainsFunc(name, isDigit)
	return !newSentence.MatchString(item) && (want || !isDigit(firstRune(item))) && (strings.ContainsFunc(item, isDigit) || !streetAddress.MatchString(name))
}

// hasDate reports whether an item contains a day.
func hasDate(item string) bool {
	return slices.ContainsFunc(quantity.Read(item), func(m quantity.Mention) bool { return m.IsDay() && m.Kind != quantity.Year })
}

// newSentence is where an item goes on in another sentence.
var newSentence = lazyregexp.New(`\. (?:the|it|its|this|that|these|so|thus|hence|therefore|and|in|as|no|for|both|all|$)`)

// sameFirstWord reports whether two texts begin with the same Latin word.
func sameFirstWord(a, b string) bool {
	return letters(a) != "" && letters(a) == letters(b)
}

// hasCount reports whether a piece of text contains a count or an amount with a unit.
func hasCount(item string) bool {
	return slices.ContainsFunc(quantity.Read(item), func(m quantity.Mention) bool { return m.Kind != quantity.Code && !m.Doubtful && m.Unit != "" })
}

var (
	// clauseWords matches text that is a clause and no item of a list.
	clauseWords = lazyregexp.New(`[它他她是为在由有被系将已未可请如若但因均都则该此其即就也还仅只没不:：(→=]|相符|一致|不同|无关|相同|参考|谢|您|^另|^(?:所以|因此|故|于是|双方|共|以)|[中里]$|参与|审理|来自|属于|位于|登记|记录|资料|数据|查询|结果|如下|以上|其中|以及|\b(?:is|are|was|were|has|have|had|the|this|that|it|its|which|who|as|by|at|from|according|based|see|with|for|to|per|in|under|of|were|can|will|no|not|he|she|they)\b`)
	listAfter   = lazyregexp.New(`^["'”’》)]* ?(?:, ?(?:以及|及|和|与|或者?)|、|/|和|与|及|以及|或者?|还是|\+|;| and | or | as well as |, and |, or |,) ?(?:also )?["'“‘《]?`)
	listAhead   = lazyregexp.New(`(?:、|/|和|与|及|以及|或者?|还是|\+|;| and | or | as well as |, and |, or |,) ?["'“‘《]?$`)
	itemEnds    = func(c rune) bool { return strings.ContainsRune("、,/;。!?\n()和与及或|\"”》", c) }
	bullet      = lazyregexp.New(`^\s*(?:[-*•·]|\(?\d{1,3}[.、)]) ?`)
)

// itemAfter and itemBefore return the neighbouring item in the same enumeration; an empty
// span for none.
func itemAfter(text string, to int) [2]int {
	m := listAfter.FindStringIndex(text[to:])
	if m == nil {
		return [2]int{to, to}
	}
	from := to + m[1]
	end := strings.IndexFunc(text[from:], itemEnds)
	if and := strings.Index(text[from:], " and "); and >= 0 && (end < 0 || and < end) {
		end = and
	}
	if end < 0 {
		end = len(text) - from
	}
	if strings.HasSuffix(text[from:from+end], ".") {
		end--
	}
	if strings.HasPrefix(strings.TrimLeft(text[from+max(end, 0):], ` "”'`), ":") {
		return [2]int{to, to} // a label
	}
	if end <= 0 {
		return [2]int{to, to}
	}
	return [2]int{from, from + end}
}

func itemBefore(text string, from int) [2]int {
	m := listAhead.FindStringIndex(text[:from])
	if m == nil || strings.TrimSpace(text[m[0]:m[1]]) == "," && isLatin(lastRune(strings.TrimRight(text[:m[0]], " "))) {
		return [2]int{from, from}
	}
	to := m[0]
	start := strings.LastIndexFunc(text[:to], func(c rune) bool { return itemEnds(c) || c == ':' || c == '是' || c == '为' })
	if start < 0 {
		start = 0
	} else {
		start += len(string(firstRune(text[start:])))
	}
	return [2]int{min(start, to), to}
}

// lineAfter and lineBefore return the neighbouring item of a list whose line contains the
// text alone; an empty span for none.
func lineAfter(text string, from, to int) [2]int {
	start, end := line(text, from)
	if to > end || !isWholeItem(text, start, end, from, to) || end == len(text) {
		return [2]int{to, to}
	}
	return itemOf(text, end+1, text[start])
}

func lineBefore(text string, from, to int) [2]int {
	start, end := line(text, from)
	if to > end || !isWholeItem(text, start, end, from, to) || start == 0 {
		return [2]int{from, from}
	}
	before, _ := line(text, start-1)
	return itemOf(text, before, text[start])
}

// line returns the bounds of the line around a place.
func line(text string, at int) (from, to int) {
	from = strings.LastIndexByte(text[:at], '\n') + 1
	to = len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		to = at + i
	}
	return from, to
}

// isWholeItem reports whether a line of a list has nothing but text[from:to] and brackets.
func isWholeItem(text string, start, end, from, to int) bool {
	mark := bullet.FindString(text[start:end])
	if mark == "" || start+len(mark) > from { // the mark of (2021)… may be its year
		return false
	}
	rest := unbracketed(text[start+len(mark):from]) + unbracketed(text[to:end])
	return strings.Trim(rest, " .,;。、\"'“”《》") == ""
}

// itemOf returns the item in a line of a list whose bullet begins like another's.
func itemOf(text string, start int, first byte) [2]int {
	_, end := line(text, start)
	mark := bullet.FindString(text[start:end])
	if mark == "" || mark[0] != first && !(isDigit(rune(mark[0])) && isDigit(rune(first))) {
		return [2]int{start, start}
	}
	item := text[start+len(mark) : end]
	if i := strings.IndexAny(item, "(,;"); i > 0 {
		item = item[:i]
	}
	return [2]int{start + len(mark), start + len(mark) + len(item)}
}
