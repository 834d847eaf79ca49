package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Near returns the rows of a table that one lookup shows whole to who knows an
// entity's name: a lookup about the entity or about what is derived from its name, in
// steps or at once. They are sorted, each there once; nil for none. The entity's type
// must be one of the domain's.
//
// A chain that asks something about the entity, goes on by a name it finds and comes to
// such rows alone is longer than need be, whatever it asks of them or goes on to:
// [Searcher.Shorter] finds a shorter way to all that stands in them.
func (s *Searcher) Near(entity string, name []string, table string) []int32 {
	var rows []int32
	known := []*place{s.place(s.kinds[entity], name)}
	for i := 0; i < len(known); i++ {
		p := known[i]
		for j, found := range p.ask() {
			if a := &p.kind.lookups[j]; a.tool.Returns != domain.Field && a.tool.Table == table {
				rows = append(rows, found...)
			}
		}
		for _, q := range s.made(p) {
			if !slices.Contains(known, q) {
				known = append(known, q)
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
