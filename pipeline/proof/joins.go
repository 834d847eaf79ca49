package proof

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Joins is the second execution: it works programs out by joins over whole tables. It is
// safe for concurrent use.
type Joins struct{ tables *relational }

// NewJoins returns the second execution over a corpus, which must not change meanwhile.
func NewJoins(d *domain.Domain, c *corpus.Corpus) *Joins { return &Joins{newRelational(d, c)} }

// EndWithout works a bound program out as if a row were not in its table, and returns the
// node at which the program ends and why; "" and "" if it has an answer all the same. The
// program must have passed [plan.Program.Types].
func (j *Joins) EndWithout(p *plan.Program, t *corpus.Table, row int) (node string, reason plan.Reason) {
	e := j.tables.without(t, row).evaluate(p)
	node, _, _ = strings.Cut(e.detail, " ")
	return node, e.reason
}

// without returns the relational execution of tables less a row.
func (r *relational) without(t *corpus.Table, row int) *relational {
	less := *r
	less.absent = absent{t, row}
	return &less
}

// absent is a row that is left out of its table; none without a table.
type absent struct {
	table *corpus.Table
	row   int
}

// is reports whether a row is the one left out.
func (a absent) is(t *corpus.Table, row int) bool { return a.table == t && a.row == row }
