package score

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// candidate is a place in the answer with a value that could answer the question: the
// expected value or another of its kind.
type candidate struct {
	from, to     int // in the folded answer
	right        bool
	ranged       bool // an end of a range
	ignored      bool // a number without a unit although others have one
	inUnit       bool // in the requested unit, which has a scale word
	known        bool // stated by the question or by another value of the answer, or the expected value with fewer digits
	intermediate bool // a value of the plan's intermediate steps
	text         string
	amount       decimal.Decimal // of a number, in the expected unit
	stance
}

// candidates returns the quantities in the answer that are of the kind of an expected
// number or day, in the order of the answer. Those in clauses that repeat the question are
// left out.
func (g *grading) candidates(e *expectation) []candidate {
	var all []candidate
	units := false
	var idle []int
	for _, m := range g.answer.quantities() {
		c, fit, ok := g.candidate(e, &m)
		if !ok || g.repeatsQuestion(m.From, m.To) {
			continue
		}
		c.stance = g.answer.stance(m.From, m.To, g.wording, false)
		if fit == carried {
			units = true
			c.weight++
			if e.unit != "" && strings.HasSuffix(squeeze(g.answer.folded[m.From:m.To]), e.unit) {
				c.weight += weightEmphasis
				c.inUnit = true
			}
		} else if !c.right && !(e.measures != "" && g.isBareCount(m.From, m.To)) {
			idle = append(idle, len(all))
		}
		c.ignored = !c.right && m.Spelled && (m.Number.Equal(decimal.NewFromInt(1)) || fit == bare && e.measures != quantity.Count && e.measures != "") // 有一家, four shares
		if m.Vague || m.Range || m.IsDay() && (spanAfter.MatchString(g.answer.folded[m.To:]) || spanBefore.MatchString(tail(g.answer.folded[:m.From]))) {
			c.bounded, c.ranged = true, true
			c.denied = c.denied || m.IsDay() && durationAfter.MatchString(g.answer.folded[m.To:]) // it only counts days
		}
		all = append(all, c)
	}
	g.denySwapped(e, all)
	for _, i := range idle {
		all[i].ignored = all[i].ignored || units && all[i].weight < weightConclusion
	}
	if none := g.none(e); none != nil {
		all = append(all, none...)
		slices.SortStableFunc(all, func(a, b candidate) int { return a.from - b.from })
	}
	return all
}

// isBareCount reports whether a number without a unit is in the position of a count: "the
// other has 9."
func (g *grading) isBareCount(from, to int) bool {
	return countBefore.MatchString(tail(g.answer.folded[:from])) && strings.TrimLeft(g.answer.clauseAfter(to), " ") == ""
}

// countBefore matches the text before a count.
var countBefore = lazyregexp.New(`(?:\b(?:has|have|had|there (?:is|are|were)) (?:only )?|\b(?:number|count|total|figure)\b[^.;]{0,60} (?:is|was|comes to) (?:only )?|[有共]|数(?:量|目)?[是为])$`)

// repeatsQuestion reports whether the clause around a place is a literal part of the question, as
// 针对一起商业纠纷 may be; such a clause answers nothing.
func (g *grading) repeatsQuestion(from, to int) bool {
	before, after := g.answer.clauseBefore(from), g.answer.clauseAfter(to)
	return strings.TrimSpace(before+after) != "" && strings.Contains(g.question.folded, strings.TrimSpace(before+g.answer.folded[from:to]+after))
}

// durationAfter matches the text after a day of a period whose length follows.
var durationAfter = lazyregexp.New(`^ ?(?:(?:至|到|~|-|to|through) ?[^,.;。]{3,20}?)?(?:有|共|是|为|=|:| is| are)? ?\d+ ?(?:天|days)`)

// spanAfter and spanBefore stand between two days of which a text gives the time between.
var (
	// spanAfter and spanBefore match the text around a day that begins or ends a period.
	spanAfter  = lazyregexp.New(`^ ?(?:至|到|~|-|to|through) ?(?:[12]\d{3}|\d{1,2} ?[a-z月])`)
	spanBefore = lazyregexp.New(`(?:\d[日号]?|[a-z]+ \d{4}) ?(?:至|到|~|to|through) ?$|between [^,.;]{6,24} and $`)
)

