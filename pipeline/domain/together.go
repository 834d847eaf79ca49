package domain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PutTogether returns the text of a cell that is put together of others: with a blank between them, or
// nothing before a Chinese character. It returns "" if a part is missing, since half a name is none.
func PutTogether(texts []string) string {
	if slices.Contains(texts, "") {
		return ""
	}
	var b strings.Builder
	for i, text := range texts {
		if first, _ := utf8.DecodeRuneInString(text); i > 0 && !unicode.Is(unicode.Han, first) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}
