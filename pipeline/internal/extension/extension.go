// Package extension proves the tasks of an earlier release again, on later tables: which hold,
// which are retired and why, and which get a successor that asks the same question.
package extension

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Prover proves earlier tasks again. All fields but Reanswer are required.
type Prover struct {
	// Domain and Tools are of the later tables.
	Domain *domain.Domain
	Tools  tool.Caller
	// Checks are over the later tables.
	Checks []proof.Check
	// Workers is the number of tasks that are proved at the same time, at least 1.
	Workers int
	// Made is the provenance of successors, but for their seed and predecessor.
	Made task.Provenance
	// Reanswer asks for successors.
	Reanswer bool
}

// Reproved says what became of earlier tasks. All lists are in the order of the earlier tasks.
type Reproved struct {
	// Tasks are those that hold, and successors in the places of others, with their checks.
	Tasks []*task.Task
	// Retired are the tasks that do not hold, and RetiredTasks are their records.
	Retired      []task.Retired
	RetiredTasks []*task.Task
}

// fate is what became of one task: it is kept, or retired, perhaps with a successor.
type fate struct {
	kept      *task.Task
	retired   *task.Retired
	successor *task.Task
}

// Run proves tasks that have a plan. A task that passes every check is kept: in its copy only the
// checks are those of now. The result does not depend on the number of workers. The error is that
// of a check that cannot be run because a tool is broken, or the cause of ctx.
func (p *Prover) Run(ctx context.Context, tasks []*task.Task) (*Reproved, error) {
	fates, err := run.Map(ctx, p.Workers, tasks, func(ctx context.Context, _ int, t *task.Task) (fate, error) {
		return p.prove(ctx, t)
	})
	if err != nil {
		return nil, err
	}
	dropRevealed(fates)
	r := new(Reproved)
	for i, f := range fates {
		if f.kept != nil {
			r.Tasks = append(r.Tasks, f.kept)
			continue
		}
		if f.successor != nil {
			f.retired.Successor = f.successor.ID
			r.Tasks = append(r.Tasks, f.successor)
		}
		r.Retired, r.RetiredTasks = append(r.Retired, *f.retired), append(r.RetiredTasks, tasks[i])
	}
	return r, nil
}

// prove finds the fate of one task.
func (p *Prover) prove(ctx context.Context, t *task.Task) (fate, error) {
	kept, dropped, err := proof.RunChecks(ctx, p.Checks, []*task.Task{t}, 1)
	if err != nil {
		return fate{}, err
	}
	if len(kept) > 0 {
		return fate{kept: kept[0]}, nil
	}
	trace, err := p.execute(ctx, t)
	if err != nil {
		return fate{}, err
	}
	var now, said *task.Task // nil if the plan gives no answer, or one that cannot be put into words
	if trace != nil && len(trace.Results) == len(t.Plan.Nodes) {
		if now, err = task.New(p.Domain, trace, t.Language); err != nil {
			now = nil
		}
	}
	if now != nil {
		if said, err = now.InWordsOf(p.Domain, t); err != nil {
			return fate{}, fmt.Errorf("task %s: %w", t.ID, err)
		}
	}
	if again := p.rewritten(t, said); again != nil {
		kept, failed, err := proof.RunChecks(ctx, p.Checks, []*task.Task{again}, 1)
		if err != nil || len(kept) > 0 {
			return fate{kept: first(kept)}, err
		}
		dropped = failed
	}
	why := dropped[0]
	f := fate{retired: &task.Retired{
		ID: t.ID, Question: t.Question, Check: why.Check, Reason: why.Reason, Detail: why.Detail, Answer: t.Answer, KeyAnswer: t.KeyAnswer,
	}}
	if trace == nil {
		return f, nil
	}
	if f.retired.Cells, err = p.changedCells(t, trace); err != nil || now == nil {
		return f, err
	}
	if len(f.retired.Cells) == 0 && why.Check == "executed" && why.Reason == "changed" && !p.ranksOtherwise(t.Steps, now.Steps) {
		f.retired.Reason = wording
	}
	f.retired.NewAnswer, f.retired.NewKeyAnswer = now.Answer, now.KeyAnswer
	if p.Reanswer {
		f.successor, err = p.succeed(ctx, t, now)
	}
	return f, err
}

// wording is why a task is retired for which tools return what they returned, but whose draft or keywords another
// version, or another declaration, words otherwise.
const wording = "wording"

// rewritten returns a task with its steps as those of now write them; nil if they say something else, or are the same.
func (p *Prover) rewritten(t, now *task.Task) *task.Task {
	if now == nil || p.ranksOtherwise(t.Steps, now.Steps) {
		return nil
	}
	return t.WithSteps(now.Steps)
}

// ranksOtherwise reports whether a retriever returns other passages than it did, or ranks them in another order. The
// order of a lookup's rows says nothing, and older versions had another; the order of passages is a result.
func (p *Prover) ranksOtherwise(was, is []plan.Step) bool {
	ranked := func(steps []plan.Step) (all []string) {
		for _, s := range steps {
			if tool := p.Domain.Tool(s.Tool); tool != nil && tool.Kind == domain.Retriever {
				all = append(all, string(s.Observation))
			}
		}
		return all
	}
	return !slices.Equal(ranked(was), ranked(is))
}

// first returns the first of some tasks, nil for none.
func first(tasks []*task.Task) *task.Task {
	if len(tasks) == 0 {
		return nil
	}
	return tasks[0]
}

// execute runs the plan of a task, which may end early; nil if the plan does not fit the domain.
func (p *Prover) execute(ctx context.Context, t *task.Task) (*plan.Trace, error) {
	if proof.Invalid(p.Domain, t) != "" {
		return nil, nil
	}
	x, err := plan.NewExecutor(p.Domain, p.Tools, t.Plan)
	if err != nil {
		return nil, nil // as above
	}
	trace, _, err := x.Run(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	return trace, nil
}

// succeed makes the successor of a task out of what its plan gives now; nil if there is none, because
// neither the answer nor its words are new, the old question does not fit it, or it fails a check.
func (p *Prover) succeed(ctx context.Context, t, now *task.Task) (*task.Task, error) {
	// The ID of t may be of earlier names and steps, so that it says nothing here.
	if now.Draft != t.Draft || proof.CompareRecords("steps", now.Steps, t.Steps) == "" || p.rewritten(t, now) != nil {
		return nil, nil
	}
	now.Question, now.Rewriter, now.Bystander = t.Question, t.Rewriter, t.Bystander
	now.Provenance = p.Made
	now.Provenance.Seed, now.Provenance.Predecessor = t.Provenance.Seed, t.ID
	kept, _, err := proof.RunChecks(ctx, p.Checks, []*task.Task{now}, 1)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	return kept[0], nil
}

// dropRevealed takes away successors that are in the set already, or whose answers a task that is kept or
// an earlier successor gives away.
func dropRevealed(fates []fate) {
	var sets [][]*task.Task
	var kept []*task.Task
	for _, f := range fates {
		if f.kept != nil {
			kept = append(kept, f.kept)
		}
	}
	sets = append(sets, kept)
	var replaced []int // by set after the first, the number of the fate
	for i, f := range fates {
		if f.successor != nil {
			sets, replaced = append(sets, []*task.Task{f.successor}), append(replaced, i)
		}
	}
	_, dropped := sample.Merge(nil, sets)
	for n, i := range replaced {
		if len(dropped[n+1]) > 0 {
			fates[i].successor = nil
		}
	}
}
