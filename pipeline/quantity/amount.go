package quantity

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// amount adds a number whose digits or words stand at i, with what stands around it:
// sign, currency, scale word and unit.
func (s *scanner) amount(i int, n numeral, spelled bool) int {
	text := s.text
	m := Mention{From: i, Kind: Number, Number: n.value, Spelled: spelled, Scaled: n.scaled, Vague: n.vague}
	m.Vague = m.Vague || spelled && manyBefore(text[:i], text[i:])
	at := i + n.size
	if !spelled || n.powers {
		at = s.scale(&m, at)
	}
	if rest := text[at:]; !m.Vague && (strings.HasPrefix(rest, "多") || strings.HasPrefix(rest, "余")) {
		if measured(rest[len("多"):]) || scaleAhead(rest[len("多"):]) {
			m.Vague = true
			at += len("多")
			at = s.scale(&m, at)
		}
	}
	at = s.unit(&m, at)
	if m.Unit == Yuan {
		at = s.cents(&m, at)
	}
	before := text[:i]
	if base, size := currencyBefore(before); size > 0 && i-size >= s.end() && (m.Unit == "" || m.Unit == base || m.Unit == Yuan && strings.HasSuffix(strings.TrimRight(before, " "), "$")) && m.Kind != Percent {
		if m.Unit == "" {
			m.Unit = base
		}
		m.Kind = Money
		m.From -= size
		before = text[:m.From]
	}
	s.sign(&m, before)
	s.ranked(&m, text[at:])
	m.To = at
	m.Label = m.Label || s.labels(&m, i, at)
	m.Doubtful = spelled && s.doubtful(&m, i, n)
	s.span(&m)
	if !s.compound(&m) {
		s.found = append(s.found, m)
	}
	return at - i
}

// manyBefore reports whether what stands before a Chinese numeral makes it a rough one: 几十,
// 上百.
func manyBefore(before, numeral string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(numeral)
	return (r == '几' || r == '数' || r == '上') && (first == '十' || first == '百' || first == '千' || first == '万')
}

// scale multiplies by the scale word behind a number.
func (s *scanner) scale(m *Mention, at int) int {
	text := s.text
	rest := text[at:]
	if power, size := cutHanScale(strings.TrimLeft(rest, " ")); size > 0 {
		at += len(rest) - len(strings.TrimLeft(rest, " ")) + size
		m.Number, m.Scaled = m.Number.Shift(power), true
		rest = text[at:]
	}
	trimmed := strings.TrimLeft(rest, " -")
	word := latinWord(trimmed)
	if head, _, ok := strings.Cut(word, "-"); ok {
		word = head
	}
	if by, ok := englishScales[word]; ok && word != "hundred" && (len(word) > 1 || trimmed == rest) {
		at = len(text) - len(trimmed) + len(word)
		m.Number, m.Scaled = m.Number.Mul(decimal.NewFromInt(by)), true
	}
	return at
}

// cutHanScale takes a Chinese scale word off the beginning of a text.
func cutHanScale(text string) (power int32, size int) {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0, 0
	}
	return cutScale(text)
}

// inUnits is a unit told in brackets behind a number: 12.5 (in thousand cny), 12.5(单位:万元).
var inUnits = regexp.MustCompile(`^ ?\((?:in|单位[:为]?) ?([^()]{1,24})\)`)

