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
// tasks, to the baseline stage of the same command, which has most of its tasks.
type baselineTrials map[baselineTrial]*bench.Trial

// baselineTrial is all that a trial of a built-in agent can depend on.
type baselineTrial struct {
	agent string
	task  digest.Digest // see digestTried
	known digest.Digest // of the tasks that the agent learned from, or "" if it learned from none
}

// tryTasks lets built-in agents try tasks, but takes the trials that are kept. It keeps all of them. The
// caller must not change them. Done, if not nil, is called as by [bench.Run].
func (w *world) tryTasks(ctx context.Context, e *run.Exec, tasks []*task.Task, agents []bench.AgentEntry, done func()) ([]bench.Trial, error) {
	digests := map[string]digest.Digest{} // by ID
	set := digest.New("tried tasks")
	for _, t := range tasks {
		one, err := digestTried(t)
		if err != nil {
			return nil, err
		}
		digests[t.ID] = one
		set.Field("task", []byte(one))
	}
	all := set.Sum()
	trialOf := func(a *bench.AgentEntry, id string) baselineTrial {
		one := baselineTrial{agent: a.Name, task: digests[id]}
		if a.Learns {
			one.known = all
		}
		return one
	}
	trials, err := bench.Run(ctx, tasks, agents, w.tools, bench.RunOptions{
		Domain: w.domain, Workers: e.Workers, TwinTools: w.twinTools, Done: done,
		Made: func(a *bench.AgentEntry, t *task.Task) *bench.Trial { return w.tried[trialOf(a, t.ID)] },
	})
	w.tried = baselineTrials{}
	for i := range trials {
		w.tried[trialOf(&agents[i%len(agents)], trials[i].Task)] = &trials[i]
	}
	return trials, err
}

// digestTried returns the digest of all in a task that trials of it can depend on: of everything but
// what stages and people say about it.
func digestTried(t *task.Task) (digest.Digest, error) {
	plain := *t
	plain.Checks, plain.Review, plain.Provenance = nil, task.Review{}, task.Provenance{}
	b, err := json.Marshal(&plain)
	if err != nil {
		return "", err
	}
	return digest.New("tried task").Field("task", b).Sum(), nil
}
