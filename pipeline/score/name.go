package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// names returns the places in the answer where an expected text occurs, or another name of
// its kind, in the order of the answer.
func (g *grading) names(e *expectation) []candidate {
	var all []candidate
	if len(e.texts) == 0 {
		return nil
	}
	longer := g.longer(e)
	add := func(from, to int, right bool) {
		if len(all) >= maxNames || slices.ContainsFunc(all, func(c candidate) bool { return c.from < to && from < c.to }) {
			return
		}
		if right && (g.isAdjective(g.answer.folded[from:to], g.answer.folded[to:]) || g.extendsBefore(e, g.answer.folded[:from])) {
			return
		}
		c := candidate{from: from, to: to, right: right, text: g.answer.folded[from:to], stance: g.answer.stance(from, to, g.wording, true)}
		if start := g.listStart(from); right && start < from {
			first := g.answer.stance(start, start, g.wording, true)
			c.weight, c.retracted = max(c.weight, first.weight), c.retracted || first.retracted
		}
		c.denied = c.denied || right && isNegatedPrefix(g.answer.folded[:from], g.answer.folded[from:to])
		c.bounded = right && e.cited != nil && rangeAfter.MatchString(g.answer.folded[to:])
		g.discountAttribute(&c)
		all = append(all, c)
	}
	texts := slices.Clone(e.texts)
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for _, t := range texts {
		v := g.answer
		occurrences(v.normal, t, func(from, to int) bool {
			if !nameContinuesIn(t, v.normal[to:]) && !(isPersonName(t) && longerGivenName.MatchString(v.normal[to:])) && !(strings.Contains(t, ".") && !strings.ContainsAny(t, " (") && addressContinues(v.folded, v.original(from), v.originalEnd(to))) && !inLongerName(v.normal, t, from, longer) && !endsLongerName(v.normal, t, from, to) {
				add(v.original(from), v.originalEnd(to), true)
			}
			return false
		})
	}
	for _, s := range g.equivalents(e) {
		if text := g.answer.folded; !endsLongerName(text, text[s[0]:s[1]], s[0], s[1]) {
			add(s[0], s[1], true)
		}
	}
	if g.standsOnlyInLonger(e) {
		all = slices.DeleteFunc(all, func(c candidate) bool { return c.right })
	}
	for _, o := range g.wanted {
		if o == e || o.kind != value.Text {
			continue
		}
		if at := g.onlyOneEnd(o); at >= 0 {
			for i := range all {
				all[i].denied = all[i].denied || all[i].from > at // that one only, it says before
			}
		}
		for _, t := range o.folded { // what stands with them stands in the same list
			occurrences(g.answer.folded, t, func(from, to int) bool {
				if !slices.ContainsFunc(all, func(c candidate) bool { return c.from < to && from < c.to }) {
					all = append(all, candidate{from: from, to: to, known: true, text: t})
				}
				return false
			})
		}
	}
	for _, s := range g.sameKind(e) {
		switch text := g.answer.folded[s[0]:s[1]]; {
		case !g.isKnownText(text):
			add(s[0], s[1], false)
		case !informative(Normal(text)):
		case g.partOf(g.middle, text) && !g.partOf(g.wanted, text) && !strings.Contains(g.question.normal, Normal(text)):
			n := len(all)
			if add(s[0], s[1], false); len(all) > n {
				all[n].intermediate = true
			}
		case !g.partOf(g.wanted, text) && slices.ContainsFunc(all, func(c candidate) bool { return c.right && g.sharesList(c, s) }):
			add(s[0], s[1], false) // of the question, but offered as an answer
		}
	}
	slices.SortFunc(all, func(a, b candidate) int { return a.from - b.from })
	g.denySwapped(e, all)
	return g.neighbours(e, all)
}

// onlyAfter matches the text after a name that is the whole list.
var onlyAfter = lazyregexp.New(`^ (?:only|alone)\b|^(?:这|一)?[一]?(?:家|份|个|件)?而已`)

// onlyOneEnd returns the end of the sentence in which the answer calls a name the only one;
// -1 for none.
func (g *grading) onlyOneEnd(e *expectation) (at int) {
	at = -1
	for _, t := range e.folded {
		occurrences(g.answer.folded, t, func(_, to int) bool {
			if onlyAfter.MatchString(g.answer.folded[to:]) {
				_, at = g.answer.sentence(to)
			}
			return at >= 0
		})
	}
	return at
}

// listStart returns the start of the list of reference names that contains the name at an
// offset.
func (g *grading) listStart(from int) int {
	for range maxListItems {
		before := g.answer.folded[:from]
		near := before[max(0, from-maxSeparator):]
		m := listAhead.FindStringIndex(near)
		if m == nil {
			return from
		}
		before = strings.TrimRight(before[:from-len(near)+m[0]], ` "'”’》)`)
		start := from
		for _, e := range g.wanted {
			for _, t := range e.folded {
				if rest, ok := strings.CutSuffix(before, t); ok && len(rest) < start {
					start = len(rest)
				}
			}
		}
		if start == from {
			return from
		}
		from = start
	}
	return from
}

const (
	maxNames     = 80 // maximum number of candidates of a name
	maxSeparator = 24 // maximum length in bytes of the text between two items of a list
	maxListItems = 50 // maximum number of items examined for the beginning of a list
)

