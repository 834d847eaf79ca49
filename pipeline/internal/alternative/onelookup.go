package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// OneLookupRows returns the rows of a table that one lookup returns in full to an agent that
// knows an entity's name: a lookup of the entity, or of an entity derived from its name in
// one or more steps. The rows are sorted, each once; nil for none. Accepted is the entity's
// type, which the domain must declare.
//
// A chain that looks up the entity, follows a name in its rows and reaches only rows of this
// list is longer than necessary: [Searcher.Shorter] finds a shorter chain to every value in
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
