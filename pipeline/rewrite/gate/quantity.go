package gate

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"taskgrove/pipeline/value"
)

// quantity is a number, a day or a place in a ranking that stands in a text.
type quantity struct {
	from, to int
	kind     quantityKind
	number   decimal.Decimal // of an amount, a year or a place
	day      string          // an ISO day, or a month as 2019-12
	unit     string          // yuan, percent or "" for whatever stands behind
	spelled  bool            // in words
	digits   string          // the run of letters and digits, of a code
}

// quantityKind says what a quantity is.
type quantityKind uint8

const (
	amount  quantityKind = iota // a number with or without a unit
	year                        // a year by its name: 2019年
	month                       // a month of a year
	dayOf                       // a day
	anyDay                      // a day of a month, the year left out: 5月1日
	ordinal                     // a place: 第2, second
	code                        // digits among letters: 2019ABC
)

const (
	yuan    = "元"
	percent = "%"
)

// quantities reads a text in normal form.
func quantities(text string) []quantity {
	s := scanner{text: text}
	s.run()
	s.inherit()
	return s.found
}

// scanner reads quantities.
type scanner struct {
	text  string
	found []quantity
}

func (s *scanner) run() {
	text := s.text
	word := false // within a Latin word
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		n := 0
		switch {
		case '0' <= r && r <= '9' && !word:
			n = s.digits(i)
		case 'a' <= r && r <= 'z' && !word:
			n = s.words(i)
		case r >= '一' || r == '〇':
			n = s.han(i)
		}
		if n > 0 {
			i += n
			word = false
			continue
		}
		word = letter(r)
		i += size
	}
}

func (s *scanner) add(q quantity) int {
	s.found = append(s.found, q)
	return q.to - q.from
}

// digits reads what begins with a digit.
func (s *scanner) digits(i int) int {
	text := s.text[i:]
	if y, m, d, n := numericDay(text); n > 0 {
		if d == 0 {
			return s.add(quantity{from: i, to: i + n, kind: month, day: fmt.Sprintf("%04d-%02d", y, m)})
		}
		if v, ok := value.ParseDate(fmt.Sprintf("%04d-%02d-%02d", y, m, d)); ok {
			return s.add(quantity{from: i, to: i + n, kind: dayOf, day: v.Text})
		}
	}
	if d, m, y, n := namedDay(text); n > 0 {
		return s.named(i, i+n, y, m, d)
	}
	n := digitRun(text)
	whole := strings.ReplaceAll(text[:n], ",", "")
	tail, _, _ := strings.Cut(latinWord(text[n:]), "-")
	_, scaled := englishScales[tail]
	switch {
	case tail == "st" || tail == "nd" || tail == "rd" || tail == "th":
		v, err := decimal.NewFromString(whole)
		if err == nil {
			return s.add(quantity{from: i, to: i + n + 2, kind: ordinal, number: v})
		}
	case tail != "" && !scaled && !strings.HasPrefix(text[n:], "元") && tail != "cny" && tail != "rmb" && tail != "yuan":
		n += len(tail)
		return s.add(quantity{from: i, to: i + n, kind: code, digits: text[:n]})
	}
	if len(whole) > 40 {
		return s.add(quantity{from: i, to: i + n, kind: code, digits: text[:n]})
	}
	v, err := decimal.NewFromString(whole)
	if err != nil {
		return s.add(quantity{from: i, to: i + n, kind: code, digits: text[:n]})
	}
	return s.amount(i, n, v, false)
}

