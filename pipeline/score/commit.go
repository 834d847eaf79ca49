package score

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// candidate is a place in the answer with a value that could answer the question: the
// expected value or another of its kind.
type candidate struct {
	from, to     int // in the folded answer
	right        bool
	ranged       bool // an end of a range
	idle         bool // a number without a unit although others have one
	inUnit       bool // in the requested unit, which has a scale word
	known        bool // stated by the question or by another value of the answer, or the expected value with fewer digits
	intermediate bool // a value of the plan's intermediate steps
	said         string
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
		if !ok || g.repeats(m.From, m.To) {
			continue
		}
		c.stance = g.answer.stance(m.From, m.To, g.wording, false)
		if fit == carried {
			units = true
			c.weight++
			if e.unit != "" && strings.HasSuffix(squeeze(g.answer.folded[m.From:m.To]), e.unit) {
				c.weight += emphatic
				c.inUnit = true
			}
		} else if !c.right && !(e.measures != "" && g.counted(m.From, m.To)) {
			idle = append(idle, len(all))
		}
		c.idle = !c.right && m.Spelled && (m.Number.Equal(decimal.NewFromInt(1)) || fit == bare && e.measures != quantity.Count && e.measures != "") // 有一家, four shares
		if m.Vague || m.Range || m.IsDay() && (spanAfter.MatchString(g.answer.folded[m.To:]) || spanBefore.MatchString(tail(g.answer.folded[:m.From]))) {
			c.bound, c.ranged = true, true
			c.denied = c.denied || m.IsDay() && lastsFor.MatchString(g.answer.folded[m.To:]) // it only counts days
		}
		all = append(all, c)
	}
	g.assigned(e, all)
	for _, i := range idle {
		all[i].idle = all[i].idle || units && all[i].weight < concluding
	}
	return all
}

// counted reports whether a number without a unit stands where a count does: "the other has 9."
func (g *grading) counted(from, to int) bool {
	return possesses.MatchString(tail(g.answer.folded[:from])) && strings.TrimLeft(g.answer.clauseAfter(to), " ") == ""
}

// possesses ends what stands before a count.
var possesses = regexp.MustCompile(`(?:\b(?:has|have|had|there (?:is|are|were)) (?:only )?|\b(?:number|count|total|figure)\b[^.;]{0,60} (?:is|was|comes to) (?:only )?|[有共]|数(?:量|目)?[是为])$`)

// repeats reports whether the clause around a place is a literal part of the question, as
// 针对一起商业纠纷 may be; such a clause answers nothing.
func (g *grading) repeats(from, to int) bool {
	before, after := g.answer.clauseBefore(from), g.answer.clauseAfter(to)
	return strings.TrimSpace(before+after) != "" && strings.Contains(g.question.folded, strings.TrimSpace(before+g.answer.folded[from:to]+after))
}

// lastsFor follows a day of a span of which a text gives the length.
var lastsFor = regexp.MustCompile(`^ ?(?:(?:至|到|~|-|to|through) ?[^,.;。]{3,20}?)?(?:有|共|是|为|=|:| is| are)? ?\d+ ?(?:天|days)`)

// spanAfter and spanBefore stand between two days of which a text gives the time between.
var (
	spanAfter  = regexp.MustCompile(`^ ?(?:至|到|~|-|to|through) ?(?:[12]\d{3}|\d{1,2} ?[a-z月])`)
	spanBefore = regexp.MustCompile(`(?:\d[日号]?|[a-z]+ \d{4}) ?(?:至|到|~|to|through) ?$|between [^,.;]{6,24} and $`)
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
		c.said = m.Day
		c.known = !c.right && (g.asksDay(m.Day) || g.otherDay(g.wanted, e, m.Day))
		c.intermediate = !c.right && g.otherDay(g.middle, e, m.Day)
		return c, carried, m.IsDay() && m.Kind != quantity.Calendar && (c.right || len(m.Day) >= len(e.day))
	}
	amount, f := e.amountOf(m, g.answer.folded[m.To:])
	if f == unfit {
		return c, f, false
	}
	c.right = e.agrees(amount)
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
	c.said = amount.String()
	share := e.measures == quantity.Percent && m.Kind == quantity.Number && (e.agrees(amount.Shift(2)) || e.coarser(amount.Shift(2)))
	c.known = !c.right && (share || e.measures != quantity.Count && e.coarser(amount) && (m.Scaled || decimals(g.answer.folded[m.From:m.To]) < e.places) || g.totals(amount) || below(e, amount, tail(g.answer.folded[:m.From])+g.answer.clauseAfter(m.To)) || m.Unit == "" && len(amount.String()) > 4 && g.partOf(g.wanted, g.answer.folded[m.From:m.To]) || g.asksAmount(e, m) || g.otherAmount(g.wanted, e, m))
	c.intermediate = !c.right && g.otherAmount(g.middle, e, m)
	return c, f, true
}

