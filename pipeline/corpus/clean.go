package corpus

import (
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// invisible is what [reading.clean] says of a source from which it took invisible
// characters.
const invisible = "invisible characters"

// clean returns the source of a cell as the table keeps it, and describes what is wrong
// with it, "" for nothing. Names that differ by invisible characters look the same, so
// these characters are taken out, and what is [invisible]. A cell that holds a control
// character or turns the direction of text comes back as nil: it could act on a terminal,
// or show a question other than the one that is asked. Prose may have several lines; every
// value of another column has one.
//
// Note: such a cell could instead be refused wherever a question or an answer is made of
// it. Every new place would have to remember that, and the tools would still show it.
func (r *reading) clean(source []byte) (kept []byte, what string) {
	if !suspect(source) {
		return source, ""
	}
	text := value.Unquote(string(source))
	if visible := value.StripInvisible(text); visible != text {
		source, _ = jsontext.AppendQuote(nil, visible)
		text, what = visible, invisible
	}
	if r.prose {
		if control := value.FindControl(text, true); control != "" {
			return nil, control
		}
		return source, what
	}
	for _, part := range split(text, r.separators) {
		if control := value.FindControl(strings.TrimSpace(part), false); control != "" {
			return nil, control
		}
	}
	return source, what
}

// suspect reports whether a source may hold characters that clean looks for: whether it
// holds one, or an escape.
func suspect(source []byte) bool {
	if len(source) == 0 || source[0] != '"' {
		return false
	}
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c < utf8.RuneSelf:
			if c == '\\' || c == 0x7f {
				return true
			}
		case c >= 0xe4 && c <= 0xe9: // common Chinese characters
			i += 2
		default:
			r, size := utf8.DecodeRune(source[i:])
			if value.Control(r) || value.Invisible(r) {
				return true
			}
			i += size - 1
		}
	}
	return false
}
