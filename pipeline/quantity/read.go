package quantity

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// A Mention is a quantity or day found in a text.
type Mention struct {
	// From and To are the half-open byte range in the text, including sign, currency and
	// unit.
	From, To int
	// Kind is what the quantity measures.
	Kind Dimension
	// Number is the amount in Unit; for a Rank the place, for a Year the year, and 0 for the
	// other kinds of days and for a Code.
	Number decimal.Decimal
	// Unit is the base unit: "元", "%", "倍", "天", "月", or a measure word or unit as it is
	// written; "" if the number has no known unit.
	Unit string
	// Day is 2019-12-11 for a Day, 2019-12 for a Month, -12-11 for a Calendar day, and the
	// digits of a Year; "" for other kinds.
	Day string
	// Scaled reports that a scale word or an exponent multiplied the digits.
	Scaled bool
	// Spelled reports that the number is written in words or Chinese numerals.
	Spelled bool
	// Vague reports an approximate number: 十几家, 20余家, 三五天.
	Vague bool
	// Range reports an end of a range, as 3 and 5 in 3-5件 and 6件到9件.
	Range bool
	// Label reports a number that counts nothing but numbers or names something: a line of a
	// list, a building, an article of law.
	Label bool
	// Doubtful reports a spelling that may not be a number, such as 一 in 一家 or in a name.
	Doubtful bool
}

// IsDay reports whether the kind is Day, Month, Year or Calendar.
func (m *Mention) IsDay() bool {
	switch m.Kind {
	case Day, Month, Year, Calendar:
		return true
	}
	return false
}

// Read returns the quantities and days in a text, in order and without overlaps. A Calendar
// day takes the year of the nearest day, month or year before it, or else after it, and
// becomes a Day.
func Read(text string) []Mention {
	f := fold(text)
	s := scanner{text: f.text}
	s.run()
	s.inherit()
	for i := range s.found {
		m := &s.found[i]
		m.From, m.To = f.start(m.From), f.stop(text, m.To)
	}
	return s.found
}

// Whole returns the quantity or day of which the whole text consists; ok is false for any
// other text.
func Whole(text string) (m Mention, ok bool) {
	found := Read(text)
	if len(found) != 1 || found[0].From > 0 || found[0].To < len(text) {
		return Mention{}, false
	}
	return found[0], true
}

// scanner reads folded text.
type scanner struct {
	text  string
	found []Mention
	lines map[int64]int // where the first line begins that begins with a number; nil before it is asked for
	cases [][]int       // case numbers and addresses of pages, in order
}

// named is what holds digits that are no quantities, in folded text: a case number, such as
// (2019)沪0104执1779号 and "(2019) km0104 civ. app. no. 1779", and an address of a page.
var named = regexp.MustCompile(`\(\d{4}\) ?(?:[^\s,;。、()|]{1,24}?号|[a-z]{2}\d{0,8} [a-z. ]{1,24}?no\. ?\d+|no\. ?\d+)|(?:https?://|www\.)[a-z0-9.:/?#@!$&'*+=%~-]*[a-z0-9/]`)

func (s *scanner) run() {
	if holdsNames(s.text) {
		s.cases = named.FindAllStringIndex(s.text, -1)
	}
	text := s.text
	word := false // within a Latin word
	for i := 0; i < len(text); {
		if n := s.caseNumber(i); n > 0 {
			i += n
			word = false
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		n := 0
		switch {
		case '0' <= r && r <= '9' && !word:
			n = s.digits(i)
		case 'a' <= r && r <= 'z' && !word:
			n = s.words(i)
		case opensHan(r):
			n = s.han(i)
		}
		if n > 0 {
			i += n
			word = false
			continue
		}
		word = 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r)
		i += size
	}
}

// holdsNames reports whether a text can hold what [named] finds.
func holdsNames(text string) bool {
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		return true
	}
	for i := strings.IndexByte(text, '('); i >= 0; {
		if plainRun(text[i+1:]) == 4 {
			return true
		}
		next := strings.IndexByte(text[i+1:], '(')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}

// caseNumber adds the case number or address that begins at a place.
func (s *scanner) caseNumber(i int) int {
	for len(s.cases) > 0 && s.cases[0][0] < i {
		s.cases = s.cases[1:]
	}
	if len(s.cases) == 0 || s.cases[0][0] != i {
		return 0
	}
	return s.add(Mention{From: i, To: s.cases[0][1], Kind: Code})
}

// add adds a mention and returns how many bytes were read from where scanning stands.
func (s *scanner) add(m Mention) int {
	s.found = append(s.found, m)
	return m.To - m.From
}

