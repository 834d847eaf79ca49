package proof

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

// reach finds the rows that an agent can come to: it asks every tool about every
// name it has, takes all names of all rows found, and goes on. It is immutable and
// safe for concurrent use.
type reach struct {
	domain *domain.Domain
	asks   map[string][]asking // by entity type
	derive map[string][]derivation
}

// asking is a tool that takes an entity type: which inputs its parts are given to.
type asking struct {
	tool   *domain.Tool
	inputs []string
}

// derivation makes a name of another.
type derivation struct {
	to   string
	name func(string) (string, bool)
}

func newReach(d *domain.Domain) *reach {
	r := &reach{domain: d, asks: map[string][]asking{}, derive: map[string][]derivation{}}
	for i := range d.Tools {
		t := &d.Tools[i]
		for _, entity := range plan.Accepts(d, t) {
			m := t.Match[slices.IndexFunc(t.Match, func(m domain.Match) bool {
				e, _ := entityOf(d.Table(t.Table).Column(m.Columns[0]))
				return e == entity
			})]
			r.asks[entity] = append(r.asks[entity], asking{t, m.Inputs})
		}
	}
	for i := range d.Derivations {
		if v := &d.Derivations[i]; v.Pattern != "" {
			r.derive[v.From] = append(r.derive[v.From], derivation{v.To, v.Extractor()})
		}
	}
	return r
}

// named is an entity that an agent knows the name of.
type named struct {
	entity string
	parts  []string
}

func (n named) key() string { return key(n.entity, n.parts...) }

// search is one search of a reach.
type search struct {
	*reach
	tools tool.Caller
	see   func(t *corpus.Table, row int) bool

	rows    map[*corpus.Table]map[int32]bool // shown
	names   map[string]bool                  // known
	next    []named                          // to ask about in the next round
	stopped bool
}

// rows shows see every row that at most so many lookups one behind the other lead to
// from the names, each once, until see returns true, and returns how many it showed.
// The order depends on nothing but the tables and the names. The error is for broken
// tools.
func (r *reach) rows(ctx context.Context, tools tool.Caller, from []named, hops int, see func(t *corpus.Table, row int) bool) (shown int, err error) {
	s := &search{reach: r, tools: tools, see: see, rows: map[*corpus.Table]map[int32]bool{}, names: map[string]bool{}}
	var known []named
	for _, n := range from {
		known = s.know(known, n)
	}
	for range hops {
		s.next = nil
		for _, n := range known {
			for _, a := range s.asks[n.entity] {
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

// know adds a name, and what is derived from it, to those to ask about next, unless
// it is known.
func (s *search) know(list []named, n named) []named {
	k := n.key()
	if s.names[k] {
		return list
	}
	s.names[k] = true
	list = append(list, n)
	for _, d := range s.derive[n.entity] {
		if name, ok := d.name(n.parts[0]); ok {
			list = s.know(list, named{d.to, []string{name}})
		}
	}
	return list
}

// ask asks a tool about a name, shows the rows that come back, and takes the names in
// them for the next round. Of a tool that returns a field of a row all of the row is
// taken: that finds more, not less.
func (s *search) ask(ctx context.Context, n named, a asking) error {
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
		for _, name := range s.within(r.Table, int(row)) {
			s.next = s.know(s.next, name)
		}
	}
	return nil
}

// within returns the entities that a row names: every one of several in a cell, and
// one of several parts where each part has one name.
func (s *search) within(t *corpus.Table, row int) (names []named) {
	spec := t.Spec()
	parts := map[string]string{}
	for col := range spec.Columns {
		c := &spec.Columns[col]
		if c.Entity == "" {
			continue
		}
		entity, part := entityOf(c)
		for _, v := range t.Cell(row, col).Values {
			if part == "" {
				names = append(names, named{entity, []string{v.Text}})
			} else {
				parts[c.Entity] = v.Text
			}
		}
	}
	for i := range s.domain.Entities {
		e := &s.domain.Entities[i]
		name := named{entity: e.Name}
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
