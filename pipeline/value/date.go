package value

import (
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// Layouts of the days in sources and answers, for [FormatDate].
const (
	DateISO     = time.DateOnly // 2019-12-11
	DateChinese = "2006年01月02日" // 2019年12月11日, as the real tables write it
)

// NewDate returns the civil day of t in t's location. The year must be in [1, 9999].
func NewDate(t time.Time) Value {
	return Value{Kind: Date, Text: t.Format(time.DateOnly)}
}

// ParseDate parses a day in the layouts that package quantity reads, such as 2019年12月11日,
// 2019-12-11, 2019/12/11, 2019.12.11, 20191211 and 11 December 2019, in any width. The day
// may be followed by midnight, as in 2019-12-11 00:00:00.000 or 2019-12-11T00:00:00. ok is
// false for another time of day and for a zone, which a day cannot represent, for days that
// are not in the Gregorian calendar, for days whose order of day and month is ambiguous
// (03/04/2021), for years before 1, and for years before 1000 except in DateISO and
// DateChinese.
func ParseDate(text string) (v Value, ok bool) {
	text = narrow(text)
	if year, month, of, ok := plainDay(text); ok {
		return day(year, month, of)
	}
	if m, ok := quantity.Parse(text); ok && m.Kind == quantity.Day && midnight(text) {
		return Value{Kind: Date, Text: m.Day}, true
	}
	return Value{}, false
}

// midnight reports whether a day in a text has no other time of day behind it.
func midnight(text string) bool {
	hour := strings.IndexByte(text, ':')
	if hour < 0 {
		return true
	}
	for hour > 0 && text[hour-1] >= '0' && text[hour-1] <= '9' {
		hour--
	}
	return strings.Trim(text[hour:], "0:.") == ""
}

// plainDay takes a day in [DateISO] or [DateChinese] apart, with one digit or two of month
// and day, which values are written as and nothing else has to be read for.
func plainDay(text string) (year, month, day string, ok bool) {
	const y = len("2006")
	if digits(text) != y {
		return "", "", "", false
	}
	marks := [...]string{"-", "-", ""}
	if strings.HasPrefix(text[y:], "年") {
		marks = [...]string{"年", "月", "日"}
	}
	year, rest := text[:y], text[y:]
	for i, part := range []*string{&month, &day} {
		if !strings.HasPrefix(rest, marks[i]) {
			return "", "", "", false
		}
		rest = rest[len(marks[i]):]
		n := digits(rest)
		if n < 1 || n > 2 {
			return "", "", "", false
		}
		*part, rest = rest[:n], rest[n:]
	}
	return year, month, day, rest == marks[2]
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
