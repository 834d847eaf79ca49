package alternative

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Search is the result of one search.
type Search struct {
	// Found is a shorter chain; nil if there is none.
	Found *Shortcut
	// Lookups is the depth of the search, in lookups: one less than the longest chain to an
	// answer of the program, or less if a shorter chain was found.
	Lookups int
}

// Shortcut is a shorter chain of lookups to an answer of a program.
type Shortcut struct {
	// Node names the node whose values or rows are reached.
	Node string
	// PlanLookups is the number of lookups of the program's own chain to them.
	PlanLookups int
	// Chain holds the lookups of the shorter chain, in order. If several chains together
	// reach a set, it is the last of them. It is empty if the value is derived from the name
	// of a start or is revealed.
	Chain []Lookup
	// Revealed is the answer, or the first of a set, if a name passed to the program's own
	// lookups reveals it, see [Searcher]; "" for a shorter chain. If an answer is revealed,
	// no shorter chain is searched for.
	Revealed string
}

// Lookup is one lookup of a chain.
type Lookup struct {
	// Tool is called for the entity Name of type Entity.
	Tool   string
	Entity string
	Name   []string
}

// String returns the chain on one line: "get_order number → get_customer name".
func (s *Shortcut) String() string {
	if s.Revealed != "" {
		return fmt.Sprintf("%s takes %d lookups, and a name on the way says %q", s.Node, s.PlanLookups, s.Revealed)
	}
	chain := make([]string, len(s.Chain))
	for i, l := range s.Chain {
		chain[i] = l.Tool + " " + strings.Join(l.Name, " ")
	}
	if len(chain) == 0 {
		chain = []string{"a name derived from a start"}
	}
	return fmt.Sprintf("%s takes %d lookups and %d reach it: %s", s.Node, s.PlanLookups, len(s.Chain), strings.Join(chain, " → "))
}

// Shorter searches for a chain of fewer lookups to any value that a completed execution
// answers or compares. It searches from all starts of the program, up to one lookup less
// than the program needs for each value.
func (s *Searcher) Shorter(t *plan.Trace) Search {
	if found := revealed(t); found != nil {
		return Search{Found: found}
	}
	x := &search{Searcher: s, targets: newTargets(s, t)}
	x.run(t)
	return x.Search
}

// search is the state of one search.
type search struct {
	*Searcher
	Search
	targets *targets
	seen    []uint64 // bit set of the IDs of entities
	steps   []step   // level by level
}

// step is an entity that the search has reached.
type step struct {
	at   *entity
	from int // the step whose rows name it; -1 for a start
}

// run searches level by level: after n rounds the last level holds the entities that n
// lookups reach and fewer do not.
func (x *search) run(t *plan.Trace) {
	for _, e := range t.Program.Entities() {
		x.enter(-1, x.entity(x.kinds[e.Entity], e.Value))
	}
	if x.derived(t); x.Found != nil {
		return
	}
	x.targets.rehash()
	for level := 0; x.targets.furthest() > x.Lookups+1 && level < len(x.steps); {
		x.Lookups++
		end := len(x.steps)
		for i := level; i < end; i++ {
			if x.look(i); x.Found != nil {
				return
			}
		}
		if x.targets.furthest() > x.Lookups+1 {
			for i := level; i < end; i++ {
				for _, q := range x.named(x.steps[i].at) {
					x.enter(i, q)
				}
			}
		}
		level = end
	}
}

// enter adds an entity, and the entities derived from its name, to the level unless the
// search has reached it before.
func (x *search) enter(from int, p *entity) {
	if word := p.id / 64; word >= len(x.seen) {
		x.seen = append(x.seen, make([]uint64, max(len(x.seen), word+1-len(x.seen)))...)
	}
	if x.seen[p.id/64]&(1<<(p.id%64)) != 0 {
		return
	}
	x.seen[p.id/64] |= 1 << (p.id % 64)
	x.steps = append(x.steps, step{p, from})
	for _, q := range x.derivedFrom(p) {
		x.enter(from, q)
	}
}

