package demand

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// formDifference describes how a form differs from the demanded form; "" if it does not.
func (a *RequestedAnswer) formDifference(got *RequestedAnswer, lang string) string {
	percent := a.Kind == Share && got.Unit == "" // which says so
	if !percent && !sameUnit(a.Unit, got.Unit) && (isMoneyOrPercent(a.Unit) || isMoneyOrPercent(got.Unit)) {
		return fmt.Sprintf("unit %q, want %q", got.Unit, a.Unit)
	}
	switch {
	case a.Places != nil && (got.Places == nil || *a.Places != *got.Places):
		return fmt.Sprintf("places %s, want %d", asJSON(got.Places), *a.Places)
	case a.Places == nil && got.Places != nil && *got.Places != 0:
		return fmt.Sprintf("places %d, want none", *got.Places)
	}
	want, have := a.Layout, got.Layout
	if lang != "zh" && want == LayoutFull {
		want = LayoutISO
	}
	if lang != "zh" && have == LayoutFull {
		have = LayoutISO
	}
	if want != "" && want != have {
		return fmt.Sprintf("layout %q, want %q", got.Layout, a.Layout)
	}
	return ""
}

// sameUnit reports whether two units have the same size.
func sameUnit(a, b string) bool {
	a, b = unitOf(a), unitOf(b)
	if a == b {
		return true
	}
	size, ok := sizeOf(a)
	other, money := sizeOf(b)
	return ok && money && size == other
}

// units maps spellings of units to those that package value reads.
var units = strings.NewReplacer(
	"人民币元", "元", "units of ", "", "thousands of", "thousand", "millions of", "million", "billions of", "billion",
	"ten thousand", "10000", "hundred million", "100 million",
	"percentage points", "%", "percentage", "%", "per cent", "%", "percent", "%", "百分比", "%", "百分数", "%", "百分点", "%", "百分之", "%",
)

// unitOf returns a unit in one spelling.
func unitOf(text string) string {
	text = units.Replace(value.Fold(text))
	for _, mark := range []string{"cny ", "rmb "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest + " yuan"
		}
	}
	return text
}

// sizeOf returns the size of a monetary unit in yuan; ok is false for other units.
func sizeOf(unit string) (size string, ok bool) {
	if unit == "" {
		return "", false
	}
	if unit[0] < '0' || unit[0] > '9' {
		unit = "1 " + unit
	}
	v, ok := value.ParseNumber(unit, "元")
	return v.Text, ok && strings.Trim(unit, "0123456789., ") != ""
}

// isMoneyOrPercent reports whether a unit is monetary or a percentage, and not a measure word.
func isMoneyOrPercent(unit string) bool {
	unit = unitOf(unit)
	_, ok := sizeOf(unit)
	return ok || unit == "%"
}
