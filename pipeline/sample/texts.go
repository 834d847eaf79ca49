package sample

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteFunc makes at most n tasks of a template, given by its index. With a larger n it must
// return the same tasks first.
type WriteFunc func(ctx context.Context, template, n int) (*Grounded, error)

// FillFunc puts tasks about what no task is about in the place of others of a template, given by its
// index, in the slice itself. It changes the slice while no call of prove runs.
type FillFunc func(ctx context.Context, template int, tasks []*task.Task, prove ProveFunc) error

// Texts makes tasks of templates: the same number for each template, and one more for the last
// ones if total is not a multiple. The quota that a template cannot fill is shared out among
// those that can give more. If texts to write repeat each other's points, as many candidates again are
// made, and those with points of their own go first. At last fill, unless nil, exchanges tasks of each
// template for others that pass their proof, which the funnel counts as [Replaced]. It returns the
// tasks, ordered by depth and ID, and a funnel for each template, in their order.
//
// Write and fill are called by one goroutine at a time, and prove by at most workers. A task that fails
// its proof is replaced by another; it can fail because a retriever may find either of two
// passages that tie. The error is that of write, prove or fill; the results are nil then.
func Texts(ctx context.Context, templates []string, total int, write WriteFunc, prove ProveFunc, fill FillFunc, workers int) ([]*task.Task, []*QuotaFunnel, error) {
	prove = remembered(prove)
	all := make([]templateTexts, len(templates))
	for i, name := range templates {
		all[i] = templateTexts{name: name, index: i, wanted: total*(i+1)/len(templates) - total*i/len(templates)}
	}
	open := total // tasks of templates whose quota has changed
	for open > 0 {
		open = 0
		for i := range all {
			if t := &all[i]; t.funnel == nil || len(t.tasks) < t.wanted && !t.exhausted {
				if err := t.fill(ctx, write, prove, workers); err != nil {
					return nil, nil, err
				}
			}
			if t := &all[i]; t.exhausted {
				open += t.wanted - len(t.tasks)
				t.wanted = len(t.tasks)
			}
		}
		open = shareOut(all, open)
	}
	var tasks []*task.Task
	var funnels []*QuotaFunnel
	for i := range all {
		if all[i].funnel == nil {
			all[i].funnel = &QuotaFunnel{Template: all[i].name, Dropped: map[plan.Reason]int{}}
		}
		if fill != nil {
			if err := all[i].exchange(ctx, fill, prove); err != nil {
				return nil, nil, err
			}
		}
		tasks, funnels = append(tasks, all[i].tasks...), append(funnels, all[i].funnel)
	}
	sortTasks(tasks)
	return tasks, funnels, nil
}

// remembered returns a function that proves each task once, since a template makes the same
// tasks again when it is asked for more.
func remembered(prove ProveFunc) ProveFunc {
	var known sync.Map // plan.Reason by task ID
	return func(ctx context.Context, t *task.Task) (plan.Reason, error) {
		if reason, ok := known.Load(t.ID); ok {
			return reason.(plan.Reason), nil
		}
		reason, err := prove(ctx, t)
		if err == nil {
			known.Store(t.ID, reason)
		}
		return reason, err
	}
}

// shareOut adds n tasks to the quotas of the templates that are not exhausted, evenly, and
// returns the number added: n, or 0 if all templates are exhausted.
func shareOut(all []templateTexts, n int) int {
	var able []*templateTexts
	for i := range all {
		if !all[i].exhausted {
			able = append(able, &all[i])
		}
	}
	if len(able) == 0 {
		return 0
	}
	for i, t := range able {
		t.wanted += n*(i+1)/len(able) - n*i/len(able)
	}
	return n
}

// templateTexts are the tasks of one template while they are made.
type templateTexts struct {
	name      string
	index     int
	wanted    int
	exhausted bool // the template gives no more tasks
	tasks     []*task.Task
	funnel    *QuotaFunnel // nil before the first call of fill
}

// fill makes the tasks of the template anew, as many as wanted.
func (t *templateTexts) fill(ctx context.Context, write WriteFunc, prove ProveFunc, workers int) error {
	var g *Grounded
	var faults map[plan.Reason]int
	for more := 0; ; {
		var err error
		if g, err = write(ctx, t.index, t.wanted+more); err != nil {
			return err
		}
		if t.tasks, faults, err = provedTexts(ctx, g.Tasks, prove, workers); err != nil {
			return err
		}
		t.exhausted = len(g.Tasks) < t.wanted+more
		refused := len(g.Tasks) - len(t.tasks)
		if refused == more || t.exhausted {
			break
		}
		more = refused
	}
	if !t.exhausted && repeatsPoints(t.tasks) { // others may argue other points
		var err error
		if g, err = write(ctx, t.index, 2*len(g.Tasks)); err != nil {
			return err
		}
		if t.tasks, faults, err = variedTexts(ctx, g.Tasks, t.wanted, prove, workers); err != nil {
			return err
		}
	}
	f := &QuotaFunnel{Template: t.name, Wanted: t.wanted, Tried: len(g.Tasks), Accepted: len(t.tasks), Tasks: len(t.tasks), Dropped: maps.Clone(g.Dropped)}
	f.Executions.Passed, f.Executions.Dropped = g.Passed, g.Dropped
	f.Possible = g.Subjects
	for _, n := range g.Dropped {
		f.Tried += n
	}
	for reason, n := range faults {
		f.Dropped[reason] += n
	}
	left := len(g.Tasks) - len(t.tasks) // not taken and not refused; most argue what another does
	for _, n := range faults {
		left -= n
	}
	if left > 0 {
		f.Dropped[Shared] += left
	}
	t.funnel = f
	return nil
}

