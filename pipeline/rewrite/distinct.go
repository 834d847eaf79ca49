package rewrite

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Distinct goes through tasks that have their questions, in order, and rejects each whose question
// is a near-copy of that of an earlier one, as [Run] does: for each task, nil or why it is rejected.
// Tasks of templates, whose words are fixed, are kept.
func Distinct(tasks []*task.Task) []*Rejected {
	var index similarity.Index
	rejected := make([]*Rejected, len(tasks))
	for i, t := range tasks {
		if t.Plan.Template != "" {
			continue
		}
		f := similarity.FrameOf(t.Question, t.Language, properNames(t))
		if id, near, ok := index.Near(f); ok && near > mostAlike {
			try := Try{Rewriter: t.Rewriter, Question: t.Question, Reason: Duplicate, Detail: fmt.Sprintf("shares %.0f%% with the question of task %s", 100*near, id)}
			rejected[i] = &Rejected{ID: t.ID, Draft: t.Draft, Tries: []Try{try}}
			continue
		}
		index.Add(t.ID, f)
	}
	return rejected
}