// derived searches for answers among the names derived from the names of starts.
func (x *search) derived(t *plan.Trace) {
	for _, e := range t.Program.Entities() {
		if len(e.Value) != 1 {
			continue
		}
		if w := x.derivable(x.kinds[e.Entity], e.Value[0]); w != nil {
			x.reach(w, nil)
			return
		}
	}
}

// derivable ticks off the names derived from a name, in one or more steps, and returns the
// target completed by them.
func (x *search) derivable(k *entityType, name string) *target {
	for _, text := range k.derived(name) {
		if w := x.targets.value(value.Value{Kind: value.Text, Text: text}, "", "", x.Lookups); w != nil {
			return w
		}
	}
	return nil
}

// look searches for answers in the rows of a step's entity. If no hash of the rows is the
// hash of a target, there is nothing to read.
func (x *search) look(at int) {
	p := x.steps[at].at
	if !x.targets.mayBeIn(x.hashes(p)) {
		return
	}
	for i, rows := range p.ask() {
		a := &p.kind.lookups[i]
		for _, row := range rows {
			if w := x.row(a, row); w != nil {
				x.reach(w, append(x.chain(at), Lookup{a.tool.Name, p.kind.name, p.name}))
				return
			}
		}
	}
	x.targets.rehash()
}

// row ticks off a row, its values and the names derived from names in it, and returns the
// target completed by them.
func (x *search) row(a *lookup, row int32) *target {
	spec := a.table.Spec()
	if w := x.targets.row(spec.Name, row, x.Lookups); w != nil {
		return w
	}
	if !x.targets.valued() {
		return nil
	}
	for _, col := range a.shown {
		for _, v := range a.table.Cell(int(row), col).Values {
			if w := x.targets.value(v, spec.Name, spec.Columns[col].Name, x.Lookups); w != nil {
				return w
			}
		}
	}
	return x.inDerivedNames(a, row)
}

// inDerivedNames ticks off the names derived from names in a row, and returns the target
// completed by them. They need no further lookup.
func (x *search) inDerivedNames(a *lookup, row int32) (reached *target) {
	for _, l := range a.links {
		if l.to.derive == nil {
			continue
		}
		x.eachName(a.table, row, l.columns, func(name []string) {
			if reached == nil {
				reached = x.derivable(l.to, name[0])
			}
		})
	}
	return reached
}

// reach ends the search with a shortcut to a target.
func (x *search) reach(w *target, chain []Lookup) {
	x.Found = &Shortcut{Node: w.node, PlanLookups: w.lookups, Chain: chain}
}

// chain returns the lookups that led to the entity of a step. A derived name takes none.
func (x *search) chain(at int) []Lookup {
	var chain []Lookup
	for from := x.steps[at].from; from >= 0; at, from = from, x.steps[from].from {
		p := x.steps[from].at
		chain = append(chain, Lookup{x.naming(p, x.steps[at].at), p.kind.name, p.name})
	}
	slices.Reverse(chain)
	return chain
}

// naming returns the first lookup of one entity whose rows name another, or a name that the
// other is derived from.
func (x *search) naming(from, p *entity) string {
	for i, rows := range from.ask() {
		a := &from.kind.lookups[i]
		for _, l := range a.links {
			for _, row := range rows {
				names := false
				x.eachName(a.table, row, l.columns, func(name []string) {
					names = names || l.to == p.kind && slices.Equal(name, p.name) || l.derives(name, p)
				})
				if names {
					return a.tool.Name
				}
			}
		}
	}
	panic("alternative: no lookup about " + strings.Join(from.name, " ") + " names " + strings.Join(p.name, " "))
}

// derives reports whether an entity is derived, in one or more steps, from a name of the
// link.
func (l link) derives(name []string, p *entity) bool {
	for _, d := range l.to.derive {
		if derived, ok := d.name(name[0]); ok && (d.to == p.kind && derived == p.name[0] || link{to: d.to}.derives([]string{derived}, p)) {
			return true
		}
	}
	return false
}