// addressContinues reports whether an address of a page or a mailbox goes on beyond text[from:to].
func addressContinues(text string, from, to int) bool {
	after, before := text[to:], text[:from]
	return len(after) > 1 && after[0] == '.' && isLatin(rune(after[1])) || len(before) > 1 && before[len(before)-1] == '.' && isAlnum(rune(before[len(before)-2]))
}

// rangeAfter matches the text after the first article of a range.
var rangeAfter = lazyregexp.New(`^ ?(?:至|到|-|~|to|through) ?(?:第|\d)`)

// sharesList reports whether a name is in the same list as a right one. The cells of a table
// are not a list.
func (g *grading) sharesList(c candidate, s [2]int) bool {
	text := g.answer.folded
	from, to := min(c.to, s[1]), max(c.from, s[0])
	if from > to || strings.Contains(text[from:to], "|") {
		return false // one is part of the other, or they are cells
	}
	switch {
	case c.to <= s[0]:
		return listJoint.MatchString(text[c.to:s[0]]) && strings.TrimSpace(text[c.to:s[0]]) != ""
	case s[1] <= c.from:
		return listJoint.MatchString(text[s[1]:c.from]) && strings.TrimSpace(text[s[1]:c.from]) != "" && !strings.HasPrefix(text[s[1]:c.from], "\n")
	}
	return false
}

// partOf reports whether a text equals, is part of, or contains one of the values.
func (g *grading) partOf(values []*expectation, text string) bool {
	normal := Normal(text)
	return slices.ContainsFunc(values, func(e *expectation) bool {
		return slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(t, normal) || strings.Contains(normal, t) })
	})
}

// originalEnd returns the offset in folded of the end of the text of normal that ends at a place.
func (v *view) originalEnd(to int) int {
	if to == 0 {
		return 0
	}
	from := v.original(to - 1)
	if v.places == nil {
		return to
	}
	_, size := utf8.DecodeRuneInString(v.folded[from:])
	return from + size
}

// isNegatedPrefix reports whether the character before a Chinese text negates it.
func isNegatedPrefix(before, text string) bool {
	before = strings.TrimRight(before, " ")
	if !isHan(firstRune(text)) || before == "" {
		return false
	}
	return strings.ContainsRune("不非未没否", lastRune(before)) ||
		strings.HasPrefix(text, "不是") && strings.HasSuffix(before, "是") ||
		strings.HasPrefix(text, "没有") && strings.HasSuffix(before, "有")
}

// isKnownText reports whether a text does not compete with the expected value: the question or
// the reference states it, or it is a part of such a text.
func (g *grading) isKnownText(text string) bool {
	normal := Normal(text)
	return !informative(normal) || strings.Contains(g.question.normal, normal) || g.partOf(g.wanted, text) || g.partOf(g.middle, text)
}

// contraryOf returns the contrary of a Chinese yes or no that is a text; ok is false for any
// other text.
func contraryOf(text string) (contrary string, ok bool) {
	for _, p := range [][2]string{{"不是", "是"}, {"没有", "有"}, {"是", "不是"}} {
		if rest, ok := strings.CutPrefix(text, p[0]); ok {
			return p[1] + rest, true
		}
	}
	return "", false
}

// contradicts reports whether the answer states the opposite of an expected yes or no that
// is a text.
func (g *grading) contradicts(e *expectation) bool {
	return slices.ContainsFunc(e.texts, func(t string) bool {
		contrary, ok := contraryOf(t)
		return ok && slices.Contains(strings.Fields(g.answer.folded), contrary) || ok && occurrences(g.answer.normal, contrary, func(from, to int) bool {
			return !isNegatedPrefix(g.answer.normal[:from], contrary) && !denialBefore.MatchString(tail(g.answer.normal[:from])) && !isHan(firstRune(g.answer.normal[to:]))
		})
	})
}

// standsOnlyInLonger reports whether a name in a Latin script stands in the answer only with
// capitalised words behind it, which make a longer name of it.
func (g *grading) standsOnlyInLonger(e *expectation) bool {
	if !isLatin(lastRune(e.texts[0])) || !strings.Contains(e.texts[0], " ") {
		return false
	}
	name := regexp.QuoteMeta(strings.TrimRight(e.keyword, "."))
	re, err := regexp.Compile(`(?i)` + name + `\.?(?-i:( [A-Z][a-z]+)?((?: [A-Z][a-z]+){0,3})(\.|$)?)`)
	if err != nil {
		return false
	}
	if rest, ok := strings.CutPrefix(g.answer.folded, e.folded[0]); ok && rest != "" && strings.ToLower(g.answer.raw) == g.answer.raw && lowerNameEnding.MatchString(rest) {
		return true
	}
	found := re.FindAllStringSubmatch(g.answer.raw, -1)
	return found != nil && !slices.ContainsFunc(found, func(m []string) bool {
		more := strings.ToLower(m[1])
		return more == "" || sentenceStarters[strings.TrimSpace(more)] || strings.Contains(m[0], ". ") && !branchAfter.MatchString(more+strings.ToLower(m[2])) && (m[2] == "" || m[3] == "")
	})
}

// lowerNameEnding matches the rest of a longer name in an answer without capitals.
var lowerNameEnding = lazyregexp.New(`^ (?:[a-z]+ ){1,3}(?:house|store|shop|office|branch|unit|plant|division|department|team|works|trust|fund|agency)\.?$`)

// sentenceStarters are words that begin a sentence and do not continue a name.
var sentenceStarters = asSet("the it its this that these they he she in on as for by to and or no yes all both there here if so thus hence therefore according please note source sources answer let you i we is was are has not")
