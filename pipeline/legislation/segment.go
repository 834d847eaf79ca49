package legislation

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// piece is a stretch of a file. The pieces of a file follow one another without gaps, from
// its first byte to its last.
type piece struct {
	kind       pieceKind
	first, end int
}

type pieceKind uint8

const (
	markupPiece  pieceKind = iota // blanks and Markdown
	titlePiece                    // title of the law
	prefacePiece                  // what stands before the first article and is no heading
	headingPiece                  // heading of a part, a chapter or a section
	numberPiece                   // number of a provision
	textPiece                     // text of a provision
	notePiece                     // footnotes, tables, and texts under a heading
	annexPiece                    // what follows the last article
)

// entry is a provision while a file is being read.
type entry struct {
	unit
	line       int // on which its number stands
	begun      int // line on which its article's number stands
	first, end int // of the text
	text       string
	headings   [ranks]string
}

// document is what one file says.
type document struct {
	file     string
	folder   string
	dated    time.Time
	grammar  *grammar
	title    string
	pieces   []piece
	preface  []string // lines before the first article, without headings
	block    []event  // days that the preface names
	entries  []entry
	articles int
	faults   []TextFault
	leftOut  bool  // nothing of the file is used
	repeated []int // lines that begin articles whose numbers stand twice, and that were left out
	quoted   []int // lines that begin articles that an amendment may quote, and that were left out
}

// fault records something wrong.
func (d *document) fault(line int, effect Effect, want, what string, args ...any) {
	d.faults = append(d.faults, TextFault{File: d.file, Line: line, What: fmt.Sprintf(what, args...), Want: want, Effect: effect})
	d.leftOut = d.leftOut || effect == FileLeftOut
}

// segmenter cuts a text into pieces and provisions, line by line.
type segmenter struct {
	*document
	source   string
	lines    []line
	at       int  // index of the line that is being read
	current  unit // the last provision
	started  bool // an article was read
	headed   rank // rank of the last heading
	heading  bool // the last thing read was a heading
	begun    int  // line on which the current article's number stands
	own      int  // the last own article of an amendment, while it quotes others; else 0
	headings [ranks]string
	last     int  // index of the last line that begins an article
	annex    bool // the articles are over
	matter   bool // in the front matter
}

// line is one line of a text.
type line struct {
	first, end int    // with its line break
	text       string // without blanks and Markdown around it
	at         int    // place of text in the source
	markdown   int    // number of # before a heading
}

// segment reads the text of a law into the document.
func (d *document) segment(source string) {
	s := &segmenter{document: d, source: source, lines: split(source)}
	s.last = s.lastArticle()
	for s.at = 0; s.at < len(s.lines); s.at++ {
		s.read(s.lines[s.at])
	}
	s.number()
}

// split cuts a text into lines.
func split(source string) (lines []line) {
	for first := 0; first < len(source); {
		end := len(source)
		if i := strings.IndexByte(source[first:], '\n'); i >= 0 {
			end = first + i + 1
		}
		l := line{first: first, end: end}
		rest := trimLeft(source[first:end])
		for strings.HasPrefix(rest, "> ") || strings.HasPrefix(rest, "- ") {
			rest = trimLeft(rest[2:]) // a quotation or a list of Markdown
		}
		if trimmed := strings.TrimLeft(rest, "#"); trimmed != rest && separates(trimmed) {
			l.markdown = len(rest) - len(trimmed)
			rest = trimLeft(trimmed)
		}
		l.at = end - len(rest)
		l.text = strings.TrimRight(rest, " \t\r\n　\u00a0*\u200b\ufeff")
		lines = append(lines, l)
		first = end
	}
	return lines
}

// add appends a piece that ends at end, if it has any bytes.
func (s *segmenter) add(kind pieceKind, end int) {
	first := 0
	if n := len(s.pieces); n > 0 {
		first = s.pieces[n-1].end
	}
	if end > first {
		s.pieces = append(s.pieces, piece{kind, first, end})
	}
}

// whole adds a line as one piece, with blanks and Markdown around it apart.
func (s *segmenter) whole(kind pieceKind, l line) {
	s.add(markupPiece, l.at)
	s.add(kind, l.at+len(l.text))
	s.add(markupPiece, l.end)
}

