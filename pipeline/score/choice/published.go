package choice

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Patterns of the published scorer. Those of Python match white space and digits of all scripts.
const (
	pythonSpace = `[\s\v\x{1C}-\x{1F}\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]`
	pythonDigit = `\p{Nd}`
)

var (
	publishedLetter    = lazyregexp.New(`A resposta correta é:?` + pythonSpace + `*([A-Za-z])`)
	publishedTruth     = lazyregexp.New(`A afirmação é ` + pythonSpace + `*(falsa|verdadeira)`)
	publishedSelection = lazyregexp.New(`[^A-Za-z]([A-Za-z])\)`)
	publishedPair      = lazyregexp.New(`([a-zA-Z])` + pythonSpace + `*[-)]?` + pythonSpace + `*(` + pythonDigit + `)|(` + pythonDigit + `)` + pythonSpace + `*[-)]?` + pythonSpace + `*([a-zA-Z])`)
)

// ParsePublished reads an answer as the scorer of LegalBench.PT does. Of single answers it returns
// one text: the letter of the first "A resposta correta é", in its case, "Verdadeiro" or "Falso"
// for the first "A afirmação é", or "" if there is none. Of several options it returns the letters
// before a closing bracket in lower case: a letter that stands in both cases comes twice, and one
// at the very beginning is not seen. Of pairs it returns letter, hyphen and one digit, such as
// "a-4", each once.
func ParsePublished(form AnswerForm, answer string) []string {
	guess := []string{}
	switch form {
	case OneOption:
		if m := publishedLetter.FindStringSubmatch(answer); m != nil {
			return []string{m[1]}
		}
		return []string{""}
	case TrueOrFalse:
		switch m := publishedTruth.FindStringSubmatch(answer); {
		case m == nil:
			return []string{""}
		case m[1] == "falsa":
			return []string{"Falso"}
		default:
			return []string{"Verdadeiro"}
		}
	case SeveralOptions:
		for _, m := range publishedSelection.FindAllStringSubmatch(answer, -1) {
			guess = append(guess, m[1])
		}
		guess = unique(guess)
		for i := range guess {
			guess[i] = strings.ToLower(guess[i])
		}
		return guess
	}
	for _, m := range publishedPair.FindAllStringSubmatch(answer, -1) {
		guess = append(guess, strings.ToLower(m[1]+m[4])+"-"+m[2]+m[3])
	}
	return unique(guess)
}

// unique returns texts in their order, each once.
func unique(texts []string) []string {
	all := []string{}
	for _, s := range texts {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// GradePublished grades an answer as the scorer of LegalBench.PT does, against a key in the form
// that [ParsePublished] returns: 1 or 0 for single answers, F1 for others. Keys are compared as
// they are written, but those of several options in lower case.
func GradePublished(form AnswerForm, key []string, answer string) float64 {
	guess := ParsePublished(form, answer)
	if form.Single() {
		if len(key) == 1 && guess[0] == key[0] {
			return 1
		}
		return 0
	}
	left := slices.Clone(key)
	if form == SeveralOptions {
		for i := range left {
			left[i] = strings.ToLower(left[i])
		}
	}
	hits := 0
	for _, g := range guess {
		if i := slices.Index(left, g); i >= 0 {
			left = slices.Delete(left, i, i+1)
			hits++
		}
	}
	return f1(hits, len(guess), len(key))
}
