package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"taskgrove/pipeline/value"
)

// view is a text as the strict rule reads it. It is made once a text.
type view struct {
	folded string // one spelling of each character, words and lines apart
	normal string // folded without superfluous blanks

	asserting bool  // what the text does not state is left out
	question  *view // whose numbers are left out; nil for none
	scanned   bool  // whether there is anything in read yet
	read      struct {
		numbers []number
		dates   []day
	}
}

// day is a day of a text.
type day struct {
	iso string
	use
}

// number is a number of a text.
type number struct {
	amount decimal.Decimal // scaled by its scale word
	scaled bool            // there was a scale word
	base   string          // base unit; "" where no known one follows
	bare   bool            // neither a unit nor another word follows directly
	spelt  bool            // written in Chinese numerals or English words
	after  string          // the text behind digits and scale word
	use
}

// look reads a text. Its numbers and days are looked for when they are asked for: most
// keywords are names.
func look(text string) *view {
	v := &view{folded: fold(text)}
	v.normal = squeeze(v.folded)
	return v
}

// numbers returns the numbers of the text, in its order.
func (v *view) numbers() []number {
	v.scan()
	return v.read.numbers
}

// dates returns the days of the text, each once, in its order.
func (v *view) dates() []day {
	v.scan()
	return v.read.dates
}

// scan collects the numbers and days, once.
func (v *view) scan() {
	if v.scanned {
		return
	}
	v.scanned = true
	rest := caseNumber.ReplaceAllString(v.folded, "|")
	rest = v.cutDates(rest)
	v.scanNumbers(rest)
	v.scanNumerals(rest)
	v.scanWords(rest)
	v.leaveOut()
}

