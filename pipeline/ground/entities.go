package ground

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// entityIndex numbers the entities of one type that the tables name, in the order they
// first occur: tables, columns and rows in the domain's order. Entities that never have
// a cell of their own follow all others.
type entityIndex struct {
	list  [][]string       // names by number, one string a part
	every []int32          // all numbers
	all   []int32          // the numbers of entities that have a cell of their own somewhere, the first of every
	id    map[string]int32 // numbers by joined name

	draws []digest.Draws // by number, of the name
}

// noEntities is where the last hop of a path leads: an index of one nameless entity.
var noEntities = &entityIndex{list: [][]string{nil}, every: []int32{0}, all: []int32{0}, draws: []digest.Draws{0}}

// separator separates the parts of a name in map keys; no cell holds it.
const separator = "\x1f"

// joined returns a name as one string, for use as a map key.
func joined(name []string) string {
	if len(name) == 1 {
		return name[0]
	}
	return strings.Join(name, separator)
}

func (n *entityIndex) add(name []string) {
	key := joined(name)
	if _, ok := n.id[key]; !ok {
		n.id[key] = int32(len(n.list))
		n.draws = append(n.draws, digest.Draws(0).Of(key))
		n.list = append(n.list, name)
	}
}

// pick returns the entity of a list that is drawn. The list has one.
func (n *entityIndex) pick(draws digest.Draws, ids []int32) int32 {
	return slices.MinFunc(ids, func(a, b int32) int { return cmp.Compare(draws.With(n.draws[a]), draws.With(n.draws[b])) })
}

// firstDrawn returns the first entities of a list, at most so many, in the order drawn.
func (n *entityIndex) firstDrawn(draws digest.Draws, ids []int32, most int) []int32 {
	type ranked struct {
		rank digest.Draws
		id   int32
	}
	// Sorting all would cost more than all else where there are many. Ranks are spread evenly, so
	// most of the first are below a bound; where too few are, there is no bound.
	bound := digest.Draws(math.MaxUint64)
	if len(ids) > 4*most {
		bound = digest.Draws(math.MaxUint64 / uint64(len(ids)) * uint64(2*most))
	}
	var first []ranked
	for {
		for _, id := range ids {
			if rank := draws.With(n.draws[id]); rank <= bound {
				first = append(first, ranked{rank, id})
			}
		}
		if len(first) >= most || bound == math.MaxUint64 {
			break
		}
		first, bound = first[:0], math.MaxUint64
	}
	slices.SortFunc(first, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id)) })
	out := make([]int32, min(most, len(first)))
	for i := range out {
		out[i] = first[i].id
	}
	return out
}

// entities returns the index of an entity type. Workers must not call it: it remembers
// what it returned.
func (r *reach) entities(entity string) *entityIndex {
	if n := r.indexes[entity]; n != nil {
		return n
	}
	n := &entityIndex{id: map[string]int32{}}
	r.indexes[entity] = n
	spec := r.g.domain.Entity(entity)
	r.eachReference(spec, func(t *corpus.Table, row int, columns []int) {
		if name, ok := nameIn(t, row, columns); ok {
			n.add(name)
		}
	})
	r.addSubjects(n, entity)
	own := len(n.list)
	r.eachReference(spec, func(t *corpus.Table, row int, columns []int) {
		if c := t.Cell(row, columns[0]); len(columns) == 1 && c.State == value.Present && len(c.Values) > 1 {
			for _, v := range c.Values {
				n.add([]string{v.Text})
			}
		}
	})
	for id := range n.list {
		n.every = append(n.every, int32(id))
	}
	n.all = n.every[:own]
	return n
}

// addSubjects adds the entities of which passages tell, in their order.
func (r *reach) addSubjects(n *entityIndex, entity string) {
	for i := range r.g.domain.Passages {
		p := &r.g.domain.Passages[i]
		if p.Subject == nil || p.Subject.Entity != entity {
			continue
		}
		read := r.g.domain.SubjectReader(p)
		for _, passage := range r.g.corpus.Passages(p.Name) {
			if name, ok := read.Subject(passage); ok {
				n.add(name)
			}
		}
	}
}

// visits returns the set of entities, those left out that no table names.
func (r *reach) visits(entities []task.Entity) map[visit]bool {
	all := map[visit]bool{}
	for _, e := range entities {
		if id, ok := r.entities(e.Type).id[joined(e.Name)]; ok {
			all[visit{e.Type, id}] = true
		}
	}
	return all
}

