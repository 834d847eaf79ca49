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

// rounds asks the model about every task without a question, once a round. If a request
// fails, the requests under way are left to finish, because they are paid for: they get
// the caller's context, not that of the stream.
func (w *work) rounds(ctx context.Context) error {
	for attempt := range w.models.attempts() {
		replies, err := w.writeQuestions(ctx, attempt)
		if err == nil {
			err = w.models.submit(ctx)
		}
		if err != nil || replies == 0 {
			return err
		}
		if err = w.parseQuestions(ctx); err == nil {
			err = w.models.submit(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writerReply is the writer's reply to a request for a question.
type writerReply struct {
	judge *judge
	reply llm.Reply
	try   Try
}

// writeQuestions requests the questions of one round and accepts them in the order of
// the tasks. It returns the number of replies.
func (w *work) writeQuestions(ctx context.Context, attempt int) (replies int, err error) {
	err = run.Stream(ctx, max(1, w.models.InFlight), w.tasks(), func(_ context.Context, i int, t *task.Task) (*writerReply, error) {
		if w.states[i].kept {
			return nil, nil
		}
		x, err := w.writeQuestion(ctx, t, w.states[i].tries, attempt)
		if err != nil && !errors.Is(err, errAwaited) {
			return nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		return x, nil
	}, func(i int, x *writerReply) error {
		if x == nil {
			return nil
		}
		replies++
		w.account.Writing.Add(x.reply.Spent())
		if w.accept(i, x.judge, x.try) && w.models.Parser == "" {
			w.keep(i, x.judge)
		}
		return nil
	})
	return replies, err
}

// writeQuestion requests one question and judges it.
func (w *work) writeQuestion(ctx context.Context, t *task.Task, tries []Try, attempt int) (*writerReply, error) {
	j, err := w.judge(t)
	if err != nil {
		return nil, err
	}
	reply, reason, err := w.models.request(ctx, w.questionRequest(t, j, tries, attempt))
	if err != nil {
		return nil, err
	}
	return &writerReply{j, reply, j.judgeReply(w.models.Name, &reply, reason)}, nil
}

// judgeReply takes the question out of a reply and judges it. reason says why the reply
// is unusable, "" if it is usable.
func (j *judge) judgeReply(rewriter string, reply *llm.Reply, reason string) Try {
	try := Try{Rewriter: rewriter, Question: reply.Text, Reason: reason}
	if reason == "" {
		question, err := prompt.Question(reply.Text)
		if err == nil {
			return j.judgeQuestion(rewriter, question)
		}
		try.Reason, try.Detail = Malformed, err.Error()
	}
	try.hint = hint(try.Reason, j.lang)
	return try
}

// questionRequest is the request for a question. It says what was wrong with earlier
// ones.
func (w *work) questionRequest(t *task.Task, j *judge, tries []Try, attempt int) llm.Request {
	var before []prompt.RejectedQuestion
	for _, try := range tries {
		if try.hint != "" {
			before = append(before, prompt.RejectedQuestion{Question: try.Question, Hint: try.hint})
		}
	}
	who, situation := offline.Persona(w.Domain, j.style, t, w.Seed)
	return llm.Request{
		Model:       w.models.Name,
		Messages:    prompt.Rewrite(j.style, prompt.Persona{Who: who, Situation: situation}, t.Draft, j.gate.Required(), before),
		Temperature: w.models.Temperature, MaxTokens: longestQuestion, Attempt: attempt,
	}
}

// parserReply is what the parser found in a question.
type parserReply struct {
	judge   *judge
	replies []llm.Reply
	fault   string // how it differs from what the plan does; "" if it does not
	blamed  string
	hint    string
}

// parseQuestions has the parser read every question of this round, and rejects those
// that demand something else than the plan.
func (w *work) parseQuestions(ctx context.Context) error {
	return run.Stream(ctx, max(1, w.models.InFlight), w.tasks(), func(_ context.Context, i int, t *task.Task) (*parserReply, error) {
		s := &w.states[i]
		if s.question == "" || s.kept {
			return nil, nil
		}
		x, err := w.parseQuestion(ctx, t, s.question)
		if err != nil && !errors.Is(err, errAwaited) {
			return nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		return x, nil
	}, func(i int, x *parserReply) error {
		if x == nil {
			return nil
		}
		for k := range x.replies {
			w.account.RoundTrip.Add(x.replies[k].Spent())
		}
		try := Try{Rewriter: w.states[i].rewriter, Question: w.states[i].question}
		if x.fault != "" {
			try.Reason, try.Detail, try.Blamed, try.hint = Parse, x.fault, x.blamed, x.hint
		}
		if w.markDuplicate(x.judge, &try); try.Reason != "" { // to one of the same round
			w.reject(i, try)
			return nil
		}
		w.keep(i, x.judge)
		return nil
	})
}

// parseQuestion asks the parser what a question demands, up to parseAttempts times: while
// its replies are unusable, and, before a text is blamed, once more when it finds another
// demand than the plan's.
func (w *work) parseQuestion(ctx context.Context, t *task.Task, question string) (*parserReply, error) {
	j, err := w.judge(t)
	if err != nil {
		return nil, err
	}
	want, err := demand.FromTask(j.style, w.Domain, t)
	if err != nil {
		return nil, err
	}
	x := &parserReply{judge: j, blamed: BlamedParser, hint: hint(Parse, j.lang)}
	var first demand.Misreading
	messages := prompt.Parse(j.style, w.Domain, question)
	for n := range parseAttempts {
		reply, reason, err := w.models.request(ctx, w.demandRequest(messages, n))
		if err != nil {
			return nil, err
		}
		x.replies = append(x.replies, reply)
		if reason != "" {
			x.unusable("the parser's answer is "+reason, first)
			continue
		}
		got, err := prompt.Demand(reply.Text)
		if err != nil {
			x.unusable(err.Error(), first)
			continue
		}
		m, differs := want.Difference(got)
		switch {
		case !differs:
			x.fault = ""
			return x, nil
		case first.Field != "":
			if m.Field == first.Field && m.Missing == first.Missing {
				x.blamed = BlamedText
			}
			return x, nil
		}
		first, x.fault, x.hint = m, m.String(), m.Hint(j.lang)
		messages = prompt.Reread(j.style, w.Domain, question, reply.Text)
	}
	return x, nil
}

// unusable notes why a reply of the parser cannot be used, unless an earlier one could.
func (x *parserReply) unusable(why string, first demand.Misreading) {
	if first.Field == "" {
		x.fault = why
	}
}

// demandRequest is a request for the demand of a question.
func (w *work) demandRequest(messages []llm.Message, attempt int) llm.Request {
	zero := 0.0
	return llm.Request{
		Model: w.models.Parser, Messages: messages, JSON: true,
		Temperature: &zero, MaxTokens: longestDemand, Attempt: attempt,
	}
}
