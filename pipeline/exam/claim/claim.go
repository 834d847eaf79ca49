// Package claim compares what the options of exam items say with what official answers say.
//
// A text is read into tokens: words of letters without case and accents, single Chinese
// characters, and numbers, which are written in digits however the text spells them ("trinta
// dias", "30 dias"). Function words are left out. A word that is denied is another token than the
// word alone, so that a claim and its denial differ.
//
// Everything here is a pure function and safe for concurrent use. The makers of items share
// nothing with this package, which judges what they made.
package claim

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Statement is what a passage says, as it is compared.
type Statement struct {
	// Tokens are in the order of the passage; nil for a passage without letters and digits.
	Tokens []string
	// Stances are the words for yes and no that stand alone at the beginning of a sentence: [Yes]
	// and [No], each once, sorted. They are not among Tokens.
	Stances []string
	// gaps says for each token what stands between it and the token before.
	gaps []gap
}

// gap is what stands between two tokens, the strongest of it.
type gap byte

const (
	noGap    gap = iota // blanks and function words
	mark                // a comma, a bracket
	turn                // a word after which a denial no longer holds: but, because
	sentence            // the end of a sentence
)

// The stances that a passage can take to a question.
const (
	Yes = "yes"
	No  = "no"
)

// Read reads a passage in a language: "pt", "zh" or "en". Values of points in brackets ("(0,55)")
// are left out.
func Read(passage, language string) Statement {
	w := of(language)
	passage = Plain(pointValue.ReplaceAllString(passage, " "))
	passage = w.prepare(passage)
	var t Statement
	denied, begins, between := false, true, sentence
	before := ""
	for _, word := range split(passage) {
		if w.turns[word.text] {
			between = max(between, turn)
		}
		switch {
		case word.mark:
			denied, begins = false, begins || word.ends
			switch {
			case word.ends && !w.shortened[before]:
				between = sentence
			case word.text == "," && language == "zh": // it ends a clause; 、 stands in lists
				between = max(between, turn)
			default:
				between = max(between, mark)
			}
			continue
		case begins && word.alone && w.yes[word.text]:
			t.Stances = append(t.Stances, Yes)
		case begins && word.alone && w.no[word.text]:
			t.Stances = append(t.Stances, No)
		case w.denies[word.text]:
			denied = !denied
		case w.function[word.text]:
		default:
			token := word.text
			if denied {
				token, denied = "¬"+token, false
			}
			if n := len(t.Tokens); n == 0 || t.Tokens[n-1] != token || !isNumber(token) { // 30 (trinta) dias
				t.Tokens, t.gaps = append(t.Tokens, token), append(t.gaps, between)
			}
			between = noGap
		}
		before = word.text
		begins = begins && len(word.text) == 1 // the label of a row
	}
	slices.Sort(t.Stances)
	t.Stances = slices.Compact(t.Stances)
	return t
}

// Plain returns a text in half width and small letters, without accents. Punctuation and space
// stay.
func Plain(text string) string {
	text = strings.ToLower(norm.NFKD.String(text))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}

// Fold returns the words of a text with a blank between them: two texts with equal folds differ
// only in width, case, accents, space and punctuation. Each Chinese character is a word.
func Fold(text string) string {
	var words []string
	for _, w := range split(Plain(text)) {
		if !w.mark {
			words = append(words, w.text)
		}
	}
	return strings.Join(words, " ")
}

// Holds reports whether a folded text holds another as a run of whole words. Nothing is held by
// every text but the empty one, which is held by none.
func Holds(text, part string) bool {
	return part != "" && strings.Contains(" "+text+" ", " "+part+" ")
}

// word is a word of a text, or a run of marks between words.
type word struct {
	text  string
	mark  bool // punctuation, not words
	ends  bool // a mark that ends a sentence
	alone bool // a mark or the end follows
}

// split parts a plain text into words and marks.
func split(text string) []word {
	var all []word
	add := func(w word) {
		if w.mark && len(all) > 0 {
			all[len(all)-1].alone = true
		}
		all = append(all, w)
	}
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case unicode.IsSpace(r):
			i++
		case unicode.Is(unicode.Han, r):
			add(word{text: string(r)})
			i++
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			end := i
			for end < len(runes) && !unicode.Is(unicode.Han, runes[end]) && (unicode.IsLetter(runes[end]) || unicode.IsDigit(runes[end]) || inNumber(runes, end)) {
				end++
			}
			add(word{text: string(runes[i:end])})
			i = end
		default:
			add(word{text: string(r), mark: true, ends: strings.ContainsRune(".!?;:。；：\n", r)})
			i++
		}
	}
	if n := len(all); n > 0 {
		all[n-1].alone = true
	}
	return all
}

// inNumber reports whether a rune is the point or the percent sign of a number.
func inNumber(runes []rune, i int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	return (runes[i] == '.' || runes[i] == ',') && digit(i-1) && digit(i+1) || runes[i] == '%' && digit(i-1)
}

func isNumber(token string) bool {
	return token != "" && token[0] >= '0' && token[0] <= '9'
}
