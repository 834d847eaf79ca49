// Package alternative makes the programs that must not give the same answer as a given
// program.
//
// [Dropped] leaves a step out, [Neighbours] changes one, and a [Searcher] looks for a chain
// of fewer lookups to the same answer. A task is useful only if none of them gives its
// answer; otherwise an agent that overlooks or misreads part of the question would still be
// right. Package ground chooses entities for which this holds, and package proof checks
// it for every task by its own execution.
package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Rival is a program made from another by one change.
type Rival struct {
	// Program is well-typed and bound like the original. Nodes keep their names, and nodes
	// that no answer needs any more are removed. If the change turned a single entity into a
	// set, lookups are called for each member. Unchanged operations are shared with the
	// original program, so callers must not change them.
	Program *plan.Program
	// Change is the kind of change.
	Change Change
	// Node names the node of the original that was left out or changed.
	Node string
	// To is the replacement in the plan's own terms: a column, a tool, an operand, a
	// place; "" if the node was left out.
	To string
}

// String returns the node, the change and the replacement: "r3 order min".
func (r *Rival) String() string {
	s := r.Node + " " + string(r.Change)
	if r.To != "" {
		s += " " + r.To
	}
	return s
}

// Change names the difference between a program and a rival, a similar program that a
// reader might take the question for.
type Change string

// The closed set of changes that leave a step out, of [Dropped].
const (
	// DropFilter keeps all rows a filter chooses from.
	DropFilter Change = "filter"
	// DropHaving keeps all entities a having chooses from.
	DropHaving Change = "having"
	// DropSet takes one of the two sets that were combined.
	DropSet Change = "set"
	// DropRank takes the first place of a ranking instead of a later place.
	DropRank Change = "rank"
	// DropSuperlative takes all rows instead of one row of a ranking.
	DropSuperlative Change = "superlative"
	// DropFrequent takes all values instead of the most frequent one.
	DropFrequent Change = "frequent"
	// DropDistinct counts rows instead of distinct values.
	DropDistinct Change = "distinct"
	// DropOperand takes one operand of a computation instead of its result.
	DropOperand Change = "operand"
	// DropHop passes an earlier entity of the chain to a lookup, so that the lookups
	// between are skipped.
	DropHop Change = "hop"
)

// The closed set of changes that alter a step, of [Neighbours].
const (
	// Order takes the other end of a ranking or of a comparison, or the maximum for the
	// minimum and vice versa.
	Order Change = "order"
	// Place takes the next place of a ranking, or the place before unless that is the
	// first.
	Place Change = "place"
	// Ranked ranks by another column of numbers, or of days.
	Ranked Change = "ranked"
	// Asked reads, aggregates or counts another column of the same kind: of the same entity
	// type, or of the same scalar kind in the same unit.
	Asked Change = "asked"
	// Role follows, or filters by, another column of the same kind: the seller instead
	// of the buyer, the day of delivery instead of the day of the order.
	Role Change = "role"
	// Threshold keeps the rows on the other side of an amount or a day.
	Threshold Change = "threshold"
	// NextYear keeps the rows of the year before or after.
	NextYear Change = "year"
	// OtherSet takes the intersection for a union or a difference and vice versa, or
	// exchanges the two sets of a difference.
	OtherSet Change = "sets"
	// Function takes another function: an average or a count for a sum and vice versa, a
	// difference for a sum and a quotient for a product and vice versa; or it exchanges the
	// operands of a difference, quotient or share.
	Function Change = "function"
	// Earlier reads a column of the same kind from the rows that led to the last lookup.
	Earlier Change = "earlier"
	// Tool finds the rows with another lookup that accepts the same entity and has every
	// column that is read.
	Tool Change = "tool"
)

// set collects the different rivals of a program, in order.
type set struct {
	d      *domain.Domain
	of     *plan.Program
	types  []plan.Type
	pruned *plan.Program // the program without the nodes that no answer needs
	list   []Rival

	twins func(table, a, b string) bool // reports twin columns, for neighbours; may be nil
}

// newSet returns an empty set of rivals of p; nil for a program that has no rivals.
func newSet(d *domain.Domain, p *plan.Program) *set {
	types, err := p.Types(d)
	if err != nil || p.Template != "" {
		return nil
	}
	own := clone(p)
	makeConsistent(d, own)
	return &set{d: d, of: p, types: types, pruned: own}
}

// add adds a changed copy of the program if it is well-typed and new.
func (s *set) add(p *plan.Program, change Change, node, to string) {
	makeConsistent(s.d, p)
	if p.Equal(s.pruned) || slices.ContainsFunc(s.list, func(r Rival) bool { return p.Equal(r.Program) }) {
		return
	}
	if _, err := p.Types(s.d); err == nil {
		s.list = append(s.list, Rival{Program: p, Change: change, Node: node, To: to})
	}
}
