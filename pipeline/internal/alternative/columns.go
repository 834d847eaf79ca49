package alternative

import "github.com/taskgrove/taskgrove/pipeline/plan"

// Neighbours returns the rivals of [Neighbours] except those that replace a column by its
// twin, which is a column with the same values in every row of the table. No question can
// distinguish twins.
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
		t := s.corpus.Table(table)
		same = t.Same(t.Column(a), t.Column(b))
		s.same[key] = same
	}
	return same
}

// SimilarColumns returns, in table order, the columns by which [Searcher.Neighbours]
// replaces the named column. They hold values of the same kind (names of the same entity
// type, or the same scalar kind in the same unit) and differ from it in at least one row.
func (s *Searcher) SimilarColumns(table, column string) []string {
	t := s.domain.Table(table)
	own := t.Column(column)
	var names []string
	for i := range t.Columns {
		if c := &t.Columns[i]; similar(own, c) && !s.twins(table, column, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}
