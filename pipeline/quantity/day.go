package quantity

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// months are the names of months and their short forms.
var months = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

// date is a date at the beginning of a text. Missing parts are 0.
type date struct {
	year, month, day int
	size             int // bytes; 0 for no date
}

// dimension returns the dimension of a date, and the date as in [Mention.Day]; ok is false for a
// date that does not exist.
func (d date) dimension() (k Dimension, iso string, ok bool) {
	switch {
	case d.year < 0 || d.year > 9999 || d.month > 12 || d.day > 31:
		return "", "", false
	case d.month == 0:
		return Year, fmt.Sprintf("%04d", d.year), d.year > 0
	case d.day == 0:
		return Month, fmt.Sprintf("%04d-%02d", d.year, d.month), d.year > 0
	case d.year == 0:
		return MonthDay, fmt.Sprintf("-%02d-%02d", d.month, d.day), true
	}
	t := time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
	return Day, t.Format(time.DateOnly), t.Day() == d.day
}

// numericDay reads a day in digits with separators (2020-05-01, 2020/5/1, 2020.5.1, and
// 28/06/2021 unless it is ambiguous) or a month (2020-05, 2020/5; 2020.5 is a number).
func numericDay(text string) (d date) {
	first := plainRun(text)
	if first == len(text) || first != 4 && first > 2 || first == 0 {
		return date{}
	}
	separator := text[first]
	if separator != '-' && separator != '/' && separator != '.' {
		return date{}
	}
	a := atoi(text[:first])
	second := plainRun(text[first+1:])
	if first <= 2 && second == 4 && separator == '/' && a >= 1 && a <= 12 && atoi(text[first+1:first+5]) >= 1900 {
		return date{year: atoi(text[first+1 : first+5]), month: a, size: first + 5}
	}
	if second == 0 || second > 2 {
		return date{}
	}
	b, n := atoi(text[first+1:first+1+second]), first+1+second
	if n < len(text) && text[n] == separator {
		if third := plainRun(text[n+1:]); third > 0 {
			c := atoi(text[n+1 : n+1+third])
			return dateOfParts(a, b, c, first, third, n+1+third)
		}
	}
	if first != 4 || a < 1000 || b < 1 || b > 12 || separator == '.' || separator == '-' && second != 2 {
		return date{}
	}
	return date{year: a, month: b, size: n}
}

// dateOfParts returns the date of three numbers, whose order follows from the position of the
// year; first and third are their digits. An ambiguous date has size 0.
func dateOfParts(a, b, c, first, third, size int) date {
	switch {
	case a == 0 || b == 0 || c == 0:
	case first == 4 && third <= 2 && a >= 1000:
		return date{year: a, month: b, day: c, size: size}
	case first <= 2 && third == 4 && c >= 1000:
		switch {
		case b <= 12 && (a > 12 || a == b):
			return date{year: c, month: b, day: a, size: size}
		case a <= 12 && b > 12:
			return date{year: c, month: a, day: b, size: size}
		}
	}
	return date{}
}

// compactDay reads a day of eight digits. Digits with decimals, a scale or a unit are an amount,
// but measure words may follow a day, as in 20211231起.
func compactDay(text string) date {
	if plainRun(text) != 8 || digitRun(text) != 8 {
		return date{}
	}
	after := strings.TrimLeft(text[8:], " ")
	if _, size := cutScale(after); size > 0 {
		return date{}
	}
	if u, _, ok := cutUnit(after); ok && u.kind != Count {
		return date{}
	}
	d := date{year: atoi(text[:4]), month: atoi(text[4:6]), day: atoi(text[6:8]), size: 8}
	if d.year < 1000 || d.month == 0 || d.day == 0 {
		return date{}
	}
	return d
}

// chineseDay reads a day, month or year: 2021年6月17日, 二〇二一年六月, 2021年. The number of the
// year and its size are given.
func chineseDay(text string, year, size int) date {
	d := date{year: year}
	rest, ok := cutCharacter(text[size:], "年")
	if !ok {
		return date{}
	}
	d.size = len(text) - len(rest)
	after := strings.TrimLeft(rest, " ")
	month, n := dateNumber(after)
	tail, ok := cutCharacter(after[n:], "月")
	if month < 1 || month > 12 || !ok {
		return d
	}
	d.month, d.size = month, len(text)-len(tail)
	if day, n := chineseDayOfMonth(tail); n > 0 {
		d.day, d.size = day, d.size+n
	}
	return d
}

// chineseDayOfMonth reads the day behind a month: 17日, 17号.
func chineseDayOfMonth(text string) (day, size int) {
	trimmed := strings.TrimLeft(text, " ")
	day, n := dateNumber(trimmed)
	if day < 1 || day > 31 {
		return 0, 0
	}
	for _, mark := range []string{"日", "号"} {
		if rest, ok := cutCharacter(trimmed[n:], mark); ok {
			return day, len(text) - len(rest)
		}
	}
	return 0, 0
}

