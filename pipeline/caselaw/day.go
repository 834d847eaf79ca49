package caselaw

import "github.com/taskgrove/taskgrove/pipeline/quantity"

// dayIn returns the first day in a text, such as 2016-05-31; "" if there is none.
func dayIn(text string) string {
	for _, m := range quantity.Read(text) {
		if m.Kind == quantity.Day {
			return m.Day
		}
	}
	return ""
}
