package proof

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Changed says how the certificates of a task differ from what its checks find now.
type Changed struct {
	// ID is the task's.
	ID string `json:"id"`
	// Check is the first check that finds something else.
	Check string `json:"check"`
	// Recorded is what the task says of it, and Found what the check says now: a
	// certificate, a fault, or "" where there is none.
	Recorded string `json:"recorded"`
	Found    string `json:"found"`
}

// Replay runs the checks of a world over proved tasks, and the check of twins over
// unanswerable twins, at most workers at a time. It returns the tasks whose certificates
// differ from what the checks find, in the order of tasks. It needs nothing but the tasks
// and the tables they were made from. The error is for broken tools alone.
func Replay(ctx context.Context, w Sources, twins Check, tasks []*task.Task, workers int) ([]Changed, error) {
	checks, twin := Checks(w), []Check{twins}
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (*Changed, error) {
		if t.Twin != nil {
			return replay(ctx, twin, t)
		}
		return replay(ctx, checks, t)
	})
	if err != nil {
		return nil, err
	}
	var changed []Changed
	for _, c := range all {
		if c != nil {
			changed = append(changed, *c)
		}
	}
	return changed, nil
}

// replay runs the checks over one task until one finds something else than recorded.
func replay(ctx context.Context, checks []Check, t *task.Task) (*Changed, error) {
	for i, c := range checks {
		var recorded task.CheckResult
		if i < len(t.Checks) {
			recorded = t.Checks[i]
		}
		if recorded.Name != c.Name || recorded.Verdict != task.Pass {
			return &Changed{ID: t.ID, Check: c.Name, Recorded: fmt.Sprintf("%s %s", recorded.Name, recorded.Verdict)}, nil
		}
		f, err := c.Run(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("task %s: check %s: %w", t.ID, c.Name, err)
		}
		if f.Fault != "" || f.Certificate != recorded.Detail {
			return &Changed{ID: t.ID, Check: c.Name, Recorded: recorded.Detail, Found: f.Fault + f.Certificate}, nil
		}
	}
	if n := len(checks); len(t.Checks) > n {
		return &Changed{ID: t.ID, Check: t.Checks[n].Name, Recorded: t.Checks[n].Detail}, nil
	}
	return nil, nil
}
