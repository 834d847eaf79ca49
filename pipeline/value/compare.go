package value

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// Equal reports whether two values are the same: texts and days to the letter,
// numbers by amount, across units of one base (1.5万元 equals 15000元). Values of
// different kinds or of units that measure different things are not equal. For
// texts that may be spelt differently compare [Fold] of each.
func Equal(a, b Value) bool {
	order, ok := Compare(a, b)
	return ok && order == 0
}

// Compare orders two values of one kind: texts by their bytes, numbers by amount
// across units of one base, days by time. The order is -1, 0 or 1. ok is false,
// and the order 0, for different kinds and for units that measure different
// things.
func Compare(a, b Value) (order int, ok bool) {
	if a.kind() != b.kind() {
		return 0, false
	}
	if a.Kind != Number {
		return strings.Compare(a.Text, b.Text), true
	}
	if a.Unit == b.Unit {
		return a.Number.Cmp(b.Number), true
	}
	_, base, of := quantity.UnitOf(a.Unit)
	_, other, by := quantity.UnitOf(b.Unit)
	if base != other {
		return 0, false
	}
	return multiplied(a.Number, of).Cmp(multiplied(b.Number, by)), true
}

// kind returns the value's kind; the zero Value is a text.
func (v Value) kind() Kind {
	if v.Kind == "" {
		return Text
	}
	return v.Kind
}
