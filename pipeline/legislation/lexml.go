package legislation

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// lexML reads a law in the XML of LexML Brasil.
type lexML struct {
	*document
	source   string
	decoder  *xml.Decoder
	elements []string // names of the open elements
	current  unit
	begun    int // line of the current article's label
	headings [ranks]string
	group    rank // of the heading that is being read
	span     entry
	open     bool          // within the first paragraph of a unit
	filled   bool          // the current unit has its text
	last     articleNumber // of the article before
}

// lexGroups are the elements that group articles, with their ranks.
func lexGroups() map[string]rank {
	return map[string]rank{"Parte": partRank, "Livro": partRank, "Titulo": partRank, "Capitulo": chapterRank, "Secao": sectionRank, "Subsecao": subsectionRank}
}

// readLexML reads a text in LexML. What is not well-formed is a fault.
func (d *document) readLexML(text string) {
	d.grammar = portuguese()
	x := &lexML{document: d, source: text, decoder: xml.NewDecoder(strings.NewReader(text))}
	x.decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // bytes were checked to be UTF-8
	for {
		at := int(x.decoder.InputOffset())
		token, err := x.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.fault(x.line(int(x.decoder.InputOffset())), FileLeftOut, "well-formed XML", "%v", err)
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			x.start(t.Name.Local)
		case xml.EndElement:
			x.end(t.Name.Local, at)
		case xml.CharData:
			x.text(string(t), at)
		}
	}
	x.finish()
}

// line returns the line on which a byte stands.
func (x *lexML) line(at int) int { return 1 + strings.Count(x.source[:min(at, len(x.source))], "\n") }

// quotedElement holds the articles of another law that an article amends.
const quotedElement = "Alteracao"

func (x *lexML) start(name string) {
	x.elements = append(x.elements, name)
	if x.within(quotedElement) {
		return
	}
	if r, ok := lexGroups()[name]; ok {
		x.group = r
		for i := r; i < ranks; i++ {
			x.headings[i] = ""
		}
	}
	switch {
	case name == "Artigo":
		x.current, x.filled = unit{}, false
	case name == "Caput":
		x.filled = false
	case name == "p" && x.current.article > 0 && !x.filled && x.within("Artigo"):
		x.open = true
		x.span = entry{unit: x.current, begun: x.begun, headings: x.headings, first: -1}
	}
}

// within reports whether an element of this name is open.
func (x *lexML) within(name string) bool {
	for _, open := range x.elements {
		if open == name {
			return true
		}
	}
	return false
}

// parent returns the name of the element around the innermost one.
func (x *lexML) parent() string {
	if n := len(x.elements); n > 1 {
		return x.elements[n-2]
	}
	return ""
}

// text reads characters.
func (x *lexML) text(s string, at int) {
	if strings.TrimSpace(s) == "" || len(x.elements) == 0 || x.within(quotedElement) {
		return
	}
	innermost := x.elements[len(x.elements)-1]
	switch {
	case innermost == "Rotulo":
		x.label(strings.TrimSpace(s), at)
	case innermost == "NomeAgrupador":
		x.headings[x.group] = strings.TrimSpace(x.headings[x.group] + " " + strings.Join(strings.Fields(s), " "))
	case x.within("Epigrafe"):
		x.title = strings.TrimSpace(x.title + " " + strings.Join(strings.Fields(s), " "))
	case x.within("Ementa"), x.within("Preambulo"):
		x.preface = append(x.preface, strings.Join(strings.Fields(s), " "))
	case x.open:
		raw := x.source[at:int(x.decoder.InputOffset())]
		if x.span.first < 0 {
			x.span.first = at + len(raw) - len(strings.TrimLeft(raw, " \t\r\n"))
			x.span.line = x.line(x.span.first)
		}
		x.span.text += s
		x.span.end = at + len(strings.TrimRight(raw, " \t\r\n"))
	}
}

// label reads the label of a group or a unit.
func (x *lexML) label(s string, at int) {
	if _, ok := lexGroups()[x.parent()]; ok {
		x.headings[x.group] = s
		return
	}
	m := x.grammar.mark(s, false)
	u := x.current
	switch want := map[string]markKind{"Artigo": articleMark, "Paragrafo": paragraphMark, "Inciso": itemMark, "Alinea": subitemMark}[x.parent()]; {
	case want == plainText:
		return // deeper units belong to what is around them
	case m.kind != want:
		x.fault(x.line(at), Kept, "a number", "the label %q of an element %s", s, x.parent())
		x.current.article = 0
		return
	}
	switch m.kind {
	case articleMark:
		x.checkArticle(m, at)
		x.articles++
		x.begun = x.line(at)
		u = unit{article: m.number, branch: m.branch}
	case paragraphMark:
		u = unit{article: u.article, branch: u.branch, paragraph: m.number, sole: m.sole}
	case itemMark:
		u.item, u.itemBranch, u.subitem = m.number, m.branch, 0
	case subitemMark:
		u.subitem = m.number
	}
	x.current, x.filled = u, false
}

// checkArticle reports numbers that jump.
func (x *lexML) checkArticle(m mark, at int) {
	last := x.last
	x.last = articleNumber{m.number, m.branch}
	if m.branch == 0 && m.number == last.number+1 || m.number == last.number && m.branch == last.branch+1 {
		return
	}
	x.fault(x.line(at), Kept, x.grammar.article(unit{article: last.number + 1}), "%s out of order", x.grammar.article(unit{article: m.number, branch: m.branch}))
}

func (x *lexML) end(name string, at int) {
	quoted := x.within(quotedElement)
	if n := len(x.elements); n > 0 {
		x.elements = x.elements[:n-1]
	}
	if quoted {
		return
	}
	switch name {
	case "p":
		if x.open && x.span.first >= 0 {
			x.span.end = x.span.first + len(ptNote.ReplaceAllString(x.source[x.span.first:x.span.end], ""))
			x.span.text = strings.Join(strings.Fields(ptNote.ReplaceAllString(x.span.text, "")), " ")
			if x.span.text != "" {
				x.entries = append(x.entries, x.span)
				x.filled = true
			}
		}
		x.open = false
	case "Alinea":
		x.current.subitem = 0
	case "Inciso":
		x.current.item, x.current.itemBranch, x.current.subitem = 0, 0, 0
	}
}

// finish cuts the file into pieces, and gives the units their final numbers.
func (x *lexML) finish() {
	s := &segmenter{document: x.document, source: x.source}
	for _, e := range x.entries {
		s.add(markupPiece, e.first)
		s.add(textPiece, e.end)
	}
	s.add(markupPiece, len(x.source))
	s.number()
}