// addDay adds a day if it is in the calendar.
func (s *scanner) addDay(i int, d date, spelled bool) int {
	kind, iso, ok := d.kind()
	if d.size == 0 || !ok {
		return 0
	}
	m := Mention{From: i, To: i + d.size, Kind: kind, Day: iso, Spelled: spelled}
	if kind == Year {
		m.Number = decimal.NewFromInt(int64(d.year))
	}
	if kind == Day {
		m.To += timeOfDay(s.text[m.To:])
	}
	return s.add(m)
}

// code adds digits among letters, or a telephone number.
func (s *scanner) code(i, n int) int { return s.add(Mention{From: i, To: i + n, Kind: Code}) }

// digits reads what begins with a digit.
func (s *scanner) digits(i int) int {
	text := s.text[i:]
	if n := timeOfDay(text); n > 0 {
		return s.code(i, n)
	}
	if plainRun(text) <= 4 {
		if n := s.addDay(i, numericDay(text), false); n > 0 {
			return n
		}
		if n := s.addDay(i, namedDay(text), false); n > 0 {
			return n
		}
	}
	if n := codeRun(text); n > 0 {
		return s.code(i, n)
	}
	if _, money := currencyBefore(s.text[:i]); money == 0 {
		if n := s.addDay(i, compactDay(text), false); n > 0 {
			return n
		}
	}
	run := digitRun(text)
	whole := strings.ReplaceAll(strings.ReplaceAll(text[:run], ",", ""), "'", "")
	v, err := decimal.NewFromString(whole)
	if err != nil || len(whole) > longest {
		return s.code(i, run)
	}
	if v.IsInteger() && run <= 4 {
		if run == 4 {
			if n := s.addDay(i, chineseDay(text, int(v.IntPart()), run), false); n > 0 {
				return n
			}
		}
		if run <= 2 {
			if n := s.addDay(i, calendarDay(text, int(v.IntPart()), run), false); n > 0 {
				return n
			}
		}
	}
	if n := ordinalSuffix(text[run:]); n > 0 {
		return s.rank(i, run+n, v, false)
	}
	if k := spacedRun(text); k > run && k <= longest && s.spaced(i, k) {
		run = k
		v, _ = decimal.NewFromString(strings.ReplaceAll(text[:run], " ", ""))
	}
	n := numeral{value: v, size: run, arabic: true}
	if exponent, size := readExponent(text[run:]); size > 0 {
		n.value, n.size, n.scaled = v.Shift(exponent), run+size, true
	} else if mixed := readNumeral(text); mixed.size > run {
		n = mixed
		n.scaled = n.scaled || n.powers
	}
	return s.amount(i, n, false)
}

// spacedRun returns the length of digits in groups of three with blanks between them, and
// of their decimals; 0 for one group.
func spacedRun(text string) int {
	n := plainRun(text)
	if n > 3 {
		return 0
	}
	groups := 1
	for n < len(text) && text[n] == ' ' && plainRun(text[n+1:]) == 3 {
		n, groups = n+4, groups+1
	}
	if groups == 1 {
		return 0
	}
	if n < len(text) && text[n] == '.' && plainRun(text[n+1:]) > 0 {
		n += 1 + plainRun(text[n+1:])
	}
	return n
}

// spaced reports whether groups of digits are one number: a currency or a unit stands
// beside them, or they have decimals.
func (s *scanner) spaced(i, n int) bool {
	_, currency := currencyBefore(s.text[:i])
	return currency > 0 || measured(strings.TrimLeft(s.text[i+n:], " ")) || strings.Contains(s.text[i:i+n], ".")
}

// codeRun returns the length of a code that a text begins with: digits joined to letters
// that are no unit, a telephone number, digits with a zero in front; 0 for a number.
func codeRun(text string) int {
	n := plainRun(text)
	rest := text[n:]
	word := ""
	for i := 0; i < len(rest) && latin(rest[i]); i++ {
		word = rest[:i+1]
	}
	const longestRatio = 6  // digits before an x; more are a code that ends in one
	const longestAmount = 9 // digits that a letter for a scale follows
	if word != "" && (!unitWord(rest, word) || n > longestAmount && len(word) < 3) || word == "x" && n > longestRatio || word != "" && len(rest) > len(word) && alnum(rest[len(word)]) {
		return joinedRun(text)
	}
	if n > 1 && text[0] == '0' {
		return joinedRun(text)
	}
	if groups := telephone(text); groups > 0 {
		return groups
	}
	return 0
}

