package caselaw

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// recordOfText reads a text in sections. A line is a heading if it is one in Markdown, or if
// it holds nothing but a known heading, with or without brackets, numbering and a colon. A
// known heading and a colon at the beginning of a line are a heading, too, with the rest of
// the line below it. The title is the first heading if it is not known, else the first line
// if it is above all headings and no sentence, else the file's name.
func recordOfText(file string, data []byte, h headings) (record, []SourceFault) {
	r := record{file: file, line: 1, span: Span{0, int64(len(data))}, sections: []section{{}}}
	if !utf8.Valid(data) {
		line := 1 + bytes.Count(data[:invalid(data)], []byte("\n"))
		return r, []SourceFault{{file, line, "not UTF-8: want text in UTF-8"}}
	}
	from, titled := int64(0), false
	for text := range strings.Lines(string(data)) {
		p := paragraph{text: text, from: from}
		from += int64(len(text))
		heading, rest := splitHeading(text, h)
		if heading != "" {
			if _, known := h.of(heading); !known && !titled && len(r.sections) == 1 {
				titled = true
				r.sections = append(r.sections, titleSection(p))
			} else {
				r.sections = append(r.sections, section{heading: heading})
			}
		}
		last := &r.sections[len(r.sections)-1]
		if piece, ok := p.trimmed(rest, len(text)); ok {
			last.paragraphs = append(last.paragraphs, paragraph{text: piece.Text, from: piece.Span.First})
		}
	}
	if above := r.sections[0].paragraphs; !titled && len(above) > 0 && isTitle(above[0].text) {
		r.sections = append(r.sections, section{string(roleTitle), above[:1]})
	}
	if !r.has(roleTitle, h) {
		name := strings.TrimSuffix(path.Base(file), path.Ext(file))
		r.sections = append(r.sections, section{string(roleTitle), []paragraph{{text: name, isName: true}}})
	}
	return r, nil
}

// isTitle reports whether a line may be a title.
func isTitle(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	return utf8.RuneCountInString(line) <= longestTitle && !strings.ContainsRune("。；;，,", last)
}

// longestTitle is the number of characters of the longest title that is not marked as one.
const longestTitle = 100

// invalid returns the offset of the first byte that is not UTF-8.
func invalid(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// titleSection returns the section that says the title, which is a heading of Markdown.
func titleSection(p paragraph) section {
	i := len(p.text) - len(strings.TrimLeft(p.text, "#"+spaces))
	piece, _ := p.trimmed(i, len(p.text))
	return section{string(roleTitle), []paragraph{{text: strings.Trim(piece.Text, "*"), from: piece.Span.First}}}
}

// has reports whether a section has the role.
func (r *record) has(want role, h headings) bool {
	for _, s := range r.sections {
		if got, _ := h.of(s.heading); got == want {
			return true
		}
	}
	return false
}

// splitHeading returns the heading that a line is or begins with, and the index in the line
// of the text after it; the heading is "" if there is none.
func splitHeading(line string, h headings) (heading string, rest int) {
	text := strings.TrimRight(line, spaces)
	if m := markdownHeading.FindString(text); m != "" {
		return strings.Trim(text[len(m):], "*#"+spaces), len(line)
	}
	known := func(s string) bool {
		_, known := h.of(s)
		return known && utf8.RuneCountInString(s) <= longestHeading
	}
	i := strings.IndexAny(text, ":：")
	if i >= 0 && known(text[:i]) { // what follows may have no letter: a day
		_, size := utf8.DecodeRuneInString(text[i:])
		return text[:i], i + size
	}
	if known(text) {
		return text, len(line)
	}
	return "", 0
}

var markdownHeading = lazyregexp.New(`^\s{0,3}#{1,6}\s+`)

// longestHeading is the number of characters that a heading has at most, with what stands
// around it.
const longestHeading = 40