// read reads one line.
func (s *segmenter) read(l line) {
	switch {
	case s.isFrontMatter(l), l.text == "", strings.HasPrefix(l.text, "<!--"), strings.HasPrefix(l.text, ":::"), strings.Trim(l.text, "-_") == "":
		s.add(markupPiece, l.end)
		return
	case strings.HasPrefix(l.text, "<"), strings.HasPrefix(l.text, "|"):
		s.whole(notePiece, l)
		return
	case l.markdown == 1 && s.title == "":
		s.title = stripMarks(l.text)
		s.whole(titlePiece, l)
		return
	}
	m := s.grammar.mark(l.text, l.markdown > 0)
	if m.kind == articleMark && !s.begins(m) {
		m = mark{}
	}
	switch {
	case m.kind == articleMark:
		s.readArticle(l, m)
	case s.annex:
		s.whole(annexPiece, l)
	case m.kind == headingMark && l.markdown == 1 && s.started && !isNumberedHeading(s.grammar, l.text):
		s.fault(s.at+1, FileLeftOut, "one law in a file", "a second title %q", l.text)
		s.whole(headingPiece, l)
	case m.kind == headingMark:
		s.readHeading(l, m)
	case m.kind == annexMark && s.started && s.at > s.last:
		s.annex = true
		s.whole(annexPiece, l)
	case !s.started:
		s.readPreface(l)
	case s.heading:
		s.readBelowHeading(l)
	default:
		s.readProvision(l, m)
	}
}

// isNumberedHeading reports whether a heading of Markdown carries a number of its own.
func isNumberedHeading(g *grammar, text string) bool {
	m := g.mark(text, false)
	return m.kind == headingMark || m.kind == annexMark
}

// isFrontMatter reports whether a line belongs to the YAML before a text.
func (s *segmenter) isFrontMatter(l line) bool {
	fence := strings.TrimSpace(strings.TrimPrefix(s.source[l.first:l.end], "\ufeff")) == "---"
	switch {
	case fence && s.at == 0:
		s.matter = true
		return true
	case fence && s.matter:
		s.matter = false
		return true
	}
	return s.matter
}

// begins reports whether a mark that looks like an article's begins one.
func (s *segmenter) begins(m mark) bool {
	if s.annex {
		return false
	}
	return m.certain || s.follows(m)
}

// follows reports whether an article's number is the next one.
func (s *segmenter) follows(m mark) bool {
	return m.branch == 0 && m.number == s.current.article+1 || m.number == s.current.article && m.branch == s.current.branch+1
}

// interrupts reports whether a number that jumps, in line i, stands in the middle of an article: the next
// article is still to come, and its number is the next one. Then it is a citation that a line
// begins with.
func (s *segmenter) interrupts(m mark, i int) bool {
	for _, l := range s.lines[i+1:] {
		next := s.grammar.mark(l.text, l.markdown > 0)
		if next.kind == articleMark && next.certain {
			return s.follows(next) && m.number > next.number
		}
	}
	return false
}

// lastArticle returns the index of the last line that begins an article of the law
// itself, or -1. The articles of an annex begin again with the first.
func (s *segmenter) lastArticle() (last int) {
	last = -1
	annexed := false
	number := 0 // of the last article
	for i, l := range s.lines {
		switch m := s.grammar.mark(l.text, l.markdown > 0); {
		case m.kind == articleMark && (m.certain || m.branch == 0 && m.number == number+1):
			if annexed && m.number == 1 {
				return last
			}
			last, annexed, number = i, false, m.number
		case m.kind == annexMark && last >= 0:
			annexed = true
			if l.markdown > 0 {
				return last
			}
		}
	}
	return last
}

func (s *segmenter) readHeading(l line, m mark) {
	if strings.ReplaceAll(strings.ToLower(stripMarks(l.text)), " ", "") == s.grammar.contents {
		s.whole(prefacePiece, l)
		return
	}
	if m.rank == chapterRank && !strings.HasPrefix(l.text, "第") && strings.HasPrefix(s.headings[chapterRank], "第") && zhListed.MatchString(l.text) {
		m.rank = sectionRank // 一、 below 第一章
	}
	for i := m.rank; i < ranks; i++ {
		s.headings[i] = ""
	}
	s.headings[m.rank] = stripMarks(l.text)
	s.headed, s.heading = m.rank, true
	s.whole(headingPiece, l)
}

