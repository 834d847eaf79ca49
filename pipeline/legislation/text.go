package legislation

import (
	"slices"
	"strings"
)

// readText reads the text of a provision, which begins in line l and goes on in the lines
// after it if a clause or a quotation is not over.
func (s *segmenter) readText(e *entry, l line) {
	e.end = l.at + len(l.text)
	if s.grammar.annotation != nil {
		e.end = e.first + len(trimRight(s.grammar.annotation.ReplaceAllString(s.source[e.first:e.end], "")))
	}
	parts := []string{clean(s.source[e.first:e.end])}
	open := s.grammar.openAfter(0, parts[0])
	for i := s.at + 1; i < len(s.lines); i++ {
		next := s.lines[i]
		if next.text == "" || strings.HasPrefix(next.text, ":::") {
			continue
		}
		if !s.continues(parts[len(parts)-1], open, i) {
			break
		}
		e.end = next.at + len(next.text)
		parts = append(parts, clean(next.text))
		open = s.grammar.openAfter(open, next.text)
		s.at = i
	}
	e.text = strings.Join(parts, s.grammar.joint)
	s.add(textPiece, e.end)
	s.add(notePiece, max(e.end, s.lines[s.at].at+len(s.lines[s.at].text)))
	s.add(markupPiece, s.lines[s.at].end)
}

// resumesItem reads a line that belongs to the item before it, as its second paragraph: the
// list goes on after the line with the next number.
func (s *segmenter) resumesItem(l line) bool {
	n := len(s.entries)
	if s.current.item == 0 || s.current.subitem > 0 || n == 0 || s.entries[n-1].unit != s.current {
		return false
	}
	next := s.at + 1
	for next < len(s.lines) && s.lines[next].text == "" {
		next++
	}
	if next == len(s.lines) {
		return false
	}
	if m := s.grammar.mark(s.lines[next].text, s.lines[next].markdown > 0); m.kind != itemMark || m.number != s.current.item+1 {
		return false
	}
	s.lengthen(l)
	return true
}

// lengthen adds a line to the last provision.
func (s *segmenter) lengthen(l line) {
	e := &s.entries[len(s.entries)-1]
	e.end = l.at + len(l.text)
	s.add(textPiece, e.end)
	s.add(markupPiece, l.end)
	e.text += s.grammar.joint + clean(l.text)
}

// resumesParagraph reads a line without a number where paragraphs have numbers: it belongs to
// the paragraph before it. After a list, it is reported and left out.
func (s *segmenter) resumesParagraph(l line) bool {
	n := len(s.entries)
	if n == 0 || s.entries[n-1].begun != s.begun || s.beginsAnnex(l) {
		return false
	}
	if s.current.item > 0 {
		s.fault(s.at+1, Kept, "words before the list", "words after a list in %s", s.grammar.article(s.current))
		s.whole(notePiece, l)
		return true
	}
	s.lengthen(l)
	s.resumesQuotation(s.grammar.openAfter(0, l.text))
	return true
}

// resumesQuotation reads the lines up to the end of the quotations that are open: the numbers in them are
// not those of this law.
func (s *segmenter) resumesQuotation(open int) {
	for s.grammar.straightQuotes && open > 0 && s.at+1 < len(s.lines) && s.closes(open, s.at+1) {
		s.at++
		if l := s.lines[s.at]; l.text != "" {
			s.lengthen(l)
			open = s.grammar.openAfter(open, l.text)
		}
	}
}

// quotationLines is how many lines a quotation may have.
const quotationLines = 40

// openAfter returns how many quotations are open behind a text, before which some number is.
func (g *grammar) openAfter(open int, text string) int {
	open += strings.Count(text, "“") - strings.Count(text, "”")
	if g.straightQuotes && strings.Count(text, `"`)%2 == 1 {
		if open > 0 {
			return open - 1
		}
		return open + 1
	}
	return open
}

