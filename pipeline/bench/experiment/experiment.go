// Package experiment runs many agents on many tasks in several epochs, stores every
// finished trial, and reads the trials again: as marks, graded against the current tasks,
// and as Parquet.
//
// A finished trial is never repeated. Its key covers everything that can change what the
// agent does (see [AttemptHead]), and it counts once it is on disk in the [Store]. A run that
// was killed or cancelled continues when it is called again. The reference answer is not
// part of the key: after a correction, [Regrade] grades stored trials anew.
//
// A failure of a server, a connection or an account is not an answer. The trial is then
// missing, with a reason, and the next run tries it again.
package experiment

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// EvaluatedAgent is an agent of an experiment.
type EvaluatedAgent struct {
	// Name is the agent's name in marks and reports, unique in the experiment.
	Name string
	// Model, Method and Calls describe the agent in tables: its model, its method and its
	// style of tool calls. Each may be empty.
	Model  string
	Method string
	Calls  string
	// Protocol is the protocol by which an agent over a model is measured; "" for other agents.
	Protocol string
	// Role is the purpose of the agent's scores.
	Role score.AgentRole
	// Key is a digest of everything that can change the agent's behaviour, except question,
	// tools and epoch: model, settings, prompts, code. It is unique in the experiment. The
	// name is not part of a trial's key.
	Key digest.Digest
	// Agent solves the tasks; nil if the store is only read.
	Agent agent.Agent
}

// Design specifies an experiment: every agent tries every task Epochs times. [Run]
// only reads it.
type Design struct {
	// Tasks are the tasks. Of tasks with the same question and tables only one is tried.
	Tasks []*task.Task
	// Agents are the agents to evaluate. Their names and their keys are unique.
	Agents []EvaluatedAgent
	// Epochs is the number of attempts per agent and task; less than 1 means 1.
	Epochs int
	// MaxInFlight is the maximum number of concurrent trials; 0 means 64. As many finished
	// trials may wait for the disk; no others are in memory.
	MaxInFlight int
	// Domain declares the tools; nil means that there are none.
	Domain *domain.Domain
	// Tools are the tools that agents call; required.
	Tools tool.Caller
	// ToolsKey is a digest of everything that can change the results of tools: domain,
	// tables, retriever; required.
	ToolsKey digest.Digest
	// TwinTools returns the tools for an unanswerable twin, made by [tool.Set.Without]. It
	// is called from several goroutines. It may be nil if no task is a twin.
	TwinTools func(*task.Twin) (tool.Caller, error)
	// Store stores the trials; required, and made by [OpenStore]. The caller closes it.
	Store *Store
	// Now is the clock; required.
	Now func() time.Time
	// Log receives a warning when an agent is given up and a Debug line for every other
	// missing trial; nil discards them.
	Log *slog.Logger
	// Progress, if not nil, is called before the first trial, when trials end, at most four
	// times a second, and after the last. Calls do not overlap.
	Progress func(Progress)
}

// RunResult counts the trials of one call of [Run].
type RunResult struct {
	// Trials is the number of trials finished in this run, Reused the number found in the
	// store.
	Trials int
	Reused int
	// Missing are the missing trials, ordered by agent, epoch and task, each in the order
	// of the [Design]. If the run was cut short, trials that it never began are not
	// among them.
	Missing []MissingTrial
	// Spent is the cost of Trials, including replies read from a journal, and the Wasted of
	// Missing. What else missing trials cost counts once they are finished.
	Spent llm.Spending
}

// MissingTrial is a trial without a result, which the next run tries again.
type MissingTrial struct {
	// Task is the task's ID, Agent the agent's name, Epoch the number of the attempt.
	Task  string `json:"task"`
	Agent string `json:"agent"`
	Epoch int    `json:"epoch"`
	// Reason says why, in one word. Detail describes the error in one line.
	Reason MissingReason `json:"reason"`
	Detail string        `json:"detail"`
	// Tried reports that the trial began; false if the agent had been given up before.
	Tried bool `json:"tried"`
	// Wasted is what was paid for responses that cannot be used, and because of which the
	// trial is missing; nil if nothing was.
	Wasted *llm.Spending `json:"wasted,omitempty"`
}

// Progress is the state of a run.
type Progress struct {
	// Total is the number of trials, Done the number finished, now or before, and Missing
	// the number known to be missing.
	Total   int
	Done    int
	Missing int
	// Rate is the number of trials ended per second, over the last minute.
	Rate float64
	// Remaining is the estimated time for the rest; 0 if unknown or nothing is left.
	Remaining time.Duration
	// Spent is as in [RunResult].Spent.
	Spent llm.Spending
}

// defaultInFlight is the default of [Design.MaxInFlight].
const defaultInFlight = 64

// validate returns everything that is wrong with a specification.
func (s *Design) validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	switch {
	case s.Store == nil || s.Store.ledger == nil:
		fault("no writable store: want a store from OpenStore")
	case s.Now == nil:
		fault("no clock: want Now")
	case s.Tools == nil:
		fault("no tools: want Tools")
	}
	if _, err := digest.Parse(string(s.ToolsKey)); err != nil {
		fault("key of the tools: %w", err)
	}
	if s.MaxInFlight < 0 {
		fault("%d trials in flight: want at least 0", s.MaxInFlight)
	}
	names, keys := map[string]bool{}, map[digest.Digest]string{}
	for _, e := range s.Agents {
		switch {
		case e.Name == "":
			fault("an agent without a name: want a name")
		case names[e.Name]:
			fault("two agents named %s: want unique names", e.Name)
		}
		if e.Agent == nil {
			fault("agent %s: no implementation: want Agent", e.Name)
		}
		if _, err := digest.Parse(string(e.Key)); err != nil {
			fault("agent %s: %w", e.Name, err)
		}
		if other, ok := keys[e.Key]; ok {
			fault("agents %s and %s have the same key: want different keys, or one of the agents", other, e.Name)
		}
		names[e.Name], keys[e.Key] = true, e.Name
	}
	for _, t := range s.Tasks {
		if t.Twin != nil && s.TwinTools == nil {
			fault("task %s is an unanswerable twin: want TwinTools", t.ID)
			break
		}
	}
	return errors.Join(faults...)
}
