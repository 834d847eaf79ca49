package plan

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Record takes the row of a table whose key is the entity that it reads. No tool is called:
// it is for tables that agents cannot look up, from which a question hands texts over. If
// several rows have the key the reason is [Several].
type Record struct {
	// Table names the table; its key names an entity.
	Table string `json:"table"`
}

// Kind implements [Operation].
func (*Record) Kind() string { return "record" }

func (o *Record) check(d *domain.Domain, in []Type) (Type, error) {
	e, err := entityOf(in)
	if err != nil {
		return Type{}, err
	}
	t := d.Table(o.Table)
	if t == nil || t.Column(t.Key) == nil || t.Column(t.Key).Entity != e {
		return Type{}, fmt.Errorf("table %q: want a table whose key is of type %s", o.Table, e)
	}
	out := Type{Shape: ShapeRows, Table: t.Name}
	for i := range t.Columns {
		out.Columns = append(out.Columns, t.Columns[i].Name)
	}
	return out, nil
}

func (o *Record) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	archive, ok := x.tools.(tool.Archive)
	if !ok {
		return nil, "", fmt.Errorf("table %q: the tools have no access to it: want a tool.Archive", o.Table)
	}
	table, rows := archive.Records(o.Table, in[0].Entity[0])
	switch len(rows) {
	case 0:
		return nil, Missing, nil
	case 1:
		return &NodeResult{Source: table, Rows: rows}, "", nil
	}
	return nil, Several, nil
}
