package score

import (
	"encoding/json"
	"slices"
	"strings"
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
		d := json.NewDecoder(strings.NewReader(o))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil || d.InputOffset() < int64(len(strings.TrimRight(o, " \t\r\n"))) {
			v = o
		}
		walk("", v, func(name, text string) { cells = append(cells, ObservedCell{name, text}) })
	}
	return cells
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
