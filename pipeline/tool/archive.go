package tool

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
)

// Archive is implemented by callers that can also read the rows of tables without a tool:
// [Set] and [ReducedSet]. Agents have no access to it.
type Archive interface {
	// Records returns the table of that name, which the domain must declare with a key of one
	// column, and the numbers of
	// its rows with that key, in the order of the table; nil for none. Callers must not change them.
	Records(table, key string) (*corpus.Table, []int32)
}

// Records implements [Archive].
func (s *Set) Records(table, key string) (*corpus.Table, []int32) {
	t := s.corpus.Table(table)
	return t, t.Match(t.Column(t.Spec().Key), key)
}

// Records implements [Archive].
func (v *ReducedSet) Records(table, key string) (*corpus.Table, []int32) {
	t, rows := v.set.Records(table, key)
	if t == v.table {
		rows = slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { return row == v.row })
	}
	return t, rows
}
