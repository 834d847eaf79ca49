package quantity

import (
	"strings"

	"github.com/shopspring/decimal"
)

// readWord reads what begins with a Latin letter at the beginning of a word.
func (s *scanner) readWord(i int) int {
	text := s.text[i:]
	word := latinWord(text)
	first, _, _ := strings.Cut(word, "-")
	if _, ok := months[first]; ok {
		if n := s.addDay(i, englishDay(text), false); n > 0 {
			return n
		}
	}
	if first == firstOfMonth {
		if n := s.addDay(i, portugueseDay(text), false); n > 0 {
			return n
		}
	}
	if k, size := englishOrdinal(text); size > 0 {
		return s.addRank(i, size, decimal.NewFromInt(k), true)
	}
	if v, n := englishNumeral(text); n > 0 {
		m := numeral{value: v, size: n, hasPower: v.GreaterThan(decimal.NewFromInt(20))}
		return s.addAmount(i, m, true)
	}
	if word == "" {
		return 0
	}
	if strings.ContainsAny(word, "0123456789") {
		if _, size := currencyBefore(letters(word)); size > 0 && len(letters(word)) < len(word) && plainRun(word[len(letters(word)):]) > 0 {
			return len(letters(word)) // rmb5000
		}
		return s.addCode(i, max(len(word), joinedRun(text)))
	}
	return len(word)
}

// letters returns the letters that a word begins with.
func letters(word string) string {
	n := 0
	for n < len(word) && latin(word[n]) {
		n++
	}
	return word[:n]
}

var englishNumbers = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var englishOrdinals = map[string]int64{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
	"twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90, "hundredth": 100,
	"runner-up": 2, "penultimate": 2,
}

// englishScales are the factors of scale words. The abbreviations follow digits only.
var englishScales = map[string]int64{
	"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 1_000_000_000_000,
	"thousands": 1000, "millions": 1_000_000, "billions": 1_000_000_000, "dozen": 12,
	"k": 1000, "m": 1_000_000, "mn": 1_000_000, "mln": 1_000_000, "mio": 1_000_000, "bn": 1_000_000_000, "bln": 1_000_000_000, "tn": 1_000_000_000_000,
}

// maxEnglish bounds the value of English numerals.
const maxEnglish = 1_000_000_000_000_000

// englishNumeral reads a number in English words: "one hundred and fifty", "twenty-one", "a dozen",
// "two and a half million".
func englishNumeral(text string) (v decimal.Decimal, size int) {
	total, section, n := int64(0), int64(0), 0
	half := false
	at := 0
	if rest, ok := strings.CutPrefix(text, "a "); ok && (englishScales[latinWord(rest)] >= 12 && len(latinWord(rest)) > 3) {
		section, n, at = 1, 1, len("a ")
	}
loop:
	for ; n < 14; n++ {
		word := latinWord(text[at:])
		tens, ones, _ := strings.Cut(word, "-")
		a, okA := englishNumbers[tens]
		b, okB := englishNumbers[ones]
		s, scale := englishScales[word]
		switch {
		case word == "and" && n > 0 && strings.HasPrefix(text[at:], "and a half"):
			at += len("and a half")
			half, size = true, at
			if !strings.HasPrefix(text[at:], " ") {
				break loop
			}
			at++
			continue
		case word == "and" && n > 0 && size > 0 && (total > 0 || section > 0) && section%100 == 0 && startsNumber(text[at+len("and"):]):
		case okA && (ones == "" || okB && a >= 20 && b < 10 && b > 0):
			if size > 0 && !(section%100 == 0 || section%100 >= 20 && section%10 == 0 && a < 10) {
				break loop
			}
			section += a + b
			size = at + len(word)
		case scale && n > 0 && len(word) > 3 && total <= maxEnglish/s && section <= maxEnglish/s:
			if half {
				v = decimal.NewFromInt(total + section).Add(decimal.New(5, -1)).Mul(decimal.NewFromInt(s))
				return v, at + len(word)
			}
			if s <= 100 {
				section *= s
			} else {
				total, section = total+section*s, 0
			}
			size = at + len(word)
		default:
			break loop
		}
		at += len(word)
		if !strings.HasPrefix(text[at:], " ") {
			break
		}
		at++
	}
	v = decimal.NewFromInt(total + section)
	if half {
		v = v.Add(decimal.New(5, -1))
	}
	return v, size
}

// startsNumber reports whether a text continues with a number in words.
func startsNumber(text string) bool {
	word, _, _ := strings.Cut(latinWord(strings.TrimLeft(text, " ")), "-")
	_, ok := englishNumbers[word]
	return ok
}

// englishOrdinal reads a rank in English words: "second", "sixty-fourth", "twenty first".
func englishOrdinal(text string) (place int64, size int) {
	word := latinWord(text)
	if k, ok := englishOrdinals[word]; ok {
		return k, len(word)
	}
	tens, ones, ok := strings.Cut(word, "-")
	t, o := englishNumbers[tens], englishOrdinals[ones]
	if ok && t >= 20 && o > 0 && o < 10 {
		return t + o, len(word)
	}
	if k, ok := englishOrdinals[tens]; ok && tens != word {
		return k, len(tens)
	}
	if t >= 20 && tens == word && strings.HasPrefix(text[len(word):], " ") {
		next := latinWord(text[len(word)+1:])
		if o := englishOrdinals[next]; o > 0 && o < 10 {
			return t + o, len(word) + 1 + len(next)
		}
	}
	return 0, 0
}

// latinWord returns the Latin word that a text begins with: letters, digits and hyphens between
// them, at most 64 bytes.
func latinWord(text string) string {
	const most = 64
	n := 0
	for n < len(text) && n < most && (alnum(text[n]) || text[n] == '-' && n > 0) {
		n++
	}
	return strings.TrimRight(text[:n], "-")
}

// alnum reports whether a byte of folded text is a Latin letter or a digit.
func alnum(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// latin reports whether a byte of folded text is a Latin letter.
func latin(c byte) bool { return 'a' <= c && c <= 'z' }
