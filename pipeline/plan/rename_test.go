package plan

import (
	"maps"
	"slices"
	"testing"
)

// Every operation that reads columns takes other names for all of them, and is otherwise what it was.
func TestOperationsTakeOtherColumnNames(t *testing.T) {
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		do := kinds[kind]()
		if p, ok := do.(*Project); ok {
			p.Columns = []string{"", ""}
		}
		other := &Node{Do: withColumnNames(do, func(column string) string { return column + "b" })}
		for i, column := range (&Node{Do: do}).Columns() {
			if got := other.Columns()[i]; got != column+"b" {
				t.Errorf("column %d of %s is %q, want %q", i, kind, got, column+"b")
			}
		}
		if other.Do.Kind() != kind {
			t.Errorf("%s under other names is a %s", kind, other.Do.Kind())
		}
	}
}
