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

// date is what a text begins with of a day; what is left out is 0.
type date struct {
	year, month, day int
	size             int // bytes; 0 for no day
}

// kind returns what the date is; ok is false for a day that is not in the calendar.
func (d date) kind() (k Dimension, iso string, ok bool) {
	switch {
	case d.year < 0 || d.year > 9999 || d.month > 12 || d.day > 31:
		return "", "", false
	case d.month == 0:
		return Year, fmt.Sprintf("%04d", d.year), d.year > 0
	case d.day == 0:
		return Month, fmt.Sprintf("%04d-%02d", d.year, d.month), d.year > 0
	case d.year == 0:
		return Calendar, fmt.Sprintf("-%02d-%02d", d.month, d.day), true
	}
	t := time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC)
	return Day, t.Format(time.DateOnly), t.Day() == d.day
}

// numericDay reads a day of digits with separators: 2020-05-01, 2020/5/1, 2020.5.1,
// 28/06/2021 where only one reading is a day, and months, 2020-05 and 2020/5. Of two
// numbers with a point between them it makes no month.
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
			return ordered(a, b, c, first, third, n+1+third)
		}
	}
	if first != 4 || a < 1000 || b < 1 || b > 12 || separator == '.' || separator == '-' && second != 2 {
		return date{}
	}
	return date{year: a, month: b, size: n}
}

// ordered puts three numbers of a day in their places, by the one that is a year.
func ordered(a, b, c, first, third, size int) date {
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

// compactDay reads a day of eight digits. With decimals or with a scale or unit behind
// them they are an amount; words that only count can follow a day, as in 20211231起.
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

// chineseDay reads what begins with a year: 2021年6月17日, 二〇二一年六月, 2021年. The year is
// given with the bytes it takes.
func chineseDay(text string, year, size int) date {
	d := date{year: year}
	rest, ok := cutMark(text[size:], "年")
	if !ok {
		return date{}
	}
	d.size = len(text) - len(rest)
	after := strings.TrimLeft(rest, " ")
	month, n := smallNumber(after)
	tail, ok := cutMark(after[n:], "月")
	if month < 1 || month > 12 || !ok {
		return d
	}
	d.month, d.size = month, len(text)-len(tail)
	if day, n := chineseDayOf(tail); n > 0 {
		d.day, d.size = day, d.size+n
	}
	return d
}

// chineseDayOf reads the day behind a month: 17日, 17号, and 17 at the end of a clause.
func chineseDayOf(text string) (day, size int) {
	trimmed := strings.TrimLeft(text, " ")
	day, n := smallNumber(trimmed)
	if day < 1 || day > 31 {
		return 0, 0
	}
	for _, mark := range []string{"日", "号"} {
		if rest, ok := cutMark(trimmed[n:], mark); ok {
			return day, len(text) - len(rest)
		}
	}
	return 0, 0
}

// calendarDay reads a day whose year is left out: 6月17日. The month is given with the
// bytes it takes.
func calendarDay(text string, month, size int) date {
	rest, ok := cutMark(text[size:], "月")
	if !ok || month < 1 || month > 12 {
		return date{}
	}
	day, n := chineseDayOf(rest)
	if n == 0 {
		return date{}
	}
	return date{month: month, day: day, size: len(text) - len(rest) + n}
}

// cutMark takes a character off the beginning of a text, and the blanks before it.
func cutMark(text, mark string) (rest string, ok bool) {
	return strings.CutPrefix(strings.TrimLeft(text, " "), mark)
}

// smallNumber reads a number of at most two digits, or a Chinese numeral.
func smallNumber(text string) (v, size int) {
	if k := plainRun(text); k > 0 {
		if k > 2 {
			return 0, 0
		}
		return atoi(text[:k]), k
	}
	n := readNumeral(text)
	if n.size == 0 || n.vague && !n.digits || n.value.Sign() < 0 || !n.value.IsInteger() || n.value.IntPart() > 31 {
		return 0, 0
	}
	return int(n.value.IntPart()), n.size
}

// namedDay reads a day with the name of its month: 9 October 2020, the 9th of October,
// 2020, October 9th, 2020, 2020 October 9, and months, October 2020.
func namedDay(text string) date {
	var d date
	at := 0
	if k := plainRun(text); k == 4 {
		b := blanks(text[k:])
		m := months[latinWord(text[k+b:])]
		if b == 0 || m == 0 {
			return d
		}
		word := latinWord(text[k+b:])
		day, n := dayBehind(text[k+b+len(word):])
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
		at += blanks(text[at:])
		at += prefix(text[at:], "day ")
		at += prefix(text[at:], "of ")
	}
	word, _, _ := strings.Cut(latinWord(text[at:]), "-")
	d.month = months[word]
	if d.month == 0 {
		return date{}
	}
	at += len(word)
	d.size = at
	if d.day == 0 {
		if day, n := dayBehind(text[at:]); day > 0 {
			d.day, at = day, at+n
			d.size = at
		}
	}
	b := blanks(text[at:])
	b += prefix(text[at+b:], "of ")
	if k := plainRun(text[at+b:]); b > 0 && k == 4 {
		d.year, d.size = atoi(text[at+b:at+b+k]), at+b+k
	}
	if d.day > 31 || d.day == 0 && d.year == 0 {
		return date{}
	}
	return d
}

// dayBehind reads the day behind the name of a month: " 9th".
func dayBehind(text string) (day, size int) {
	b := blanks(text)
	k := plainRun(text[b:])
	if b == 0 || k == 0 || k > 2 || atoi(text[b:b+k]) > 31 {
		return 0, 0
	}
	size = b + k
	if rest := text[size:]; strings.HasPrefix(text, ",") && plainRun(rest[blanks(rest):]) != 4 {
		return 0, 0 // 21 in June, 31 in July
	}
	return atoi(text[b : b+k]), size + ordinalSuffix(text[size:])
}

// timeOfDay returns the length of a time that follows a day or stands by itself: 10:30,
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

// ordinalSuffix returns the length of st, nd, rd or th.
func ordinalSuffix(text string) int {
	switch word, _, _ := strings.Cut(latinWord(text), "-"); word {
	case "st", "nd", "rd", "th":
		return 2
	}
	return 0
}

// blanks returns how many bytes of blanks, commas, points, hyphens and slashes a text
// begins with.
func blanks(text string) int { return len(text) - len(strings.TrimLeft(text, " ,.-/")) }

func prefix(text, word string) int {
	if strings.HasPrefix(text, word) {
		return len(word)
	}
	return 0
}

// atoi reads a few digits.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
