package absence

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// explorer finds the rows that an agent can reach: it calls every tool for every name it
// knows, takes all names from all rows returned, and repeats. It is immutable and safe for
// concurrent use.
type explorer struct {
	domain  *domain.Domain
	lookups map[string][]request // by entity type
	derive  map[string][]derivation
}

// request is a tool that accepts an entity type, and the inputs that take the parts of the
// entity's name.
type request struct {
	tool   *domain.Tool
	inputs []string
}

// derivation derives a name from another.
type derivation struct {
	to   string
	name func(string) (string, bool)
}

func newExplorer(d *domain.Domain) *explorer {
	r := &explorer{domain: d, lookups: map[string][]request{}, derive: map[string][]derivation{}}
	for i := range d.Tools {
		t := &d.Tools[i]
		for _, accepted := range plan.Accepts(d, t) {
			m := t.Match[slices.IndexFunc(t.Match, func(m domain.LookupMatch) bool {
				e, _, _ := strings.Cut(d.Table(t.Table).Column(m.Columns[0]).Entity, ".")
				return e == accepted
			})]
			r.lookups[accepted] = append(r.lookups[accepted], request{t, m.Inputs})
		}
	}
	for i := range d.Derivations {
		if v := &d.Derivations[i]; v.Pattern != "" {
			r.derive[v.From] = append(r.derive[v.From], derivation{v.To, v.Extractor()})
		}
	}
	return r
}

// entity is an entity whose name an agent knows.
type entity struct {
	kind  string
	parts []string
}

func (n entity) key() string { return fmt.Sprintf("%q%q", n.kind, n.parts) }

// search is one search of an explorer.
type search struct {
	*explorer
	tools tool.Caller
	visit func(t *corpus.Table, row int) bool

	rows    map[*corpus.Table]map[int32]bool // visited
	names   map[string]bool                  // known
	next    []entity                         // entities to look up in the next round
	stopped bool
}

// rows calls visit for every row within the given number of hops from the entities, each row
// once, until visit returns true. It returns the number of rows visited. The order depends
// only on the tables and the entities. It returns an error only if a tool is broken.
func (r *explorer) rows(ctx context.Context, tools tool.Caller, from []entity, hops int, visit func(t *corpus.Table, row int) bool) (visited int, err error) {
	s := &search{explorer: r, tools: tools, visit: visit, rows: map[*corpus.Table]map[int32]bool{}, names: map[string]bool{}}
	var known []entity
	for _, n := range from {
		known = s.learn(known, n)
	}
	for range hops {
		s.next = nil
		for _, n := range known {
			for _, a := range s.lookups[n.kind] {
				if err := s.lookUp(ctx, n, a); err != nil || s.stopped {
					return s.visited(), err
				}
			}
		}
		known = s.next
	}
	return s.visited(), nil
}

func (s *search) visited() (n int) {
	for _, rows := range s.rows {
		n += len(rows)
	}
	return n
}

// learn appends an entity, and the entities derived from its name, to a list, except
// entities that are already known.
func (s *search) learn(list []entity, n entity) []entity {
	k := n.key()
	if s.names[k] {
		return list
	}
	s.names[k] = true
	list = append(list, n)
	for _, d := range s.derive[n.kind] {
		if name, ok := d.name(n.parts[0]); ok {
			list = s.learn(list, entity{d.to, []string{name}})
		}
	}
	return list
}

// lookUp calls a tool for an entity, visits the rows it returns, and adds the entities named
// in them to the next round. For a tool that returns one field it visits the whole row, so
// that the search finds more rather than less.
func (s *search) lookUp(ctx context.Context, n entity, a request) error {
	args := make(map[string]any, len(a.inputs))
	for i, input := range a.inputs {
		args[input] = n.parts[i]
	}
	r, err := s.tools.Call(ctx, tool.Call{Tool: a.tool.Name, Args: args})
	if err != nil {
		return fmt.Errorf("tool %q: %w", a.tool.Name, err)
	}
	for _, row := range r.Rows {
		seen := s.rows[r.Table]
		if seen == nil {
			seen = map[int32]bool{}
			s.rows[r.Table] = seen
		}
		if seen[row] {
			continue
		}
		seen[row] = true
		if s.visit(r.Table, int(row)) {
			s.stopped = true
			return nil
		}
		for _, name := range s.entitiesIn(r.Table, int(row)) {
			s.next = s.learn(s.next, name)
		}
	}
	return nil
}

// entitiesIn returns the entities that a row names: each name in a cell, and each entity of
// several parts whose parts are all there.
func (s *search) entitiesIn(t *corpus.Table, row int) (names []entity) {
	spec := t.Spec()
	parts := map[string]string{}
	for col := range spec.Columns {
		c := &spec.Columns[col]
		if c.Entity == "" {
			continue
		}
		kind, part, _ := strings.Cut(c.Entity, ".")
		for _, v := range t.Cell(row, col).Values {
			if part == "" {
				names = append(names, entity{kind, []string{v.Text}})
			} else {
				parts[c.Entity] = v.Text
			}
		}
	}
	for i := range s.domain.Entities {
		e := &s.domain.Entities[i]
		name := entity{kind: e.Name}
		for _, part := range e.Parts {
			if text, ok := parts[strings.Join([]string{e.Name, part}, ".")]; ok {
				name.parts = append(name.parts, text)
			}
		}
		if len(e.Parts) > 0 && len(name.parts) == len(e.Parts) {
			names = append(names, name)
		}
	}
	return names
}
