package score

import (
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// fraction matches a share or a rate in words that is no percentage: 三成, three tenths, one thousandth, 0.5‰.
var fraction = lazyregexp.New(`([一二两三四五六七八九])成([一二三四五六七八九半])?|(\d+(?:\.\d+)?|\b(?:an?|one|two|three|four|five|six|seven|eight|nine))(‰|[ -](?:tenth|hundredth|thousandth|ten[ -]thousandth|per (?:mille|thousand|ten[ -]thousand))s?\b)`)

// Numbers in words, of fractions.
var (
	fractionDigits = map[string]int64{"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
		"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "半": 5}
	// fractionPlaces are the places by which a fraction of a kind is moved to make a percentage.
	fractionPlaces = map[string]int32{"tenth": 1, "hundredth": 0, "thousandth": -1, "‰": -1, "per mille": -1, "per thousand": -1, "ten thousandth": -2, "per ten thousand": -2}
)

// fractionsIn returns the fractions of a folded text as percentages.
func fractionsIn(text string) (all []quantity.Mention) {
	if !containsAny(text, "成", "‰", "th", "per") {
		return nil
	}
	for _, m := range fraction.FindAllStringSubmatch(text, -1) {
		n := decimal.NewFromInt(10*fractionDigits[m[1]] + fractionDigits[m[2]])
		if m[1] == "" {
			n = decimal.NewFromInt(fractionDigits[m[3]])
			if d, err := decimal.NewFromString(m[3]); err == nil {
				n = d
			}
			n = n.Shift(fractionPlaces[strings.TrimSuffix(strings.ReplaceAll(strings.Trim(m[4], " -"), "-", " "), "s")])
		}
		all = append(all, quantity.Mention{Kind: quantity.Percent, Number: n, Unit: "%"})
	}
	return all
}
