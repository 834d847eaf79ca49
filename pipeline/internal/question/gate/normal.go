package gate

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// normal returns the normal form of a text, in which questions and drafts are compared:
// half-width characters, lower-case Latin letters, plain quotation marks, brackets and dashes,
// and single spaces between words only, none next to Chinese characters, brackets and quotation
// marks.
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
		if blank && last != 0 && !noSpaceBeside(last) && !noSpaceBeside(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		blank, last = false, r
	}
	return b.String()
}

// isNormal reports whether a text is certainly in normal form: common Chinese characters only,
// or lower-case letters with single spaces, as most declared phrases are.
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

// plain returns a character in normal form.
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

// noSpaceBeside reports whether a character has no space beside it in normal form.
func noSpaceBeside(r rune) bool {
	switch r {
	case '(', ')', '"', '。', '、':
		return true
	}
	return unicode.Is(unicode.Han, r)
}

// lettersAndDigits returns the letters and digits of a text in normal form, so that
// codes and names compare equal however they are spaced.
func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// isLatin reports whether a character belongs to a Latin word or a number.
func isLatin(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r)
}

// isWhole reports whether text[from:to] is not part of a longer Latin word or number.
func isWhole(text string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(text[from:to])
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	if isLatin(first) && from > 0 && isLatin(before) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(text[from:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !(isLatin(last) && to < len(text) && isLatin(after))
}

// indexWhole returns the index of the first whole occurrence of part at or after from,
// -1 if there is none.
func indexWhole(text, part string, from int) int {
	for part != "" && from <= len(text) {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return -1
		}
		if at := from + i; isWhole(text, at, at+len(part)) {
			return at
		}
		_, size := utf8.DecodeRuneInString(text[from+i:])
		from += i + size
	}
	return -1
}

// containsWhole reports whether part occurs in text as a whole.
func containsWhole(text, part string) bool { return indexWhole(text, part, 0) >= 0 }

// wholeOccurrences returns the indices of the whole occurrences of part in text, without
// overlaps.
func wholeOccurrences(text, part string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := indexWhole(text, part, 0); at >= 0 && yield(at); {
			at = indexWhole(text, part, at+len(part))
		}
	}
}

// countWhole counts the whole occurrences of part in text.
func countWhole(text, part string) (n int) {
	for range wholeOccurrences(text, part) {
		n++
	}
	return n
}

// occurrences returns the indices of the occurrences of part in text, without overlaps.
func occurrences(text, part string) iter.Seq[int] {
	return func(yield func(int) bool) {
		end := 0
		for {
			i := strings.Index(text[end:], part)
			if i < 0 || !yield(end+i) {
				return
			}
			end += i + len(part)
		}
	}
}

// mask stands for a masked name.
const mask = "\x00"

// masked replaces every whole occurrence of the parts by the mask, in the order of
// parts.
func masked(text string, parts []string) string {
	for _, part := range parts {
		var b strings.Builder
		end := 0
		for at := range wholeOccurrences(text, part) {
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
