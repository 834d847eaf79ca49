// Package method implements agents that use a language model: the three methods that
// LegalAgentBench measures (arXiv 2412.17259, section 4.1), each with two styles of
// tool calls.
//
//   - [ReAct] alternates thoughts, calls and observations (Yao et al., arXiv 2210.03629).
//   - [PlanAndSolve] writes a plan and then carries it out unchanged (Wang et al., arXiv
//     2305.04091).
//   - [PlanAndExecute] has two conversations: a planner, which writes the steps and
//     revises the remaining ones after each, and per step an executor, which makes a few
//     calls and reports the result.
//
// A fourth method, [Direct], measures what a model knows by heart: one request without
// tools, as CLaw asks for provisions of law (arXiv 2509.21208, section 4.1).
//
// With [TextCalls] a model writes calls as JSON in its reply, with [NativeCalls] it uses
// the chat format's function calls. The rest is the same: the model first selects tables
// and tools, then has at most ten turns; three worked examples show the form; after the
// final answer it summarises its findings. The model answers itself, and a separate request
// asks for the answer only when its turns are used up.
//
// # Protocols
//
// That is the protocol [Taskgrove]. By the protocol [Paper] trials go as those of the
// published agents do (arXiv 2412.17259, section 4.1.1 and appendix E):
//
//   - The temperature is 0, and there are ten turns. Calls are text. Tools are selected first.
//   - A step of a plan has one call. A reply that cannot be used is a turn and is not asked
//     for again: its fault stands in place of an observation. It never ends a trial.
//   - [PlanAndExecute] plans, calls and revises its plan in one conversation, in which the
//     steps that are done remain.
//   - When the model ends the trial, its plan is carried out or the turns are used up, a
//     separate request writes the answer from the question and the trajectory, which is
//     everything that was said and observed. What the model itself gave as its answer is part
//     of the trajectory, no more. Another such request writes the summary.
//
// The published programs differ where the paper says nothing: they ask for thought and call in
// two requests, send no stop words, show whole observations, let a model select tables alone,
// and show it two tables whatever it selects.
//
// # Turns
//
// A turn is a reply of the model that calls tools, an unusable reply where a call was
// expected, or a step of a plan that ended without a call. All calls of one reply are made,
// up to [agent.MaxCallsPerReply], and are one turn together; a call that is not made is
// answered with the reason. A reply that only ends the trial is not a turn. The prompts say
// how many turns there are and what counts as one.
//
// # Unusable replies
//
// An unusable reply is kept in the transcript with an [agent.ReplyFault]. The model is
// told the fault and asked again; after too many faults in a row the trial ends as
// [agent.Stuck]. An unknown tool is called all the same, so that the model reads the
// error that such a call returns, and the reply gets a fault. Errors that are not the
// model's doing (no server, no budget) are errors of Solve, without a transcript.
//
// # Prompts
//
// Prompts are in the directory prompts, one file per language, and in its directory paper what
// the protocol [Paper] has in place of some of them. The worked examples are about a lending
// library, which is in no domain, so they give nothing away. [ReadPrompts] reads a user's own.
package method

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Version is part of every [Spec.Digest]. It increases when equal specs and prompts would
// send other requests or read replies differently.
const Version = 2

// Name is the name of a method.
type Name string

// The closed set of methods.
const (
	ReAct          Name = "react"
	PlanAndSolve   Name = "plan-and-solve"
	PlanAndExecute Name = "plan-and-execute"
	Direct         Name = "direct" // asks once, without tools
)

// Names returns the methods that call tools, in the order of the paper's tables:
// PlanAndSolve, PlanAndExecute, ReAct.
func Names() []Name { return []Name{PlanAndSolve, PlanAndExecute, ReAct} }

// CallStyle is the form of a model's tool calls.
type CallStyle string

// The closed set of call styles.
const (
	TextCalls   CallStyle = "text"   // JSON in the reply, which any model can write
	NativeCalls CallStyle = "native" // function calls of the chat format
)

// CallStyles returns every call style: TextCalls, NativeCalls.
func CallStyles() []CallStyle { return []CallStyle{TextCalls, NativeCalls} }

// ToolSelection says which tools a model is shown.
type ToolSelection string

// The closed set of tool selections.
const (
	// SelectedTools are the lookups of the tables that the model selects first, the tools
	// it names, and all tools without a table.
	SelectedTools ToolSelection = "selected"
	// AllTools are all tools of the domain.
	AllTools ToolSelection = "everything"
)

// SummaryMode says whether a trial ends with a summary of the findings.
type SummaryMode string

// The closed set of summary modes.
const (
	WithSummary    SummaryMode = "summary" // one more request asks for it
	WithoutSummary SummaryMode = "none"    // the paper's process rate stays unscored
)

