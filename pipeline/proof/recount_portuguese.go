package proof

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// portugueseUnit is the place of a line in a law whose articles have a caput, numbered paragraphs (§),
// items (inciso) in Roman numerals and sub-items (alínea) with letters.
type portugueseUnit struct {
	article                  string // its number and letter: 5, 5-A
	paragraph, item, subitem int    // 0 for none
	itemLetter               string // the letter of an item such as IV-A
	sole                     bool   // the paragraph is called the only one
}

// portugueseCount is what the lines of an article say of one of them.
type portugueseCount struct {
	portugueseUnit
	paragraphs int    // of the article
	begins     bool   // the line begins the unit, and does not continue it
	doubt      string // why the count is in doubt; "" if it is not
}

// The beginnings of lines.
var (
	portugueseArticle   = lazyregexp.New(`^(?:Art\.|ART\.|Artigo|ARTIGO) ?((?:[0-9]{1,3}\.)?[0-9]{1,3})\.?[ºo°ª]?\.?(?: ?- ?([A-Z])\b)?[ .:–—-]*`)
	portugueseParagraph = lazyregexp.New(`^§ ?([0-9]{1,3})[ºo°ª.]?(-[A-Z]\b)?[ .:–—-]*`)
	portugueseSole      = lazyregexp.New(`^(?i:par[áa]grafo [úu]nico)[ .:–—-]*`)
	portugueseItem      = lazyregexp.New(`^([IVXLCDM]+)(?:-([A-Z]))? ?[–—-] *`)
	portugueseSubitem   = lazyregexp.New(`^([a-z])\) *`)
	portugueseHeading   = lazyregexp.New(`^[PLTCSAD](?i:arte|ivro|ítulo|apítulo|eção|ecção|ubseção|nexo|isposições)\b`)
)

// portugueseLine is a line of a text, or in LexML a label or a paragraph.
type portugueseLine struct {
	from, to int // bytes of the source
	text     string
	label    bool // may begin with a number
}

// isPortuguese reports whether a provision is cited in the manner of Portuguese laws.
func (v *provision) isPortuguese() bool { return strings.HasPrefix(v.article, "art. ") }

// recountPortuguese says how the lines of a source count to a byte differ from the numbers of a
// provision; "" if they do not.
func recountPortuguese(source string, v *provision) string {
	lines := plainLines(source)
	if isLexML(v.file) {
		lines = lexMLLines(source)
	}
	n := countPortuguese(lines, v.first)
	switch {
	case n == nil:
		return "no line before the text begins an article"
	case n.doubt != "":
		return n.doubt
	case !n.begins:
		return "the line goes on with a provision that begins before it"
	}
	return n.disagrees(v)
}

func isLexML(file string) bool { return strings.HasSuffix(strings.ToLower(file), ".xml") }

// plainLines returns the lines of a text without marks of Markdown.
func plainLines(source string) (lines []portugueseLine) {
	at := 0
	for l := range strings.Lines(source) {
		text := strings.NewReplacer("*", "", "_", "", "\u00a0", " ").Replace(markdown.ReplaceAllString(l, ""))
		lines = append(lines, portugueseLine{at, at + len(l), strings.TrimSpace(text), true})
		at += len(l)
	}
	return lines
}

// The parts of LexML: comments, labels, paragraphs, and articles that an amendment quotes.
var lexMLPart = lazyregexp.New(`(?s)<!--.*?-->|<Alteracao\b.*?</Alteracao>|<(Rotulo|NomeAgrupador)\b[^>]*>(.*?)</(?:Rotulo|NomeAgrupador)>|<p\b[^>]*>(.*?)</p>`)

// lexMLLines returns labels and paragraphs as lines.
func lexMLLines(source string) (lines []portugueseLine) {
	for _, m := range lexMLPart.FindAllStringSubmatchIndex(source, -1) {
		group := 0
		switch {
		case m[4] >= 0:
			group = 4
		case m[6] >= 0:
			group = 6
		default:
			continue
		}
		from, to := m[group], m[group+1]
		lines = append(lines, portugueseLine{from, to, strings.TrimSpace(withoutTags(source[from:to])), group == 4})
	}
	return lines
}

var lexMLTag = lazyregexp.New(`<[^>]*>`)

// withoutTags returns the characters of XML.
func withoutTags(xml string) string { return html.UnescapeString(lexMLTag.ReplaceAllString(xml, "")) }

// countPortuguese counts lines up to the one with a byte of the source, and goes on to the end of its
// article; nil if no article begins before it.
func countPortuguese(lines []portugueseLine, at int) *portugueseCount {
	var n, found *portugueseCount
	quoted := false
	for _, l := range lines {
		within := quoted
		quoted = staysQuoted(quoted, l.text)
		here := l.from <= at && at < l.to
		if l.text == "" {
			continue
		}
		if l.label && portugueseHeading.MatchString(l.text) {
			if found != nil {
				break
			}
			n = nil
			continue
		}
		if m := portugueseArticle.FindStringSubmatch(l.text); l.label && m != nil && beginsSentence(l.text[len(m[0]):]) {
			if found != nil {
				break
			}
			n = &portugueseCount{portugueseUnit: portugueseUnit{article: strings.ReplaceAll(m[1], ".", "") + dashed(m[2])}, begins: true}
			if within {
				n.doubt = "the article begins within a quotation"
			}
			l.text = l.text[len(m[0]):]
		} else if n == nil {
			continue
		} else {
			l.label = l.label && !within
			l.text = n.advance(&l)
		}
		if here && found == nil {
			copied := *n
			found = &copied
		}
		if l.text != "" {
			n.begins = false
		}
	}
	if found != nil {
		found.paragraphs = n.paragraphs
	}
	return found
}

