package choice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind int

const (
	latinWord tokenKind = iota // a run of letters that are not Chinese
	hanRun                     // a run of Chinese characters
	numeral                    // a run of digits
	wordsMark                  // the words of an option or a match
	lineEnd
	otherMark // any other character that is no space
)

// token is a piece of a folded text.
type token struct {
	kind     tokenKind
	from, to int    // bytes of the text
	word     string // as it is written
	lower    string // in lower case
	glued    bool   // it touches the token before it
}

// position returns the option or match that a token of words stands for; -1 for none.
func (t *token) position(first rune) int {
	if c, _ := utf8.DecodeRuneInString(t.word); t.kind == wordsMark && c >= first && c < first+matchMark-optionMark {
		return int(c - first)
	}
	return -1
}

// tokens takes a folded text apart.
func tokens(text string) (all []token) {
	kindOf := func(c rune) tokenKind {
		switch {
		case c >= optionMark && c < marksEnd:
			return wordsMark
		case c == '\n':
			return lineEnd
		case unicode.Is(unicode.Han, c):
			return hanRun
		case unicode.IsLetter(c) || unicode.Is(unicode.Mn, c):
			return latinWord
		case unicode.IsDigit(c):
			return numeral
		}
		return otherMark
	}
	end := 0
	for at := 0; at < len(text); {
		c, n := utf8.DecodeRuneInString(text[at:])
		if c == ' ' || c == '\t' {
			at += n
			continue
		}
		t := token{kind: kindOf(c), from: at, glued: at == end && at > 0}
		at += n
		for t.kind == latinWord || t.kind == hanRun || t.kind == numeral {
			c, n := utf8.DecodeRuneInString(text[at:])
			if n == 0 || kindOf(c) != t.kind {
				break
			}
			at += n
		}
		t.to, end = at, at
		t.word = text[t.from:at]
		t.lower = strings.ToLower(t.word)
		all = append(all, t)
	}
	return all
}

// scanner reads the tokens of an answer to an item.
type scanner struct {
	item   *KeyedItem
	text   string
	tokens []token
}

func newScanner(it *KeyedItem, text string) *scanner {
	text = markWords(text, it)
	return &scanner{item: it, text: text, tokens: tokens(text)}
}

// at returns a token; nil beyond the ends.
func (s *scanner) at(i int) *token {
	if i < 0 || i >= len(s.tokens) {
		return nil
	}
	return &s.tokens[i]
}

// is reports whether a token is one of words or characters, in lower case.
func (s *scanner) is(i int, words set) bool {
	t := s.at(i)
	return t != nil && words[t.lower]
}

// set is a set of words in lower case.
type set map[string]bool

// wordSet returns the words of a text.
func wordSet(words string) set {
	all := set{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// before returns the text of the sentence that ends before a token, at most some 60 bytes of it.
func (s *scanner) before(i int) string {
	end := len(s.text)
	if t := s.at(i); t != nil {
		end = t.from
	}
	from := max(0, end-60)
	for from < end && !utf8.RuneStart(s.text[from]) {
		from++
	}
	text := s.text[from:end]
	if k := strings.LastIndexAny(text, ".,;:!?\n。;,:!?"); k >= 0 {
		_, n := utf8.DecodeRuneInString(text[k:])
		text = text[k+n:]
	}
	return text
}

// after returns the text from a token on, at most some 60 bytes of it.
func (s *scanner) after(i int) string {
	t := s.at(i)
	if t == nil {
		return ""
	}
	end := min(t.from+60, len(s.text))
	for end < len(s.text) && !utf8.RuneStart(s.text[end]) {
		end++
	}
	return s.text[t.from:end]
}
