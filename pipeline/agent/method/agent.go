package method

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Agent solves tasks of one domain as its [Spec] says. It is safe for concurrent use by any
// number of goroutines.
type Agent struct {
	spec  Spec
	chat  Chatter
	kits  map[string]*promptKit // by language
	tools map[string]domain.ToolKind
}

// New returns an agent for a domain with the prompts that ship, in each of the domain's
// languages that has prompts. The error reports an invalid spec, or a domain without a language
// that has prompts.
func New(s Spec, d *domain.Domain, chat Chatter) (*Agent, error) {
	return ShippedPrompts().NewAgent(s, d, chat)
}

// NewAgent is [New] for an agent with the prompts of the set, which must have been read for the
// spec's protocol.
func (p *PromptSet) NewAgent(s Spec, d *domain.Domain, chat Chatter) (*Agent, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	a := &Agent{spec: s.withDefaults(), chat: chat, kits: map[string]*promptKit{}, tools: map[string]domain.ToolKind{}}
	for _, lang := range d.Languages {
		if !slices.Contains(p.languages, lang) {
			continue
		}
		prompts, err := p.Open(lang)
		if err != nil {
			return nil, err
		}
		if s.Protocol == Paper && prompts.Paper == (PaperPrompts{}) {
			return nil, fmt.Errorf("language %q: no prompts of protocol %s: want those that ReadPrompts reads for it", lang, Paper)
		}
		k, err := newKit(&a.spec, d, prompts)
		if err != nil {
			return nil, err
		}
		a.kits[lang] = k
	}
	if len(a.kits) == 0 {
		return nil, fmt.Errorf("domain %s: languages %s: no prompts: want one of %s", d.Name, strings.Join(d.Languages, ", "), strings.Join(Languages(), ", "))
	}
	for i := range d.Tools {
		t := &d.Tools[i]
		a.tools[t.Name] = t.Kind
		for _, alias := range t.Aliases {
			a.tools[alias] = t.Kind
		}
	}
	return a, nil
}

// Solve implements [agent.Agent]. It uses the language and the epoch of env; the domain is
// the agent's own. The transcript has no summary if none was requested, if the model's
// summary was unusable, if the trial ended as [agent.Overlong], or if it ended as
// [agent.Stuck] before the first call. The error is the chatter's or a tool's, or says that
// the language has no prompts.
func (a *Agent) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	k := a.kits[env.Language]
	if k == nil {
		return nil, fmt.Errorf("language %q: no prompts for domain %s in it", env.Language, a.domain())
	}
	r := &trial{
		agent: a, kit: k, question: question, tools: tools, env: env, offer: k.all,
		Transcript: &agent.Transcript{Calls: []agent.ObservedCall{}, Tokens: &score.Tokens{}, Spent: &llm.Spending{}, End: agent.Finished, Unsummarised: a.spec.Summary != WithSummary},
	}
	course := r.run
	switch {
	case a.spec.Method == Direct:
		course = r.runDirect
	case a.spec.Protocol == Paper:
		course = r.runPaper
	}
	if err := course(ctx); err != nil {
		return nil, err
	}
	return r.Transcript, nil
}

// domain returns the name of the agent's domain.
func (a *Agent) domain() string {
	for _, k := range a.kits {
		return k.domain.Name
	}
	return ""
}

// trial is one attempt at one question.
type trial struct {
	*agent.Transcript
	agent    *Agent
	kit      *promptKit
	question string
	tools    tool.Caller
	env      agent.TrialEnv

	offer       toolOffer
	requests    int // requests so far
	turnsUsed   int // turns so far
	callsMade   int // tool calls so far, without the one that ends the trial
	faultsInRow int // answers in a row that could not be used
}

// run solves the question, then asks for a missing answer and for the summary.
func (r *trial) run(ctx context.Context) error {
	c := &conversation{}
	err := r.phases(ctx, c)
	var over *endOfTrial
	switch {
	case errors.As(err, &over):
		r.End, r.Detail = over.why, over.detail
	case err != nil:
		return err
	}
	if over != nil {
		if over.why == agent.Overlong || over.why == agent.Stuck && len(r.Calls) == 0 {
			return nil
		}
		if err := r.conclude(ctx, c); err != nil || r.End == agent.Overlong {
			return err
		}
	}
	c.addUser(r.kit.prompts.Summary)
	return r.summarise(ctx, c)
}

