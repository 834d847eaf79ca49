package citation

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// token is a level with its number in folded text.
type token struct {
	from, to int
	level    ProvisionLevel
	number   Number
	caput    bool // written in the manner of laws whose paragraphs follow a head
	several  bool // one of a list under one word: 第一、二款
}

// The forms of a level, in folded text.
const (
	numeral  = `[0-9零〇一二三四五六七八九十百千两]+`
	list     = `\(?` + numeral + `\)?(?:(?:[、,和或及至到]|以及|或者)第?\(?` + numeral + `\)?)*`
	inParens = `\(([0-9]{1,3}|[a-z]{1,5})\)`
)

// form is one notation of a level. Its first group is the number, its second the branch.
type form struct {
	level   ProvisionLevel
	pattern *lazyregexp.Regexp
	caput   bool
	roman   bool // a numeral of letters is Roman
	letter  bool // a letter is no Roman numeral
	// each finds the numbers that the first group lists, with their branches; nil if the group is read
	// as Chinese and English list numbers.
	each *lazyregexp.Regexp
}

var forms = append([]form{
	{level: Article, pattern: lazyregexp.New(`第(` + list + `|[0-9]+-[0-9]+)条(?:之(` + numeral + `))?`)},
	{level: Paragraph, pattern: lazyregexp.New(`第(` + list + `)款`)},
	{level: Item, pattern: lazyregexp.New(`(?:第(` + list + `)|\(` + numeral + `\))项(?:之(` + numeral + `))?`)},
	{level: Subitem, pattern: lazyregexp.New(`第(` + list + `)目`)},

	{level: Article, pattern: lazyregexp.New(`\bart(?:icles?|s?\.|s)? ?([0-9]+)(?:-([0-9]+|[a-z])\b|([a-np-z])\b)?`)},
	{level: Paragraph, pattern: lazyregexp.New(`\bpara(?:graphs?|s?\.|s)? ?\(?([0-9]+)(?:-?([a-np-z])\b)?\)?`)},
	{level: Item, pattern: lazyregexp.New(`\b(?:items?|sub-?paragraphs?|clauses?|points?) ?\(?\b([0-9]+|[a-z]|[ivxl]+)\b\)?`)},
	{level: Subitem, pattern: lazyregexp.New(`\bsub-?(?:items?|clauses?) ?\(?\b([0-9]+|[a-z]|[ivxl]+)\b\)?`)},
}, portugueseForms...)

var parenthesised = lazyregexp.New(`^ ?` + inParens)

// scan returns the tokens of folded text in order. Where two forms match at one place, the
// longer one counts, and of equals the first of the list.
func scan(text string) (all []token) {
	next := make([][]token, len(forms)) // of each form, from at on; empty if there is none
	ends := make([]int, len(forms))
	for i := range forms {
		next[i], ends[i] = forms[i].find(text, 0)
	}
	for {
		best := -1
		for i, found := range next {
			if found == nil {
				continue
			}
			if best < 0 || found[0].from < next[best][0].from || found[0].from == next[best][0].from && ends[i] > ends[best] {
				best = i
			}
		}
		if best < 0 {
			return all
		}
		found, at := next[best], ends[best]
		all = append(all, found...)
		if len(found) == 1 {
			chained, end := chain(text, found[0])
			if chained == nil {
				chained, end = followed(text, found[0])
			}
			all, at = append(all, chained...), max(at, end)
		}
		for i := range forms { // a form is searched again only where its match is behind
			if next[i] != nil && next[i][0].from < at {
				next[i], ends[i] = forms[i].find(text, at)
			}
		}
	}
}

// find returns the tokens of the first match from a place on, and where it ends.
func (f *form) find(text string, at int) (tokens []token, end int) {
	for {
		m := f.pattern.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return nil, len(text)
		}
		if tokens = f.read(text, at, m); tokens != nil {
			return tokens, at + m[1]
		}
		at += m[1]
	}
}

// read returns the tokens of a match of the form; nil if a number cannot be read.
func (f *form) read(text string, at int, m []int) (tokens []token) {
	group := func(i int) string {
		if 2*i+1 >= len(m) || m[2*i] < 0 {
			return ""
		}
		return text[at+m[2*i] : at+m[2*i+1]]
	}
	whole := text[at+m[0] : at+m[1]]
	numbers, branch := group(1), group(2)+group(3)
	t := token{from: at + m[0], to: at + m[1], level: f.level, caput: f.caput}
	switch {
	case strings.HasSuffix(whole, "caput"):
		return []token{t}
	case strings.HasSuffix(whole, "nico"):
		t.number = Number{Main: 1}
		return []token{t}
	case f.each != nil:
		return f.list(numbers, t.from, t.to)
	case numbers == "": // (三)项
		numbers = whole[1:strings.Index(whole, ")")]
	}
	if main, sub, ok := strings.Cut(numbers, "-"); ok {
		numbers, branch = main, sub
	}
	parts := strings.FieldsFunc(numbers, func(c rune) bool { return strings.ContainsRune("、,和或及至到以者第()", c) })
	for _, part := range parts {
		n, ok := numbered(part, branch)
		if f.roman {
			n, ok = romanNumber(part, branch)
		}
		if !ok {
			return nil
		}
		t.number, t.several = n, len(parts) > 1
		tokens = append(tokens, t)
	}
	return tokens
}

// chain reads the brackets directly behind a token, (2)(c)(iii), and returns where they end.
func chain(text string, t token) (tokens []token, end int) {
	for int(t.level)+1 < levels && !t.caput {
		m := parenthesised.FindStringSubmatchIndex(text[t.to:])
		if m == nil {
			break
		}
		label := text[t.to+m[2] : t.to+m[3]]
		n, ok := number(label)
		if !ok {
			break
		}
		level := t.level + 1
		if level == Paragraph && label[0] >= 'a' {
			level = Item // a letter is never a paragraph
		}
		t = token{from: t.to, to: t.to + m[1], level: level, number: n}
		tokens = append(tokens, t)
	}
	return tokens, t.to
}
