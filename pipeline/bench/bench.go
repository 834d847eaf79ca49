// Package bench measures agents on tasks: it runs them, or takes their answers
// from a file, scores each in both modes of package score, and reports by type.
//
// A set of tasks is fit to be published only if agents that do nothing score
// nothing on it and the tasks' own traces score everything; see [CheckBounds].
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

// Role says what an agent's scores are for.
type Role string

// The closed set of roles.
const (
	Evaluated Role = ""        // it is measured
	Floor     Role = "floor"   // it does nothing a grader should reward: strict success must be 0
	Chance    Role = "chance"  // it looks up the right record and names a cell of it: strict rates must be next to what that gives
	Ceiling   Role = "ceiling" // it solves the task by its own trace: both strict rates must be 1
)

// AgentEntry is an agent that takes part in a run.
type AgentEntry struct {
	// Name is the agent's name, unique in a run.
	Name string
	// Role says what its scores are for.
	Role Role
	// For returns the agent for a task. It is called once a trial, from several
	// goroutines. All but a Ceiling ignore what the task's answer is.
	For func(t *task.Task) agent.Agent
	// Attacks says that it is one of many attackers, whose calls are as many: the
	// transcripts of its trials have no turns, and an answer only where it has success.
	Attacks bool
}

// Trial is one agent's attempt at one task. It is a record, one line of
// trials.jsonl.
type Trial struct {
	// Task is the task's ID, Type the group it is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// Agent is the agent's name, Role what its scores are for.
	Agent string `json:"agent"`
	Role  Role   `json:"role"`
	// Epoch is which attempt of the agent at the task it is, from 0.
	Epoch int `json:"epoch,omitempty"`
	// Transcript is what the agent did.
	Transcript *agent.Transcript `json:"transcript"`
	// ScoreAnswers is what it got for it.
	Score score.Score `json:"score"`
	// Attack says that the agent is one of the attackers.
	Attack bool `json:"attack,omitempty"`
}

// RunOptions are what a run needs beside tasks and agents.
type RunOptions struct {
	// Domain declares the tools, for agents; nil for a world without any.
	Domain *domain.Domain
	// Workers is the number of trials made at a time; less than 1 reads as 1.
	Workers int
	// TwinTools returns the tools that an unanswerable twin is tried with, as
	// [tool.Set.Without] makes them. It is called from several goroutines; nil is for
	// tasks without twins.
	TwinTools func(*task.Twin) (tool.Caller, error)
	// Done, if not nil, is called after each trial, from several goroutines.
	Done func()
}

// Run lets every entry try every task and scores the trials. They come back by
// task, and for each task by entry, in the order given, at any number of workers.
// A twin is credited only where the same entry solves the task it is the twin of,
// and is not scored if that is not among the tasks.
// The first error of an agent ends the run: it means broken tools, not a bad
// answer.
func Run(ctx context.Context, tasks []*task.Task, entries []AgentEntry, tools tool.Caller, o RunOptions) ([]Trial, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	trials := make([]Trial, len(tasks)*len(entries))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, o.Workers) {
		workers.Go(func() {
			for i := range next {
				t, e := tasks[i/len(entries)], &entries[i%len(entries)]
				var err error
				if trials[i], err = runTrial(ctx, t, e, tools, &o); err != nil {
					cancel(fmt.Errorf("task %s: agent %s: %w", t.ID, e.Name, err))
					continue
				}
				if o.Done != nil {
					o.Done()
				}
			}
		})
	}
feed:
	for i := range trials {
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

func runTrial(ctx context.Context, t *task.Task, e *AgentEntry, tools tool.Caller, o *RunOptions) (Trial, error) {
	tools, err := o.toolsForTask(t, tools)
	if err != nil {
		return Trial{}, err
	}
	transcript, err := e.For(t).Solve(ctx, task.CurrentQuestion(t), tools, agent.Env{Domain: o.Domain, Language: t.Language})
	if err != nil {
		return Trial{}, err
	}
	trial := gradeTrial(t, e.Name, e.Role, transcript)
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

func gradeTrial(t *task.Task, name string, role Role, transcript *agent.Transcript) Trial {
	return Trial{
		Task: t.ID, Type: t.Type, Agent: name, Role: role,
		Transcript: transcript, Score: score.Grade(task.Reference(t), transcript.Attempt()),
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
