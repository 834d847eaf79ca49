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
	a := c.script(&r)
	if a.Err != nil {
		return llm.Reply{}, a.Err
	}
	reply := llm.Reply{
		Text: a.Content, Refusal: a.Refusal, Finish: "stop", Model: r.Model,
		Usage: llm.TokenUsage{Prompt: llmtest.PromptTokens(&r), Completion: llmtest.Tokens(a.Content) + llmtest.Tokens(a.Refusal)},
	}
	for i, call := range a.Calls {
		call.ID = "call_" + strconv.Itoa(len(r.Messages)) + "_" + strconv.Itoa(i)
		reply.Calls = append(reply.Calls, call)
		reply.Usage.Completion += llmtest.Tokens(call.Name) + llmtest.Tokens(call.Arguments)
	}
	return reply, llm.Judge(&r, &reply)
}
