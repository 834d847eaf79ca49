package absence

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Twins makes the unanswerable twin of every proved task that has one, at most workers at a
// time (less than 1 means 1), and proves the twin by [Check], whose verdict is the twin's
// only check. Tools are the tools over the full tables.
//
// A task has a twin if all its answers are in the same row and its plan fails without that
// row. A row chosen by rank does not qualify, because the next row takes its place. Neither
// does a count or a sum, which would only change, nor a list, because "the list is empty"
// would be an answer.
//
// Twins returns the twins in kept. In dropped it returns, under the task's ID, each task
// that has no twin or whose twin fails the check. Both keep the order of tasks and do not
// depend on the number of workers. The error is that of a check that cannot be run because
// a tool is broken, or the cause of ctx; kept and dropped are nil then.
func Twins(ctx context.Context, w proof.Sources, tools *tool.Set, tasks []*task.Task, workers int) (kept []*task.Task, dropped []task.Dropped, err error) {
	p := newProver(w, tools)
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (result, error) {
		r, err := p.twin(ctx, t)
		if err != nil {
			err = fmt.Errorf("task %s: twin: %w", t.ID, err)
		}
		return r, err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, r := range all {
		kept, dropped = append(kept, r.kept...), append(dropped, r.dropped...)
	}
	return kept, dropped, nil
}

// result is the twin of one task, or the reason why it has none.
type result struct {
	kept    []*task.Task
	dropped []task.Dropped
}

// prover makes and proves twins. It is immutable and safe for concurrent use.
type prover struct {
	proof.Sources
	tools    *tool.Set
	joins    *proof.Joins
	explorer *explorer
	ignorant map[string]agent.Agent
	passages func() map[string][]string // folded, by name
}

func newProver(w proof.Sources, tools *tool.Set) *prover {
	return &prover{
		Sources: w, tools: tools, joins: proof.NewJoins(w.Domain, w.Corpus), explorer: newExplorer(w.Domain), ignorant: proof.Ignorant(),
		passages: sync.OnceValue(func() map[string][]string {
			folded := map[string][]string{}
			for _, p := range w.Domain.Passages {
				for _, text := range w.Corpus.Passages(p.Name) {
					folded[p.Name] = append(folded[p.Name], value.Fold(text))
				}
			}
			return folded
		}),
	}
}

// twin makes the twin of one task and proves it. A fault of the twin is reported under the
// ID of the task.
func (p *prover) twin(ctx context.Context, t *task.Task) (r result, err error) {
	check := p.check()
	twin, fault, err := p.make(ctx, t)
	if err != nil {
		return r, err
	}
	if fault != "" {
		reason, detail, _ := strings.Cut(fault, ": ")
		r.dropped = []task.Dropped{{ID: t.ID, Check: check.Name, Reason: reason, Detail: detail}}
		return r, nil
	}
	r.kept, r.dropped, err = proof.RunChecks(ctx, []proof.Check{check}, []*task.Task{twin}, 1)
	for i := range r.dropped {
		r.dropped[i].ID = t.ID
	}
	return r, err
}

// make makes the twin of a task without proving it.
func (p *prover) make(ctx context.Context, t *task.Task) (*task.Task, string, error) {
	g, fault, err := p.locate(ctx, t)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	bare := *t
	bare.Twin = &task.Twin{Of: t.ID, Table: g.row.table.Spec().Name, Key: tool.Key(g.row.table, g.row.number), Row: g.row.number, Answers: t.AnswerValues}
	g.task = &bare
	if fault, err := g.remove(ctx); fault != "" || err != nil {
		return nil, fault, err
	}
	return g.twinTask(ctx)
}

// twinTask returns the twin that the executions give. The question and its plan stay as in
// the task, and so do keywords and aliases that reviewers edited.
func (g *removal) twinTask(ctx context.Context) (*task.Task, string, error) {
	w := *g.task
	sentence, keyword, ok := score.Decline(w.Language)
	if !ok {
		return nil, fmt.Sprintf("language: no way is known to say in %q that something is not to be found", w.Language), nil
	}
	reply, err := g.reference()
	if err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	twin := *w.Twin
	if !w.Review.Edited(task.KeywordsEdited) && !w.Review.Edited(task.AliasesEdited) {
		twin.Answers = reply.Values
	}
	middle := reply.Middle
	if w.Review.Edited(task.KeywordsEdited) {
		middle = w.KeyMiddle
	}
	w.Twin, w.Answer, w.KeyAnswer = &twin, sentence, []string{keyword}
	w.MiddleValues = nil
	w.AnswerValues = []value.Answer{{Kind: value.Text, Text: keyword}}
	w.Checks, w.Review = nil, task.Review{Status: task.Unreviewed, Edits: w.Review.Edits}
	if w.Steps, err = task.Steps(g.Domain, g.without, sentence); err != nil {
		return nil, "", err
	}
	missed, err := g.missedCalls(ctx)
	if err != nil {
		return nil, "", err
	}
	done, err := g.without.Steps()
	if err != nil {
		return nil, "", err
	}
	w.Steps = slices.Insert(w.Steps, len(done), missed...)
	w.KeyMiddle = g.stillFound(&w, middle)
	w.ID, err = w.Identity()
	return &w, "", err
}

// reference returns the reference answer to the task with every row there. Its numbers have their digits in groups where
// those of the task have them, which another version may have written.
func (g *removal) reference() (draft.ReferenceAnswer, error) {
	t := g.task
	r, err := draft.Answer(g.Domain, t.Plan, g.with, t.Language)
	var had []string
	for _, a := range t.Twin.Answers {
		had = append(had, a.Text)
	}
	r.Keys, r.Middle, r.Values = task.GroupedAs(r.Keys, had), task.GroupedAs(r.Middle, t.KeyMiddle), task.AnswersGroupedAs(r.Values, had)
	return r, err
}

// stillFound returns the intermediate keywords that can be found without the row.
func (g *removal) stillFound(w *task.Task, middle []string) []string {
	a := &score.Attempt{Observed: true}
	for _, s := range w.Steps {
		if s.Tool != "" {
			a.Calls = append(a.Calls, score.CallRecord{Tool: s.Tool, Arguments: s.Arguments, Observation: string(s.Observation)})
		}
	}
	ref := &score.Reference{Question: w.Question, KeyAnswer: w.KeyAnswer, KeyMiddle: middle, Values: w.AnswerValues, Removed: w.Twin.Answers}
	_, verdicts := score.Strict(ref, a)
	found := []string{}
	for _, v := range verdicts[len(w.KeyAnswer):] {
		if v.Outcome == score.Credited {
			found = append(found, v.Keyword)
		}
	}
	return found
}
