package proof

import (
	"maps"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// idle says what a node had nothing to choose between, or "": a question that asks
// for it would be as well answered without.
func idle(r *relation) string {
	in := r.from
	switch r.node.Do.(type) {
	case *plan.Filter:
		if len(r.rows) == len(in[0].rows) {
			return "it keeps every row"
		}
	case *plan.Superlative, *plan.Aggregate:
		if len(in[0].rows) < 2 {
			return "it has a single row to work on"
		}
	case *plan.Frequent:
		if r.values < 2 {
			return "a single value stands there"
		}
	case *plan.Mode:
		if len(in[0].members()) < 2 {
			return "a single value is in the set"
		}
	case *plan.Having:
		if same(r, in[0]) {
			return "it keeps every member"
		}
	case *plan.Combine:
		if same(r, in[0]) || same(r, in[1]) {
			return "it gives one of the two sets it is made of"
		}
	}
	return ""
}

// same reports whether two relations are one set.
func same(a, b *relation) bool { return maps.Equal(a.set(), b.set()) }

// set returns the members of a relation by key.
func (r *relation) set() map[string]bool {
	set := map[string]bool{}
	for _, m := range r.members() {
		set[key("", m...)] = true
	}
	return set
}
