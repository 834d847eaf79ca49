package demand

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// formDifference returns how a form differs from the one demanded, "" if it does not.
func (a *Ask) formDifference(got *Ask, lang string) string {
	percent := a.What == Share && got.Unit == "" // which says so
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

// units maps ways to write units to those that package value reads.
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

// sizeOf returns how many yuan a unit of money is; ok is false for other units.
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

// isMoneyOrPercent tells units of money and percentages from measure words.
func isMoneyOrPercent(unit string) bool {
	unit = unitOf(unit)
	_, ok := sizeOf(unit)
	return ok || unit == "%"
}
