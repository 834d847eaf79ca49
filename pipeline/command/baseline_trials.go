package command

import (
	"context"
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// baselineTrials are trials of the built-in agents, kept from the check stage, which looks for shallow
// tasks, to the baseline stage of the same command, which most often has the same tasks.
type baselineTrials struct {
	of     digest.Digest // of their tasks, see digestTried
	trials []bench.Trial
}

// tryTasks lets the built-in agents try tasks, unless the trials kept are of exactly these. It keeps the
// trials. The caller must not change them. Done, if not nil, is called as by [bench.Run].
func (w *world) tryTasks(ctx context.Context, e *run.Exec, tasks []*task.Task, done func()) ([]bench.Trial, error) {
	of, err := digestTried(tasks)
	if err != nil {
		return nil, err
	}
	if w.tried.trials != nil && w.tried.of == of {
		return w.tried.trials, nil
	}
	trials, err := bench.Run(ctx, tasks, bench.BoundingAgents(tasks), w.tools, bench.RunOptions{
		Domain: w.domain, Workers: e.Workers, TwinTools: w.twinTools, Done: done,
	})
	w.tried = baselineTrials{of, trials}
	return trials, err
}

// digestTried returns the digest of all that trials of tasks can depend on: of everything in the tasks
// but what stages and people say about them.
func digestTried(tasks []*task.Task) (digest.Digest, error) {
	h := digest.New("tried tasks")
	for _, t := range tasks {
		plain := *t
		plain.Checks, plain.Review, plain.Provenance = nil, task.Review{}, task.Provenance{}
		b, err := json.Marshal(&plain)
		if err != nil {
			return "", err
		}
		h.Field("task", b)
	}
	return h.Sum(), nil
}