// variedTexts returns the first tasks, in the order of varied, that pass their proof, at most as many as
// wanted, and how many fail by reason. It proves no others: whether they pass changes nothing for the first.
func variedTexts(ctx context.Context, tasks []*task.Task, wanted int, prove ProveFunc, workers int) ([]*task.Task, map[plan.Reason]int, error) {
	failed := map[plan.Reason]int{}
	for {
		first := varied(tasks)
		first = first[:min(wanted, len(first))]
		kept, faults, err := provedTexts(ctx, first, prove, workers)
		if err != nil {
			return nil, nil, err
		}
		for reason, n := range faults {
			failed[reason] += n
		}
		if len(kept) == len(first) {
			return kept, failed, nil
		}
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool {
			return slices.Contains(first, t) && !slices.Contains(kept, t)
		})
	}
}

// varied returns tasks in an order in which those that argue what none before them does go first.
func varied(tasks []*task.Task) []*task.Task {
	argued := map[string]int{}
	round := make([]int, len(tasks)) // tasks before one with its points
	order := make([]int, len(tasks))
	for i, t := range tasks {
		order[i] = i
		if points := pointsOf(t); points != "" {
			round[i] = argued[points]
			argued[points]++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return round[a] - round[b] })
	sorted := make([]*task.Task, len(tasks))
	for i, k := range order {
		sorted[i] = tasks[k]
	}
	return sorted
}

// repeatsPoints reports whether two of some tasks argue the same.
func repeatsPoints(tasks []*task.Task) bool {
	seen := map[string]bool{}
	for _, t := range tasks {
		points := pointsOf(t)
		if points != "" && seen[points] {
			return true
		}
		seen[points] = true
	}
	return false
}

// pointsOf returns what a text to write argues: the first term of each point, but for points with a number,
// which belong to one case; "" for other tasks.
func pointsOf(t *task.Task) string {
	if t.Type != task.Writing {
		return ""
	}
	var terms []string
	for _, point := range t.KeyMiddle {
		term, _, _ := strings.Cut(point, "/")
		if !strings.ContainsAny(term, "0123456789") {
			terms = append(terms, term)
		}
	}
	return strings.Join(terms, "\x00")
}

// exchange lets fill put other tasks in the place of some, and counts those.
func (t *templateTexts) exchange(ctx context.Context, fill FillFunc, prove ProveFunc) error {
	before := slices.Clone(t.tasks)
	err := fill(ctx, t.index, t.tasks, func(ctx context.Context, one *task.Task) (plan.Reason, error) {
		reason, err := prove(ctx, one)
		if reason == "" && err == nil && one.Family == task.Governing && t.alike(one) >= mostAlike {
			reason = Shared
		}
		return reason, err
	})
	for i, one := range before {
		if t.tasks[i] != one {
			t.funnel.Tried++
			t.funnel.Dropped[Replaced]++
		}
	}
	return err
}

// alike returns the number of tasks with the answer of a task.
func (t *templateTexts) alike(one *task.Task) int {
	n := 0
	for _, other := range t.tasks {
		if slices.Equal(other.KeyAnswer, one.KeyAnswer) {
			n++
		}
	}
	return n
}

// provedTexts returns the tasks that pass their proof, in order, and the number of those that
// fail by reason. Those beyond mostAlike are [Shared].
func provedTexts(ctx context.Context, tasks []*task.Task, prove ProveFunc, workers int) (kept []*task.Task, faults map[plan.Reason]int, err error) {
	reasons, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (plan.Reason, error) {
		return prove(ctx, t)
	})
	faults = map[plan.Reason]int{}
	answers := map[string]int{}
	for i, reason := range reasons {
		if reason == "" && tasks[i].Family == task.Governing {
			if key := strings.Join(tasks[i].KeyAnswer, "\x00"); answers[key] == mostAlike {
				reason = Shared
			} else {
				answers[key]++
			}
		}
		if reason == "" {
			kept = append(kept, tasks[i])
		} else {
			faults[reason]++
		}
	}
	return kept, faults, err
}

// mostAlike is the number of questions of a template about the law of a case that may have the
// same answer: most cases about a law are governed by the same version. Questions of other
// families have their answers in common by nature, such as the number of an article.
const mostAlike = 2