// amount reads what follows the digits of a number: scale and unit.
func (s *scanner) amount(i, n int, v decimal.Decimal, spelled bool) int {
	text := s.text
	q := quantity{from: i, number: v, spelled: spelled}
	at := i + n
	if !spelled || strings.HasPrefix(text[at:], "年") {
		if rest := text[at:]; strings.HasPrefix(rest, "年") && v.IsInteger() && v.IntPart() >= 1000 && v.IntPart() <= 9999 {
			return s.chinese(i, at, int(v.IntPart()))
		}
	}
	if rest := text[at:]; strings.HasPrefix(rest, "月") && v.IsInteger() && v.IntPart() >= 1 && v.IntPart() <= 12 {
		if d, m := smallNumber(rest[len("月"):]); d > 0 && (strings.HasPrefix(rest[len("月")+m:], "日") || strings.HasPrefix(rest[len("月")+m:], "号")) {
			return s.add(quantity{from: i, to: at + len("月") + m + len("日"), kind: anyDay, day: fmt.Sprintf("-%02d-%02d", v.IntPart(), d)})
		}
	}
	for _, scale := range []struct {
		word string
		by   int64
	}{{"万亿", 1e12}, {"千万", 1e7}, {"百万", 1e6}, {"十万", 1e5}, {"亿", 1e8}, {"万", 1e4}, {"千", 1e3}, {"百", 1e2}} {
		if strings.HasPrefix(text[at:], scale.word) {
			q.number, at = q.number.Mul(decimal.NewFromInt(scale.by)), at+len(scale.word)
			break
		}
	}
	rest := strings.TrimLeft(text[at:], " -")
	if word := latinWord(rest); word != "" {
		if by, ok := englishScales[word]; ok && word != "hundred" {
			q.number = q.number.Mul(decimal.NewFromInt(by))
			at = len(text) - len(rest) + len(word)
			rest = strings.TrimLeft(text[at:], " ")
		}
	}
	for _, u := range []struct{ word, unit string }{{"人民币", yuan}, {"元", yuan}, {"%", percent}, {"percent", percent}, {"per cent", percent}, {"cny", yuan}, {"rmb", yuan}, {"yuan", yuan}} {
		if strings.HasPrefix(rest, u.word) && edged(text, len(text)-len(rest), len(text)-len(rest)+len(u.word)) {
			q.unit = u.unit
			at = len(text) - len(rest) + len(u.word)
			break
		}
	}
	if q.unit == "" {
		before := strings.TrimRight(text[:i], " ")
		for _, mark := range []string{"cny", "rmb", "¥", "yuan", "人民币"} {
			if strings.HasSuffix(before, mark) {
				q.unit = yuan
			}
		}
		if strings.HasSuffix(before, "百分之") {
			q.unit = percent
		}
	}
	q.to = at
	return s.add(q)
}

// chinese reads a year, a month or a day whose year ends at a position.
func (s *scanner) chinese(i, at, y int) int {
	text := s.text
	at += len("年")
	m, n := smallNumber(text[at:])
	if m == 0 || m > 12 || !strings.HasPrefix(text[at+n:], "月") {
		return s.add(quantity{from: i, to: at, kind: year, number: decimal.NewFromInt(int64(y))})
	}
	at += n + len("月")
	d, n := smallNumber(text[at:])
	if v, ok := value.ParseDate(fmt.Sprintf("%04d-%02d-%02d", y, m, d)); ok && d > 0 {
		at += n
		for _, word := range []string{"日", "号"} {
			if strings.HasPrefix(text[at:], word) {
				at += len(word)
				break
			}
		}
		return s.add(quantity{from: i, to: at, kind: dayOf, day: v.Text})
	}
	return s.add(quantity{from: i, to: at, kind: month, day: fmt.Sprintf("%04d-%02d", y, m)})
}

// smallNumber reads a number of at most two digits, or in Chinese; 0 for none.
func smallNumber(text string) (v, size int) {
	for size < len(text) && size < 3 && '0' <= text[size] && text[size] <= '9' {
		size++
	}
	if size == 1 || size == 2 {
		v, _ = strconv.Atoi(text[:size])
		return v, size
	}
	if size > 2 {
		return 0, 0
	}
	d, n, _ := hanNumeral(text)
	if n == 0 || d.Sign() < 0 || d.IntPart() > 31 {
		return 0, 0
	}
	return int(d.IntPart()), n
}

