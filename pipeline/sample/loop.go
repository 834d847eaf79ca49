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
	// Entities is the number of entities of the start type. Drawn are those that were looked at,
	// Possible those from which lookups lead to the end, Tried those that were tried, and Fit those
	// that answer a question, by numbers of their own; nil for templates.
	Entities        int
	Drawn, Possible []int32
	Subjects        int // entities that a template can be about
	Tried, Fit      []int32
	GaveUp          bool // whether the choice was given up although more start entities could be tried
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
	Looked  int                      // how many of them were looked at, if some were drawn; 0 for all
	Paths   []plan.Path              // the paths along which lookups lead some start entity to the end
	Demands map[string][]plan.Demand // the demands that each of Paths can meet, by path ID
}

// Loop is the sampling loop: it fills the quotas of a sample with choices that could be
// grounded and proved, for the widest coverage. It is used for one call of Run. All
// fields except Members, Known and Accepted are required.
//
// No two tasks of the sample give each other's answers away, and tasks have few keys and
// entities in common: see [coverage.KeyLimit] and [coverage.EntityLimit]. Few choices are such as
// people would seldom make, see [coverage.CodedLimit]; this holds at each depth for the choices
// wanted from the deepest up to it, so that long paths leave room for short ones with transitions
// that no others have. Where too few choices keep to these limits to fill a quota, the limits are
// raised.
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
	// Turns fills the quotas in turns, one choice of each depth that lacks one, in place of the
	// deepest quota first. Where questions do not suffice for all quotas, no depth then takes
	// answers that another lacks; where they do, deepest first covers more.
	Turns bool
	// Known are tasks outside the sample: no task repeats one of them, as none repeats another
	// of the sample. Nil for none.
	Known []*task.Task
	// Kept are those of Known that stay beside the sample: they count for the limits of what tasks have in
	// common. Each fits the domain.
	Kept []*task.Task

	spread   *spread   // of the tasks in the sample
	revealed *revealed // by all tasks that were ever accepted or put in reserve, but those that failed there
	accepted []chosen
	spares   []chosen // work for fewer entities than wanted, and were not needed
	reserve  []chosen // work, but others cover more
	funnels  []*QuotaFunnel
	starts   map[string]*pathStarts // by path ID; nil before a choice is grounded
	broken   error                  // that a proof of the reserve ended with
	brief    bool                   // whether choices are given up early
}

// chosen is a choice and its tasks.
type chosen struct {
	choice   Choice
	tasks    []*task.Task
	unproved bool // they may fail their proof: it was put aside without
}

