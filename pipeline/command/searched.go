package command

import (
	"cmp"
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// searchedOf is the number of paths wanted at a depth of which one is of questions that a search of
// passages begins, where the domain has templates of them. The others are lookups from end to end.
const searchedOf = 10

// searched makes the questions of several hops that templates ask, their share of each depth, and
// returns with them the quotas that are left to paths. It makes a multiple of the tasks of a path.
func (p *sampling) searched(ctx context.Context, e *run.Exec, w *world, grounder *ground.Grounder, prove sample.ProveFunc) (tasks []*task.Task, funnels []*sample.QuotaFunnel, left countList, err error) {
	left = slices.Clone(p.Paths)
	for i := range left {
		templates := w.searchTemplates(i + 1)
		quota := left[i] / searchedOf * p.Entities
		if len(templates) == 0 || quota == 0 {
			continue
		}
		made, counted, err := p.written(ctx, e, grounder, templates, quota, prove, nil)
		if over := len(made) % p.Entities; err == nil && over > 0 {
			made, counted, err = p.written(ctx, e, grounder, templates, len(made)-over, prove, nil)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		left[i] -= len(made) / p.Entities
		tasks, funnels = append(tasks, made...), append(funnels, counted...)
	}
	return tasks, funnels, left, nil
}

// searchTemplates returns the templates of questions of several hops, of a number of hops.
func (w *world) searchTemplates(hops int) (templates []*domain.Template) {
	for i := range w.domain.Templates {
		t := &w.domain.Templates[i]
		if t.Family == domain.MultihopFamily && plan.TemplateProgram(w.domain, t).Structure(w.domain).Hops == hops {
			templates = append(templates, t)
		}
	}
	return templates
}

// byDepth orders tasks by hops and then by ID.
func byDepth(a, b *task.Task) int {
	return cmp.Or(cmp.Compare(a.Structure.Hops, b.Structure.Hops), cmp.Compare(a.ID, b.ID))
}