// unitWord reports whether letters directly behind digits are a unit, a scale, an
// exponent or the ending of an ordinal.
func unitWord(rest, word string) bool {
	if _, ok := englishScales[word]; ok || ordinalSuffix(word) > 0 {
		return true
	}
	if word == "e" {
		_, size := readExponent(rest)
		return size > 0
	}
	_, n, ok := cutUnit(rest)
	return ok && n >= len(word)
}

// joinedRun returns the length of a run of letters and digits with hyphens, points,
// slashes and colons between them.
func joinedRun(text string) int {
	n := 0
	for n < len(text) {
		switch c := text[n]; {
		case alnum(c):
		case strings.IndexByte("-./:", c) >= 0 && n > 0 && n+1 < len(text) && alnum(text[n+1]):
		default:
			return n
		}
		n++
	}
	return n
}

// telephone returns the length of groups of digits joined by hyphens that are more than a
// range of two numbers: three groups, seven digits or more, or a leading zero.
func telephone(text string) int {
	n, groups, total := plainRun(text), 1, plainRun(text)
	for n < len(text) && text[n] == '-' && plainRun(text[n+1:]) > 0 {
		k := plainRun(text[n+1:])
		if text[n+1] == '0' && k > 1 {
			total += 7
		}
		n, groups, total = n+1+k, groups+1, total+k
	}
	if groups == 1 || groups == 2 && total < 7 && !(n < len(text) && alnum(text[n])) {
		return 0
	}
	if groups == 2 && n < len(text) && measured(text[n:]) {
		return 0 // 2000-3000元
	}
	return n + joinedTail(text[n:])
}

// joinedTail is the rest of a run that a telephone number begins.
func joinedTail(text string) int {
	if text == "" || !alnum(text[0]) {
		return 0
	}
	return joinedRun(text)
}

// readExponent reads e8, ×10^8, x 10^8 and * 10^(8).
func readExponent(text string) (exponent int32, size int) {
	rest := text
	if after, ok := strings.CutPrefix(rest, "e"); ok {
		rest = strings.TrimPrefix(after, "+")
	} else {
		rest = strings.TrimLeft(rest, " ")
		for _, mark := range []string{"×", "x", "*", "·"} {
			if after, ok := strings.CutPrefix(rest, mark); ok {
				rest = strings.TrimLeft(after, " ")
				if rest, ok = strings.CutPrefix(rest, "10^"); !ok {
					return 0, 0
				}
				rest = strings.TrimPrefix(rest, "(")
				break
			}
		}
		if len(rest) == len(strings.TrimLeft(text, " ")) {
			return 0, 0
		}
	}
	sign := int32(1)
	if after, ok := strings.CutPrefix(rest, "-"); ok {
		sign, rest = -1, after
	}
	k := plainRun(rest)
	if k == 0 || k > 2 {
		return 0, 0
	}
	exponent = sign * int32(atoi(rest[:k]))
	rest = rest[k:]
	if strings.Contains(text[:len(text)-len(rest)], "^(") {
		rest = strings.TrimPrefix(rest, ")")
	}
	return exponent, len(text) - len(rest)
}

// opensHan reports whether a quantity in Chinese can begin with a character.
func opensHan(r rune) bool {
	switch r {
	case '第', '百', '千', '万', '十', '拾', '俩', '仨':
		return true
	}
	if r != '〇' && r < '一' {
		return false
	}
	_, ok := hanDigits[r]
	return ok
}

