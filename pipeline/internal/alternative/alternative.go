// Package alternative makes the programs that must answer something else than a program:
// those that leave a step out, and those that change one.
//
// [Dropped] leaves a step out, [Neighbours] changes one, and a [Searcher] looks for a chain
// of fewer lookups to the same answer. A task is worth asking only if none of them gives its
// answer: otherwise an agent that overlooks half of the question, or misreads it, is right
// all the same. Grounding looks for entities for which this holds, and proof shows it of
// every task by its own execution.
package alternative

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Rival is a program made of another by one change.
type Rival struct {
	// Program is well-typed and bound like the original. Nodes keep their names, and nodes
	// that no answer needs any more are removed. Where the change made a set of a single
	// entity, lookups ask about each of its members. Unchanged operations are shared with
	// the original program and must not be changed.
	Program *plan.Program
	// Change is the kind of change.
	Change Change
	// Node names the node of the original that was left out or changed.
	Node string
	// To is the replacement in the plan's own terms: a column, a tool, an operand, a
	// place; "" if the node was left out.
	To string
}

// String returns the change in a few words: "r3 order min".
func (r *Rival) String() string {
	s := r.Node + " " + string(r.Change)
	if r.To != "" {
		s += " " + r.To
	}
	return s
}

// Change is a kind of change that makes a rival.
type Change string

// The closed set of changes that leave a step out, of [Dropped].
const (
	// DropFilter keeps all rows a filter chooses from.
	DropFilter Change = "filter"
	// DropHaving keeps all entities a having chooses from.
	DropHaving Change = "having"
	// DropSet takes one of the two sets that were combined.
	DropSet Change = "set"
	// DropRank takes the end of a ranking instead of the row some places behind it.
	DropRank Change = "rank"
	// DropSuperlative takes all rows instead of the end of a ranking.
	DropSuperlative Change = "superlative"
	// DropFrequent takes all values instead of the most frequent one.
	DropFrequent Change = "frequent"
	// DropDistinct counts rows instead of different values.
	DropDistinct Change = "distinct"
	// DropOperand takes one of the two numbers something was computed from.
	DropOperand Change = "operand"
	// DropHop asks about an entity further back on the chain, so that the lookups
	// between are not made.
	DropHop Change = "hop"
)

// The closed set of changes that alter a step, of [Neighbours].
const (
	// Order takes the other end: of a ranking, of two compared, the largest for the
	// smallest amount.
	Order Change = "order"
	// Place takes the next place behind in a ranking, and the one before unless that
	// is the end.
	Place Change = "place"
	// Ranked ranks by another column of numbers, or of days.
	Ranked Change = "ranked"
	// Asked asks for, adds up or counts another column of the same kind: of the same
	// entity type, or of the same scalar kind in the same unit.
	Asked Change = "asked"
	// Role goes on by, or filters by, another column of the same kind: the defendant
	// for the plaintiff, the day of judgment for that of filing.
	Role Change = "role"
	// Threshold keeps what lies on the other side of an amount or a day.
	Threshold Change = "threshold"
	// NextYear keeps the rows of the year before or after.
	NextYear Change = "year"
	// OtherSet takes what is in both sets for what is in either or in one alone, the
	// other way round, and what is in the second alone for the first.
	OtherSet Change = "sets"
	// Function takes the average for the sum and a count for both, and the other way
	// round; the difference for the sum, the quotient for the product, and the other
	// way round; and the second less, by or as a share of the first.
	Function Change = "function"
	// Earlier asks the rows that led to the last lookup for a column of the same kind.
	Earlier Change = "earlier"
	// Tool has another lookup find the rows: one that accepts the same entity and has
	// every column that is read.
	Tool Change = "tool"
)

// set collects rivals of a program in order, each once.
type set struct {
	d     *domain.Domain
	of    *plan.Program
	types []plan.Type
	own   *plan.Program // without the nodes that no answer needs, as rivals are
	list  []Rival

	twins func(table, a, b string) bool // of neighbours
}

// newSet prepares to collect rivals; nil for a program that has none.
func newSet(d *domain.Domain, p *plan.Program) *set {
	types, err := p.Types(d)
	if err != nil || p.Template != "" {
		return nil
	}
	own := clone(p)
	makeConsistent(d, own)
	return &set{d: d, of: p, types: types, own: own}
}

// add takes a changed copy of the program if it is well-typed and new.
func (s *set) add(p *plan.Program, change Change, node, to string) {
	makeConsistent(s.d, p)
	if p.Equal(s.own) || slices.ContainsFunc(s.list, func(r Rival) bool { return p.Equal(r.Program) }) {
		return
	}
	if _, err := p.Types(s.d); err == nil {
		s.list = append(s.list, Rival{Program: p, Change: change, Node: node, To: to})
	}
}
