package proof

import "github.com/taskgrove/taskgrove/pipeline/plan"

// Outcome implements [soundness.Execution].
func (e *evaluation) Outcome(name string) plan.Outcome { return e.of(name) }

// Many implements [plan.Outcome] for rows.
func (r *relation) Many() bool { return !r.single }

// Size implements [plan.Outcome].
func (r *relation) Size() int { return len(r.rows) }

// Members implements [plan.Outcome].
func (r *relation) Members() [][]string { return r.members() }

// Different implements [plan.Outcome]. Rows that lack a part of an entity do not count.
func (r *relation) Different(columns []string) int {
	all := &relation{width: len(columns)}
	for _, row := range r.rows {
		var data []datum
		for _, column := range columns {
			values, _, _ := cell(r.table, row, column)
			data = append(data, values...)
		}
		if len(data)%len(columns) == 0 {
			all.data = append(all.data, data...)
		}
	}
	return len(all.members())
}

// idle returns the explanation of [plan.Node.Idle] for a relation.
func idle(r *relation) string {
	in := make([]plan.Outcome, len(r.from))
	for i, from := range r.from {
		in[i] = from
	}
	return r.node.Idle(in, r)
}
