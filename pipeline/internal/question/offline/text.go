package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lower makes the first letter lower-case, unless the text begins with a name or "I".
func lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if second := firstOf(text[size:]); !unicode.IsLower(second) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// upper makes the first letter upper-case.
func upper(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// tidy removes superfluous space, which empty parts leave behind: at the ends, beside other
// space, and between Chinese characters. It also removes the second period of a sentence
// that ends in an abbreviation ("Co., Ltd.").
func tidy(s string) string {
	words := strings.Fields(s)
	var b strings.Builder
	for i, w := range words {
		if short, ok := strings.CutSuffix(w, ".."); ok && !strings.HasSuffix(short, ".") {
			w = short + "."
		}
		if i > 0 && !(wide(lastOf(words[i-1])) && wide(firstOf(w))) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func firstOf(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastOf(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// wide reports whether a character is Chinese or Chinese punctuation.
func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || (r >= 0x3000 && r <= 0x303f) || (r >= 0xff00 && r <= 0xffef) || r == '“' || r == '”'
}
