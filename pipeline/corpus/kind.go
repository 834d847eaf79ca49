package corpus

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// byKind returns the source of a cell as the declared kind of its column has it, so that equal
// rows have equal sources wherever they come from: CSV has no types, and those of databases, of
// Parquet and of whoever writes JSON differ. A blank cell is null. In a column of numbers, a plain
// number is a JSON number without zeros that say nothing. Everything else is a text, escaped only
// where it must be. In a column of days, a point in time in UTC has one form, see [moment].
func (r *reading) byKind(source []byte) []byte {
	switch {
	case len(source) == 0 || string(source) == "null":
		return source
	case string(source) == `""`:
		return []byte("null")
	case r.kind == value.Number && len(r.separators) == 0:
		if digits := bytes.Trim(source, `"`); !slices.Contains(r.sentinels, string(digits)) {
			if plain := plainNumber(digits); plain != nil {
				return plain
			}
		}
	case r.kind == value.Date && source[0] == '"':
		if r.order != "" {
			source = yearFirst(source, r.order)
		}
		if m := moment.FindSubmatch(source); m != nil {
			return plainMoment(m)
		}
	}
	if source[0] == '"' && bytes.IndexByte(source, '\\') < 0 {
		return source
	}
	quoted, _ := jsontext.AppendQuote(nil, value.Unquote(string(source)))
	return quoted
}

var (
	plainDigits = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$`)
	exponential = lazyregexp.New(`^-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,100})?[eE][+-]?[0-9]{1,3}$`)
)

// plainNumber returns a number in its shortest plain form; nil for what is no number, and for one
// with an exponent that nobody would write out.
func plainNumber(text []byte) []byte {
	switch {
	case plainDigits.Match(text):
	case exponential.Match(text):
		d, err := decimal.NewFromString(string(text))
		if err != nil {
			return nil
		}
		text = []byte(d.String())
	default:
		return nil
	}
	if bytes.IndexByte(text, '.') >= 0 {
		text = bytes.TrimRight(bytes.TrimRight(text, "0"), ".")
	}
	if strings.Trim(string(text), "-0") == "" {
		return []byte("0")
	}
	return text
}

// yearLast matches a day of three numbers, the year last, with or without a time.
var yearLast = lazyregexp.New(`^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(?:[ T]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?))?$`)

// yearFirst returns the source of a day whose year stands last as 2006-01-02; any other as it is.
func yearFirst(source []byte, order domain.DayOrder) []byte {
	m := yearLast.FindStringSubmatch(value.Unquote(string(source)))
	if m == nil {
		return source
	}
	day, month := m[1], m[2]
	if order == domain.MonthFirst {
		day, month = month, day
	}
	text := m[3] + "-" + twoDigits(month) + "-" + twoDigits(day)
	if _, ok := value.ParseDate(text); !ok {
		return source
	}
	if hour, rest, ok := strings.Cut(m[4], ":"); ok {
		text += " " + twoDigits(hour) + ":" + rest
	}
	return []byte(`"` + text + `"`)
}

// twoDigits returns one or two digits as two.
func twoDigits(n string) string { return "0"[:2-len(n)] + n }

// moment matches the source of a point in time without a zone or in UTC: its day, hours and
// minutes, seconds and their fraction.
var moment = lazyregexp.New(`^"([0-9]{4}-[0-9]{2}-[0-9]{2})[ Tt]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(\.[0-9]+)? ?(?:[Zz]|UTC|\+00(?::?00)?)?"$`)

// plainMoment returns a match of moment as 2006-01-02 15:04:05, with a fraction only if it says
// something, and midnight as the day alone, as data frames write it.
func plainMoment(m [][]byte) []byte {
	day, minutes, seconds, fraction := m[1], m[2], m[3], bytes.TrimRight(m[4], "0")
	if len(seconds) == 0 {
		seconds = []byte(":00")
	}
	if string(fraction) == "." {
		fraction = nil
	}
	if string(minutes) == "00:00" && string(seconds) == ":00" && len(fraction) == 0 {
		return slices.Concat([]byte(`"`), day, []byte(`"`))
	}
	return slices.Concat([]byte(`"`), day, []byte(" "), minutes, seconds, fraction, []byte(`"`))
}

// byKind returns the cells of a record as the kinds of their columns have them. They are valid
// until the next call.
func (b *builder) byKind(cells [][]byte) [][]byte {
	b.kinds = b.kinds[:0]
	for i, source := range cells {
		b.kinds = append(b.kinds, b.table.columns[i].reading.byKind(source))
	}
	return b.kinds
}