// continues reports whether a text goes on in line i: it ends in the middle of a clause, or
// it has opened quotations, which are closed before the next article.
func (s *segmenter) continues(text string, open, i int) bool {
	if open > 0 {
		return s.closes(open, i)
	}
	l := s.lines[i]
	if m := s.grammar.mark(l.text, false); m.kind == articleMark && m.certain && l.markdown == 0 && !s.isAmendment() && !s.follows(m) && s.interrupts(m, i) {
		return true
	}
	if !strings.HasSuffix(text, "，") && !strings.HasSuffix(text, "、") {
		return false
	}
	m := s.grammar.mark(l.text, false)
	return l.markdown == 0 && (m.kind == plainText || m.kind == articleMark && !s.begins(m)) && !strings.HasPrefix(l.text, "<") && !strings.HasPrefix(l.text, "|")
}

// closes reports whether as many quotations as are open are closed from line i on, before the
// article after the current one begins.
func (s *segmenter) closes(open, i int) bool {
	for n := i; n < len(s.lines) && n < i+quotationLines; n++ {
		l := s.lines[n]
		m := s.grammar.mark(l.text, l.markdown > 0)
		if l.markdown > 0 || m.kind == articleMark && m.certain && s.follows(m) {
			return false
		}
		open = s.grammar.openAfter(open, l.text)
		if open <= 0 {
			return true
		}
	}
	return false
}

// clean removes Markdown and invisible characters from a text.
func clean(text string) string {
	return strings.TrimSpace(strings.NewReplacer("**", "", "\u200b", "", "\ufeff", "", "\t", " ", "\r", "", "\u00a0", " ").Replace(text))
}

func trimRight(s string) string { return strings.TrimRight(s, " \t\r\n　\u00a0*\u200b\ufeff") }

// stripMarks cleans a heading: blanks within Chinese words go, and others become one space.
func stripMarks(text string) string {
	fields := strings.FieldsFunc(clean(text), func(r rune) bool { return r == ' ' || r == '　' })
	joined := ""
	for i, field := range fields {
		if i > 0 && !(isHanWord(field) && isHanWord(fields[i-1]) && i > 1) {
			joined += " "
		}
		joined += field
	}
	return joined
}

// isHanWord reports whether a word is one Chinese character, as in 总　　则.
func isHanWord(word string) bool {
	runes := []rune(word)
	return len(runes) == 1 && runes[0] >= 0x4e00 && runes[0] <= 0x9fff
}

// number gives each article's paragraphs their final numbers, and reports and removes units
// that share a number. What an amendment quotes is removed before.
func (s *segmenter) number() {
	s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return slices.Contains(s.quoted, e.begun) })
	type article struct{ number, branch int }
	paragraphs := make(map[article]int)
	begins := make(map[article]int) // the first line of the article that first has the number
	repeated := make(map[article]bool)
	units := make(map[unit]int)
	for _, e := range s.entries {
		a := article{e.article, e.branch}
		paragraphs[a] = max(paragraphs[a], e.paragraph)
		if begins[a] == 0 {
			begins[a] = e.begun
		}
		if begins[a] != e.begun && !repeated[a] {
			repeated[a] = true
			s.repeated = append(s.repeated, e.begun)
			s.fault(e.begun, UnitLeftOut, "each number once", "%s stands on line %d too", s.grammar.article(e.unit), begins[a])
		}
		if units[e.unit]++; units[e.unit] == 2 && !repeated[a] {
			s.fault(e.line, UnitLeftOut, "each number once", "a number of %s stands twice", s.grammar.article(e.unit))
		}
	}
	kept := s.entries[:0:0]
	for _, e := range s.entries {
		a := article{e.article, e.branch}
		if repeated[a] || units[e.unit] > 1 {
			continue
		}
		if paragraphs[a] == 1 && !s.grammar.numbered {
			e.paragraph = 0
		}
		e.head = s.grammar.head != "" && e.paragraph == 0 && paragraphs[a] > 0
		kept = append(kept, e)
	}
	s.entries = kept
}
