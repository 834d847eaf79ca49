package rewrite

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// work is a run under way. Between passes over the tasks it holds their questions and
// rejected texts, and no task.
type work struct {
	Settings
	tasks   TaskSource
	gates   map[string]*gate.Factory // by language
	models  *requester               // nil without a model
	account *Account
	states  []state
	index   *similarity.Index
}

// state is the progress of a task.
type state struct {
	id       string
	question string // "" while it has none
	rewriter string // of the question
	kept     bool   // the question has passed everything
	tries    []Try
}

func newWork(o Settings, tasks TaskSource) *work {
	w := &work{Settings: o, tasks: o.withWords(tasks), gates: map[string]*gate.Factory{}, account: NewAccount(o.Model), index: new(similarity.Index)}
	for _, t := range o.Earlier {
		if t.Plan.Template == "" {
			w.index.Add(t.ID, similarity.FrameOf(t.Question, t.Language, properNames(t)))
		}
	}
	for lang, s := range o.Styles {
		w.gates[lang] = gate.NewFactory(o.Domain, s)
	}
	if o.Model != nil {
		w.models = &requester{QuestionModel: o.Model}
	}
	return w
}

// listTasks makes the states of all tasks and checks their languages. Questions in the fixed
// words of a template are final from the beginning, and need no style.
func (w *work) listTasks(ctx context.Context) error {
	for t, err := range w.tasks() {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		s := state{id: t.ID}
		if template := w.Domain.Template(t.Plan.Template); template != nil && template.FixedWords() {
			if s.question, err = offline.Request(w.Domain, t, w.Seed); err != nil {
				return fmt.Errorf("task %s: %w", t.ID, err)
			}
			s.rewriter, s.kept = Offline, true
		} else if _, err := w.style(t); err != nil {
			return err
		}
		w.states = append(w.states, s)
		if s.kept {
			w.finishTask(len(w.states) - 1)
		}
	}
	return nil
}

// judge checks the questions of one task on their own, without those of other tasks.
type judge struct {
	gate  *gate.Gate
	style *style.Style
	draft similarity.Frame
	plain bool // whether the draft is so short that it may be the question
	lang  string
	names []string
}

func (w *work) judge(t *task.Task) (*judge, error) {
	s, err := w.style(t)
	if err != nil {
		return nil, err
	}
	g, err := w.gates[t.Language].Gate(t)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	names := properNames(t)
	length := utf8.RuneCountInString(t.Draft)
	for _, name := range names {
		length -= utf8.RuneCountInString(name)
	}
	return &judge{
		gate: g, style: s, draft: similarity.FrameOf(t.Draft, t.Language, names), plain: length < longestPlain[t.Language],
		lang: t.Language, names: names,
	}, nil
}

// longestPlain is the length of a draft without its names, in characters, up to which a
// question may be a copy, by language: "Who is the general manager of …?" has no other
// plain wording.
var longestPlain = map[string]int{"zh": 40, "en": 90}

// mostAlike is the largest similarity of a question to one of another task, and of a
// model's question to its draft. Plain questions of one kind about different names are
// alike, and drafts are plain, so this is far above what different questions have in common.
const mostAlike = 0.9

// properNames returns the texts of a question that belong to its task: the names of its
// start entities and of its by-stander, and the operands of its filters.
func properNames(t *task.Task) (names []string) {
	for _, e := range t.Entities {
		names = append(names, e.Name...)
	}
	if t.Bystander != nil {
		names = append(names, t.Bystander.Name...)
	}
	for i := range t.Plan.Nodes {
		if f, ok := t.Plan.Nodes[i].Do.(*plan.Filter); ok {
			for _, text := range []string{f.Operand, f.To} {
				if text != "" {
					names = append(names, text)
				}
			}
		}
	}
	return names
}

// judgeQuestion checks a question on its own. A model may hand the draft back; the offline
// rewriter words every question itself, by the draft's grammar.
func (j *judge) judgeQuestion(rewriter, question string) Try {
	try := Try{Rewriter: rewriter, Question: question}
	if f, ok := j.gate.Judge(question); ok {
		try.Reason, try.Detail, try.hint = f.Reason, f.Detail, f.Hint(j.lang)
		return try
	}
	f := j.frame(question)
	if rewriter != Offline && !j.plain && similarity.Copied(f, j.draft) && similarity.SharedShare(f, j.draft) > mostAlike {
		try.Reason, try.hint = Copy, hint(Copy, j.lang)
	}
	return try
}

func (j *judge) frame(question string) similarity.Frame {
	return similarity.FrameOf(question, j.lang, j.names)
}

// accept gives a task a question that passed on its own, unless it is a duplicate of a
// kept one. It must be called in the order of the tasks.
func (w *work) accept(i int, j *judge, try Try) (taken bool) {
	if w.markDuplicate(j, &try); try.Reason != "" {
		w.reject(i, try)
		return false
	}
	w.states[i].question, w.states[i].rewriter = try.Question, try.Rewriter
	return true
}