// candidate classifies one quantity as the expected value or another of its kind; ok is
// false for a quantity of another kind.
func (g *grading) candidate(e *expectation, m *quantity.Mention) (c candidate, f fit, ok bool) {
	c.from, c.to = m.From, m.To
	if e.kind == value.Date {
		if len(e.day) == len("2006") && m.Kind == quantity.Number && m.Unit == "" && m.Number.String() == e.day {
			m.Kind, m.Day = quantity.Year, e.day
		}
		c.right = m.Day == e.day || len(m.Day) > len(e.day) && strings.HasPrefix(m.Day, e.day)
		c.text = m.Day
		c.known = !c.right && (g.asksDay(m.Day) || g.otherDay(g.wanted, e, m.Day))
		c.intermediate = !c.right && g.otherDay(g.middle, e, m.Day)
		return c, carried, m.IsDay() && m.Kind != quantity.MonthDay && (c.right || len(m.Day) >= len(e.day))
	}
	amount, f := e.amountOf(m, g.answer.folded[m.To:])
	if f == unfit {
		return c, f, false
	}
	c.right = g.agreesAsStated(e, m, amount)
	switch {
	case e.measures == quantity.Rank: // no place is computed from others
	case c.right:
		c.amount = e.amount
	default:
		c.amount = amount
	}
	if !c.right && m.Kind == quantity.Number && m.Unit == "" && yearNumber.MatchString(g.answer.folded[m.From:m.To]) && yearBefore.MatchString(tail(g.answer.folded[:m.From])) {
		return c, f, false
	}
	c.text = amount.String()
	share := e.measures == quantity.Percent && m.Kind == quantity.Number && (e.agrees(amount.Shift(2)) || e.isRounding(amount.Shift(2)))
	c.known = !c.right && (share || e.measures != quantity.Count && e.isRounding(amount) && (m.Scaled || decimals(g.answer.folded[m.From:m.To]) < e.places) || g.isTotal(amount) || isUnsignedNegative(e, amount, tail(g.answer.folded[:m.From])+g.answer.clauseAfter(m.To)) || m.Unit == "" && len(amount.String()) > 4 && g.partOf(g.wanted, g.answer.folded[m.From:m.To]) || g.asksAmount(e, m) || g.otherAmount(g.wanted, e, m))
	c.intermediate = !c.right && g.otherAmount(g.middle, e, m)
	return c, f, true
}

// isTotal reports whether an amount is the sum of all requested numbers, or of two of
// several.
func (g *grading) isTotal(amount decimal.Decimal) bool {
	sum, n := decimal.Zero, 0
	for _, e := range g.wanted {
		if e.kind == value.Number {
			sum, n = sum.Add(e.amount), n+1
		}
	}
	return n > 1 && sum.Equal(amount) || n > 2 && g.sumOfTwo(amount)
}

// sumOfTwo reports whether an amount is the sum of two requested numbers.
func (g *grading) sumOfTwo(amount decimal.Decimal) bool {
	for i, a := range g.wanted {
		for _, b := range g.wanted[i+1:] {
			if a.kind == value.Number && b.kind == value.Number && a.amount.Add(b.amount).Equal(amount) {
				return true
			}
		}
	}
	return false
}

// isUnsignedNegative reports whether an amount is a negative one stated without its sign: "CNY 7.30
// below".
func isUnsignedNegative(e *expectation, amount decimal.Decimal, around string) bool {
	return e.amount.Sign() < 0 && e.agrees(amount.Neg()) && belowWords.MatchString(around)
}

// belowWords matches words for a lower amount.
var belowWords = lazyregexp.New(`低|少|亏|不足|负|差|缩|\b(?:below|less|lower|fewer|smaller|under|short|negative|deficit|loss)\b`)

// yearBefore stands before a number that may be a year, yearNumber is one.
var (
	// yearBefore matches the text before a number that may be a year, yearNumber such a
	// number.
	yearBefore = lazyregexp.New(`\b(?:in|from|since|of|during|until|by|dates? (?:from|to)) $`)
	yearNumber = lazyregexp.New(`^(?:19|20)\d\d$`)
)

// asksDay reports whether the question states a day.
func (g *grading) asksDay(day string) bool {
	return slices.ContainsFunc(g.question.quantities(), func(m quantity.Mention) bool { return m.IsDay() && m.Day == day })
}

// otherDay reports whether another value of some of the reference is a day.
func (g *grading) otherDay(of []*expectation, e *expectation, day string) bool {
	return slices.ContainsFunc(of, func(o *expectation) bool { return o != e && o.day != "" && o.day == day })
}