// staysQuoted reports whether a quotation is open behind a line: a straight mark opens one or ends it.
func staysQuoted(quoted bool, line string) bool {
	for _, r := range line {
		switch r {
		case '“':
			quoted = true
		case '”':
			quoted = false
		case '"':
			quoted = !quoted
		}
	}
	return quoted
}

// beginsSentence reports whether the words behind the number of an article are its own, and no
// citation that goes on.
func beginsSentence(rest string) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || unicode.IsUpper(first) || strings.ContainsRune(`"“(`, first)
}

// dashed returns a letter behind a dash, "" for none.
func dashed(letter string) string {
	if letter == "" {
		return ""
	}
	return "-" + letter
}

// advance goes on to a line, and returns what stands behind its number.
func (n *portugueseCount) advance(l *portugueseLine) string {
	if !l.label {
		return l.text
	}
	before := n.portugueseUnit
	if m := portugueseSole.FindString(l.text); m != "" && beginsSentence(l.text[len(m):]) {
		n.paragraphs++
		n.portugueseUnit = portugueseUnit{article: n.article, paragraph: 1, sole: true}
		n.begins = true
		if n.paragraphs > 1 {
			n.doubt = "an only paragraph stands behind another one"
		}
		return l.text[len(m):]
	}
	if m := portugueseParagraph.FindStringSubmatch(l.text); m != nil && beginsSentence(l.text[len(m[0]):]) {
		n.paragraphs++
		n.portugueseUnit = portugueseUnit{article: n.article, paragraph: n.paragraphs}
		n.begins = true
		switch {
		case m[2] != "": // § 2º-A is no unit of the tables, and is not counted
			n.paragraphs--
			n.paragraph = -1
		case m[1] != fmt.Sprint(n.paragraphs) || before.sole:
			n.doubt = fmt.Sprintf("§ %s stands where § %d is counted", m[1], n.paragraphs)
		}
		return l.text[len(m[0]):]
	}
	if m := portugueseItem.FindStringSubmatch(l.text); m != nil {
		n.itemLetter, n.subitem, n.begins = m[2], 0, true
		if m[2] == "" {
			n.item++
		}
		if romanValue(m[1]) != n.item {
			n.doubt = fmt.Sprintf("item %s stands where item %d is counted", m[1], n.item)
		}
		return l.text[len(m[0]):]
	}
	if m := portugueseSubitem.FindStringSubmatch(l.text); m != nil {
		n.subitem++
		n.begins = true
		if int(m[1][0]-'a')+1 != n.subitem {
			n.doubt = fmt.Sprintf("sub-item %s stands where sub-item %d is counted", m[1], n.subitem)
		}
		return l.text[len(m[0]):]
	}
	return l.text
}

// romanValue reads a Roman numeral: a sign before a larger one is taken away.
func romanValue(s string) int {
	values := map[byte]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	n := 0
	for i := range len(s) {
		if v := values[s[i]]; i+1 < len(s) && v < values[s[i+1]] {
			n -= v
		} else {
			n += v
		}
	}
	return n
}

// portugueseLabels are the numbers in the cells of a provision.
var (
	articleCell = lazyregexp.New(`^art\. ([0-9]+)º?(?:-([A-Z]+))?$`)
	itemCell    = lazyregexp.New(`^inciso ([IVXLCDM]+)(?:-([A-Z]+))?$`)
	subitemCell = lazyregexp.New(`^alínea ([a-z])$`)
)

// disagrees says how the count differs from the numbers of a provision; "" if it does not.
func (n *portugueseCount) disagrees(v *provision) string {
	m := articleCell.FindStringSubmatch(v.article)
	if m == nil || m[1]+dashed(m[2]) != n.article {
		return fmt.Sprintf("article %s is counted: the table has %s", n.article, v.article)
	}
	if want := n.paragraphLabel(); v.paragraph != want {
		return fmt.Sprintf("the line is in paragraph %q of %d: the table has %q", want, n.paragraphs, v.paragraph)
	}
	item, letter := 0, ""
	if m := itemCell.FindStringSubmatch(v.item); m != nil {
		item, letter = romanValue(m[1]), m[2]
	} else if v.item != "" {
		return fmt.Sprintf("the table has %q: want the number of an item", v.item)
	}
	if item != n.item || letter != n.itemLetter {
		return fmt.Sprintf("item %d%s is counted: the table has %q", n.item, dashed(n.itemLetter), v.item)
	}
	subitem := 0
	if m := subitemCell.FindStringSubmatch(v.subitem); m != nil {
		subitem = int(m[1][0]-'a') + 1
	} else if v.subitem != "" {
		return fmt.Sprintf("the table has %q: want the letter of a sub-item", v.subitem)
	}
	if subitem != n.subitem {
		return fmt.Sprintf("sub-item %d is counted: the table has %q", n.subitem, v.subitem)
	}
	return ""
}

// paragraphLabel returns the paragraph of the line as tables write it.
func (n *portugueseCount) paragraphLabel() string {
	switch {
	case n.paragraph < 0:
		return "§ with a letter"
	case n.sole && n.paragraphs == 1:
		return "parágrafo único"
	case n.paragraph > 0 && n.paragraph < 10:
		return fmt.Sprintf("§ %dº", n.paragraph)
	case n.paragraph > 0:
		return fmt.Sprintf("§ %d", n.paragraph)
	case n.paragraphs > 0 && n.item == 0:
		return "caput"
	}
	return ""
}
