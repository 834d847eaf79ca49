package reading

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// antecedents adds the readings in which references to the named result mean an entity of
// the same kind that the question speaks of before it: in all phrases or, if several refer
// to it, in one of them.
func (s *set) antecedents(name string) {
	k := s.index(name)
	var readers []int
	for i := k + 1; i < len(s.of.Nodes); i++ {
		if slices.Contains(s.of.Nodes[i].From, name) {
			readers = append(readers, i)
		}
	}
	if s.types[k].Entity == "" {
		return
	}
	for i := range k {
		s.antecedent(k, readers, i)
		if len(readers) > 1 {
			for _, reader := range readers {
				s.antecedent(k, []int{reader}, i)
			}
		}
	}
}

// antecedent adds the reading in which the readers of the k-th node's entity read that of the
// i-th node, if it has one of the same kind: the entity itself or, for a single row, the one
// that the key names.
func (s *set) antecedent(k int, readers []int, i int) {
	t, own := s.types[i], s.types[k]
	name := s.of.Nodes[k].Name
	by := s.of.Nodes[i].Name
	q := clone(s.of)
	for _, reader := range readers {
		n := &q.Nodes[reader]
		n.From = slices.Clone(n.From)
	}
	switch {
	case t.Entity != "" && t.Many == own.Many && s.sameNoun(t.Entity, own.Entity) && t.Shape != plan.ShapeNumber:
	case t.Shape == plan.ShapeRows && !t.Many && !own.Many && s.keyNames(i, own.Entity) && !s.isKeyOf(k, i):
		by = fresh(s.of.Nodes[i].Name, 1)
	default:
		return
	}
	for _, reader := range readers {
		from := q.Nodes[reader].From
		for j := range from {
			if from[j] == name {
				from[j] = by
			}
		}
	}
	if by != s.of.Nodes[i].Name {
		insert(q, i+1, plan.Node{Name: by, From: []string{s.of.Nodes[i].Name}, Do: &plan.Project{Columns: []string{s.d.Table(t.Table).Key}}})
	}
	s.add(q, Antecedent, name, s.of.Nodes[i].Name)
}

// sameNoun reports whether questions call entities of two types by one noun.
func (s *set) sameNoun(a, b string) bool {
	return a == b || s.d.Entity(a).Label.In(s.lang) == s.d.Entity(b).Label.In(s.lang)
}

// keyNames reports whether the i-th node's rows are entities of a type, which their key, if it
// is visible, names: trading firms, listed companies. It does not if the key is the name that the
// node looks up.
func (s *set) keyNames(i int, entity string) bool {
	t, n := s.types[i], &s.of.Nodes[i]
	table := s.d.Table(t.Table)
	if tool := s.d.Tool(n.Lookup()); tool != nil && plan.Matched(s.d, tool, s.types[s.index(n.From[0])].Entity, table.Key) {
		return false
	}
	return table.KeyEntity() == entity && slices.Contains(t.Columns, table.Key) &&
		strings.HasSuffix(table.Row.In(s.lang), s.d.Entity(entity).Label.In(s.lang))
}

// isKeyOf reports whether the k-th node takes the key of the i-th node's rows.
func (s *set) isKeyOf(k, i int) bool {
	n := &s.of.Nodes[k]
	return len(n.From) > 0 && n.From[0] == s.of.Nodes[i].Name && slices.Equal(n.Columns(), []string{s.d.Table(s.types[i].Table).Key})
}
