package reading

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// sources adds the readings in which a column that is read from the row of the i-th node, a
// lookup of one row, comes from the row of another lookup about the same entity: if the
// draft does not say the table, from any; if it does, from a table whose noun for a row
// includes the noun that the draft says ("case" and "closed enforcement case").
func (s *set) sources(i int) {
	n := &s.of.Nodes[i]
	call, ok := n.Do.(*plan.Call)
	if !ok || s.d.Tool(call.Tool).Returns == domain.Many {
		return
	}
	own := s.d.Tool(call.Tool)
	row := s.d.Table(own.Table).Row.In(s.lang)
	implicit := slices.Contains(s.implicit.Sources, n.Name)
	for j := range s.d.Tools {
		t := &s.d.Tools[j]
		if t.Kind != domain.Lookup || t.Returns == domain.Many || t.Table == own.Table ||
			!implicit && !strings.HasSuffix(s.d.Table(t.Table).Row.In(s.lang), row) {
			continue
		}
		for r := i + 1; r < len(s.of.Nodes); r++ {
			if s.of.Nodes[r].From != nil && s.of.Nodes[r].From[0] == n.Name && len(s.of.Nodes[r].Columns()) == 1 {
				s.source(i, r, t)
			}
		}
	}
}

// source adds the readings in which the r-th node reads a column from lookup t, called about
// the entity of the i-th node, a call.
func (s *set) source(i, r int, t *domain.Tool) {
	n, reader := &s.of.Nodes[i], &s.of.Nodes[r]
	asked := s.types[s.index(n.From[0])].Entity
	table := s.d.Table(s.types[i].Table)
	about := n.From[0]
	var before []plan.Node
	switch accepted := plan.Accepts(s.d, t); {
	case slices.Contains(accepted, asked):
	case table.KeyEntity() != "" && slices.Contains(accepted, table.KeyEntity()) && slices.Contains(s.types[i].Columns, table.Key):
		asked, about = table.KeyEntity(), fresh(reader.Name, 1)
		before = []plan.Node{{Name: about, From: []string{n.Name}, Do: &plan.Project{Columns: []string{table.Key}}}}
	default:
		return
	}
	call := plan.Node{Name: fresh(reader.Name, 2), From: []string{about}, Do: &plan.Call{Tool: t.Name, Each: n.Do.(*plan.Call).Each}}
	column := table.Column(reader.Columns()[0])
	for c := range s.d.Table(t.Table).Columns {
		other := &s.d.Table(t.Table).Columns[c]
		if !s.d.CalledAlike(column, other, asked) || t.Returns == domain.Field && t.Column != other.Name || plan.Matched(s.d, t, asked, other.Name) {
			continue
		}
		q := clone(s.of)
		q.Nodes[r].From = slices.Clone(reader.From)
		q.Nodes[r].From[0] = call.Name
		q.Nodes[r].Do = reader.WithColumn(other.Name)
		insert(q, r, append(slices.Clone(before), call)...)
		s.add(q, Source, reader.Name, t.Name+" "+other.Name)
	}
}
