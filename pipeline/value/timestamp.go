package value

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ParseTimestamp parses a point in time as its day, in the place that the text is written for: the
// day of 2021-03-05T23:30:00+01:00 is 2021-03-05. The day is one that [ParseDate] reads, or has
// eight digits; the time of day has hours and minutes, and may have seconds, a fraction, AM or PM,
// and a zone, in digits or in Chinese. Fourteen digits are a day and a time. ok is false for a day
// without a time, which ParseDate reads, for a time that no clock shows and for any other number.
func ParseTimestamp(text string) (v Value, ok bool) {
	text = strings.TrimSpace(narrow(text))
	if m := compactTimestamp.FindStringSubmatch(text); m != nil {
		return timestamp(m[1], m[2], m[3], m[4], "")
	}
	if m := clockTime.FindStringSubmatch(text); m != nil {
		return timestamp(m[1], m[2], m[3], m[4], m[5])
	}
	if m := chineseTime.FindStringSubmatch(text); m != nil {
		return timestamp(m[1], m[2], m[3], m[4], "")
	}
	return Value{}, false
}

// The forms of a point in time: a day, hours, minutes, seconds, AM or PM.
var (
	clockTime = regexp.MustCompile(`(?i)^(.*\d(?:日|,)?)(?:t| +|,)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([ap]m))?` +
		`(?: ?(?:z|utc|gmt)?(?: ?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$`)
	chineseTime      = regexp.MustCompile(`^(.*日) *(\d{1,2})[时点](?:(\d{1,2})分)?(?:(\d{1,2})秒)?$`)
	compactTimestamp = regexp.MustCompile(`^(\d{8})[Tt]?(\d{2})(\d{2})(\d{2})[Zz]?$`)
)

// timestamp reads the day of the parts of a point in time.
func timestamp(of, hour, minute, second, half string) (Value, bool) {
	h, most := number(hour), 23
	if half != "" {
		most = 12
	}
	if h > most || number(minute) > 59 || number(second) > 60 { // 60 is a leap second
		return Value{}, false
	}
	if len(of) == len("20060102") && digits(of) == len(of) {
		t, err := time.Parse("20060102", of)
		return NewDate(t), err == nil && t.Year() >= 1000
	}
	return ParseDate(strings.TrimRight(of, " ,"))
}

// number converts digits, "" to 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
