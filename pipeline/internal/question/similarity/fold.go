package similarity

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Marks replace masked text. They are no letters, so no stripped text contains them.
const (
	nameMark   = '@'
	numberMark = '#'
)

// fold returns the letters of a text in compatibility form (NFKC) and lower case, with
// marks for names and numbers.
func fold(text string, names []string) string {
	s := strip(text)
	words := s.words(s.named(names))
	number(s, words)
	var b strings.Builder
	b.Grow(len(s.text))
	last := word{}
	for _, w := range words {
		switch {
		case w.kind == plain:
			b.WriteString(s.text[w.from:w.to])
		case w.kind == last.kind:
		case w.kind == name:
			b.WriteByte(nameMark)
		default:
			b.WriteByte(numberMark)
		}
		last = w
	}
	return b.String()
}

// stripped is a text reduced to letters and digits.
type stripped struct {
	text string
	gap  []bool // whether other characters stood before the byte
}

func strip(text string) stripped {
	folded := norm.NFKC.String(text)
	var b strings.Builder
	b.Grow(len(folded))
	gap := make([]bool, 0, len(folded)+1)
	between := true
	for _, r := range folded {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '〇' {
			between = true
			continue
		}
		from := b.Len()
		b.WriteRune(unicode.ToLower(r))
		gap = append(gap, between)
		for range b.Len() - from - 1 {
			gap = append(gap, false)
		}
		between = false
	}
	return stripped{b.String(), append(gap, true)}
}

// named reports for each byte whether it belongs to a name.
func (s stripped) named(names []string) []bool {
	keys := make([]string, 0, len(names))
	for _, name := range names {
		if k := strip(name).text; strings.ContainsFunc(k, unicode.IsLetter) {
			keys = append(keys, k) // what has none is a number however it is written
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	in := make([]bool, len(s.text))
	for _, k := range slices.Compact(keys) {
		for at := 0; ; {
			i := strings.Index(s.text[at:], k)
			if i < 0 {
				break
			}
			from, to := at+i, at+i+len(k)
			at = to
			if s.inside(from) || s.inside(to) || slices.Contains(in[from:to], true) {
				at = from + 1
				continue
			}
			for j := from; j < to; j++ {
				in[j] = true
			}
		}
	}
	return in
}

// inside reports whether a position is inside a word.
func (s stripped) inside(at int) bool {
	if s.gap[at] {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	after, _ := utf8.DecodeRuneInString(s.text[at:])
	return !alone(before) && !alone(after)
}

// alone reports whether a character counts as a word by itself.
func alone(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// word is a run of bytes of a stripped text.
type word struct {
	from, to int
	kind     kind
}

// kind says how a word is written into a frame.
type kind byte

const (
	plain kind = iota + 1
	name
	numeral
)

// words divides a text into names, words of letters and digits, and characters that are
// words by themselves.
func (s stripped) words(named []bool) []word {
	words := make([]word, 0, len(s.text)/3+1)
	for at, r := range s.text {
		size := utf8.RuneLen(r)
		k := plain
		if named[at] {
			k = name
		}
		last := len(words) - 1
		if last >= 0 && words[last].kind == k && (k == name || s.inside(at)) {
			words[last].to += size
			continue
		}
		words = append(words, word{at, at + size, k})
	}
	return words
}

// number marks the words that are numbers or belong to one.
func number(s stripped, words []word) {
	for i := range words {
		if words[i].kind == plain && counts(s, words, i) {
			words[i].kind = numeral
		}
	}
	for i := range words {
		if words[i].kind != plain {
			continue
		}
		w := s.text[words[i].from:words[i].to]
		after := i > 0 && words[i-1].kind == numeral
		before := i+1 < len(words) && words[i+1].kind == numeral
		if after && behind(w) || before && ahead(w) || (after || before) && month(w) {
			words[i].kind = numeral
		}
	}
}

// counts reports whether a word is a number by itself: it has a digit, is part of a
// layout of days, or is a Chinese numeral beside another, behind 第 or before a unit. A
// single numeral is mostly no number (一家, 两位小数), nor is 一一 (唯一一家).
func counts(s stripped, words []word, i int) bool {
	w := s.text[words[i].from:words[i].to]
	if layout(w) || strings.ContainsFunc(w, unicode.IsDigit) {
		return true
	}
	if !strings.Contains(numerals, w) {
		return false
	}
	near := func(j int, others string) bool {
		if j < 0 || j >= len(words) {
			return false
		}
		other := s.text[words[j].from:words[j].to]
		return strings.Contains(others, other) ||
			strings.Contains(numerals, other) && (w != "一" || other != "一")
	}
	return near(i-1, "第") || near(i+1, "年月日元")
}

const numerals = "〇零一二三四五六七八九十百千万亿两"

// behind, ahead and month report whether a word belongs to a number directly before it,
// directly after it, or on either side.
func behind(w string) bool {
	switch w {
	case "年", "月", "日", "号", "度", "元", "十", "百", "千", "万", "亿",
		"st", "nd", "rd", "th", "yuan", "cny", "rmb", "usd",
		"thousand", "million", "billion", "percent":
		return true
	}
	return false
}

func ahead(w string) bool { return w == "cny" || w == "rmb" || w == "usd" }

func month(w string) bool {
	switch w {
	case "january", "february", "march", "april", "may", "june",
		"july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		return true
	}
	return false
}

// layout reports whether a word is part of a layout of days.
func layout(w string) bool {
	switch w {
	case "yyyy", "yy", "mm", "dd", "xxxx", "xx", "yyyymm", "yyyymmdd", "mmdd":
		return true
	}
	return false
}