// markDuplicate rejects a question as a Duplicate if it is too similar to a kept one.
func (w *work) markDuplicate(j *judge, try *Try) {
	if try.Reason != "" {
		return
	}
	if id, near, ok := w.index.Near(j.frame(try.Question)); ok && near > mostAlike {
		try.Reason, try.hint = Duplicate, hint(Duplicate, j.lang)
		try.Detail = fmt.Sprintf("shares %.0f%% with the question of task %s", 100*near, id)
	}
}

// reject records a rejected question.
func (w *work) reject(i int, try Try) {
	s := &w.states[i]
	s.tries = append(s.tries, try)
	s.question, s.rewriter = "", ""
}

// keep makes the question of a task final.
func (w *work) keep(i int, j *judge) {
	s := &w.states[i]
	s.kept = true
	w.index.Add(s.id, j.frame(s.question))
	w.finishTask(i)
}

// offline draws a question for every task without one.
func (w *work) offline(ctx context.Context) error {
	type drawn struct {
		task  *task.Task
		judge *judge
		try   Try
	}
	return run.Stream(ctx, max(1, w.Workers), w.tasks(), func(ctx context.Context, i int, t *task.Task) (*drawn, error) {
		if w.states[i].kept {
			return nil, nil
		}
		j, err := w.judge(t)
		if err != nil {
			return nil, err
		}
		try, err := w.draw(ctx, t, j, 0)
		return &drawn{t, j, try}, err
	}, func(i int, x *drawn) error {
		if x == nil {
			return nil
		}
		taken := w.accept(i, x.judge, x.try)
		for n := 1; !taken && n < Draws; n++ {
			if x.task.Bystander != nil && (n == Draws/2 || n >= ProvedDraws/2 && w.unproved(i)) {
				var err error
				x.task = withoutBystander(x.task)
				if x.judge, err = w.judge(x.task); err != nil {
					return err
				}
			}
			try, err := w.draw(ctx, x.task, x.judge, n)
			if err != nil {
				return err
			}
			taken = w.accept(i, x.judge, try)
		}
		if !taken {
			w.finishTask(i)
			return nil
		}
		if w.models != nil {
			w.states[i].rewriter += " after " + w.models.Name
		}
		w.keep(i, x.judge)
		return nil
	})
}

// unproved reports whether a question of a task could not be proved.
func (w *work) unproved(i int) bool {
	return slices.ContainsFunc(w.states[i].tries, func(t Try) bool { return t.Reason == Unproved })
}

// withWords returns the tasks without the by-standers for which their style has no words.
func (o *Settings) withWords(tasks TaskSource) TaskSource {
	return func() iter.Seq2[*task.Task, error] {
		return func(yield func(*task.Task, error) bool) {
			for t, err := range tasks() {
				if err == nil && t.Bystander != nil {
					if s := o.Styles[t.Language]; s == nil || !offline.NamesBystander(o.Domain, s, t) {
						t = withoutBystander(t)
					}
				}
				if !yield(t, err) {
					return
				}
			}
		}
	}
}

// withoutBystander returns a copy of a task that has no by-stander.
func withoutBystander(t *task.Task) *task.Task {
	copied := *t
	copied.Bystander = nil
	return &copied
}

// draw draws and judges a question.
func (w *work) draw(ctx context.Context, t *task.Task, j *judge, attempt int) (Try, error) {
	question, err := offline.Write(w.Domain, j.style, t, w.Seed, attempt)
	if err != nil {
		return Try{}, fmt.Errorf("task %s: %w", t.ID, err)
	}
	try := j.judgeQuestion(Offline, question)
	if try.Reason != "" || w.Prove == nil || attempt >= ProvedDraws {
		return try, nil
	}
	asked := *t
	asked.Question = question
	if try.Detail, err = w.Prove(ctx, &asked); err != nil {
		return Try{}, fmt.Errorf("task %s: %w", t.ID, err)
	}
	if try.Detail != "" {
		try.Reason = Unproved
	}
	return try, nil
}

// finishTask counts a task and reports progress.
func (w *work) finishTask(i int) {
	w.account.count(&w.states[i])
	if w.Progress != nil {
		w.Progress(1)
	}
}

// emitTasks passes every task to emit.
func (w *work) emitTasks(emit func(*task.Task, *Rejected) error) error {
	i := 0
	for t, err := range w.tasks() {
		if err != nil {
			return err
		}
		s := &w.states[i]
		i++
		var rejected *Rejected
		if s.tries != nil {
			rejected = &Rejected{s.id, t.Draft, s.tries, s.rewriter}
		}
		var kept *task.Task
		if s.question != "" {
			copied := *t
			copied.Question, copied.Rewriter = s.question, s.rewriter
			if t.Bystander != nil && !strings.Contains(s.question, draft.Name(t.Bystander.Name)) {
				copied.Bystander = nil
			}
			kept = &copied
		}
		if err := emit(kept, rejected); err != nil {
			return err
		}
	}
	return nil
}
