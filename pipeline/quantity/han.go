package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// readHan reads an ordinal, a percentage, a day or a number in Chinese.
func (s *scanner) readHan(i int) int {
	text := s.text[i:]
	if rest, ok := strings.CutPrefix(text, "第"); ok {
		return s.readHanOrdinal(i, rest)
	}
	for _, word := range []string{"百分之百", "百分百"} {
		if strings.HasPrefix(text, word) {
			return s.addMention(Mention{From: i, To: i + len(word), Kind: Percent, Number: decimal.NewFromInt(100), Unit: PercentSign, Spelled: true})
		}
	}
	for _, fraction := range []struct {
		word  string
		power int32 // of the percentage
	}{{"百分之", 0}, {"千分之", -1}, {"万分之", -2}} {
		rest, ok := strings.CutPrefix(text, fraction.word)
		if !ok {
			continue
		}
		rest, negative := strings.CutPrefix(rest, "负")
		rest = strings.TrimLeft(rest, " ")
		n := readNumeral(rest)
		if n.size == 0 {
			return len(fraction.word)
		}
		if negative {
			n.value = n.value.Neg()
		}
		to := i + len(text) - len(rest) + n.size
		return s.addMention(Mention{From: i, To: to, Kind: Percent, Number: n.value.Shift(fraction.power), Unit: PercentSign, Spelled: !n.arabic})
	}
	for word, number := range map[string]int64{"俩": 2, "仨": 3} {
		if strings.HasPrefix(text, word) {
			before, _ := utf8.DecodeLastRuneInString(s.text[:i])
			return s.addMention(Mention{From: i, To: i + len(word), Kind: Count, Number: decimal.NewFromInt(number), Unit: "个", Spelled: true, Doubtful: !strings.ContainsRune("就有是共才只仅", before) && unicode.Is(unicode.Han, before)})
		}
	}
	n := readNumeral(text)
	if n.size == 0 {
		return 0
	}
	if strings.HasPrefix(text, "一") && strings.HasSuffix(s.text[:i], "唯") {
		return s.addMention(Mention{From: i, To: i + len("一"), Kind: Number, Number: decimal.NewFromInt(1), Spelled: true, Doubtful: true}) // 唯一一件
	}
	if n.digitByDigit && n.size == 4*len("二") {
		if d := s.addDay(i, chineseDay(text, int(n.value.IntPart()), n.size), true); d > 0 {
			return d
		}
	}
	if n.value.IsInteger() && n.value.LessThanOrEqual(decimal.NewFromInt(12)) && n.value.Sign() > 0 {
		if d := s.addDay(i, chineseMonthDay(text, int(n.value.IntPart()), n.size), true); d > 0 {
			return d
		}
	}
	return s.addAmount(i, n, true)
}

// readHanOrdinal reads an ordinal whose 第 is at i; rest is the text behind it. An ordinal that
// counts articles, pages, steps and the like is a label.
func (s *scanner) readHanOrdinal(i int, rest string) int {
	trimmed := strings.TrimLeft(rest, " ")
	n := readNumeral(trimmed)
	if n.size == 0 || n.vague && !n.digitByDigit || !n.value.IsInteger() || n.arabic && plainRun(trimmed) > 6 {
		return 0
	}
	size := len("第") + len(rest) - len(trimmed) + n.size
	m := Mention{From: i, Kind: Rank, Number: n.value, Spelled: !n.arabic}
	after := s.text[i+size:]
	for _, word := range []string{"条", "款", "项", "章", "节", "编", "页", "步", "段", "行", "列", "号", "季", "期", "次", "轮", "届", "目", "点", "层", "栋", "审", "人", "方"} {
		if strings.HasPrefix(after, word) {
			m.Label, m.To = true, i+size+len(word)
			return s.addMention(m)
		}
	}
	for _, word := range []string{"名", "位"} {
		if strings.HasPrefix(after, word) {
			size += len(word)
			break
		}
	}
	m.To = i + size
	return s.addMention(m)
}
