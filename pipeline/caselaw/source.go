package caselaw

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A record is a case as its file has it: sections under headings.
type record struct {
	file     string
	line     int // on which it begins, from 1
	span     Span
	sections []section
}

// A section is a heading with the paragraphs below it; the heading is "" above the first.
type section struct {
	heading    string
	paragraphs []paragraph
}

// A paragraph is a text and where it stands.
type paragraph struct {
	text string
	from int64 // offset in the file of the first byte
	// at has the offset from the first byte in the file for each byte of text, and the length
	// in the file last; nil if text and file have the same bytes.
	at []int32
	// isName reports that the text is the file's name and does not stand in the file.
	isName bool
}

// piece returns the bytes from i to j of the paragraph's text.
func (p *paragraph) piece(i, j int) Excerpt {
	first, end := int64(i), int64(j)
	if p.at != nil {
		first, end = int64(p.at[i]), int64(p.at[j])
	}
	return Excerpt{Span{p.from + first, p.from + end}, p.text[i:j]}
}

// trimmed returns the bytes from i to j without space at the ends; ok is false if none are
// left.
func (p *paragraph) trimmed(i, j int) (piece Excerpt, ok bool) {
	text := strings.TrimLeft(p.text[i:j], spaces)
	i = j - len(text)
	text = strings.TrimRight(text, spaces)
	return p.piece(i, i+len(text)), text != ""
}

const spaces = " \t\r\n\u3000\u00a0\ufeff"

// Text returns the text that the span covers in a file, whose name says its format: in JSON,
// the span is a part of a string literal, whose escapes are decoded. It fails for a span
// outside the file, and for one that splits a character or an escape.
func (s Span) Text(file string, data []byte) (string, error) {
	if s.First < 0 || s.First > s.End || s.End > int64(len(data)) {
		return "", fmt.Errorf("span %d-%d of %s: want a span of its %d bytes", s.First, s.End, file, len(data))
	}
	raw := data[s.First:s.End]
	if !utf8.Valid(raw) {
		return "", fmt.Errorf("span %d-%d of %s: want whole characters", s.First, s.End, file)
	}
	if !isJSON(file) {
		return string(raw), nil
	}
	text, err := jsontext.AppendUnquote(nil, `"`+string(raw)+`"`)
	if err != nil {
		return "", fmt.Errorf("span %d-%d of %s: want a part of a string: %w", s.First, s.End, file, err)
	}
	return string(text), nil
}

// isJSON reports whether a file holds JSON.
func isJSON(file string) bool {
	ext := path.Ext(file)
	return ext == ".jsonl" || ext == ".json"
}

// literal returns the paragraph of a string literal, quotation marks included, that begins
// at an offset of the file.
func literal(raw []byte, from int64) (paragraph, error) {
	inner := raw[1 : len(raw)-1]
	p := paragraph{from: from + 1}
	if !strings.ContainsRune(string(inner), '\\') {
		p.text = string(inner)
		return p, nil
	}
	var b strings.Builder
	for i := 0; i < len(inner); {
		n := escapeSize(inner[i:])
		text, err := jsontext.AppendUnquote(nil, `"`+string(inner[i:i+n])+`"`)
		if err != nil {
			return paragraph{}, err
		}
		for range text {
			p.at = append(p.at, int32(i))
		}
		b.Write(text)
		i += n
	}
	p.at = append(p.at, int32(len(inner)))
	p.text = b.String()
	return p, nil
}

// escapeSize returns the number of bytes of the first character of a string literal, which
// may be escaped, in two parts if it is a pair of surrogates.
func escapeSize(raw []byte) int {
	if raw[0] != '\\' {
		_, n := utf8.DecodeRune(raw)
		return n
	}
	if len(raw) < 6 || raw[1] != 'u' {
		return min(2, len(raw))
	}
	if len(raw) >= 12 && strings.ContainsRune("dD", rune(raw[2])) && strings.ContainsRune("89abAB", rune(raw[3])) && raw[6] == '\\' {
		return 12
	}
	return 6
}
