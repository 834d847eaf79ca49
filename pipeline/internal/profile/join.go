package profile

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// joins is every join of a corpus, to be measured source by source.
type joins struct {
	corpus  *corpus.Corpus
	targets []target
	list    []Join
	sources []source
}

// target is a place whose columns a tool matches.
type target struct {
	entity string
	Place
}

// source is a place that names entities, and the joins that begin there.
type source struct {
	entity   string
	from, to int // in the list of joins
}

// newJoins lists the joins of a corpus.
func newJoins(c *corpus.Corpus) *joins {
	d := c.Domain()
	js := &joins{corpus: c, targets: targets(d), list: []Join{}}
	for i := range d.Tables {
		for _, at := range named(d, &d.Tables[i]) {
			s := source{entity: at.entity, from: len(js.list)}
			js.add(at.Place, at.entity, "")
			for _, v := range d.Derivations {
				if v.From == at.entity && v.Pattern != "" {
					js.add(at.Place, v.To, v.Name)
				}
			}
			if s.to = len(js.list); s.to > s.from {
				js.sources = append(js.sources, s)
			}
		}
	}
	return js
}

// add lists the joins from a place to all that match an entity type but itself.
func (js *joins) add(from Place, entity, via string) {
	for _, t := range js.targets {
		if t.entity == entity && (t.Table != from.Table || !slices.Equal(t.Columns, from.Columns)) {
			js.list = append(js.list, Join{Entity: entity, From: from, Via: via, To: t.Place})
		}
	}
}

// named lists the places of a table that name entities: columns of entity types
// without parts in the table's order, then the columns of each type with parts.
func named(d *domain.Domain, t *domain.Table) []target {
	var places []target
	for i := range t.Columns {
		if e := d.Entity(t.Columns[i].Entity); e != nil && len(e.Parts) == 0 {
			places = append(places, target{e.Name, Place{t.Name, []string{t.Columns[i].Name}}})
		}
	}
	for _, e := range d.Entities {
		var columns []string
		for i := range t.Columns {
			columns = append(columns, t.Columns[i].Name)
		}
		if columns = inParts(&e, t, columns); columns != nil {
			places = append(places, target{e.Name, Place{t.Name, columns}})
		}
	}
	return places
}

// inParts returns the first of the columns for each part of an entity type, in the
// order of the parts; nil where a part has none, or the type no parts.
func inParts(e *domain.Entity, t *domain.Table, columns []string) []string {
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

// targets lists the places that lookups match, each once, in the order of tools.
func targets(d *domain.Domain) []target {
	var list []target
	for _, tool := range d.Tools {
		if tool.Kind != domain.Lookup {
			continue
		}
		t := d.Table(tool.Table)
		for _, m := range tool.Match {
			name, _, _ := strings.Cut(t.Column(m.Columns[0]).Entity, ".")
			columns := m.Columns
			if e := d.Entity(name); e != nil && len(e.Parts) > 0 {
				columns = inParts(e, t, columns)
			}
			same := func(o target) bool { return o.Table == t.Name && slices.Equal(o.Columns, columns) }
			if columns != nil && name != "" && !slices.ContainsFunc(list, same) {
				list = append(list, target{name, Place{t.Name, columns}})
			}
		}
	}
	return list
}

// todo returns what measures the joins, one call a source.
func (js *joins) todo() []func() {
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

// names returns the distinct names in a place one after another, as many texts a
// name as the place has columns. Rows that lack a part name nothing.
func (js *joins) names(at Place) []string {
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

// tuples returns the distinct names of several columns one after another.
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

// measure looks up all names of a join's source.
func (js *joins) measure(j *Join, names []string) {
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