// totals reports whether an amount is the sum of all requested numbers, or of two of
// several.
func (g *grading) totals(amount decimal.Decimal) bool {
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

// below reports whether an amount is a negative one stated without its sign: "CNY 7.30
// below".
func below(e *expectation, amount decimal.Decimal, around string) bool {
	return e.amount.Sign() < 0 && e.agrees(amount.Neg()) && lower.MatchString(around)
}

// lower matches words that say that one amount is below another.
var lower = regexp.MustCompile(`低|少|亏|不足|负|差|缩|\b(?:below|less|lower|fewer|smaller|under|short|negative|deficit|loss)\b`)

// yearBefore stands before a number that may be a year, yearNumber is one.
var (
	yearBefore = regexp.MustCompile(`\b(?:in|from|since|of|during|until|by|dates? (?:from|to)) $`)
	yearNumber = regexp.MustCompile(`^(?:19|20)\d\d$`)
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
		g.latest(all)
		g.explained(all)
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
		if c.right && !c.denied && (c.bound || c.replaced && c.from > right.from) && c.weight > right.weight {
			return Hedged // the answer concludes with it as a bound
		}
		if c.right && c.stated() {
			last = max(last, c.from)
			if !choice.MatchString(g.question.folded) {
				m := orElse.FindStringIndex(g.answer.folded[c.to:])
				if m != nil && (c.amount.IsZero() || strings.Contains(g.answer.folded[c.to:c.to+m[1]], "(")) && !slices.ContainsFunc(all, func(o candidate) bool { return o.right && o.from > c.from && o.from <= c.to+m[1] }) {
					return Hedged
				}
			}
		}
	}
	if !right.inUnit && slices.ContainsFunc(all, func(c candidate) bool { return c.inUnit && !c.right && !c.working && c.stated() && c.from > right.from }) {
		return Hedged // it is converted to another value
	}
	if right.tentative && onlyGuess.MatchString(g.answer.folded) || g.doubted(right) || g.split(all) || len(g.wanted) == 1 && g.withheld(all) {
		return Hedged
	}
	for i := range all {
		c := &all[i]
		if (c.known || c.idle) && g.oneOf(c, right) {
			return Hedged
		}
		if c.right || c.idle || c.known || c.denied || c.replaced || c.offEnd && !right.offEnd || c.bound && !c.ranged || c.imagined && !right.imagined {
			continue
		}
		rival := c.weight
		if c.ranged {
			rival += concluding / 2
		}
		if (c.supposed || c.tentative) && !c.working && c.from > last {
			return Hedged
		}
		if open := right.imagined || c.supposed || right.supposed || c.tentative; open && !c.working && rival+concluding/2 > right.weight {
			return Hedged
		}
		if g.joined(all, best, i) || rival+margin > right.weight {
			return Hedged
		}
	}
	return Credited
}

// latest adds weight to the candidates of the last sentence that has any, where an answer
// usually concludes.
func (g *grading) latest(all []candidate) {
	start, _ := g.answer.sentence(all[len(all)-1].from)
	for i := range all {
		if all[i].from >= start && !all[i].part {
			all[i].weight += margin
		}
	}
}

// strongest returns the greatest weight among the stated candidates that are right, or
// among those that are not.
func strongest(all []candidate, right bool) float64 {
	most := math.Inf(-1)
	for i := range all {
		if c := &all[i]; c.right == right && !c.idle && !c.known && c.stated() {
			most = max(most, c.weight)
		}
	}
	return most
}

// besides reports whether another candidate is in the same list as a right one.
func (g *grading) besides(all []candidate, right candidate) bool {
	return slices.ContainsFunc(all, func(c candidate) bool {
		if c.right || c.idle {
			return false
		}
		gap := g.answer.folded[min(c.to, right.to):max(c.from, right.from, min(c.to, right.to))]
		return joint.MatchString(unbracketed(gap)) && !operators.MatchString(gap)
	})
}

