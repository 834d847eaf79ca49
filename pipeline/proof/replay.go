package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Mismatch is the first difference between a task's recorded checks and the checks run
// again.
type Mismatch struct {
	// ID is the ID of the task.
	ID string `json:"id"`
	// Check is the name of the first check that differs.
	Check string `json:"check"`
	// Recorded and Found are the two sides of the difference:
	//
	//   - The check was recorded as passed: Recorded is the recorded certificate, and Found
	//     is the certificate or the fault of the check run now.
	//   - The record at the check's place is of another check or of another verdict:
	//     Recorded is "NAME VERDICT", and Found is "", because the check is not run. If
	//     there is no record at that place, name and verdict are empty.
	//   - A check is recorded after all those run now: Check is its name, Recorded its
	//     certificate, and Found is "".
	//
	// A certificate is the detail of a passed check, see [Finding].
	Recorded string `json:"recorded"`
	Found    string `json:"found"`
}

// Replay runs [Checks] over proved tasks, and the check twins over unanswerable twins, at
// most workers at a time; less than 1 means 1. It returns a mismatch for each task whose
// recorded certificates differ from the findings, in the order of tasks; nil if there is
// none. The error is that of a check that cannot be run because a tool is broken, or the
// cause of ctx; there are no mismatches then.
func Replay(ctx context.Context, w Sources, twins Check, tasks []*task.Task, workers int) ([]Mismatch, error) {
	checks, twin := Checks(w), []Check{twins}
	if w.Texts == nil {
		tasks = withoutRecounts(tasks)
	}
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
	at := 0
	for _, c := range checks {
		if !c.Concerns(t) {
			continue
		}
		var recorded task.CheckResult
		if at < len(t.Checks) {
			recorded = t.Checks[at]
		}
		at++
		if recorded.Name != c.Name || recorded.Verdict != task.Pass && recorded.Verdict != task.Open {
			return &Mismatch{ID: t.ID, Check: c.Name, Recorded: fmt.Sprintf("%s %s", recorded.Name, recorded.Verdict)}, nil
		}
		f, err := c.Run(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("task %s: check %s: %w", t.ID, c.Name, err)
		}
		if f.Fault != "" || f.result(c.Name) != recorded {
			return &Mismatch{ID: t.ID, Check: c.Name, Recorded: recorded.Detail, Found: f.Fault + f.Certificate + f.Open}, nil
		}
	}
	if len(t.Checks) > at {
		return &Mismatch{ID: t.ID, Check: t.Checks[at].Name, Recorded: t.Checks[at].Detail}, nil
	}
	return nil, nil
}

// withoutRecounts returns the tasks without what their certificates say of the sources of their
// tables, for a replay from the tables alone.
func withoutRecounts(tasks []*task.Task) []*task.Task {
	out := slices.Clone(tasks)
	for i, t := range out {
		copied := *t
		copied.Checks = slices.Clone(t.Checks)
		for j := range copied.Checks {
			c := &copied.Checks[j]
			for _, fact := range []string{recountedFact, sourcedFact, caseSourcedFact, itemSourcedFact} {
				c.Detail = strings.ReplaceAll(c.Detail, "; "+fact, "")
			}
		}
		out[i] = &copied
	}
	return out
}
