package proof

import (
	"encoding/json"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// gradings are the results of gradings of the strict grader over the tables and tools of one prover, by
// all that each depends on. A task comes to the check of grading with a draft, with a question that was
// proposed for it, and with its question, and the stages of a command come to it with the same texts. The
// zero value has none. It is safe for concurrent use.
type gradings struct{ faults sync.Map }

// once returns the fault that a grading of a task finds, which run returns the first time that a task
// with this content comes to it.
func (g *gradings) once(grading string, t *task.Task, run func() (fault string, err error)) (string, error) {
	asked := *t
	asked.Draft, asked.Rewriter, asked.Solution, asked.Bystander = "", "", "", nil
	asked.Checks, asked.Review, asked.Provenance = nil, task.Review{}, task.Provenance{}
	content, err := json.Marshal(&asked)
	if err != nil {
		return "", err
	}
	key := digest.New(grading).Field("task", content).Sum()
	if fault, ok := g.faults.Load(key); ok {
		return fault.(string), nil
	}
	fault, err := run()
	if err == nil {
		g.faults.Store(key, fault)
	}
	return fault, err
}
