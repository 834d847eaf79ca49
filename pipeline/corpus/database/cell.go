package database

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"
)

// form says how a driver gives the cells of a column.
type form int

const (
	text     form = iota // a text
	number               // a number, or a text with one
	boolean              // a text: true or false
	jsonText             // a text that is JSON
	zoned                // a text: a point in time, in UTC
	bytes                // whether the cell is other than null
	dynamic              // a value of any type: the columns of SQLite have none
)

// longestCell is how many bytes a text may have that is read, so that no row fills memory.
// Databases hand over a text of one byte more in place of one that is longer, or bytes that are no text.
const longestCell = 1 << 22

// source returns the JSON of a cell; ok is false for a cell that is no text and no number, and for
// a text that is too long.
func (f form) source(cell any) (source []byte, ok bool) {
	switch v := cell.(type) {
	case nil:
		return []byte("null"), true
	case int64:
		if f == bytes {
			return []byte("null"), v == 0
		}
		return strconv.AppendInt(nil, v, 10), true
	case uint64:
		return strconv.AppendUint(nil, v, 10), true
	case float32:
		return fromFloat(float64(v), 32), true
	case float64:
		return fromFloat(v, 64), true
	case bool:
		if f == bytes {
			return []byte("null"), !v
		}
		return strconv.AppendBool(nil, v), true
	case time.Time: // no dialect asks for one
		return fromText(v.UTC().Format(time.RFC3339Nano))
	case []byte:
		if f == dynamic {
			return nil, false
		}
		return f.read(string(v))
	case string:
		return f.read(v)
	}
	return fromText(fmt.Sprint(cell))
}

// read returns the JSON of a cell that a driver gives as text.
func (f form) read(v string) (source []byte, ok bool) {
	if len(v) > longestCell {
		return nil, false
	}
	switch f {
	case number:
		return fromNumber(v)
	case boolean:
		if v == "true" || v == "false" {
			return []byte(v), true
		}
	case zoned:
		v = strings.TrimSuffix(v, "+00")
	case jsonText:
		if value := jsontext.Value(v); value.Compact() == nil {
			return value, true
		}
	}
	return fromText(v)
}

// longestExponent is more than those of all numbers but decimals that nobody writes out.
const longestExponent = 400

// fromNumber writes a number in its shortest plain form. What is no number is a text.
func fromNumber(v string) ([]byte, bool) {
	if v == "NaN" {
		return []byte("null"), true
	}
	d, err := decimal.NewFromString(v)
	if err != nil || d.Exponent() > longestExponent || d.Exponent() < -longestExponent {
		return fromText(v)
	}
	return []byte(d.String()), true
}

// fromFloat writes the shortest digits that read back as n.
func fromFloat(n float64, bits int) []byte {
	switch {
	case math.IsNaN(n):
		return []byte("null")
	case math.IsInf(n, 0):
		return strconv.AppendQuote(nil, strconv.FormatFloat(n, 'f', -1, bits))
	case n == 0: // and not -0
		return []byte("0")
	}
	return strconv.AppendFloat(nil, n, 'f', -1, bits)
}

func fromText(v string) ([]byte, bool) {
	if !utf8.ValidString(v) {
		return nil, false
	}
	source, err := jsontext.AppendQuote(nil, v)
	return source, err == nil
}
