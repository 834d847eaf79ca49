package choice

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Marks stand in a text for the words of an option or of a match. They are of the private use
// area, and fold drops them from what is read.
const (
	optionMark = 0xE000
	matchMark  = 0xE100
	marksEnd   = 0xE200
)

var (
	thinking    = lazyregexp.New(`(?is)<think(?:ing)?>.*?</think(?:ing)?>`)
	openThought = lazyregexp.New(`(?is)^.*</think(?:ing)?>|<think(?:ing)?>.*$`)
	boxed       = lazyregexp.New(`\\(?:boxed|fbox)\s*\{(?:\\(?:text|textbf|mathrm)\s*\{)?([^{}\n]*)\}?\}`)
	laTeXText   = lazyregexp.New(`\\(?:text|textbf|mathrm|mathbf)\s*\{([^{}\n]*)\}`)
	laTeXArrow  = lazyregexp.New(`\\(?:right|Right|longright|leftright)arrow\b|\\to\b|\\mapsto\b`)
	htmlTag     = lazyregexp.New(`</?[A-Za-z][^<>\n]{0,200}>`)
	checkedBox  = lazyregexp.New(`(?m)^([ \t]*[-*+][ \t]*)\[[xX✓✔]\]`)
	emptyBox    = lazyregexp.New(`(?m)^([ \t]*[-*+][ \t]*)\[[ \t]\]`)
	struckOut   = lazyregexp.New(`~~[^~\n]+~~`)
)

// fold returns a text in one width and without reasoning, markup and invisible characters.
func fold(text string) string {
	text = strings.ToValidUTF8(text, " ")
	text = thinking.ReplaceAllString(text, " ")
	text = openThought.ReplaceAllString(text, " ")
	text = width.Fold.String(norm.NFC.String(text))
	text = boxed.ReplaceAllString(text, "\nanswer: $1\n")
	text = laTeXText.ReplaceAllString(text, "$1")
	text = laTeXArrow.ReplaceAllString(text, "→")
	text = htmlTag.ReplaceAllString(text, " ")
	text = checkedBox.ReplaceAllString(text, "$1✅")
	text = emptyBox.ReplaceAllString(text, "$1❌")
	text = struckOut.ReplaceAllString(text, " ")
	var b strings.Builder
	for _, c := range text {
		switch {
		case c >= 'Ⓐ' && c <= 'Ⓩ':
			b.WriteString("(" + string('A'+c-'Ⓐ') + ")")
		case c >= 'ⓐ' && c <= 'ⓩ':
			b.WriteString("(" + string('A'+c-'ⓐ') + ")")
		case c >= '①' && c <= '⑨':
			b.WriteString("(" + string('1'+c-'①') + ")")
		case c >= optionMark && c < marksEnd, strings.ContainsRune("*`$#_", c), c == '\r':
		case c == '\n' || c == '\t':
			b.WriteRune(c)
		case unicode.Is(unicode.Cf, c):
		case unicode.IsSpace(c) || unicode.IsControl(c):
			b.WriteByte(' ')
		default:
			b.WriteRune(c)
		}
	}
	return strings.TrimSpace(b.String())
}

// withoutQuestion drops the question where an answer repeats it. An answer that is shorter than
// half of it does not.
func withoutQuestion(text, question string) string {
	if 2*len(text) < len(question) {
		return text
	}
	if question = fold(question); question == "" {
		return text
	}
	return strings.TrimSpace(strings.ReplaceAll(text, question, "\n"))
}

// markWords returns a folded text in which the words of options, and of matches, are replaced by
// marks. Longer texts come first, so that a text within another is not found there. Texts of one
// character are left, and so are texts that two options share.
func markWords(text string, it *KeyedItem) string {
	type words struct {
		text string
		mark rune
	}
	var all []words
	add := func(list []string, first rune) {
		for i, s := range list {
			if s = strings.TrimRight(fold(s), " .;,。；，"); utf8.RuneCountInString(s) > 1 {
				all = append(all, words{s, first + rune(i)})
			}
		}
	}
	if it.Form != TrueOrFalse {
		add(it.Options, optionMark)
		add(it.Matches, matchMark)
	}
	slices.SortStableFunc(all, func(a, b words) int { return cmp.Compare(len(b.text), len(a.text)) })
	seen := map[string]int{}
	for _, w := range all {
		seen[strings.ToLower(w.text)]++
	}
	for _, w := range all {
		if seen[strings.ToLower(w.text)] > 1 {
			continue
		}
		text = replaceWords(text, w.text, string(w.mark))
	}
	return text
}

// replaceWords replaces the occurrences of words that are not part of longer ones.
func replaceWords(text, words, mark string) string {
	fields := strings.Fields(words)
	for i, f := range fields {
		fields[i] = regexp.QuoteMeta(f)
	}
	pattern := lazyregexp.New(`(?i)` + strings.Join(fields, `\s+`))
	var b strings.Builder
	at := 0
	for _, m := range pattern.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		after, _ := utf8.DecodeRuneInString(text[m[1]:])
		first, _ := utf8.DecodeRuneInString(text[m[0]:])
		last, _ := utf8.DecodeLastRuneInString(text[:m[1]])
		if inWord(before) && inWord(first) || inWord(last) && inWord(after) {
			continue
		}
		b.WriteString(text[at:m[0]])
		b.WriteString(mark)
		at = m[1]
	}
	b.WriteString(text[at:])
	return b.String()
}

// inWord reports whether a character is one of words that are written apart: a letter, but no
// Chinese one, or a digit.
func inWord(c rune) bool {
	return unicode.IsDigit(c) || unicode.IsLetter(c) && !unicode.Is(unicode.Han, c)
}

// notKnown matches statements in Portuguese that no answer is known; package score knows those
// in Chinese and English.
var notKnown = lazyregexp.New(`(?i)n[ãa]o\s+(?:sei|sabemos|tenho\s+(?:certeza|como|informa)|consigo|posso|me\s+[ée]\s+poss|[ée]\s+poss[íi]vel|h[áa]\s+(?:elementos|informa|dados|como)|existe\s+informa|saberia|disponho)` +
	`|sem\s+(?:resposta|elementos)|prefiro\s+n[ãa]o|desconhe[çc]o|imposs[íi]vel\s+(?:determinar|responder|saber|afirmar)` +
	`|\bi\s+(?:don'?t|do\s+not|cannot|can'?t|am\s+unable|won'?t)\b|\bno\s+answer\b|\bnot\s+sure\b|\bunable\s+to\b|\bcannot\s+be\s+determined\b` +
	`|不知道|不清楚|不确定|无法(?:确定|判断|回答|作答|得知)|不能(?:确定|判断|回答)|难以(?:确定|判断)`)

// abstains reports whether a text without a choice says that it makes none.
func abstains(text string) bool {
	return strings.TrimSpace(text) == "" || notKnown.MatchString(text) || score.Declines(text, "")
}
