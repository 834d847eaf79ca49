package proof

import (
	"encoding/json"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// gradings are the results of gradings of the strict grader over the tables and tools of one prover, by
// all that each depends on. A task comes to the check of grading with a draft, with a question that was
// proposed for it, and with its question, and the stages of a command come to it with the same texts. The
// zero value has none. It is safe for concurrent use.
type gradings struct{ results sync.Map }

// graded is the result of a grading: the fault, "" for none, and what it looked up.
type graded struct {
	fault string
	reads *readset.Recorder
}

// once returns the result that run has the first time that a task with this content comes to a grading.
func (g *gradings) once(grading string, t *task.Task, run func() (graded, error)) (graded, error) {
	asked := *t
	asked.Draft, asked.Rewriter, asked.Solution, asked.Bystander = "", "", "", nil
	asked.Checks, asked.Review, asked.Provenance = nil, task.Review{}, task.Provenance{}
	content, err := json.Marshal(&asked)
	if err != nil {
		return graded{}, err
	}
	key := digest.New(grading).Field("task", content).Sum()
	if known, ok := g.results.Load(key); ok {
		return known.(graded), nil
	}
	result, err := run()
	if err == nil {
		g.results.Store(key, result)
	}
	return result, err
}
