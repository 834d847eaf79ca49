package exam

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// oneLine returns a text as a short cell has it: without control and invisible characters, every
// run of space as one blank.
func oneLine(text string) string {
	text, _ = plain(text)
	return strings.Join(strings.Fields(text), " ")
}

// plain returns a text as a cell of prose has it: line ends are "\n", invisible characters and
// control characters are out, and so is the space around it. taken describes the first of the
// control characters that were taken out; "" for none.
func plain(text string) (kept, taken string) {
	text = value.StripInvisible(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
	if taken = value.FindControl(text, true); taken != "" {
		text = strings.Map(func(r rune) rune {
			if value.Control(r) && !unicode.IsSpace(r) {
				return -1
			}
			return r
		}, text)
	}
	return strings.TrimSpace(text), taken
}

// languageOf returns the language of a text, by its letters and words; "" if they do not tell.
func languageOf(text string) string {
	letters, chinese := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Han, r) {
				chinese++
			}
		}
	}
	if chinese > 0 && 3*chinese >= letters {
		return "zh"
	}
	portuguese, english := 0, 0
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "o", "os", "de", "da", "do", "das", "dos", "que", "em", "para", "com", "não", "é", "um", "uma", "na", "por", "ao", "pelo", "pela", "e":
			portuguese++
		case "the", "of", "to", "and", "in", "is", "was", "that", "for", "by", "on", "with", "not", "be", "an", "which", "may", "must":
			english++
		}
	}
	switch {
	case portuguese > english:
		return "pt"
	case english > portuguese:
		return "en"
	}
	return ""
}

var (
	wholeDay  = lazyregexp.New(`(?:^|\D)((?:1[89]|20)\d\d)([-_.])(0[1-9]|1[0-2])([-_.])(0[1-9]|[12]\d|3[01])(?:\D|$)`)
	onlyYear  = lazyregexp.New(`(?:^|\D)((?:1[89]|20)\d\d)(?:\D|$)`)
	statedDay = lazyregexp.New(`^((?:1[89]|20)\d\d)(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$`)
)

// dayOfName returns the day that the name of an exam holds, YYYY-MM-DD or YYYY; "" for none. The
// number after a year is not taken for a month: exams are numbered so, and 2013-10 is the tenth bar
// exam, which was in April.
func dayOfName(name string) string {
	if m := wholeDay.FindStringSubmatch(name); m != nil && m[2] == m[4] {
		return m[1] + "-" + m[3] + "-" + m[5]
	}
	if m := onlyYear.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return ""
}

// number matches a number of points with at most two decimals.
var number = lazyregexp.New(`^(\d{1,6})(?:[.,](\d{1,2})0*)?$`)

// parsePoints reads a number of points, such as "0,65" or "0.65", in hundredths.
func parsePoints(text string) (points int, ok bool) {
	m := number.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	whole, _ := strconv.Atoi(m[1])
	part, _ := strconv.Atoi((m[2] + "00")[:2])
	return 100*whole + part, true
}

// hundredths writes points as "0.65".
func hundredths(points int) string { return fmt.Sprintf("%d.%02d", points/100, points%100) }

// letter returns the letter of a position, "A" for 0; "?" beyond Z.
func letter(position int) string {
	if position < 0 || position >= 26 {
		return "?"
	}
	return string(rune('A' + position))
}

// partLabel returns the label of the part at an index that has none: a letter, beyond Z a number.
func partLabel(i int) string {
	if i < 26 {
		return letter(i)
	}
	return strconv.Itoa(i + 1)
}

// positionOf returns the position that a letter stands for, of any width and case.
func positionOf(text string) (position int, ok bool) {
	text = value.Fold(text)
	if len(text) != 1 || text[0] < 'a' || text[0] > 'z' {
		return 0, false
	}
	return int(text[0] - 'a'), true
}

// itemStart matches lines that begin an item of a list, which are not joined to the line before.
var itemStart = lazyregexp.New(`^(?:[-•–—*]\s|\(?(?:[IVXivx]+|\d{1,2}|[a-z])\s?[.)–-]\s|[（(][一二三四五六七八九十\d]+[）)]|[①-⑳])`)

// unwrap joins the lines of each paragraph, which a printed page had to break. Items of lists keep
// lines of their own. Paragraphs are separated by one line end.
func unwrap(lines []string) string {
	var b strings.Builder
	begin := true // of a paragraph
	for _, line := range lines {
		line = strings.Join(strings.FieldsFunc(line, unicode.IsSpace), " ")
		if line == "" {
			begin = true
			continue
		}
		switch {
		case b.Len() == 0:
		case begin || itemStart.MatchString(line):
			b.WriteByte('\n')
		case !joinsWithout(b.String(), line):
			b.WriteByte(' ')
		}
		b.WriteString(line)
		begin = false
	}
	return b.String()
}

// joinsWithout reports whether two lines are joined without a blank: after a hyphen within a word,
// and between characters that are written without blanks.
func joinsWithout(before, after string) bool {
	last, n := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	if last == '-' {
		letter, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
		return unicode.IsLetter(letter) && unicode.IsLetter(first)
	}
	return isWide(last) && isWide(first)
}

// isWide reports whether a character is Chinese, or punctuation of Chinese texts.
func isWide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff65
}
