package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// link is a column by which rows name an entity, or the columns of its parts.
type link struct {
	entity  string
	columns []string
	names   map[string]*naming // by table, the tool's and those of lookups near it
	kin     []*naming          // for the other columns of the tool's table that could be meant
}

// naming is which entities of one type the rows of a table name in some columns.
type naming struct {
	one  []int32           // by row: the entity, nobody or several
	more map[int32][]int32 // by row that names several: each of them
}

// What a row names where it is not one entity.
const (
	nobody  = -1 // nothing that can be gone on by: an empty cell, a masked name
	several = -2 // more than one
)

// link prepares to go on by columns.
func (r *reach) link(t *domain.Tool, entity string, columns []string) link {
	l := link{entity: entity, columns: columns, names: map[string]*naming{t.Table: r.naming(t.Table, entity, columns)}}
	if len(columns) == 1 && t.Returns != domain.Field {
		for _, c := range r.g.shorter.Kindred(t.Table, columns[0]) {
			l.kin = append(l.kin, r.naming(t.Table, entity, []string{c}))
		}
	}
	return l
}

// naming works out what each row of a table names in the columns.
func (r *reach) naming(table, entity string, columns []string) *naming {
	names, t := r.entities(entity), r.g.corpus.Table(table)
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = t.Column(c)
	}
	n := &naming{one: make([]int32, t.Len())}
	for row := range n.one {
		if name, ok := nameIn(t, row, at); ok {
			n.one[row] = r.identify(names, name)
			continue
		}
		n.one[row] = nobody
		if all := r.beside(t, names, row, at); all != nil {
			if n.more == nil {
				n.more = map[int32][]int32{}
			}
			n.one[row], n.more[int32(row)] = several, all
		}
	}
	return n
}

// beside returns the entities that stand beside one another in a cell; nil where there
// is no such cell, or one of them is nobody.
func (r *reach) beside(t *corpus.Table, names *names, row int, columns []int) []int32 {
	c := t.Cell(row, columns[0])
	if len(columns) > 1 || c.State != value.Present || len(c.Values) < 2 {
		return nil
	}
	var all []int32
	for _, v := range c.Values {
		id := r.identify(names, []string{v.Text})
		if id == nobody {
			return nil
		}
		all = append(all, id)
	}
	return all
}

// identify returns the number of an entity; nobody for a name that is masked, or whose
// parts stand in columns that name no entity together.
func (r *reach) identify(names *names, name []string) int32 {
	if slices.ContainsFunc(name, func(part string) bool { return corpus.Masked(r.g.domain, part) }) {
		return nobody
	}
	if id, ok := names.id[key(name)]; ok {
		return id
	}
	return nobody
}

// of returns the entities that rows name, each once, in order; nil where one of the rows
// names nobody.
func (n *naming) of(rows []int32) []int32 {
	ids := make([]int32, 0, len(rows))
	add := func(id int32) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, row := range rows {
		switch id := n.one[row]; id {
		case nobody:
			return nil
		case several:
			for _, id := range n.more[row] {
				add(id)
			}
		default:
			add(id)
		}
	}
	return ids
}
