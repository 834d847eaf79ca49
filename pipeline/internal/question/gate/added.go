package gate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// unknownContent reports a number or a name that the draft does not have.
func (g *Gate) unknownContent(q *reading) (Rejection, bool) {
	limits := g.lexicon.set(cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost)
	left, listed := withoutListNumbers(q.bare, q.mentions)
	for i := range left {
		f := &left[i]
		if limited := f.isThreshold(q, limits); limited && g.isDraftThreshold(f) || !limited && g.inDraft(q, f) {
			continue
		} else if !limited && listed > 0 && f.isAmount() && f.Kind != quantity.Money && f.Kind != quantity.Percent && f.Number.Equal(decimal.NewFromInt(listed)) {
			continue
		} else if !limited && f.isSmallInWords() {
			continue
		}
		return Rejection{Added, f.text + " is not in the draft", ""}, true
	}
	if name := g.unknownName(q); name != "" {
		return Rejection{Added, name + " is not in the draft", ""}, true
	}
	return Rejection{}, false
}

// suffixOnlyWords are threshold words that count only behind their number: 以下三项 means "the
// following three".
var suffixOnlyWords = []string{"以上", "以下"}

// isThreshold reports whether a threshold word directly precedes a number.
func (f *mention) isThreshold(q *reading, limits senses) bool {
	if !f.isAmount() || f.Number.LessThan(decimal.NewFromInt(2)) {
		return false
	}
	for _, t := range beginningIn(q.tokens, f.From-maxWordSize, f.From, token.begin) {
		if t.senses&limits == 0 || slices.Contains(suffixOnlyWords, q.bare[t.from:t.to]) {
			continue
		}
		if t.to <= f.From && strings.TrimLeft(q.bare[t.to:f.From], " 了") == "" {
			return true
		}
	}
	return false
}

// isDraftThreshold reports whether a threshold is an operand of the draft.
func (g *Gate) isDraftThreshold(f *mention) bool {
	for i := range g.operands {
		if hasValue(&g.operands[i].cue.Value, f) {
			return true
		}
	}
	return false
}

// inDraft reports whether a quantity is in the draft, or follows from its operands, its form, a
// rank, or "the only one".
func (g *Gate) inDraft(q *reading, f *mention) bool {
	for i := range g.draftMentions {
		o := &g.draftMentions[i]
		switch {
		case f.isDayOrCode() || o.isDayOrCode():
			if f.equals(o) {
				return true
			}
		case o.Number.Equal(f.Number) && (o.Kind == quantity.Rank) == (f.Kind == quantity.Rank) && (f.Spelled || !o.Spelled || o.Number.GreaterThan(decimal.NewFromInt(maxSmall))):
			return true
		}
	}
	for i := range g.operands {
		if v := &g.operands[i].cue.Value; hasValue(v, f) {
			return true
		}
	}
	for i := range g.forms {
		form := &g.forms[i].cue.Form
		if form.Places != nil && slices.Contains(shortPlaces(*form.Places), f.text) || form.Style == plan.StyleDate && f.Number.Equal(isoStandard) && strings.HasSuffix(strings.TrimRight(q.bare[:f.From], " -"), "iso") {
			return true
		}
	}
	if f.Kind == quantity.Rank && f.Spelled {
		return true
	}
	if !f.isAmount() && f.Kind != quantity.Rank {
		return false
	}
	for i := range g.forms {
		if p := g.forms[i].cue.Form.Places; p != nil && f.Number.Equal(decimal.NewFromInt(int64(*p))) && g.statesPlaces(q, *p) {
			return true
		}
	}
	for i := range g.operators {
		c := &g.operators[i].cue
		if c.Place > 0 && f.Number.Equal(decimal.NewFromInt(int64(c.Place))) {
			return true
		}
	}
	return g.single && f.Number.Equal(decimal.NewFromInt(1))
}

// isoStandard is the number of the standard for dates.
var isoStandard = decimal.NewFromInt(8601)

// withoutListNumbers returns the quantities that are not list numbers, and the length of the
// list. List numbers are (1), (2), … in order from one on, at least two of them.
func withoutListNumbers(text string, all []mention) ([]mention, int64) {
	var left, list []mention
	next := int64(1)
	for i := range all {
		f := &all[i]
		before, _ := utf8.DecodeLastRuneInString(text[:f.From])
		behind, _ := utf8.DecodeRuneInString(text[f.To:])
		mark := behind == ')' || behind == '.' || behind == '、'
		if f.isAmount() && !f.Spelled && mark && (before == '(' || before == utf8.RuneError || endsSentence(before) || before == ' ' || before == ',') && f.Number.Equal(decimal.NewFromInt(next)) {
			list = append(list, *f)
			next++
			continue
		}
		left = append(left, *f)
	}
	if len(list) < 2 {
		return all, 0
	}
	return left, int64(len(list))
}
