package sample

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reasons for which the loop drops a choice, in addition to those of grounding and proving.
const (
	Few      plan.Reason = "few"      // the choice works for fewer entities than wanted
	Repeated plan.Reason = "repeated" // other tasks give away the answers of all its tasks
	Replaced plan.Reason = "replaced" // the choice has tasks, but another covers more
)

// Grounded is the result of a [GroundFunc]: the tasks, and the numbers of start entities
// and programs tried.
type Grounded struct {
	Tasks   []*task.Task        // without question and checks
	Passed  int                 // number of start entities with a program that answers a question
	Dropped map[plan.Reason]int // number of programs run that answer no question, by reason
}

// GroundFunc makes at most the wanted number of tasks of a choice. It is called by one
// goroutine at a time. An error ends [Loop.Run].
type GroundFunc func(ctx context.Context, c Choice, wanted int) (*Grounded, error)

// ProveFunc returns the reason for which a task would fail its proof; "" if it would
// pass. It is called from several goroutines and must not change the task. An error ends
// [Loop.Run].
type ProveFunc func(ctx context.Context, t *task.Task) (plan.Reason, error)

// LivePaths are the paths of one depth that can become tasks.
type LivePaths struct {
	All     int                      // number of paths of the depth in the planning tree
	Paths   []plan.Path              // the paths along which lookups lead some start entity to the end
	Demands map[string][]plan.Demand // the demands that each of Paths can meet, by path ID
}

// Loop is the sampling loop: it fills the quotas of a sample with choices that could be
// grounded and proved, for the widest coverage. It is used for one call of Run. All
// fields except Accepted are required.
type Loop struct {
	Sampler  *Sampler    // hands out the choices; not used before
	Live     []LivePaths // by hops from 1; as long as Quotas
	Quotas   []int       // numbers of paths wanted, by hops from 1
	Entities int         // number of tasks wanted of each path, at least 1
	Ground   GroundFunc  // makes the tasks of a choice
	Prove    ProveFunc   // proves each task
	Workers  int         // tasks proved at a time, at least 1
	Accepted func()      // called for each path taken for a quota; nil calls nothing

	revealed *revealed // by all tasks that were ever accepted or put in reserve
	accepted []chosen
	spares   []chosen // work for fewer entities than wanted, and were not needed
	reserve  []chosen // work, but others cover more
	funnels  []*QuotaFunnel
}

// chosen is a choice and its tasks.
type chosen struct {
	choice Choice
	tasks  []*task.Task
}

const (
	attempts = 300 // choices grounded for each path wanted, at most
	patience = 400 // choices of a depth that may fail one after the other
)

// Run fills the quotas, the deepest paths first, exchanges choices that cover little for
// choices that cover more, and makes up for paths with too few tasks by adding tasks to
// other paths. It returns the tasks, ordered by depth and ID, and a funnel for each quota,
// by hops from 1. [Sampler.Report] tells what the accepted choices cover. The error is that
// of Ground or Prove, which end the loop; the results are nil then.
func (l *Loop) Run(ctx context.Context) ([]*task.Task, []*QuotaFunnel, error) {
	l.revealed = newRevealed()
	l.funnels = make([]*QuotaFunnel, len(l.Quotas))
	for i := range slices.Backward(l.Quotas) {
		if err := l.fillQuota(ctx, i+1); err != nil {
			return nil, nil, err
		}
	}
	if err := l.improve(ctx); err != nil {
		return nil, nil, err
	}
	if err := l.topUp(ctx); err != nil {
		return nil, nil, err
	}
	var all []*task.Task
	for _, c := range l.accepted {
		all = append(all, c.tasks...)
	}
	sortTasks(all)
	return all, l.funnels, nil
}

// sortTasks sorts tasks by depth, and within a depth by ID.
func sortTasks(tasks []*task.Task) {
	slices.SortStableFunc(tasks, func(a, b *task.Task) int {
		return cmp.Or(cmp.Compare(a.Structure.Hops, b.Structure.Hops), cmp.Compare(a.ID, b.ID))
	})
}