// Run fills the quotas, the deepest paths first or in turns, exchanges choices that cover little for
// choices that cover more, makes up for paths with too few tasks by adding tasks to other
// paths, and sees to it that one task in ten reads a text, as far as paths do. It returns the
// tasks, ordered by depth and ID, and a funnel for each quota, by hops from 1.
// [Sampler.Report] tells what the accepted choices cover. The error is that of Ground or Prove,
// which end the loop; the results are nil then.
func (l *Loop) Run(ctx context.Context) ([]*task.Task, []*QuotaFunnel, error) {
	l.revealed = newRevealed()
	for _, t := range l.Known {
		l.revealed.add(t)
	}
	l.spread = newSpread(l.Sampler.domain, l.wantedBeyondOneHop(), l.Members)
	l.spread.add(l.Kept, 1)
	l.Sampler.allows, l.Sampler.proves = l.allowsSwaps, func(c Choice) bool { return l.provesReserved(ctx, c) }
	l.funnels = make([]*QuotaFunnel, len(l.Quotas))
	if err := l.fillQuotas(ctx); err != nil {
		return nil, nil, err
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
	l.countByPath()
	return all, l.funnels, nil
}

// wantedBeyondOneHop returns the number of tasks wanted of two hops and more, with those that are kept.
func (l *Loop) wantedBeyondOneHop() int {
	n := 0
	for _, t := range l.Kept {
		if t.Structure.Hops > 1 {
			n++
		}
	}
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

// failure says why a choice has no tasks.
type failure struct {
	reason  plan.Reason
	limited bool // tasks were refused for what they have in common with others
	gaveUp  bool // it was given up early
}

// try grounds a choice, counts it, and returns it with its tasks, which are proved if they are at least
// so many: fewer are put aside, and mostly not needed. A choice without any is dropped
// for the commonest reason. If tasks of a choice that asks for the contents of a text fail their
// proof, more are made, since few paths lead to texts.
func (l *Loop) try(ctx context.Context, c Choice, least int) (chosen, failure, error) {
	f := l.funnel(c)
	f.Tried++
	g, made, err := l.ground(ctx, c, l.Entities)
	if err != nil || len(made) > 0 && len(made) < least {
		return chosen{c, made, true}, failure{}, err
	}
	tasks, fault, err := l.proved(ctx, made, l.Entities)
	if err == nil && fault != "" && readsText(c.Demand.Operator) {
		if g, made, err = l.ground(ctx, c, l.Entities+candidatesForOne); err == nil {
			tasks, fault, err = l.proved(ctx, made, l.Entities)
		}
	}
	if err != nil || len(tasks) > 0 {
		return chosen{c, tasks, false}, failure{}, err
	}
	why := failure{reason: fault, limited: g.Dropped[Overused]+g.Dropped[Shared]+g.Dropped[Rare] > 0, gaveUp: g.GaveUp}
	if fault == "" {
		why.reason = commonestReason(g)
	}
	f.Dropped[why.reason]++
	return chosen{choice: c}, why, nil
}

// ground makes at most a number of tasks of a choice, none of which has too much in common with tasks
// of the sample.
func (l *Loop) ground(ctx context.Context, c Choice, made int) (g *Grounded, tasks []*task.Task, err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, err
	}
	s := &selection{spread: l.spread, revealed: l.revealed, taken: newRevealed()}
	defer s.end()
	if g, err = l.groundFor(ctx, c, made, s); err != nil {
		return nil, nil, err
	}
	if n := s.fill(made); n > 0 {
		g.Passed += n
		if g.Dropped[Reworded] -= n; g.Dropped[Reworded] == 0 {
			delete(g.Dropped, Reworded)
		}
	}
	l.count(c, g)
	f := l.funnel(c)
	f.Executions.Passed += g.Passed
	for reason, n := range g.Dropped {
		f.Executions.Dropped[reason] += n
	}
	return g, s.tasks, nil
}

// prove proves the tasks of a choice that was put aside, unless they are, and keeps those that pass.
func (l *Loop) prove(ctx context.Context, c *chosen) (fault plan.Reason, err error) {
	if c.unproved {
		c.tasks, fault, err = l.proved(ctx, c.tasks, len(c.tasks))
		c.unproved = false
	}
	return fault, err
}

// provesReserved reports whether the tasks of a choice in reserve pass their proof. If one fails, the choice
// is dropped, and its tasks tell nothing any more.
func (l *Loop) provesReserved(ctx context.Context, c Choice) bool {
	i := slices.IndexFunc(l.reserve, sameChoice(c))
	tasks := l.reserve[i].tasks
	fault, err := l.prove(ctx, &l.reserve[i])
	if fault == "" && err == nil {
		return true
	}
	l.broken = cmp.Or(l.broken, err)
	l.reserve = slices.Delete(l.reserve, i, i+1)
	for _, t := range tasks {
		l.revealed.remove(t)
	}
	l.funnel(c).undrop(Replaced)
	l.funnel(c).Dropped[fault]++
	return false
}

// groundFor grounds a choice for a selection: first without the entities that are common
// already, which leaves them to choices that have no others, then with all that may be used.
func (l *Loop) groundFor(ctx context.Context, c Choice, wanted int, s *selection) (*Grounded, error) {
	if len(c.Path.Hops) == 1 {
		return l.Ground(ctx, c, wanted, s.unwanted(nil, l.brief))
	}
	common, exhausted := l.spread.common(), l.spread.exhausted()
	g, err := l.Ground(ctx, c, wanted, s.unwanted(common, l.brief))
	missing := wanted - len(s.tasks) - len(s.reworded)
	if err != nil || missing <= 0 || g.GaveUp || g.Dropped[Overused] == 0 || len(common) == len(exhausted) {
		return g, err
	}
	more, err := l.Ground(ctx, c, missing, s.unwanted(exhausted, false))
	if err != nil {
		return nil, err
	}
	g.Tasks, g.Passed = append(g.Tasks, more.Tasks...), g.Passed+more.Passed
	g.Drawn, g.Possible = append(g.Drawn, more.Drawn...), append(g.Possible, more.Possible...)
	g.Tried, g.Fit = append(g.Tried, more.Tried...), append(g.Fit, more.Fit...)
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

// proved returns the first tasks that pass the proof, as many as wanted, at least 1, and why the last of
// the others does not; "" if there are as many as wanted. A task that fails would be dropped later: finding
// out now lets another be taken.
func (l *Loop) proved(ctx context.Context, tasks []*task.Task, wanted int) (kept []*task.Task, fault plan.Reason, err error) {
	for some := range slices.Chunk(tasks, wanted) {
		faults, err := run.Map(ctx, l.Workers, some, func(ctx context.Context, _ int, t *task.Task) (plan.Reason, error) {
			return l.Prove(ctx, t)
		})
		if err != nil {
			return nil, "", err
		}
		for i, reason := range faults {
			if reason != "" {
				fault = reason
			} else if kept = append(kept, some[i]); len(kept) == wanted {
				return kept, "", nil
			}
		}
	}
	return kept, fault, nil
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
