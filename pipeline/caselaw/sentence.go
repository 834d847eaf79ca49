package caselaw

import (
	"strings"
	"unicode/utf8"
)

// closing are the marks that end what began before them.
const closing = "”’』」）)》〉】］"

// firstRune returns the first character of a text as a text.
func firstRune(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return text[:n]
}

// A stretch is the bytes from i to j of a text.
type stretch struct{ i, j int }

// sentences divides a text after the marks that end sentences, and after the closing marks
// that follow these. A period ends a sentence only before space and a capital letter, or at
// the end.
func sentences(text string) []stretch { return divide(text, endsSentence) }

// clauses divides a text after commas, colons and semicolons, too.
func clauses(text string) []stretch {
	return divide(text, func(r rune, rest string) bool {
		return strings.ContainsRune("，,；;：:", r) || endsSentence(r, rest)
	})
}

func endsSentence(r rune, rest string) bool {
	switch r {
	case '。', '！', '？', '?', '!', '\n':
		return true
	case '.':
		after := strings.TrimLeft(rest, " ")
		return rest == "" || after != rest && after != "" && after[0] >= 'A' && after[0] <= 'Z'
	}
	return false
}

// divide divides a text after the characters for which ends is true; rest is the text after
// the character. Every byte is in exactly one stretch.
func divide(text string, ends func(r rune, rest string) bool) []stretch {
	var all []stretch
	from := 0
	for i, r := range text {
		if i < from || !ends(r, text[i+utf8.RuneLen(max(r, 0)):]) {
			continue
		}
		to := i + len(string(r))
		for to < len(text) && strings.Contains(closing+"。！？", firstRune(text[to:])) {
			to += len(firstRune(text[to:]))
		}
		all = append(all, stretch{from, to})
		from = to
	}
	if from < len(text) {
		all = append(all, stretch{from, len(text)})
	}
	return all
}
