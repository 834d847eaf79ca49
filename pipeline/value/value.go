// Package value holds the typed values that table cells parse to and that
// answers are compared as. A cell keeps its source text beside its values, so
// nothing that was read is lost by typing it.
package value

import (
	"github.com/shopspring/decimal"
)

// Kind says what a [Value] is and so how it is compared and written.
type Kind string

// The closed set of kinds.
const (
	Text   Kind = "text"   // a name, code or phrase, compared as text
	Number Kind = "number" // an exact decimal in Unit, money and ratios included
	Date   Kind = "date"   // a civil day
	Truth  Kind = "truth"  // yes or no; of an [Answer] alone
)

// Value is one typed value. The zero Value is an empty text.
// Values are immutable and safe to share.
type Value struct {
	// Kind says which of the other fields carry meaning.
	Kind Kind
	// Text is the canonical text: for Text the source's own characters without
	// surrounding space; for Number plain decimal digits without exponent or
	// trailing zeros; for Date the ISO form 2006-01-02, which sorts by time.
	Text string
	// Number is the exact amount, for kind Number only, already scaled: "1.31亿"
	// in a column of 元 is 131000000.
	Number decimal.Decimal
	// Unit is the unit Number is in ("元", "%", "家"), or "" where it has none.
	Unit string
}

// A State says what a table holds at a row and column. Only a Present cell can be an
// answer or a keyword.
type State uint8

// The closed set of states.
const (
	Unobserved State = iota // the row has no such cell: nobody looked
	Empty                   // the source's cell is null or blank
	Sentinel                // the source's own mark for "none", such as "-" or "无"
	Present                 // a value
)
