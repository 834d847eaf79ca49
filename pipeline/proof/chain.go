package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// revisited checks that the entity a node names is none the chain came through.
// Branches may pass through one entity each, and meet again; of two entities that are
// compared the node names one by what it means.
func (p *prover) revisited(r *relation) string {
	if _, ok := r.node.Do.(*plan.Compare); ok {
		a, b := r.from[0], r.from[2]
		if p.relational.canonical(a.entity, a.name) == p.relational.canonical(b.entity, b.name) {
			return fmt.Sprintf("repeated: %s is compared with itself", strings.Join(a.name, " "))
		}
		return ""
	}
	if r.node.Lookup() != "" {
		return p.among(r)
	}
	if r.name == nil {
		return ""
	}
	return p.met(r, r.entity, r.name)
}

// among checks that a set whose members are asked about holds none the chain came
// through: for that one the chain would return.
func (p *prover) among(r *relation) string {
	in := r.from[0]
	if in.name != nil {
		return ""
	}
	for _, name := range in.members() {
		if fault := p.met(r, in.entity, name); fault != "" {
			return fault
		}
	}
	return ""
}

// met says which node before names an entity, or "".
func (p *prover) met(r *relation, entity string, name []string) string {
	own := p.relational.canonical(entity, name)
	found := ""
	ancestors(r, func(a *relation) {
		if a.name != nil && a.entity == entity && p.relational.canonical(a.entity, a.name) == own {
			found = fmt.Sprintf("repeated: %s again, as at %s", strings.Join(name, " "), a.node.Name)
		}
	})
	return found
}

// returned checks that the single row a value or link is taken from is none the
// chain took another from before.
func returned(r *relation) string {
	if _, ok := r.node.Do.(*plan.Project); !ok || !r.single {
		return ""
	}
	found := ""
	ancestors(r, func(a *relation) {
		_, project := a.node.Do.(*plan.Project)
		if project && a.single && a.table == r.table && a.rows[0] == r.rows[0] {
			found = fmt.Sprintf("repeated: row %d of %s again, as at %s", r.rows[0], r.table.Spec().Name, a.node.Name)
		}
	})
	return found
}

// repeated checks that a node that works on two values has two.
func repeated(r *relation) string {
	switch r.node.Do.(type) {
	case *plan.Days, *plan.Arithmetic:
		if r.from[0] == r.from[1] {
			return "trivial: it works on one value twice"
		}
	}
	return ""
}

// ancestors calls f for every relation that r was worked out from, once.
func ancestors(r *relation, f func(*relation)) {
	var seen []*relation
	var visit func(r *relation)
	visit = func(r *relation) {
		for _, a := range r.from {
			if !slices.Contains(seen, a) {
				seen = append(seen, a)
				f(a)
				visit(a)
			}
		}
	}
	visit(r)
}