// unit takes up the unit behind a number.
func (s *scanner) unit(m *Mention, at int) int {
	rest := s.text[at:]
	if told := inUnits.FindStringSubmatch(rest); told != nil {
		if u, ok := Whole("1 " + told[1]); ok && u.Kind == Money {
			m.Kind, m.Unit, m.Number, m.Scaled = u.Kind, u.Unit, m.Number.Mul(u.Number), true
			return at + len(told[0])
		}
	}
	if n := jiao(rest); n > 0 {
		m.Kind, m.Unit, m.Number = Money, Yuan, m.Number.Shift(-1)
		return at + n
	}
	trimmed := strings.TrimLeft(rest, " -")
	if strings.HasPrefix(trimmed, "(") { // 3 (件), 12.5 (%)
		if u, n, ok := cutUnit(trimmed[1:]); ok && strings.HasPrefix(trimmed[1+n:], ")") && u.kind != Count {
			return s.take(m, u, len(s.text)-len(trimmed)+n+2)
		}
	}
	u, n, ok := cutUnit(trimmed)
	if !ok || u.glued && (len(trimmed) < len(rest) || factorFollows(u, trimmed[n:])) || u.kind == Money && opensAmount(u, trimmed[n:]) {
		return at
	}
	if strings.HasPrefix(rest, "-") && !strings.HasPrefix(u.word, "-") && !latin(u.word[0]) {
		return at
	}
	after := trimmed[n:]
	if u.kind == Duration && u.base == Days && u.word == "日" && m.Number.IsInteger() && strings.HasPrefix(after, "元") {
		return at
	}
	if u.word == "年" && m.Number.IsInteger() && m.Number.GreaterThanOrEqual(decimal.NewFromInt(1000)) || u.word == "times" && strings.HasPrefix(after, " (") && plainRun(after[len(" ("):]) > 0 {
		return at
	}
	return s.take(m, u, len(s.text)-len(trimmed)+n)
}

// jiao returns the length of 角 behind a number where it is a tenth of a yuan.
func jiao(text string) int {
	rest, ok := strings.CutPrefix(text, "角")
	if !ok {
		return 0
	}
	if r, _ := utf8.DecodeRuneInString(rest); unicode.Is(unicode.Han, r) && r != '钱' && r != '整' && hanDigits[r] == 0 {
		return 0
	}
	return len("角")
}

// subunits are the hundredths of an amount in English: " and 75 cents".
var subunits = regexp.MustCompile(`^ (?:and )?([a-z\d -]{1,16}?) (?:cents?|fen)\b`)

// cents adds what stands behind 元: 五角五分, " and 75 cents".
func (s *scanner) cents(m *Mention, at int) int {
	if part := subunits.FindStringSubmatch(s.text[at:]); part != nil {
		if n, ok := Whole(part[1]); ok && n.Kind == Number && n.Number.LessThan(decimal.NewFromInt(100)) {
			m.Number = m.Number.Add(n.Number.Shift(-2))
			return at + len(part[0])
		}
	}
	for _, part := range []struct {
		word  string
		power int32
	}{{"角", -1}, {"毛", -1}, {"分", -2}} {
		n := readNumeral(s.text[at:])
		if rest, ok := strings.CutPrefix(s.text[at+n.size:], part.word); ok && n.size > 0 && n.value.IsInteger() && n.value.LessThan(decimal.NewFromInt(100)) {
			m.Number = m.Number.Add(n.value.Shift(part.power))
			at = len(s.text) - len(rest)
		}
	}
	return at
}

// take gives a mention its unit.
func (s *scanner) take(m *Mention, u unit, at int) int {
	m.Kind, m.Unit = u.kind, u.base
	m.Number = u.amountOf(m.Number)
	if u.kind == Money {
		for _, tail := range []string{"人民币", "整"} {
			if strings.HasPrefix(s.text[at:], tail) {
				at += len(tail)
			}
		}
	}
	return at
}

// end returns where what was read so far ends.
func (s *scanner) end() int {
	if len(s.found) == 0 {
		return 0
	}
	return s.found[len(s.found)-1].To
}

