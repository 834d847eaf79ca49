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

// onlyDay returns the day that a text consists of, but for spaces and marks around it; "" for any
// other text, such as one that tells of two days.
func onlyDay(text string) string {
	text = strings.Trim(text, trailing)
	all := quantity.Read(text)
	if len(all) != 1 || all[0].Kind != quantity.Day || all[0].From != 0 || all[0].To != len(text) {
		return ""
	}
	return all[0].Day
}
