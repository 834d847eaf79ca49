package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// OneLookupRows returns the rows of a table that one lookup shows whole to an agent that
// knows an entity's name: a lookup about the entity, or about a name derived from its name,
// in steps or at once. They are sorted, each once; nil for none. Accepted is the entity's
// type, one of the domain's.
//
// A chain that asks about the entity, goes on by a name it finds and reaches only such rows
// is longer than it needs to be: [Searcher.Shorter] finds a shorter chain to everything in
// them.
func (s *Searcher) OneLookupRows(accepted string, name []string, table string) []int32 {
	var rows []int32
	known := []*entity{s.entity(s.kinds[accepted], name)}
	for i := 0; i < len(known); i++ {
		p := known[i]
		for j, found := range p.ask() {
			if a := &p.kind.lookups[j]; a.tool.Returns != domain.Field && a.tool.Table == table {
				rows = append(rows, found...)
			}
		}
		for _, q := range s.derivedFrom(p) {
			if !slices.Contains(known, q) {
				known = append(known, q)
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