// asksAmount reports whether the question states a quantity, such as a threshold.
func (g *grading) asksAmount(e *expectation, m *quantity.Mention) bool {
	return slices.ContainsFunc(g.question.quantities(), func(q quantity.Mention) bool {
		return !q.IsDay() && q.Number.Equal(m.Number) && (q.Unit == m.Unit || q.Unit == "" || m.Unit == "")
	})
}

// otherAmount reports whether a quantity is another value of some of the reference.
func (g *grading) otherAmount(of []*expectation, e *expectation, m *quantity.Mention) bool {
	return slices.ContainsFunc(of, func(o *expectation) bool {
		if o == e || o.kind != value.Number {
			return false
		}
		a, f := o.amountOf(m, "")
		return f != unfit && o.agrees(a)
	})
}

// commits decides, from all candidates of one kind in the answer's order, whether the
// answer commits to the expected value: Credited if it states that value and no other,
// Absent if it never states it, and Hedged if it leaves the choice open or concludes with
// another value.
func (g *grading) commits(all []candidate) KeywordOutcome {
	if len(all) > 0 {
		g.weightLastSentence(all)
		g.discountExplained(all)
	}
	best := -1
	for i := range all {
		if c := &all[i]; c.right && c.stated() && (best < 0 || c.certain() >= all[best].certain()) {
			best = i
		}
	}
	if best < 0 {
		return Absent
	}
	right := &all[best]
	last := right.from
	for i := range all {
		c := &all[i]
		if c.right && !c.denied && (c.bounded || c.retracted && c.from > right.from) && c.weight > right.weight {
			return Hedged // the answer concludes with it as a bound
		}
		if c.right && c.stated() {
			last = max(last, c.from)
			if !choiceWords.MatchString(g.question.folded) {
				m := alternativeAfter.FindStringIndex(g.answer.folded[c.to:])
				if m != nil && (c.amount.IsZero() || strings.Contains(g.answer.folded[c.to:c.to+m[1]], "(")) && !slices.ContainsFunc(all, func(o candidate) bool { return o.right && o.from > c.from && o.from <= c.to+m[1] }) {
					return Hedged
				}
			}
		}
	}
	if !right.inUnit && slices.ContainsFunc(all, func(c candidate) bool { return c.inUnit && !c.right && !c.working && c.stated() && c.from > right.from }) {
		return Hedged // it is converted to another value
	}
	if right.tentative && guessWords.MatchString(g.answer.folded) || g.isDoubted(right) || g.isConditional(all) || len(g.wanted) == 1 && g.saysNotFound(all) {
		return Hedged
	}
	for i := range all {
		c := &all[i]
		if (c.known || c.ignored) && g.areAlternatives(c, right) {
			return Hedged
		}
		if c.right || c.ignored || c.known || c.denied || c.retracted || c.otherRank && !right.otherRank || c.bounded && !c.ranged || c.hypothetical && !right.hypothetical {
			continue
		}
		rival := c.weight
		if c.ranged {
			rival += weightConclusion / 2
		}
		if (c.conditional || c.tentative) && !c.working && c.from > last {
			return Hedged
		}
		if open := right.hypothetical || c.conditional || right.conditional || c.tentative; open && !c.working && rival+weightConclusion/2 > right.weight {
			return Hedged
		}
		if g.inSameList(all, best, i) || rival+weightMargin > right.weight {
			return Hedged
		}
	}
	return Credited
}

// weightLastSentence adds weight to the candidates of the last sentence that has any, where an answer
// usually concludes.
func (g *grading) weightLastSentence(all []candidate) {
	start, _ := g.answer.sentence(all[len(all)-1].from)
	for i := range all {
		if all[i].from >= start && !all[i].isPart {
			all[i].weight += weightMargin
		}
	}
}

// strongestWeight returns the greatest weight among the stated candidates that are right, or
// among those that are not.
func strongestWeight(all []candidate, right bool) float64 {
	most := math.Inf(-1)
	for i := range all {
		if c := &all[i]; c.right == right && !c.ignored && !c.known && c.stated() {
			most = max(most, c.weight)
		}
	}
	return most
}

// sharesListWithOther reports whether another candidate is in the same list as an expected
// one.
func (g *grading) sharesListWithOther(all []candidate, right candidate) bool {
	return slices.ContainsFunc(all, func(c candidate) bool {
		if c.right || c.ignored {
			return false
		}
		gap := g.answer.folded[min(c.to, right.to):max(c.from, right.from, min(c.to, right.to))]
		return listJoint.MatchString(unbracketed(gap)) && !operators.MatchString(gap)
	})
}