// han reads what begins with a Chinese character.
func (s *scanner) han(i int) int {
	text := s.text[i:]
	if rest, ok := strings.CutPrefix(text, "第"); ok {
		return s.ordinal(i, rest)
	}
	for _, word := range []string{"百分之百", "百分百"} {
		if strings.HasPrefix(text, word) {
			return s.add(Mention{From: i, To: i + len(word), Kind: Percent, Number: decimal.NewFromInt(100), Unit: Hundredths, Spelled: true})
		}
	}
	for _, share := range []struct {
		word string
		by   int32
	}{{"百分之", 0}, {"千分之", -1}, {"万分之", -2}} {
		rest, ok := strings.CutPrefix(text, share.word)
		if !ok {
			continue
		}
		sign := prefix(rest, "负")
		if n := readNumeral(strings.TrimLeft(rest[sign:], " ")); n.size > 0 {
			if sign > 0 {
				n.value = n.value.Neg()
			}
			to := len(text) - len(strings.TrimLeft(rest[sign:], " ")) + n.size
			return s.add(Mention{From: i, To: i + to, Kind: Percent, Number: n.value.Shift(share.by), Unit: Hundredths, Spelled: !n.arabic})
		}
		return len(share.word)
	}
	if n := int64(strings.Index("俩仨", text[:utf8.RuneLen('俩')])) / int64(utf8.RuneLen('俩')); strings.HasPrefix(text, "俩") || strings.HasPrefix(text, "仨") {
		before, _ := utf8.DecodeLastRuneInString(s.text[:i])
		return s.add(Mention{From: i, To: i + len("俩"), Kind: Count, Number: decimal.NewFromInt(2 + n), Unit: "个", Spelled: true, Doubtful: strings.ContainsRune("他她它咱你我这那们", before)})
	}
	n := readNumeral(text)
	if n.size == 0 {
		return 0
	}
	if strings.HasPrefix(text, "一") && strings.HasSuffix(s.text[:i], "唯") {
		return s.add(Mention{From: i, To: i + len("一"), Kind: Number, Number: decimal.NewFromInt(1), Spelled: true, Doubtful: true}) // 唯一一件
	}
	if n.digits && n.size == 4*len("二") {
		if d := s.addDay(i, chineseDay(text, int(n.value.IntPart()), n.size), true); d > 0 {
			return d
		}
	}
	if n.value.IsInteger() && n.value.LessThanOrEqual(decimal.NewFromInt(12)) && n.value.Sign() > 0 {
		if d := s.addDay(i, calendarDay(text, int(n.value.IntPart()), n.size), true); d > 0 {
			return d
		}
	}
	return s.amount(i, n, true)
}

// ordinal reads what stands behind 第.
func (s *scanner) ordinal(i int, rest string) int {
	trimmed := strings.TrimLeft(rest, " ")
	n := readNumeral(trimmed)
	if n.size == 0 || n.vague && !n.digits || !n.value.IsInteger() || n.arabic && plainRun(trimmed) > 6 {
		return 0
	}
	size := len("第") + len(rest) - len(trimmed) + n.size
	m := Mention{From: i, Kind: Rank, Number: n.value, Spelled: !n.arabic}
	after := s.text[i+size:]
	for _, word := range []string{"条", "款", "项", "章", "节", "编", "页", "步", "段", "行", "列", "号", "季", "期", "次", "轮", "届", "目", "点", "层", "栋", "审", "人", "方"} {
		if strings.HasPrefix(after, word) {
			m.Label, m.To = true, i+size+len(word)
			return s.add(m)
		}
	}
	for _, word := range []string{"名", "位"} {
		if strings.HasPrefix(after, word) {
			size += len(word)
			break
		}
	}
	m.To = i + size
	return s.add(m)
}

// words reads what begins with a Latin letter at the beginning of a word.
func (s *scanner) words(i int) int {
	text := s.text[i:]
	word := latinWord(text)
	first, _, _ := strings.Cut(word, "-")
	if _, ok := months[first]; ok {
		if n := s.addDay(i, namedDay(text), false); n > 0 {
			return n
		}
	}
	if k, size := englishOrdinal(text); size > 0 {
		return s.rank(i, size, decimal.NewFromInt(k), true)
	}
	if v, n := englishNumeral(text); n > 0 {
		m := numeral{value: v, size: n, powers: v.GreaterThan(decimal.NewFromInt(20))}
		return s.amount(i, m, true)
	}
	if word == "" {
		return 0
	}
	if strings.ContainsAny(word, "0123456789") {
		if _, size := currencyBefore(letters(word)); size > 0 && len(letters(word)) < len(word) && plainRun(word[len(letters(word)):]) > 0 {
			return len(letters(word)) // rmb5000
		}
		return s.code(i, max(len(word), joinedRun(text)))
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

// rank adds a place in an order.
func (s *scanner) rank(i, n int, v decimal.Decimal, spelled bool) int {
	of := strings.HasPrefix(strings.TrimLeft(s.text[i+n:], " "), "percentile")
	return s.add(Mention{From: i, To: i + n, Kind: Rank, Number: v, Spelled: spelled, Label: of})
}

// inherit gives days without a year the year of the day before them, or else behind.
func (s *scanner) inherit() {
	if !containsCalendar(s.found) {
		return
	}
	year := ""
	take := func(m *Mention) {
		switch {
		case m.Kind == Day || m.Kind == Month || m.Kind == Year:
			year = m.Day[:4]
		case m.Kind == Calendar && year != "":
			m.Kind, m.Day = Day, year+m.Day
		}
	}
	for i := range s.found {
		take(&s.found[i])
	}
	year = ""
	for i := len(s.found) - 1; i >= 0; i-- {
		take(&s.found[i])
	}
}

func containsCalendar(found []Mention) bool {
	for i := range found {
		if found[i].Kind == Calendar {
			return true
		}
	}
	return false
}
