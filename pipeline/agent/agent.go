// Package agent holds the strategies that solve tasks: the interface every agent
// implements, the degenerate agents that show what a grader gives for nothing,
// and the replay of a recorded trace, which shows that a task can be solved.
//
// An agent sees the question and the tools, never the task.
package agent

import (
	"context"
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Agent solves one task at a time. Implementations are safe for concurrent use
// and, where no model is involved, deterministic. An error means that the tools
// or the model are broken or the context is done; an agent that gets nowhere
// returns a transcript that says so.
//
// The real ones of this package are [Replay], [Silent], [Echo], [Constant],
// [Decliner] and [Lister]; none is a fake. Package method has those with a model,
// package remote those that run elsewhere.
type Agent interface {
	Solve(ctx context.Context, question string, tools tool.Caller, env Env) (*Transcript, error)
}

// Env is what an agent may know of the world beside the question.
type Env struct {
	// Domain declares the tools; nil is a world without any.
	Domain *domain.Domain
	// Language is the language of the question: "zh", "en".
	Language string
	// Epoch tells apart repeated attempts at one question, from 0. An agent that draws
	// draws anew for each.
	Epoch int
}

// Transcript is everything an agent did for one question. It is a record.
type Transcript struct {
	// Answer is the final answer; "" for none.
	Answer string `json:"answer"`
	// Summary is the agent's account of what it found; nil for none.
	Summary *string `json:"summary"`
	// Unsummarised tells that none was asked for, so that the paper's process rate is
	// not scored; without a summary that was, it is 0.
	Unsummarised bool `json:"unsummarised,omitempty"`
	// Turns are the tool calls in order; nil where they are not known, as of
	// answers from outside, empty where there were none.
	Turns []Turn `json:"turns"`
	// Replies is what a model said, in order; nil for agents without one, or whose model is
	// not heard.
	Replies []ModelReply `json:"said,omitempty"`
	// Tokens is what the model took; nil without a model or its count.
	Tokens *score.Tokens `json:"tokens"`
	// Spent is what the model's answers took, those that a journal held included; nil
	// without a model of ours.
	Spent *llm.Spending `json:"spent,omitempty"`
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
	// Reply is the number of the saying that asked for the call, from 1; 0 where it is
	// not known.
	Reply int `json:"said,omitempty"`
}

// ModelReply is one answer of a model.
type ModelReply struct {
	// Phase is what it was asked for.
	Phase Phase `json:"phase"`
	// Text is what it said, as it came; "" where it only called tools.
	Text string `json:"text,omitempty"`
	// Fault is why it could not be used as it came; "" where it could.
	Fault ReplyFault `json:"slip,omitempty"`
	// Detail says more about a slip, in one line.
	Detail string `json:"detail,omitempty"`
}

// Phase is what a model is asked for in the course of a trial.
type Phase string

// The closed set of phases.
const (
	Selecting   Phase = "select"  // the tools that may help, and the tables to read
	Planning    Phase = "plan"    // a plan, before anything is called
	Acting      Phase = "act"     // the next call, or the end
	Replanning  Phase = "replan"  // what is left to do after a step
	Answering   Phase = "answer"  // the final answer from what was found
	Summarising Phase = "summary" // an account of what was found
)

// ReplyFault is why an answer of a model could not be used as it came.
type ReplyFault string

// The closed set of slips.
const (
	BadForm      ReplyFault = "form"      // not in the form that was asked for
	BadTool      ReplyFault = "tool"      // a tool that there is not
	BadArguments ReplyFault = "arguments" // arguments that are no JSON object
	Refused      ReplyFault = "refused"   // by the model or a content filter
	CutOff       ReplyFault = "length"    // cut off at the longest answer, or the conversation was too long
)

// Ending is why an agent stopped.
type Ending string

// The closed set of endings.
const (
	Finished  Ending = "finished"  // the agent gave what it has
	Exhausted Ending = "exhausted" // its turns were used up before it came to an end
	Stuck     Ending = "stuck"     // its model gave nothing that could be used, too often in a row
	Overlong  Ending = "overlong"  // the conversation outgrew what its model can read
	Failed    Ending = "failed"    // an agent from elsewhere broke off
	Diverged  Ending = "diverged"  // a replayed call returned something else than recorded
	External  Ending = "outside"   // the answer came from outside; how it ended is not known
)

// Attempt returns the transcript as a grader sees it.
func (t *Transcript) Attempt() *score.Attempt {
	a := &score.Attempt{Answer: t.Answer, Summary: t.Summary, Unsummarised: t.Unsummarised, Observed: t.Turns != nil}
	for i := range t.Turns {
		turn := &t.Turns[i]
		a.Calls = append(a.Calls, score.Call{Tool: turn.Tool, Arguments: turn.Arguments, Observation: turn.Observation, Missed: turn.Fault != ""})
	}
	return a
}

// finishedTranscript returns a transcript whose summary is the answer.
func finishedTranscript(answer string, turns []Turn) *Transcript {
	if turns == nil {
		turns = []Turn{}
	}
	return &Transcript{Answer: answer, Summary: &answer, Turns: turns, End: Finished}
}
