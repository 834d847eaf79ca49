package tool

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
)

// A ReducedSet has the tools of a [Set] over its corpus without one row, made by
// [Set.Without]. Every lookup behaves as if the row were not in its file: a lookup that
// finds no other row answers FaultMissing, a lookup that would return it as the first of
// several returns the next, and brackets match in the other width if only that row had the
// requested width. Passages are those of the Set. A ReducedSet does not copy the corpus and
// is safe for concurrent use.
type ReducedSet struct {
	set   *Set
	table *corpus.Table
	row   int32
}

// Without returns the tools over the corpus without one row of a table. The row is
// identified by its number from 0 and the text of its key, "" in a table without keys. It
// fails if there is no such table or row, or if the row has another key, as it may after
// the file has changed.
func (s *Set) Without(table, key string, row int) (*ReducedSet, error) {
	t := s.corpus.Table(table)
	if t == nil {
		return nil, fmt.Errorf("table %q: not declared by the domain", table)
	}
	if row < 0 || row >= t.Len() {
		return nil, fmt.Errorf("row %d of %s: want one of the table's %d rows, numbered from 0", row, table, t.Len())
	}
	if has := Key(t, row); has != key {
		return nil, fmt.Errorf("row %d of %s has the key %q: want %q", row, table, has, key)
	}
	return &ReducedSet{set: s, table: t, row: int32(row)}, nil
}

// Key returns the text of a row's key, the parts of a key of several columns with commas between
// them, those that have a comma or a quotation mark themselves in quotation marks, so that no two keys
// read alike; "" in a table that has no key. It panics for a row out of range.
func Key(t *corpus.Table, row int) string {
	var parts []string
	columns := t.Spec().KeyColumns()
	for _, name := range columns {
		part := t.Cell(row, t.Column(name)).Text()
		if len(columns) > 1 && strings.ContainsAny(part, `,"`) {
			part = strconv.Quote(part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// Call implements [Caller] as [Set.Call] does.
func (v *ReducedSet) Call(ctx context.Context, c Call) (Result, error) {
	l, ok := v.set.tools[c.Tool].(*lookup)
	if !ok || l.table != v.table {
		return v.set.Call(ctx, c)
	}
	less := *l
	less.hidden = v.row
	return less.call(ctx, c.Args)
}

// none is the number of no row.
const none int32 = -1

// visible returns rows without the hidden one, in order; rows itself where it is
// not among them.
func (l *lookup) visible(rows []int32) []int32 {
	if l.hidden == none {
		return rows
	}
	i, ok := slices.BinarySearch(rows, l.hidden)
	if !ok {
		return rows
	}
	return slices.Concat(rows[:i], rows[i+1:])
}
