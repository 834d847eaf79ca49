package citation

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// labels matches the label of a level in a block, at the beginning of a line or field.
var labels = lazyregexp.New(`(?:^|[\n,;|(])[-•·. ]*(?:(条|款|项|目)(?:的?(?:序号|编号|号码|号|次|数))?` +
	`|(article|artigo)|(paragraph|par[áa]grafo)|(item|inciso|sub-?paragraph)|(sub-?item|al[íi]nea))` +
	`(?:[ _]?(?:number|no\.?|num|index|id|n[úu]mero|n\.?o))? ?[:=|]+ ?`)

// fieldEnd matches the end of a value.
var fieldEnd = lazyregexp.New(`[\n,;|。]`)

// blocks returns the provision of each block of folded text, in order. A block begins with
// the label of an article; without a number there it names nothing, as in a form that the
// answer repeats. The result is nil if there is no such block; none reports one that says
// that there is no article.
func blocks(text string) (all []Provision, none bool) {
	var open *Provision
	end := func() {
		if open != nil && !open.At(Article).IsZero() {
			all = append(all, *open)
		}
		open = nil
	}
	for at := 0; at < len(text); {
		m := labels.FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		level, caput := labelled(text[at:], m)
		from := at + m[1]
		to := len(text)
		if e := fieldEnd.FindStringIndex(text[from:]); e != nil {
			to = from + e[0]
		}
		at = to // the separator may begin the next label
		if level == Article {
			end()
			open = new(Provision)
		}
		if open == nil {
			continue
		}
		field := strings.TrimSpace(text[from:to])
		p, ok := fieldValue(level, caput, field)
		if !ok {
			none = none || level == Article && noneWord.MatchString(field)
			continue
		}
		for l := range levels {
			if n := p.Numbers[l]; !n.IsZero() {
				open.Numbers[l] = n
			}
		}
		open.Caput = open.Caput || caput || p.Caput
	}
	end()
	return all, none
}

// noneWord matches a value that says that there is no such level.
var noneWord = lazyregexp.New(`^(?:无|没有|不详|未知|none|null|n/?a|unknown|nenhuma?|n[ãa]o (?:h[áa]|tem|se aplica|sei)|sem (?:par[áa]grafo|inciso|al[íi]nea)|-+)[.]?$`)

// labelled returns the level of a label, and whether it is a word of Portuguese laws.
func labelled(text string, m []int) (level ProvisionLevel, caput bool) {
	if m[2] >= 0 {
		return ProvisionLevel(strings.Index("条款项目", text[m[2]:m[3]]) / len("条")), false
	}
	for l := range levels {
		if g := 2 * (l + 2); m[g] >= 0 {
			word := text[m[g]:m[g+1]]
			return ProvisionLevel(l), word == "artigo" || word == "inciso" || strings.HasPrefix(word, "par") && strings.HasSuffix(word, "o") || strings.HasPrefix(word, "al")
		}
	}
	return 0, false
}

// bare matches a value that is a number without the word of its level.
var bare = lazyregexp.New(`^第?\(?(` + numeral + `|[ivxlcdm]+|[a-z])\)?[o°]?(?:之(` + numeral + `)|-([0-9]+|[a-z])|([a-np-z]))?[.)]?$`)

// The values of Portuguese labels without the word of their level: a number, a Roman numeral, a letter, and
// the only paragraph.
var (
	bareNumber = lazyregexp.New(`^([0-9][0-9.]*?)[o°]?(?:-([a-z]))?\.?$`)
	bareRoman  = lazyregexp.New(`^([ivxlcdm]+|[0-9]+)(?:-([a-z]))?[.)]?$`)
	bareLetter = lazyregexp.New(`^'?([a-z])'?[.)]?$`)
	sole       = lazyregexp.New(`^[úu]nico\.?$`)
)

func bareValue(level ProvisionLevel) *lazyregexp.Regexp {
	switch level {
	case Item:
		return bareRoman
	case Subitem:
		return bareLetter
	}
	return bareNumber
}

// fieldValue reads the value of a level's field; ok is false if it has no number, as "none",
// 无 and a dash. Under a label of Portuguese laws, the number of an item is Roman, and that of a sub-item
// a letter.
func fieldValue(level ProvisionLevel, caput bool, text string) (p Provision, ok bool) {
	if sole.MatchString(text) {
		p.Numbers[level] = Number{Main: 1}
		return p, level == Paragraph
	}
	if m := bareValue(level).FindStringSubmatch(text); caput && m != nil {
		n, ok := (&form{roman: level == Item, letter: level == Subitem}).number(m)
		p.Numbers[level] = n
		return p, ok
	}
	if m := bare.FindStringSubmatch(text); m != nil {
		n, ok := numbered(m[1], m[2]+m[3]+m[4])
		p.Numbers[level] = n
		return p, ok
	}
	if tokens := scan(text); len(tokens) > 0 {
		for i := range tokens {
			if t := &tokens[i]; t.level >= level && p.Numbers[t.level].IsZero() {
				p.Numbers[t.level] = t.number
				p.Caput = p.Caput || t.caput
			}
		}
		return p, !p.Numbers[level].IsZero() || p.Caput
	}
	return p, false
}
