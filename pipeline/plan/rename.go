package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Renamed returns a copy of the program for the union of domains that calls things as the renaming
// says. The program is not changed.
func (p *Program) Renamed(r *domain.Renaming) *Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	for i := range q.Nodes {
		switch do := q.Nodes[i].Do.(type) {
		case *Start:
			q.Nodes[i].Do = &Start{Entity: r.Entity(do.Entity), Value: do.Value}
		case *Derive:
			q.Nodes[i].Do = &Derive{Derivation: r.Derivation(do.Derivation)}
		case *DeriveAll:
			q.Nodes[i].Do = &DeriveAll{Derivation: r.Derivation(do.Derivation)}
		case *Call:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Having:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Retrieve:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Citations:
			q.Nodes[i].Do = &Citations{Passages: r.Table(do.Passages)}
		}
	}
	return &q
}
