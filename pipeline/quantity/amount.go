package quantity

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// addAmount appends the number n, which is at i, together with the sign, currency, scale word and
// unit next to it. It returns the size of the part from i on.
func (s *scanner) addAmount(i int, n numeral, spelled bool) int {
	text := s.text
	m := Mention{From: i, Kind: Number, Number: n.value, Spelled: spelled, Scaled: n.scaled, Vague: n.vague}
	m.Vague = m.Vague || spelled && endsInVagueWord(text[:i], text[i:])
	at := i + n.size
	if !spelled || n.hasPower {
		at = s.readScale(&m, at)
	}
	if rest := text[at:]; !m.Vague && (strings.HasPrefix(rest, "多") || strings.HasPrefix(rest, "余")) {
		if beginsWithUnit(rest[len("多"):]) || beginsWithScale(rest[len("多"):]) {
			m.Vague = true
			at += len("多")
			at = s.readScale(&m, at)
		}
	}
	at = s.readUnit(&m, at)
	if m.Unit == Yuan {
		at = s.readSubunits(&m, at)
	}
	before := text[:i]
	if base, size := currencyBefore(before); size > 0 && i-size >= s.lastEnd() && (m.Unit == "" || m.Unit == base || m.Unit == Yuan && strings.HasSuffix(strings.TrimRight(before, " "), "$")) && m.Kind != Percent {
		if m.Unit == "" {
			m.Unit = base
		}
		m.Kind = Money
		m.From -= size
		before = text[:m.From]
	}
	s.readSign(&m, before)
	s.markRank(&m, text[at:])
	m.To = at
	m.Label = m.Label || s.isLabel(&m, i, at)
	m.Doubtful = spelled && s.isDoubtful(&m, i, n)
	s.markRange(&m)
	if !s.mergeDuration(&m) {
		s.mentions = append(s.mentions, m)
	}
	return at - i
}

// endsInVagueWord reports whether the text before a Chinese numeral makes it approximate: 几十,
// 上百.
func endsInVagueWord(before, numeral string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(numeral)
	return (r == '几' || r == '数' || r == '上') && (first == '十' || first == '百' || first == '千' || first == '万')
}

// readScale multiplies a number by the scale word at a place and returns its end.
func (s *scanner) readScale(m *Mention, at int) int {
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

// cutHanScale is cutScale for Chinese scale words only.
func cutHanScale(text string) (power int32, size int) {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0, 0
	}
	return cutScale(text)
}

// bracketedUnit matches a unit in brackets behind a number: (in thousand cny), (单位:万元).
var bracketedUnit = regexp.MustCompile(`^ ?\((?:in|单位[:为]?) ?([^()]{1,24})\)`)

// readUnit gives a mention the unit at a place and returns its end.
func (s *scanner) readUnit(m *Mention, at int) int {
	rest := s.text[at:]
	if match := bracketedUnit.FindStringSubmatch(rest); match != nil {
		if u, ok := Parse("1 " + match[1]); ok && u.Kind == Money {
			m.Kind, m.Unit, m.Number, m.Scaled = u.Kind, u.Unit, m.Number.Mul(u.Number), true
			return at + len(match[0])
		}
	}
	if n := jiaoSize(rest); n > 0 {
		m.Kind, m.Unit, m.Number = Money, Yuan, m.Number.Shift(-1)
		return at + n
	}
	trimmed := strings.TrimLeft(rest, " -")
	if strings.HasPrefix(trimmed, "(") { // 3 (件), 12.5 (%)
		if u, n, ok := cutUnit(trimmed[1:]); ok && strings.HasPrefix(trimmed[1+n:], ")") && u.kind != Count {
			return s.setUnit(m, u, len(s.text)-len(trimmed)+n+2)
		}
	}
	u, n, ok := cutUnit(trimmed)
	if !ok || u.attached && (len(trimmed) < len(rest) || factorFollows(u, trimmed[n:])) || u.kind == Money && beginsAmount(u, trimmed[n:]) {
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
	return s.setUnit(m, u, len(s.text)-len(trimmed)+n)
}

// jiaoSize returns the size of 角 if it means a tenth of a yuan, else 0.
func jiaoSize(text string) int {
	rest, ok := strings.CutPrefix(text, "角")
	if !ok {
		return 0
	}
	if r, _ := utf8.DecodeRuneInString(rest); unicode.Is(unicode.Han, r) && r != '钱' && r != '整' && hanDigits[r] == 0 {
		return 0
	}
	return len("角")
}

// englishSubunits matches the hundredths of an amount: " and 75 cents".
var englishSubunits = regexp.MustCompile(`^ (?:and )?([a-z\d -]{1,16}?) (?:cents?|fen)\b`)

// readSubunits adds the tenths and hundredths at a place to an amount in yuan (五角五分, " and 75
// cents") and returns their end.
func (s *scanner) readSubunits(m *Mention, at int) int {
	if part := englishSubunits.FindStringSubmatch(s.text[at:]); part != nil {
		if n, ok := Parse(part[1]); ok && n.Kind == Number && n.Number.LessThan(decimal.NewFromInt(100)) {
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

// setUnit gives a mention the unit that ends at a place, and returns the end of words that follow
// amounts of money.
func (s *scanner) setUnit(m *Mention, u unit, at int) int {
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

// beginsAmount reports whether a word for a currency belongs to the amount that follows it.
func beginsAmount(u unit, text string) bool {
	if u.word[0] >= utf8.RuneSelf && u.word != "人民币" {
		return false
	}
	text = strings.TrimLeft(text, " ")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// factorFollows reports whether a multiplication sign is followed by a factor.
func factorFollows(u unit, text string) bool {
	if u.word == "×" {
		text = strings.TrimLeft(text, " ¥$(")
	}
	r, _ := utf8.DecodeRuneInString(text)
	return r >= '0' && r <= '9' || hanDigits[r] != 0
}
