package citation

import (
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// The forms of a number in Portuguese citations, in folded text: 5o, 5.o, 1.024, 5o-a, and a Roman
// numeral with a branch.
const (
	ptNumber = `(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:(?:\.o\b|\.?°|o)(?:-[a-z]\b)?|-[a-z]\b)?`
	ptRoman  = `(?:[ivxlcdm]+|[0-9]+)\b(?:-[a-z]\b)?`
)

var (
	eachNumber = lazyregexp.New(`([0-9][0-9.]*)[o°]?(?:-([a-z])\b)?`)
	eachRoman  = lazyregexp.New(`\b([ivxlcdm]+|[0-9]+)\b(?:-([a-z])\b)?`)
	eachLetter = lazyregexp.New(`\b([a-z])\b`)
)

// portugueseForms are the notations of levels in laws whose articles have a caput. Each lists numbers
// under one word: artigos 5o e 6o, incisos i a iii.
var portugueseForms = []form{
	{level: Article, caput: true, each: eachNumber, pattern: lazyregexp.New(`\bart(?:igo|\.)? ?(` + ptNumber + `(?: (?:e|ou) ` + ptNumber + `)?)`)},
	{level: Article, caput: true, each: eachNumber, pattern: lazyregexp.New(`\bart(?:igos|s\.?) ?(` + ptNumber + `(?:(?:, ?` + ptNumber + `)*,? (?:e|ou|a) ` + ptNumber + `)?)`)},
	{level: Paragraph, caput: true, each: eachNumber, pattern: lazyregexp.New(`(?:§+|\bpar[áa]grafos?|\bpar\.) ?(` + ptNumber + `(?:(?:, ?` + ptNumber + `)*,? (?:e|ou|a) ` + ptNumber + `)?)`)},
	{level: Paragraph, caput: true, pattern: lazyregexp.New(`(?:§|\bpar[áa]grafo|\bpar\.) ?[úu]nico\b|\bcaput\b`)},
	{level: Item, caput: true, roman: true, each: eachRoman, pattern: lazyregexp.New(`\bincisos? ?(` + ptRoman + `(?:(?:, ?` + ptRoman + `)*,? (?:e|ou|a) ` + ptRoman + `)?)`)},
	{level: Subitem, caput: true, letter: true, each: eachLetter, pattern: lazyregexp.New(`\bal[íi]nea ?'?([a-z])\b`)},
	{level: Subitem, caput: true, letter: true, each: eachLetter, pattern: lazyregexp.New(`\bal[íi]neas ?('?[a-z]'?(?:(?:, ?'?[a-z]'?)*,? (?:e|ou) '?[a-z]\b)?)`)},
}

// bareItemForm reads the numbers of items without their word.
var bareItemForm = form{level: Item, caput: true, roman: true, each: eachRoman}

// The levels that follow others without their words, art. 5o, xlvii, b: an item by its Roman numeral, and a
// sub-item by its letter. Words of other meanings go on, so that these end in a mark or a preposition.
var (
	bareItem    = lazyregexp.New(`^,? ?(?:inc\.? ?)?([ivxlcdm]+(?:-[a-z]\b)?(?: (?:e|ou) [ivxlcdm]+\b(?:-[a-z]\b)?)?)(?:$|[,;:)\n]|\.(?:[^.]|$)| d[aoe]s?\b| e )`)
	bareSubitem = lazyregexp.New(`^,? ?(?:al\.? ?)?'?([a-z])'?(\)|\.?$|[,.;:\n]| d[aoe]s?\b| e )`)
)

// followed returns the tokens of bare levels behind the last of some tokens, and where they end.
func followed(text string, t token) (tokens []token, end int) {
	end = t.to
	if word := text[t.from:t.to]; strings.HasPrefix(word, "article") || !t.caput && !strings.HasPrefix(word, "art") {
		return nil, end
	}
	if t.level < Item {
		m := bareItem.FindStringSubmatchIndex(text[end:])
		switch {
		case m != nil && (m[3]-m[2] > 1 || strings.ContainsAny(text[end+m[2]:end+m[3]], "ivx")): // a law has no item c, of which 100 is the number
			tokens = bareItemForm.list(text[end+m[2]:end+m[3]], end, end+m[3])
			if len(tokens) != 1 {
				return tokens, end + m[3]
			}
			end += m[3]
		case !t.caput:
			return nil, end
		}
	}
	if t.level == Subitem {
		return tokens, end
	}
	m := bareSubitem.FindStringSubmatchIndex(text[end:])
	if m == nil {
		return tokens, end
	}
	letter, mark := text[end+m[2]:end+m[3]], text[end+m[4]:end+m[5]]
	if letter == "e" && mark != ")" && mark != "" && mark != "." { // and
		return tokens, end
	}
	tokens = append(tokens, token{from: end, to: end + m[3], level: Subitem, number: Number{Main: int(letter[0]-'a') + 1}, caput: true})
	return tokens, end + m[3]
}

// list returns a token, at the places given, for each number that a text lists; nil if one of them cannot
// be read.
func (f *form) list(text string, from, to int) (tokens []token) {
	found := f.each.FindAllStringSubmatch(text, -1)
	if f.letter {
		found = withoutConjunctions(found)
	}
	for _, m := range found {
		n, ok := f.number(m)
		if !ok {
			return nil
		}
		tokens = append(tokens, token{from: from, to: to, level: f.level, number: n, caput: true, several: len(found) > 1})
	}
	return tokens
}

// number reads the number and the branch that a form found.
func (f *form) number(m []string) (Number, bool) {
	switch {
	case f.letter:
		return Number{Main: int(m[1][0]-'a') + 1}, true
	case f.roman:
		return romanNumber(m[1], m[2])
	}
	return numbered(strings.ReplaceAll(m[1], ".", ""), m[2])
}

// withoutConjunctions removes the e (and) of a list of letters: it stands between two of them.
func withoutConjunctions(letters [][]string) (kept [][]string) {
	for i, m := range letters {
		if m[1] == "e" && i > 0 && i+1 < len(letters) {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// Words of numbers, ordinals and cardinals alike.
var portugueseWords = map[string]int{
	"primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4, "quinto": 5, "sexto": 6, "sétimo": 7, "setimo": 7, "oitavo": 8, "nono": 9,
	"décimo": 10, "decimo": 10, "vigésimo": 20, "vigesimo": 20, "trigésimo": 30, "trigesimo": 30, "quadragésimo": 40, "quadragesimo": 40, "quinquagésimo": 50, "quinquagesimo": 50,
	"um": 1, "dois": 2, "três": 3, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14,
	"quinze": 15, "dezesseis": 16, "dezessete": 17, "dezoito": 18, "dezenove": 19, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90,
}

var (
	spelledAfter  = lazyregexp.New(`\b(artigo|par[áa]grafo|inciso)(s?)(:| )(\pL+)(?:( e | ou | )(\pL+))?`)
	spelledBefore = lazyregexp.New(`(\pL+) par[áa]grafo\b`)
)

// inDigits writes the numbers of Portuguese levels that are spelled in words in digits: artigo
// vigésimo primeiro, parágrafo segundo, primeiro parágrafo, and lists of two.
func inDigits(text string) string {
	text = spelledAfter.ReplaceAllStringFunc(text, func(s string) string {
		m := spelledAfter.FindStringSubmatch(s)
		n, other := portugueseWords[m[4]], portugueseWords[m[6]]
		if n == 0 {
			return s
		}
		level := m[1] + m[2] + m[3]
		switch {
		case n%10 == 0 && other > 0 && other < 10 && m[5] != " ou ":
			return level + strconv.Itoa(n+other)
		case other > 0 && m[5] != " ":
			return level + strconv.Itoa(n) + m[5] + strconv.Itoa(other)
		}
		return level + strconv.Itoa(n) + m[5] + m[6]
	})
	return spelledBefore.ReplaceAllStringFunc(text, func(s string) string {
		word, level, _ := strings.Cut(s, " ")
		if n := portugueseWords[word]; n > 0 && n < 10 {
			return level + " " + strconv.Itoa(n)
		}
		return s
	})
}
