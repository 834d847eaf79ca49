package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Neighbours is [Neighbours] without those that take a column for its twin: one that
// in every row of the table holds the same values, or neither holds any. Two such
// columns say one thing under two names, and no question tells them apart.
func (s *Searcher) Neighbours(p *plan.Program) []Rival { return neighbours(s.domain, p, s.twins) }

// twins reports whether two columns of a table are twins.
func (s *Searcher) twins(table, a, b string) bool {
	if a > b {
		a, b = b, a
	}
	key := [3]string{table, a, b}
	s.mu.Lock()
	defer s.mu.Unlock()
	same, ok := s.same[key]
	if !ok {
		same = s.compare(table, a, b)
		s.same[key] = same
	}
	return same
}

func (s *Searcher) compare(table, a, b string) bool {
	t := s.corpus.Table(table)
	i, j := t.Column(a), t.Column(b)
	for row := range t.Len() {
		x, y := t.Cell(row, i), t.Cell(row, j)
		if !slices.EqualFunc(x.Values, y.Values, value.Equal) {
			return false
		}
	}
	return true
}

// Kindred returns the other columns of a table that hold values of the same kind as
// the named one, names of one entity type or the same scalar kind in the same unit,
// and not in every row the same: those that [Searcher.Neighbours] puts in its place.
// Order is that of the table.
func (s *Searcher) Kindred(table, column string) []string {
	t := s.domain.Table(table)
	own := t.Column(column)
	var names []string
	for i := range t.Columns {
		if c := &t.Columns[i]; alike(own, c) && !s.twins(table, column, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}
