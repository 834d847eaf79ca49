package dataset

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// table writes a Markdown table; the cells given to row are escaped.
func (c *card) table(head []string, rows func(row func(cells ...string))) {
	line := func(cells []string) { c.printf("| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	c.printf("|%s\n", strings.Repeat(" --- |", len(head)))
	rows(func(cells ...string) {
		for i, s := range cells {
			cells[i] = escape(s)
		}
		line(cells)
	})
	c.printf("\n")
}

// escape returns text that Markdown and HTML show as it is, on one line. What is not
// seen is spelt out, as in [visible]; addresses are no links.
func escape(s string) string {
	return markup.Replace(visible(strings.Join(strings.Fields(s), " ")))
}

// markup are the characters that HTML and Markdown give a meaning inside a line.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "$", `\$`, "!", `\!`, "#", `\#`, "://", `\://`, "www.", `www\.`)

// code returns text that can stand between backquotes.
func code(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "`", "'")
}

// seen is JSON in which characters that are not seen are escaped.
func seen(b []byte) string {
	var s strings.Builder
	for _, c := range string(b) {
		if unicode.IsPrint(c) || c == '\n' {
			s.WriteRune(c)
			continue
		}
		for _, u := range utf16.AppendRune(nil, c) {
			fmt.Fprintf(&s, `\u%04x`, u)
		}
	}
	return s.String()
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	err := writeJSON(&b, v)
	return b.Bytes(), err
}
