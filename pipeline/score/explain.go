package score

import (
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// discountExplained reduces the weight of candidates that only lead to the answer: operands of a
// computation, parts of a sum, intermediate values, items of a list, examples, and values
// of other entities.
func (g *grading) discountExplained(all []candidate) {
	operands := operandsOf(all)
	sum, n := decimal.Zero, 0
	for i := range all {
		c := &all[i]
		if c.right || c.retracted || c.denied {
			continue
		}
		if c.working && c.weight <= weightOperand/2 && c.text != "" {
			operands[c.text] = true
		}
		if !c.ignored {
			sum, n = sum.Add(c.amount), n+1
		}
	}
	last := 0
	for i := range all {
		if all[i].right && all[i].stated() {
			last = all[i].from
		}
	}
	asked := g.requestedShare(all)
	adds := n > 1 && !slices.ContainsFunc(all, func(c candidate) bool { return c.right && g.sharesListWithOther(all, c) }) && slices.ContainsFunc(all, func(c candidate) bool { return c.right && !sum.IsZero() && c.amount.Equal(sum) })
	adds = adds && strongestWeight(all, true)+0.75*weightMargin >= strongestWeight(all, false)
	for i := range all {
		c := &all[i]
		before := g.answer.clauseBefore(c.from)
		switch {
		case c.right:
		case operands[c.text] && (!c.working || addedAfter.MatchString(g.answer.clauseAfter(c.to))) && !c.conditional && (!c.concluded || c.from < last || addedAfter.MatchString(g.answer.clauseAfter(c.to))), c.intermediate && !c.amount.IsZero() && (!c.concluded || c.from < last):
			c.working = true
			if c.weight += weightOperand; operands[c.text] && !c.amount.IsZero() {
				c.weight = min(c.weight, weightOperand/2)
			}
			c.ignored = c.ignored || addedAfter.MatchString(g.answer.clauseAfter(c.to))
		case c.intermediate && c.from < last && g.wording.headShare(g.answer.label(c.from)) <= g.wording.headShare(g.answer.label(last)):
			c.weight += weightOperand
		case c.intermediate: // an intermediate name, with which some answers conclude
			c.weight += weightOperand / 2
		case adds, g.isBreakdown(all, c), exampleBefore.MatchString(before), exampleAfter.MatchString(g.answer.folded[c.to:]), comparisonSentence.MatchString(g.answer.sentenceBefore(c.from)):
			c.working = true
			c.weight += weightPart
		case !c.concluded && g.isLabelledOtherwise(c, asked):
			c.weight += weightAside
		}
		switch before, after := i > 0 && g.inOneList(&all[i-1], c), i+1 < len(all) && g.inOneList(c, &all[i+1]); {
		case before && (after || i > 1 && g.inOneList(&all[i-2], &all[i-1])), after && i+2 < len(all) && g.inOneList(&all[i+1], &all[i+2]):
			c.weight += weightOperand // one of three or more
		case before || after:
			c.weight -= weightEmphasis
		}
	}
}

// requestedShare returns the greatest share, over the places of the expected value, of the noun that
// the question asks for in the words beside that place.
func (g *grading) requestedShare(all []candidate) (most float64) {
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			start, end := g.answer.sentence(c.from)
			most = max(most, g.wording.headShare(g.answer.label(c.from)), g.wording.headShare(g.answer.header(start)), g.wording.headShare(descriptionIn(g.answer.folded[c.to:max(c.to, end)])))
		}
	}
	return most
}

// isLabelledOtherwise reports whether the words before a candidate name something else than the question
// does. Asked is the share that the expected value has.
func (g *grading) isLabelledOtherwise(c *candidate, asked float64) bool {
	label := g.answer.label(c.from)
	headed, focused := g.wording.headShare(label), g.wording.focusShare(label)
	return len(piecesOf(lastWords(label))) > 0 && asked > 0.3 && (headed == 0 && focused < 0.34 || headed < asked-0.4 && focused < 0.5)
}

// mostOperands is the maximum number of possible operands on either side of a result.
const mostOperands = 12

