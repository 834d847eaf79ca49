package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"
)

// countPrefixes are the characters before 一 that make it a count (有一家). Elsewhere it is an
// article (是一家公司).
const countPrefixes = "有共仅只计为:"

// isDoubtful reports whether the spelled numeral n at i may not be a number.
func (s *scanner) isDoubtful(m *Mention, i int, n numeral) bool {
	text := s.text
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if text[i] < utf8.RuneSelf {
		return s.isEnglishArticle(m, i, n)
	}
	single := n.characters == 1
	if single && n.value.Equal(decimal.NewFromInt(1)) {
		return m.Unit == "" || !strings.ContainsRune(countPrefixes, before) || strings.HasSuffix(text[:i], "没有") || strings.HasSuffix(text[:i], "作为")
	}
	if n.digitByDigit && n.characters < 3 && !n.vague {
		return true // 唯一一件
	}
	if m.Unit != "" || n.hasPower && n.characters > 2 {
		return n.digitByDigit && m.Unit == ""
	}
	after, _ := utf8.DecodeRuneInString(text[i+n.size:])
	return n.digitByDigit && n.characters == 2 || unicode.Is(unicode.Han, after) || single && unicode.Is(unicode.Han, before) && !strings.ContainsRune(countPrefixes+"是", before)
}

// isEnglishArticle reports whether an English numeral is the word one used as an article or a
// pronoun.
func (s *scanner) isEnglishArticle(m *Mention, i int, n numeral) bool {
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
