package value

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// Equal reports whether two values are the same: equal texts, equal days, or equal amounts
// across units of the same base (1.5万元 equals 15000元). Values of different kinds, or in
// units that measure different things, are not equal. To compare texts that may be spelt
// differently, compare Fold of each.
func Equal(a, b Value) bool {
	order, ok := Compare(a, b)
	return ok && order == 0
}

// Compare orders two values of the same kind: texts by their bytes, numbers by amount
// across units of the same base, days by time. The order is -1, 0 or 1. ok is false, and
// the order 0, for different kinds and for units that measure different things.
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