// opensAmount reports whether a word for a currency belongs to the amount behind it.
func opensAmount(u unit, text string) bool {
	if u.word[0] >= utf8.RuneSelf && u.word != "人民币" {
		return false
	}
	text = strings.TrimLeft(text, " ")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// factorFollows reports whether a sign of multiplication stands before a factor.
func factorFollows(u unit, text string) bool {
	if u.word == "×" {
		text = strings.TrimLeft(text, " ¥$(")
	}
	r, _ := utf8.DecodeRuneInString(text)
	return r >= '0' && r <= '9' || hanDigits[r] != 0
}

// sign takes up the sign before a number: -, 负, minus. A hyphen behind a letter or a
// digit joins, and is none.
func (s *scanner) sign(m *Mention, before string) {
	if rest, ok := strings.CutSuffix(before, "+"); ok && (rest == "" || rest[len(rest)-1] == ' ' || rest[len(rest)-1] == '\n') {
		m.From = len(rest)
		return
	}
	trimmed := strings.TrimRight(before, " ")
	for _, mark := range []string{"负", "负的", "minus", "negative", "-"} {
		rest, ok := strings.CutSuffix(trimmed, mark)
		if !ok {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(rest)
		switch {
		case mark == "-" && len(s.found) > 0 && s.end() == len(rest): // 5万-8万
			return
		case mark == "负" && strings.HasSuffix(rest, "胜"), mark == "-" && (len(trimmed) < len(before) || m.Spelled):
			return
		case mark == "-" && rest != "" && (unicode.IsLetter(last) && last < utf8.RuneSelf || unicode.IsDigit(last) || last == '-' || strings.ContainsRune("元件家个%天名年月日", last)):
			return
		case latin(mark[0]) && rest != "" && alnum(rest[len(rest)-1]):
			return
		}
		if mark == "minus" && subtracted(rest) {
			return
		}
		m.Number = m.Number.Neg()
		m.From = len(rest)
		if base, size := currencyBefore(rest); size > 0 && len(rest)-size >= s.end() && m.Unit == "" {
			m.Kind, m.Unit = Money, base
			m.From -= size
		}
		return
	}
}

// subtracted reports whether a text ends in what something can be subtracted from.
func subtracted(before string) bool {
	before = strings.TrimRight(before, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(last) || last == ')' || last == '%'
}

// What a text ends with before a place in an order: 排名为, "ranked no.".
var (
	places     = []string{"排名", "名次", "排行", "位次", "位列", "位居", "排在", "排到", "排"}
	placeWords = map[string]bool{"rank": true, "ranks": true, "ranked": true, "ranking": true, "position": true, "place": true}
	// What may stand between these and the number.
	fillers     = []string{" ", ":", "是", "为", "在", "居", "=", "第", "约", `"`, "'", "(", "#", "no."}
	fillerWords = map[string]bool{"is": true, "was": true, "at": true, "of": true, "as": true, "in": true, "number": true, "no": true}
)

// placed reports whether a text ends in words that make a place of the number behind it.
func placed(before string) bool {
	const most = 12 // fillers
	for range most {
		word := wholeWord(before)
		if placeWords[word] || endsIn(before, places) > 0 {
			return true
		}
		n := endsIn(before, fillers)
		if fillerWords[word] {
			n = len(word)
		}
		if n == 0 {
			return false
		}
		before = before[:len(before)-n]
	}
	return false
}

// endsIn returns the length of the first of the words that a text ends with, 0 for none.
func endsIn(text string, words []string) int {
	for _, w := range words {
		if strings.HasSuffix(text, w) {
			return len(w)
		}
	}
	return 0
}

// wholeWord returns the Latin word a text ends with, "" where it goes on in digits.
func wholeWord(text string) string {
	word := lastWord(text)
	if rest := text[:len(text)-len(word)]; rest != "" && (alnum(rest[len(rest)-1]) || rest[len(rest)-1] == '_') {
		return ""
	}
	return word
}

// lastPlace is the greatest number that is taken for a place; longer ones are codes.
var lastPlace = decimal.NewFromInt(1_000_000)

// ranked makes a place in an order of a number that is said to be one.
func (s *scanner) ranked(m *Mention, after string) {
	if m.Kind != Number && !(m.Kind == Count && (m.Unit == "名" || m.Unit == "位")) || m.Scaled || !m.Number.IsInteger() || m.Number.Sign() <= 0 || m.Number.GreaterThan(lastPlace) {
		return
	}
	before := s.text[:m.From]
	if strings.HasSuffix(strings.TrimRight(before, " "), "前") || !placed(before) {
		return
	}
	if m.Kind == Number && strings.HasPrefix(strings.TrimLeft(after, " "), "of ") && !strings.Contains(tail(before), "rank") {
		return
	}
	m.Kind, m.Unit = Rank, ""
}

// Words that make a name of the number behind them.
var (
	numbering      = []string{"步骤", "附件", "附表", "图", "表", "编号", "序号", "门牌", "楼", "§", "#"}
	numberingWords = func() map[string]bool {
		words := map[string]bool{}
		for _, w := range strings.Fields("no. nos. number building room floor unit suite article art. articles paragraph para. section sec. chapter item page pages step table figure fig. row line hop phase query call version round clause") {
			words[w] = true
		}
		return words
	}()
)

// numbers reports whether a text ends in a word that makes a name of the number behind it.
func numbers(before string) bool {
	before = strings.TrimSuffix(before, " ")
	if word, ok := strings.CutSuffix(before, "."); ok {
		return numberingWords[wholeWord(word)+"."]
	}
	return numberingWords[wholeWord(before)] || endsIn(before, numbering) > 0
}

// behind are the characters that make a name of the number before them.
const behind = "号栋楼室层幢弄巷路街单"

// labels reports whether a number names something: it stands behind a word such as
// article, before 号 or 楼, in square brackets of a source, or marks a line of a list.
func (s *scanner) labels(m *Mention, from, to int) bool {
	before, after := s.text[:from], s.text[to:]
	if m.Kind == Rank {
		return false
	}
	if m.Unit == "" {
		if r, _ := utf8.DecodeRuneInString(after); strings.ContainsRune(behind, r) && !strings.HasPrefix(after, "号令") {
			return true
		}
		if r, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(behind, r) && strings.HasPrefix(after, "区") {
			return true // 西路446号6区
		}
		if !m.Spelled && (s.marksLine(m.Number.IntPart(), before, after) || marksItem(before, after)) {
			return true
		}
	}
	return (m.Kind == Number || m.Kind == Count) && numbers(before)
}

// numbered reports whether a line above a place begins with a number.
func (s *scanner) numbered(at int, number int64) bool {
	if s.lines == nil {
		s.lines = map[int64]int{}
		from := 0
		for line := range strings.SplitSeq(s.text, "\n") {
			head := strings.TrimLeft(line, " (#>|*-")
			if k := plainRun(head); k > 0 && k < 6 {
				n := int64(atoi(head[:k]))
				if _, ok := s.lines[n]; !ok {
					s.lines[n] = from
				}
			}
			from += len(line) + 1
		}
	}
	from, ok := s.lines[number]
	return ok && from < at
}

// marksLine reports whether a number begins a line of a list: "1. ", "(2) ", "3、". From 4
// on, a line with the number before it has to stand above: "46. The only case was …" is
// an answer.
func (s *scanner) marksLine(number int64, before, after string) bool {
	line := strings.TrimRight(before, " (#>|")
	if line != "" && line[len(line)-1] != '\n' || number > 3 && !s.numbered(len(before), number-1) {
		return false
	}
	switch r, _ := utf8.DecodeRuneInString(after); r {
	case '.', ')':
		return len(after) > 1 && (after[1] < '0' || after[1] > '9')
	case '、':
		return true
	}
	return false
}

// marksItem reports whether a number in brackets begins an item within a line: "; (2) these".
func marksItem(before, after string) bool {
	head, ok := strings.CutSuffix(before, "(")
	text, also := strings.CutPrefix(after, ")")
	if !ok || !also || text == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(head, " "))
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " "))
	return !unicode.IsLetter(last) && !unicode.IsDigit(last) && unicode.IsLetter(next)
}

