package probe

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// most returns the options with the largest figure.
func most(options []option, figure func(*option) float64) []int {
	var best []int
	top := 0.0
	for i := range options {
		if options[i].gone {
			continue
		}
		switch f := figure(&options[i]); {
		case len(best) == 0 || f > top:
			best, top = []int{i}, f
		case f == top:
			best = append(best, i)
		}
	}
	return best
}

// distinguished returns the picked options, or nil if all options are level.
func distinguished(picked []int, it *item) []int {
	if len(picked) == len(it.options) {
		return nil
	}
	return picked
}

func longest(it *item) []int {
	return most(it.options, func(o *option) float64 { return float64(o.length) })
}

func shortest(it *item) []int {
	return most(it.options, func(o *option) float64 { return -float64(o.length) })
}

func overlapping(it *item) []int {
	return distinguished(most(it.options, func(o *option) float64 { return float64(shared(o.tokens, it.stem)) }), it)
}

func numerous(it *item) []int {
	return distinguished(most(it.options, func(o *option) float64 {
		n := 0
		for _, token := range o.tokens {
			if hasDigit(token) {
				n++
			}
		}
		return float64(n)
	}), it)
}

// middle returns the options whose first number is the middle one of at least three.
func middle(it *item) []int {
	var values []float64
	of := make([]*float64, len(it.options))
	for i := range it.options {
		if v, ok := firstNumber(it.options[i].tokens); ok {
			values = append(values, v)
			of[i] = &v
		}
	}
	slices.Sort(values)
	if values = slices.Compact(values); len(values) < 3 || len(values) < len(it.options)-1 {
		return nil
	}
	low, high := values[(len(values)-1)/2], values[len(values)/2]
	var found []int
	for i, v := range of {
		if v != nil && *v >= low && *v <= high {
			found = append(found, i)
		}
	}
	return found
}

// odd returns the options that agree with the word before them, if only some do; or else the one
// that begins or ends otherwise than all others, which are alike.
func odd(it *item) []int {
	var agreeing []int
	for i := range it.options {
		if agree(it.before, it.options[i].text, it.language) {
			agreeing = append(agreeing, i)
		}
	}
	if n := len(agreeing); n > 0 && n < len(it.options) {
		return agreeing
	}
	for _, form := range []func(string) string{ending, beginning} {
		if i := loner(it.options, form); i >= 0 {
			return []int{i}
		}
	}
	return nil
}

// loner returns the position of the option whose form differs from that of all others, which are
// at least two and have one; -1 if there is none.
func loner(options []option, form func(string) string) int {
	places := map[string][]int{}
	for i := range options {
		f := form(options[i].text)
		places[f] = append(places[f], i)
	}
	if len(places) != 2 || len(options) < 3 {
		return -1
	}
	for _, p := range places {
		if len(p) == 1 {
			return p[0]
		}
	}
	return -1
}

// ending returns the last mark of a text, or "" if it ends with a letter or digit.
func ending(text string) string {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(text))
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return ""
	}
	return string(r)
}

// beginning says how a text begins: with a capital, a small letter, a digit or else.
func beginning(text string) string {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	switch {
	case unicode.IsUpper(r):
		return "capital"
	case unicode.IsLower(r):
		return "small"
	case unicode.IsDigit(r):
		return "digit"
	}
	return "other"
}

// Articles and prepositions with them, in plain form, by gender and number.
var articles = map[string]string{
	"o": "ms", "um": "ms", "do": "ms", "no": "ms", "ao": "ms", "pelo": "ms", "a": "fs", "uma": "fs", "da": "fs", "na": "fs", "pela": "fs",
	"os": "mp", "dos": "mp", "nos": "mp", "aos": "mp", "pelos": "mp", "as": "fp", "das": "fp", "nas": "fp", "pelas": "fp",
}

// agree reports whether a text can follow a word: an article of its gender and number in
// Portuguese, a or an in English. Other words are followed by anything.
func agree(before, text, language string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(text)), " ")
	word = strings.Trim(word, ".,;:\"“”'")
	switch {
	case language == "pt" && articles[before] != "":
		plural := strings.HasSuffix(word, "s")
		stem := strings.TrimSuffix(word, "s")
		feminine := strings.HasSuffix(stem, "a") || strings.HasSuffix(stem, "ção") || strings.HasSuffix(stem, "são") ||
			strings.HasSuffix(stem, "dade") || strings.HasSuffix(stem, "gem") || strings.HasSuffix(stem, "õe")
		want := articles[before]
		return feminine == (want[0] == 'f') && plural == (want[1] == 'p')
	case language == "en" && (before == "a" || before == "an"):
		return (word != "" && strings.ContainsRune("aeiou", rune(word[0]))) == (before == "an")
	}
	return true
}

// absolute matches words of claims without exception, in plain form.
var absolute = regexp.MustCompile(`\b(?:sempre|nunca|jamais|somente|apenas|exclusivamente|so|todos?|todas?|qualquer|always|never|only|all|every|any|none|solely)\b|一律|必须|只能|仅|所有|任何|从不|总是|绝对`)

// denials matches what denies a claim, in plain form.
var denials = regexp.MustCompile(`\b(?:nao|nunca|nem|not|never|no|cannot)\b|不|无权|未|没有`)

func denies(it *item) bool { return denials.MatchString(it.claim) }

func hasDigit(token string) bool { return strings.ContainsFunc(token, unicode.IsDigit) }

func anyDigit(tokens []string) bool { return slices.ContainsFunc(tokens, hasDigit) }

// firstNumber returns the first number among tokens.
func firstNumber(tokens []string) (float64, bool) {
	for _, token := range tokens {
		if v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimPrefix(token, "¬"), "%"), 64); err == nil && hasDigit(token) {
			return v, true
		}
	}
	return 0, false
}

// shared returns the number of different tokens that are in a set.
func shared(tokens []string, in map[string]bool) int {
	seen := map[string]bool{}
	for _, token := range tokens {
		if in[token] {
			seen[token] = true
		}
	}
	return len(seen)
}

// first returns the first option that is not taken.
func first(options []option) int {
	return slices.IndexFunc(options, func(o option) bool { return !o.gone })
}
