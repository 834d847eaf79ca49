package rewrite

import (
	"context"
	"errors"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// rounds asks the model about every task without a question, once a round. Where a
// request fails, those under way are left to end, for they are paid for: they get the
// caller's context, not that of the stream they are in.
func (w *work) rounds(ctx context.Context) error {
	for attempt := range w.asking.attempts() {
		asked, err := w.write(ctx, attempt)
		if err == nil {
			err = w.asking.submit(ctx)
		}
		if err != nil || asked == 0 {
			return err
		}
		if err = w.check(ctx); err == nil {
			err = w.asking.submit(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// written is what a model answered when asked for a question.
type written struct {
	judge *judge
	reply llm.Reply
	try   Try
}

// write asks for the questions of one round and settles them in the order of the
// tasks. It returns how many answers there were.
func (w *work) write(ctx context.Context, attempt int) (answers int, err error) {
	err = run.Stream(ctx, max(1, w.asking.InFlight), w.tasks(), func(_ context.Context, i int, t *task.Task) (*written, error) {
		if w.states[i].kept {
			return nil, nil
		}
		x, err := w.question(ctx, t, w.states[i].tries, attempt)
		if err != nil && !errors.Is(err, errAwaited) {
			return nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		return x, nil
	}, func(i int, x *written) error {
		if x == nil {
			return nil
		}
		answers++
		w.account.Writing = w.account.Writing.Add(took(&x.reply))
		if w.settle(i, x.judge, x.try) && w.asking.Parser == "" {
			w.keep(i, x.judge)
		}
		return nil
	})
	return answers, err
}

// question asks for one question and judges it.
func (w *work) question(ctx context.Context, t *task.Task, tries []Try, attempt int) (*written, error) {
	j, err := w.judge(t)
	if err != nil {
		return nil, err
	}
	reply, reason, err := w.asking.ask(ctx, w.writing(t, j, tries, attempt))
	if err != nil {
		return nil, err
	}
	return &written{j, reply, j.hear(w.asking.Name, &reply, reason)}, nil
}

// hear takes the question out of a model's answer and judges it; reason is why the
// answer is no use, "" if it is some.
func (j *judge) hear(rewriter string, reply *llm.Reply, reason string) Try {
	try := Try{Rewriter: rewriter, Question: reply.Text, Reason: reason}
	if reason == "" {
		question, err := prompt.Question(reply.Text)
		if err == nil {
			return j.try(rewriter, question)
		}
		try.Reason, try.Detail = Malformed, err.Error()
	}
	try.hint = hint(try.Reason, j.lang)
	return try
}

// writing is the request for a question, with what was wrong with those before.
func (w *work) writing(t *task.Task, j *judge, tries []Try, attempt int) llm.Request {
	var before []prompt.RejectedQuestion
	for _, try := range tries {
		if try.hint != "" {
			before = append(before, prompt.RejectedQuestion{Question: try.Question, Hint: try.hint})
		}
	}
	who, situation := offline.Persona(j.style, t.ID, w.Seed)
	return llm.Request{
		Model:       w.asking.Name,
		Messages:    prompt.Rewrite(j.style, prompt.Persona{Who: who, Situation: situation}, t.Draft, j.gate.Keep(), before),
		Temperature: w.asking.Temperature, MaxTokens: longestQuestion, Attempt: attempt,
	}
}

// read is what a parser found in a question.
type read struct {
	judge   *judge
	replies []llm.Reply
	fault   string // how it differs from what the plan does; "" if it does not
}

// check lets the parser read every question of this round and takes back those that
// demand something else than the plan does.
func (w *work) check(ctx context.Context) error {
	return run.Stream(ctx, max(1, w.asking.InFlight), w.tasks(), func(_ context.Context, i int, t *task.Task) (*read, error) {
		s := &w.states[i]
		if s.question == "" || s.kept {
			return nil, nil
		}
		x, err := w.read(ctx, t, s.question)
		if err != nil && !errors.Is(err, errAwaited) {
			return nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		return x, nil
	}, func(i int, x *read) error {
		if x == nil {
			return nil
		}
		for k := range x.replies {
			w.account.RoundTrip = w.account.RoundTrip.Add(took(&x.replies[k]))
		}
		try := Try{Rewriter: w.states[i].rewriter, Question: w.states[i].question}
		if x.fault != "" {
			try.Reason, try.Detail, try.hint = Parse, x.fault, hint(Parse, x.judge.lang)
		}
		if w.near(x.judge, &try); try.Reason != "" { // to one of the same round
			w.reject(i, try)
			return nil
		}
		w.keep(i, x.judge)
		return nil
	})
}

// read asks the parser what a question demands, again where it says nothing that can be
// read.
func (w *work) read(ctx context.Context, t *task.Task, question string) (*read, error) {
	j, err := w.judge(t)
	if err != nil {
		return nil, err
	}
	want, err := demand.Of(j.style, w.Domain, t)
	if err != nil {
		return nil, err
	}
	x := &read{judge: j}
	for n := range readings {
		reply, reason, err := w.asking.ask(ctx, w.reading(j, question, n))
		if err != nil {
			return nil, err
		}
		x.replies = append(x.replies, reply)
		if reason != "" {
			x.fault = "the parser's answer is " + reason
			continue
		}
		got, err := prompt.Demand(reply.Text)
		if err != nil {
			x.fault = err.Error()
			continue
		}
		if what, ok := want.Differs(got); ok {
			x.fault = what
		} else {
			x.fault = ""
		}
		return x, nil
	}
	return x, nil
}

// reading is the request that asks what a question demands.
func (w *work) reading(j *judge, question string, attempt int) llm.Request {
	return llm.Request{
		Model: w.asking.Parser, Messages: prompt.Parse(j.style, w.Domain, question), JSON: true,
		MaxTokens: longestDemand, Attempt: attempt,
	}
}
