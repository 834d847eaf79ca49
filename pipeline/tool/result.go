package tool

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A Result is the outcome of a call. It is small and may be copied; the data it points to
// belongs to the corpus and must not be changed.
type Result struct {
	// Fault says why there is no result; "" if there is one.
	Fault CallFault
	// Table is the table that a lookup read; nil for other tools and for faults.
	Table *corpus.Table
	// Rows are the rows found, each once, in the order of the table: one for a lookup that
	// returns one row or a field, at least one for a lookup that returns many.
	Rows []int32
	// Columns are the requested columns, each once, in the order of the request; all columns
	// in table order if the call requested none; the declared column for a lookup that
	// returns a field.
	Columns []int

	returns domain.Returns
	// json is the observation of everything but a lookup's rows.
	json json.RawMessage
}

// Observation returns the result in the JSON form that an agent sees: an object for one
// row, a list of objects for many, a bare cell for a field, a list of strings for passages,
// a number or a list of numbers for arithmetic, the reply as a string for a fault. Columns
// are in the order of Columns. Unobserved cells are omitted from their object; numbers keep
// the source's digits (0.0 stays 0.0). Equal calls give equal bytes. Callers must not
// change them.
func (r Result) Observation() json.RawMessage {
	if r.Table == nil {
		return r.json
	}
	if r.returns == domain.Field {
		return json.RawMessage(r.Table.Source(int(r.Rows[0]), r.Columns[0]))
	}
	keys := r.keys()
	size := len("[]")
	for _, row := range r.Rows {
		size += len("{},")
		for i, c := range r.Columns {
			size += len(keys[i]) + len(":,") + len(r.Table.Source(int(row), c))
		}
	}
	b := make([]byte, 0, size)
	if r.returns == domain.One {
		return r.object(b, keys, r.Rows[0])
	}
	b = append(b, '[')
	for i, row := range r.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.object(b, keys, row)
	}
	return append(b, ']')
}

// keys returns the columns' names as JSON strings.
func (r Result) keys() [][]byte {
	spec := r.Table.Spec().Columns
	keys := make([][]byte, len(r.Columns))
	for i, c := range r.Columns {
		keys[i] = quote(spec[c].Name)
	}
	return keys
}

// object appends one row as a JSON object.
func (r Result) object(b []byte, keys [][]byte, row int32) []byte {
	b = append(b, '{')
	first := true
	for i, c := range r.Columns {
		cell := r.Table.Source(int(row), c)
		if cell == "" {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, keys[i]...)
		b = append(b, ':')
		b = append(b, cell...)
	}
	return append(b, '}')
}

// ObservedCells returns a function that yields the number of the column and the text of each string and
// number in the rows of a lookup that returns rows, row by row, in the order of the columns' names: what
// somebody reads off the observation. It yields nothing for any other result.
func (r Result) ObservedCells() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		if r.Table == nil || r.returns == domain.Field {
			return
		}
		spec := r.Table.Spec().Columns
		columns := slices.Clone(r.Columns)
		slices.SortFunc(columns, func(a, b int) int { return cmp.Compare(spec[a].Name, spec[b].Name) })
		for _, row := range r.Rows {
			for _, c := range columns {
				source := r.Table.Source(int(row), c)
				if source == "" || source == "null" || source == "true" || source == "false" {
					continue
				}
				if !yield(c, value.Unquote(source)) {
					return
				}
			}
		}
	}
}

// Empty reports whether the call returned no data: a fault or an empty list. A row without
// observed cells is data.
func (r Result) Empty() bool {
	return r.Fault != "" || r.Table == nil && (len(r.json) == 0 || string(r.json) == "[]")
}

// Text returns the observation as the text an agent reads: a JSON string without
// its quotes and escapes (a fault's reply, a field, a final answer), everything
// else as its JSON.
func (r Result) Text() string {
	o := r.Observation()
	if len(o) > 0 && o[0] == '"' {
		var s string
		if json.Unmarshal(o, &s) == nil {
			return s
		}
	}
	return string(o)
}

// Number returns the number that an arithmetic tool computed; ok is false for an
// observation that is not a single number, and for rows and fields of a table.
func (r Result) Number() (n decimal.Decimal, ok bool) {
	if r.Table != nil || r.Fault != "" || len(r.json) == 0 {
		return decimal.Decimal{}, false
	}
	if c := r.json[0]; c != '-' && (c < '0' || c > '9') {
		return decimal.Decimal{}, false
	}
	n, err := decimal.NewFromString(string(r.json))
	return n, err == nil
}

// Strings returns the texts of the passages that a retriever found, best first; nil for an
// observation that is not a list of strings, and for rows of a table.
func (r Result) Strings() []string {
	if r.Table != nil || len(r.json) == 0 || r.json[0] != '[' {
		return nil
	}
	var list []string
	if json.Unmarshal(r.json, &list) != nil {
		return nil
	}
	return list
}

// quote returns the text as a JSON string. Bytes that are no UTF-8 become
// U+FFFD, so there is always one.
func quote(s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic("tool: a string has no JSON: " + err.Error())
	}
	return b
}
