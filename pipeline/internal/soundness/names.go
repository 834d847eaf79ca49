package soundness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// EntityNames holds the names in the columns that lookups match, and finds names that may
// stand for several entities. It is safe for concurrent use.
type EntityNames struct {
	corpus  *corpus.Corpus
	strip   map[string]func(string) string // by entity type
	columns map[string]func() *spellings   // by table and columns, read on first use
	starts  map[string]func() nameStarts   // by entity type, read on first use
}

// spellings are the names that one column holds, or the columns of an entity's parts.
type spellings struct {
	// different holds the different names by canonical form, in the order of the table.
	different map[string][]string
	// shared counts, by canonical form, the rows that name an entity together with others in
	// one cell. A lookup misses them, because it compares whole cells.
	shared map[string]int
}

// NewNames returns the names of a corpus. The corpus must not change while they are in use.
func NewNames(c *corpus.Corpus) *EntityNames {
	d := c.Domain()
	n := &EntityNames{corpus: c, strip: map[string]func(string) string{}, columns: map[string]func() *spellings{}, starts: map[string]func() nameStarts{}}
	for i := range d.Entities {
		name := d.Entities[i].Name
		n.strip[name] = d.Entities[i].Stripper()
		n.starts[name] = sync.OnceValue(func() nameStarts { return n.readStarts(name) })
	}
	for _, t := range d.Tools {
		for _, m := range t.Match {
			if k := key(t.Table, m.Columns); n.columns[k] == nil {
				n.columns[k] = sync.OnceValue(func() *spellings { return n.read(c.Table(t.Table), m.Columns) })
			}
		}
	}
	return n
}

// key returns a text that tells lists of texts apart: each text behind its length.
func key(first string, others []string) string {
	b := append(strconv.AppendInt(nil, int64(len(first)), 10), ':')
	b = append(b, first...)
	for _, s := range others {
		b = append(append(strconv.AppendInt(b, int64(len(s)), 10), ':'), s...)
	}
	return string(b)
}

// canonical returns the form in which names of an entity type are compared: stripped as the
// type declares, in one width and case. A name has one string for each part. An entity type
// of "" is for texts that name no entity.
func (n *EntityNames) canonical(entity string, name []string) string {
	parts := make([]string, len(name))
	for i, s := range name {
		if strip := n.strip[entity]; strip != nil {
			s = strip(s)
		}
		parts[i] = value.Fold(s)
	}
	return key(entity, parts)
}

// read collects the names in columns.
func (n *EntityNames) read(t *corpus.Table, columns []string) *spellings {
	out := &spellings{different: map[string][]string{}, shared: map[string]int{}}
	entity, first := entityOf(t, columns[0]), t.Column(columns[0])
	for row := range t.Len() {
		if cell := t.Cell(row, first); len(columns) == 1 && len(cell.Values) > 1 {
			for _, v := range cell.Values {
				out.shared[n.canonical(entity, []string{v.Text})]++
			}
			continue
		}
		texts := textsOf(t, row, columns)
		if texts == nil {
			continue
		}
		c := n.canonical(entity, texts)
		if name := strings.Join(texts, " "); !slices.Contains(out.different[c], name) {
			out.different[c] = append(out.different[c], name)
		}
	}
	return out
}

// Ambiguity explains how a name of the entity type, with one string for each part, could
// mean rows other than those in found when it is passed to the lookup t. Found must be
// all rows that the lookup matches, as row numbers of its table from 0, in the order of the table.
// The result is "" if the name is unambiguous.
func (n *EntityNames) Ambiguity(t *domain.Tool, entity string, name []string, found []int) string {
	table := n.corpus.Table(t.Table)
	own := map[int]bool{}
	for _, columns := range matched(t, table, entity) {
		e := entityOf(table, columns[0])
		names := n.columns[key(t.Table, columns)]()
		c := n.canonical(e, name)
		if spelt := names.different[c]; len(spelt) > 1 {
			return fmt.Sprintf("%s of %s spells one %s as %s", strings.Join(columns, ", "), t.Table, e, strings.Join(spelt, " and "))
		}
		if spelt := names.different[c]; len(spelt) == 1 && len(found) == 0 {
			return fmt.Sprintf("%s does not find %s, which %s of %s spells %s", t.Name, strings.Join(name, " "), strings.Join(columns, ", "), t.Table, spelt[0])
		}
		if rows := names.shared[c]; rows > 0 {
			return fmt.Sprintf("%d rows of %s name %s beside others in %s, and %s does not find them", rows, t.Table, strings.Join(name, " "), columns[0], t.Name)
		}
		if e != entity {
			continue
		}
		for _, row := range found {
			if texts := textsOf(table, row, columns); texts != nil && n.canonical(e, texts) == c {
				own[row] = true
			}
		}
	}
	for _, row := range found {
		if !own[row] {
			return fmt.Sprintf("%s is no %s in row %d of %s", strings.Join(name, " "), entity, row, t.Table)
		}
	}
	return ""
}

// matched returns the columns in which a lookup looks for an entity of a type. The first
// match that accepts the type determines the inputs given; every match whose inputs are all
// given is tried.
func matched(t *domain.Tool, table *corpus.Table, entity string) [][]string {
	i := slices.IndexFunc(t.Match, func(m domain.LookupMatch) bool { return entityOf(table, m.Columns[0]) == entity })
	if i < 0 {
		return nil
	}
	given := t.Match[i].Inputs
	var all [][]string
	for _, m := range t.Match {
		if !slices.ContainsFunc(m.Inputs, func(in string) bool { return !slices.Contains(given, in) }) {
			all = append(all, m.Columns)
		}
	}
	return all
}

// entityOf returns the entity type that a column names, whole or a part of it.
func entityOf(t *corpus.Table, column string) string {
	entity, _, _ := strings.Cut(t.Spec().Column(column).Entity, ".")
	return entity
}

// textsOf returns the texts of a row's cells; nil if a cell has none.
func textsOf(t *corpus.Table, row int, columns []string) []string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		cell := t.Cell(row, t.Column(column))
		if cell.Source == "" || cell.Source == "null" {
			return nil
		}
		texts[i] = cell.Text()
	}
	return texts
}
