package method

import (
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

// actResult is what a conversation with calls came to.
type actResult struct {
	// answered tells that there is a final answer, which is in the transcript.
	answered bool
	// result is what a step gave, "" for none.
	result string
}

// runReAct solves the question call by call.
func (r *trial) runReAct(ctx context.Context, c *conversation) error {
	r.startConversation(c, r.questionPrompt(r.toolsText()))
	return r.actUntilAnswer(ctx, c)
}

// runPlanAndSolve writes a plan and carries it out.
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

// actUntilAnswer acts until there is an answer or no turn is left.
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

// act lets the model call tools until it gives an answer, for a step of a plan a result,
// or so many turns are used in all.
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
				done, x, err = r.acceptNativeReply(ctx, c, &reply, most, step)
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
		if err := r.rejectReply(c, x); err != nil {
			return actResult{}, err
		}
	}
	return actResult{}, nil
}

// formComplaint returns the complaint about an answer in no form that was asked for.
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

// acceptTextReply takes in an answer with a call in its text.
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
	c.addUser(withLabel(r.kit.marks.observation, observed))
	return actResult{}, nil, nil
}

// unreadableArguments returns the slip of a call in text that could not be read. What is wrong
// can only be said of a tool that was named.
func (r *trial) unreadableArguments(s *parsedReply) *replyFault {
	x := &replyFault{kind: s.slip, detail: s.detail, echo: s.kept}
	if s.tool != "" {
		x.complaint = r.kit.badArguments.fill("tool", s.tool)
	}
	return x
}

// acceptNativeReply takes in an answer with native calls: all are made in their order, as far as
// there are turns, and each is answered.
func (r *trial) acceptNativeReply(ctx context.Context, c *conversation, reply *llm.Reply, most int, step bool) (actResult, *replyFault, error) {
	text := ownWords(reply.Text)
	if len(reply.Calls) == 0 {
		return r.acceptReplyWithoutCalls(c, text, step)
	}
	if x := r.invalidCall(reply); x != nil {
		return actResult{}, x, nil
	}
	calls := withDistinctIDs(reply.Calls, len(r.Replies))
	c.addAssistant(text, calls...)
	var done actResult
	for i := range calls {
		if r.turnsUsed >= most && r.agent.tools[calls[i].Name] != domain.Finish || done.answered {
			c.addToolResult(calls[i].ID, r.kit.prompts.Words.NotCalled)
			continue
		}
		observed, over, err := r.makeCall(ctx, calls[i].Name, json.RawMessage(calls[i].Arguments))
		if err != nil {
			return actResult{}, nil, err
		}
		done.answered = over
		c.addToolResult(calls[i].ID, observed)
	}
	return done, nil, nil
}

// acceptReplyWithoutCalls takes in an answer without calls, which is the final answer, or the result
// of a step: unless it is a call that was written down instead, whole or broken.
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

// withDistinctIDs returns calls with distinct IDs: where a server gives none, or one twice, a
// parseCall gets one of its own, in the only form that all servers take.
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

// makeCall makes a call and returns what the model reads of it; over tells that it ended the
// trial.
func (r *trial) makeCall(ctx context.Context, name string, args json.RawMessage) (observed string, over bool, err error) {
	kind, known := r.agent.tools[name]
	if !known {
		r.recordFault(&replyFault{kind: agent.BadTool, detail: strconv.Quote(excerpt(name)) + " is no tool that there is"})
	}
	decoded, err := decodeJSON(args)
	if err != nil {
		return "", false, fmt.Errorf("tool %q: arguments %s: %w", name, excerpt(string(args)), err)
	}
	got, err := r.tools.Call(ctx, tool.Call{Tool: name, Args: decoded})
	if err != nil {
		return "", false, fmt.Errorf("tool %q: %w", name, err)
	}
	text := orElse(got.Text(), `""`)
	turn := agent.Turn{Tool: name, Arguments: args, Fault: got.Fault, Reply: len(r.Replies)}
	if kind == domain.Finish && got.Fault == "" {
		r.Answer = got.Text()
		r.Turns = append(r.Turns, turn) // what it says itself is nothing that it saw
		return text, true, nil
	}
	text, missing := truncate(text, r.agent.spec.MaxObservation)
	if missing > 0 {
		text += r.kit.omitted.fill("n", strconv.Itoa(missing))
	}
	turn.Observation = text
	r.Turns = append(r.Turns, turn)
	r.turnsUsed++
	return text, false, nil
}

// decodeJSON reads arguments as [tool.Call] has them.
func decodeJSON(args json.RawMessage) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(string(args)))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}
