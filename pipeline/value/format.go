package value

// Exact makes FormatNumber write as many decimal places as the amount has.
const Exact = -1

// FormatNumber returns a number's digits in a unit of the same base, without the unit,
// rounded to the given decimal places with trailing zeros: 131000000元 in 亿元 is "1.31" with
// two places and "1.3" with one. Halves are rounded away from zero (四舍五入). With [Exact]
// places nothing is rounded. ok is false for values of other kinds, for units that measure
// different things, and for other negative places.
func FormatNumber(v Value, unit string, places int) (digits string, ok bool) {
	n, ok := Convert(v, unit)
	if !ok || places < Exact {
		return "", false
	}
	if places == Exact {
		return n.Text, true
	}
	return n.Number.StringFixed(int32(places)), true
}

// FormatDate returns a day in a layout of package time, such as DateChinese or DateISO; ok
// is false for values of other kinds.
func FormatDate(v Value, layout string) (text string, ok bool) {
	t, ok := v.Time()
	if !ok {
		return "", false
	}
	return t.Format(layout), true
}

// String returns the value as people read it: Text, and for a number its Unit directly
// behind.
func (v Value) String() string { return v.Text + v.Unit }
