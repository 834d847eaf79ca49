package score

import (
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// noneClause matches a clause of English that says that there are none of something: "none",
// "there are no penalties". Its group is what says so, and its second group the noun.
var noneClause = lazyregexp.New(`(?:^|[:;,.!?(|\n-] ?|\bthere (?:is|are|was|were) |\b(?:is|are|has|have) )((?:none|no ((?:[a-z]+ ){0,3}[a-z]+)))(?:[.,;:)|\n]|$| (?:was|were|is|are|has|have|on record|in the)\b)`)

// noneSpans returns where the answer says in words that there are none of what an expected zero
// counts, if the zero is written with an English noun.
func (g *grading) noneSpans(e *expectation) (spans [][2]int) {
	_, noun, ok := strings.Cut(fold(e.keyword), " ")
	if !ok || e.kind != value.Number || e.measures != quantity.Count || !e.amount.IsZero() {
		return nil
	}
	head := lastWord(noun) // "penalties" of "administrative penalties"
	for _, m := range noneClause.FindAllStringSubmatchIndex(g.answer.folded, -1) {
		if m[4] < 0 || strings.HasPrefix(head, strings.TrimSuffix(lastWord(g.answer.folded[m[4]:m[5]]), "y")) {
			spans = append(spans, [2]int{m[2], m[3]})
		}
	}
	return spans
}

// none returns a candidate for each of noneSpans.
func (g *grading) none(e *expectation) []candidate {
	var all []candidate
	for _, at := range g.noneSpans(e) {
		c := candidate{from: at[0], to: at[1], right: true, text: g.answer.folded[at[0]:at[1]], amount: decimal.Zero}
		c.stance = g.answer.stance(at[0], at[1], g.wording, false)
		all = append(all, c)
	}
	return all
}