// tail returns the end of a text, long enough for the words looked for there.
func tail(s string) string {
	const longest = 72 // bytes
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-longest:], "")
}

// indefinite are the characters before 一 that make a count of it (有一家), where it is an
// article otherwise (是一家公司).
const indefinite = "有共仅只计为:"

// doubtful reports whether spelled numerals may be no number.
func (s *scanner) doubtful(m *Mention, i int, n numeral) bool {
	text := s.text
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if text[i] < utf8.RuneSelf {
		return s.article(m, i, n)
	}
	single := n.pieces == 1
	if single && n.value.Equal(decimal.NewFromInt(1)) {
		return m.Unit == "" || !strings.ContainsRune(indefinite, before) || strings.HasSuffix(text[:i], "没有") || strings.HasSuffix(text[:i], "作为")
	}
	if n.digits && n.pieces < 3 && !n.vague {
		return true // 唯一一件
	}
	if m.Unit != "" || n.powers && n.pieces > 2 {
		return n.digits && m.Unit == ""
	}
	after, _ := utf8.DecodeRuneInString(text[i+n.size:])
	return n.digits && n.pieces == 2 || unicode.Is(unicode.Han, after) || single && unicode.Is(unicode.Han, before) && !strings.ContainsRune(indefinite+"是", before)
}

