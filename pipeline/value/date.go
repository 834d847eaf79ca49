package value

import (
	"regexp"
	"strconv"
	"time"
)

// Layouts of the days in sources and answers, for [FormatDate].
const (
	DateISO     = time.DateOnly // 2019-12-11
	DateChinese = "2006年01月02日" // 2019年12月11日, as the real tables write it
)

// date lists the forms of a day after width folding, one group for each of year,
// month and day in every form, and the midnight that databases add to it.
var date = regexp.MustCompile(`^(?:(\d{4})年(\d{1,2})月(\d{1,2})日|(\d{4})-(\d{1,2})-(\d{1,2})|(\d{4})/(\d{1,2})/(\d{1,2})|(\d{4})(\d{2})(\d{2}))` +
	`(?:[ T]0{1,2}:00(?::00(?:\.0+)?)?)?$`)

// NewDate returns the civil day of t in t's own location. The year must be in
// [1, 9999].
func NewDate(t time.Time) Value {
	return Value{Kind: Date, Text: t.Format(time.DateOnly)}
}

// ParseDate reads a day written as 2019年12月11日, 2019-12-11, 2019/12/11 or
// 20191211, in any width; month and day may have one digit where separators tell
// them apart. Midnight may follow, as in 2019-12-11 00:00:00.000 or
// 2019-12-11T00:00:00; another time of day, or a zone, says more than a day does
// and is not read. Nor are days that are not in the Gregorian calendar, and years
// before 1; ok is false then.
func ParseDate(text string) (v Value, ok bool) {
	text = narrow(text)
	if year, month, of, ok := isoOf(text); ok {
		return day(year, month, of)
	}
	m := date.FindStringSubmatch(text)
	if m == nil {
		return Value{}, false
	}
	for i := 1; i < len(m); i += 3 {
		if m[i] != "" {
			return day(m[i], m[i+1], m[i+2])
		}
	}
	return Value{}, false
}

// isoOf takes an ISO day apart, which values are written as and no pattern is needed
// for.
func isoOf(text string) (year, month, day string, ok bool) {
	if len(text) != len(DateISO) || text[4] != '-' || text[7] != '-' {
		return "", "", "", false
	}
	year, month, day = text[:4], text[5:7], text[8:]
	return year, month, day, isDigits(year) && isDigits(month) && isDigits(day)
}

// day builds a date from digits. time.Date carries a month or day out of range
// over, and with at most two digits each it always arrives in another month.
func day(year, month, day string) (Value, bool) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1 || t.Month() != time.Month(m) {
		return Value{}, false
	}
	return NewDate(t), true
}

// Time returns midnight UTC of a Date; ok is false for other kinds and for text
// that is no ISO day.
func (v Value) Time() (t time.Time, ok bool) {
	if v.Kind != Date {
		return time.Time{}, false
	}
	t, err := time.Parse(time.DateOnly, v.Text)
	return t, err == nil
}
