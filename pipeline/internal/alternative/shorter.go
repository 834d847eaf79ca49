package alternative

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Search is what one search came to.
type Search struct {
	// Found is a shorter way; nil if there is none.
	Found *Shortcut
	// Lookups is how many lookups deep was searched: one less than the longest way to
	// an answer takes; fewer where a shorter one was found.
	Lookups int
	// Entities is how many entities were asked about, and Rows how many rows were looked
	// at, once for each entity and tool that finds them.
	Entities, Rows int
}

// Shortcut is a shorter way to what a program answers.
type Shortcut struct {
	// Node names the node whose values, or whose rows, are reached.
	Node string
	// Own is how many lookups the program makes on its way there.
	Own int
	// Way are the lookups of the shorter way, in order; where a set is reached by
	// several ways, those of the last. None where the value is derived from the name of
	// a start.
	Way []Lookup
	// Revealed is the answer, the first of a set, where the names that the program asks about
	// on the way say it and no other way was looked for; see [Searcher]. "" for a shorter
	// way.
	Revealed string
}

// Lookup is one lookup of a way.
type Lookup struct {
	// Tool is asked about the entity Name of type Entity.
	Tool   string
	Entity string
	Name   []string
}

// String returns the way on one line: "get_case 案号 → get_court 法院".
func (s *Shortcut) String() string {
	if s.Revealed != "" {
		return fmt.Sprintf("%s takes %d lookups, and a name on the way says %q", s.Node, s.Own, s.Revealed)
	}
	way := make([]string, len(s.Way))
	for i, l := range s.Way {
		way[i] = l.Tool + " " + strings.Join(l.Name, " ")
	}
	if len(way) == 0 {
		way = []string{"a name derived from a start"}
	}
	return fmt.Sprintf("%s takes %d lookups and %d reach it: %s", s.Node, s.Own, len(s.Way), strings.Join(way, " → "))
}

// Shorter searches for a way of fewer lookups to anything that an execution, which
// must have come to its end, answers or compares. It searches from all starts of the
// program, to one lookup less than each answer takes.
func (s *Searcher) Shorter(t *plan.Trace) Search {
	if found := revealed(t); found != nil {
		return Search{Found: found}
	}
	x := &search{Searcher: s, targets: newTargets(s, t)}
	x.run(t)
	return x.Search
}

// search is one search under way.
type search struct {
	*Searcher
	Search
	targets *targets
	seen    []uint64 // by place
	steps   []step   // those of a level stand together
}

// step is an entity that the search came to.
type step struct {
	at   *entity
	from int // the step whose rows name it; -1 for a start
}

// run goes level by level: after n rounds the last level holds what n lookups name
// first.
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

// enter adds an entity, and what is derived from its name, to the level unless it is
// known.
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

// derived looks for answers among the names derived from those of the starts.
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

// derivable ticks off the names derived from one, in steps or at once, and returns
// what is reached thereby.
func (x *search) derivable(k *entityType, name string) *target {
	for _, text := range k.derived(name) {
		if w := x.targets.value(value.Value{Kind: value.Text, Text: text}, "", "", x.Lookups); w != nil {
			return w
		}
	}
	return nil
}

// look looks for answers in the rows found about the entity of a step. Where none of
// the hashes of the rows is that of a target, the rows are only counted.
func (x *search) look(at int) {
	p := x.steps[at].at
	x.Entities++
	if !x.targets.mayBeIn(x.hashes(p)) {
		x.Rows += p.rows
		return
	}
	for i, rows := range p.ask() {
		a := &p.kind.lookups[i]
		x.Rows += len(rows)
		for _, row := range rows {
			if w := x.row(a, row); w != nil {
				x.reach(w, append(x.way(at), Lookup{a.tool.Name, p.kind.name, p.name}))
				return
			}
		}
	}
	x.targets.rehash()
}

// row ticks off what a row shows and what is derived from the names in it, and
// returns what is reached thereby.
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

// inDerivedNames ticks off what is derived from the names in a row, and returns what is reached
// thereby: nobody asks for what the name says.
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

// reach ends the search.
func (x *search) reach(w *target, way []Lookup) {
	x.Found = &Shortcut{Node: w.node, Own: w.lookups, Way: way}
}

// way returns the lookups that led to the entity of a step. A derived name takes none.
func (x *search) way(at int) []Lookup {
	var way []Lookup
	for from := x.steps[at].from; from >= 0; at, from = from, x.steps[from].from {
		p := x.steps[from].at
		way = append(way, Lookup{x.naming(p, x.steps[at].at), p.kind.name, p.name})
	}
	slices.Reverse(way)
	return way
}

// naming returns the first lookup about one entity that names another, or what the
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
	panic("rival: no lookup about " + strings.Join(from.name, " ") + " names " + strings.Join(p.name, " "))
}

// derives reports whether an entity is derived, in steps or at once, from a name of
// the link.
func (l link) derives(name []string, p *entity) bool {
	for _, d := range l.to.derive {
		if derived, ok := d.name(name[0]); ok && (d.to == p.kind && derived == p.name[0] || link{to: d.to}.derives([]string{derived}, p)) {
			return true
		}
	}
	return false
}