// article reports whether the English word one, or another alone, may be no number.
func (s *scanner) article(m *Mention, i int, n numeral) bool {
	text := s.text
	if text[i:i+n.size] != "one" {
		return false
	}
	switch latinWord(strings.TrimLeft(text[i+n.size:], " ")) {
	case "of", "another", "that", "who", "which", "is", "was", "in", "with", "by", "from", "":
		return m.Unit == "" && !strings.HasSuffix(strings.TrimRight(text[:i], " "), "only") || latinWord(strings.TrimLeft(text[i+n.size:], " ")) == "of"
	}
	switch lastWord(strings.TrimRight(text[:i], " ")) {
	case "the", "this", "that", "no", "each", "any", "which", "other", "every", "some", "latter", "former":
		return true
	}
	return false
}

// lastWord returns the letters a text ends with.
func lastWord(s string) string {
	from := len(s)
	for from > 0 && latin(s[from-1]) {
		from--
	}
	return s[from:]
}

// compound adds a duration to the one before it, of which it is the rest: 246 weeks and 4
// days, 三年零两个月. A rest of another base unit leaves the whole without a unit.
func (s *scanner) compound(m *Mention) bool {
	if len(s.found) == 0 || m.Kind != Duration {
		return false
	}
	last := &s.found[len(s.found)-1]
	if last.Kind != Duration || last.Unit == "" || last.Range || m.Range || last.To > m.From {
		return false
	}
	switch strings.Trim(s.text[last.To:m.From], " ,") {
	case "", "and", "零", "又", "加":
	default:
		return false
	}
	if written := strings.TrimLeft(s.text[last.From:last.To], "0123456789., -"); strings.HasSuffix(s.text[m.From:m.To], written) {
		return false // 3天, 5天
	}
	if last.Unit == m.Unit {
		last.Number = last.Number.Add(m.Number)
	} else {
		last.Unit = ""
	}
	last.To = m.To
	return true
}

// joint is what stands between the two ends of a range.
var joint = regexp.MustCompile(`^ ?(?:-|~|至|到|到了|up to|to|through) ?(?:约|大约)?$`)

// span marks the two ends of a range: 3-5件, 6件到9件, between 15 and 17.
func (s *scanner) span(m *Mention) {
	if len(s.found) == 0 || m.IsDay() || m.Label {
		return
	}
	last := &s.found[len(s.found)-1]
	if last.IsDay() || last.Kind == Code || last.Label || last.To > m.From {
		return
	}
	between := s.text[last.To:m.From]
	const longest = 16                                       // bytes between the ends of a range
	if len(between) > longest || last.Spelled != m.Spelled { // 1.22 to two decimals
		return
	}
	if !joint.MatchString(between) {
		if strings.TrimSpace(between) != "and" && strings.Trim(between, " ") != "和" && strings.Trim(between, " ") != "与" {
			return
		}
		if !strings.HasSuffix(strings.TrimRight(s.text[:last.From], " "), "between") && !strings.HasSuffix(s.text[:last.From], "介于") && !strings.HasSuffix(s.text[:last.From], "在") {
			return
		}
		if r := strings.TrimLeft(s.text[m.To:], " "); strings.TrimSpace(between) != "and" && !strings.HasPrefix(r, "之间") {
			return
		}
	}
	last.Range, m.Range = true, true
	if last.Unit == "" && m.Unit != "" && last.Kind == Number {
		last.Unit, last.Kind = m.Unit, m.Kind
	}
}
