package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// columnEntity returns the entity type that a column names. If the column holds one part
// of an entity of several parts, it also returns the name of the part.
func columnEntity(c *domain.Column) (entity, part string) {
	entity, part, _ = strings.Cut(c.Entity, ".")
	return entity, part
}

// matchEntity returns the entity type that a lookup match accepts.
func matchEntity(d *domain.Domain, t *domain.Tool, m *domain.LookupMatch) string {
	e, _ := columnEntity(d.Table(t.Table).Column(m.Columns[0]))
	return e
}

// matches returns the matches of a lookup that accept an entity of the type; none if the
// tool is not a lookup or does not accept the type.
func matches(d *domain.Domain, t *domain.Tool, entity string) []*domain.LookupMatch {
	if t == nil || t.Kind != domain.Lookup {
		return nil
	}
	var ms []*domain.LookupMatch
	for i := range t.Match {
		if matchEntity(d, t, &t.Match[i]) == entity {
			ms = append(ms, &t.Match[i])
		}
	}
	return ms
}

// Accepts returns the entity types that a lookup accepts, each once, in the order in which
// it declares its matches. For other tools it returns nil.
func Accepts(d *domain.Domain, t *domain.Tool) []string {
	var es []string
	if t.Kind != domain.Lookup {
		return nil
	}
	for i := range t.Match {
		if e := matchEntity(d, t, &t.Match[i]); !slices.Contains(es, e) {
			es = append(es, e)
		}
	}
	return es
}

// Matched reports whether a lookup that is given an entity of type accepted compares it
// with the named column to find rows.
func Matched(d *domain.Domain, t *domain.Tool, accepted, column string) bool {
	return slices.ContainsFunc(matches(d, t, accepted), func(m *domain.LookupMatch) bool { return slices.Contains(m.Columns, column) })
}

// Links returns the links by which a question can lead from a lookup that is given an
// entity of type accepted to an entity of type returned: those of [VisibleLinks] but for
// columns that only file the row ([domain.Filing]), which nobody would ask through.
func Links(d *domain.Domain, t *domain.Tool, accepted, returned string) [][]string {
	return slices.DeleteFunc(VisibleLinks(d, t, accepted, returned), func(link []string) bool {
		return len(link) == 1 && d.Table(t.Table).Column(link[0]).Meaning() == domain.Filing
	})
}

// VisibleLinks returns the links by which a lookup that is given an entity of type accepted
// leads to an entity of type returned, in table order; nil if there are none. A link is
// the name of the column that names the entity, or the names of the columns of the
// entity's parts in order. Columns that the lookup matched are left out, because they
// hold the entity it was given.
func VisibleLinks(d *domain.Domain, t *domain.Tool, accepted, returned string) [][]string {
	table := d.Table(t.Table)
	if table == nil {
		return nil
	}
	visible := func(c *domain.Column) bool {
		return (t.Returns != domain.Field || c.Name == t.Column) && !Matched(d, t, accepted, c.Name)
	}
	spec := d.Entity(returned)
	if len(spec.Parts) == 0 {
		var links [][]string
		for i := range table.Columns {
			if c := &table.Columns[i]; c.Entity == returned && visible(c) {
				links = append(links, []string{c.Name})
			}
		}
		return links
	}
	var parts []string
	for _, part := range spec.Parts {
		for i := range table.Columns {
			if c := &table.Columns[i]; c.Entity == returned+"."+part && visible(c) {
				parts = append(parts, c.Name)
				break
			}
		}
	}
	if len(parts) != len(spec.Parts) {
		return nil
	}
	return [][]string{parts}
}

// Joins reports whether lookup b can follow lookup a: a's rows name an entity, other than
// the entity that a was given, of a type that b accepts, or of a type from which a
// pattern derives such a type. Paths require more: the second lookup must not merely
// return to the row of the first. Joins returns false unless both tools are lookups.
func Joins(d *domain.Domain, a, b *domain.Tool) bool {
	accepted := Accepts(d, b)
	for _, from := range Accepts(d, a) {
		for i := range d.Entities {
			e := d.Entities[i].Name
			if len(Links(d, a, from, e)) == 0 {
				continue
			}
			if slices.Contains(accepted, e) || slices.ContainsFunc(d.Derivations, func(x domain.Derivation) bool {
				return x.Pattern != "" && x.From == e && slices.Contains(accepted, x.To)
			}) {
				return true
			}
		}
	}
	return false
}

// returnsToRow reports whether lookup next, given the entity that link names in a row of
// lookup from, returns that same row. A hop through it would lead nowhere new.
func returnsToRow(d *domain.Domain, from *domain.Tool, link []string, next *domain.Tool, accepted string) bool {
	if from.Table != next.Table || next.Returns == domain.Many {
		return false
	}
	for _, m := range matches(d, next, accepted) {
		if slices.Equal(m.Columns, link) {
			return true
		}
	}
	return false
}

// HopLinks returns the links ([Links]) by which one hop leads to the next, in table
// order; empty if there are none. Their columns are columns of the first hop's table.
// Links by which the second lookup would return the very row that the first one returned
// are left out.
func HopLinks(d *domain.Domain, from, to *Hop) [][]string {
	t, next := d.Tool(from.Tool), d.Tool(to.Tool)
	return slices.DeleteFunc(Links(d, t, from.Accepts, from.Returns), func(link []string) bool {
		return to.Derivation == "" && returnsToRow(d, t, link, next, to.Accepts)
	})
}

// Finder returns a function that maps an entity's name to the row numbers that the lookup
// matches for it, in the order of the table; nil if it matches none. A lookup that returns one row
// would return the first of them. Finder returns an error unless the tool is a lookup that
// accepts the entity type. The function is safe for concurrent use; callers must not change
// its result.
func Finder(c *corpus.Corpus, toolName, entity string) (func(name []string) []int32, error) {
	t := c.Domain().Tool(toolName)
	ms := matches(c.Domain(), t, entity)
	if len(ms) == 0 {
		return nil, fmt.Errorf("tool %q: want a lookup that accepts %s", toolName, entity)
	}
	return tool.Finder(c, t, ms[0].Inputs)
}