// listed reports whether two neighbouring candidates are members of one list.
func (g *grading) listed(a, b *candidate) bool {
	if a.said == b.said || (a.known || a.right) && (b.known || b.right) || a.to > b.from {
		return false
	}
	gap := unbracketed(g.answer.folded[a.to:b.from])
	return joint.MatchString(gap) && !choice.MatchString(gap) && !g.startsClause(gap, b)
}

// startsClause reports whether a candidate after a semicolon begins a new sentence.
func (g *grading) startsClause(gap string, c *candidate) bool {
	return strings.Contains(gap, ";") && !strings.Contains(gap, "\n") && utf8.RuneCountInString(g.answer.clauseAfter(c.to)) > 8
}

// oneOf reports whether the answer offers two candidates as alternatives.
func (g *grading) oneOf(a, b *candidate) bool {
	if a.from > b.from {
		a, b = b, a
	}
	return a.to <= b.from && eitherOr.MatchString(unbracketed(g.answer.folded[a.to:b.from])) && !choice.MatchString(g.question.folded)
}

// either stands before the first of two.
var either = regexp.MustCompile(`(?:要么是?|\beither(?: (?:in|at|on|by|for|from|with))?(?: the)?) ?["“]?$`)

// eitherOr is all that stands between two of which only one can be.
var eitherOr = regexp.MustCompile(`^["”’]? ?(?:或者?|还是|抑或|\bor\b) ?["“‘]?$`)

// choice matches words that join alternatives.
var choice = regexp.MustCompile(`或|还是|抑或|要么|可能|也许|\b(?:or|possibly|maybe|perhaps|alternatively)\b`)

// split reports whether the expected value is stated only under one of several conditions.
func (g *grading) split(all []candidate) bool {
	stated := false
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			if !c.supposed {
				return false
			}
			stated = true
		}
	}
	return stated && len(condition.FindAllStringIndex(g.answer.folded, 2)) > 1
}

// doubted reports whether the answer expresses doubt after a value or in its sentence.
func (g *grading) doubted(c *candidate) bool {
	start, _ := g.answer.sentence(c.from)
	if either.MatchString(tail(g.answer.folded[start:c.from])) && !choice.MatchString(g.question.folded) {
		return true
	}
	for _, m := range doubt.FindAllStringIndex(g.answer.folded[start:], -1) {
		if at := start + m[0]; at > c.from || !conclusion.MatchString(g.answer.folded[at:c.from]) {
			return true
		}
	}
	return false
}

// onlyGuess matches words with which an answer says that it guesses.
var onlyGuess = regexp.MustCompile(`猜|推测|\bguess(?:es|ed|ing)?\b`)

// orElse matches after a name or a day that is followed by an alternative.
var orElse = regexp.MustCompile(`^["”’》)]*,? ?\(?(?:or\b|或者?|还是|抑或) ?`)

// joint matches the whole text between two items of a list or two alternatives.
var joint = regexp.MustCompile(`^[\s,、;/|"'“”‘’《》]*(?:\d{1,2}[.)、])?[\s\-*•·]*(?:或者?|还是|抑或|要么|也可能|也许|可能|和|与|及|以及|并|加上?|另有|又有|再加|折合|约合|换算[为成]?|即|相当于|and|or|and/or|possibly|maybe|perhaps|vs\.?|versus|as well as|plus|alternatively)?(?: ?(?:还|也|又))?(?: (?:the|a|an))?(?: ?(?:是|为|有))?[\s"'“”‘’《》]*$`)

// joined reports whether two candidates are in the same list, with only list items between
// them, and neither is part of a computation.
func (g *grading) joined(all []candidate, a, b int) bool {
	if a > b {
		a, b = b, a
	}
	for i := a; i < b; i++ {
		x, y := &all[i], &all[i+1]
		if x.computed || y.computed || x.to > y.from || !joint.MatchString(unbracketed(g.answer.folded[x.to:y.from])) || g.startsClause(g.answer.folded[x.to:y.from], y) {
			return false
		}
	}
	return true
}

var brackets = regexp.MustCompile(`\([^()]*\)`)

// unbracketed returns a text without the parts in round brackets.
func unbracketed(text string) string {
	if strings.IndexByte(text, '(') < 0 {
		return text
	}
	return brackets.ReplaceAllString(text, "")
}
