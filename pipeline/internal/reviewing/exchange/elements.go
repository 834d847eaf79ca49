package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// element is an element of a JSON list, with the number of its first line.
type element struct {
	raw  json.RawMessage
	line int
}

// elements reads a JSON list in UTF-8.
func elements(r io.Reader) ([]element, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if line := notUTF8(b); line > 0 {
		return nil, fmt.Errorf("line %d is not UTF-8: want JSON in UTF-8", line)
	}
	b = bytes.TrimPrefix(b, []byte(byteOrderMark))
	in := json.NewDecoder(bytes.NewReader(b))
	if open, err := in.Token(); err != nil || open != json.Delim('[') {
		return nil, errors.New("not a list: want a JSON list")
	}
	var list []element
	line, seen := 1, 0
	for in.More() {
		var e element
		if err := in.Decode(&e.raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", len(list)+1, err)
		}
		begin := int(in.InputOffset()) - len(e.raw)
		line += bytes.Count(b[seen:begin], []byte("\n"))
		seen, e.line = begin, line
		list = append(list, e)
	}
	if _, err := in.Token(); err != nil {
		return nil, errors.New("the list does not end: want ]")
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("text after the list: want only one JSON list")
	}
	return list, nil
}

// notUTF8 returns the number of the first line that is not UTF-8, or 0.
func notUTF8(b []byte) int {
	if utf8.Valid(b) {
		return 0
	}
	for line := 1; ; line++ {
		text, rest, _ := bytes.Cut(b, []byte("\n"))
		if !utf8.Valid(text) {
			return line
		}
		b = rest
	}
}

// addAll calls add for every element and returns i, or all errors with their lines.
func (i *ImportedFile) addAll(list []element, name string, add func(raw json.RawMessage, at string) error) (*ImportedFile, error) {
	var faults []error
	for _, e := range list {
		at := fmt.Sprintf("%s:%d", name, e.line)
		if err := add(e.raw, at); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", at, err))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return i, nil
}

// looseText is a text that tools write as a string, a number, a list of strings, which are
// lines, or null.
type looseText string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *looseText) UnmarshalJSON(b []byte) error {
	var text string
	var number json.Number
	var list []string
	switch {
	case string(b) == "null":
		*l = ""
	case json.Unmarshal(b, &text) == nil:
		*l = looseText(text)
	case json.Unmarshal(b, &number) == nil:
		*l = looseText(number)
	case json.Unmarshal(b, &list) == nil:
		for i, line := range list {
			if i > 0 {
				*l += "\n"
			}
			*l += looseText(line)
		}
	default:
		return fmt.Errorf("%.40q: want a string, a number, a list of strings, or null", b)
	}
	return nil
}
