// Package humanize writes amounts, days and small numbers as people write them in
// Chinese ("zh") and English (any other language), and days in Portuguese ("pt") too.
package humanize

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Amount writes the plain digits of an amount of a column with the column's unit: money
// in the largest unit that leaves at most two decimals ("1.25亿元", "CNY 1.25 billion"), a
// count in Chinese with its measure word.
func Amount(lang string, col *domain.Column, digits string) string {
	if lang == "zh" {
		return chineseAmount(col, digits)
	}
	return englishAmount(col, digits)
}

func chineseAmount(col *domain.Column, digits string) string {
	measure := col.Measure.In("zh")
	switch {
	case col.Unit == "元":
		text, unit := scale(digits, col.Unit, []string{"亿元", "万元"})
		return text + unit
	case col.Kind == domain.KindCount && measure != "":
		return digits + measure
	}
	return digits + col.Unit
}

func englishAmount(col *domain.Column, digits string) string {
	switch {
	case IsYuan(col.Unit):
		text, unit := scale(digits, col.Unit, []string{"billion CNY", "million CNY"})
		if factor, ok := strings.CutSuffix(unit, " CNY"); ok {
			return "CNY " + text + " " + factor
		}
		return "CNY " + GroupDigits(text)
	case col.Unit == "%":
		return digits + "%"
	case col.Kind.Integral() || col.Unit == "":
		return digits
	}
	return digits + " " + col.Unit
}

// scale converts an amount to the first of the units in which it is at least one and has
// at most two decimals. Where none fits it returns the amount and its unit unchanged.
func scale(digits, unit string, units []string) (text, in string) {
	v, ok := value.ParseNumber(digits, unit)
	if !ok {
		return digits, unit
	}
	for _, u := range units {
		w, ok := value.Convert(v, u)
		if !ok {
			continue
		}
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(w.Text, "-"), ".")
		if whole != "0" && utf8.RuneCountInString(fraction) <= 2 {
			return w.Text, u
		}
	}
	return digits, unit
}

// GroupDigits puts a comma before every three digits of the whole part.
func GroupDigits(digits string) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return whole
}

// IsYuan reports whether a unit is a unit of the Chinese currency.
func IsYuan(unit string) bool {
	v, ok := value.ParseNumber("1", unit)
	if !ok {
		return false
	}
	_, ok = value.Convert(v, "元")
	return ok && unit != ""
}

// Day writes an ISO day ("2006年1月2日", "2 January 2006", "2 de janeiro de 2006"). A text that is
// no day is returned as it is.
func Day(lang, iso string) string {
	switch lang {
	case "zh":
		return DayIn(iso, "2006年1月2日")
	case "pt":
		return portugueseDay(iso)
	}
	return DayIn(iso, "2 January 2006")
}

// portugueseDay writes a day with the name of its month; the first of a month is an ordinal.
func portugueseDay(iso string) string {
	v, ok := value.ParseDate(iso)
	day, known := v.Time()
	if !ok || !known {
		return iso
	}
	months := [...]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}
	number := strconv.Itoa(day.Day())
	if day.Day() == 1 {
		number = "1º"
	}
	return number + " de " + months[day.Month()-1] + " de " + strconv.Itoa(day.Year())
}

// DayIn writes an ISO day in a layout of package time. A text that is no day is returned
// as it is.
func DayIn(iso, layout string) string {
	v, ok := value.ParseDate(iso)
	if !ok {
		return iso
	}
	text, _ := value.FormatDate(v, layout)
	return text
}

// Cardinal writes a number of things, up to nine in words ("两", "two").
func Cardinal(lang string, n int) string {
	words := [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}
	if lang == "zh" {
		words = [...]string{"零", "一", "两", "三", "四", "五", "六", "七", "八", "九"}
	}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// Ordinal writes a place in a ranking, up to the tenth in words ("第二", "second").
func Ordinal(lang string, n int) string {
	if lang == "zh" {
		words := [...]string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}
		if n < len(words) {
			return "第" + words[n]
		}
		return "第" + strconv.Itoa(n)
	}
	words := [...]string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n < len(words) {
		return words[n]
	}
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// unitNames are the English names of units that sources write in Chinese or in the
// singular.
var unitNames = map[string]string{
	"元": "CNY", "万元": "units of 10,000 CNY", "亿元": "units of 100 million CNY", "%": "percent",
	"thousand CNY": "thousands of CNY", "million CNY": "millions of CNY", "billion CNY": "billions of CNY",
}

// EnglishUnit returns the phrase for the unit of an answer, in English ("in CNY", "in units
// of 10,000 CNY"); a unit without a name of its own is returned unchanged.
func EnglishUnit(unit string) string {
	if name, ok := unitNames[unit]; ok {
		return name
	}
	return unit
}
