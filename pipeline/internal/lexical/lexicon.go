package lexical

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// cueWeight is the weight of a cue: that of a word that occurs in one of a few hundred phrases.
const cueWeight = 5

// lexicon holds the words of a domain in one language.
type lexicon struct {
	domain       *domain.Domain
	language     string
	patterns     []pattern
	entityFirst  bool           // whether phrases put the entity before their words
	phrases      int            // number of phrases
	phraseCounts map[string]int // number of phrases that contain a term

	derived      []*regexp.Regexp    // patterns of the domain's derivations, in order; nil for a derivation without one
	phraseTokens map[string][]string // cached tokens of phrases, in reading order
	phraseTerms  map[termsKey][]term
}

// newLexicon reads the phrases of a domain.
func newLexicon(d *domain.Domain, language string) *lexicon {
	l := &lexicon{domain: d, language: language, patterns: patterns(language), phraseCounts: map[string]int{}, phraseTokens: map[string][]string{}, phraseTerms: map[termsKey][]term{}}
	leading := 0
	for i := range d.Tools {
		t := &d.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		phrase := t.Phrase.In(language)
		if at := strings.Index(phrase, domain.Slot); at == 0 && len(phrase) > len(domain.Slot) {
			leading++
		} else if at > 0 {
			leading--
		}
		l.countPhrase(phrase)
		l.countPhrase(t.Known.In(language))
	}
	l.entityFirst = leading > 0
	for i := range d.Tables {
		t := &d.Tables[i]
		l.countPhrase(t.Row.In(language))
		for j := range t.Columns {
			l.countPhrase(t.Columns[j].Called(language))
			l.countPhrase(t.Columns[j].Label.In(language))
		}
	}
	for i := range d.Entities {
		l.countPhrase(d.Entities[i].Label.In(language))
	}
	for i := range d.Derivations {
		l.countPhrase(d.Derivations[i].Phrase.In(language))
		expr, err := regexp.Compile(d.Derivations[i].Pattern)
		if err != nil || d.Derivations[i].Pattern == "" {
			expr = nil
		}
		l.derived = append(l.derived, expr)
	}
	return l
}

func (l *lexicon) countPhrase(phrase string) {
	seen := map[string]bool{}
	for _, t := range l.tokens(phrase, nil) {
		seen[t] = true
	}
	if len(seen) > 0 {
		l.phrases++
	}
	for t := range seen { // counts do not depend on the order
		l.phraseCounts[t]++
	}
}

// weight returns a term's inverse document frequency; 0 for a term that no phrase contains.
func (l *lexicon) weight(token string) float64 {
	if strings.HasPrefix(token, "<") {
		return cueWeight
	}
	n := l.phraseCounts[token]
	if n == 0 {
		return 0
	}
	return math.Log1p(float64(l.phrases) / float64(n))
}

// terms returns the weighted terms of texts in reading order. Optional terms cost nothing if
// the question lacks them. Callers must not change the result, which is cached.
func (l *lexicon) terms(optional bool, texts ...string) (terms []term) {
	for _, text := range texts {
		key := termsKey{text, optional}
		these, ok := l.phraseTerms[key]
		if !ok {
			for _, t := range l.phrase(text) {
				these = append(these, term{t, l.weight(t), optional})
			}
			l.phraseTerms[key] = slices.Clip(these)
		}
		if terms == nil {
			terms = l.phraseTerms[key]
		} else {
			terms = append(terms, these...)
		}
	}
	return terms
}

// termsKey is the cache key of terms.
type termsKey struct {
	text     string
	optional bool
}

// phrase returns the tokens of a phrase in reading order.
func (l *lexicon) phrase(text string) []string {
	if strings.HasPrefix(text, "<") {
		return []string{text}
	}
	tokens, ok := l.phraseTokens[text]
	if !ok {
		if tokens = l.tokens(text, nil); !l.entityFirst {
			slices.Reverse(tokens)
		}
		l.phraseTokens[text] = tokens
	}
	return tokens
}

// term is one term of a plan or a question.
type term struct {
	text     string
	weight   float64
	optional bool
}

// tokens splits a text into tokens, in order: cues, pairs of adjacent Chinese characters (none
// across 的), and lower-case base forms of words. If literals is not nil, it stores each literal
// under its token.
func (l *lexicon) tokens(text string, literals map[string]literal) (tokens []string) {
	within := false // inside a word of letters
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if !within {
			if token, n := l.cue(text, literals); n > 0 {
				tokens = append(tokens, token)
				text = text[n:]
				continue
			}
		}
		if unicode.Is(unicode.Han, r) {
			within = false
			next, _ := utf8.DecodeRuneInString(text[size:])
			if r != '的' && next != '的' && unicode.Is(unicode.Han, next) {
				if _, n := l.cue(text[size:], nil); n == 0 {
					tokens = append(tokens, string(r)+string(next))
				}
			}
			text = text[size:]
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			within = false
			text = text[size:]
			continue
		}
		end := strings.IndexFunc(text, func(c rune) bool {
			return unicode.Is(unicode.Han, c) || !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\''
		})
		if end < 0 {
			end = len(text)
		}
		if word := baseForm(text[:end]); word != "" {
			tokens = append(tokens, word)
		}
		text = text[end:]
	}
	return tokens
}

// cue returns the cue or literal at the beginning of a text and its length in bytes; 0 if there
// is none.
func (l *lexicon) cue(text string, literals map[string]literal) (token string, n int) {
	for _, find := range l.patterns {
		cue, lit, n := find(text)
		if n == 0 {
			continue
		}
		if lit != nil {
			cue = "<" + string(lit.comparison) + " " + lit.operand + " " + lit.to + ">"
			if literals != nil {
				literals[cue] = *lit
			}
		}
		return cue, n
	}
	return "", 0
}

// stopWords are words without meaning for the choice of a plan.
const stopWords = " the of a an is are was to and for with in on that those among it its them by me please "

// baseForm returns a lower-case word without plural and possessive endings; "" for an empty
// word.
func baseForm(word string) string {
	word = strings.ToLower(word)
	if strings.Contains(stopWords, " "+word+" ") {
		return ""
	}
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'")
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && strings.HasSuffix(word, "sses"), len(word) > 4 && strings.HasSuffix(word, "xes"):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

// withoutSlot returns a phrase with its slot blanked.
func withoutSlot(phrase string) string { return strings.ReplaceAll(phrase, domain.Slot, " ") }

// columnName returns the name that questions use for a column of a tool's table.
func (l *lexicon) columnName(t *domain.Tool, column string) string {
	return l.domain.Table(t.Table).Column(column).Called(l.language)
}

// lookupWordings returns the alternative wordings for the result of a lookup: its phrase, the label of
// its rows, or none.
func (l *lexicon) lookupWordings(h *plan.Hop) [][]term {
	t := l.domain.Tool(h.Tool)
	var before []term
	if h.Derivation != "" {
		before = l.terms(false, withoutSlot(l.domain.Derivation(h.Derivation).Phrase.In(l.language)))
	}
	wordings := [][]term{before, append(before[:len(before):len(before)], l.terms(false, withoutSlot(t.Phrase.In(l.language)))...)}
	if t.Returns != domain.Many {
		wordings = append(wordings, append(before[:len(before):len(before)], l.terms(false, l.domain.Table(t.Table).Row.In(l.language))...))
	}
	return wordings
}
