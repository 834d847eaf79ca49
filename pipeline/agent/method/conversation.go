package method

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// conversation is a conversation with the model. Messages are only appended.
type conversation struct {
	messages []llm.Message
	// tools are the functions that the model may call; nil for text calls.
	tools []llm.FunctionTool
}

// addUser adds a user message. It joins a preceding user message, because many servers
// require roles to alternate.
func (c *conversation) addUser(text string) {
	text = strings.ToValidUTF8(text, "\ufffd")
	if n := len(c.messages); n > 0 && c.messages[n-1].Role == llm.User {
		c.messages[n-1].Text += "\n\n" + text
		return
	}
	c.messages = append(c.messages, llm.Message{Role: llm.User, Text: text})
}

// addAssistant adds the model's reply.
func (c *conversation) addAssistant(text string, calls ...llm.ToolCall) {
	c.messages = append(c.messages, llm.Message{Role: llm.Assistant, Text: text, Calls: calls})
}

// addToolResult adds the result of a native call.
func (c *conversation) addToolResult(id, text string) {
	c.messages = append(c.messages, llm.Message{Role: llm.ToolRole, CallID: id, Text: strings.ToValidUTF8(text, "\ufffd")})
}

// replyFault says why a reply cannot be used.
type replyFault struct {
	kind   agent.ReplyFault
	detail string
	// complaint is the message to the model; "" means that of the phase. echo replaces the
	// reply in the conversation; "" keeps the reply.
	complaint, echo string
}

// endOfTrial is returned as an error through the phases when a trial ends without an
// answer. It never leaves the package.
type endOfTrial struct {
	why    agent.Ending
	detail string
}

// Error implements error.
func (e *endOfTrial) Error() string { return string(e.why) + ": " + e.detail }

// request requests the model's next reply and adds it to the transcript. An unusable reply
// comes with its fault. The error is an endOfTrial if the conversation is too long, or
// else a failure of infrastructure.
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

// faultOf converts the error of an unusable reply to a fault.
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

// addSpending adds the cost of a reply, and of responses that could not be used before it.
func (r *trial) addSpending(reply *llm.Reply) {
	*r.Spent = r.Spent.Add(reply.Spent())
	if u := r.Spent.Usage; u.Estimated {
		r.Tokens = nil
	} else {
		*r.Tokens = score.Tokens{Input: int64(u.Prompt), Output: int64(u.Completion), Total: int64(u.Tokens())}
	}
}

// recordFault records the fault of the last reply.
func (r *trial) recordFault(x *replyFault) {
	last := &r.Replies[len(r.Replies)-1]
	last.Fault, last.Detail = x.kind, x.detail
}

// tellFault records a fault and tells the model.
func (r *trial) tellFault(c *conversation, x *replyFault) {
	r.recordFault(x)
	if x.echo == "" {
		x.echo = ownWords(r.Replies[len(r.Replies)-1].Text)
	}
	c.addAssistant(cmp.Or(x.echo, r.kit.prompts.Words.Silence))
	c.addUser(x.complaint)
}

// rejectReply records a fault and tells the model. After too many in a row the trial is
// stuck.
func (r *trial) rejectReply(c *conversation, x *replyFault) error {
	r.tellFault(c, x)
	if r.faultsInRow++; r.faultsInRow >= r.agent.spec.MaxFaults {
		return &endOfTrial{agent.Stuck, x.detail}
	}
	return nil
}

// requestUntilAccepted repeats a request until take accepts the reply by returning nil. The
// accepted reply joins the conversation without invented observations.
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
			c.addAssistant(cmp.Or(ownWords(reply.Text), r.kit.prompts.Words.Silence))
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

// functionNamePattern is what a function's name looks like in the chat format.
var functionNamePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// invalidCall returns the fault of the first native call whose name or arguments servers would
// refuse in the conversation; nil if there is none. Its echo quotes the calls as text.
func (r *trial) invalidCall(reply *llm.Reply) *replyFault {
	for i := range reply.Calls {
		call := &reply.Calls[i]
		named, whole := functionNamePattern.MatchString(call.Name), isObject(call.Arguments)
		if named && whole {
			continue
		}
		x := &replyFault{kind: agent.BadArguments, detail: "the arguments for " + excerpt(call.Name) + " are not a JSON object"}
		x.complaint = r.kit.badArguments.fill("tool", call.Name)
		if !named {
			x.kind, x.detail = agent.BadTool, strconv.Quote(excerpt(call.Name))+" is not a tool name"
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
