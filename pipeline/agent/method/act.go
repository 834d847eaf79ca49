package method

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// actResult is the result of a conversation with calls; zero when turns ran out.
type actResult struct {
	// answered says that the transcript has a final answer.
	answered bool
	// result is the result of a step; "" for none.
	result string
}

// runReAct answers the question by calling tools one after the other.
func (r *trial) runReAct(ctx context.Context, c *conversation) error {
	r.startConversation(c, r.questionPrompt(r.toolsText()))
	return r.actUntilAnswer(ctx, c)
}

// runPlanAndSolve has the model write a plan and carry it out.
func (r *trial) runPlanAndSolve(ctx context.Context, c *conversation) error {
	p := r.kit.prompts
	r.startConversation(c, r.questionPrompt(r.toolsText()))
	c.addUser(p.PlanNow)
	answered := false
	err := r.requestUntilAccepted(ctx, c, agent.Planning, p.Complaints.Plan, func(reply llm.Reply) *replyFault {
		steps, answer := readPlan(reply.Text)
		if len(steps) == 0 && answer == "" {
			return &replyFault{kind: agent.BadForm, detail: "no steps"}
		}
		r.Answer, answered = answer, answer != ""
		return nil
	})
	if err != nil || answered {
		return err
	}
	c.addUser(p.CarryOut)
	return r.actUntilAnswer(ctx, c)
}

// actUntilAnswer calls tools until the model answers or no turn is left.
func (r *trial) actUntilAnswer(ctx context.Context, c *conversation) error {
	done, err := r.act(ctx, c, r.agent.spec.Turns, false)
	if err == nil && !done.answered {
		err = r.turnsExhausted()
	}
	return err
}

func (r *trial) turnsExhausted() error {
	return &endOfTrial{agent.Exhausted, fmt.Sprintf("%d turns", r.turnsUsed)}
}

// act lets the model call tools until it gives the answer or, for a step of a plan, a
// result, or until the trial has used most turns.
func (r *trial) act(ctx context.Context, c *conversation, most int, step bool) (actResult, error) {
	for r.turnsUsed < most {
		var stop []string
		if r.agent.spec.Calls == TextCalls {
			stop = r.kit.stop
		}
		reply, x, err := r.request(ctx, c, agent.Acting, llm.ChoiceAuto, stop)
		if err != nil {
			return actResult{}, err
		}
		var done actResult
		if x == nil {
			if r.agent.spec.Calls == NativeCalls {
				done, x, err = r.acceptNativeReply(ctx, c, &reply, step)
			} else {
				done, x, err = r.acceptTextReply(ctx, c, &reply, step)
			}
		}
		if err != nil || done != (actResult{}) {
			return done, err
		}
		if x == nil {
			r.faultsInRow = 0
			continue
		}
		r.turnsUsed++
		if x.complaint == "" {
			x.complaint = r.formComplaint(step)
		}
		if r.agent.spec.Protocol == Paper {
			r.tellFault(c, x)
		} else if err := r.rejectReply(c, x); err != nil {
			return actResult{}, err
		}
	}
	return actResult{}, nil
}

// formComplaint returns the complaint about a reply that is not in the requested form.
func (r *trial) formComplaint(step bool) string {
	c := &r.kit.prompts.Complaints
	switch {
	case r.agent.spec.Calls == NativeCalls:
		return c.Native
	case step:
		return c.TextStep
	}
	return c.Text
}

// acceptTextReply handles a reply that calls tools in its text.
func (r *trial) acceptTextReply(ctx context.Context, c *conversation, reply *llm.Reply, step bool) (actResult, *replyFault, error) {
	s := parseReply(reply.Text, step)
	switch {
	case s.kind == final:
		r.Answer = s.text
		c.addAssistant(s.kept)
		return actResult{answered: true}, nil, nil
	case s.kind == result:
		c.addAssistant(s.kept)
		return actResult{result: s.text}, nil, nil
	case s.slip == agent.BadArguments:
		return actResult{}, r.unreadableArguments(&s), nil
	case s.slip != "":
		return actResult{}, &replyFault{kind: s.slip, detail: s.detail, echo: s.kept}, nil
	}
	c.addAssistant(s.kept)
	observed, over, err := r.makeCall(ctx, s.tool, s.args)
	if err != nil || over {
		return actResult{answered: over}, nil, err
	}
	r.turnsUsed++
	c.addUser(withLabel(r.kit.marks.observation, observed))
	return actResult{}, nil, nil
}

// unreadableArguments returns the fault of a call in text that could not be parsed. The
// complaint names the tool if the call does.
func (r *trial) unreadableArguments(s *parsedReply) *replyFault {
	x := &replyFault{kind: s.slip, detail: s.detail, echo: s.kept}
	if s.tool != "" {
		x.complaint = r.kit.badArguments.fill("tool", s.tool)
	}
	return x
}

