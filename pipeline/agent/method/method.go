// Package method has the agents that solve tasks with a model: the three methods that
// LegalAgentBench measures (arXiv 2412.17259, section 4.1), each over two ways to call
// tools.
//
//   - [ReAct] thinks, calls and reads in turn (Yao et al., arXiv 2210.03629).
//   - [PlanAndSolve] first writes a plan and then carries it out, without changing it
//     (Wang et al., arXiv 2305.04091).
//   - [PlanAndExecute] has two conversations: a planner that writes the steps and, after
//     each of them, what is left to do; and for each step an executor that makes a few
//     calls and reports.
//
// With [TextCalls] a model writes its calls as JSON into its answer, with [NativeCalls] it calls
// functions. Everything else is the same: tables and tools are selected first, at most
// ten turns follow, three worked examples show the form, and after the final answer
// the model gives an account of what it found. Where the published agents have the
// final answer written by another request, here the model's own word counts, and only
// one that comes to no end by itself is asked for it.
//
// # Turns
//
// A turn is a tool call, an answer of the model that could not be used where a call was
// wanted, or a step of a plan that ended without a call. The call that ends a trial takes
// none.
//
// # What goes wrong
//
// An answer that cannot be used is a slip: it is kept in the transcript with its reason,
// the model is told what was wrong, and asked again. After too many in a row the trial
// is stuck. A tool that does not exist is called all the same, so that the model reads
// what such a call gets, and the answer is marked. What no model is to blame for (no
// server, no budget) is an error of Solve: there is no trial.
//
// # Prompts
//
// What models are told stands in the directory prompts, a file a language, in our own
// words. The worked examples happen in a lending library that no domain has, so that
// they tell nothing of any corpus.
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

// Version is part of every [Spec.Digest]. It is raised when equal specs and prompts
// would make other requests or read answers in another way.
const Version = 1

// Name is a method.
type Name string

// The closed set of methods.
const (
	ReAct          Name = "react"
	PlanAndSolve   Name = "plan-and-solve"
	PlanAndExecute Name = "plan-and-execute"
)

// Names returns every method, in the order of the paper's tables.
func Names() []Name { return []Name{PlanAndSolve, PlanAndExecute, ReAct} }

// CallStyle is how a model calls tools.
type CallStyle string

// The closed set of ways.
const (
	TextCalls   CallStyle = "text"   // as JSON in its answer, which any model can write
	NativeCalls CallStyle = "native" // by the function calls of the chat format
)

// CallStyles returns every way to call tools.
func CallStyles() []CallStyle { return []CallStyle{TextCalls, NativeCalls} }

// ToolSelection is which tools a model is shown.
type ToolSelection string

// The closed set of offers.
const (
	// SelectedTools are those over the tables that the model selects beforehand, those it
	// names itself, and all that read no table.
	SelectedTools ToolSelection = "selected"
	// AllTools is every tool of the domain.
	AllTools ToolSelection = "everything"
)

// SummaryMode is whether a trial ends with an account of what was found.
type SummaryMode string

// The closed set of accounts.
const (
	WithSummary    SummaryMode = "summary" // the model is asked for one, in one request more
	WithoutSummary SummaryMode = "none"    // it is not, and the paper's process rate stays unscored
)