// han reads what begins with a Chinese character.
func (s *scanner) han(i int) int {
	text := s.text[i:]
	if rest, ok := strings.CutPrefix(text, "第"); ok {
		at := len("第")
		if n := digitRun(rest); n > 0 && n < 4 {
			v, err := decimal.NewFromString(rest[:n])
			if err == nil {
				return s.add(quantity{from: i, to: i + at + n, kind: ordinal, number: v})
			}
		}
		if v, n, _ := hanNumeral(rest); n > 0 {
			return s.add(quantity{from: i, to: i + at + n, kind: ordinal, number: v, spelled: true})
		}
		return 0
	}
	for _, word := range []string{"百分之百", "百分百"} {
		if strings.HasPrefix(text, word) {
			return s.add(quantity{from: i, to: i + len(word), kind: amount, number: decimal.NewFromInt(100), unit: percent, spelled: true})
		}
	}
	if strings.HasPrefix(text, "百分之") {
		if v, n, _ := hanNumeral(text[len("百分之"):]); n > 0 {
			n += len("百分之")
			return s.add(quantity{from: i, to: i + n, kind: amount, number: v, unit: percent, spelled: true})
		}
		return len("百分之")
	}
	v, n, byDigit := hanNumeral(text)
	if n == 0 {
		return 0
	}
	if byDigit && (n != 4*len("二") || !strings.HasPrefix(text[n:], "年")) && v.LessThan(decimal.NewFromInt(100)) {
		return s.add(quantity{from: i, to: i + n, kind: ordinal, number: decimal.Zero, spelled: true}) // 一一, 三五
	}
	return s.amount(i, n, v, true)
}

// words reads what begins with a Latin letter at the beginning of a word.
func (s *scanner) words(i int) int {
	text := s.text[i:]
	word := latinWord(text)
	first, _, _ := strings.Cut(word, "-")
	if _, ok := months[first]; ok {
		if d, m, y, n := namedDay(text); n > 0 {
			return s.named(i, i+n, y, m, d)
		}
	}
	if k, ok := englishOrdinals[word]; ok {
		return s.add(quantity{from: i, to: i + len(word), kind: ordinal, number: decimal.NewFromInt(int64(k)), spelled: true})
	}
	if k, ok := englishOrdinals[first]; ok && first != word {
		return s.add(quantity{from: i, to: i + len(first), kind: ordinal, number: decimal.NewFromInt(int64(k)), spelled: true})
	}
	if v, n := englishNumeral(text); n > 0 {
		return s.amount(i, n, v, true)
	}
	if strings.ContainsAny(word, "0123456789") {
		return s.add(quantity{from: i, to: i + len(word), kind: code, digits: word})
	}
	return len(word)
}

// named adds a day or a month that is written with the month's name; y and d may be 0.
func (s *scanner) named(from, to, y, m, d int) int {
	q := quantity{from: from, to: to}
	switch {
	case d == 0:
		q.kind, q.day = month, fmt.Sprintf("%04d-%02d", y, m)
	case y == 0:
		q.kind, q.day = anyDay, fmt.Sprintf("-%02d-%02d", m, d)
	default:
		q.kind, q.day = dayOf, fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	}
	return s.add(q)
}

// inherit gives days without a year the year of the day nearest to them in the text.
func (s *scanner) inherit() {
	last := ""
	for i := range s.found {
		q := &s.found[i]
		if q.kind == dayOf {
			last = q.day[:4]
		}
		if q.kind == anyDay && last != "" {
			q.kind, q.day = dayOf, last+q.day
		}
	}
	last = ""
	for i := len(s.found) - 1; i >= 0; i-- {
		q := &s.found[i]
		if q.kind == dayOf {
			last = q.day[:4]
		}
		if q.kind == anyDay && last != "" {
			q.kind, q.day = dayOf, last+q.day
		}
	}
}
