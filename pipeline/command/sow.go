package command

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// sower is one run of the sample stage.
type sower struct {
	params   sampling
	graph    *plan.Graph
	exec     *run.Exec
	sampler  *sample.Sampler
	grounder *ground.Grounder
	checks   []proof.Check
	told     *told // accepted tasks and those in reserve
	accepted []accepted
	spares   []accepted // work for fewer entities than wanted, and there was no need of them
	reserve  []accepted // work, but others cover more
	writing  []*task.Task
	funnels  []*depthFunnel
}

// accepted is an accepted choice and its tasks.
type accepted struct {
	choice sample.Choice
	tasks  []*task.Task
}

const (
	attempts = 300 // choices grounded for each one wanted, at most
	patience = 400 // choices of a depth that may come to nothing one after the other
)

// sow fills the quotas, the deepest paths first, as the sampler likes it, exchanges what
// it covers little with for what covers more, and writes the texts.
func (s *sower) sow(ctx context.Context) error {
	total := 0
	for _, n := range s.params.Paths {
		total += n
	}
	bar := s.exec.Progress(total, "paths")
	s.funnels = make([]*depthFunnel, len(s.params.Paths))
	for i, wanted := range slices.Backward(s.params.Paths) {
		if err := s.depth(ctx, i+1, wanted, bar); err != nil {
			return err
		}
	}
	if err := s.improve(ctx); err != nil {
		return err
	}
	if err := s.fill(ctx); err != nil {
		return err
	}
	return s.write(ctx)
}

// write makes the tasks of the domain's templates, as many of each, the last ones one
// more if they do not come out even.
func (s *sower) write(ctx context.Context) error {
	templates := s.graph.Domain().Templates
	for i := range templates {
		wanted := s.params.Writing*(i+1)/len(templates) - s.params.Writing*i/len(templates)
		if err := s.template(ctx, &templates[i], wanted); err != nil {
			return err
		}
	}
	return nil
}

// template makes tasks of a template, and more of them in the place of those that the
// second execution does not confirm: where passages tie, which of them a retriever
// finds is open.
func (s *sower) template(ctx context.Context, t *domain.Template, wanted int) error {
	var g *ground.Grounding
	var tasks []*task.Task
	var fault plan.Reason
	for more := 0; ; {
		var err error
		if g, err = s.grounder.Write(ctx, t, wanted+more); err != nil {
			return err
		}
		if tasks, fault, err = s.proved(ctx, g.Tasks, "executed"); err != nil {
			return err
		}
		refused := len(g.Tasks) - len(tasks)
		if refused == more || len(g.Tasks) < wanted+more {
			break
		}
		more = refused
	}
	f := &depthFunnel{Template: t.Name, Wanted: wanted, Tried: len(g.Tasks), Accepted: len(tasks), Tasks: len(tasks), Dropped: maps.Clone(g.Dropped)}
	f.Executions.Passed, f.Executions.Dropped = g.Passed, g.Dropped
	for _, n := range g.Dropped {
		f.Tried += n
	}
	if refused := len(g.Tasks) - len(tasks); refused > 0 {
		f.Dropped[fault] += refused
	}
	s.funnels = append(s.funnels, f)
	s.writing = append(s.writing, tasks...)
	return nil
}

// depth fills the quota of one depth, or as much of it as patience allows: in a small
// world little can be asked, and there are always more ways to ask for it. A choice
// that works for fewer entities than wanted is set aside and taken only when nothing
// better is left.
func (s *sower) depth(ctx context.Context, hops, wanted int, bar *run.Progress) error {
	f := &depthFunnel{Hops: hops, Wanted: wanted, Dropped: map[plan.Reason]int{}, Paths: s.graph.Count(hops)}
	f.Executions.Dropped = map[plan.Reason]int{}
	s.funnels[hops-1] = f
	paths, demands, err := s.leading(ctx, hops)
	if err != nil {
		return err
	}
	f.Live = len(paths)
	s.sampler.Begin(paths, func(p plan.Path) []plan.Demand { return demands[p.ID] })
	var spares []accepted
	for last := 0; f.Accepted < wanted && f.Tried < attempts*wanted && f.Tried-last < patience; {
		choice, ok := s.sampler.Next()
		if !ok {
			break
		}
		tasks, err := s.ground(ctx, f, choice)
		switch {
		case err != nil:
			return err
		case len(tasks) >= s.params.Entities:
			s.accept(f, accepted{choice, tasks})
			bar.Add(1)
			last = f.Tried
		case len(tasks) > 0:
			spares = append(spares, accepted{choice, tasks})
			f.Dropped[ground.Few]++
		}
	}
	for _, sp := range spares {
		if f.Accepted == wanted {
			s.spares = append(s.spares, sp)
			continue
		}
		if sp.tasks = s.told.fresh(sp.tasks); len(sp.tasks) > 0 {
			f.regain(ground.Few)
			s.accept(f, sp)
			bar.Add(1)
		}
	}
	return nil
}

