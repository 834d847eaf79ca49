package methodtest

import (
	"context"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Chat returns a chatter that answers from script in this process, without delay. It suits
// benchmarks and tests that need no server. It counts tokens as llmtest's server does, ignores
// stop words and the limit on tokens, and checks replies as [llm.Client] does.
func Chat(script llmtest.Script) method.Chatter { return chatter{script} }

// chatter is the fake of [method.Chatter].
type chatter struct{ script llmtest.Script }

// Chat implements [method.Chatter].
func (c chatter) Chat(ctx context.Context, r llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, context.Cause(ctx)
	}
	q := requestOf(&r)
	a := c.script(q)
	if a.Err != nil {
		return llm.Reply{}, a.Err
	}
	reply := llm.Reply{
		Text: a.Content, Refusal: a.Refusal, Finish: "stop", Model: r.Model,
		Usage: llm.TokenUsage{Prompt: llmtest.PromptTokens(q), Completion: llmtest.Tokens(a.Content) + llmtest.Tokens(a.Refusal)},
	}
	for i, call := range a.Calls {
		reply.Calls = append(reply.Calls, llm.ToolCall{ID: "call_" + strconv.Itoa(len(r.Messages)) + "_" + strconv.Itoa(i), Name: call.Tool, Arguments: call.Arguments})
		reply.Usage.Completion += llmtest.Tokens(call.Tool) + llmtest.Tokens(call.Arguments)
	}
	return reply, llm.Judge(&r, &reply)
}

// requestOf converts a request to the form that scripts read.
func requestOf(r *llm.Request) *llmtest.Request {
	q := &llmtest.Request{Model: r.Model, Stop: r.Stop, ToolChoice: llmtest.ToolChoice{Mode: r.Choice}, Messages: make([]llmtest.Message, len(r.Messages))}
	for i := range r.Messages {
		from, to := &r.Messages[i], &q.Messages[i]
		to.Role = string(from.Role)
		if from.Text != "" || len(from.Calls) == 0 {
			text := llmtest.MessageText(from.Text)
			to.Content = &text
		}
		if from.CallID != "" {
			to.ToolCallID = &from.CallID
		}
		for j := range from.Calls {
			call := &from.Calls[j]
			to.ToolCalls = append(to.ToolCalls, llmtest.ToolCall{ID: call.ID, Type: "function", Function: llmtest.CalledFunction{Name: call.Name, Arguments: &call.Arguments}})
		}
	}
	for i := range r.Tools {
		t := &r.Tools[i]
		q.Tools = append(q.Tools, llmtest.FunctionTool{Type: "function", Function: &llmtest.Declaration{Name: t.Name, Description: &t.Description, Parameters: []byte(t.Parameters)}})
	}
	return q
}
