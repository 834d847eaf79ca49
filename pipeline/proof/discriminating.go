package proof

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// discriminating checks that an agent that misreads one detail of the question gives another
// answer: it evaluates every neighbouring program over whole tables, and none may give the
// same answers as the plan. The certificate lists the neighbours with their answers and
// the neighbours without an answer.
func (p *prover) discriminating(_ context.Context, t *task.Task) (Finding, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if t.Plan.Template != "" {
		return p.onlyProgram(t)
	}
	base := p.relational.evaluate(t.Plan)
	if base.reason != "" {
		return Finding{Fault: string(base.reason) + ": " + base.detail}, nil
	}
	searcher, err := p.searcher()
	if err != nil {
		return Finding{}, err
	}
	verdict := p.compareRivals(base, t.Plan, searcher.Neighbours(t.Plan))
	if verdict.agreeing != nil {
		return Finding{Fault: fmt.Sprintf("agrees: %s: a neighbouring program gives the same answer", verdict.agreeing)}, nil
	}
	return Finding{Certificate: verdict.String("no neighbour", "neighbour")}, nil
}
