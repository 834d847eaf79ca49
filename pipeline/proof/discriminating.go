package proof

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// discriminating checks that who misreads one thing of the question gives another
// answer: every neighbouring program is worked out over whole tables, and none of
// them comes to what this one does. The certificate says which come to what, and
// where none has an answer at all, so that nothing was told apart.
func (p *prover) discriminating(_ context.Context, t *task.Task) (Finding, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if t.Plan.Template != "" {
		return Finding{Certificate: wholeText}, nil
	}
	base := p.relational.evaluate(t.Plan)
	if base.reason != "" {
		return Finding{Fault: string(base.reason) + ": " + base.detail}, nil
	}
	searcher, err := p.searcher()
	if err != nil {
		return Finding{}, err
	}
	verdict := p.against(base, t.Plan, searcher.Neighbours(t.Plan))
	if verdict.agreeing != nil {
		return Finding{Fault: fmt.Sprintf("agrees: %s: a neighbouring program gives the same answer", verdict.agreeing)}, nil
	}
	return Finding{Certificate: verdict.String("no neighbour", "neighbour")}, nil
}
