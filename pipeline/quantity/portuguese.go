package quantity

import "strings"

// portugueseMonths are the names of months in Portuguese.
var portugueseMonths = map[string]int{
	"janeiro": 1, "fevereiro": 2, "março": 3, "marco": 3, "abril": 4, "maio": 5, "junho": 6, "julho": 7, "agosto": 8, "setembro": 9, "outubro": 10, "novembro": 11, "dezembro": 12,
}

// firstOfMonth is the ordinal that begins the first day of a month.
const firstOfMonth = "primeiro"

// portugueseDay reads a day with its year: 1º de julho de 2001, 20 de março de 2012, primeiro de
// maio de 2020.
func portugueseDay(text string) date {
	day, at := 1, prefixSize(text, firstOfMonth)
	if k := plainRun(text); k == 1 || k == 2 {
		day = atoi(text[:k])
		at = k + max(prefixSize(text[k:], "o"), prefixSize(text[k:], "º"), prefixSize(text[k:], "°"))
	}
	rest, ok := strings.CutPrefix(text[at:], " de ")
	if at == 0 || !ok || day < 1 || day > 31 {
		return date{}
	}
	name, year, ok := strings.Cut(rest, " de ")
	month := portugueseMonths[name]
	if !ok || month == 0 || plainRun(year) != 4 {
		return date{}
	}
	return date{year: atoi(year[:4]), month: month, day: day, size: len(text) - len(year) + 4}
}
