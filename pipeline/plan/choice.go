package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Outcome is what one node gave in one execution, as far as the rules ask that make an
// answer worth asking for. A [NodeResult] is the outcome of an execution by tools; the
// relations of package proof are those of an execution by joins.
type Outcome interface {
	// Many reports whether the node gives a set by its type.
	Many() bool
	// Size is the number of rows.
	Size() int
	// Members are the different values of a set, one text a part of an entity, in the
	// order in which they first come.
	Members() [][]string
	// Different is the number of different values in columns of the rows, the parts of
	// an entity counting as one.
	Different(columns []string) int
}

// Many implements [Outcome].
func (r *NodeResult) Many() bool { return r.Type.Many }

// Size implements [Outcome].
func (r *NodeResult) Size() int { return len(r.Rows) }

// Members implements [Outcome].
func (r *NodeResult) Members() [][]string {
	var all [][]string
	for _, m := range r.members() {
		all = append(all, texts(m))
	}
	return all
}

// Different implements [Outcome]. Rows that lack a part of an entity do not count.
func (r *NodeResult) Different(columns []string) int {
	numbers := make([]int, len(columns))
	for i, c := range columns {
		numbers[i] = r.Source.Column(c)
	}
	seen := map[string]bool{}
	for _, row := range r.Rows {
		var parts []value.Value
		for _, c := range numbers {
			parts = append(parts, r.Source.Cell(int(row), c).Values...)
		}
		if len(parts)%len(columns) == 0 {
			for m := range slices.Chunk(parts, len(columns)) {
				seen[key(m)] = true
			}
		}
	}
	return len(seen)
}

// members returns the different values of a set, an entity of several parts as one,
// in the order they first come.
func (r *NodeResult) members() [][]value.Value {
	var members [][]value.Value
	seen := map[string]bool{}
	for m := range slices.Chunk(r.Values, max(1, len(r.Type.Columns))) {
		if k := key(m); !seen[k] {
			seen[k] = true
			members = append(members, m)
		}
	}
	return members
}

// key returns a text that is equal for equal members of a set alone.
func key(member []value.Value) string { return strings.Join(texts(member), "\x00") }

// chooser is an operation that chooses some of what it reads.
type chooser interface {
	idle(in []Outcome, out Outcome) string
}

// Idle says why the node had nothing to choose between, "" if it had or does not choose:
// a filter or a having that kept everything, a ranking or an aggregate of one row, a most
// frequent value among one, a set operation that gives one of its sets. A question that
// asks for such a choice could be answered without it. In are the outcomes of the nodes it
// reads, out is its own.
func (n *Node) Idle(in []Outcome, out Outcome) string {
	if o, ok := n.Do.(chooser); ok {
		return o.idle(in, out)
	}
	return ""
}

func (*Filter) idle(in []Outcome, out Outcome) string {
	return saying(out.Size() == in[0].Size(), "it keeps every row")
}

func (*Superlative) idle(in []Outcome, _ Outcome) string {
	return saying(in[0].Size() < 2, "it has a single row to work on")
}

func (*Aggregate) idle(in []Outcome, _ Outcome) string {
	return saying(in[0].Size() < 2, "it has a single row to work on")
}

func (o *Frequent) idle(in []Outcome, _ Outcome) string {
	return saying(in[0].Different(o.columns()) < 2, "a single value stands there")
}

func (*Mode) idle(in []Outcome, _ Outcome) string {
	return saying(len(in[0].Members()) < 2, "a single value is in the set")
}

func (*Having) idle(in []Outcome, out Outcome) string {
	return saying(sameSet(out, in[0]), "it keeps every member")
}

func (*Combine) idle(in []Outcome, out Outcome) string {
	return saying(sameSet(out, in[0]) || sameSet(out, in[1]), "it gives one of the two sets it is made of")
}

// saying returns the text if it applies, "" otherwise.
func saying(applies bool, text string) string {
	if applies {
		return text
	}
	return ""
}

// sameSet reports whether two outcomes have the same members, in any order.
func sameSet(a, b Outcome) bool {
	set := func(o Outcome) map[string]bool {
		keys := map[string]bool{}
		for _, m := range o.Members() {
			keys[strings.Join(m, "\x00")] = true
		}
		return keys
	}
	return maps.Equal(set(a), set(b))
}
