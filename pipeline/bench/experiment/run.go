package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// maxMissedInRow is the number of consecutive missing trials after which an agent is given
// up, so that a server that is down or refuses requests is not asked thousands of times.
const maxMissedInRow = 100

// Run runs the trials that the store lacks and returns when all have ended.
//
// Each agent goes through the tasks in order, epoch after epoch. The next trial is always
// one of the agent with the fewest trials in flight, so that agents have equal shares and
// none waits for another's server. A trial is graded and stored when it ends.
//
// A trial is missing, see [MissingReason], if Solve returns an infrastructure error: an
// [*llm.InfrastructureError] or another error of package llm about a server, an account,
// a budget or a journal. A trial too long for the store is missing too. An agent is given
// up after an error that all its trials would meet (start, key, model, account, budget, price),
// or after a hundred consecutive missing trials: no more of its trials begin. Missing
// trials alone are no error: Run then returns nil and lists them in the result.
//
// Any other error of an agent, the tools or the store ends the run, and so does the end
// of ctx; Run then returns the error, or the context's cause, with the result so far.
// Finished trials are in the store in every case. If spec is invalid, the result is nil.
// Run waits until the trials under way have stopped: those that use package llm finish the
// request that is in flight, and send no other.
//
// A panic of an agent is not recovered.
func Run(ctx context.Context, spec Design) (*RunResult, error) {
	if err := spec.validate(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := newRunner(&spec)
	if err != nil {
		return nil, err
	}
	return r.run(ctx, cancel)
}

// question is a question that agents are asked; several tasks may share it.
type question struct {
	task      *task.Task
	asked     digest.Digest
	reference ReferenceDigests
}

// agentQueue is an agent with its remaining trials.
type agentQueue struct {
	agent       *EvaluatedAgent
	next        int           // the number of its next trial: epochs times asks
	begun       int           // trials of this run
	underway    int           // trials in flight
	missedInRow int           // consecutive missing trials
	givenUp     MissingReason // why no further trial begins; "" while trials begin
	detail      string        // detail of givenUp
}

// trial is a planned or finished trial.
type trial struct {
	queue *agentQueue
	ask   *question
	epoch int

	attempt         *StoredTrial // nil if it is missing
	storedElsewhere bool         // the store had it already when it finished
	err             error
}

// event is that a trial has gone on.
type event struct {
	*trial
	finished bool // else it is solved, and on its way to the disk
}

// runner executes one run. Only the goroutine of [Run] accesses it.
type runner struct {
	spec        *Design
	epochs      int
	maxInFlight int // limit of trials in flight
	questions   []question
	queues      []*agentQueue
	log         *slog.Logger
	events      chan event
	lastReport  time.Time // of progress
	pace        pace
	err         error // why no further trial begins
	solving     int   // trials that agents are solving
	storing     int   // trials that are being stored
	outcome     RunResult
}

func newRunner(spec *Design) (*runner, error) {
	r := &runner{spec: spec, epochs: max(1, spec.Epochs), maxInFlight: cmp.Or(spec.MaxInFlight, defaultInFlight), log: spec.Log}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	r.events = make(chan event, r.maxInFlight)
	seen := map[digest.Digest]bool{}
	for _, t := range spec.Tasks {
		a := question{task: t, asked: QuestionDigest(t)}
		if seen[a.asked] {
			continue
		}
		seen[a.asked] = true
		var err error
		if a.reference, err = referenceDigests(t); err != nil {
			return nil, err
		}
		r.questions = append(r.questions, a)
	}
	for i := range spec.Agents {
		r.queues = append(r.queues, &agentQueue{agent: &spec.Agents[i]})
	}
	return r, nil
}

// run begins trials while there is capacity, and handles those that end.
func (r *runner) run(ctx context.Context, cancel context.CancelCauseFunc) (*RunResult, error) {
	r.countStored()
	now := r.spec.Now()
	r.pace.begin(now)
	r.reportProgress(now, true)
	for {
		for r.solving < r.maxInFlight && r.storing < r.maxInFlight && r.err == nil && ctx.Err() == nil {
			t := r.nextTrial()
			if t == nil {
				break
			}
			go r.runTrial(ctx, t)
		}
		if r.solving+r.storing == 0 {
			break
		}
		if r.handleEvent(ctx, <-r.events); r.err != nil {
			cancel(r.err)
		}
	}
	r.finishMissing()
	r.reportProgress(r.spec.Now(), true)
	return &r.outcome, cmp.Or(r.err, context.Cause(ctx))
}

// key returns the key of an agent's trial.
func (r *runner) key(e *EvaluatedAgent, a *question, epoch int) digest.Digest {
	return AttemptKey(a.asked, r.spec.ToolsKey, e.Key, epoch)
}

// countStored counts the trials that the store already has.
func (r *runner) countStored() {
	for _, q := range r.queues {
		for epoch := range r.epochs {
			for i := range r.questions {
				if r.spec.Store.Has(r.key(q.agent, &r.questions[i], epoch)) {
					r.outcome.Reused++
				}
			}
		}
	}
}

// nextTrial begins the next trial; nil if there is none.
func (r *runner) nextTrial() *trial {
	for {
		var q *agentQueue
		for _, o := range r.queues {
			if o.givenUp != "" || o.next == r.epochs*len(r.questions) {
				continue
			}
			if q == nil || cmp.Or(cmp.Compare(o.underway, q.underway), cmp.Compare(o.begun, q.begun)) < 0 {
				q = o
			}
		}
		if q == nil {
			return nil
		}
		t := &trial{queue: q, ask: &r.questions[q.next%len(r.questions)], epoch: q.next / len(r.questions)}
		q.next++
		if r.spec.Store.Has(r.key(q.agent, t.ask, t.epoch)) {
			continue
		}
		q.begun++
		q.underway++
		r.solving++
		return t
	}
}

// runTrial solves a trial and stores it, in its own goroutine. Another trial may begin while
// this one is being written, so that a slow disk leaves no model idle.
func (r *runner) runTrial(ctx context.Context, t *trial) {
	if t.attempt, t.err = r.solve(ctx, t); t.err == nil {
		r.events <- event{t, false}
		t.err = r.spec.Store.Append(t.attempt)
	}
	if errors.Is(t.err, ErrStored) {
		t.err, t.storedElsewhere = nil, true
	}
	r.events <- event{t, true}
}

// solve runs the agent and grades its transcript.
func (r *runner) solve(ctx context.Context, t *trial) (*StoredTrial, error) {
	s, e, tools, one := r.spec, t.queue.agent, r.spec.Tools, t.ask.task
	if one.Twin != nil {
		var err error
		if tools, err = s.TwinTools(one.Twin); err != nil {
			return nil, fmt.Errorf("tools without the twin's removed row: %w", err)
		}
	}
	start := s.Now()
	transcript, err := e.Agent.Solve(ctx, task.CurrentQuestion(one), tools, agent.TrialEnv{Domain: s.Domain, Language: one.Language, Epoch: t.epoch})
	took := s.Now().Sub(start)
	switch {
	case err != nil:
		return nil, err
	case transcript == nil:
		return nil, errors.New("the agent returned neither a transcript nor an error")
	}
	return &StoredTrial{
		Head:      headOf(e, t.ask.asked, s.ToolsKey, t.epoch),
		Reference: t.ask.reference,
		Seconds:   took.Seconds(),
		Trial: bench.Trial{
			Task: one.ID, Type: one.Type, Agent: e.Name, Role: e.Role, Epoch: t.epoch,
			Transcript: transcript, Score: task.Grade(one, transcript.Attempt()),
		},
	}, nil
}

// handleEvent records the progress of a trial.
func (r *runner) handleEvent(ctx context.Context, t event) {
	q := t.queue
	if !t.finished || t.attempt == nil {
		q.underway--
		r.solving--
	}
	switch {
	case !t.finished:
		r.storing++
		return
	case t.attempt != nil:
		r.storing--
	}
	switch {
	case t.err == nil:
		q.missedInRow = 0
		if t.storedElsewhere {
			r.outcome.Reused++
		} else {
			r.outcome.Trials++
		}
		if spent := t.attempt.Trial.Transcript.Spent; spent != nil {
			r.outcome.Spent = r.outcome.Spent.Add(*spent)
		}
	case ctx.Err() != nil: // a cancelled trial is neither missing nor finished
		return
	case !r.recordMissing(t.trial):
		r.err = fmt.Errorf("task %s: agent %s: %w", t.ask.task.ID, q.agent.Name, t.err)
		return
	}
	now := r.spec.Now()
	r.pace.add(now)
	r.reportProgress(now, false)
}

// recordMissing records a missing trial. It returns false if its error is not one of
// infrastructure.
func (r *runner) recordMissing(t *trial) bool {
	reason, all := reasonOf(t.err)
	if reason == "" {
		return false
	}
	q, what := t.queue, detailOf(t.err)
	missing := MissingTrial{Task: t.ask.task.ID, Agent: q.agent.Name, Epoch: t.epoch, Reason: reason, Detail: what, Tried: true}
	if fault, ok := errors.AsType[*llm.InfrastructureError](t.err); ok && fault.Wasted.Answers > 0 {
		missing.Wasted = &fault.Wasted
		r.outcome.Spent = r.outcome.Spent.Add(fault.Wasted)
	}
	r.outcome.Missing = append(r.outcome.Missing, missing)
	q.missedInRow++
	if q.givenUp == "" && (all || q.missedInRow == maxMissedInRow) {
		q.givenUp, q.detail = reason, what
		r.log.Warn("agent given up", "agent", q.agent.Name, "reason", string(reason), "error", what)
		return true
	}
	r.log.Debug("trial missing", "task", t.ask.task.ID, "agent", q.agent.Name, "epoch", t.epoch, "reason", string(reason), "error", what)
	return true
}

// finishMissing adds the trials that agents were given up before, and sorts the missing trials.
func (r *runner) finishMissing() {
	order := map[string]int{} // where tasks and agents stand
	for i := range r.questions {
		order["task "+r.questions[i].task.ID] = i
	}
	for i, q := range r.queues {
		order["agent "+q.agent.Name] = i
		for ; q.givenUp != "" && q.next < r.epochs*len(r.questions); q.next++ {
			a, epoch := &r.questions[q.next%len(r.questions)], q.next/len(r.questions)
			if !r.spec.Store.Has(r.key(q.agent, a, epoch)) {
				r.outcome.Missing = append(r.outcome.Missing, MissingTrial{
					Task: a.task.ID, Agent: q.agent.Name, Epoch: epoch, Reason: q.givenUp, Detail: q.detail,
				})
			}
		}
	}
	slices.SortFunc(r.outcome.Missing, func(a, b MissingTrial) int {
		return cmp.Or(cmp.Compare(order["agent "+a.Agent], order["agent "+b.Agent]), cmp.Compare(a.Epoch, b.Epoch),
			cmp.Compare(order["task "+a.Task], order["task "+b.Task]))
	})
}

// reportProgress reports progress, at bounded intervals unless must is set.
func (r *runner) reportProgress(now time.Time, must bool) {
	const between = time.Second / 4
	if r.spec.Progress == nil || !must && now.Sub(r.lastReport) < between {
		return
	}
	r.lastReport = now
	p := Progress{
		Total: len(r.queues) * r.epochs * len(r.questions), Done: r.outcome.Reused + r.outcome.Trials,
		Missing: len(r.outcome.Missing), Rate: r.pace.rate(now), Spent: r.outcome.Spent,
	}
	p.Remaining = timeLeft(p.Total-p.Done-p.Missing, p.Rate)
	r.spec.Progress(p)
}
