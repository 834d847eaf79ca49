package proof

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// lookup joins the entities that a call reads with the rows of the tool's table.
func (r *relational) lookup(to *relation, o *plan.Call) (plan.Reason, string) {
	in, t := to.from[0], r.domain.Tool(o.Tool)
	names := [][]string{in.name}
	if o.Each {
		names = in.members()
	}
	to.table = r.corpus.Table(t.Table)
	to.single = !o.Each && t.Returns != domain.Many
	to.lookups = r.lookupEach(t, in.entity, names)
	returned := make([]bool, to.table.Len())
	for _, a := range to.lookups {
		for _, row := range a.rows {
			returned[row] = true
		}
	}
	for row, ok := range returned {
		if ok {
			to.rows = append(to.rows, row)
		}
	}
	if to.rows == nil && !o.Empty {
		return plan.Missing, fmt.Sprintf("no row for %q", names)
	}
	return "", ""
}

// record passes over a table for the rows whose key is the entity that a node reads.
func (r *relational) record(to *relation, o *plan.Record) (plan.Reason, string) {
	in := to.from[0]
	to.table, to.single = r.corpus.Table(o.Table), true
	column := to.table.Column(to.table.Spec().Key)
	for row := range to.table.Len() {
		texts, ok := textsOf(to.table, row, []int{column})
		if ok && !r.absent.is(to.table, row) && texts[0] == in.name[0] {
			to.rows = append(to.rows, row)
		}
	}
	switch len(to.rows) {
	case 0:
		return plan.Missing, fmt.Sprintf("no row for %q", in.name)
	case 1:
		return "", ""
	}
	return plan.Several, fmt.Sprintf("%d rows for %q", len(to.rows), in.name)
}

// having keeps the entities for which a lookup returns rows.
func (r *relational) having(to *relation, o *plan.Having) (plan.Reason, string) {
	in := to.from[0]
	to.table, to.entity, to.width = in.table, in.entity, in.width
	to.lookups = r.lookupEach(r.domain.Tool(o.Tool), in.entity, in.members())
	known := map[string]bool{}
	for _, a := range to.lookups {
		known[key("", a.name...)] = a.rows != nil
	}
	to.data = in.among(func(name []string) bool { return known[key("", name...)] })
	if to.data == nil && !o.Empty {
		return plan.Missing, fmt.Sprintf("%s knows nothing about %d", o.Tool, len(to.lookups))
	}
	return "", ""
}

// among returns the distinct values of a set that pass, in order.
func (r *relation) among(passes func(texts []string) bool) []datum {
	var data []datum
	left := r.members()
	for value := range slices.Chunk(r.data, r.width) {
		texts := textsIn(value)
		if len(left) == 0 || !slices.Equal(texts, left[0]) {
			continue // occurred before
		}
		left = left[1:]
		if passes(texts) {
			data = append(data, value...)
		}
	}
	return data
}

// combine makes one set from two.
func combine(to *relation, f plan.Function) (plan.Reason, string) {
	a, b := to.from[0], to.from[1]
	to.table, to.entity = a.table, a.entity
	in := func(set *relation) func([]string) bool {
		held := map[string]bool{}
		for _, m := range set.members() {
			held[m[0]] = true
		}
		return func(texts []string) bool { return held[texts[0]] }
	}
	not := func(passes func([]string) bool) func([]string) bool {
		return func(texts []string) bool { return !passes(texts) }
	}
	switch f {
	case plan.Union:
		to.data = slices.Concat(a.among(func([]string) bool { return true }), b.among(not(in(a))))
	case plan.Intersection:
		to.data = a.among(in(b))
	case plan.Difference:
		to.data = a.among(not(in(b)))
	}
	if to.data == nil {
		return plan.Missing, fmt.Sprintf("the %s is empty", f)
	}
	return "", ""
}