// leading returns the paths of a depth along which some entity can be led, and what
// each can be asked for, by ID.
func (s *sower) leading(ctx context.Context, hops int) (paths []plan.Path, demands map[string][]plan.Demand, err error) {
	var asked []plan.Demand // of the path that is yielded next
	leads := func(p plan.Path) bool {
		if err != nil {
			return false
		}
		if len(p.Hops) < hops {
			var ok bool
			ok, err = s.grounder.Leads(ctx, p)
			return ok
		}
		asked, err = s.grounder.Demands(ctx, p)
		return len(asked) > 0
	}
	demands = map[string][]plan.Demand{}
	for p := range s.graph.Grow(hops, leads) {
		paths, demands[p.ID] = append(paths, p), asked
	}
	return paths, demands, err
}

// ground looks for tasks of a choice and counts what became of it. A choice without
// any is dropped for the commonest reason.
func (s *sower) ground(ctx context.Context, f *depthFunnel, c sample.Choice) ([]*task.Task, error) {
	f.Tried++
	g, tasks, fault, err := s.tasksOf(ctx, f, c, s.params.Entities)
	switch {
	case err != nil:
		return nil, err
	case len(tasks) > 0:
	case fault != "":
		f.Dropped[fault]++
	case len(g.Tasks) > 0:
		f.Dropped[ground.Repeated]++
	default:
		f.Dropped[commonest(g)]++
	}
	return tasks, nil
}

// tasksOf grounds a choice for so many tasks, and returns those whose drafts nothing
// has and that pass the checks that see what grounding does not: whether names are
// spelt in one way, and what the grader makes of agents that know nothing. A task they
// would drop later is not taken, so that another can be. Fault is why the last of the
// others does not pass.
func (s *sower) tasksOf(ctx context.Context, f *depthFunnel, c sample.Choice, wanted int) (g *ground.Grounding, tasks []*task.Task, fault plan.Reason, err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, nil, "", err
	}
	g, err = s.grounder.Ground(ctx, c.Path, c.Demand, wanted)
	if err != nil {
		return nil, nil, "", err
	}
	f.Executions.Passed += g.Passed
	for reason, n := range g.Dropped {
		f.Executions.Dropped[reason] += n
	}
	tasks, fault, err = s.proved(ctx, s.told.fresh(g.Tasks), "unique", "gradable")
	return g, tasks, fault, err
}

// proved returns the tasks that pass the named checks with their draft for a question,
// and why the last of the others does not.
func (s *sower) proved(ctx context.Context, tasks []*task.Task, names ...string) (kept []*task.Task, fault plan.Reason, err error) {
	verdicts, err := run.Map(ctx, s.exec.Workers, tasks, func(ctx context.Context, _ int, t *task.Task) (plan.Reason, error) {
		asked := *t
		asked.Question = t.Draft
		for _, c := range s.checks {
			if !slices.Contains(names, c.Name) {
				continue
			}
			found, err := c.Run(ctx, &asked)
			if reason, _, failed := strings.Cut(found.Fault, ":"); failed || err != nil {
				return plan.Reason(reason), err
			}
		}
		return "", nil
	})
	for i, v := range verdicts {
		if v == "" {
			kept = append(kept, tasks[i])
		} else {
			fault = v
		}
	}
	return kept, fault, err
}

func (s *sower) accept(f *depthFunnel, a accepted) {
	s.keep(f, a)
	s.sampler.Accept(a.choice, beside(a.tasks)...)
}

func (s *sower) keep(f *depthFunnel, a accepted) {
	for _, t := range a.tasks {
		s.told.add(t)
	}
	s.accepted = append(s.accepted, a)
	f.Accepted++
	f.Tasks += len(a.tasks)
}

// beside returns the operators tasks have, whatever was demanded.
func beside(tasks []*task.Task) []plan.Operator {
	var ops []plan.Operator
	for _, t := range tasks {
		ops = append(ops, t.Structure.Operators...)
	}
	slices.Sort(ops)
	return slices.Compact(ops)
}

// commonest is the reason most programs of a choice were dropped for; missing if none
// came to its last lookup.
func commonest(g *ground.Grounding) plan.Reason {
	best := plan.Missing
	for _, reason := range sorted(g.Dropped) {
		if reason != plan.Missing && (best == plan.Missing || g.Dropped[reason] > g.Dropped[best]) {
			best = reason
		}
	}
	return best
}

// tasks returns all tasks, by depth, those written last, and within by ID.
func (s *sower) tasks() []*task.Task {
	var all []*task.Task
	for _, a := range s.accepted {
		all = append(all, a.tasks...)
	}
	byID := func(a, b *task.Task) int {
		return cmp.Or(cmp.Compare(a.Structure.Hops, b.Structure.Hops), cmp.Compare(a.ID, b.ID))
	}
	slices.SortStableFunc(all, byID)
	slices.SortStableFunc(s.writing, byID)
	return append(all, s.writing...)
}
