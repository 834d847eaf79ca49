package gate

import (
	"strconv"
	"strings"
)

// digitRun returns how many bytes of a text are the digits of one number, with commas
// between groups of three and a decimal point.
func digitRun(text string) int {
	n := plainRun(text)
	if n <= 3 {
		for n > 0 && n < len(text) && text[n] == ',' && plainRun(text[n+1:]) == 3 {
			n += 4
		}
	}
	if n > 0 && n+1 < len(text) && text[n] == '.' {
		if more := plainRun(text[n+1:]); more > 0 {
			n += 1 + more
		}
	}
	return n
}

// plainRun returns how many digits a text begins with.
func plainRun(text string) (n int) {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// numericDay reads 2019-12-11, 2019/12/11, 2019.12.11, and months, 2019-12, 2019/12; n
// is 0 for what is none, day 0 for a month.
func numericDay(text string) (year, month, day, n int) {
	if plainRun(text) != 4 || len(text) < 6 {
		return 0, 0, 0, 0
	}
	separator := text[4]
	if separator != '-' && separator != '/' && separator != '.' {
		return 0, 0, 0, 0
	}
	year, _ = strconv.Atoi(text[:4])
	k := plainRun(text[5:])
	if year < 1000 || k == 0 || k > 2 {
		return 0, 0, 0, 0
	}
	month, _ = strconv.Atoi(text[5 : 5+k])
	if month < 1 || month > 12 {
		return 0, 0, 0, 0
	}
	n = 5 + k
	if n < len(text) && text[n] == separator {
		if k = plainRun(text[n+1:]); k > 0 && k <= 2 {
			day, _ = strconv.Atoi(text[n+1 : n+1+k])
			if day < 1 || day > 31 {
				return 0, 0, 0, 0
			}
			return year, month, day, n + 1 + k
		}
	}
	if separator == '.' || k != 2 && separator == '-' {
		return 0, 0, 0, 0
	}
	return year, month, 0, n
}

// namedDay reads a day with the name of its month: 9 October 2020, the 9th of October,
// 2020, October 9, 2020, and months, October 2020. What is left out is 0; n is 0 for what
// is no day.
func namedDay(text string) (day, month, year, n int) {
	at := 0
	if k := plainRun(text); k > 0 {
		if k > 2 {
			return 0, 0, 0, 0
		}
		day, _ = strconv.Atoi(text[:k])
		at = k + suffix(text[k:])
		at += blanks(text[at:])
		if strings.HasPrefix(text[at:], "of ") {
			at += len("of ")
		}
	}
	word := latinWord(text[at:])
	month = months[word]
	if month == 0 {
		return 0, 0, 0, 0
	}
	at += len(word)
	n = at
	if day == 0 {
		b := blanks(text[at:])
		if k := plainRun(text[at+b:]); b > 0 && (k == 1 || k == 2) {
			day, _ = strconv.Atoi(text[at+b : at+b+k])
			at += b + k
			at += suffix(text[at:])
			n = at
		}
	}
	b := blanks(text[at:])
	if k := plainRun(text[at+b:]); b > 0 && k == 4 {
		year, _ = strconv.Atoi(text[at+b : at+b+k])
		n = at + b + k
	}
	if day > 31 || day == 0 && year == 0 {
		return 0, 0, 0, 0
	}
	return day, month, year, n
}

// suffix returns the length of st, nd, rd or th.
func suffix(text string) int {
	switch latinWord(text) {
	case "st", "nd", "rd", "th":
		return 2
	}
	return 0
}

// blanks returns how many bytes of blanks, commas and points a text begins with.
func blanks(text string) int { return len(text) - len(strings.TrimLeft(text, " ,.-")) }
