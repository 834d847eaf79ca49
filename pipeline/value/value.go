// Package value defines the typed values of table cells and reference answers. A cell keeps
// its source text beside its values, so parsing loses no information.
package value

import (
	"github.com/shopspring/decimal"
)

// Kind is the type of a Value, which determines how it is compared and written.
type Kind string

// The closed set of kinds.
const (
	Text   Kind = "text"   // a name, code or phrase, compared as text
	Number Kind = "number" // an exact decimal in Unit, money and ratios included
	Date   Kind = "date"   // a civil day
	Truth  Kind = "truth"  // yes or no; only for an [Answer]
)

// Value is one typed value. The zero Value is not of any kind and prints as the empty text.
// Values are immutable and safe to share.
type Value struct {
	// Kind determines which of the other fields are used.
	Kind Kind
	// Text is the canonical text: for Text the source's own characters without
	// surrounding space; for Number plain decimal digits without exponent or
	// trailing zeros; for Date the ISO form 2006-01-02, which sorts by time.
	Text string
	// Number is the exact amount, for kind Number only, already scaled: "1.31亿"
	// in a column of 元 is 131000000.
	Number decimal.Decimal
	// Unit is the unit of Number ("元", "%", "家"), or "" if it has none.
	Unit string
}

// A State says whether and why a table has a value at a row and column. Only a Present cell
// can be an answer or a keyword.
type State uint8

// The closed set of states.
const (
	Unobserved State = iota // the row has no such cell, so nothing is known
	Empty                   // the source's cell is null or blank
	Sentinel                // the source's own mark for "none", such as "-" or "无"
	Present                 // a value
)
