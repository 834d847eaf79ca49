package gate

import (
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// Chinese digits and the powers of ten that go with them.
var (
	hanDigits = map[rune]int64{
		'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
		'壹': 1, '贰': 2, '叁': 3, '肆': 4, '伍': 5, '陆': 6, '柒': 7, '捌': 8, '玖': 9,
	}
	hanPowers = map[rune]int64{'十': 10, '拾': 10, '百': 100, '佰': 100, '千': 1000, '仟': 1000}
	hanScales = map[rune]int64{'万': 10_000, '亿': 100_000_000}
)

// longest is how many characters of a numeral are read.
const longest = 40

// hanNumeral reads the Chinese numeral that a text begins with and returns its value and
// how many bytes it takes; 0 for none. 二〇二〇 is read digit by digit.
func hanNumeral(text string) (v decimal.Decimal, size int, digits bool) {
	first, _ := utf8.DecodeRuneInString(text)
	if _, ok := hanDigits[first]; !ok && first != '十' && first != '拾' {
		return v, 0, false
	}
	total, section, digit := int64(0), int64(0), int64(0)
	var plain strings.Builder
	powers := false
	n := 0
	for _, r := range text {
		if n++; n > longest {
			break
		}
		if d, ok := hanDigits[r]; ok {
			digit = d
			plain.WriteByte(byte('0' + d))
		} else if p, ok := hanPowers[r]; ok {
			if digit == 0 && p == 10 {
				digit = 1
			}
			section, digit, powers = section+digit*p, 0, true
		} else if s, ok := hanScales[r]; ok {
			section += digit
			if s > 10_000 {
				total, section = (total+section)*s, 0
			} else {
				total, section = total+section*s, 0
			}
			digit, powers = 0, true
		} else {
			break
		}
		size += utf8.RuneLen(r)
	}
	if !powers && plain.Len() > 1 {
		d, err := decimal.NewFromString(plain.String())
		return d, size, err == nil
	}
	v = decimal.NewFromInt(total + section + digit)
	rest, ok := strings.CutPrefix(text[size:], "点")
	if !ok {
		return v, size, false
	}
	places := int32(0)
	fraction := int64(0)
	for _, r := range rest {
		d, ok := hanDigits[r]
		if !ok || places > 12 {
			break
		}
		fraction, places = fraction*10+d, places+1
	}
	if places == 0 {
		return v, size, false
	}
	size += len("点") * int(1+places)
	v = v.Add(decimal.New(fraction, -places))
	after, n2 := utf8.DecodeRuneInString(text[size:])
	if s, ok := hanScales[after]; ok {
		v, size = v.Mul(decimal.NewFromInt(s)), size+n2
	}
	return v, size, false
}

// englishNumbers are the words for numbers; ordinals are in englishOrdinals.
var englishNumbers = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var englishOrdinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "runner-up": 2, "penultimate": 2,
}

// englishScales are what a number is multiplied by.
var englishScales = map[string]int64{
	"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 1_000_000_000_000,
	"thousands": 1000, "millions": 1_000_000, "billions": 1_000_000_000,
	"k": 1000, "m": 1_000_000, "mn": 1_000_000, "mln": 1_000_000, "bn": 1_000_000_000,
}

var months = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

// latinWord returns the Latin word that a text begins with: letters, digits and hyphens
// between them, 64 bytes at most.
func latinWord(text string) string {
	text = head(text, 64)
	for i, r := range text {
		if !letter(r) && !(r == '-' && i > 0) {
			return strings.TrimRight(text[:i], "-")
		}
	}
	return strings.TrimRight(text, "-")
}

// englishNumeral reads the number in English words that a text begins with.
func englishNumeral(text string) (v decimal.Decimal, size int) {
	total, section, n := int64(0), int64(0), 0
	for at := 0; n < 12; n++ {
		word := latinWord(text[at:])
		tens, ones, _ := strings.Cut(word, "-")
		a, okA := englishNumbers[tens]
		b, okB := englishNumbers[ones]
		s, scale := englishScales[word]
		switch {
		case word == "and" && n > 0 && (total > 0 || section > 0) && section%100 == 0:
		case okA && (ones == "" || okB):
			section += a + b
			size = at + len(word)
		case scale && n > 0 && len(word) > 3 && s <= 1_000_000_000_000 && total <= 1_000_000:
			if s == 100 {
				section *= s
			} else {
				total, section = total+section*s, 0
			}
			size = at + len(word)
		default:
			return decimal.NewFromInt(total + section), size
		}
		at += len(word)
		if !strings.HasPrefix(text[at:], " ") {
			break
		}
		at++
	}
	return decimal.NewFromInt(total + section), size
}
