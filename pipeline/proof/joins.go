package proof

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Joins evaluates programs by joins over whole tables: the second execution, which shares
// no code for operations with the execution by tools. It is safe for concurrent use.
type Joins struct{ tables *relational }

// NewJoins returns the second execution over a corpus. The corpus must not change while it
// is in use.
func NewJoins(d *domain.Domain, c *corpus.Corpus) *Joins { return &Joins{newRelational(d, c)} }

// EndWithout evaluates a bound program over tables that lack one row. It returns the node at
// which the evaluation ends and the reason; both are "" if the program still has an answer.
// The program must have passed [plan.Program.Types].
func (j *Joins) EndWithout(p *plan.Program, t *corpus.Table, row int) (node string, reason plan.Reason) {
	e := j.tables.without(t, row).evaluate(p)
	node, _, _ = strings.Cut(e.detail, " ")
	return node, e.reason
}

// without returns a relational execution over tables that lack one row.
func (r *relational) without(t *corpus.Table, row int) *relational {
	less := *r
	less.absent = absent{t, row}
	return &less
}

// absent is a row that is left out of its table. The zero value leaves out no row.
type absent struct {
	table *corpus.Table
	row   int
}

// is reports whether a row is the one left out.
func (a absent) is(t *corpus.Table, row int) bool { return a.table == t && a.row == row }
