package alternative

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// wanted is what a search looks for. It is ticked off as it is seen.
type wanted struct {
	s      *Searcher
	trace  *plan.Trace
	wants  []*want
	values map[valued][]*want
	rows   map[string]map[int32][]*want // by table
	done   map[string]bool              // nodes looked at
	hashes []uint32                     // of what is still open, see [wanted.note]
}

// want is one thing looked for: values or rows of a node.
type want struct {
	node    string
	lookups int // on the program's own way
	table   string
	column  string // with table, the one place that counts; "" for every one
	left    int    // values or rows not seen yet
}

// valued is a value as it is looked for.
type valued struct {
	kind       value.Kind
	text, unit string
}

func valueOf(v value.Value) valued {
	if v.Kind == "" {
		v.Kind = value.Text
	}
	return valued{v.Kind, v.Text, v.Unit}
}

func newWanted(s *Searcher, t *plan.Trace) *wanted {
	w := &wanted{s: s, trace: t, values: map[valued][]*want{}, rows: map[string]map[int32][]*want{}, done: map[string]bool{}}
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

// look wants what a node gives: the values, or what a number or a truth was worked
// out from.
func (w *wanted) look(name string) {
	r := w.trace.Result(name)
	if r == nil || w.done[name] {
		return
	}
	w.done[name] = true
	if r.Type.Shape != plan.ShapeValues {
		w.source(name)
		return
	}
	own := &want{node: name, lookups: w.lookups(name)}
	for _, v := range r.Values {
		if few(v) {
			own.table, own.column = r.Type.Table, r.Type.Columns[0]
		}
	}
	seen := map[valued]bool{}
	for _, v := range r.Values {
		if k := valueOf(v); !seen[k] {
			seen[k] = true
			w.values[k] = append(w.values[k], own)
		}
	}
	w.add(own, len(seen))
}

// few reports whether a value is a number that stands elsewhere by chance.
func few(v value.Value) bool {
	if v.Kind != value.Number {
		return false
	}
	digits := strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(v.Text), "0")
	return len(digits) < FewDigits
}

func (w *wanted) add(own *want, n int) {
	if own.left = n; n > 0 {
		w.wants = append(w.wants, own)
	}
}

// source wants the rows that a number or a truth was worked out from.
func (w *wanted) source(name string) {
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
	own := &want{node: n.From[0], lookups: w.lookups(n.From[0])}
	if w.rows[r.Type.Table] == nil {
		w.rows[r.Type.Table] = map[int32][]*want{}
	}
	for _, row := range r.Rows {
		w.rows[r.Type.Table][row] = append(w.rows[r.Type.Table][row], own)
	}
	w.add(own, len(r.Rows))
}

// lookups returns how many lookups the program makes on the way to where the values
// or rows of a node stand.
func (w *wanted) lookups(name string) int {
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

// furthest returns how many lookups the longest of the ways takes.
func (w *wanted) furthest() int {
	n := 0
	for _, own := range w.wants {
		n = max(n, own.lookups)
	}
	return n
}

// valued reports whether any value is looked for.
func (w *wanted) valued() bool { return len(w.values) > 0 }

// value ticks a value off that a cell of a column shows so many lookups away, in
// everything that wants it and is further away itself, and returns the first thing
// that lacks nothing more.
func (w *wanted) value(v value.Value, table, column string, lookups int) *want {
	return tick(w.values, valueOf(v), func(own *want) bool {
		return lookups < own.lookups && (own.column == "" || own.table == table && own.column == column)
	})
}

// row ticks a row off, as value does a value.
func (w *wanted) row(table string, row int32, lookups int) *want {
	return tick(w.rows[table], row, func(own *want) bool { return lookups < own.lookups })
}

// tick counts one thing seen off and returns the first that lacks nothing more.
func tick[K comparable](open map[K][]*want, key K, counts func(*want) bool) *want {
	list, ok := open[key]
	if !ok {
		return nil
	}
	var rest []*want
	var complete *want
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