// eachReference calls f for every row of every table, with each column or group of
// columns that names an entity of the type.
func (r *reach) eachReference(spec *domain.EntityType, f func(t *corpus.Table, row int, columns []int)) {
	for i := range r.g.domain.Tables {
		t := r.g.corpus.Table(r.g.domain.Tables[i].Name)
		for _, columns := range entityColumns(t.Spec(), spec) {
			for row := range t.Len() {
				f(t, row, columns)
			}
		}
	}
}

// entityColumns returns the columns of a table that name an entity of the type: groups
// of one column, or for an entity of several parts one group of the first column of
// every part, one of the second column of every part, and so on.
func entityColumns(t *domain.Table, e *domain.EntityType) [][]int {
	names := []string{e.Name}
	if len(e.Parts) > 0 {
		names = names[:0]
		for _, part := range e.Parts {
			names = append(names, e.Name+"."+part)
		}
	}
	var groups [][]int
	for i := range t.Columns {
		part := slices.Index(names, t.Columns[i].Entity)
		if part < 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(group []int) bool { return group[part] < 0 })
		if at < 0 {
			at = len(groups)
			groups = append(groups, slices.Repeat([]int{-1}, len(names)))
		}
		groups[at][part] = i
	}
	return slices.DeleteFunc(groups, func(group []int) bool { return slices.Contains(group, -1) })
}

// nameIn returns the one entity a row names in the columns.
func nameIn(t *corpus.Table, row int, columns []int) ([]string, bool) {
	name := make([]string, len(columns))
	for i, col := range columns {
		c := t.Cell(row, col)
		if c.State != value.Present || len(c.Values) != 1 {
			return nil, false
		}
		name[i] = c.Values[0].Text
	}
	return name, true
}

// references are the entities of one type that the rows of a table name in some columns.
type references struct {
	single  []int32           // by row: the entity, noEntity or severalEntities
	several map[int32][]int32 // by row that names several: each of them
}

// Values of references.single that are no entity.
const (
	noEntity        = -1 // an empty cell, or a masked name
	severalEntities = -2
)

// references returns the entities that each row of a table names in the columns.
func (r *reach) references(table, entity string, columns []string) *references {
	index, t := r.entities(entity), r.g.corpus.Table(table)
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = t.Column(c)
	}
	refs := &references{single: make([]int32, t.Len())}
	for row := range refs.single {
		if name, ok := nameIn(t, row, at); ok {
			refs.single[row] = r.identify(index, name)
			continue
		}
		refs.single[row] = noEntity
		if all := r.several(t, index, row, at); all != nil {
			if refs.several == nil {
				refs.several = map[int32][]int32{}
			}
			refs.single[row], refs.several[int32(row)] = severalEntities, all
		}
	}
	return refs
}

// several returns the entities of a cell that names more than one; nil for other cells,
// and if one of the names is no entity.
func (r *reach) several(t *corpus.Table, index *entityIndex, row int, columns []int) []int32 {
	c := t.Cell(row, columns[0])
	if len(columns) > 1 || c.State != value.Present || len(c.Values) < 2 {
		return nil
	}
	var all []int32
	for _, v := range c.Values {
		id := r.identify(index, []string{v.Text})
		if id == noEntity {
			return nil
		}
		all = append(all, id)
	}
	return all
}

// identify returns the number of an entity; noEntity for a masked name, and for parts
// that nowhere name an entity together.
func (r *reach) identify(index *entityIndex, name []string) int32 {
	if slices.ContainsFunc(name, func(part string) bool { return corpus.Masked(r.g.domain, part) }) {
		return noEntity
	}
	if id, ok := index.id[joined(name)]; ok {
		return id
	}
	return noEntity
}

// entities returns the entities that rows name, each once, in order of rows; nil if a
// row names none.
func (n *references) entities(rows []int32) []int32 {
	ids := make([]int32, 0, len(rows))
	add := func(id int32) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, row := range rows {
		switch id := n.single[row]; id {
		case noEntity:
			return nil
		case severalEntities:
			for _, id := range n.several[row] {
				add(id)
			}
		default:
			add(id)
		}
	}
	return ids
}

// filter returns the entities to keep, in order; nil for none.
func filter(ids []int32, keep func(int32) bool) []int32 {
	var out []int32
	for _, id := range ids {
		if keep(id) {
			out = append(out, id)
		}
	}
	return out
}