// Chatter sends requests to a model. It is safe for concurrent use and does not retain
// requests. With an [*llm.AnswerError] it also returns the unusable reply. The
// implementation is [*llm.Client]; package methodtest has one for tests.
type Chatter interface {
	Chat(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// Spec specifies an agent: everything that changes its behaviour except the domain and the
// prompts. A zero field has the default that its comment gives.
type Spec struct {
	// Protocol is the course of trials; "" means [Taskgrove]. [Paper] fixes Calls, Temperature,
	// Turns and Tools, has no [Direct], and does not use StepTurns.
	Protocol Protocol `json:"protocol,omitempty"`
	// Method and Calls are required, except that [Direct] has no Calls.
	Method Name      `json:"method"`
	Calls  CallStyle `json:"calls"`
	// Model is the model's name at its server; required.
	Model string `json:"model"`
	// Temperature is in [0, 2]; nil means the server's default, and 0 for [Direct] and [Paper].
	Temperature *float64 `json:"temperature,omitempty"`
	// MaxTokens limits a reply; 0 means the server's limit.
	MaxTokens int `json:"max_tokens,omitempty"`
	// Turns limits a trial, at most 100; 0 means 10, as in the paper.
	Turns int `json:"turns,omitempty"`
	// StepTurns limits one step of [PlanAndExecute]; 0 means 3.
	StepTurns int `json:"step_turns,omitempty"`
	// MaxFaults is the number of consecutive unusable replies that ends a trial, at most
	// 10; 0 means 3.
	MaxFaults int `json:"slips,omitempty"`
	// MaxObservation limits the characters of a result that the model is shown; 0 means
	// 8,000. The model is told the number of omitted characters.
	MaxObservation int `json:"observation,omitempty"`
	// Tools says which tools the model is shown; "" means [SelectedTools].
	Tools ToolSelection `json:"offer,omitempty"`
	// Summary says whether a summary is asked for; "" means [WithSummary].
	Summary SummaryMode `json:"account,omitempty"`
	// ZeroShot omits the worked examples.
	ZeroShot bool `json:"zero_shot,omitempty"`
	// NoStopWord omits the stop word, for servers that refuse it. Text that a model
	// invents after its call is dropped either way.
	NoStopWord bool `json:"unstopped,omitempty"`
}

const (
	defaultTurns       = 10
	defaultStepTurns   = 3
	defaultSlips       = 3
	defaultObservation = 8000

	maxTurns  = 100
	maxFaults = 10

	// requestsPerEpoch exceeds the requests of any trial, so that request numbers of
	// different epochs differ.
	requestsPerEpoch = 1 << 12
)

// withDefaults returns the spec with its defaults filled in.
func (s Spec) withDefaults() Spec {
	for _, n := range []struct {
		field *int
		value int
	}{{&s.Turns, defaultTurns}, {&s.StepTurns, defaultStepTurns}, {&s.MaxFaults, defaultSlips}, {&s.MaxObservation, defaultObservation}} {
		if *n.field == 0 {
			*n.field = n.value
		}
	}
	if s.Protocol == Taskgrove {
		s.Protocol = "" // trials from before there were protocols keep their identity
	}
	if (s.Method == Direct || s.Protocol == Paper) && s.Temperature == nil {
		s.Temperature = new(0.0)
	}
	if s.Tools == "" {
		s.Tools = SelectedTools
	}
	if s.Summary == "" {
		s.Summary = WithSummary
	}
	return s
}

// Validate returns an error that names the first invalid field; nil if there is none.
func (s Spec) Validate() error {
	switch {
	case s.Method != Direct && !slices.Contains(Names(), s.Method):
		return fmt.Errorf("method %q is unknown: want one of %v", s.Method, append(Names(), Direct))
	case s.Method == Direct && s.Calls != "":
		return fmt.Errorf("method %s with calls %q: want none, because it has no tools", s.Method, s.Calls)
	case s.Method != Direct && !slices.Contains(CallStyles(), s.Calls):
		return fmt.Errorf("calls %q is not a call style: want one of %v", s.Calls, CallStyles())
	case s.Model == "":
		return fmt.Errorf("method %s: no model: want a model name", s.Method)
	case s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= 2):
		return fmt.Errorf("temperature %v: want 0 to 2", *s.Temperature)
	case s.MaxTokens < 0:
		return fmt.Errorf("at most %d tokens a reply: want at least 0", s.MaxTokens)
	case s.Turns < 0 || s.Turns > maxTurns:
		return fmt.Errorf("turns %d: want 1 to %d, or 0 for %d", s.Turns, maxTurns, defaultTurns)
	case s.StepTurns < 0:
		return fmt.Errorf("turns %d of a step: want at least 1, or 0 for %d", s.StepTurns, defaultStepTurns)
	case s.MaxFaults < 0 || s.MaxFaults > maxFaults:
		return fmt.Errorf("slips %d: want 1 to %d, or 0 for %d", s.MaxFaults, maxFaults, defaultSlips)
	case s.MaxObservation < 0:
		return fmt.Errorf("observations of %d characters: want at least 1, or 0 for %d", s.MaxObservation, defaultObservation)
	case !slices.Contains([]ToolSelection{"", SelectedTools, AllTools}, s.Tools):
		return fmt.Errorf("offer %q is not a tool selection: want %s or %s", s.Tools, SelectedTools, AllTools)
	case !slices.Contains([]SummaryMode{"", WithSummary, WithoutSummary}, s.Summary):
		return fmt.Errorf("account %q is not a summary mode: want %s or %s", s.Summary, WithSummary, WithoutSummary)
	}
	return s.validateProtocol()
}

// Digest identifies an agent with the prompts that ship over a domain by everything that can
// change its answers: the spec with defaults filled in, the domain, the files of prompts of its
// protocol in its languages, and [Version]. Agents of equal digest are interchangeable.
func (s Spec) Digest(d *domain.Domain) digest.Digest { return s.digest(d, shippedFile) }

// digest is Digest with given files of prompts.
func (s Spec) digest(d *domain.Domain, file func(name string) []byte) digest.Digest {
	b, err := json.Marshal(s.withDefaults())
	if err != nil {
		panic("method: a spec has no JSON: " + err.Error()) // a temperature that Validate refuses
	}
	h := digest.New("agent method").Int("version", Version).Field("spec", b).String("domain", string(d.Digest()))
	for _, lang := range Languages() {
		if !slices.Contains(d.Languages, lang) {
			continue // nobody is told its prompts
		}
		h.String("language", lang).Field("prompts", file(lang+".yaml"))
		if s.Protocol == Paper {
			h.Field("paper", file(paperDir+"/"+lang+".yaml"))
		}
	}
	return h.Sum()
}

var _ agent.Agent = (*Agent)(nil)