// Chatter answers requests. It is safe for concurrent use, keeps nothing of a request
// after it returns, and returns an answer that is no use together with its
// [*llm.AnswerError]. The real one is [*llm.Client], the one without a network is that
// of package methodtest.
type Chatter interface {
	Chat(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// Spec is everything that can change what an agent does, beside the domain and the
// prompts. It is a specification; a zero field stands for what is noted.
type Spec struct {
	// Method and Calls say what kind of agent it is; both are required.
	Method Name      `json:"method"`
	Calls  CallStyle `json:"calls"`
	// Model is the model's name at its server; required.
	Model string `json:"model"`
	// Temperature is in [0, 2]; nil leaves it to the server.
	Temperature *float64 `json:"temperature,omitempty"`
	// MaxTokens is the longest answer; 0 leaves it to the server.
	MaxTokens int `json:"max_tokens,omitempty"`
	// Turns is the most turns of a trial, at most 100; 0 is 10, the paper's.
	Turns int `json:"turns,omitempty"`
	// StepTurns is the most turns of one step of [PlanAndExecute]; 0 is 3.
	StepTurns int `json:"step_turns,omitempty"`
	// MaxFaults is the most answers in a row that cannot be used, at most 10; 0 is 3.
	MaxFaults int `json:"slips,omitempty"`
	// MaxObservation is the most characters of what a call returns that the model is
	// shown; 0 is 8,000. It is told how many are missing.
	MaxObservation int `json:"observation,omitempty"`
	// Tools is which tools the model is shown; "" is Selected.
	Tools ToolSelection `json:"offer,omitempty"`
	// Summary is whether a summary is asked for; "" is Summary.
	Summary SummaryMode `json:"account,omitempty"`
	// ZeroShot leaves the worked examples out.
	ZeroShot bool `json:"zero_shot,omitempty"`
	// NoStopWord sends no stop word, for models whose servers refuse them. What a
	// model makes up after its call is cut off either way.
	NoStopWord bool `json:"unstopped,omitempty"`
}

const (
	defaultTurns       = 10
	defaultStepTurns   = 3
	defaultSlips       = 3
	defaultObservation = 8000

	maxTurns  = 100
	maxFaults = 10

	// requestsPerEpoch is how many numbers of requests an epoch has: more than a trial can make
	// with the most turns and slips.
	requestsPerEpoch = 1 << 12
)

// withDefaults fills in what is left out.
func (s Spec) withDefaults() Spec {
	for _, n := range []struct {
		field *int
		value int
	}{{&s.Turns, defaultTurns}, {&s.StepTurns, defaultStepTurns}, {&s.MaxFaults, defaultSlips}, {&s.MaxObservation, defaultObservation}} {
		if *n.field == 0 {
			*n.field = n.value
		}
	}
	if s.Tools == "" {
		s.Tools = SelectedTools
	}
	if s.Summary == "" {
		s.Summary = WithSummary
	}
	return s
}

// Validate returns what is wrong with the spec, or nil.
func (s Spec) Validate() error {
	switch {
	case !slices.Contains(Names(), s.Method):
		return fmt.Errorf("method %q: there is none of that name: want one of %v", s.Method, Names())
	case !slices.Contains(CallStyles(), s.Calls):
		return fmt.Errorf("calls %q: there is no such way to call tools: want one of %v", s.Calls, CallStyles())
	case s.Model == "":
		return fmt.Errorf("method %s: no model: want its name", s.Method)
	case s.Temperature != nil && !(*s.Temperature >= 0 && *s.Temperature <= 2):
		return fmt.Errorf("temperature %v: want 0 to 2", *s.Temperature)
	case s.MaxTokens < 0:
		return fmt.Errorf("longest answer of %d tokens: want at least 0", s.MaxTokens)
	case s.Turns < 0 || s.Turns > maxTurns:
		return fmt.Errorf("turns %d: want 1 to %d, or 0 for %d", s.Turns, maxTurns, defaultTurns)
	case s.StepTurns < 0:
		return fmt.Errorf("turns %d of a step: want at least 1, or 0 for %d", s.StepTurns, defaultStepTurns)
	case s.MaxFaults < 0 || s.MaxFaults > maxFaults:
		return fmt.Errorf("slips %d: want 1 to %d, or 0 for %d", s.MaxFaults, maxFaults, defaultSlips)
	case s.MaxObservation < 0:
		return fmt.Errorf("observations of %d characters: want at least 1, or 0 for %d", s.MaxObservation, defaultObservation)
	case !slices.Contains([]ToolSelection{"", SelectedTools, AllTools}, s.Tools):
		return fmt.Errorf("offer %q: there is no such offer of tools: want %s or %s", s.Tools, SelectedTools, AllTools)
	case !slices.Contains([]SummaryMode{"", WithSummary, WithoutSummary}, s.Summary):
		return fmt.Errorf("account %q: there is no such account: want %s or %s", s.Summary, WithSummary, WithoutSummary)
	}
	return nil
}

// Digest names an agent of the spec over a domain by everything that can change its
// answers: the spec with its defaults filled in, the domain, the prompts of all
// languages and [Version]. Agents with one digest are interchangeable.
func (s Spec) Digest(d *domain.Domain) digest.Digest { return s.digest(d, promptSource) }

// digest is Digest with the prompts of each language.
func (s Spec) digest(d *domain.Domain, prompts func(lang string) []byte) digest.Digest {
	b, err := json.Marshal(s.withDefaults())
	if err != nil {
		panic("method: a spec has no JSON: " + err.Error()) // a temperature that Validate refuses
	}
	h := digest.New("agent method").Int("version", Version).Field("spec", b).String("domain", string(d.Digest()))
	for _, lang := range Languages() {
		h.String("language", lang).Field("prompts", prompts(lang))
	}
	return h.Sum()
}

var _ agent.Agent = (*Agent)(nil)
