package caselaw

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// dayIn returns the first day in a text, such as 2016-05-31; "" if there is none.
func dayIn(text string) string {
	for _, m := range quantity.Read(text) {
		if m.Kind == quantity.Day {
			return m.Day
		}
	}
	return ""
}

// onlyDay returns the day that a text consists of, but for spaces and marks around it, and where
// it stands; "" for any other text, such as one that tells of two days.
func onlyDay(text string) (at stretch, day string) {
	begin := len(text) - len(strings.TrimLeft(text, trailing))
	text = strings.Trim(text, trailing)
	all := quantity.Read(text)
	if len(all) != 1 || all[0].Kind != quantity.Day || all[0].From != 0 || all[0].To != len(text) {
		return stretch{}, ""
	}
	return stretch{begin, begin + len(text)}, all[0].Day
}