// inOneList reports whether two neighbouring candidates are members of one list.
func (g *grading) inOneList(a, b *candidate) bool {
	if a.text == b.text || (a.known || a.right) && (b.known || b.right) || a.to > b.from {
		return false
	}
	gap := unbracketed(g.answer.folded[a.to:b.from])
	return listJoint.MatchString(gap) && !choiceWords.MatchString(gap) && !g.startsClause(gap, b)
}

// startsClause reports whether a candidate after a semicolon begins a new sentence.
func (g *grading) startsClause(gap string, c *candidate) bool {
	return strings.Contains(gap, ";") && !strings.Contains(gap, "\n") && utf8.RuneCountInString(g.answer.clauseAfter(c.to)) > 8
}

// areAlternatives reports whether the answer offers two candidates as alternatives.
func (g *grading) areAlternatives(a, b *candidate) bool {
	if a.from > b.from {
		a, b = b, a
	}
	return a.to <= b.from && alternativesBetween.MatchString(unbracketed(g.answer.folded[a.to:b.from])) && !choiceWords.MatchString(g.question.folded)
}

// eitherBefore matches the text before the first of two alternatives.
var eitherBefore = lazyregexp.New(`(?:要么是?|\beither(?: (?:in|at|on|by|for|from|with))?(?: the)?) ?["“]?$`)

// alternativesBetween matches the whole text between two exclusive alternatives.
var alternativesBetween = lazyregexp.New(`^["”’]? ?(?:或者?|还是|抑或|\bor\b) ?["“‘]?$`)

// choiceWords matches words that join alternatives.
var choiceWords = lazyregexp.New(`或|还是|抑或|要么|可能|也许|\b(?:or|possibly|maybe|perhaps|alternatively)\b`)

// isConditional reports whether the expected value is stated only under one of several conditions.
func (g *grading) isConditional(all []candidate) bool {
	stated := false
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			if !c.conditional {
				return false
			}
			stated = true
		}
	}
	return stated && len(conditionWords.FindAllStringIndex(g.answer.folded, 2)) > 1
}

// isDoubted reports whether the answer expresses doubt after a value or in its sentence.
func (g *grading) isDoubted(c *candidate) bool {
	start, _ := g.answer.sentence(c.from)
	if eitherBefore.MatchString(tail(g.answer.folded[start:c.from])) && !choiceWords.MatchString(g.question.folded) {
		return true
	}
	for _, m := range doubtWords.FindAllStringIndex(g.answer.folded[start:], -1) {
		if at := start + m[0]; at > c.from || !conclusionWords.MatchString(g.answer.folded[at:c.from]) {
			return true
		}
	}
	return false
}

// guessWords matches words with which an answer says that it guesses.
var guessWords = lazyregexp.New(`猜|推测|\bguess(?:es|ed|ing)?\b`)

// alternativeAfter matches after a name or a day that is followed by an alternative.
var alternativeAfter = lazyregexp.New(`^["”’》)]*,? ?\(?(?:or\b|或者?|还是|抑或) ?`)

// listJoint matches the whole text between two items of a list or two alternatives.
var listJoint = lazyregexp.New(`^[\s,、;/|"'“”‘’《》]*(?:\d{1,2}[.)、])?[\s\-*•·]*(?:或者?|还是|抑或|要么|也可能|也许|可能|和|与|及|以及|并|加上?|另有|又有|再加|折合|约合|换算[为成]?|即|相当于|and|or|and/or|possibly|maybe|perhaps|vs\.?|versus|as well as|plus|alternatively)?(?: ?(?:还|也|又))?(?: (?:the|a|an))?(?: ?(?:是|为|有))?[\s"'“”‘’《》]*$`)

// inSameList reports whether two candidates are in the same list, with only list items between
// them, and neither is part of a computation.
func (g *grading) inSameList(all []candidate, a, b int) bool {
	if a > b {
		a, b = b, a
	}
	for i := a; i < b; i++ {
		x, y := &all[i], &all[i+1]
		if x.computed || y.computed || x.to > y.from || !listJoint.MatchString(unbracketed(g.answer.folded[x.to:y.from])) || g.startsClause(g.answer.folded[x.to:y.from], y) {
			return false
		}
	}
	return true
}

var brackets = lazyregexp.New(`\([^()]*\)`)

// unbracketed returns a text without the parts in round brackets.
func unbracketed(text string) string {
	if strings.IndexByte(text, '(') < 0 {
		return text
	}
	return brackets.ReplaceAllString(text, "")
}
