package command

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// extends reports whether the set begins with tasks of an earlier release.
func (w *world) extends() bool { return w.earlier != nil }

// isOfAnother reports whether another version of taskgrove proved a task first, or another declaration gave it its
// words.
func (w *world) isOfAnother(t *task.Task) bool {
	versions := t.Provenance.Versions
	if versions["check"] == 0 && versions["reprove"] == 0 {
		return false // nobody has proved it
	}
	return versions["check"] != checkVersion && versions["reprove"] != reproveVersion || t.Provenance.Domain != w.declaration()
}

// declaration is the name and digest of the domain, as the provenance of tasks has them.
func (w *world) declaration() string { return w.domain.Name + "@" + w.domain.Digest().Short() }

// checkParams are the parameters of the check stage.
func checkParams(w *world) any {
	if !w.extends() {
		return nil
	}
	return map[string]bool{"extended": true}
}

// proveNew proves the tasks that have no verdicts and records this in those that hold. Tasks of an earlier
// release have verdicts on the same tables and pass. The order is that of the tasks.
func proveNew(ctx context.Context, e *run.Exec, w *world, tasks []*task.Task) (kept []*task.Task, dropped []task.Dropped, err error) {
	isProved := func(t *task.Task) bool { return w.extends() && len(t.Checks) > 0 }
	held, dropped, err := proof.RunChecks(ctx, w.checks, slices.DeleteFunc(slices.Clone(tasks), isProved), e.Workers)
	if err != nil {
		return nil, nil, err
	}
	addProvenance(held, "check", checkVersion)
	byID := map[string]*task.Task{}
	for _, t := range held {
		byID[t.ID] = t
	}
	for _, t := range tasks {
		if isProved(t) {
			kept = append(kept, t)
		} else if t := byID[t.ID]; t != nil {
			kept = append(kept, t)
		}
	}
	return kept, dropped, nil
}

// keepQuestions passes the tasks of an earlier release on as they are. It returns them and those that are
// retired: new questions must not be near to theirs.
func keepQuestions(e *run.Exec, out *writers) ([]*task.Task, error) {
	all, err := readTasks(e, draftsFile)
	if err != nil {
		return nil, err
	}
	retired, err := readTasks(e, retiredTasks)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(all, func(t *task.Task) bool { return t.Question == "" })
	e.Funnel().In += len(kept)
	e.Funnel().Out += len(kept)
	return slices.Concat(kept, retired), task.Write(out.tasks, kept)
}
