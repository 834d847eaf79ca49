package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
)

// record is one JSON value of a file and the line it begins in.
type record struct {
	line int
	raw  json.RawMessage
}

// parseRecords takes a file apart into its JSON values: the elements of an array, or
// the lines of JSONL, blank ones apart. Faults name every line that is no JSON;
// of an array nothing is read behind the first.
func parseRecords(b []byte, name string) (list []record, faults []error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if first := bytes.TrimLeft(b, " \t\r\n"); len(first) > 0 && first[0] == '[' {
		return arrayRecords(b, name)
	}
	line := 0
	for text := range bytes.Lines(b) {
		line++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		if !json.Valid(text) {
			faults = append(faults, lineFault(name, line, "not JSON", "one JSON object a line, or one JSON array"))
			continue
		}
		list = append(list, record{line, text})
	}
	return list, faults
}

// arrayRecords takes a JSON array apart.
func arrayRecords(b []byte, name string) (list []record, faults []error) {
	d := json.NewDecoder(bytes.NewReader(b))
	lineAt := func(offset int64) int { return 1 + bytes.Count(b[:min(offset, int64(len(b)))], []byte("\n")) }
	broken := func(err error) []error {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return []error{lineFault(name, lineAt(syntax.Offset), syntax.Error(), "a JSON array of objects")}
		}
		return []error{lineFault(name, lineAt(int64(len(bytes.TrimRight(b, " \t\r\n")))), "the array is broken off", "a JSON array of objects")}
	}
	if _, err := d.Token(); err != nil {
		return nil, broken(err)
	}
	for d.More() {
		at := d.InputOffset()
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return list, broken(err)
		}
		at += int64(bytes.IndexFunc(b[at:], func(c rune) bool { return c != ',' && c > ' ' }))
		list = append(list, record{lineAt(at), raw})
	}
	if _, err := d.Token(); err != nil {
		return list, broken(err)
	}
	if rest := bytes.TrimSpace(b[d.InputOffset():]); len(rest) > 0 {
		return list, []error{lineFault(name, lineAt(d.InputOffset()), "more text behind the array", "one JSON array")}
	}
	return list, nil
}

func lineFault(name string, line int, wrong, wanted string) error {
	return fmt.Errorf("%s:%d: %s: want %s", name, line, wrong, wanted)
}

// taskID is the ID of a task: a string, or an integer in its shortest digits.
type taskID string

var integerPattern = regexp.MustCompile(`^(?:0|-?[1-9][0-9]*)$`)

// UnmarshalJSON implements json.Unmarshaler.
func (id *taskID) UnmarshalJSON(b []byte) error {
	if integerPattern.Match(b) {
		*id = taskID(b)
		return nil
	}
	var s string
	if json.Unmarshal(b, &s) != nil || s == "" {
		return fmt.Errorf("id %s: want an integer or a string", b)
	}
	*id = taskID(s)
	return nil
}

// seenIDs tells IDs that come twice.
type seenIDs map[string]int // lines by ID

// add returns a fault for an ID that is missing or was there before.
func (u seenIDs) add(name string, line int, id string) error {
	if id == "" {
		return lineFault(name, line, "no id", "an id")
	}
	if first, ok := u[id]; ok {
		return lineFault(name, line, fmt.Sprintf("id %s again, as in line %d", id, first), "each id once")
	}
	u[id] = line
	return nil
}