// acceptNativeReply handles a reply with native calls, which are one turn: it makes the calls
// in order and answers each of them.
func (r *trial) acceptNativeReply(ctx context.Context, c *conversation, reply *llm.Reply, step bool) (actResult, *replyFault, error) {
	text := ownWords(reply.Text)
	if len(reply.Calls) == 0 {
		return r.acceptReplyWithoutCalls(c, text, step)
	}
	if x := r.invalidCall(reply); x != nil {
		return actResult{}, x, nil
	}
	calls := withDistinctIDs(reply.Calls, len(r.Replies))
	c.addAssistant(text, calls...)
	if len(calls) > agent.MaxCallsPerReply {
		r.recordFault(&replyFault{kind: agent.BadForm, detail: fmt.Sprintf("%d calls, of which %d were made", len(calls), agent.MaxCallsPerReply)})
	}
	var done actResult
	before := r.callsMade
	for i := range calls {
		switch {
		case done.answered:
			c.addToolResult(calls[i].ID, r.kit.prompts.Words.AfterFinish)
			continue
		case i >= agent.MaxCallsPerReply:
			c.addToolResult(calls[i].ID, r.kit.tooMany)
			continue
		}
		observed, over, err := r.makeCall(ctx, calls[i].Name, json.RawMessage(calls[i].Arguments))
		if err != nil {
			return actResult{}, nil, err
		}
		done.answered = over
		c.addToolResult(calls[i].ID, observed)
	}
	if r.callsMade > before {
		r.turnsUsed++
	}
	return done, nil, nil
}

// acceptReplyWithoutCalls handles a reply without native calls. It is the final answer
// or the result of a step, unless it is a call written as text.
func (r *trial) acceptReplyWithoutCalls(c *conversation, text string, step bool) (actResult, *replyFault, error) {
	if text == "" {
		return actResult{}, &replyFault{kind: agent.BadForm, detail: "nothing was said"}, nil
	}
	s := parseReply(text, step)
	switch {
	case s.kind == action || s.slip == agent.BadArguments:
		return actResult{}, &replyFault{kind: agent.BadForm, detail: "a call in text where functions are called"}, nil
	case s.prose:
		s.text = s.kept
	case s.slip != "":
		return actResult{}, &replyFault{kind: s.slip, detail: s.detail}, nil
	}
	c.addAssistant(s.kept)
	if step && s.kind != final {
		return actResult{result: s.text}, nil, nil
	}
	r.Answer = s.text
	return actResult{answered: true}, nil, nil
}

// withDistinctIDs gives calls distinct IDs. A missing or repeated ID is replaced by one in
// the form that all servers accept.
func withDistinctIDs(calls []llm.ToolCall, said int) []llm.ToolCall {
	seen := make(map[string]bool, len(calls))
	for i := range calls {
		if id := &calls[i].ID; *id == "" || seen[*id] {
			*id = "c" + strconv.Itoa(10_000_000+said*1000+i)
		}
		seen[calls[i].ID] = true
	}
	return calls
}

// makeCall makes a call and returns the text for the model; over says that the call ended
// the trial.
func (r *trial) makeCall(ctx context.Context, name string, args json.RawMessage) (observed string, over bool, err error) {
	kind, known := r.agent.tools[name]
	if !known {
		r.recordFault(&replyFault{kind: agent.BadTool, detail: strconv.Quote(excerpt(name)) + " is not a tool"})
	}
	decoded, err := decodeJSON(args)
	if err != nil {
		return "", false, fmt.Errorf("tool %q: arguments %s: %w", name, excerpt(string(args)), err)
	}
	got, err := r.tools.Call(ctx, tool.Call{Tool: name, Args: decoded})
	if err != nil {
		return "", false, fmt.Errorf("tool %q: %w", name, err)
	}
	text := r.observation(name, got)
	turn := agent.ObservedCall{Tool: name, Arguments: args, Fault: got.Fault, Reply: len(r.Replies)}
	if kind == domain.Finish && got.Fault == "" {
		r.Answer = got.Text()
		r.Calls = append(r.Calls, turn) // the agent did not observe its own answer
		return text, true, nil
	}
	text, missing := truncate(text, r.agent.spec.MaxObservation)
	if missing > 0 {
		text += r.kit.omitted.fill("n", strconv.Itoa(missing))
	}
	turn.Observation = text
	r.Calls = append(r.Calls, turn)
	r.callsMade++
	return text, false, nil
}

// observation returns the text that the model reads for the result of a call. A faulty call
// is followed by the domain's hint. A lookup of a list that found nothing is none: its answer
// is an empty list, which no hint to try again follows.
func (r *trial) observation(name string, got tool.Result) string {
	text, d := cmp.Or(got.Text(), `""`), r.kit.domain
	switch got.Fault {
	case tool.FaultMissing:
		if t := d.Tool(name); t != nil && t.Returns == domain.Many {
			return r.kit.prompts.Words.EmptyList
		}
		return text + d.Replies.Hints.Missing
	case tool.FaultColumns:
		return text + d.Replies.Hints.Columns
	}
	return text
}

// decodeJSON reads arguments as [tool.Call] has them.
func decodeJSON(args json.RawMessage) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(string(args)))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}
