// Package rewrite turns mechanical questions into questions that a user would ask: the same
// inquiry in other words, with a situation around it, and without names of tools or tables.
//
// Questions are written by a model or by the offline rewriter (package offline). A question
// of either is kept only if it passes every check, in this order: it keeps the parts of the
// draft that the task needs and reveals neither the answer nor intermediate results
// (package gate); a model's is no near-copy of a longer draft; it is not too similar to
// the question of another task (package similarity); and, if there is a model to parse it, its demand is
// that of the plan (package demand). A model is told why its question was rejected, or
// how it was read, and asked again; if no question of the model is kept, the offline rewriter writes one. Every
// rejected text is returned with its reason.
package rewrite

import (
	"context"
	"fmt"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Draws is the number of questions that the offline rewriter draws for a task before the
// task is dropped.
const Draws = 40

// ProvedDraws is how many of the questions drawn for a task have to pass Settings.Prove: if those
// do not, neither would others.
const ProvedDraws = 8

// Offline is the Rewriter of a task whose question the offline rewriter wrote. If a model
// had tried before, the Rewriter is "offline after" and the model's name.
const Offline = offline.Name

// Settings are the parameters of [Run].
type Settings struct {
	// Domain is the domain of the tasks.
	Domain *domain.Domain
	// Styles has a style for each language of the tasks.
	Styles map[string]*style.Style
	// Seed is the seed of all random choices.
	Seed uint64
	// Workers is the number of goroutines for work without a model; less than 1 means 1.
	Workers int
	// Model writes the questions; nil for the offline rewriter alone.
	Model *QuestionModel
	// Prove returns why a task with a question of the offline rewriter would be dropped later,
	// so that another is drawn; "" if it would not be. It is called from several goroutines.
	// Nil proves nothing.
	Prove func(ctx context.Context, t *task.Task) (fault string, err error)
	// Earlier are tasks outside the set that have questions: a question near to one of theirs is
	// rejected, like one near to that of another task of the set. Nil for none.
	Earlier []*task.Task
	// Progress, if not nil, is called with the number of tasks finished since the last
	// call.
	Progress func(n int)
}

// TaskSource returns an iterator over the tasks. It must give the same tasks in the same
// order each time it is called: [Run] calls it several times, to avoid holding all tasks in
// memory.
type TaskSource func() iter.Seq2[*task.Task, error]

// Rejected lists the rejected questions of a task.
type Rejected struct {
	// ID is the ID of the task.
	ID string `json:"id"`
	// Draft is the mechanical question.
	Draft string `json:"draft"`
	// Tries are the rejected questions, in order.
	Tries []Try `json:"tries"`
	// Kept is the Rewriter of the question that was kept in the end; "" if the task was
	// dropped.
	Kept string `json:"kept"`
}

// Reason returns the reason of the last of Tries. It panics if there is none.
func (r *Rejected) Reason() string { return r.Tries[len(r.Tries)-1].Reason }

// Try is a rejected question.
type Try struct {
	// Rewriter is the author of the question: a model's name, or [Offline].
	Rewriter string `json:"rewriter"`
	// Question is the question, or the whole reply of a model that contains none.
	Question string `json:"question"`
	// Reason is a reason of package gate or of this package, one word.
	Reason string `json:"reason"`
	// Detail explains the reason to people; "" if the reason needs no explanation. It may
	// reveal the answer, so no model is shown it.
	Detail string `json:"detail,omitempty"`
	// Blamed says what is at fault where the reason is Parse: [BlamedText] or
	// [BlamedParser]; "" for other reasons.
	Blamed string `json:"blamed,omitempty"`

	hint string // for the model that wrote it
}

// Reasons to reject a question, in addition to those of package gate.
const (
	Copy      = "copy"      // too similar to the draft
	Duplicate = "duplicate" // too similar to the question of another task
	Parse     = "parse"     // the parsing model finds another demand in it than the plan's
	Refused   = "refused"   // the model refused
	Truncated = "truncated" // the model's reply is cut off
	Malformed = "malformed" // the model's reply contains no question
	Unproved  = "unproved"  // with this question the task would fail a proof
)

// The values of [Try.Blamed]. A parser that finds another demand in a question is asked a
// second time.
const (
	BlamedText   = "text"   // both times the parser found the same difference
	BlamedParser = "parser" // it contradicted itself, or its replies could not be used
)

// Run rewrites tasks and passes each to emit, in the source's order: a copy with Question
// and Rewriter set, or nil for a dropped task, and its rejected questions, or nil if there
// are none. Each round asks the model once about every task that has no question yet. A
// question is compared with the questions kept so far: those of earlier rounds, and in its
// own round those of earlier tasks. Equal tasks, seeds and replies give equal results at
// any number of workers.
//
// The account has the cost of all replies that the results depend on, including replies
// recorded by earlier runs.
//
// Run fails if a task is invalid (its plan is not a program of the domain, or its language
// has no style, which one in fixed words needs not), with an error of the source or of emit, with the errors of
// [llm.Client.Chat] (except unusable replies, which are rejected questions), with
// *[Pending], or with the cause of ctx. No paid reply is lost: the next run finds it in the
// client's journal.
func Run(ctx context.Context, o Settings, tasks TaskSource, emit func(*task.Task, *Rejected) error) (*Account, error) {
	w := newWork(o, tasks)
	if err := w.listTasks(ctx); err != nil {
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
	if err := w.emitTasks(emit); err != nil {
		return nil, err
	}
	return w.account, nil
}

// style returns the style of a task's language.
func (o *Settings) style(t *task.Task) (*style.Style, error) {
	s, ok := o.Styles[t.Language]
	if !ok {
		return nil, fmt.Errorf("task %s: language %q: want the language of a given style", t.ID, t.Language)
	}
	return s, nil
}
