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

// missingForm finds a demanded form that the question does not state.
func (g *Gate) missingForm(q *reading) (Rejection, bool) {
	for i := range g.forms {
		if n := &g.forms[i]; !g.demanded(q, n) {
			return Rejection{Form, n.wording + " is missing", n.wording}, true
		}
	}
	return Rejection{}, false
}

// demanded reports whether the question states a demanded form.
func (g *Gate) demanded(q *reading, n *requirement) bool {
	f := &n.cue.Form
	switch {
	case f.Unit != "":
		return g.unit(q, n, f.Unit)
	case f.Places != nil && *f.Places > 0:
		return g.places(q, *f.Places)
	case f.Style == plan.StyleDate:
		return laidOut(q, n, f.Layout)
	}
	return g.any(q, n)
}

func (g *Gate) any(q *reading, n *requirement) bool {
	for _, text := range n.texts {
		if containsWhole(q.bare, text) {
			return true
		}
	}
	return false
}

// laidOut reports whether the question states the layout of a day, and no longer one.
func laidOut(q *reading, n *requirement, layout plan.Layout) bool {
	shorter := map[plan.Layout][]string{plan.LayoutYear: {"month and ", "month and the ", "month plus ", "month with ", "month, "}}[layout]
	longer := map[plan.Layout][]string{plan.LayoutMonth: {"xx日", "-dd", "dd日", "日", "、日", "-day"}, plan.LayoutYear: {"xx月", "-mm", "mm月", "哪月", "哪一月", "何月", "几月", "和月", "与月", "、月", "月", "-month", " and month", " and the month", ", month"}}[layout]
	for _, text := range n.texts {
		for at := indexWhole(q.bare, text, 0); at >= 0; at = indexWhole(q.bare, text, at+len(text)) {
			rest, other := q.bare[at+len(text):], false
			for _, more := range longer {
				other = other || strings.HasPrefix(rest, more)
			}
			for _, more := range shorter {
				other = other || strings.HasSuffix(q.bare[:at], more)
			}
			if !other {
				return true
			}
		}
	}
	return false
}

// decimals are words for decimal places.
var decimals = []string{"小数", "decimal"}

// places reports whether a number of decimal places is stated beside a word for them.
func (g *Gate) places(q *reading, n int) bool {
	for _, word := range decimals {
		for at := strings.Index(q.bare, word); at >= 0; {
			for _, f := range beginningIn(q.found, at-reach, at+reach, mention.begin) {
				near := f.From >= at && f.From-at <= 30 || f.To <= at && at-f.To <= 12+len(word)
				if near && (f.isAmount() || f.Kind == quantity.Rank) && f.Number.Equal(decimal.NewFromInt(int64(n))) {
					return true
				}
			}
			next := strings.Index(q.bare[at+len(word):], word)
			if next < 0 {
				break
			}
			at += len(word) + next
		}
	}
	for _, short := range shortPlaces(n) {
		if containsWhole(q.bare, short) {
			return true
		}
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

// percents are words for a percentage that drafts do not use.
var percents = []string{"percentages", "per-cent", "pct", "percents"}

// unit reports whether the question demands a unit: the unit must stand for itself,
// neither behind a number nor as part of a larger unit.
func (g *Gate) unit(q *reading, n *requirement, unit string) bool {
	v, ok := value.ParseNumber("1", unit)
	if !ok {
		return g.any(q, n)
	}
	number, _, in := inBaseUnit(&v)
	switch {
	case in == quantity.Hundredths:
		return g.any(q, n) || slices.ContainsFunc(percents, func(word string) bool { return containsWhole(q.bare, word) })
	case in != quantity.Yuan:
		return g.any(q, n) || g.alone(q, normal(unit), nil)
	case g.lang == "zh":
		return g.alone(q, unit, []string{"万", "亿", "千", "百", "十", "单", "美", "欧", "日", "港", "公", "多"})
	case number.Equal(decimal.NewFromInt(1)):
		for _, word := range []string{"cny", "yuan", "rmb", "renminbi"} {
			if g.alone(q, word, []string{"thousands of", "millions of", "billions of", "thousand", "million", "billion", "thousands", "millions", "units of"}) {
				return true
			}
		}
		return false
	}
	return g.scaled(q, n, number)
}

// alone reports whether a unit stands somewhere behind none of the words and no
// number.
func (g *Gate) alone(q *reading, unit string, not []string) bool {
	for at := indexWhole(q.bare, unit, 0); at >= 0; at = indexWhole(q.bare, unit, at+len(unit)) {
		front, ok := strings.TrimRight(q.bare[:at], " "), true
		for _, word := range not {
			ok = ok && !strings.HasSuffix(front, word)
		}
		for _, f := range beginningIn(q.found, at-reach, at+reach, mention.begin) {
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

// scaled looks for a multiple of yuan in English: thousands of CNY, million yuan.
func (g *Gate) scaled(q *reading, n *requirement, number decimal.Decimal) bool {
	if g.any(q, n) {
		return true
	}
	words := map[int64][]string{1e3: {"thousand"}, 1e4: {"10,000", "ten thousand", "ten-thousand", "tens of thousand", "10k", "wan"}, 1e6: {"million"}, 1e8: {"100 million", "hundred million", "hundreds of million"}, 1e9: {"billion"}}[number.IntPart()]
	for _, word := range words {
		for at := strings.Index(q.bare, word); at >= 0; {
			rest := strings.TrimPrefix(q.bare[at+len(word):], "s")
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, " "), "of ")
			front := strings.TrimSuffix(q.bare[:at], " ")
			for _, money := range []string{"cny", "yuan", "rmb"} {
				if strings.HasPrefix(rest, money) || strings.HasSuffix(front, money) {
					return true
				}
			}
			next := strings.Index(q.bare[at+len(word):], word)
			if next < 0 {
				break
			}
			at += len(word) + next
		}
	}
	return false
}
