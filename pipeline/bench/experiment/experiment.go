// Package experiment lets many agents try many tasks many times, keeps every finished
// trial, and reads them again: as marks, graded against the tasks as they are now, and
// as Parquet.
//
// What was finished is never done again. A trial is named by all that can change what
// the agent does in it (see [AttemptHead]) and is in the [Store], on disk, before it counts;
// a run that was killed, cancelled or met faults goes on where it was when it is called
// again. What the answer should be is no part of the name: a corrected answer grades an
// old trial anew, see [Regrade].
//
// A fault of a server, a connection or an account is no answer. The trial is missing,
// with a reason, and the next run tries it again.
package experiment

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// EvaluatedAgent is an agent that takes part.
type EvaluatedAgent struct {
	// Name is the agent's name in marks and reports, unique among the entrants.
	Name string
	// Model, Method and Calls say what the agent is made of, for tables: the model's
	// name, the method's, and how it calls tools. Each may be empty.
	Model  string
	Method string
	Calls  string
	// Role says what its scores are for.
	Role bench.Role
	// Key is a digest of everything that can change what the agent does beside question,
	// tools and epoch: model, settings, prompts, code. It is unique among the entrants.
	// The name is no part of what a trial is known by.
	Key digest.Digest
	// Agent is the agent. Readers of a store need none.
	Agent agent.Agent
}

// Spec is an experiment: every entrant tries every task Epochs times.
type Spec struct {
	// Tasks are the tasks. Those that ask the same over the same tables are tried once.
	Tasks []*task.Task
	// Agents are who tries them.
	Agents []EvaluatedAgent
	// Epochs is how often; less than 1 reads as 1.
	Epochs int
	// MaxInFlight is how many trials agents are at at a time, at most; 0 is 64. As many
	// again may be on their way to the disk; no others are in memory.
	MaxInFlight int
	// Domain declares the tools, for agents; nil for a world without any.
	Domain *domain.Domain
	// Tools are the tools that agents call.
	Tools tool.Caller
	// ToolsKey is a digest of all that can change what tools return: domain, tables,
	// retriever.
	ToolsKey digest.Digest
	// TwinTools returns the tools that an unanswerable twin is tried with, as
	// [tool.Set.Without] makes them. It is called from several goroutines; nil is for
	// tasks without twins.
	TwinTools func(*task.Twin) (tool.Caller, error)
	// Store keeps the trials. It stays the caller's to close.
	Store *Store
	// Now is the clock.
	Now func() time.Time
	// Log gets a warning for an entrant that is given up and a Debug line for every other
	// trial that is missing; nil is silent.
	Log *slog.Logger
	// Progress, if not nil, is called when trials end, at most four times a second, and
	// once before the first and after the last; never twice at once.
	Progress func(Progress)
}

// RunResult is what a run came to. It is a record.
type RunResult struct {
	// Trials is how many were finished in this run, Reused how many the store had before.
	Trials int
	Reused int
	// MissingTrial are those that neither is there of, by entrant, epoch and task, in the
	// order of the [Spec]. Where the run was broken off, those it had not come to are
	// not among them.
	Missing []MissingTrial
	// Spent is what the models took for Trials, answers that a journal had included.
	// What missing trials took is not known here.
	Spent llm.Spending
}

// MissingTrial is a trial that was not finished.
type MissingTrial struct {
	// Task is the task's ID, Agent the entrant's name, Epoch which attempt it is.
	Task  string `json:"task"`
	Agent string `json:"agent"`
	Epoch int    `json:"epoch"`
	// MissingReason is why, in one word; Detail is what was met, in one line.
	Reason MissingReason `json:"reason"`
	Detail string        `json:"detail"`
	// Tried tells that it was begun; false where the entrant had been given up before.
	Tried bool `json:"tried"`
}

// Progress is where a run stands. It is a record.
type Progress struct {
	// Total is how many trials there are to be, Done how many of them are finished, those
	// that the store had included, Missing how many are known to be missing.
	Total   int
	Done    int
	Missing int
	// Rate is how many trials ended in a second, over the last minute.
	Rate float64
	// Remaining is how long the rest takes at that rate; 0 where that is not known, or
	// nothing is left.
	Remaining time.Duration
	// Spent is as in [RunResult].
	Spent llm.Spending
}

// defaultInFlight is how many trials are under way where nothing else is said.
const defaultInFlight = 64

// validate says what is wrong with a specification.
func (s *Spec) validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	switch {
	case s.Store == nil || s.Store.ledger == nil:
		fault("no store that can be written: want one of OpenStore")
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
			fault("an entrant without a name: want one")
		case names[e.Name]:
			fault("two entrants %s: want each name once", e.Name)
		}
		if e.Agent == nil {
			fault("entrant %s: no agent: want one", e.Name)
		}
		if _, err := digest.Parse(string(e.Key)); err != nil {
			fault("entrant %s: %w", e.Name, err)
		}
		if other, ok := keys[e.Key]; ok {
			fault("entrants %s and %s have one key: want one each, or one of them", other, e.Name)
		}
		names[e.Name], keys[e.Key] = true, e.Name
	}
	for _, t := range s.Tasks {
		if t.Twin != nil && s.TwinTools == nil {
			fault("task %s is an unanswerable twin: want a View", t.ID)
			break
		}
	}
	return errors.Join(faults...)
}
