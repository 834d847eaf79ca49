package proof

import (
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// writesDay reports whether a text holds an ISO day in one of the ways of daysWritten.
func writesDay(text, iso string) bool {
	text = plainDay(text)
	return slices.ContainsFunc(daysWritten(iso), func(day string) bool { return standsAlone(text, day) })
}

// standsAlone reports whether a text holds a day with no digit before or after it.
func standsAlone(text, day string) bool {
	isDigit := func(at int) bool { return at >= 0 && at < len(text) && text[at] >= '0' && text[at] <= '9' }
	for from := 0; ; {
		i := strings.Index(text[from:], day)
		if i < 0 {
			return false
		}
		if from += i; !isDigit(from-1) && !isDigit(from+len(day)) {
			return true
		}
		from++
	}
}

// isDay reports whether a text is an ISO day in one of the ways of daysWritten, and nothing else.
func isDay(text, iso string) bool { return slices.Contains(daysWritten(iso), plainDay(text)) }

// daysWritten returns the ways in which laws and cases write an ISO day, as plainDay has them.
func daysWritten(iso string) []string {
	day, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return nil
	}
	layouts := []string{
		time.DateOnly, "2006-1-2", "2006/01/02", "2006/1/2", "2006.01.02", "2006.1.2", "20060102", "2006年1月2日", "2006年01月02日",
		"2 January 2006", "January 2 2006", "2 Jan 2006", "Jan 2 2006", "2-Jan-2006",
	}
	if day.Day() > 12 { // no month
		layouts = append(layouts, "02/01/2006", "02.01.2006")
	}
	all := []string{hanDay(day)}
	for _, layout := range layouts {
		all = append(all, plainDay(day.Format(layout)))
	}
	return all
}

// plainDay folds a text with days in it: 18th of June, 2012 becomes 18 june 2012.
func plainDay(text string) string {
	text = value.Fold(text)
	for _, plain := range plainForms {
		text = plain.of.ReplaceAllString(text, plain.by)
	}
	return text
}

// plainForms are what a day is written with and without.
var plainForms = []struct {
	of *lazyregexp.Regexp
	by string
}{
	{lazyregexp.New(`[〇零]`), "○"},
	{lazyregexp.New(`([0-9])(?:st|nd|rd|th)\b`), "$1"},
	{lazyregexp.New(`\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)t?\.`), "$1"},
	{lazyregexp.New(`\bsept\b`), "sep"},
	{lazyregexp.New(`\s+of\s+|,\s*|\s+`), " "},
	{lazyregexp.New(` ?([年月日号]) ?`), "$1"},
	{lazyregexp.New(`(月[^月号]{1,3})号`), "${1}日"},
	{lazyregexp.New(`\b([0-9]{4}-[0-9]{2}-[0-9]{2})[t ]00:00(?::00)?z?\b`), "$1"},
}

// hanDay writes a day in Chinese numerals: 二○一二年六月十八日.
func hanDay(day time.Time) string {
	digits := []rune("○一二三四五六七八九")
	var b strings.Builder
	for _, d := range day.Format("2006") {
		b.WriteRune(digits[d-'0'])
	}
	below100 := func(n int) string {
		s := ""
		if n >= 10 {
			if s = "十"; n >= 20 {
				s = string(digits[n/10]) + s
			}
		}
		if n%10 > 0 {
			s += string(digits[n%10])
		}
		return s
	}
	b.WriteString("年" + below100(int(day.Month())) + "月" + below100(day.Day()) + "日")
	return b.String()
}
