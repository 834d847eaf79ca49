package llmtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// created is the creation time in all answers, in seconds since 1970. It is fixed, so that
// equal requests have equal answers.
const created = 1_700_000_000

// Script answers chat requests. It must be safe for concurrent use, and must not change the
// request.
type Script func(*llm.Request) ModelAnswer

// ModelAnswer is the answer of a [Script].
type ModelAnswer struct {
	// Content is the text; "" for none.
	Content string
	// Calls are the tool calls, in order, without IDs. The names need not be those of the
	// request's tools, and the arguments need not be JSON, because models err too.
	Calls []llm.ToolCall
	// Refusal, if not empty, replaces Content and Calls.
	Refusal string
	// Fault, if not "", happens to this answer regardless of [ServerOptions.Faults].
	Fault FaultKind
	// Err, if not nil, is reported to the client as a 400 with the code script_error,
	// because the test is wrong and a retry would not help.
	Err error
}

// Echo answers with the text of the last user message, in JSON mode as a JSON object with
// the member "echo".
func Echo(r *llm.Request) ModelAnswer {
	if r.JSON {
		return ModelAnswer{Content: string(encode(map[string]string{"echo": Last(r)}))}
	}
	return ModelAnswer{Content: Last(r)}
}

// Say returns a script that answers every request with the same text.
func Say(content string) Script {
	return func(*llm.Request) ModelAnswer { return ModelAnswer{Content: content} }
}

// readChat reads and checks the body of a chat completion request.
func (s *ModelServer) readChat(body []byte) (run, *problem) {
	r, p := readRequest(body)
	if p != nil {
		return nil, p
	}
	if p := served(r.Model, s.options.Models...); p != nil {
		return nil, p
	}
	return func(id string, f FaultKind) (outcome, *problem) {
		a := s.options.Script(r)
		if a.Err != nil {
			return outcome{}, &problem{http.StatusBadRequest, "the script: " + a.Err.Error(), typeInvalid, "script_error"}
		}
		if a.Fault != "" {
			f = a.Fault
		}
		if f.replacesAnswer() {
			return outcome{fault: f}, nil
		}
		c, f := complete(r, a, f)
		return outcome{c.wire(id, r.Model), c.usage, f}, nil
	}, nil
}

// completion is an answer that is ready to be sent.
type completion struct {
	content, refusal *string
	calls            []llm.ToolCall
	finish           string
	usage            llm.TokenUsage
}

// complete cuts an answer at the request's stop texts and token limit, applies a fault to
// it, and counts its tokens. It returns the fault that was applied.
func complete(r *llm.Request, a ModelAnswer, f FaultKind) (*completion, FaultKind) {
	if f == FaultRefusal {
		a.Refusal = "I can't help with that."
	}
	c := &completion{calls: a.Calls, finish: "stop"}
	content := beforeStop(a.Content, r.Stop)
	if a.Refusal != "" {
		c.refusal, c.calls, content = &a.Refusal, nil, ""
	}
	// If tool_choice names a function, the finish reason is stop (OpenAI's function calling
	// guide).
	named := slices.ContainsFunc(r.Tools, func(t llm.FunctionTool) bool { return t.Name == r.Choice })
	if len(c.calls) > 0 && !named {
		c.finish = "tool_calls"
	}
	if f == FaultArguments && len(c.calls) == 0 {
		f = ""
	}
	if f == FaultArguments {
		c.calls = slices.Clone(c.calls)
		c.calls[0].Arguments = strings.TrimRight(strings.TrimSpace(c.calls[0].Arguments), "}") + ","
	}
	limit := r.MaxTokens
	if f == FaultTruncated {
		if half := c.size(content) / 2; limit == 0 || half < limit {
			limit = max(1, half)
		}
	}
	if content = c.truncate(content, limit); content != "" || c.calls == nil && c.refusal == nil {
		c.content = &content
	}
	c.usage = llm.TokenUsage{Prompt: PromptTokens(r), Completion: c.size(content)}
	return c, f
}

// beforeStop returns the part of text before the first stop text.
func beforeStop(text string, stops []string) string {
	for _, s := range stops {
		text, _, _ = strings.Cut(text, s)
	}
	return text
}

// size counts the tokens of the answer.
func (c *completion) size(content string) int {
	n := Tokens(content)
	if c.refusal != nil {
		n += Tokens(*c.refusal)
	}
	for _, call := range c.calls {
		n += Tokens(call.Name) + Tokens(call.Arguments)
	}
	return n
}

// truncate cuts the answer after limit tokens; 0 means no limit. The content comes first,
// then the calls; of the last call a beginning of the arguments stays. It returns the
// content.
func (c *completion) truncate(content string, limit int) string {
	if limit == 0 || c.size(content) <= limit {
		return content
	}
	c.finish = "length"
	if c.refusal != nil {
		short := prefix(*c.refusal, limit)
		c.refusal = &short
		return ""
	}
	calls, left := c.calls, limit-Tokens(content)
	c.calls = nil
	if left < 0 {
		return prefix(content, limit)
	}
	for _, call := range calls {
		if left -= Tokens(call.Name); left < 0 {
			break
		}
		whole := call.Arguments
		call.Arguments = prefix(whole, left)
		c.calls = append(c.calls, call)
		if left -= Tokens(call.Arguments); call.Arguments != whole {
			break
		}
	}
	return content
}

// wire returns the answer as it is sent. Calls of different answers have different IDs.
func (c *completion) wire(id, model string) any {
	type object map[string]any
	m := wireMessage{Role: llm.Assistant, Content: c.content, Refusal: c.refusal}
	for i, call := range c.calls {
		m.ToolCalls = append(m.ToolCalls, wireCall{fmt.Sprintf("call_%s_%d", id, i), "function", wireFunction{call.Name, call.Arguments}})
	}
	return object{
		"id": "chatcmpl-" + id, "object": "chat.completion", "created": created, "model": model,
		"choices": []object{{"index": 0, "message": m, "logprobs": nil, "finish_reason": c.finish}},
		"usage": object{
			"prompt_tokens": c.usage.Prompt, "completion_tokens": c.usage.Completion, "total_tokens": c.usage.Tokens(),
			"prompt_tokens_details": object{"cached_tokens": 0},
		},
	}
}
