package tablefile

import (
	"io"
	"strings"
	"sync"
)

// textEncoder writes rows as lines of text.
type textEncoder struct {
	w    io.Writer
	head []byte // text before the first row, until it is written
	row  func(dst []byte, cells []Cell) []byte
	free sync.Pool // of *chunk
}

func (e *textEncoder) chunk() *chunk {
	if c, ok := e.free.Get().(*chunk); ok {
		c.bytes = c.bytes[:0]
		return c
	}
	return &chunk{}
}

func (e *textEncoder) add(c *chunk, cells []Cell) { c.bytes = e.row(c.bytes, cells) }

func (e *textEncoder) write(c *chunk) error {
	if err := e.end(); err != nil {
		return err
	}
	_, err := e.w.Write(c.bytes)
	e.free.Put(c)
	return err
}

// end writes the head if the file has no row.
func (e *textEncoder) end() error {
	if len(e.head) == 0 {
		return nil
	}
	_, err := e.w.Write(e.head)
	e.head = nil
	return err
}

// newJSONL returns an encoder that writes one JSON object per line.
func newJSONL(w io.Writer, columns []string) *textEncoder {
	keys := make([]string, len(columns)) // with the punctuation around them
	before := "{"
	for i, name := range columns {
		keys[i] = before + string(appendQuoted(nil, name)) + ":"
		before = ","
	}
	return &textEncoder{w: w, row: func(dst []byte, cells []Cell) []byte {
		for i, c := range cells {
			dst = append(dst, keys[i]...)
			switch c.Form {
			case String:
				dst = appendQuoted(dst, c.Text)
			case Number:
				dst = append(dst, c.Text...)
			default:
				dst = append(dst, "null"...)
			}
		}
		return append(dst, '}', '\n')
	}}
}

// escapes holds, for each byte that a JSON string must escape, the character after the
// backslash: a letter, or u for control characters without a short escape.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't',
	0x00: 'u', 0x01: 'u', 0x02: 'u', 0x03: 'u', 0x04: 'u', 0x05: 'u', 0x06: 'u', 0x07: 'u',
	0x0b: 'u', 0x0e: 'u', 0x0f: 'u', 0x10: 'u', 0x11: 'u', 0x12: 'u', 0x13: 'u', 0x14: 'u',
	0x15: 'u', 0x16: 'u', 0x17: 'u', 0x18: 'u', 0x19: 'u', 0x1a: 'u', 0x1b: 'u', 0x1c: 'u',
	0x1d: 'u', 0x1e: 'u', 0x1f: 'u',
}

// appendQuoted appends a UTF-8 text as a JSON string with as few escapes as possible.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := range len(s) {
		letter := escapes[s[i]]
		if letter == 0 {
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = append(dst, '\\', letter)
		if letter == 'u' {
			dst = append(dst, '0', '0', hex[s[i]>>4], hex[s[i]&0xf])
		}
		from = i + 1
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// newCSV returns an encoder that writes a header and one record per line.
func newCSV(w io.Writer, columns []string) *textEncoder {
	lone := len(columns) == 1
	var head []byte
	for i, name := range columns {
		head = appendField(head, name, i, lone)
	}
	return &textEncoder{w: w, head: append(head, '\n'), row: func(dst []byte, cells []Cell) []byte {
		for i, c := range cells {
			dst = appendField(dst, c.Text, i, lone)
		}
		return append(dst, '\n')
	}}
}

// appendField appends the i-th field of a record. An empty field that is alone in its record is
// quoted, because readers skip empty lines.
func appendField(dst []byte, s string, i int, lone bool) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	if !strings.ContainsAny(s, ",\"\r\n") && (s != "" || !lone) {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for {
		before, after, found := strings.Cut(s, `"`)
		dst = append(dst, before...)
		if !found {
			return append(dst, '"')
		}
		dst = append(dst, '"', '"')
		s = after
	}
}
