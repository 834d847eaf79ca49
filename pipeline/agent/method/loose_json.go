package method

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth limits the nesting of objects and lists.
const maxDepth = 64

// parseLooseJSON reads the JSON value at the beginning of a text and returns its length in
// bytes. Valid JSON is returned unchanged. These deviations are repaired: full-width
// punctuation, typographic or single quotes, line breaks in strings, True, False and None,
// a trailing comma, and brackets missing at the end of the text or code block. An
// unterminated string is not repaired.
func parseLooseJSON(text string) (value json.RawMessage, n int, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	if d.Decode(&value) == nil {
		return value, int(d.InputOffset()), true
	}
	m := jsonRepairer{text: text}
	if !m.value(0) || !json.Valid(m.out.Bytes()) {
		return nil, 0, false
	}
	return m.out.Bytes(), m.at, true
}

// jsonRepairer rewrites a value in almost-JSON as JSON.
type jsonRepairer struct {
	text string
	at   int
	out  bytes.Buffer
}

// Variants of each punctuation mark, JSON's own first.
const (
	openObjects, closeObjects = "{｛", "}｝"
	openLists, closeLists     = "[［【", "]］】"
	commas, colons            = ",，、", ":："
)

// closingQuotes maps an opening quote to the closing one.
var closingQuotes = map[rune]string{'"': `"`, '＂': `＂`, '\'': `'`, '“': `”`, '”': `”`, '‘': `’`, '「': `」`, '『': `』`}

// next skips white space and returns the character that follows; false at the end of the
// text or of its code block.
func (m *jsonRepairer) next() (rune, bool) {
	for m.at < len(m.text) {
		c, size := utf8.DecodeRuneInString(m.text[m.at:])
		if !unicode.IsSpace(c) && c != '\ufeff' {
			return c, !strings.HasPrefix(m.text[m.at:], "```")
		}
		m.at += size
	}
	return 0, false
}

// take skips white space and then one of the characters, if it is next.
func (m *jsonRepairer) take(any string) bool {
	c, ok := m.next()
	if !ok || !strings.ContainsRune(any, c) {
		return false
	}
	m.at += utf8.RuneLen(c)
	return true
}

// value rewrites the next value.
func (m *jsonRepairer) value(depth int) bool {
	c, ok := m.next()
	if !ok || depth > maxDepth {
		return false
	}
	switch {
	case m.take(openObjects):
		return m.members('{', '}', closeObjects, func() bool {
			if !m.string() || !m.take(colons) {
				return false
			}
			m.out.WriteByte(':')
			return m.value(depth + 1)
		})
	case m.take(openLists):
		return m.members('[', ']', closeLists, func() bool { return m.value(depth + 1) })
	case closingQuotes[c] != "":
		return m.string()
	}
	return m.literal()
}

// members rewrites the content of brackets up to the closing one, or up to the end of the
// text if that follows a member.
func (m *jsonRepairer) members(open, shut byte, closers string, member func() bool) bool {
	m.out.WriteByte(open)
	for n := 0; !m.take(closers); n++ {
		if n > 0 {
			m.out.WriteByte(',')
		}
		if !member() {
			return false
		}
		if _, ok := m.next(); !ok {
			break
		}
		if !m.take(commas) {
			if !m.take(closers) {
				return false
			}
			break
		}
	}
	m.out.WriteByte(shut)
	return true
}

// string rewrites a string.
func (m *jsonRepairer) string() bool {
	c, ok := m.next()
	end := closingQuotes[c]
	if !ok || end == "" {
		return false
	}
	m.at += utf8.RuneLen(c)
	var b strings.Builder
	for m.at < len(m.text) {
		c, size := utf8.DecodeRuneInString(m.text[m.at:])
		m.at += size
		switch {
		case string(c) == end:
			quoted, err := json.Marshal(b.String())
			if err != nil {
				return false
			}
			m.out.Write(quoted)
			return true
		case c == '\\':
			if !m.escape(&b) {
				return false
			}
		default:
			b.WriteRune(c)
		}
	}
	return false
}

// escapes are the characters that stand for others after a backslash.
var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '"': '"', '\'': '\'', '\\': '\\', '/': '/'}

// escape reads the rest of an escape sequence.
func (m *jsonRepairer) escape(b *strings.Builder) bool {
	if m.at == len(m.text) {
		return false
	}
	c := m.text[m.at]
	if c == 'u' && m.at+5 <= len(m.text) {
		var s string
		if json.Unmarshal([]byte(`"\`+m.text[m.at:m.at+5]+`"`), &s) != nil {
			return false
		}
		b.WriteString(s)
		m.at += 5
		return true
	}
	e, ok := escapes[c]
	if !ok {
		return false
	}
	b.WriteByte(e)
	m.at++
	return true
}

// literal rewrites a number, a truth value or null.
func (m *jsonRepairer) literal() bool {
	rest := m.text[m.at:]
	n := strings.IndexFunc(rest, func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune(commas+closeObjects+closeLists+colons+"`", c)
	})
	if n < 0 {
		n = len(rest)
	}
	word := rest[:n]
	switch word {
	case "True":
		word = "true"
	case "False":
		word = "false"
	case "None":
		word = "null"
	}
	if !json.Valid([]byte(word)) {
		return false
	}
	m.out.WriteString(word)
	m.at += n
	return true
}
