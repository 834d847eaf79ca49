// Package agent defines the interface of agents, which solve tasks through tools,
// and implements the agents that bound every score: degenerate agents, which should
// score nothing, and the replay of a task's own trace, which should score one.
//
// An agent sees the question and the tools, never the task.
package agent

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Agent answers questions. Solve handles one question; implementations are safe for
// concurrent use and deterministic unless they use a model. An error means that the tools
// or the model are broken or that ctx is done; the transcript is nil then. An agent that
// merely fails returns a transcript whose End says why it stopped.
//
// Implementations here are [Replay], [Silent], [Echo], [Constant], [Decliner] and [Lister];
// package method has agents with a model, package remote agents in other programs.
type Agent interface {
	Solve(ctx context.Context, question string, tools tool.Caller, env TrialEnv) (*Transcript, error)
}

// MaxCallsPerReply is the maximum number of tool calls that one reply of a model or of an
// outside agent can request. They are one turn together.
const MaxCallsPerReply = 64

// ErrNotStarted is the kind of an infrastructure error of an agent that could not be started
// or reached even once: no trial of it can succeed. Use errors.Is.
var ErrNotStarted = errors.New("cannot be started or reached")

// TrialEnv is all that an agent may know besides the question and the tools.
type TrialEnv struct {
	// Domain declares the tools; nil means that there are none.
	Domain *domain.Domain
	// Language is the language of the question: "zh", "en", "pt".
	Language string
	// Epoch numbers repeated attempts at one question, from 0. A randomised agent draws
	// anew for each epoch.
	Epoch int
}

// Transcript is everything an agent did for one question.
type Transcript struct {
	// Answer is the final answer; "" for none.
	Answer string `json:"answer"`
	// Summary is the agent's account of its findings; nil for none.
	Summary *string `json:"summary"`
	// Unsummarised says that the agent was not asked for a summary: the paper's process
	// rate is then unscored. Otherwise a nil Summary scores 0.
	Unsummarised bool `json:"unsummarised,omitempty"`
	// Calls are the tool calls in order: nil if unknown, as for answers read from a file, or
	// if the agent had no tools, and empty if it had tools and made no call. Records name them turns, although a limit on turns counts
	// replies with calls, each of which can make several.
	Calls []ObservedCall `json:"turns"`
	// Replies are the model's replies in order; nil without a model, or with one that this
	// process does not see.
	Replies []ModelReply `json:"said,omitempty"`
	// Tokens counts the model's tokens; nil if there is no model or no count.
	Tokens *score.Tokens `json:"tokens"`
	// Spent is the cost of the model's replies, including those read from a journal; nil
	// unless package llm made the requests.
	Spent *llm.Spending `json:"spent,omitempty"`
	// End says why the agent stopped.
	End Ending `json:"end"`
	// Detail explains an End other than Finished.
	Detail string `json:"detail,omitempty"`
}

// ObservedCall is one tool call of an agent and its result.
type ObservedCall struct {
	// Tool is the tool's name.
	Tool string `json:"tool"`
	// Arguments are the call's arguments as JSON.
	Arguments json.RawMessage `json:"arguments"`
	// Observation is the text the agent read.
	Observation string `json:"observation"`
	// Fault says why the call has no result; "" if it has one.
	Fault tool.CallFault `json:"fault,omitempty"`
	// Reply is the number of the model reply that requested the call, from 1; 0 if
	// unknown.
	Reply int `json:"said,omitempty"`
}

// ModelReply is one reply of a model.
type ModelReply struct {
	// Phase is the purpose of the request.
	Phase Phase `json:"phase"`
	// Text is the reply's text, unedited; "" if the model only called tools.
	Text string `json:"text,omitempty"`
	// Fault says why the reply could not be used; "" if it could.
	Fault ReplyFault `json:"slip,omitempty"`
	// Detail explains Fault in one line.
	Detail string `json:"detail,omitempty"`
}

// Phase is the purpose of a request to a model during a trial.
type Phase string

// The closed set of phases.
const (
	Selecting   Phase = "select"  // choose the tools and tables that may help
	Planning    Phase = "plan"    // write a plan before any call
	Acting      Phase = "act"     // make the next call or give the answer
	Replanning  Phase = "replan"  // list the remaining steps after one is done
	Answering   Phase = "answer"  // give the final answer from the findings
	Summarising Phase = "summary" // summarise the findings
)

// ReplyFault says why a model's reply could not be used.
type ReplyFault string

// The closed set of reply faults.
const (
	BadForm      ReplyFault = "form"      // not in the requested form
	BadTool      ReplyFault = "tool"      // an unknown tool
	BadArguments ReplyFault = "arguments" // arguments that are not a JSON object
	Refused      ReplyFault = "refused"   // refused by the model or a content filter
	CutOff       ReplyFault = "length"    // truncated at the token limit, or the conversation was too long
)

// Ending says why an agent stopped.
type Ending string

// The closed set of endings.
const (
	Finished  Ending = "finished"  // the agent gave its answer
	Exhausted Ending = "exhausted" // it used up its turns
	Stuck     Ending = "stuck"     // its model gave too many unusable replies in a row
	Overlong  Ending = "overlong"  // the conversation exceeded the model's context
	Failed    Ending = "failed"    // a remote agent broke off
	Diverged  Ending = "diverged"  // a replayed call returned another result than recorded
	External  Ending = "outside"   // the answer was read from a file; the ending is unknown
)

// Attempt converts the transcript to the form that package score grades. The result shares
// memory with the transcript.
func (t *Transcript) Attempt() *score.Attempt {
	a := &score.Attempt{Answer: t.Answer, Summary: t.Summary, Unsummarised: t.Unsummarised, Observed: t.Calls != nil}
	for i := range t.Calls {
		call := &t.Calls[i]
		a.Calls = append(a.Calls, score.CallRecord{Tool: call.Tool, Arguments: call.Arguments, Observation: call.Observation, Missed: call.Fault != ""})
	}
	return a
}

// finishedTranscript returns a transcript whose summary is the answer.
func finishedTranscript(answer string, calls []ObservedCall) *Transcript {
	if calls == nil {
		calls = []ObservedCall{}
	}
	return &Transcript{Answer: answer, Summary: &answer, Calls: calls, End: Finished}
}
