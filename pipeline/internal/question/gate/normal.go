package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// normal returns a text in the form in which questions and what they must hold are
// compared: full-width and half-width forms are one, Latin letters small, every
// quotation mark, bracket and dash is the plain one, and of spaces one blank is left
// between words, none beside Chinese characters, brackets and quotation marks.
func normal(text string) string {
	if isNormal(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	blank, last := false, rune(0)
	for _, r := range width.Fold.String(text) {
		if unicode.IsSpace(r) {
			blank = true
			continue
		}
		r = plain(r)
		if blank && last != 0 && !tight(last) && !tight(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		blank, last = false, r
	}
	return b.String()
}

// isNormal reports whether a text is of common Chinese characters alone, or of small
// letters with single blanks between them, as most declared phrases are.
func isNormal(text string) bool {
	han, latin, last := false, false, rune(0)
	for _, r := range text {
		switch {
		case r >= '\u4e00' && r <= '\u9fff':
			han = true
		case 'a' <= r && r <= 'z' || r == ' ' && 'a' <= last && last <= 'z':
			latin = true
		default:
			return false
		}
		last = r
	}
	return han != latin && last != ' '
}

// plain returns what a character is written as in normal form.
func plain(r rune) rune {
	switch r {
	case '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '｢', '｣', '〝', '〞', '《', '》', '〈', '〉':
		return '"'
	case '‘', '’', '‚', '‛', '`', '´':
		return '\''
	case '〔', '【', '[', '〖', '{':
		return '('
	case '〕', '】', ']', '〗', '}':
		return ')'
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣':
		return '-'
	case '。', '｡':
		return '。'
	}
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	if unicode.Is(unicode.Latin, r) {
		return unicode.ToLower(r)
	}
	return r
}

// tight reports whether a character has no blank beside it.
func tight(r rune) bool {
	switch r {
	case '(', ')', '"', '。', '、':
		return true
	}
	return unicode.Is(unicode.Han, r)
}

// squeezed returns the letters and digits of a text in normal form: what is left of a
// code or a name however it is spaced.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// letter reports whether a character belongs to a Latin word or a number.
func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r)
}

// edged reports whether text[from:to] does not go on: not both its end and its
// neighbour are letters.
func edged(text string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(text[from:to])
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	if letter(first) && from > 0 && letter(before) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text[from:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !(letter(last) && to < len(text) && letter(after))
}

// index returns where a text stands in another as a whole, from a position on; -1 for
// nowhere.
func index(text, part string, from int) int {
	for part != "" && from <= len(text) {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return -1
		}
		if at := from + i; edged(text, at, at+len(part)) {
			return at
		}
		_, size := utf8.DecodeRuneInString(text[from+i:])
		from += i + size
	}
	return -1
}

// states reports whether a text stands in another as a whole.
func states(text, part string) bool { return index(text, part, 0) >= 0 }

// count returns how often a text stands in another as a whole.
func count(text, part string) (n int) {
	for at := index(text, part, 0); at >= 0; at = index(text, part, at+len(part)) {
		n++
	}
	return n
}

// mask stands for a name that was taken out.
const mask = "\x00"

// masked returns a text with marks for the parts, which are in the order in which they
// are taken out.
func masked(text string, parts []string) string {
	for _, part := range parts {
		var b strings.Builder
		end := 0
		for at := index(text, part, 0); at >= 0; at = index(text, part, end) {
			b.WriteString(text[end:at])
			b.WriteString(mask)
			end = at + len(part)
		}
		if end > 0 {
			b.WriteString(text[end:])
			text = b.String()
		}
	}
	return text
}
