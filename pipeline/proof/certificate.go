package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Finding is the result of a check.
type Finding struct {
	// Fault describes the fault of the task; "" if the task passes. It begins with a reason,
	// which is one lower-case word, and a colon: "tie: …".
	Fault string
	// Certificate summarizes the facts that the check established; "" if the task fails. It
	// depends only on the task and the tables, so that running the check again gives the
	// same text; see [Replay].
	Certificate string
	// Open says what the check could not establish, although nothing is known to be wrong, so that
	// people have to; "" if there is nothing. Fault and Certificate are "" then.
	Open string
}

// result is the record of a finding without fault.
func (f Finding) result(check string) task.CheckResult {
	if f.Open != "" {
		return task.CheckResult{Name: check, Verdict: task.Open, Detail: f.Open}
	}
	return task.CheckResult{Name: check, Verdict: task.Pass, Detail: f.Certificate}
}

// certified makes the Run function of a check from run, which returns a fault or "", and
// certify, which writes the certificate of a task without a fault.
func certified(run func(context.Context, *task.Task) (string, error), certify func(*task.Task) string) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		fault, err := run(ctx, t)
		if fault != "" || err != nil {
			return Finding{Fault: fault}, err
		}
		return Finding{Certificate: certify(t)}, nil
	}
}

// executions writes the certificate of the check that both executions agree.
func (p *prover) executions(t *task.Task) string {
	calls, values := 0, len(t.AnswerValues)
	for _, s := range t.Steps {
		if s.Tool != "" {
			calls++
		}
	}
	text := fmt.Sprintf("%s by %s agree with joins over whole tables on %s",
		plural(len(t.Plan.Nodes), "node"), plural(calls, "tool call"), plural(values, "answer"))
	if len(t.Given) > 0 {
		text += fmt.Sprintf("; %s handed over as in the source", plural(len(t.Given), "text"))
	}
	if n, _ := p.citesLaw(t); n > 0 {
		text += fmt.Sprintf("; %s of law in force on the day, with what is quoted of them", plural(n, "article"))
	}
	return text
}

// readings writes the certificate of uniqueness: the number of rows that each lookup finds, and
// the number of rows or members that each other node keeps. It does not say of how many: rows about
// other entities do not concern the task.
func (p *prover) readings(t *task.Task) string {
	e := p.relational.evaluate(t.Plan)
	var parts []string
	for _, r := range e.relations {
		switch o := r.node.Do.(type) {
		case *plan.Call:
			parts = append(parts, r.node.Name+" "+o.Tool+" "+plural(len(r.rows), "row"))
		case *plan.Filter, *plan.Covering, *plan.Superlative, *plan.Only:
			parts = append(parts, fmt.Sprintf("%s %s %d", r.node.Name, o.Kind(), len(r.rows)))
		case *plan.Having, *plan.Combine, *plan.Frequent:
			parts = append(parts, fmt.Sprintf("%s %s %d", r.node.Name, o.Kind(), len(r.members())))
		}
	}
	return strings.Join(parts, ", ")
}

// grading writes the certificate of grading.
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
