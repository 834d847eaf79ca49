package gate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// missingForm reports a demanded form that the question does not state.
func (g *Gate) missingForm(q *reading) (Rejection, bool) {
	for i := range g.forms {
		if n := &g.forms[i]; !g.statesForm(q, n) {
			return Rejection{Form, n.wording + " is missing", n.wording}, true
		}
	}
	return Rejection{}, false
}

// statesForm reports whether the question states a demanded form.
func (g *Gate) statesForm(q *reading, n *requirement) bool {
	f := &n.cue.Form
	switch {
	case f.Unit != "":
		return g.statesUnit(q, n, f.Unit)
	case f.Places != nil && *f.Places > 0:
		return g.statesPlaces(q, *f.Places)
	case f.Style == plan.StyleDate:
		return statesLayout(q, n, f.Layout)
	}
	return g.statesAny(q, n)
}

// statesAny reports whether the question contains any text of a requirement.
func (g *Gate) statesAny(q *reading, n *requirement) bool {
	return slices.ContainsFunc(n.texts, func(text string) bool { return containsWhole(q.bare, text) })
}

// statesLayout reports whether the question states the layout of a day, and no longer layout.
func statesLayout(q *reading, n *requirement, layout plan.Layout) bool {
	before := map[plan.Layout][]string{plan.LayoutMonth: {"day, ", "day and ", "day, with ", "day with "}, plan.LayoutYear: {"month and ", "month and the ", "month plus ", "month with ", "month, ", "day and "}}[layout]
	longer := map[plan.Layout][]string{plan.LayoutMonth: {"xx日", "-dd", "dd日", "日", "、日", "-day", "哪日", "哪天", "哪一日", "哪一天", "几日", "几号", "何日"}, plan.LayoutYear: {"xx月", "-mm", "mm月", "哪月", "哪一月", "何月", "几月", "和月", "与月", "、月", "月", "-month", " and month", " and the month", ", month"}}[layout]
	for _, text := range n.texts {
		for at := range wholeOccurrences(q.bare, text) {
			rest, other := q.bare[at+len(text):], false
			for _, more := range longer {
				other = other || strings.HasPrefix(rest, more)
			}
			for _, more := range before {
				other = other || strings.HasSuffix(q.bare[:at], more)
			}
			if !other {
				return true
			}
		}
	}
	return false
}

// decimalWords are words for decimal places.
var decimalWords = []string{"小数", "decimal", "after the point"}

// statesPlaces reports whether a number of decimal places is stated next to a word for them.
func (g *Gate) statesPlaces(q *reading, n int) bool {
	for _, word := range decimalWords {
		for at := range occurrences(q.bare, word) {
			for _, f := range beginningIn(q.mentions, at-maxWordSize, at+maxWordSize, mention.begin) {
				near := f.From >= at && f.From-at <= 30 || f.To <= at && at-f.To <= 12+len(word)
				if near && (f.isAmount() || f.Kind == quantity.Rank) && f.Number.Equal(decimal.NewFromInt(int64(n))) {
					return true
				}
			}
		}
	}
	if slices.ContainsFunc(shortPlaces(n), func(short string) bool { return containsWhole(q.bare, short) }) {
		return true
	}
	if n == 2 {
		for _, text := range []string{"精确到分", "算到分", "to the cent", "to the fen", "nearest fen", "nearest cent", "yuan and fen", "nearest hundredth", "both decimal", "both places", "到分为止", "元角分"} {
			if strings.Contains(q.bare, text) {
				return true
			}
		}
	}
	return false
}

// shortPlaces returns abbreviations for a number of decimal places.
func shortPlaces(n int) []string {
	return []string{fmt.Sprintf("%ddp", n), fmt.Sprintf("%d dp", n), fmt.Sprintf("%d d.p", n), fmt.Sprintf("%dd.p", n)}
}

// percentWords are words for a percentage that drafts do not use.
var percentWords = []string{"percentages", "per-cent", "pct", "percents"}

// statesUnit reports whether the question demands a unit: the unit must occur alone, neither
// behind a number nor as part of a larger unit.
func (g *Gate) statesUnit(q *reading, n *requirement, unit string) bool {
	v, ok := value.ParseNumber("1", unit)
	if !ok {
		return g.statesAny(q, n)
	}
	number, _, in := inBaseUnit(&v)
	switch {
	case in == quantity.PercentSign:
		return slices.ContainsFunc(slices.Concat(n.texts, percentWords), func(word string) bool { return g.statesUnitAlone(q, word, nil) })
	case in != quantity.Yuan:
		return g.statesAny(q, n) || g.statesUnitAlone(q, normal(unit), nil)
	case g.lang == "zh":
		return g.statesUnitAlone(q, unit, []string{"万", "亿", "千", "百", "十", "单", "美", "欧", "日", "港", "公", "多"})
	case number.Equal(decimal.NewFromInt(1)):
		for _, word := range []string{"cny", "yuan", "rmb", "renminbi"} {
			if g.statesUnitAlone(q, word, []string{"thousands of", "millions of", "billions of", "thousand", "million", "billion", "thousands", "millions", "units of"}) {
				return true
			}
		}
		return false
	}
	return g.statesMultiple(q, n, number)
}

// statesUnitAlone reports whether a unit occurs behind none of the given words and no number.
func (g *Gate) statesUnitAlone(q *reading, unit string, not []string) bool {
	for at := range wholeOccurrences(q.bare, unit) {
		front, ok := strings.TrimRight(q.bare[:at], " "), true
		for _, word := range not {
			ok = ok && !strings.HasSuffix(front, word)
		}
		for _, f := range beginningIn(q.mentions, at-maxWordSize, at+maxWordSize, mention.begin) {
			if (f.Kind == quantity.Money || f.Kind == quantity.Percent) && f.From <= at+len(unit) && f.To >= at {
				ok = false
			}
		}
		last, _ := utf8.DecodeLastRuneInString(front)
		next, _ := utf8.DecodeRuneInString(q.bare[at+len(unit):])
		if ok && (last < '0' || last > '9') && !strings.ContainsRune("旦月素件宵老首", next) {
			return true
		}
	}
	return false
}

// statesMultiple reports whether the question demands a multiple of yuan in English: thousands
// of CNY, million yuan.
func (g *Gate) statesMultiple(q *reading, n *requirement, number decimal.Decimal) bool {
	if g.statesAny(q, n) {
		return true
	}
	words := map[int64][]string{1e3: {"thousand"}, 1e4: {"10,000", "ten thousand", "ten-thousand", "tens of thousand", "10k", "wan"}, 1e6: {"million"}, 1e8: {"100 million", "hundred million", "hundreds of million"}, 1e9: {"billion"}}[number.IntPart()]
	for _, word := range words {
		for at := range occurrences(q.bare, word) {
			rest := strings.TrimPrefix(q.bare[at+len(word):], "s")
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, " "), "of ")
			front := strings.TrimSuffix(q.bare[:at], " ")
			for _, money := range []string{"cny", "yuan", "rmb"} {
				if strings.HasPrefix(rest, money) || strings.HasSuffix(front, money) {
					return true
				}
			}
		}
	}
	return false
}
