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

// explorer finds the rows that an agent can come to: it asks every tool about every
// name it has, takes all names of all rows found, and goes on. It is immutable and
// safe for concurrent use.
type explorer struct {
	domain *domain.Domain
	asks   map[string][]request // by entity type
	derive map[string][]derivation
}

// request is a tool that takes an entity type: which inputs its parts are given to.
type request struct {
	tool   *domain.Tool
	inputs []string
}

// derivation makes a name of another.
type derivation struct {
	to   string
	name func(string) (string, bool)
}

func newExplorer(d *domain.Domain) *explorer {
	r := &explorer{domain: d, asks: map[string][]request{}, derive: map[string][]derivation{}}
	for i := range d.Tools {
		t := &d.Tools[i]
		for _, accepted := range plan.Accepts(d, t) {
			m := t.Match[slices.IndexFunc(t.Match, func(m domain.LookupMatch) bool {
				e, _, _ := strings.Cut(d.Table(t.Table).Column(m.Columns[0]).Entity, ".")
				return e == accepted
			})]
			r.asks[accepted] = append(r.asks[accepted], request{t, m.Inputs})
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
	see   func(t *corpus.Table, row int) bool

	rows    map[*corpus.Table]map[int32]bool // shown
	names   map[string]bool                  // known
	next    []entity                         // to ask about in the next round
	stopped bool
}

// rows shows see every row that at most so many lookups one behind the other lead to
// from the names, each once, until see returns true, and returns how many it showed.
// The order depends on nothing but the tables and the names. The error is for broken
// tools.
func (r *explorer) rows(ctx context.Context, tools tool.Caller, from []entity, hops int, see func(t *corpus.Table, row int) bool) (shown int, err error) {
	s := &search{explorer: r, tools: tools, see: see, rows: map[*corpus.Table]map[int32]bool{}, names: map[string]bool{}}
	var known []entity
	for _, n := range from {
		known = s.learn(known, n)
	}
	for range hops {
		s.next = nil
		for _, n := range known {
			for _, a := range s.asks[n.kind] {
				if err := s.ask(ctx, n, a); err != nil || s.stopped {
					return s.shown(), err
				}
			}
		}
		known = s.next
	}
	return s.shown(), nil
}

func (s *search) shown() (n int) {
	for _, rows := range s.rows {
		n += len(rows)
	}
	return n
}

// learn adds a name, and what is derived from it, to those to ask about next, unless
// it is known.
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

// ask asks a tool about a name, shows the rows that come back, and takes the names in
// them for the next round. Of a tool that returns a field of a row all of the row is
// taken: that finds more, not less.
func (s *search) ask(ctx context.Context, n entity, a request) error {
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
		if s.see(r.Table, int(row)) {
			s.stopped = true
			return nil
		}
		for _, name := range s.entitiesIn(r.Table, int(row)) {
			s.next = s.learn(s.next, name)
		}
	}
	return nil
}

// entitiesIn returns the entities that a row names: every one of several in a cell, and
// one of several parts where each part has one name.
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
