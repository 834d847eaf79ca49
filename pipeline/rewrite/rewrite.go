// Package rewrite turns mechanical questions into questions a user would ask: the
// same inquiry with a situation around it, in other words, naming neither tools nor
// tables.
//
// A model writes them, or else the offline rewriter (package offline). Whoever wrote a
// question, it is kept only if it passes every gate, in this order: it holds all that
// the task needs and nothing that tells its answer or its way (package gate); it is no
// near-copy of the draft, and not near the question of another task (package frame);
// and, with a model to parse it, what it demands is what the plan does (package
// prompt). A model is told why a question was not kept and asked again; in the end the
// offline rewriter's question takes its place. Every text that was not kept is
// returned with its reason.
package rewrite

import (
	"context"
	"fmt"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Draws is how many questions the offline rewriter draws for a task before it is
// dropped.
const Draws = 40

// Offline is what [Run] writes into a task's Rewriter where no model has written the
// question; behind it stands " after MODEL" where one has tried.
const Offline = offline.Name

// RunOptions are what a run needs beside tasks.
type RunOptions struct {
	// Domain declares what the tasks are about.
	Domain *domain.Domain
	// Styles say how questions are put in each language that tasks have.
	Styles map[string]*style.Style
	// Seed is that of everything drawn.
	Seed uint64
	// Workers is how many goroutines work on what needs no model; less than 1 reads as 1.
	Workers int
	// Model writes the questions; nil for the offline rewriter alone.
	Model *Model
	// Progress, if not nil, is called with how many more tasks are done.
	Progress func(n int)
}

// TaskSource yields the tasks, the same in the same order whenever it is called. Run calls
// it several times, so that it need not hold them.
type TaskSource func() iter.Seq2[*task.Task, error]

// Rejected is a task with questions that could not be kept. It is a record.
type Rejected struct {
	// ID is the task's.
	ID string `json:"id"`
	// Draft is the mechanical question.
	Draft string `json:"draft"`
	// Tries are the questions that were not kept, in order.
	Tries []Try `json:"tries"`
	// Kept is the Rewriter of the question that was kept in the end; "" where none was,
	// and the task is dropped.
	Kept string `json:"kept"`
}

// Reason returns why the last question tried was not kept.
func (r *Rejected) Reason() string { return r.Tries[len(r.Tries)-1].Reason }

// Try is one question that was not kept.
type Try struct {
	// Rewriter wrote it: a model's name, or [Offline].
	Rewriter string `json:"rewriter"`
	// Question is the question, or the whole answer of a model where it holds none.
	Question string `json:"question"`
	// Reason is why it was not kept, one word: one of package gate's, or one of this
	// package's.
	Reason string `json:"reason"`
	// Detail says what was missing or too much, for people; "" where the reason says it
	// all. It can tell the answer, and no model is shown it.
	Detail string `json:"detail,omitempty"`

	hint string // what a model is told about it
}

// Reasons beside those of package gate.
const (
	Copy      = "copy"      // it is too near the draft
	Duplicate = "duplicate" // it is too near the question of another task
	Parse     = "parse"     // what it demands is not what the plan does
	Refused   = "refused"   // the model would not
	Truncated = "truncated" // the model's answer is cut off
	Malformed = "malformed" // the model's answer holds no question
)

// Run rewrites tasks and hands each to emit, in the source's order: a copy with
// Question and Rewriter set, nil for a task that is dropped, and its rejected
// questions, nil if there are none. Each round asks the model once about every task that
// has no question yet. A question is near another one if that is kept: of an earlier
// round, or of the same round and an earlier task, which is known only after the round
// trip. Equal tasks, seeds and answers give equal results at any number of
// workers.
//
// The account says what the answers took that the results rest on, those recorded
// earlier included.
//
// An error is of the tasks (a plan that is no program of the domain, a language without
// a style), the model (all those of [llm.Client.Chat] but answers that are no use,
// which are rejected questions), [*Pending], emit's, or the context's. Nothing is lost
// by it: what the client's journal holds is not asked for again.
func Run(ctx context.Context, o RunOptions, tasks TaskSource, emit func(*task.Task, *Rejected) error) (*Account, error) {
	w := newWork(o, tasks)
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	if o.Model != nil {
		if err := w.rounds(ctx); err != nil {
			return nil, err
		}
	}
	if err := w.offline(ctx); err != nil {
		return nil, err
	}
	if err := w.finish(emit); err != nil {
		return nil, err
	}
	return w.account, nil
}

// style returns the style of a task's language.
func (o *RunOptions) style(t *task.Task) (*style.Style, error) {
	s, ok := o.Styles[t.Language]
	if !ok {
		return nil, fmt.Errorf("task %s: language %q: want one of a style that was given", t.ID, t.Language)
	}
	return s, nil
}
