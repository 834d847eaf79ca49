package profile

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// joinList has every join of a corpus, grouped by source.
type joinList struct {
	corpus  *corpus.Corpus
	targets []joinTarget
	list    []JoinProfile
	sources []joinSource
}

// joinTarget is columns that a lookup matches, with their entity type.
type joinTarget struct {
	entity string
	JoinColumns
}

// joinSource is a source of joins: they are list[from:to] of the joinList.
type joinSource struct {
	entity   string
	from, to int // in the list of joins
}

// newJoins lists the joins of a corpus.
func newJoins(c *corpus.Corpus) *joinList {
	d := c.Domain()
	js := &joinList{corpus: c, targets: lookupTargets(d), list: []JoinProfile{}}
	for i := range d.Tables {
		for _, at := range entityColumns(d, &d.Tables[i]) {
			s := joinSource{entity: at.entity, from: len(js.list)}
			js.add(at.JoinColumns, at.entity, "")
			for _, v := range d.Derivations {
				if v.From == at.entity && v.Pattern != "" {
					js.add(at.JoinColumns, v.To, v.Name)
				}
			}
			if s.to = len(js.list); s.to > s.from {
				js.sources = append(js.sources, s)
			}
		}
	}
	return js
}

// add appends the joins from a source to every other target of an entity type.
func (js *joinList) add(from JoinColumns, entity, via string) {
	for _, t := range js.targets {
		if t.entity == entity && (t.Table != from.Table || !slices.Equal(t.Columns, from.Columns)) {
			js.list = append(js.list, JoinProfile{Entity: entity, From: from, Via: via, To: t.JoinColumns})
		}
	}
}

// entityColumns lists the columns of a table that name entities: first those of
// entity types without parts, in the table's order, then the columns of each type
// with parts.
func entityColumns(d *domain.Domain, t *domain.Table) []joinTarget {
	var places []joinTarget
	for i := range t.Columns {
		if e := d.Entity(t.Columns[i].Entity); e != nil && len(e.Parts) == 0 {
			places = append(places, joinTarget{e.Name, JoinColumns{t.Name, []string{t.Columns[i].Name}}})
		}
	}
	for _, e := range d.Entities {
		var columns []string
		for i := range t.Columns {
			columns = append(columns, t.Columns[i].Name)
		}
		if columns = columnsByPart(&e, t, columns); columns != nil {
			places = append(places, joinTarget{e.Name, JoinColumns{t.Name, columns}})
		}
	}
	return places
}

// columnsByPart returns, for each part of an entity type in order, the first of the
// columns that holds it. It returns nil when a part has no column or the type has
// no parts.
func columnsByPart(e *domain.EntityType, t *domain.Table, columns []string) []string {
	var found []string
	for _, part := range e.Parts {
		at := slices.IndexFunc(columns, func(name string) bool { return t.Column(name).Entity == e.Name+"."+part })
		if at < 0 {
			return nil
		}
		found = append(found, columns[at])
	}
	return found
}

// lookupTargets lists the columns that lookups match, without repetition, in the
// order of the tools.
func lookupTargets(d *domain.Domain) []joinTarget {
	var list []joinTarget
	for _, tool := range d.Tools {
		if tool.Kind != domain.Lookup {
			continue
		}
		t := d.Table(tool.Table)
		for _, m := range tool.Match {
			name, _, _ := strings.Cut(t.Column(m.Columns[0]).Entity, ".")
			columns := m.Columns
			if e := d.Entity(name); e != nil && len(e.Parts) > 0 {
				columns = columnsByPart(e, t, columns)
			}
			same := func(o joinTarget) bool { return o.Table == t.Name && slices.Equal(o.Columns, columns) }
			if columns != nil && name != "" && !slices.ContainsFunc(list, same) {
				list = append(list, joinTarget{name, JoinColumns{t.Name, columns}})
			}
		}
	}
	return list
}

// todo returns one function per source that measures its joins.
func (js *joinList) todo() []func() {
	var todo []func()
	for _, s := range js.sources {
		todo = append(todo, func() {
			own := js.list[s.from:s.to]
			names := js.names(own[0].From)
			for i := range own {
				js.measure(&own[i], names)
			}
		})
	}
	return todo
}

// names returns the distinct names in some columns, concatenated: each name has one
// text per column. It skips rows that lack a part.
func (js *joinList) names(at JoinColumns) []string {
	t := js.corpus.Table(at.Table)
	if len(at.Columns) > 1 {
		return tuples(t, at.Columns)
	}
	col := t.Column(at.Columns[0])
	seen := make(map[string]struct{}, t.Sources(col))
	var names []string
	for cell := range t.Cells(col) {
		for _, v := range cell.Values {
			if _, ok := seen[v.Text]; !ok {
				seen[v.Text] = struct{}{}
				names = append(names, v.Text)
			}
		}
	}
	return names
}

// tuples is [joinList.names] for several columns.
func tuples(t *corpus.Table, columns []string) []string {
	seen := map[string]struct{}{}
	var names []string
	var key []byte
	for row := range t.Len() {
		from := len(names)
		key = key[:0]
		for _, column := range columns {
			if cell := t.Cell(row, t.Column(column)); cell.State == value.Present && len(cell.Values) == 1 {
				text := cell.Values[0].Text
				names = append(names, text)
				key = append(binary.AppendUvarint(key, uint64(len(text))), text...)
			}
		}
		if _, ok := seen[string(key)]; ok || len(names) < from+len(columns) {
			names = names[:from]
			continue
		}
		seen[string(key)] = struct{}{}
	}
	return names
}

// measure looks up the names of a join's source and counts what they find.
func (js *joinList) measure(j *JoinProfile, names []string) {
	var derived func(string) (string, bool)
	if j.Via != "" {
		derived = js.corpus.Domain().Derivation(j.Via).Extractor()
	}
	t := js.corpus.Table(j.To.Table)
	cols := make([]int, len(j.To.Columns))
	for i, name := range j.To.Columns {
		cols[i] = t.Column(name)
	}
	for name := range slices.Chunk(names, len(j.From.Columns)) {
		j.Names++
		if j.Via != "" {
			text, ok := derived(name[0])
			if !ok {
				continue
			}
			name = []string{text}
		}
		if rows := t.MatchAll(cols, name); len(rows) > 0 {
			j.Found.add(len(rows), 1)
		}
	}
}