// chineseMonthDay reads a day without a year: 6月17日. The number of the month and its size are
// given.
func chineseMonthDay(text string, month, size int) date {
	rest, ok := cutCharacter(text[size:], "月")
	if !ok || month < 1 || month > 12 {
		return date{}
	}
	day, n := chineseDayOfMonth(rest)
	if n == 0 {
		return date{}
	}
	return date{month: month, day: day, size: len(text) - len(rest) + n}
}

// cutCharacter removes spaces and the given character from the beginning of a text.
func cutCharacter(text, mark string) (rest string, ok bool) {
	return strings.CutPrefix(strings.TrimLeft(text, " "), mark)
}

// dateNumber reads a number of at most two digits, or a Chinese numeral up to 31.
func dateNumber(text string) (v, size int) {
	if k := plainRun(text); k > 0 {
		if k > 2 {
			return 0, 0
		}
		return atoi(text[:k]), k
	}
	n := readNumeral(text)
	if n.size == 0 || n.vague && !n.digitByDigit || n.value.Sign() < 0 || !n.value.IsInteger() || n.value.IntPart() > 31 {
		return 0, 0
	}
	return int(n.value.IntPart()), n.size
}

// englishDay reads a day or a month with the name of the month: 9 October 2020, 9th of October,
// October 9th, 2020, 2020 October 9, October 2020.
func englishDay(text string) date {
	var d date
	at := 0
	if k := plainRun(text); k == 4 {
		b := separatorSize(text[k:])
		m := months[latinWord(text[k+b:])]
		if b == 0 || m == 0 {
			return d
		}
		word := latinWord(text[k+b:])
		day, n := englishDayOfMonth(text[k+b+len(word):])
		if day == 0 {
			return d
		}
		return date{year: atoi(text[:4]), month: m, day: day, size: k + b + len(word) + n}
	} else if k > 0 {
		if k > 2 {
			return d
		}
		d.day = atoi(text[:k])
		at = k + ordinalSuffix(text[k:])
		at += separatorSize(text[at:])
		at += prefixSize(text[at:], "day ")
		at += prefixSize(text[at:], "of ")
	}
	word, _, _ := strings.Cut(latinWord(text[at:]), "-")
	d.month = months[word]
	if d.month == 0 {
		return date{}
	}
	at += len(word)
	d.size = at
	if d.day == 0 {
		if day, n := englishDayOfMonth(text[at:]); day > 0 {
			d.day, at = day, at+n
			d.size = at
		}
	}
	b := separatorSize(text[at:])
	b += prefixSize(text[at+b:], "of ")
	if k := plainRun(text[at+b:]); b > 0 && k == 4 {
		d.year, d.size = atoi(text[at+b:at+b+k]), at+b+k
	}
	if d.day > 31 || d.day == 0 && d.year == 0 {
		return date{}
	}
	return d
}

// englishDayOfMonth reads the day behind the name of a month: " 9th".
func englishDayOfMonth(text string) (day, size int) {
	b := separatorSize(text)
	k := plainRun(text[b:])
	if b == 0 || k == 0 || k > 2 || atoi(text[b:b+k]) > 31 {
		return 0, 0
	}
	size = b + k
	if rest := text[size:]; strings.HasPrefix(text, ",") && plainRun(rest[separatorSize(rest):]) != 4 {
		return 0, 0 // 21 in June, 31 in July
	}
	return atoi(text[b : b+k]), size + ordinalSuffix(text[size:])
}

// timeOfDay returns the size of a time of day, with or without a day before it: 10:30,
// T00:00:00.000.
func timeOfDay(text string) int {
	at := len(text) - len(strings.TrimLeft(text, " "))
	if at < len(text) && text[at] == 't' {
		at++
	}
	h := plainRun(text[at:])
	if h == 0 || h > 2 || at+h >= len(text) || text[at+h] != ':' || plainRun(text[at+h+1:]) != 2 {
		return 0
	}
	at += h + 3
	for at < len(text) && (text[at] == ':' || text[at] == '.') && plainRun(text[at+1:]) > 0 {
		at += 1 + plainRun(text[at+1:])
	}
	return at
}

// ordinalSuffix returns the size of st, nd, rd or th.
func ordinalSuffix(text string) int {
	switch word, _, _ := strings.Cut(latinWord(text), "-"); word {
	case "st", "nd", "rd", "th":
		return 2
	}
	return 0
}

// separatorSize returns the size of the spaces, commas, periods, hyphens and slashes that a text
// begins with.
func separatorSize(text string) int { return len(text) - len(strings.TrimLeft(text, " ,.-/")) }

// prefixSize returns the size of a word that a text begins with; 0 if it does not.
func prefixSize(text, word string) int {
	if strings.HasPrefix(text, word) {
		return len(word)
	}
	return 0
}

// atoi converts a few digits.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
