package bench

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Mark is a trial without its texts: the scores and resources that analyses need. It is
// small enough to hold a hundred thousand in memory.
type Mark struct {
	// Task is the task's ID, Type the group that the task is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// Agent is the agent's name, Role the purpose of its scores, Epoch the number of its
	// attempt at the task, from 0.
	Agent string          `json:"agent"`
	Role  score.AgentRole `json:"role,omitempty"`
	Epoch int             `json:"epoch"`
	// Paper and Strict are the rates in each mode.
	Paper  score.Rates `json:"paper"`
	Strict score.Rates `json:"strict"`
	// End says why the agent stopped, Calls is the number of its tool calls.
	End   agent.Ending `json:"end"`
	Calls int          `json:"calls"`
	// Tokens counts the tokens that the model used, and Spent the model's answers, tokens
	// and cost; each is nil if unknown.
	Tokens *score.Tokens `json:"tokens,omitempty"`
	Spent  *llm.Spending `json:"spent,omitempty"`
	// Failure is the failure class; "" for a solved or unclassified trial.
	Failure failure.Class `json:"failure,omitempty"`
	// Measures are those of [recall.Names] by name; nil for tasks that have none, such as twins.
	Measures map[string]float64 `json:"measures,omitempty"`
	// Recital is the class of a recited text; "" for other tasks, or if it is unknown.
	Recital wording.RecitalClass `json:"recital,omitempty"`
	// Selection compares what the model selected with what the plan uses; nil if it was not asked
	// to select, or if that is not known.
	Selection *Selection `json:"selection,omitempty"`
	// Domains counts calls of tools of domains that the task does not need; nil if the tools are of one
	// domain, or if the calls are not known.
	Domains *DomainUse `json:"domains,omitempty"`
	// Opinions are the opinions of judges, one per judge, in the order of the judges; nil
	// without judges.
	Opinions []judge.Opinion `json:"opinions,omitempty"`
}

// MarkOf returns the mark of a trial, without failure class, measures, selection, domains and opinions. The mark shares the trial's pointers.
//
// Note: a mark has no duration, because it varies from run to run: reports made of equal
// trials are equal bytes.
func MarkOf(t *Trial) Mark {
	return Mark{
		Task: t.Task, Type: t.Type, Agent: t.Agent, Role: t.Role, Epoch: t.Epoch,
		Paper: t.Score.Paper, Strict: t.Score.Strict,
		End: t.Transcript.End, Calls: len(t.Transcript.Calls),
		Tokens: t.Transcript.Tokens, Spent: t.Transcript.Spent,
	}
}

// Measure sets the measures of a mark of an attempt at a task, except those of BERTScore, and the
// class of a recited text. An attempt that answers with the newest law gets the failure class for
// it. s may be nil.
func (m *Mark) Measure(t *task.Task, tr *agent.Transcript, s *recall.Statutes) {
	m.Measures, m.Recital = s.Measure(t, tr)
	if m.Measures[recall.Newest] == 1 {
		m.Failure = failure.Newest
	}
}