// phases has the model select tools and then runs the method. Afterwards c is the
// conversation in which answer and summary can be requested.
func (r *trial) phases(ctx context.Context, c *conversation) error {
	if r.agent.spec.Tools == SelectedTools {
		if err := r.selectTools(ctx); err != nil {
			return err
		}
	}
	switch r.agent.spec.Method {
	case PlanAndSolve:
		return r.runPlanAndSolve(ctx, c)
	case PlanAndExecute:
		return r.runPlanAndExecute(ctx, c)
	default:
		return r.runReAct(ctx, c)
	}
}

// selectTools has the model select tables and tools. If it fails, all tools are offered,
// as the published agents do.
func (r *trial) selectTools(ctx context.Context) error {
	c := &conversation{messages: []llm.Message{{Role: llm.System, Text: r.kit.selecting}}}
	c.addUser(withLabel(r.kit.prompts.Words.AskedOf, r.question))
	err := r.requestUntilAccepted(ctx, c, agent.Selecting, r.kit.prompts.Complaints.Select, func(reply llm.Reply) *replyFault {
		s, kind, detail := readSelection(reply.Text)
		if kind != "" {
			return &replyFault{kind: kind, detail: detail}
		}
		o, ok := r.kit.offerFor(s)
		if !ok {
			return &replyFault{kind: agent.BadForm, detail: "no name of a table or tool that there is"}
		}
		r.offer = o
		return nil
	})
	var over *endOfTrial
	if errors.As(err, &over) && over.why == agent.Stuck {
		r.faultsInRow = 0
		return nil
	}
	return err
}

// startConversation starts the conversation in which tools are called.
func (r *trial) startConversation(c *conversation, text string) {
	c.messages = make([]llm.Message, 0, 2*r.agent.spec.Turns+8)
	c.messages = append(c.messages, llm.Message{Role: llm.System, Text: r.kit.acting})
	if r.agent.spec.Calls == NativeCalls {
		c.tools = r.offer.native
	}
	c.addUser(text)
}

// questionPrompt returns the prompt with the question, and before it the given
// description of tools.
func (r *trial) questionPrompt(tools string) string {
	return strings.TrimSpace(r.kit.question.fill("tools", tools, "question", r.question))
}

// toolsText returns the description of the offered tools for text calls; "" for native
// calls, whose requests declare the tools as functions.
func (r *trial) toolsText() string {
	if r.agent.spec.Calls == NativeCalls {
		return ""
	}
	return r.offer.text
}

// conclude requests the final answer from the findings so far.
func (r *trial) conclude(ctx context.Context, c *conversation) error {
	r.faultsInRow = 0
	c.addUser(r.kit.prompts.Answer)
	err := r.requestUntilAccepted(ctx, c, agent.Answering, r.kit.prompts.Complaints.Answer, r.acceptAnswer)
	var over *endOfTrial
	if errors.As(err, &over) {
		if over.why == agent.Overlong {
			r.End, r.Detail = over.why, over.detail
		}
		return nil
	}
	return err
}

// acceptAnswer takes a reply for the final answer.
func (r *trial) acceptAnswer(reply llm.Reply) *replyFault {
	if len(reply.Calls) > 0 {
		return r.callRefused()
	}
	switch s := parseReply(reply.Text, false); {
	case s.kind == final:
		r.Answer = s.text
	case s.prose:
		r.Answer = s.kept
	case s.kind == action || s.slip == agent.BadArguments:
		return r.callRefused()
	default:
		return &replyFault{kind: s.slip, detail: s.detail}
	}
	return nil
}

// callRefused returns the fault of a call after the turns are used up or the trial is stuck.
// The complaint gives the first of these as the reason.
func (r *trial) callRefused() *replyFault {
	x := &replyFault{kind: agent.BadForm, detail: "a call where none can be made"}
	if r.End == agent.Exhausted {
		x.complaint = r.kit.prompts.Words.NoTurns + "\n" + r.kit.prompts.Complaints.Answer
	}
	return x
}

// summarise sends a conversation that asks for a summary of the findings, once.
func (r *trial) summarise(ctx context.Context, c *conversation) error {
	if r.Unsummarised {
		return nil
	}
	reply, x, err := r.request(ctx, c, agent.Summarising, llm.ChoiceNone, nil)
	var over *endOfTrial
	switch text := withoutThinking(reply.Text); {
	case errors.As(err, &over):
		return nil
	case err != nil:
		return err
	case x != nil:
		r.recordFault(x)
	case text == "":
		r.recordFault(&replyFault{kind: agent.BadForm, detail: "nothing was said"})
	default:
		r.Summary = &text
	}
	return nil
}