// fillQuota fills the quota of one depth as far as attempts and patience allow: in a small
// world few questions can be asked, but there are always more choices to try. A choice
// that works for fewer entities than wanted is set aside and taken only when the others
// do not fill the quota.
func (l *Loop) fillQuota(ctx context.Context, hops int) error {
	live, wanted := l.Live[hops-1], l.Quotas[hops-1]
	f := &QuotaFunnel{Hops: hops, Wanted: wanted, Dropped: map[plan.Reason]int{}, Paths: live.All, Live: len(live.Paths)}
	f.Executions.Dropped = map[plan.Reason]int{}
	l.funnels[hops-1] = f
	l.Sampler.Begin(live.Paths, func(p plan.Path) []plan.Demand { return live.Demands[p.ID] })
	var spares []chosen
	for last := 0; f.Accepted < wanted && f.Tried < attempts*wanted && f.Tried-last < patience; {
		choice, ok := l.Sampler.Next()
		if !ok {
			break
		}
		tasks, err := l.try(ctx, choice)
		switch {
		case err != nil:
			return err
		case len(tasks) >= l.Entities:
			l.accept(chosen{choice, tasks})
			last = f.Tried
		case len(tasks) > 0:
			spares = append(spares, chosen{choice, tasks})
			f.Dropped[Few]++
		}
	}
	for _, sp := range spares {
		if f.Accepted == wanted {
			l.spares = append(l.spares, sp)
			continue
		}
		if sp.tasks = l.revealed.unrevealed(sp.tasks); len(sp.tasks) > 0 {
			f.undrop(Few)
			l.accept(sp)
		}
	}
	return nil
}

// try grounds a choice, counts it, and returns its tasks. A choice without any is dropped
// for the commonest reason.
func (l *Loop) try(ctx context.Context, c Choice) ([]*task.Task, error) {
	f := l.funnel(c)
	f.Tried++
	g, tasks, fault, err := l.ground(ctx, c, l.Entities)
	switch {
	case err != nil:
		return nil, err
	case len(tasks) > 0:
	case fault != "":
		f.Dropped[fault]++
	case len(g.Tasks) > 0:
		f.Dropped[Repeated]++
	default:
		f.Dropped[commonestReason(g)]++
	}
	return tasks, nil
}

// ground makes tasks of a choice and returns those whose answer no other task gives away
// and that pass the proof. A task that fails would be dropped later: finding out now lets
// another be taken. Fault is why the last of those that failed did; "" for none.
func (l *Loop) ground(ctx context.Context, c Choice, wanted int) (g *Grounded, tasks []*task.Task, fault plan.Reason, err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, "", err
	}
	if g, err = l.Ground(ctx, c, wanted); err != nil {
		return nil, nil, "", err
	}
	f := l.funnel(c)
	f.Executions.Passed += g.Passed
	for reason, n := range g.Dropped {
		f.Executions.Dropped[reason] += n
	}
	tasks, fault, err = proved(ctx, l.revealed.unrevealed(g.Tasks), l.Prove, l.Workers)
	return g, tasks, fault, err
}

// proved returns the tasks that pass the proof, and why the last of the others does not.
func proved(ctx context.Context, tasks []*task.Task, prove ProveFunc, workers int) (kept []*task.Task, fault plan.Reason, err error) {
	faults, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (plan.Reason, error) {
		return prove(ctx, t)
	})
	for i, reason := range faults {
		if reason == "" {
			kept = append(kept, tasks[i])
		} else {
			fault = reason
		}
	}
	return kept, fault, err
}

// funnel returns the funnel of a choice's depth.
func (l *Loop) funnel(c Choice) *QuotaFunnel { return l.funnels[len(c.Path.Hops)-1] }

// accept takes a choice for the quota of its depth.
func (l *Loop) accept(c chosen) {
	l.add(c)
	l.Sampler.Accept(c.choice, operatorsOf(c.tasks)...)
	if l.Accepted != nil {
		l.Accepted()
	}
}

// add puts a choice into the sample and counts it; the caller tells the sampler.
func (l *Loop) add(c chosen) {
	for _, t := range c.tasks {
		l.revealed.add(t)
	}
	l.accepted = append(l.accepted, c)
	f := l.funnel(c.choice)
	f.Accepted++
	f.Tasks += len(c.tasks)
}

// operatorsOf returns the operators that tasks have, each once, sorted.
func operatorsOf(tasks []*task.Task) []plan.Operator {
	var ops []plan.Operator
	for _, t := range tasks {
		ops = append(ops, t.Structure.Operators...)
	}
	slices.Sort(ops)
	return slices.Compact(ops)
}

// commonestReason is the reason most programs of a choice were dropped for, programs that
// did not reach their last lookup left out; plan.Missing if none did.
func commonestReason(g *Grounded) plan.Reason {
	best := plan.Missing
	for _, reason := range slices.Sorted(maps.Keys(g.Dropped)) {
		if reason != plan.Missing && (best == plan.Missing || g.Dropped[reason] > g.Dropped[best]) {
			best = reason
		}
	}
	return best
}
