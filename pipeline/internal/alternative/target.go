package alternative

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// targets holds the values and rows that a search looks for. The search ticks them off as it
// sees them.
type targets struct {
	s      *Searcher
	trace  *plan.Trace
	all    []*target
	values map[valueKey][]*target
	rows   map[string]map[int32][]*target // by table
	done   map[string]bool                // nodes visited
	hashes []uint32                       // of the open targets, see [targets.rehash]
}

// target holds the values or the rows of one node.
type target struct {
	node    string
	lookups int // on the program's own chain
	table   string
	column  string // with table, the only column that counts; "" for all columns
	left    int    // values or rows not seen yet
}

// valueKey is one value being searched for, in the form in which cells are compared.
type valueKey struct {
	kind       value.Kind
	text, unit string
}

func valueKeyOf(v value.Value) valueKey {
	if v.Kind == "" {
		v.Kind = value.Text
	}
	return valueKey{v.Kind, v.Text, v.Unit}
}

func newTargets(s *Searcher, t *plan.Trace) *targets {
	w := &targets{s: s, trace: t, values: map[valueKey][]*target{}, rows: map[string]map[int32][]*target{}, done: map[string]bool{}}
	if t.Program.Template != "" {
		return w
	}
	for _, a := range t.Program.Answers {
		w.look(a.From)
	}
	for i := range t.Program.Nodes {
		n := &t.Program.Nodes[i]
		if t.Results[i] == nil {
			continue
		}
		if _, ok := n.Do.(*plan.Compare); ok {
			w.source(n.From[1])
			w.source(n.From[3])
		}
	}
	return w
}

// look makes targets of a node: its values, or the rows that a number or a truth was
// computed from.
func (w *targets) look(name string) {
	r := w.trace.Result(name)
	if r == nil || w.done[name] {
		return
	}
	w.done[name] = true
	if r.Type.Shape != plan.ShapeValues {
		w.source(name)
		return
	}
	own := &target{node: name, lookups: w.lookups(name)}
	for _, v := range r.Values {
		if few(v) {
			own.table, own.column = r.Type.Table, r.Type.Columns[0]
		}
	}
	seen := map[valueKey]bool{}
	for _, v := range r.Values {
		if k := valueKeyOf(v); !seen[k] {
			seen[k] = true
			w.values[k] = append(w.values[k], own)
		}
	}
	w.add(own, len(seen))
}

// few reports whether a value is a number of so few digits that it occurs elsewhere by
// chance.
func few(v value.Value) bool {
	if v.Kind != value.Number {
		return false
	}
	digits := strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(v.Text), "0")
	return len(digits) < FewDigits
}

func (w *targets) add(own *target, n int) {
	if own.left = n; n > 0 {
		w.all = append(w.all, own)
	}
}

// source makes a target of the rows that a number or a truth was computed from.
func (w *targets) source(name string) {
	n := w.trace.Program.Node(name)
	switch n.Do.(type) {
	case *plan.Start, *plan.Derive:
		return
	}
	r := w.trace.Result(n.From[0])
	if r.Type.Shape != plan.ShapeRows {
		for _, f := range n.From {
			w.source(f)
		}
		return
	}
	own := &target{node: n.From[0], lookups: w.lookups(n.From[0])}
	if w.rows[r.Type.Table] == nil {
		w.rows[r.Type.Table] = map[int32][]*target{}
	}
	for _, row := range r.Rows {
		w.rows[r.Type.Table][row] = append(w.rows[r.Type.Table][row], own)
	}
	w.add(own, len(r.Rows))
}

// lookups returns the number of lookups that the program makes on its chain to the rows that
// hold the values or rows of a node.
func (w *targets) lookups(name string) int {
	n := w.trace.Program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Start:
		return 0
	case *plan.Call, *plan.Retrieve:
		return w.lookups(n.From[0]) + 1
	case *plan.Combine:
		a, b := w.lookups(n.From[0]), w.lookups(n.From[1])
		switch o.Function {
		case plan.Union:
			return max(a, b)
		case plan.Intersection:
			return min(a, b)
		}
		return a
	case *plan.Compare:
		for _, f := range []int{0, 2} {
			if w.trace.Result(n.From[f]).Entity[0] == w.trace.Result(name).Entity[0] {
				return w.lookups(n.From[f])
			}
		}
	}
	return w.lookups(n.From[0])
}

// furthest returns the number of lookups of the longest chain to a target.
func (w *targets) furthest() int {
	n := 0
	for _, own := range w.all {
		n = max(n, own.lookups)
	}
	return n
}

// valued reports whether any target is a value.
func (w *targets) valued() bool { return len(w.values) > 0 }

// value ticks off a value in a cell of a column, reached by the given number of lookups, in
// every target that needs it and takes more lookups. It returns the first target that is
// completed; nil if there is none.
func (w *targets) value(v value.Value, table, column string, lookups int) *target {
	return tick(w.values, valueKeyOf(v), func(own *target) bool {
		return lookups < own.lookups && (own.column == "" || own.table == table && own.column == column)
	})
}

// row ticks off a row in the same manner.
func (w *targets) row(table string, row int32, lookups int) *target {
	return tick(w.rows[table], row, func(own *target) bool { return lookups < own.lookups })
}

// tick ticks off one value or row in the targets for which counts is true, and returns the
// first target that is completed; nil if there is none.
func tick[K comparable](open map[K][]*target, key K, counts func(*target) bool) *target {
	list, ok := open[key]
	if !ok {
		return nil
	}
	var rest []*target
	var complete *target
	for _, own := range list {
		if !counts(own) {
			rest = append(rest, own)
			continue
		}
		if own.left--; own.left == 0 && complete == nil {
			complete = own
		}
	}
	if len(rest) == 0 {
		delete(open, key)
	} else {
		open[key] = rest
	}
	return complete
}
