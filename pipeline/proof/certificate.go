package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Finding is what a check came to.
type Finding struct {
	// Fault is what is wrong with the task, "" for one that passes. It begins with its
	// reason, one lower-case word, and a colon: "tie: …".
	Fault string
	// Certificate says in a few words what was established where nothing is wrong. It
	// depends on the task and the tables alone, so that running the check again gives
	// the same; see [Replay].
	Certificate string
}

// certified makes a check of one that says what is wrong and one that says, of a
// task with which nothing is, what was established.
func certified(run func(context.Context, *task.Task) (string, error), certify func(*task.Task) string) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		fault, err := run(ctx, t)
		if fault != "" || err != nil {
			return Finding{Fault: fault}, err
		}
		return Finding{Certificate: certify(t)}, nil
	}
}

// executions says what two executions agreed on.
func executions(t *task.Task) string {
	calls, values := 0, len(t.AnswerValues)
	for _, s := range t.Steps {
		if s.Tool != "" {
			calls++
		}
	}
	return fmt.Sprintf("%s by %s agree with joins over whole tables on %s",
		plural(len(t.Plan.Nodes), "node"), plural(calls, "tool call"), plural(values, "answer"))
}

// readings says how many rows every lookup finds, of how many, and how many every
// other node keeps.
func (p *prover) readings(t *task.Task) string {
	e := p.relational.evaluate(t.Plan)
	var parts []string
	for _, r := range e.relations {
		switch o := r.node.Do.(type) {
		case *plan.Call:
			parts = append(parts, fmt.Sprintf("%s %s %d of %d rows", r.node.Name, o.Tool, len(r.rows), r.table.Len()))
		case *plan.Filter, *plan.Superlative, *plan.Only:
			parts = append(parts, fmt.Sprintf("%s %s %d", r.node.Name, o.Kind(), len(r.rows)))
		case *plan.Having, *plan.Combine, *plan.Frequent:
			parts = append(parts, fmt.Sprintf("%s %s %d", r.node.Name, o.Kind(), len(r.members())))
		}
	}
	return strings.Join(parts, ", ")
}

// grading says what was graded.
func (p *prover) grading(t *task.Task) string {
	return fmt.Sprintf("%s and %s on the way; the trace scores 100 %%, %d agents who know nothing and %d attackers 0 %%",
		plural(len(t.KeyAnswer), "keyword"), plural(len(t.KeyMiddle), "keyword"), len(p.ignorant), len(p.attackers))
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
