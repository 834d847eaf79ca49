package soundness

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Revisit is an entity of a set at which a chain has been before.
type Revisit struct {
	Name []string // its name in the set, one string for each part
	At   string   // a node of the chain that names it
}

// Revisited returns an entity that makes a lookup, called for a set of entities of a type, come
// back to where its chain has been; nil if none does. The chain is the nodes that the set was
// found from. Named returns the type and the name of the one entity that a node names; "" and nil
// if it names none.
//
// A list of things by their keys, such as all subsidiaries of the parent of a company, may hold
// one that the chain has been at before it came to what the list is of, if it holds others. It
// may not hold what it is of, nor what the chain has been at since.
func (n *EntityNames) Revisited(p *plan.Program, x Execution, lookup, entity string, named func(node string) (entity string, name []string)) *Revisit {
	set := p.Node(p.Node(lookup).From[0])
	of := set
	for of.Lookup() == "" && len(of.From) > 0 {
		of = p.Node(of.From[0])
	}
	domain, columns := n.corpus.Domain(), set.Columns()
	listed := of.Lookup() != "" && len(columns) == 1 && columns[0] == domain.Table(domain.Tool(of.Lookup()).Table).Key
	var back *Revisit
	others := false
	for _, name := range x.Outcome(set.Name).Members() {
		same := func(node string) bool {
			e, other := named(node)
			return other != nil && e == entity && n.canonical(e, other) == n.canonical(entity, name)
		}
		at := slices.IndexFunc(chainTo(p, lookup), same)
		switch {
		case at < 0:
			others = true
		case !listed || !slices.ContainsFunc(chainTo(p, of.Name), same) || same(of.From[0]):
			return &Revisit{name, chainTo(p, lookup)[at]}
		default:
			back = &Revisit{name, chainTo(p, lookup)[at]}
		}
	}
	if others {
		return nil
	}
	return back
}

// chainTo returns the nodes from which a node was found, those in front first.
func chainTo(p *plan.Program, name string) []string {
	in := map[string]bool{name: true}
	var chain []string
	for _, n := range slices.Backward(p.Nodes) {
		if !in[n.Name] {
			continue
		}
		for _, from := range n.From {
			in[from] = true
		}
		if n.Name != name {
			chain = append(chain, n.Name)
		}
	}
	slices.Reverse(chain)
	return chain
}