// operandsOf returns the operands of the expected amount, as the answer writes them: two
// amounts before it whose difference, ratio or product it is, and two or more amounts next to
// it, without another between them, whose sum or mean it is.
func operandsOf(all []candidate) set {
	found := set{}
	mark := func(some []candidate) {
		for i := range some {
			found[some[i].text] = true
		}
	}
	for r := range all {
		right := &all[r]
		if !right.right || right.amount.IsZero() || !right.stated() || right.conditional || right.tentative || right.hypothetical {
			continue
		}
		before, behind := all[max(0, r-mostOperands):r], all[r+1:min(len(all), r+1+mostOperands)]
		for i := range before {
			for j := i + 1; j < len(before); j++ {
				if a, b := &before[i], &before[j]; !a.right && !b.right && isDerived(a.amount, b.amount, right.amount) {
					found[a.text], found[b.text] = true, true
				}
			}
		}
		mark(addends(before, right.amount, true))
		mark(addends(behind, right.amount, false))
	}
	return found
}

// isBreakdown reports whether a candidate is a part of the expected number: it follows in
// the same sentence after a colon, as in "three: one in 2017 and two in 2019".
func (g *grading) isBreakdown(all []candidate, c *candidate) bool {
	return !c.concluded && !c.amount.IsZero() && slices.ContainsFunc(all, func(r candidate) bool {
		if !r.right || !r.stated() || r.to > c.from || r.amount.LessThan(c.amount) {
			return false
		}
		_, end := g.answer.sentence(r.to)
		return c.from < end && breakdownAfter.MatchString(g.answer.folded[r.to:])
	})
}

// breakdownAfter matches the text after a number whose parts follow.
var breakdownAfter = lazyregexp.New(`^[^,.;。:]{0,24}:`)

// isDerived reports whether an amount is the difference, the ratio or the product of two.
func isDerived(a, b, of decimal.Decimal) bool {
	if a.IsZero() || b.IsZero() || a.Equal(b) {
		return false
	}
	places := -of.Exponent()
	near := func(x decimal.Decimal) bool { return x.Abs().Round(places).Equal(of.Abs()) }
	return near(a.Sub(b)) || places > 0 && (near(a.DivRound(b, places+2)) || near(b.DivRound(a, places+2)) || near(a.Mul(b)))
}

// addends returns the fewest amounts, counted from the end if last is set and else from the
// beginning, whose sum or mean is the given one; nil if there are none.
func addends(some []candidate, sum decimal.Decimal, last bool) []candidate {
	total := decimal.Zero
	for n := 1; n <= len(some); n++ {
		part, next := some[:n], n-1
		if last {
			part, next = some[len(some)-n:], len(some)-n
		}
		if some[next].right {
			return nil
		}
		total = total.Add(some[next].amount)
		if n > 1 && (total.Equal(sum) || sum.Exponent() < 0 && total.DivRound(decimal.NewFromInt(int64(n)), -sum.Exponent()).Equal(sum)) {
			return part
		}
	}
	return nil
}

// exampleBefore matches words before a value that is only an example or a comparison.
var exampleBefore = lazyregexp.New(`例如|比如|譬如|诸如|其次|其余|其[他它]|另外|此外|\b(?:for example|for instance|such as|e\.g\.|followed by|for comparison|in comparison|the others?|the rest|besides|unlike|compared (?:with|to)|than)\b`)

// addedAfter matches the text after the last of several addends.
var addedAfter = lazyregexp.New(`^ ?(?:相加|之和|加起来|加总|二者|两者|合并|added)`)

// exampleAfter matches the text after an example.
var exampleAfter = lazyregexp.New(`^[^ ,;]{0,6}, (?:for example|for instance|e\.g\.)`)

// comparisonSentence matches the beginning of a sentence about a comparison or additional
// information.
var comparisonSentence = lazyregexp.New(`^ ?(?:for comparison|by (?:way of )?comparison|as a comparison|作为对比|作为参考|相比之下|顺带|顺便|另外|此外|供参考|对比|同期|for completeness)`)
