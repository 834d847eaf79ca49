package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lower begins a text with a small letter, unless it begins with a name or an "I".
func lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if second := firstOf(text[size:]); !unicode.IsLower(second) {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}

// tidy drops the space that parts left empty leave behind: at the ends, beside other
// space, and beside Chinese characters and punctuation at a sentence's end; and the
// period of a sentence that ends in one already ("Co., Ltd.").
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
