package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// readSign gives a mention the sign that the text before it ends with: -, 负, minus. A hyphen
// behind a letter or a digit is not a sign.
func (s *scanner) readSign(m *Mention, before string) {
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
		case mark == "-" && len(s.mentions) > 0 && s.lastEnd() == len(rest): // 5万-8万
			return
		case mark == "负" && strings.HasSuffix(rest, "胜"), mark == "-" && (len(trimmed) < len(before) || m.Spelled):
			return
		case mark == "-" && rest != "" && (unicode.IsLetter(last) && last < utf8.RuneSelf || unicode.IsDigit(last) || last == '-' || strings.ContainsRune("元件家个%天名年月日", last)):
			return
		case latin(mark[0]) && rest != "" && alnum(rest[len(rest)-1]):
			return
		}
		if mark == "minus" && endsInOperand(rest) {
			return
		}
		m.Number = m.Number.Neg()
		m.From = len(rest)
		if base, size := currencyBefore(rest); size > 0 && len(rest)-size >= s.lastEnd() && m.Unit == "" {
			m.Kind, m.Unit = Money, base
			m.From -= size
		}
		return
	}
}

// endsInOperand reports whether a text ends in an operand, so that minus is an operator.
func endsInOperand(before string) bool {
	before = strings.TrimRight(before, " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(last) || last == ')' || last == '%'
}
