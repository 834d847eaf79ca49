package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// revisited reports a fault if the chain to a node passed through the entity that the node
// names. Different branches may pass through the same entity. A comparison names one of its
// two entities by its nature, so for it only a comparison of an entity with itself is a
// fault.
func (p *prover) revisited(e *evaluation, program *plan.Program, r *relation) string {
	if _, ok := r.node.Do.(*plan.Compare); ok {
		a, b := r.from[0], r.from[2]
		if p.relational.canonical(a.entity, a.name) == p.relational.canonical(b.entity, b.name) {
			return fmt.Sprintf("repeated: %s is compared with itself", strings.Join(a.name, " "))
		}
		return ""
	}
	if r.node.Lookup() != "" {
		return p.revisitedInSet(e, program, r)
	}
	if r.name == nil {
		return ""
	}
	return p.namedBefore(r, r.entity, r.name)
}

// revisitedInSet reports a fault if a lookup of an evaluated program is called for a set that
// holds an entity which makes the chain come back, see [soundness.EntityNames.Revisited].
func (p *prover) revisitedInSet(e *evaluation, program *plan.Program, r *relation) string {
	if r.from[0].name != nil {
		return ""
	}
	back := p.names.Revisited(program, e, r.node.Name, r.from[0].entity, func(node string) (string, []string) {
		return e.of(node).entity, e.of(node).name
	})
	if back == nil {
		return ""
	}
	return fmt.Sprintf("repeated: %s again, as at %s", strings.Join(back.Name, " "), back.At)
}

// namedBefore reports a fault if an ancestor of r names the entity.
func (p *prover) namedBefore(r *relation, entity string, name []string) string {
	canonical := p.relational.canonical(entity, name)
	found := ""
	ancestors(r, func(a *relation) {
		if a.name != nil && a.entity == entity && p.relational.canonical(a.entity, a.name) == canonical {
			found = fmt.Sprintf("repeated: %s again, as at %s", strings.Join(name, " "), a.node.Name)
		}
	})
	return found
}

// returned reports a fault if the chain takes a value from the same single row twice.
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

// repeated reports a fault if a node of two operands reads the same node twice.
func repeated(r *relation) string {
	switch r.node.Do.(type) {
	case *plan.Days, *plan.Arithmetic:
		if r.from[0] == r.from[1] {
			return "trivial: it works on one value twice"
		}
	}
	return ""
}

// ancestors calls f once for each relation that r depends on.
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
