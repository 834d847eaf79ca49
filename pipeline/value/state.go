package value

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// String returns the state's name in lower case, as reports write it; "unknown" for a
// number that is no state.
func (s State) String() string {
	switch s {
	case Unobserved:
		return "unobserved"
	case Empty:
		return "empty"
	case Sentinel:
		return "sentinel"
	case Present:
		return "present"
	}
	return "unknown"
}

// StateOf returns the state of a cell from its source, which is JSON text, or "" if the
// row has no such cell. The state is Unobserved for "", Empty for null and for a string
// that holds only Unicode space, Sentinel if the cell's text is one of sentinels, and
// Present otherwise. Text is what [Unquote] returns, so numbers and texts that are not
// JSON can match too. Surrounding Unicode space is removed from the text and not from
// sentinels.
func StateOf(source string, sentinels []string) State {
	if source == "" {
		return Unobserved
	}
	if source == "null" {
		return Empty
	}
	text := strings.TrimSpace(Unquote(source))
	if text == "" {
		return Empty
	}
	if slices.Contains(sentinels, text) {
		return Sentinel
	}
	return Present
}

// Unquote returns a cell's source as plain text: the content of a JSON string, "" for null
// and for the empty source, and any other JSON value as it is written ("0.0", "true").
// Source that is not JSON is returned unchanged. The result shares memory with source where
// possible.
func Unquote(source string) string {
	if source == "null" {
		return ""
	}
	if len(source) < 2 || source[0] != '"' {
		return source
	}
	inner := source[1 : len(source)-1]
	if source[len(source)-1] == '"' && plain(inner) {
		return inner
	}
	if text, err := jsontext.AppendUnquote(nil, source); err == nil {
		return string(text)
	}
	var text string // a string with broken characters, or with space around it
	if json.Unmarshal([]byte(source), &text) != nil {
		return source
	}
	return text
}

// plain reports whether the inside of a JSON string stands for itself.
func plain(inner string) bool {
	for i := range len(inner) {
		if c := inner[i]; c == '\\' || c == '"' || c < ' ' {
			return false
		}
	}
	return utf8.ValidString(inner)
}
