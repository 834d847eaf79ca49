package method

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// conversation is a conversation with the model. Messages are only ever added.
type conversation struct {
	messages []llm.Message
	// tools are the functions that may be called; nil in conversations in text.
	tools []llm.Tool
}

// addUser adds what the model is told. What follows something that it has not been sent yet
// joins it, for many servers want the speakers to alternate.
func (c *conversation) addUser(text string) {
	text = strings.ToValidUTF8(text, "\ufffd")
	if n := len(c.messages); n > 0 && c.messages[n-1].Role == llm.User {
		c.messages[n-1].Text += "\n\n" + text
		return
	}
	c.messages = append(c.messages, llm.Message{Role: llm.User, Text: text})
}

// addAssistant adds what the model said.
func (c *conversation) addAssistant(text string, calls ...llm.ToolCall) {
	c.messages = append(c.messages, llm.Message{Role: llm.Assistant, Text: text, Calls: calls})
}

// addToolResult adds what a native call returned.
func (c *conversation) addToolResult(id, text string) {
	c.messages = append(c.messages, llm.Message{Role: llm.ToolRole, CallID: id, Text: strings.ToValidUTF8(text, "\ufffd")})
}

// replyFault is why an answer cannot be used.
type replyFault struct {
	kind   agent.ReplyFault
	detail string
	// complaint is what the model is told; "" for that of the phase. echo is what it is
	// held to have said; "" for what it did.
	complaint, echo string
}

// endOfTrial says that a trial is over before the model gave an answer. It is returned as an
// error through the phases, and no error of a trial.
type endOfTrial struct {
	why    agent.Ending
	detail string
}

// Error implements error.
func (e *endOfTrial) Error() string { return string(e.why) + ": " + e.detail }

// request asks for the next message of a conversation, and keeps it in the transcript. An
// answer that is no use comes with its slip. The error is ended for a conversation that
// is too long, or a fault of infrastructure.
func (r *trial) request(ctx context.Context, c *conversation, phase agent.Phase, choice string, stop []string) (llm.Reply, *replyFault, error) {
	s := &r.agent.spec
	q := llm.Request{
		Model: s.Model, Messages: c.messages, Tools: c.tools,
		Temperature: s.Temperature, MaxTokens: s.MaxTokens,
		Attempt: r.env.Epoch*requestsPerEpoch + r.requests,
	}
	if c.tools != nil {
		q.Choice = choice
	}
	if !s.NoStopWord {
		q.Stop = stop
	}
	r.requests++
	reply, err := r.agent.chat.Chat(ctx, q)
	var useless *llm.AnswerError
	if err != nil && !errors.As(err, &useless) {
		return llm.Reply{}, nil, err
	}
	r.addSpending(&reply)
	r.Replies = append(r.Replies, agent.ModelReply{Phase: phase, Text: reply.Text})
	if useless == nil {
		return reply, nil, nil
	}
	x := r.faultOf(&reply, useless)
	if errors.Is(useless, llm.ErrTooLong) {
		r.recordFault(x)
		return reply, nil, &endOfTrial{agent.Overlong, useless.Detail}
	}
	return reply, x, nil
}

// faultOf returns the slip that an answer's error is.
func (r *trial) faultOf(reply *llm.Reply, e *llm.AnswerError) *replyFault {
	p := r.kit.prompts
	x := &replyFault{kind: agent.BadForm, detail: e.Detail}
	switch {
	case errors.Is(e, llm.ErrRefused):
		x.kind, x.complaint, x.echo = agent.Refused, p.Complaints.Refused, reply.Refusal
	case errors.Is(e, llm.ErrTruncated):
		x.kind, x.complaint = agent.CutOff, p.Complaints.CutOff
	case errors.Is(e, llm.ErrTooLong):
		x.kind = agent.CutOff
	default:
		if bad := r.invalidCall(reply); bad != nil {
			return bad
		}
	}
	return x
}

// addSpending adds up what an answer took.
func (r *trial) addSpending(reply *llm.Reply) {
	*r.Spent = r.Spent.Add(llm.Spending{Answers: 1, Usage: reply.Usage, Cost: reply.Cost})
	if u := r.Spent.Usage; u.Estimated {
		r.Tokens = nil
	} else {
		*r.Tokens = score.Tokens{Input: int64(u.Prompt), Output: int64(u.Completion), Total: int64(u.Tokens())}
	}
}

// recordFault notes the slip of the last thing said.
func (r *trial) recordFault(x *replyFault) {
	last := &r.Replies[len(r.Replies)-1]
	last.Fault, last.Detail = x.kind, x.detail
}

// rejectReply notes a slip and tells the model. After too many in a row the trial is stuck.
func (r *trial) rejectReply(c *conversation, x *replyFault) error {
	r.recordFault(x)
	if x.echo == "" {
		x.echo = ownWords(r.Replies[len(r.Replies)-1].Text)
	}
	c.addAssistant(orElse(x.echo, r.kit.prompts.Words.Silence))
	c.addUser(x.complaint)
	if r.faultsInRow++; r.faultsInRow >= r.agent.spec.MaxFaults {
		return &endOfTrial{agent.Stuck, x.detail}
	}
	return nil
}

// requestUntilAccepted asks until the model says something that take takes, which says otherwise how it
// slipped. What is taken joins the conversation, without what it makes up of calls.
func (r *trial) requestUntilAccepted(ctx context.Context, c *conversation, phase agent.Phase, complaint string, take func(llm.Reply) *replyFault) error {
	for {
		reply, x, err := r.request(ctx, c, phase, llm.ChoiceNone, nil)
		if err != nil {
			return err
		}
		if x == nil {
			x = take(reply)
		}
		if x == nil {
			r.faultsInRow = 0
			c.addAssistant(orElse(ownWords(reply.Text), r.kit.prompts.Words.Silence))
			return nil
		}
		if x.complaint == "" {
			x.complaint = complaint
		}
		if err := r.rejectReply(c, x); err != nil {
			return err
		}
	}
}

// orElse returns a text, or another where there is none.
func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// functionNamePattern is what a function's name looks like in the chat format.
var functionNamePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// invalidCall returns the slip of the first call in an answer that cannot be sent back as it
// is, because servers refuse such names and arguments; nil if there is none. What the
// model wrote is quoted to it in text.
func (r *trial) invalidCall(reply *llm.Reply) *replyFault {
	for i := range reply.Calls {
		call := &reply.Calls[i]
		named, whole := functionNamePattern.MatchString(call.Name), isObject(call.Arguments)
		if named && whole {
			continue
		}
		x := &replyFault{kind: agent.BadArguments, detail: "the arguments for " + excerpt(call.Name) + " are no JSON object"}
		x.complaint = r.kit.badArguments.fill("tool", call.Name)
		if !named {
			x.kind, x.detail = agent.BadTool, strconv.Quote(excerpt(call.Name))+" is no tool's name"
			x.complaint = r.kit.badTool.fill("tool", strconv.Quote(call.Name))
		}
		var b strings.Builder
		b.WriteString(ownWords(reply.Text))
		for _, call := range reply.Calls {
			b.WriteString("\n" + call.Name + " " + call.Arguments)
		}
		x.echo = strings.TrimSpace(b.String())
		return x
	}
	return nil
}
