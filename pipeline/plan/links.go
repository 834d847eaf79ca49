package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// columnEntity returns the entity type a column names and, for one component of
// an entity of several parts, which part.
func columnEntity(c *domain.Column) (entity, part string) {
	entity, part, _ = strings.Cut(c.Entity, ".")
	return entity, part
}

// matchEntity returns the entity type whose name a match takes.
func matchEntity(d *domain.Domain, t *domain.Tool, m *domain.LookupMatch) string {
	e, _ := columnEntity(d.Table(t.Table).Column(m.Columns[0]))
	return e
}

// matches returns the ways a lookup matches an entity of the type; empty if it
// does not accept it.
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

// Accepts returns the entity types a tool takes, in the order it declares its
// matches, each once.
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

// Matched reports whether a lookup that is asked about an entity of a type finds rows by
// what a column holds.
func Matched(d *domain.Domain, t *domain.Tool, accepted, column string) bool {
	return slices.ContainsFunc(matches(d, t, accepted), func(m *domain.LookupMatch) bool { return slices.Contains(m.Columns, column) })
}

// Links returns the ways a lookup that was asked about one entity type leads to
// another: each a column that names an entity of the type, or the columns of its
// parts in order. The columns the lookup matched are left out: they hold the
// entity asked about. Order is that of the table.
func Links(d *domain.Domain, t *domain.Tool, accepted, returned string) [][]string {
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

// Joins reports whether a lookup returns, beside the entity it is asked about, one of
// a type that another accepts, or from which such a one is derived by a pattern. Paths
// need more: the second must not only return to where the first came from. Tools that
// are no lookups join nothing.
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

// returnsToRow reports whether a lookup that matches exactly the columns another
// hop linked by gives back the very row that hop stood on: a hop that only
// returns where it came from.
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

// HopLinks returns the ways one hop leads on to the next, without those that
// only return where the hop came from. Order is that of the table.
func HopLinks(d *domain.Domain, from, to *Hop) [][]string {
	t, next := d.Tool(from.Tool), d.Tool(to.Tool)
	return slices.DeleteFunc(Links(d, t, from.Accepts, from.Returns), func(link []string) bool {
		return to.Derivation == "" && returnsToRow(d, t, link, next, to.Accepts)
	})
}

// Finder returns a function from an entity's name to the rows a lookup that is
// asked about an entity of the type finds, in file order, before one that returns
// one row takes the first; nil where there is none. It fails for a tool that is no
// lookup of such entities. The function is safe for concurrent use; its result must
// not be changed.
func Finder(c *corpus.Corpus, toolName, entity string) (func(name []string) []int32, error) {
	t := c.Domain().Tool(toolName)
	ms := matches(c.Domain(), t, entity)
	if len(ms) == 0 {
		return nil, fmt.Errorf("tool %q: want a lookup that accepts %s", toolName, entity)
	}
	return tool.Finder(c, t, ms[0].Inputs)
}