// month is the name of a month in folded text, or what begins like one.
const month = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*`

var (
	// caseNumber is a case number in folded or normal text: （2019）沪0104执1779号,
	// "(2019) KM0104 Civ. App. No. 1779".
	caseNumber = regexp.MustCompile(`\(\d{4}\) ?(?:[^\s,;。、()|]{1,24}?号|[a-z]{2}\d{0,8} [a-z. ]{1,24}?no\. ?\d+)`)
	// date lists the layouts of a day in folded text; groups are year, month, day.
	// A layout stands only in texts that hold one of its words; nil means any text.
	dates = []struct {
		layout           *regexp.Regexp
		year, month, day int
		words            []string
	}{
		{regexp.MustCompile(`(\d+) ?年 ?(\d+) ?月 ?(\d+) ?[日号]`), 1, 2, 3, []string{"年"}},
		{regexp.MustCompile(`(\d+)([-/.])(\d+)([-/.])(\d+)`), 1, 3, 5, nil},
		{regexp.MustCompile(`(\d{8})()()`), 1, 2, 3, nil},
		{regexp.MustCompile(`(` + month + `)\.? (\d+)(?:st|nd|rd|th)?,? (\d{4})`), 3, 1, 2, months},
		{regexp.MustCompile(`(\d+)(?:st|nd|rd|th)? (?:of )?(` + month + `)\.?,? (\d{4})`), 3, 2, 1, months},
	}
	months = []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
)

// cutDates collects the days of folded text and returns the text without them.
func (v *view) cutDates(text string) string {
	for _, d := range dates {
		if d.words != nil && !slices.ContainsFunc(d.words, func(w string) bool { return strings.Contains(text, w) }) {
			continue
		}
		var b strings.Builder
		end := 0
		for _, m := range d.layout.FindAllStringSubmatchIndex(text, -1) {
			group := func(i int) string { return text[m[2*i]:m[2*i+1]] }
			if joined(text, m[0], m[1]) {
				continue
			}
			iso, ok := isoDay(group(d.year), group(d.month), group(d.day))
			if !ok {
				continue
			}
			v.addDay(iso, useOf(text[:m[0]], text[m[1]:]))
			b.WriteString(text[end:m[0]])
			b.WriteByte('|')
			end = m[1]
		}
		text = b.String() + text[end:]
	}
	return text
}

// addDay adds a day, or joins how it is used to how it was used before.
func (v *view) addDay(iso string, u use) {
	for i := range v.read.dates {
		if d := &v.read.dates[i]; d.iso == iso {
			d.refused, d.either = d.refused && u.refused, d.either || u.either
			return
		}
	}
	v.read.dates = append(v.read.dates, day{iso, u})
}

// isoDay reads a day's parts, or a year of eight digits that is all of them.
func isoDay(year, month, day string) (iso string, ok bool) {
	if len(year) == 8 && month == "" {
		year, month, day = year[:4], year[4:6], year[6:]
	}
	if len(month) >= 3 {
		i := slices.Index(months, month[:3])
		month = string([]byte{'0' + byte((i+1)/10), '0' + byte((i+1)%10)})
	}
	d, ok := value.ParseDate(year + "-" + month + "-" + day)
	return d.Text, ok
}

// joined reports whether text[from:to] is part of a longer run of Latin letters
// and digits, or of several such runs held together by hyphens, or by points,
// commas, slashes and colons between digits.
func joined(text string, from, to int) bool {
	return joins(lastRune(text[:to]), text[to:], firstRune, func(s string) string { return s[1:] }) ||
		joins(firstRune(text[from:]), text[:from], lastRune, func(s string) string { return s[:len(s)-1] })
}

// joins reports whether a run that ends in edge goes on in the text beside it,
// of which near is the nearest character and beyond what follows that one.
func joins(edge rune, beside string, near func(string) rune, beyond func(string) string) bool {
	if !alnum(edge) || beside == "" {
		return false
	}
	switch c := near(beside); c {
	case '-':
		return alnum(near(beyond(beside)))
	case '.', '/', ':', ',':
		return digit(edge) && digit(near(beyond(beside)))
	default:
		return alnum(c)
	}
}

// digits is an amount without its sign: with thousands separators or without.
var digits = regexp.MustCompile(`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`)

// maxDigits is how many characters a number may have; longer runs are codes.
const maxDigits = 64

// scanNumbers collects the numbers of folded text without dates.
func (v *view) scanNumbers(text string) {
	for _, m := range digits.FindAllStringIndex(text, -1) {
		if n, ok := numberAt(text, m[0], m[1]); ok {
			v.read.numbers = append(v.read.numbers, n)
		}
	}
}

// numberAt reads the number whose digits stand at text[from:to]; ok is false for
// digits that are part of something else.
func numberAt(text string, from, to int) (n number, ok bool) {
	run := text[from:to]
	before := text[:from]
	if len(run) > maxDigits || run[0] == '0' && len(run) > 1 && run[1] != '.' {
		return n, false
	}
	after := text[to:]
	if lastRune(before) == '第' || numbered(before) || ordinal(before, after) {
		return n, false
	}
	priced, united := currencyBefore(before), unitFollows(after)
	if joined(text, from, to) && !(priced && !joined(text[from:], 0, to-from)) && !(united && !joined(text[:to], from, to)) {
		return n, false
	}
	sign := ""
	if strings.HasSuffix(before, "-") {
		sign = "-"
	}
	amount, err := decimal.NewFromString(sign + strings.ReplaceAll(run, ",", ""))
	if err != nil {
		return n, false
	}
	power, rest, scaled := cutScale(strings.TrimLeft(after, " "))
	if !scaled {
		rest = after
	}
	n = number{amount: amount.Shift(power), scaled: scaled, after: rest}
	n.base, n.bare = unitOf(rest)
	n.use = useOf(before, unitless(rest))
	if n.base == "" && currencyBefore(before) {
		n.base, n.bare = yuan, false
	}
	return n, true
}

// currencyBefore reports whether the text ends in a mark or word of yuan.
func currencyBefore(before string) bool {
	before = strings.TrimRight(before, " ")
	return slices.ContainsFunc([]string{"¥", "rmb", "cny", "人民币"}, func(w string) bool { return strings.HasSuffix(before, w) })
}

// unitOf returns the base unit at the beginning of the text behind a number, and
// whether the number stands alone: no unit and no other word directly behind it.
func unitOf(after string) (base string, bare bool) {
	spaced := strings.TrimLeft(after, " ")
	if base, _, ok := cutUnit(spaced); ok {
		return base, false
	}
	return "", !unicode.IsLetter(firstRune(after)) && !unicode.Is(unicode.Han, firstRune(spaced))
}

// numbering is a word that makes a name of the number behind it.
var numbering = regexp.MustCompile(`\b(?:no\.|building|room|floor|unit|suite|article|paragraph|section|chapter|item|page) ?$`)

// numbered reports whether the text ends in such a word.
func numbered(before string) bool {
	last := lastRune(strings.TrimRight(before, " "))
	return (last == '.' || latin(last)) && numbering.MatchString(tail(before))
}

// ordinal reports whether a number is the mark of a list's line ("1. ", "2、").
func ordinal(before, after string) bool {
	if line := strings.TrimRight(before, " ("); line != "" && line[len(line)-1] != '\n' {
		return false
	}
	switch firstRune(after) {
	case '.', ')':
		return len(after) > 1 && !digit(firstRune(after[1:]))
	case '、':
		return true
	}
	return false
}

// unitFollows reports whether a scale word or unit follows directly.
func unitFollows(after string) bool {
	_, _, scale := cutScale(after)
	_, _, unit := cutUnit(after)
	return scale || unit
}

// scanNumerals collects the counts written in Chinese numerals, which must carry
// a measure word.
func (v *view) scanNumerals(text string) {
	for _, m := range numeral.FindAllStringIndex(text, -1) {
		run, before, after := text[m[0]:m[1]], text[:m[0]], text[m[1]:]
		c := lastRune(before)
		if c == '第' || alnum(c) || run == "一" && (!strings.ContainsRune(indefinite, c) || strings.HasSuffix(before, "没有")) {
			continue
		}
		base, rest, ok := cutUnit(strings.TrimLeft(after, " "))
		if !ok || counted(base) == 0 {
			continue
		}
		if n, ok := hanNumber(run); ok {
			v.read.numbers = append(v.read.numbers, number{amount: decimal.NewFromInt(n), base: base, spelt: true, after: after, use: useOf(before, rest)})
		}
	}
}

// scanWords collects the counts written as English words, which must stand before
// another word: what is counted.
func (v *view) scanWords(text string) {
	for _, m := range word.FindAllStringIndex(text, -1) {
		before, after := text[:m[0]], text[m[1]:]
		if joined(text, m[0], m[1]) || !strings.HasPrefix(after, " ") || !unicode.Is(unicode.Latin, firstRune(after[1:])) {
			continue
		}
		base, _ := unitOf(after)
		v.read.numbers = append(v.read.numbers, number{
			amount: decimal.NewFromInt(wordNumber(text[m[0]:m[1]])), base: base, spelt: true, after: after, use: useOf(before, unitless(after)),
		})
	}
}
