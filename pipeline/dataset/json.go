package dataset

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// writeJSON writes a value as indented JSON that escapes only what it must.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// writeLines writes values as JSON, one a line.
func writeLines(w io.Writer, n int, value func(i int) (any, error)) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for i := range n {
		v, err := value(i)
		if err != nil {
			return err
		}
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

func indentedJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	err := writeJSON(&b, v)
	return b.Bytes(), err
}

// jsonText returns a text as a JSON string.
func jsonText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("dataset: a string has no JSON: " + err.Error())
	}
	return string(b)
}

// jsonLine returns a value as JSON on one line, or the error if it has none.
func jsonLine(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// canonicalJSON returns a value as JSON on one line with sorted members that escapes
// only what it must, so that equal values have equal texts.
func canonicalJSON(v any) string {
	d := json.NewDecoder(strings.NewReader(jsonLine(v)))
	d.UseNumber()
	var any any
	if d.Decode(&any) != nil {
		return jsonLine(v)
	}
	return jsonLine(any)
}
