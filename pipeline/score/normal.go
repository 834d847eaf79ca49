package score

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Normal returns the form in which the strict rule compares texts: width and Latin case
// folded as by [value.Fold], all brackets round, all dashes hyphens, company forms ("Co.,
// Ltd.") without punctuation, and lines kept apart. A space remains only between two Latin
// letters or digits, and after punctuation between two digits. Normal(Normal(s)) ==
// Normal(s).
func Normal(s string) string { return squeeze(fold(s)) }

var charFolds = strings.NewReplacer(
	"〔", "(", "〕", ")", "【", "(", "】", ")", "[", "(", "]", ")", "［", "(", "］", ")", "﹝", "(", "﹞", ")", "’", "'", "‘", "'",
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
	"\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n", "\f", "\n",
)

// fold returns the text with one spelling of each character, lines kept apart and words
// separated by one blank. A full-width comma between half-width digits still separates two
// numbers.
func fold(s string) string {
	lines := strings.Split(charFolds.Replace(foldTitles(separateCommas(s))), "\n")
	kept := lines[:0]
	for _, l := range lines {
		if l = value.Fold(l); l != "" {
			kept = append(kept, l)
		}
	}
	return normaliseForms(strings.Join(kept, "\n"))
}

// Titles within the title of a law: within its marks, in its usual words without them, and in marks
// that stand for 〈〉.
var (
	titleInTitle = lazyregexp.New(`《([^《》\n]*)《([^《》\n]*)》([^《》\n]*)》`)
	titleApplied = lazyregexp.New(`(关于\p{Han}{2,12})《([^《》\n]{2,40})》`)
	angled       = lazyregexp.New(`[<＜](\p{Han}{2,40})[>＞]`)
)

// foldTitles marks titles within a title 〈…〉, however they are marked.
func foldTitles(s string) string {
	if strings.ContainsAny(s, "<＜") {
		s = angled.ReplaceAllString(s, "〈$1〉")
	}
	if !strings.Contains(s, "《") {
		return s
	}
	for before := ""; before != s; {
		before, s = s, titleInTitle.ReplaceAllString(s, "《$1〈$2〉$3》")
	}
	return titleApplied.ReplaceAllString(s, "$1〈$2〉")
}

// separateCommas puts a blank after every full-width comma, except between full-width digits,
// where it is a thousands separator: folding to ASCII would otherwise join two numbers.
func separateCommas(s string) string {
	if !strings.Contains(s, "，") {
		return s
	}
	var b strings.Builder
	var before rune
	for i, c := range s {
		b.WriteRune(c)
		if c == '，' && !(isFullDigit(before) && isFullDigit(firstRune(s[i+len("，"):]))) {
			b.WriteByte(' ')
		}
		before = c
	}
	return b.String()
}

// firstRune and lastRune return U+FFFD for an empty text.
func firstRune(s string) rune { c, _ := utf8.DecodeRuneInString(s); return c }

func lastRune(s string) rune { c, _ := utf8.DecodeLastRuneInString(s); return c }

func isFullDigit(c rune) bool { return c >= '０' && c <= '９' }

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// isAlnum reports whether a character of folded text is a letter or digit of a Latin-script
// word.
func isAlnum(c rune) bool { return isDigit(c) || unicode.Is(unicode.Latin, c) }

// squeeze drops every blank of folded text except between two letters or digits, and
// between the punctuation after a digit and the next digit: "1, 234" is not "1,234".
func squeeze(s string) string {
	text, _ := squeezed(s)
	return text
}

// squeezed is squeeze with, for every remaining byte, its offset in s; places is nil if no
// byte was dropped.
func squeezed(s string) (text string, places []int32) {
	if !strings.Contains(s, " ") {
		return s, nil
	}
	var b strings.Builder
	places = make([]int32, 0, len(s))
	var before, earlier rune
	for i, c := range s {
		if c == ' ' {
			after := firstRune(s[i+1:])
			words := isAlnum(before) && isAlnum(after)
			amounts := isDigit(earlier) && strings.ContainsRune(".,:/-", before) && isDigit(after)
			if !words && !amounts {
				continue
			}
		}
		b.WriteRune(c)
		for len(places) < b.Len() {
			places = append(places, int32(i))
		}
		earlier, before = before, c
	}
	return b.String(), places
}
