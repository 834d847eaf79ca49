package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Renamed returns a copy of the program for the union of domains that calls things as the renaming
// says. The program is not changed.
func (p *Program) Renamed(r *domain.Renaming) *Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	for i := range q.Nodes {
		switch do := q.Nodes[i].Do.(type) {
		case *Start:
			q.Nodes[i].Do = &Start{Entity: r.Entity(do.Entity), Value: do.Value}
		case *Derive:
			q.Nodes[i].Do = &Derive{Derivation: r.Derivation(do.Derivation)}
		case *DeriveAll:
			q.Nodes[i].Do = &DeriveAll{Derivation: r.Derivation(do.Derivation)}
		case *Call:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Having:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Retrieve:
			c := *do
			c.Tool = r.Tool(c.Tool)
			q.Nodes[i].Do = &c
		case *Citations:
			q.Nodes[i].Do = &Citations{Passages: r.Table(do.Passages)}
		}
	}
	return &q
}

// NodeRename says that a node of a program has a column under another name than the program was made with:
// in its operation, or in what its calls ask for and return.
type NodeRename struct {
	Node string `json:"node"`
	From string `json:"from"`
	To   string `json:"to"`
}

// RenamedColumns returns a copy of the program under the names that columns have in the domain now, and for each
// node, in order, the columns that it may name otherwise: those of its operation, and all of the table that it
// calls. It returns the program and nil if no column was renamed, or if the program does not fit the domain.
func (p *Program) RenamedColumns(d *domain.Domain) (*Program, []NodeRename) {
	if d.Renames == nil {
		return p, nil
	}
	var names []NodeRename
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	types := make([]Type, len(p.Nodes))
	for i := range q.Nodes {
		n := &q.Nodes[i]
		in := make([]Type, len(n.From))
		for j, from := range n.From {
			k := q.index(from)
			if k < 0 || k >= i {
				return p, nil
			}
			in[j] = types[k]
		}
		table := ""
		if t := d.Tool(n.Tool()); t != nil {
			table = t.Table
		} else if len(n.Columns()) > 0 && len(in) > 0 {
			table = in[0].Table
		}
		for _, r := range d.Renames {
			if r.Table == table && (n.Tool() != "" || slices.Contains(n.Columns(), r.From)) {
				names = append(names, NodeRename{n.Name, r.From, d.Renamed(table, r.From)})
			}
		}
		n.Do = withColumnNames(n.Do, func(column string) string { return d.Renamed(table, column) })
		var err error
		if types[i], err = n.Do.check(d, in); err != nil {
			return p, nil
		}
	}
	return &q, names
}

// FirstColumns returns a copy of the program before columns of its nodes were renamed, in this order.
func (p *Program) FirstColumns(renamed []NodeRename) *Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	for i := range q.Nodes {
		n := &q.Nodes[i]
		for _, r := range slices.Backward(renamed) {
			if r.Node == n.Name {
				n.Do = withColumnNames(n.Do, func(column string) string {
					if column == r.To {
						return r.From
					}
					return column
				})
			}
		}
	}
	return &q
}

// withColumnNames returns an operation with other names for the columns that it reads.
func withColumnNames(do Operation, name func(string) string) Operation {
	switch do := do.(type) {
	case *Filter:
		o := *do
		o.Column = name(o.Column)
		return &o
	case *Covering:
		o := *do
		o.Begin, o.End = name(o.Begin), name(o.End)
		return &o
	case *Superlative:
		o := *do
		o.Column = name(o.Column)
		return &o
	case *Frequent:
		return &Frequent{Column: name(do.Column)}
	case *Aggregate:
		return &Aggregate{Function: do.Function, Column: name(do.Column)}
	case *Project:
		o := *do
		o.Columns = make([]string, len(do.Columns))
		for i, column := range do.Columns {
			o.Columns[i] = name(column)
		}
		return &o
	}
	return do
}
