package bench

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// Mark is a trial without its texts: the scores and resources that analyses need. It is
// a record, small enough to hold a hundred thousand in memory.
type Mark struct {
	// Task is the task's ID, Type the group it is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// Agent is the agent's name, Role what its scores are for, Epoch which of its
	// attempts it is, from 0.
	Agent string          `json:"agent"`
	Role  score.AgentRole `json:"role,omitempty"`
	Epoch int             `json:"epoch"`
	// Paper and Strict are the rates in each mode.
	Paper  score.Rates `json:"paper"`
	Strict score.Rates `json:"strict"`
	// End says why the agent stopped, Calls is the number of its tool calls.
	End   agent.Ending `json:"end"`
	Calls int          `json:"calls"`
	// Tokens is what the model took, nil where that is not known; Spent the same with
	// answers and cost.
	Tokens *score.Tokens `json:"tokens,omitempty"`
	Spent  *llm.Spending `json:"spent,omitempty"`
	// Seconds is the duration of the trial; 0 if unknown.
	Seconds float64 `json:"seconds,omitempty"`
	// Failure is the failure class; "" for a solved or unclassified trial.
	Failure failure.Class `json:"failure,omitempty"`
	// Prose compares a written text with the reference; nil for other tasks.
	Prose *prose.Scores `json:"prose,omitempty"`
	// Opinions are those of judges, one each, in their order; nil without judges.
	Opinions []judge.Opinion `json:"opinions,omitempty"`
}

// MarkOf returns the mark of a trial of the given duration, without failure class, prose
// scores and opinions. It shares the trial's pointers.
func MarkOf(t *Trial, seconds float64) Mark {
	return Mark{
		Task: t.Task, Type: t.Type, Agent: t.Agent, Role: t.Role, Epoch: t.Epoch,
		Paper: t.Score.Paper, Strict: t.Score.Strict,
		End: t.Transcript.End, Calls: len(t.Transcript.Turns),
		Tokens: t.Transcript.Tokens, Spent: t.Transcript.Spent, Seconds: seconds,
	}
}
