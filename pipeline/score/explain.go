package score

import (
	"regexp"
	"slices"

	"github.com/shopspring/decimal"
)

// explained reduces the weight of candidates that only lead to the answer: operands of a
// computation, parts of a sum, intermediate values, items of a list, examples, and values
// of other entities.
func (g *grading) explained(all []candidate) {
	operands := workings(all)
	sum, n := decimal.Zero, 0
	for i := range all {
		c := &all[i]
		if c.right || c.replaced || c.denied {
			continue
		}
		if c.working && c.weight <= operand/2 && c.said != "" {
			operands[c.said] = true
		}
		if !c.idle {
			sum, n = sum.Add(c.amount), n+1
		}
	}
	last := 0
	for i := range all {
		if all[i].right && all[i].stated() {
			last = all[i].from
		}
	}
	asked := g.asked(all)
	adds := n > 1 && !slices.ContainsFunc(all, func(c candidate) bool { return c.right && g.besides(all, c) }) && slices.ContainsFunc(all, func(c candidate) bool { return c.right && !sum.IsZero() && c.amount.Equal(sum) })
	adds = adds && strongest(all, true)+0.75*margin >= strongest(all, false)
	for i := range all {
		c := &all[i]
		before := g.answer.clauseBefore(c.from)
		switch {
		case c.right:
		case operands[c.said] && (!c.working || together.MatchString(g.answer.clauseAfter(c.to))) && !c.supposed && (!c.concluded || c.from < last || together.MatchString(g.answer.clauseAfter(c.to))), c.intermediate && !c.amount.IsZero() && (!c.concluded || c.from < last):
			c.working = true
			if c.weight += operand; operands[c.said] && !c.amount.IsZero() {
				c.weight = min(c.weight, operand/2)
			}
			c.idle = c.idle || together.MatchString(g.answer.clauseAfter(c.to))
		case c.intermediate && c.from < last && g.wording.headed(g.answer.label(c.from)) <= g.wording.headed(g.answer.label(last)):
			c.weight += operand
		case c.intermediate: // an intermediate name, with which some answers conclude
			c.weight += operand / 2
		case adds, g.brokenDown(all, c), example.MatchString(before), exampleAfter.MatchString(g.answer.folded[c.to:]), compared.MatchString(g.answer.sentenceBefore(c.from)):
			c.working = true
			c.weight += partial
		case !c.concluded && g.foreign(c, asked):
			c.weight += aside
		}
		switch before, after := i > 0 && g.listed(&all[i-1], c), i+1 < len(all) && g.listed(c, &all[i+1]); {
		case before && (after || i > 1 && g.listed(&all[i-2], &all[i-1])), after && i+2 < len(all) && g.listed(&all[i+1], &all[i+2]):
			c.weight += operand // one of three or more
		case before || after:
			c.weight -= emphatic
		}
	}
}

// asked returns the greatest share, over the places of the expected value, of the noun that
// the question asks for in the words beside that place.
func (g *grading) asked(all []candidate) (most float64) {
	for i := range all {
		if c := &all[i]; c.right && c.stated() {
			start, end := g.answer.sentence(c.from)
			most = max(most, g.wording.headed(g.answer.label(c.from)), g.wording.headed(g.answer.header(start)), g.wording.headed(predicated(g.answer.folded[c.to:max(c.to, end)])))
		}
	}
	return most
}

// foreign reports whether the words before a candidate name something else than the question
// does. Asked is the share that the expected value has.
func (g *grading) foreign(c *candidate, asked float64) bool {
	label := g.answer.label(c.from)
	headed, focused := g.wording.headed(label), g.wording.focused(label)
	return len(piecesOf(lastWords(label))) > 0 && asked > 0.3 && (headed == 0 && focused < 0.34 || headed < asked-0.4 && focused < 0.5)
}

// mostOperands is how many numbers on either side of a result may be its operands.
const mostOperands = 12

// workings returns the operands of the expected amount, as the answer writes them: two
// amounts before it whose difference, ratio or product it is, and two or more amounts next to
// it, without another between them, whose sum or mean it is.
func workings(all []candidate) set {
	found := set{}
	mark := func(some []candidate) {
		for i := range some {
			found[some[i].said] = true
		}
	}
	for r := range all {
		right := &all[r]
		if !right.right || right.amount.IsZero() || !right.stated() || right.supposed || right.tentative || right.imagined {
			continue
		}
		before, behind := all[max(0, r-mostOperands):r], all[r+1:min(len(all), r+1+mostOperands)]
		for i := range before {
			for j := i + 1; j < len(before); j++ {
				if a, b := &before[i], &before[j]; !a.right && !b.right && derives(a.amount, b.amount, right.amount) {
					found[a.said], found[b.said] = true, true
				}
			}
		}
		mark(addends(before, right.amount, true))
		mark(addends(behind, right.amount, false))
	}
	return found
}

// brokenDown reports whether a candidate is a part of the expected number: it stands in the
// same sentence behind a colon, as in "three: one in 2017 and two in 2019".
func (g *grading) brokenDown(all []candidate, c *candidate) bool {
	return !c.concluded && !c.amount.IsZero() && slices.ContainsFunc(all, func(r candidate) bool {
		if !r.right || !r.stated() || r.to > c.from || r.amount.LessThan(c.amount) {
			return false
		}
		_, end := g.answer.sentence(r.to)
		return c.from < end && partsFollow.MatchString(g.answer.folded[r.to:])
	})
}

// partsFollow is the beginning of what follows a number that is broken down.
var partsFollow = regexp.MustCompile(`^[^,.;。:]{0,24}:`)

// derives reports whether an amount is the difference, the ratio or the product of two.
func derives(a, b, of decimal.Decimal) bool {
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

// example matches words before a value that is only an example or a comparison.
var example = regexp.MustCompile(`例如|比如|譬如|诸如|其次|其余|其[他它]|另外|此外|\b(?:for example|for instance|such as|e\.g\.|followed by|for comparison|in comparison|the others?|the rest|besides|unlike|compared (?:with|to)|than)\b`)

// together follows the last of some amounts that are added.
var together = regexp.MustCompile(`^ ?(?:相加|之和|加起来|加总|二者|两者|合并|added)`)

// exampleAfter follows what is mentioned as an example.
var exampleAfter = regexp.MustCompile(`^[^ ,;]{0,6}, (?:for example|for instance|e\.g\.)`)

// compared begins a sentence about something beside what is asked for.
var compared = regexp.MustCompile(`^ ?(?:for comparison|by (?:way of )?comparison|as a comparison|作为对比|作为参考|相比之下|顺带|顺便|另外|此外|供参考|对比|同期|for completeness)`)
