package dataset

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// markdown is a Markdown document while it is written.
type markdown struct{ bytes.Buffer }

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(m, format, args...) }

// table writes a table; text of the rows is escaped, that of the head is not.
func (m *markdown) table(head []string, rows [][]string) {
	m.printf("| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat(" --- |", len(head)))
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = escape(text)
		}
		m.printf("| %s |\n", strings.Join(cells, " | "))
	}
	m.printf("\n")
}

// list writes the items of a list, which are Markdown; nothing for none.
func (m *markdown) list(items []string) {
	for _, item := range items {
		m.printf("- %s\n", item)
	}
	if len(items) > 0 {
		m.printf("\n")
	}
}

// escape returns Markdown on one line that shows the text as it is: markup is escaped,
// invisible characters are spelt out as by [visible], and addresses are not links.
func escape(s string) string {
	return markup.Replace(visible(strings.Join(strings.Fields(s), " ")))
}

// markup escapes what HTML and Markdown interpret inside a line.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "$", `\$`, "!", `\!`, "#", `\#`, "://", `\://`, "www.", `www\.`)

// code returns the text on one line without backquotes, to stand between two of them.
func code(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "`", "'")
}

// visibleJSON escapes the invisible characters of a JSON text, but not its line breaks.
func visibleJSON(b []byte) string {
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
