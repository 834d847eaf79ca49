package corpus

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// byKind returns the source of a cell as the declared kind of its column has it, so that equal
// rows have equal sources wherever they come from: CSV has no types, and those of a database are
// its own. A blank cell is null. In a column of numbers, a plain number is a JSON number without
// zeros that say nothing. Everything else is a text; of a point in time, no fraction of
// zeros is kept.
func (r *reading) byKind(source []byte) []byte {
	switch {
	case len(source) == 0 || string(source) == "null":
		return source
	case string(source) == `""`:
		return []byte("null")
	case r.kind == value.Number && len(r.separators) == 0:
		if digits := bytes.Trim(source, `"`); plainNumber.Match(digits) && !slices.Contains(r.sentinels, string(digits)) {
			return shortest(digits)
		}
	case r.kind == value.Date && source[0] == '"':
		return zeroFraction.ReplaceAll(source, []byte(`$1$2`))
	}
	if source[0] == '"' {
		return source
	}
	quoted, _ := jsontext.AppendQuote(nil, value.Unquote(string(source)))
	return quoted
}

var (
	plainNumber  = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)
	zeroFraction = regexp.MustCompile(`([0-9]:[0-9]{2})\.0+("|Z)`)
)

// shortest returns a plain number without zeros at the end of its fraction.
func shortest(digits []byte) []byte {
	if bytes.IndexByte(digits, '.') >= 0 {
		digits = bytes.TrimRight(bytes.TrimRight(digits, "0"), ".")
	}
	if strings.Trim(string(digits), "-0") == "" {
		return []byte("0")
	}
	return digits
}

// typed returns the cells of a record as the kinds of their columns have them. They are valid
// until the next call.
func (b *builder) typed(cells [][]byte) [][]byte {
	b.kinds = b.kinds[:0]
	for i, source := range cells {
		b.kinds = append(b.kinds, b.table.columns[i].reading.byKind(source))
	}
	return b.kinds
}
