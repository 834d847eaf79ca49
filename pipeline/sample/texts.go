package sample

import (
	"context"
	"maps"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Texts makes tasks that ask for a text to be written: the same number for each template,
// and one more for the last ones if total is not a multiple. It returns the tasks,
// ordered by depth and ID, and a funnel for each template, in their order.
//
// Write makes at most n tasks of templates[template]; with a larger n it must return the
// same tasks first. It is called by one goroutine at a time, and prove by at most
// workers. A task that fails its proof is replaced by another; it can fail because a
// retriever may find either of two passages that tie. The error is that of write or
// prove; the results are nil then.
func Texts(ctx context.Context, templates []string, total int, write func(ctx context.Context, template, n int) (*Grounded, error), prove ProveFunc, workers int) ([]*task.Task, []*QuotaFunnel, error) {
	var all []*task.Task
	var funnels []*QuotaFunnel
	for i, name := range templates {
		wanted := total*(i+1)/len(templates) - total*i/len(templates)
		var g *Grounded
		var tasks []*task.Task
		var fault plan.Reason
		for more := 0; ; {
			var err error
			if g, err = write(ctx, i, wanted+more); err != nil {
				return nil, nil, err
			}
			if tasks, fault, err = proved(ctx, g.Tasks, prove, workers); err != nil {
				return nil, nil, err
			}
			refused := len(g.Tasks) - len(tasks)
			if refused == more || len(g.Tasks) < wanted+more {
				break
			}
			more = refused
		}
		f := &QuotaFunnel{Template: name, Wanted: wanted, Tried: len(g.Tasks), Accepted: len(tasks), Tasks: len(tasks), Dropped: maps.Clone(g.Dropped)}
		f.Executions.Passed, f.Executions.Dropped = g.Passed, g.Dropped
		for _, n := range g.Dropped {
			f.Tried += n
		}
		if refused := len(g.Tasks) - len(tasks); refused > 0 {
			f.Dropped[fault] += refused
		}
		funnels = append(funnels, f)
		all = append(all, tasks...)
	}
	sortTasks(all)
	return all, funnels, nil
}
