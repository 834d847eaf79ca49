// Package bench evaluates agents on tasks: it runs them or reads their answers from a
// file, scores each answer in both modes of package score, and reports by type of task.
//
// A task set is fit to be published only if agents that understand nothing score nothing
// on it and the tasks' own traces score one; see [BoundingAgents] and [CheckBounds].
package bench

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// AgentEntry is an agent of a run with its name and role.
type AgentEntry struct {
	// Name is the agent's name, unique in a run.
	Name string
	// Role is the purpose of its scores.
	Role score.AgentRole
	// For returns the agent for a task. It is called once per trial, from several
	// goroutines. Only an agent in the role of [score.CeilingAgent] may use the task's
	// answer.
	For func(t *task.Task) agent.Agent
	// Attacks marks an attacker: an agent that guesses by rules about words and tables and
	// understands nothing. To save space, transcripts of attackers have no turns, and have
	// an answer only if the trial has some strict success.
	Attacks bool
	// Learns marks an agent that has seen other tasks of the run, so that its trials depend on them.
	Learns bool
}

// Trial is one agent's attempt at one task, one line of trials.jsonl.
type Trial struct {
	// Task is the task's ID, Type the group that the task is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// Agent is the agent's name, Role the purpose of its scores.
	Agent string          `json:"agent"`
	Role  score.AgentRole `json:"role"`
	// Epoch is the number of the agent's attempt at the task, from 0.
	Epoch int `json:"epoch,omitempty"`
	// Transcript records what the agent did.
	Transcript *agent.Transcript `json:"transcript"`
	// Score is the grade of the transcript.
	Score score.Score `json:"score"`
	// Attack marks the trial of an attacker, see [AgentEntry.Attacks].
	Attack bool `json:"attack,omitempty"`
}

// RunOptions configures [Run] and [MeasureObscurity].
type RunOptions struct {
	// Domain declares the tools; nil means that there are none.
	Domain *domain.Domain
	// Workers is the number of tasks that are tried at a time, each by one agent after the other;
	// less than 1 means 1.
	Workers int
	// TwinTools returns the tools for an unanswerable twin, made by [tool.Set.Without]. It
	// is called from several goroutines. It may be nil if no task is a twin.
	TwinTools func(*task.Twin) (tool.Caller, error)
	// Made, if not nil, returns a trial of the agent at the task that was made before, or nil for one to
	// be made. It is called from several goroutines.
	Made func(a *AgentEntry, t *task.Task) *Trial
	// Done, if not nil, is called after each finished trial, from several goroutines.
	Done func()
}

// Run lets every agent try every task and scores the trials. It returns them by task and
// then by agent, in the order given, whatever the number of workers. A twin is credited
// only if the same agent solves the twin's task, and unscored if that task is absent. The
// first error of an agent ends the run, because it means broken tools and not a wrong
// answer; the end of ctx does so too. Run then returns no trials, and the error or the
// cause of ctx.
func Run(ctx context.Context, tasks []*task.Task, entries []AgentEntry, tools tool.Caller, o RunOptions) ([]Trial, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	trials := make([]Trial, len(tasks)*len(entries))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, o.Workers) {
		workers.Go(func() {
			for i := range next {
				if err := runTask(ctx, tasks[i], entries, trials[i*len(entries):], tools, &o); err != nil {
					cancel(fmt.Errorf("task %s: %w", tasks[i].ID, err))
				}
			}
		})
	}
feed:
	for i := range tasks {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	withholdUnpaired(tasks, trials)
	return trials, nil
}

// runTask lets every agent try a task, one after the other, and puts their trials into the given slice.
func runTask(ctx context.Context, t *task.Task, entries []AgentEntry, trials []Trial, tools tool.Caller, o *RunOptions) error {
	tools, err := o.toolsForTask(t, tools)
	if err != nil {
		return err
	}
	grade := task.AttemptsAt(t)
	for i := range entries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if trials[i], err = runTrial(ctx, t, &entries[i], grade, tools, o); err != nil {
			return fmt.Errorf("agent %s: %w", entries[i].Name, err)
		}
		if o.Done != nil {
			o.Done()
		}
	}
	return nil
}

// runTrial lets an agent try a task, unless it has done so before.
func runTrial(ctx context.Context, t *task.Task, e *AgentEntry, grade func(*score.Attempt) score.Score, tools tool.Caller, o *RunOptions) (Trial, error) {
	who := e.For(t)
	if o.Made != nil {
		if made := o.Made(e, t); made != nil {
			return *made, nil
		}
	}
	transcript, err := who.Solve(ctx, task.CurrentQuestion(t), tools, agent.TrialEnv{Domain: o.Domain, Language: t.Language})
	if err != nil {
		return Trial{}, err
	}
	trial := gradeTrial(grade, t, e.Name, e.Role, transcript)
	if trial.Attack = e.Attacks; e.Attacks {
		trial.Transcript = &agent.Transcript{End: transcript.End}
		if hasSuccess(&trial) {
			trial.Transcript.Answer = transcript.Answer
		}
	}
	return trial, nil
}

// hasSuccess reports whether a trial has some strict success.
func hasSuccess(t *Trial) bool { return t.Score.Strict.Success != nil && *t.Score.Strict.Success > 0 }

func gradeTrial(grade func(*score.Attempt) score.Score, t *task.Task, name string, role score.AgentRole, transcript *agent.Transcript) Trial {
	return Trial{
		Task: t.ID, Type: t.Type, Agent: name, Role: role,
		Transcript: transcript, Score: grade(transcript.Attempt()),
	}
}

// agentNames returns the names of the agents of trials, in order of appearance.
func agentNames(trials []Trial) (names []string) {
	for i := range trials {
		if !slices.Contains(names, trials[i].Agent) {
			names = append(names, trials[i].Agent)
		}
	}
	return names
}
