package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Outcome is the view of a node's result that the soundness rules need, whichever
// execution produced it: a [NodeResult] comes from an execution by tools, a relation of
// package proof from an execution by joins.
type Outcome interface {
	// Many reports whether the node's type is a set.
	Many() bool
	// Size is the number of rows.
	Size() int
	// Members are the distinct values of a set, in order of first appearance. A member
	// has one text for each part of the entity.
	Members() [][]string
	// Different is the number of distinct values in columns of the rows. Several columns
	// are the parts of one entity, which counts as one value.
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

// members returns the distinct values of a set in order of first appearance. An entity of
// several parts is one member.
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

// key returns a text that identifies a member of a set.
func key(member []value.Value) string { return strings.Join(texts(member), "\x00") }

// chooser is an operation that chooses among the rows or values it reads.
type chooser interface {
	idle(in []Outcome, out Outcome) string
}

// Idle explains why the node had nothing to choose between: a filter or having kept
// everything, a ranking or aggregate had one row, the most frequent value was the only
// value, or a set operation returned one of its inputs. A question that asks for an idle
// choice could be answered without making it. The result is "" if the node had a choice or
// its operation makes none. In holds the outcomes of the nodes it reads, in the order of
// From; out is its own outcome.
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

// saying returns text if applies is true, "" otherwise.
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
