package proof

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Mismatch is a difference between a task's recorded certificates and the findings of its
// checks.
type Mismatch struct {
	// ID is the ID of the task.
	ID string `json:"id"`
	// Check is the first check whose finding differs.
	Check string `json:"check"`
	// Recorded is the certificate in the task, and Found the certificate or fault that the
	// check finds. If the check's name or verdict differs, Recorded is the recorded name
	// and verdict, and Found is "".
	Recorded string `json:"recorded"`
	Found    string `json:"found"`
}

// Replay runs [Checks] over proved tasks, and the check twins over unanswerable twins, at
// most workers at a time. It returns a mismatch for each task whose certificates differ from
// the findings, in the order of tasks. Replay returns an error only if a tool is broken.
func Replay(ctx context.Context, w Sources, twins Check, tasks []*task.Task, workers int) ([]Mismatch, error) {
	checks, twin := Checks(w), []Check{twins}
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (*Mismatch, error) {
		if t.Twin != nil {
			return replay(ctx, twin, t)
		}
		return replay(ctx, checks, t)
	})
	if err != nil {
		return nil, err
	}
	var mismatches []Mismatch
	for _, c := range all {
		if c != nil {
			mismatches = append(mismatches, *c)
		}
	}
	return mismatches, nil
}

// replay runs the checks over one task up to the first mismatch; nil if there is none.
func replay(ctx context.Context, checks []Check, t *task.Task) (*Mismatch, error) {
	for i, c := range checks {
		var recorded task.CheckResult
		if i < len(t.Checks) {
			recorded = t.Checks[i]
		}
		if recorded.Name != c.Name || recorded.Verdict != task.Pass {
			return &Mismatch{ID: t.ID, Check: c.Name, Recorded: fmt.Sprintf("%s %s", recorded.Name, recorded.Verdict)}, nil
		}
		f, err := c.Run(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("task %s: check %s: %w", t.ID, c.Name, err)
		}
		if f.Fault != "" || f.Certificate != recorded.Detail {
			return &Mismatch{ID: t.ID, Check: c.Name, Recorded: recorded.Detail, Found: f.Fault + f.Certificate}, nil
		}
	}
	if n := len(checks); len(t.Checks) > n {
		return &Mismatch{ID: t.ID, Check: t.Checks[n].Name, Recorded: t.Checks[n].Detail}, nil
	}
	return nil, nil
}
