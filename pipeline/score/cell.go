package score

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// An ObservedCell is one string or number in an observation.
type ObservedCell struct {
	// Name is the cell's key in the innermost JSON object around it; "" outside objects.
	Name string
	// Text is the content of a string, or a number as it is written.
	Text string
}

// ObservedCells returns the strings and numbers in observations, in order; within an
// object, in the order of its sorted keys. An observation that is not JSON is one cell.
func ObservedCells(observations []string) (cells []ObservedCell) {
	for _, o := range observations {
		d := jsontext.NewDecoder(bytes.NewBufferString(o), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		read, err := appendCells(cells, d, "")
		if err != nil || d.InputOffset() < int64(len(strings.TrimRight(o, " \t\r\n"))) {
			read = append(cells, ObservedCell{Text: o})
		}
		cells = read
	}
	return cells
}

// appendCells appends the cells of the next value to cells, with a name for those outside objects.
func appendCells(cells []ObservedCell, d *jsontext.Decoder, name string) ([]ObservedCell, error) {
	token, err := d.ReadToken()
	if err != nil {
		return cells, err
	}
	switch token.Kind() {
	case '"', '0':
		return append(cells, ObservedCell{name, token.String()}), nil
	case '[':
		for err == nil && d.PeekKind() != ']' {
			cells, err = appendCells(cells, d, name)
		}
	case '{':
		return appendMembers(cells, d)
	default:
		return cells, nil
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return cells, err
}

// appendMembers appends the cells of an object up to its end, in the order of its keys. Of members
// with one key the last counts.
func appendMembers(cells []ObservedCell, d *jsontext.Decoder) ([]ObservedCell, error) {
	type member struct {
		key      string
		from, to int // of its cells
	}
	var members []member
	start := len(cells)
	for d.PeekKind() != '}' {
		key, err := d.ReadToken()
		if err != nil {
			return cells, err
		}
		m := member{key: key.String(), from: len(cells)}
		if cells, err = appendCells(cells, d, m.key); err != nil {
			return cells, err
		}
		m.to = len(cells)
		members = append(members, m)
	}
	_, err := d.ReadToken()
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	read := slices.Clone(cells[start:])
	cells = cells[:start]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].key != m.key {
			cells = append(cells, read[m.from-start:m.to-start]...)
		}
	}
	return cells, err
}

// walk calls visit for the scalars of a JSON value, with objects in the order of their
// keys.
func walk(name string, v any, visit func(name, cell string)) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			walk(k, v[k], visit)
		}
	case []any:
		for _, e := range v {
			walk(name, e, visit)
		}
	case json.Number:
		visit(name, v.String())
	case string:
		visit(name, v)
	}
}