// readBelowHeading reads a line between a heading and its first article: the rest of a
// heading of several lines, or a note.
func (s *segmenter) readBelowHeading(l line) {
	raw := s.source[l.first:l.at]
	if isTitle(l.text) && !strings.Contains(raw, "*") && len(s.grammar.events(l.text)) == 0 {
		s.headings[s.headed] += s.grammar.joint + stripMarks(l.text)
		s.whole(headingPiece, l)
		return
	}
	s.whole(notePiece, l)
}

func (s *segmenter) readPreface(l line) {
	if s.title == "" {
		s.title = stripMarks(l.text)
		s.whole(titlePiece, l)
		return
	}
	if s.heading && isTitle(l.text) && len(s.grammar.events(l.text)) == 0 {
		s.readBelowHeading(l)
		return
	}
	s.preface = append(s.preface, l.text)
	s.whole(prefacePiece, l)
}

func (s *segmenter) readArticle(l line, m mark) {
	s.checkArticle(m)
	s.started, s.heading = true, false
	s.articles++
	s.begun = s.at + 1
	s.current = unit{article: m.number, branch: m.branch}
	s.add(markupPiece, l.at)
	s.add(numberPiece, l.at+m.size)
	rest := line{first: l.at + m.size, end: l.end, text: l.text[min(m.size, len(l.text)):], at: l.at + m.size}
	if rest.text == "" {
		s.add(markupPiece, l.end)
		return
	}
	s.readProvision(rest, s.grammar.mark(rest.text, false))
}

// readProvision reads a line within an article.
func (s *segmenter) readProvision(l line, m mark) {
	u := s.current
	if m.listed && !s.lists(m) {
		m = mark{}
	}
	if m.kind == itemMark && m.roman > 0 && u.item > 0 && m.number != u.item+1 && m.roman == u.subitem+1 {
		m.kind, m.number = subitemMark, m.roman
	}
	switch m.kind {
	case paragraphMark:
		u.sole = m.sole
		u.paragraph, u.item, u.itemBranch, u.subitem = m.number, 0, 0, 0
	case itemMark:
		u.item, u.itemBranch, u.subitem = m.number, m.branch, 0
	case subitemMark:
		if !s.grammar.skips && (u.item == 0 || u.subitem == 0 && s.listsByDigits(u)) {
			u.item, u.itemBranch = m.number, 0 // a list of one level, numbered with digits
		} else {
			u.subitem = m.number
		}
	default:
		m.size = 0
		if s.resumesItem(l) || s.grammar.numbered && s.resumesParagraph(l) {
			return
		}
		if s.isNote(l) {
			s.whole(notePiece, l)
			return
		}
		if s.beginsAnnex(l) {
			s.annex = true
			s.whole(annexPiece, l)
			return
		}
		u.item, u.itemBranch, u.subitem = 0, 0, 0
		if !s.grammar.numbered {
			u.paragraph++
		}
	}
	if u.paragraph == 0 && !s.grammar.numbered {
		u.paragraph = 1 // a list without opening words
	}
	s.checkUnit(u, m)
	s.current = u
	s.add(markupPiece, l.at)
	s.add(numberPiece, l.at+m.size)
	e := entry{unit: u, line: s.at + 1, begun: s.begun, first: l.at + m.size, headings: s.headings}
	s.readText(&e, l)
	if e.text != "" {
		s.entries = append(s.entries, e)
	}
}

// listsByDigits reports whether the list that a unit stands in is numbered with digits.
func (s *segmenter) listsByDigits(u unit) bool {
	n := len(s.entries)
	if n == 0 || s.entries[n-1].unit != u {
		return false
	}
	e := s.entries[n-1]
	before := trimRight(s.source[:e.first])
	return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "．") || strings.HasSuffix(before, "、")
}

// isNote reports whether a line is a footnote.
func (s *segmenter) isNote(l line) bool {
	r, _ := utf8.DecodeRuneInString(l.text)
	return r >= '①' && r <= '⑳'
}

// beginsAnnex reports whether a line after the last article is a signature or the title of a
// list rather than a paragraph: it does not end like a sentence, and the text before does.
func (s *segmenter) beginsAnnex(l line) bool {
	n := len(s.entries)
	if s.at <= s.last || s.last < 0 || n == 0 || s.entries[n-1].article != s.current.article {
		return false
	}
	signed := s.grammar.signature != nil && s.grammar.signature.MatchString(l.text)
	return (signed || isTitle(l.text)) && endsSentence(s.entries[n-1].text)
}
