package draft

import (
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// scaled returns plain digits of an amount in the largest of the units in which it
// is at least one and has no more than two decimals; the last is taken otherwise.
// The units stand in the way of package value.
func scaled(digits, unit string, units []string) (text, in string) {
	v, ok := value.ParseNumber(digits, unit)
	if !ok {
		return digits, unit
	}
	for _, u := range units {
		w, ok := value.Convert(v, u)
		if !ok {
			continue
		}
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(w.Text, "-"), ".")
		if whole != "0" && utf8.RuneCountInString(fraction) <= 2 {
			return w.Text, u
		}
	}
	return digits, unit
}

// dayOf writes an ISO day in a layout; a day that is none as it is.
func dayOf(iso, layout string) string {
	v, ok := value.ParseDate(iso)
	if !ok {
		return iso
	}
	text, _ := value.FormatDate(v, layout)
	return text
}

// isYuan reports whether a unit is one of the Chinese currency.
func isYuan(unit string) bool {
	v, ok := value.ParseNumber("1", unit)
	if !ok {
		return false
	}
	_, ok = value.Convert(v, "元")
	return ok && unit != ""
}
