package gate

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"

	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/quantity"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// added looks for numbers and names that the draft does not have.
func (g *Gate) added(q *reading) (Fault, bool) {
	limits := g.lexicon.of(cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost)
	left, listed := unnumbered(q.bare, q.found)
	for i := range left {
		f := &left[i]
		if limited := f.limited(q, limits); limited && g.limit(f) || !limited && g.known(q, f) {
			continue
		} else if !limited && listed > 0 && f.amount() && f.Kind != quantity.Money && f.Kind != quantity.Percent && f.Number.Equal(decimal.NewFromInt(listed)) {
			continue
		} else if !limited && f.few() {
			continue
		}
		return Fault{Added, f.text + " is not in the draft", ""}, true
	}
	if name := g.stranger(q); name != "" {
		return Fault{Added, name + " is not in the draft", ""}, true
	}
	return Fault{}, false
}

// behindOnly are words for a side that stand behind their number alone: 以下三项 are the
// following three.
var behindOnly = []string{"以上", "以下"}

// limited reports whether a number has the side of a threshold before it.
func (f *mention) limited(q *reading, limits senses) bool {
	if !f.amount() || f.Number.LessThan(decimal.NewFromInt(2)) {
		return false
	}
	for _, t := range within(q.tokens, f.From-reach, f.From, token.begin) {
		if t.senses&limits == 0 || slices.Contains(behindOnly, q.bare[t.from:t.to]) {
			continue
		}
		if t.to <= f.From && strings.TrimLeft(q.bare[t.to:f.From], " 了") == "" {
			return true
		}
	}
	return false
}

// limit reports whether a threshold is one of the draft's.
func (g *Gate) limit(f *mention) bool {
	for i := range g.numbers {
		if same(&g.numbers[i].cue.Value, f) {
			return true
		}
	}
	return false
}

// known reports whether a quantity of a question is one of the draft's, or one that
// what the draft demands brings along.
func (g *Gate) known(q *reading, f *mention) bool {
	for i := range g.own {
		o := &g.own[i]
		switch {
		case f.fixed() || o.fixed():
			if f.alike(o) {
				return true
			}
		case o.Number.Equal(f.Number) && (o.Kind == quantity.Rank) == (f.Kind == quantity.Rank) && (f.Spelled || !o.Spelled || o.Number.GreaterThan(decimal.NewFromInt(small))):
			return true
		}
	}
	for i := range g.numbers {
		if v := &g.numbers[i].cue.Value; same(v, f) {
			return true
		}
	}
	for i := range g.forms {
		form := &g.forms[i].cue.Form
		if form.Places != nil && slices.Contains(shortPlaces(*form.Places), f.text) || form.Style == plan.StyleDate && f.Number.Equal(iso) && strings.HasSuffix(strings.TrimRight(q.bare[:f.From], " -"), "iso") {
			return true
		}
	}
	if f.Kind == quantity.Rank && f.Spelled {
		return true
	}
	if !f.amount() && f.Kind != quantity.Rank {
		return false
	}
	for i := range g.forms {
		if p := g.forms[i].cue.Form.Places; p != nil && f.Number.Equal(decimal.NewFromInt(int64(*p))) && g.places(q, *p) {
			return true
		}
	}
	for i := range g.operators {
		c := &g.operators[i].cue
		if c.Place > 0 && f.Number.Equal(decimal.NewFromInt(int64(c.Place))) {
			return true
		}
		if f.Number.Equal(decimal.NewFromInt(1)) && g.operators[i].ways&g.lexicon.of(cue.Sole) != 0 {
			return true
		}
	}
	return false
}

// iso is the number of the standard for days.
var iso = decimal.NewFromInt(8601)

// unnumbered leaves out of quantities those that number a list, (1), (2), … from one
// on, and returns how many there are.
func unnumbered(text string, all []mention) ([]mention, int64) {
	var left, list []mention
	next := int64(1)
	for i := range all {
		f := &all[i]
		before, _ := utf8.DecodeLastRuneInString(text[:f.From])
		behind, _ := utf8.DecodeRuneInString(text[f.To:])
		mark := behind == ')' || behind == '.' || behind == '、'
		if f.amount() && !f.Spelled && mark && (before == '(' || before == utf8.RuneError || ends(before) || before == ' ' || before == ',') && f.Number.Equal(decimal.NewFromInt(next)) {
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
