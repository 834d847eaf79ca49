// Package agent holds the strategies that solve tasks: the interface every agent
// implements, the degenerate agents that show what a grader gives for nothing,
// and the replay of a recorded trace, which shows that a task can be solved.
//
// An agent sees the question and the tools, never the task.
package agent

import (
	"context"
	"encoding/json"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/score"
	"taskgrove/pipeline/tool"
)

// Agent solves one task at a time. Implementations are safe for concurrent use
// and, where no model is involved, deterministic. An error means that the tools
// or the model are broken or the context is done; an agent that gets nowhere
// returns a transcript that says so.
//
// The real ones of this package are [Replay], [Silent], [Echo], [Constant],
// [Decliner] and [Lister]; none is a fake.
type Agent interface {
	Solve(ctx context.Context, question string, tools tool.Caller, env Env) (*Transcript, error)
}

// Env is what an agent may know of the world beside the question.
type Env struct {
	// Domain declares the tools; nil is a world without any.
	Domain *domain.Domain
	// Language is the language of the question: "zh", "en".
	Language string
}

// Transcript is everything an agent did for one question. It is a record.
type Transcript struct {
	// Answer is the final answer; "" for none.
	Answer string `json:"answer"`
	// Summary is the agent's account of what it found; nil if it was not asked for
	// one.
	Summary *string `json:"summary"`
	// Turns are the tool calls in order; nil where they are not known, as of
	// answers from outside, empty where there were none.
	Turns []Turn `json:"turns"`
	// Tokens is what the model took; nil without a model or its count.
	Tokens *score.Tokens `json:"tokens"`
	// End is why it ended.
	End Ending `json:"end"`
	// Detail says more about an end other than Finished.
	Detail string `json:"detail,omitempty"`
}

// Turn is one tool call and what came back.
type Turn struct {
	// Tool is the tool's name.
	Tool string `json:"tool"`
	// Arguments are the call's, as JSON.
	Arguments json.RawMessage `json:"arguments"`
	// Observation is the text the agent read.
	Observation string `json:"observation"`
	// Fault says why the call has no result; "" means that it has one.
	Fault tool.Fault `json:"fault,omitempty"`
}

// Ending is why an agent stopped.
type Ending string

// The closed set of endings.
const (
	Finished Ending = "finished" // the agent gave what it has
	Diverged Ending = "diverged" // a replayed call returned something else than recorded
	Outside  Ending = "outside"  // the answer came from outside; how it ended is not known
)

// Attempt returns the transcript as a grader sees it.
func (t *Transcript) Attempt() *score.Attempt {
	a := &score.Attempt{Answer: t.Answer, Summary: t.Summary, Observed: t.Turns != nil}
	for i := range t.Turns {
		if t.Turns[i].Fault == "" {
			a.Observations = append(a.Observations, t.Turns[i].Observation)
		}
	}
	return a
}

// finish returns a transcript whose summary is the answer.
func finish(answer string, turns []Turn) *Transcript {
	if turns == nil {
		turns = []Turn{}
	}
	return &Transcript{Answer: answer, Summary: &answer, Turns: turns, End: Finished}
}
