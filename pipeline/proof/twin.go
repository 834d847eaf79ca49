package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Twins makes the unanswerable twin of every proved task that has one, at most
// workers at a time, and proves it by [Gone], whose verdict is its one check. A task
// has a twin if its answers stand in one row, and its plan misses that row when it is
// taken away: of a row chosen by rank, the next takes the place; a count or a sum
// changes with a row less; and of a list that there is nothing on it is an answer.
// Kept are the twins, dropped the tasks without one, by reason; both keep the order of
// tasks and do not depend on the number of workers. Tools are the world's, which make
// the views without a row. The error is for broken tools.
func Twins(ctx context.Context, w World, tools *tool.Set, tasks []*task.Task, workers int) (kept []*task.Task, dropped []task.Dropped, err error) {
	m := newTwins(w, tools)
	all, err := run.Map(ctx, workers, tasks, func(ctx context.Context, _ int, t *task.Task) (judged, error) {
		j, err := m.twin(ctx, t)
		if err != nil {
			err = fmt.Errorf("task %s: twin: %w", t.ID, err)
		}
		return j, err
	})
	if err != nil {
		return nil, nil, err
	}
	for _, j := range all {
		if j.dropped != nil {
			dropped = append(dropped, *j.dropped)
		} else {
			kept = append(kept, j.kept)
		}
	}
	return kept, dropped, nil
}

// twins makes and proves twins. It is immutable and safe for concurrent use.
type twins struct {
	*prover
	tools    *tool.Set
	reach    *reach
	passages func() map[string][]string // folded, by name
}

func newTwins(w World, tools *tool.Set) *twins {
	return &twins{
		prover: newProver(w), tools: tools, reach: newReach(w.Domain),
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

// twin makes the twin of one task and proves it. What is wrong with the twin is
// reported under the ID of the task.
func (m *twins) twin(ctx context.Context, t *task.Task) (judged, error) {
	gone := m.check()
	w, fault, err := m.make(ctx, t)
	if err != nil {
		return judged{}, err
	}
	if fault != "" {
		reason, detail, _ := strings.Cut(fault, ": ")
		return judged{dropped: &task.Dropped{ID: t.ID, Check: gone.Name, Reason: reason, Detail: detail}}, nil
	}
	j, err := judge(ctx, []Check{gone}, w)
	if j.dropped != nil {
		j.dropped.ID = t.ID
	}
	return j, err
}

// make makes the twin of a task, unproved.
func (m *twins) make(ctx context.Context, t *task.Task) (*task.Task, string, error) {
	g, fault, err := m.locate(ctx, t)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	bare := *t
	bare.Twin = &task.Twin{Of: t.ID, Table: g.held.table.Spec().Name, Key: tool.Key(g.held.table, g.held.row), Row: g.held.row, Answers: t.AnswerValues}
	g.task = &bare
	if fault, err := g.remove(ctx); fault != "" || err != nil {
		return nil, fault, err
	}
	return g.write(ctx)
}

// write returns the twin as the executions have it. Everything the question is made
// of stays as the task has it, and so do keywords and aliases that people chose.
func (g *absence) write(ctx context.Context) (*task.Task, string, error) {
	w := *g.task
	sentence, keyword, ok := score.Decline(w.Language)
	if !ok {
		return nil, fmt.Sprintf("language: no way is known to say in %q that something is not to be found", w.Language), nil
	}
	reply, err := draft.Answer(g.Domain, w.Plan, g.had, w.Language)
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
	w.AnswerValues = []value.Answer{{Kind: value.Text, Text: keyword}}
	w.Checks, w.Review = nil, task.Review{Status: task.Unreviewed, Edits: w.Review.Edits}
	if w.Steps, err = task.Steps(g.Domain, g.has, sentence); err != nil {
		return nil, "", err
	}
	missed, err := g.missed(ctx)
	if err != nil {
		return nil, "", err
	}
	done, err := g.has.Steps()
	if err != nil {
		return nil, "", err
	}
	w.Steps = slices.Insert(w.Steps, len(done), missed...)
	w.KeyMiddle = g.found(&w, middle)
	w.ID, err = task.Identify(w.Plan, w.Steps)
	return &w, "", err
}

// found returns the keywords on the way that can be had without the row.
func (g *absence) found(w *task.Task, middle []string) []string {
	a := &score.Attempt{Observed: true}
	for _, s := range w.Steps {
		if s.Tool != "" {
			a.Calls = append(a.Calls, score.Call{Tool: s.Tool, Arguments: s.Arguments, Observation: string(s.Observation)})
		}
	}
	ref := &score.Reference{Question: w.Question, KeyAnswer: w.KeyAnswer, KeyMiddle: middle, Values: w.AnswerValues, Gone: w.Twin.Answers}
	_, verdicts := score.Strict(ref, a)
	found := []string{}
	for _, v := range verdicts[len(w.KeyAnswer):] {
		if v.Outcome == score.Credited {
			found = append(found, v.Keyword)
		}
	}
	return found
}
