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

// GroundFunc makes at most the wanted number of tasks of a choice, none of which is unwanted.
// It counts a task that is refused as dropped. It is called by one goroutine at a time. An
// error ends [Loop.Run].
type GroundFunc func(ctx context.Context, c Choice, wanted int, without Unwanted) (*Grounded, error)

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
// fields except Members and Accepted are required.
//
// No two tasks of the sample give each other's answers away, and tasks have few keys and
// entities in common: see [coverage.KeyLimit] and [coverage.EntityLimit]. Choices that people
// would seldom make are few at each depth, of the choices wanted up to there: long paths must not
// use up what short ones need for transitions that no others have. Where too few choices keep to
// these limits to fill a quota, the limits are raised.
type Loop struct {
	Sampler  *Sampler    // hands out the choices; not used before
	Live     []LivePaths // by hops from 1; as long as Quotas
	Quotas   []int       // numbers of paths wanted, by hops from 1
	Entities int         // number of tasks wanted of each path, at least 1
	Ground   GroundFunc  // makes the tasks of a choice
	Prove    ProveFunc   // proves each task
	Workers  int         // tasks proved at a time, at least 1
	Accepted func()      // called for each path taken for a quota; nil calls nothing
	// Members is the number of entities that paths can pass, by entity type, or an upper
	// bound of it; a type that is left out has any number.
	Members map[string]int

	spread   *spread   // of the tasks in the sample
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
// choices that cover more, makes up for paths with too few tasks by adding tasks to other
// paths, and sees to it that one task in ten reads a text, as far as paths do. It returns the
// tasks, ordered by depth and ID, and a funnel for each quota, by hops from 1.
// [Sampler.Report] tells what the accepted choices cover. The error is that of Ground or Prove,
// which end the loop; the results are nil then.
func (l *Loop) Run(ctx context.Context) ([]*task.Task, []*QuotaFunnel, error) {
	l.revealed = newRevealed()
	l.spread = newSpread(l.Sampler.domain, l.wantedBeyondOneHop(), l.Members)
	l.Sampler.allows = l.allowsSwaps
	l.funnels = make([]*QuotaFunnel, len(l.Quotas))
	choices := 0
	for i, q := range slices.Backward(l.Quotas) {
		choices += q
		l.Sampler.restrained.limit(choices)
		if err := l.fillQuota(ctx, i+1); err != nil {
			return nil, nil, err
		}
	}
	if err := l.improve(ctx); err != nil {
		return nil, nil, err
	}
	l.spread.raised = l.spread.highest
	if err := l.topUp(ctx); err != nil {
		return nil, nil, err
	}
	if err := l.addTextTasks(ctx); err != nil {
		return nil, nil, err
	}
	var all []*task.Task
	for _, c := range l.accepted {
		all = append(all, c.tasks...)
	}
	sortTasks(all)
	return all, l.funnels, nil
}

// wantedBeyondOneHop returns the number of tasks wanted of two hops and more.
func (l *Loop) wantedBeyondOneHop() int {
	n := 0
	for _, q := range l.Quotas[min(1, len(l.Quotas)):] {
		n += q * l.Entities
	}
	return n
}

// allowsSwaps reports whether the sample keeps to its limits after some swaps.
func (l *Loop) allowsSwaps(swaps ...Swap) bool {
	var in, out []*task.Task
	for _, s := range swaps {
		in = append(in, l.tasksOf(l.reserve, s.Add)...)
		out = append(out, l.tasksOf(l.accepted, s.Drop)...)
	}
	uneven := l.spread.unevenTruths()
	l.spread.add(out, -1)
	l.spread.add(in, 1)
	fits := l.spread.fits(in) && l.spread.unevenTruths() <= max(uneven, mostUneven)
	l.spread.add(in, -1)
	l.spread.add(out, 1)
	return fits
}

// tasksOf returns the tasks of a choice; nil if it is not among those given.
func (l *Loop) tasksOf(among []chosen, c Choice) []*task.Task {
	if i := slices.IndexFunc(among, sameChoice(c)); i >= 0 {
		return among[i].tasks
	}
	return nil
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
	q := &quotaFilling{loop: l, funnel: f}
	defer l.spread.restoreLimits()
	defer l.Sampler.restrained.restoring()()
	for more := true; more && f.Accepted < wanted; {
		if err := q.tryNext(ctx); err != nil {
			return err
		}
		var err error
		if more, err = q.raiseLimits(ctx); err != nil {
			return err
		}
	}
	for _, sp := range q.spares {
		if f.Accepted == wanted {
			l.spares = append(l.spares, sp)
			continue
		}
		if sp.tasks = l.stillWanted(sp.tasks); len(sp.tasks) > 0 {
			f.undrop(Few)
			l.accept(sp)
		}
	}
	return nil
}

// quotaFilling is the state of filling the quota of one depth.
type quotaFilling struct {
	loop    *Loop
	funnel  *QuotaFunnel
	last    int       // number of choices tried when one was accepted last
	spares  []chosen  // work for fewer entities than wanted
	limited []dropped // no tasks, but perhaps with higher limits
	crowded int       // how many of limited since one was accepted last
}

// dropped is a choice without tasks and the reason for it.
type dropped struct {
	choice Choice
	reason plan.Reason
}

// limitPatience is how many choices of a depth may fail one after the other because of what
// their tasks have in common with others. Then the limits are raised.
const limitPatience = 80

// tryNext tries choices in the order of the sampler until the quota is full, no choice is
// left, or too many failed.
func (q *quotaFilling) tryNext(ctx context.Context) error {
	f := q.funnel
	for f.Accepted < f.Wanted && f.Tried < attempts*f.Wanted && f.Tried-q.last < patience && q.crowded < limitPatience {
		choice, ok := q.loop.Sampler.Next()
		if !ok {
			break
		}
		if err := q.try(ctx, choice); err != nil {
			return err
		}
	}
	return nil
}

// try tries one choice.
func (q *quotaFilling) try(ctx context.Context, c Choice) error {
	tasks, failure, err := q.loop.try(ctx, c)
	switch {
	case err != nil:
		return err
	case len(tasks) >= q.loop.Entities:
		q.loop.accept(chosen{c, tasks})
		q.last, q.crowded = q.funnel.Tried, 0
	case len(tasks) > 0:
		q.spares = append(q.spares, chosen{c, tasks})
		q.funnel.Dropped[Few]++
	case failure.limited:
		q.limited = append(q.limited, dropped{c, failure.reason})
		q.crowded++
	}
	return nil
}

// raiseLimits raises the limits, for this depth, if choices failed or were left out because of
// them, and tries those that failed again. More is false if there are none.
func (q *quotaFilling) raiseLimits(ctx context.Context) (more bool, err error) {
	missing := q.funnel.Wanted - q.funnel.Accepted
	if missing == 0 {
		return false, nil
	}
	// Once they are above the number of tasks, no limit on what tasks have in common is left
	// that could refuse one.
	if len(q.limited) == 0 || q.loop.spread.raised > q.loop.spread.wanted {
		more = q.loop.Sampler.restrained.raise(missing)
		q.loop.Sampler.invalidate()
		return more, nil
	}
	q.loop.spread.raised = 3*q.loop.spread.raised + 1
	again := q.limited
	q.limited, q.crowded = nil, 0
	for i, d := range again {
		if q.funnel.Accepted == q.funnel.Wanted {
			q.limited = append(q.limited, again[i:]...)
			break
		}
		q.funnel.undrop(d.reason)
		q.funnel.Tried--
		if err := q.try(ctx, d.choice); err != nil {
			return false, err
		}
	}
	return true, nil
}

// failure says why a choice has no tasks.
type failure struct {
	reason  plan.Reason
	limited bool // tasks were refused for what they have in common with others
}

// try grounds a choice, counts it, and returns its tasks. A choice without any is dropped
// for the commonest reason. Of a choice that asks for the contents of a text, more tasks are made, to
// have enough when some fail their proof: few paths lead to texts.
func (l *Loop) try(ctx context.Context, c Choice) ([]*task.Task, failure, error) {
	f := l.funnel(c)
	f.Tried++
	made := l.Entities
	if readsText(c.Demand.Operator) {
		made += candidatesForOne
	}
	g, tasks, fault, err := l.ground(ctx, c, made)
	if err != nil || len(tasks) > 0 {
		return tasks[:min(len(tasks), l.Entities)], failure{}, err
	}
	why := failure{reason: fault, limited: g.Dropped[Overused]+g.Dropped[Shared]+g.Dropped[Rare] > 0}
	if fault == "" {
		why.reason = commonestReason(g)
	}
	f.Dropped[why.reason]++
	return nil, why, nil
}

// ground makes tasks of a choice and returns those that pass the proof, none of which has
// too much in common with tasks of the sample. A task that fails would be dropped later:
// finding out now lets another be taken. Fault is why the last of those that failed did; ""
// for none.
func (l *Loop) ground(ctx context.Context, c Choice, wanted int) (g *Grounded, tasks []*task.Task, fault plan.Reason, err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, "", err
	}
	s := &selection{spread: l.spread, revealed: l.revealed, taken: newRevealed()}
	defer s.end()
	if g, err = l.groundFor(ctx, c, wanted, s); err != nil {
		return nil, nil, "", err
	}
	if n := s.fill(wanted); n > 0 {
		g.Passed += n
		if g.Dropped[Reworded] -= n; g.Dropped[Reworded] == 0 {
			delete(g.Dropped, Reworded)
		}
	}
	f := l.funnel(c)
	f.Executions.Passed += g.Passed
	for reason, n := range g.Dropped {
		f.Executions.Dropped[reason] += n
	}
	tasks, fault, err = proved(ctx, s.tasks, l.Prove, l.Workers)
	return g, tasks, fault, err
}

