package gate

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
)

// senses is a set of senses, one bit each.
type senses uint64

// lexicon finds words for operators in a text.
type lexicon struct {
	bits  map[cue.Sense]senses
	words map[string][]word // by their first bytes, see [head], longest first
	gaps  map[rune][]word   // words with something between their parts, by first character
}

// word is a text with its senses; a neutral word has none.
type word struct {
	text   string
	parts  []string // what follows after each gap
	begins bool     // only at the beginning of a sentence
	senses senses
}

// token is a word found at text[from:to].
type token struct {
	from, to int
	senses   senses
}

// The lexicons of the languages are made once.
var (
	chinese = sync.OnceValue(func() *lexicon { return newLexicon("zh") })
	english = sync.OnceValue(func() *lexicon { return newLexicon("en") })
)

// lexiconOf returns the lexicon of a language of drafts.
func lexiconOf(lang string) *lexicon {
	if lang == "zh" {
		return chinese()
	}
	return english()
}

func newLexicon(lang string) *lexicon {
	all := cue.Words(lang)
	l := &lexicon{bits: map[cue.Sense]senses{}, words: map[string][]word{}, gaps: map[rune][]word{}}
	var names []cue.Sense
	for s := range all {
		names = append(names, s)
	}
	slices.Sort(names)
	taken := map[string]senses{}
	var texts []string
	for i, s := range names {
		if s != cue.Neutral {
			l.bits[s] = 1 << i
		}
		for _, text := range all[s] {
			if _, ok := taken[text]; !ok {
				texts = append(texts, text)
			}
			taken[text] |= l.bits[s]
		}
	}
	slices.Sort(texts)
	for _, text := range texts {
		l.addWord(text, taken[text])
	}
	for _, words := range l.words {
		slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return l
}

func (l *lexicon) addWord(text string, s senses) {
	w := word{senses: s}
	text, w.begins = strings.CutPrefix(text, "^")
	parts := strings.Split(text, "…")
	for i := range parts {
		parts[i] = normal(parts[i])
	}
	w.text, w.parts = parts[0], parts[1:]
	first, _ := utf8.DecodeRuneInString(w.text)
	if len(w.parts) > 0 {
		l.gaps[first] = append(l.gaps[first], w)
		return
	}
	h := head(w.text, indexBytes)
	l.words[h] = append(l.words[h], w)
}

// indexBytes is the number of leading bytes in the index of words.
const indexBytes = 3

// head returns at most n first bytes of a text.
func head(text string, n int) string { return text[:min(n, len(text))] }

// longest returns the end and the senses of the longest word at text[i:]; the end is i if there
// is none. begins tells whether a sentence begins at i.
func (l *lexicon) longest(text string, i int, begins bool) (to int, found senses) {
	for n := min(indexBytes, len(text)-i); n > 0; n-- {
		for _, w := range l.words[text[i:i+n]] {
			if strings.HasPrefix(text[i:], w.text) && (!w.begins || begins) && isWhole(text, i, i+len(w.text)) {
				return i + len(w.text), w.senses
			}
		}
	}
	return i, 0
}

// set returns a set of senses.
func (l *lexicon) set(all ...cue.Sense) (s senses) {
	for _, one := range all {
		s |= l.bits[one]
	}
	return s
}

// read returns the words of a text in order. At each place the longest word counts, and words
// within it do not; of a word with a gap only the first part is consumed. neutral holds
// declared phrases by first character: words within them do not count either.
func (l *lexicon) read(text string, idle map[rune][]string) (tokens []token) {
	begins, inside := true, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if inside = inside && isLatin(r); inside { // no word begins here
			i += size
			continue
		}
		to, found := l.longest(text, i, begins)
		idly := 0 // how many bytes an idle word takes
		if found == 0 {
			idly = to - i
		}
		to = max(to, i+size)
		for _, phrase := range idle[r] {
			if i+len(phrase) > to && strings.HasPrefix(text[i:], phrase) && isWhole(text, i, i+len(phrase)) {
				to, found = i+len(phrase), 0
			}
		}
		if t, ok := l.splitWord(text, i, idly, found); ok {
			tokens = append(tokens, t)
		}
		if found != 0 {
			tokens = append(tokens, token{i, to, found})
		}
		begins = begins && !isLatin(r) && !unicode.Is(unicode.Han, r) || endsSentence(r)
		last, _ := utf8.DecodeLastRuneInString(text[:to])
		inside = isLatin(last)
		i = to
	}
	return tokens
}

// splitWord returns the word with a gap that begins at text[i:]: the one that ends first, with
// the senses of all that end there. found are the senses of an ordinary word at that place,
// which makes a word with a gap of the same sense superfluous. Chinese has no spaces, so a
// longer neutral word there (of idly bytes) hides a first part: 就是 is not 就.
func (l *lexicon) splitWord(text string, i, idly int, found senses) (t token, ok bool) {
	first, _ := utf8.DecodeRuneInString(text[i:])
	nearest := 0
	for _, w := range l.gaps[first] {
		if w.senses&found != 0 || w.text[0] >= utf8.RuneSelf && idly > len(w.text) || !strings.HasPrefix(text[i:], w.text) {
			continue
		}
		switch end, goes := w.continues(text[i+len(w.text):]); {
		case !goes:
		case !ok || len(w.text)+end < nearest:
			t, nearest, ok = token{i, i + len(w.text), w.senses}, len(w.text)+end, true
		case len(w.text)+end == nearest:
			t.senses |= w.senses
		}
	}
	return t, ok
}

// How many characters may stand between the parts of a Chinese word and of an English
// one.
const (
	maxChineseGap = 12
	maxEnglishGap = 40
)

// continues reports whether the other parts of a word follow in the same clause, and the size
// of these parts and the gaps.
func (w *word) continues(rest string) (size int, ok bool) {
	most, whole := maxChineseGap, len(rest)
	if w.text[0] < utf8.RuneSelf {
		most = maxEnglishGap
	}
	for _, part := range w.parts {
		found := false
		for n := 0; n <= most && rest != ""; n++ {
			if strings.HasPrefix(rest, part) {
				rest, found = rest[len(part):], true
				break
			}
			r, size := utf8.DecodeRuneInString(rest)
			if endsSentence(r) || r == ',' || r == '、' {
				return 0, false
			}
			rest = rest[size:]
		}
		if !found {
			return 0, false
		}
	}
	return whole - len(rest), true
}

// endsSentence reports whether a character ends a sentence or a part of one.
func endsSentence(r rune) bool {
	switch r {
	case '.', '?', '!', ';', ':', '。':
		return true
	}
	return false
}

// countSenses counts the words that have one of the senses.
func countSenses(tokens []token, s senses) (n int) {
	for _, t := range tokens {
		if t.senses&s != 0 {
			n++
		}
	}
	return n
}
