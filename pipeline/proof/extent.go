package proof

import (
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// read returns a copy whose lookups find other rows.
func (r *relational) read(extents map[string]reading.Extent) *relational {
	other := *r
	other.extents = extents
	return &other
}

// isExtended reports whether a node calls a lookup that finds other rows than its own.
func (r *relational) isExtended(n *plan.Node) bool {
	_, ok := r.extents[n.Lookup()]
	return ok
}

// extended returns the rows of an extent for the entity of a lookup of many rows, in file
// order; nil if there are none.
func (r *relational) extended(t *corpus.Table, e reading.Extent, own *lookupResult) []int {
	var rows []int
	if e.Own {
		rows = slices.Clone(own.rows)
	}
	for _, column := range e.Columns {
		for _, row := range r.mentions.of(t, column)[value.Fold(own.name[0])] {
			if !r.absent.is(t, row) {
				rows = append(rows, row)
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// mentions holds, for columns whose cells can name several entities, the rows that name each,
// by the name in one width and case. It is safe for concurrent use.
type mentions struct {
	mu sync.Mutex
	by map[tableColumn]map[string][]int
}

func newMentions() *mentions { return &mentions{by: map[tableColumn]map[string][]int{}} }

// of returns the rows of a table by the names in a column, read on first use.
func (m *mentions) of(t *corpus.Table, column string) map[string][]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := tableColumn{t, t.Column(column)}
	if m.by[key] == nil {
		rows := map[string][]int{}
		for row := range t.Len() {
			for _, v := range t.Cell(row, key.column).Values {
				name := value.Fold(v.Text)
				rows[name] = append(rows[name], row)
			}
		}
		m.by[key] = rows
	}
	return m.by[key]
}