// groundFor grounds a choice for a selection: first without the entities that are common
// already, which leaves them to choices that have no others, then with all that may be used.
func (l *Loop) groundFor(ctx context.Context, c Choice, wanted int, s *selection) (*Grounded, error) {
	if len(c.Path.Hops) == 1 {
		return l.Ground(ctx, c, wanted, Unwanted{Refuse: s.refuse})
	}
	common, exhausted := l.spread.common(), l.spread.exhausted()
	g, err := l.Ground(ctx, c, wanted, Unwanted{Entities: common, Refuse: s.refuse})
	missing := wanted - len(s.tasks) - len(s.reworded)
	if err != nil || missing <= 0 || g.Dropped[Overused] == 0 || len(common) == len(exhausted) {
		return g, err
	}
	more, err := l.Ground(ctx, c, missing, Unwanted{Entities: exhausted, Refuse: s.refuse})
	if err != nil {
		return nil, err
	}
	g.Tasks, g.Passed = append(g.Tasks, more.Tasks...), g.Passed+more.Passed
	for reason, n := range more.Dropped {
		g.Dropped[reason] += n
	}
	return g, nil
}

// stillWanted returns the tasks, made earlier, that can be in the sample now.
func (l *Loop) stillWanted(tasks []*task.Task) []*task.Task {
	s := &selection{spread: l.spread, revealed: l.revealed, taken: newRevealed()}
	defer s.end()
	for _, t := range tasks {
		s.refuse(t)
	}
	s.fill(len(tasks))
	return s.tasks
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
	l.spread.add(c.tasks, 1)
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
