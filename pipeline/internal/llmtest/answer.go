package llmtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Script answers chat requests. It must be safe for concurrent use. If the answer is not
// allowed by the request (it has a call without tools, or content in another format), the
// client gets a 400 with the code script_error, because the test is wrong and a retry
// would not help.
type Script func(*Request) ModelAnswer

// ModelAnswer is the answer of a [Script].
type ModelAnswer struct {
	// Content is the text; "" for none.
	Content string
	// Calls are the tool calls, in order.
	Calls []AnswerCall
	// Refusal, if not empty, replaces Content and Calls.
	Refusal string
	// Fault, if not [FaultNone], happens to this answer regardless of
	// [ServerOptions.Faults].
	Fault FaultKind
	// Unchecked allows an answer that does not keep to the request's format, tools and
	// tool choice, as some servers send.
	Unchecked bool
	// Err, if not nil, is reported to the client as a script_error.
	Err error
}

// AnswerCall is a tool call in an answer.
type AnswerCall struct {
	// Tool is the function's name. It need not be one of the request's tools, because
	// models invent names.
	Tool string `json:"tool"`
	// Arguments are the arguments as the model writes them, normally JSON. They are sent
	// unchanged.
	Arguments string `json:"arguments"`
}

// completion is an answer that is ready to be sent.
type completion struct {
	id      string
	request *Request
	content *string
	refusal *string
	calls   []AnswerCall
	finish  string
	usage   TokenCharge
}

// complete cuts an answer at the request's stop texts and token limit, applies a fault to
// it, and computes the usage from the answer and the tokens of the prompt. It returns the
// fault that was applied.
func complete(id string, r *Request, prompt int, a ModelAnswer, f FaultKind) (*completion, FaultKind) {
	c := &completion{id: id, request: r, calls: a.Calls, finish: "stop"}
	content := beforeStop(a.Content, r.Stop)
	if a.Refusal != "" {
		c.refusal, c.calls, content = &a.Refusal, nil, ""
	}
	if f == FaultRefusal {
		refusal := "I can't help with that."
		c.refusal, c.calls, content = &refusal, nil, ""
	}
	// If tool_choice names a function, the finish reason is stop (OpenAI's function calling
	// guide).
	if len(c.calls) > 0 && r.ToolChoice.Mode != "function" {
		c.finish = "tool_calls"
	}
	if f == FaultArguments {
		if len(c.calls) == 0 {
			f = FaultNone
		} else {
			c.calls = append([]AnswerCall{{c.calls[0].Tool, broken(c.calls[0].Arguments)}}, c.calls[1:]...)
		}
	}
	limit := r.Limit()
	if f == FaultTruncated {
		if half := c.size(content) / 2; limit == 0 || half < limit {
			limit = max(1, half)
		}
	}
	content = c.truncate(content, limit)
	if content != "" || c.calls == nil && c.refusal == nil {
		c.content = &content
	}
	written := c.size(content)
	c.usage = TokenCharge{prompt, written, prompt + written}
	return c, f
}

// beforeStop returns the part of text before the first stop text.
func beforeStop(text string, stops []string) string {
	end := len(text)
	for _, s := range stops {
		if i := strings.Index(text[:end], s); i >= 0 {
			end = i
		}
	}
	return text[:end]
}

// broken returns arguments whose JSON is cut off, as models do.
func broken(arguments string) string {
	return strings.TrimRight(strings.TrimSpace(arguments), "}") + ","
}

// size counts the tokens of the answer.
func (c *completion) size(content string) int {
	n := Tokens(content)
	if c.refusal != nil {
		n += Tokens(*c.refusal)
	}
	for _, call := range c.calls {
		n += Tokens(call.Tool) + Tokens(call.Arguments)
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
	left := limit - Tokens(content)
	if left < 0 {
		c.calls = nil
		return prefix(content, limit)
	}
	var kept []AnswerCall
	for _, call := range c.calls {
		if left -= Tokens(call.Tool); left < 0 {
			break
		}
		arguments := prefix(call.Arguments, left)
		kept = append(kept, AnswerCall{call.Tool, arguments})
		left -= Tokens(arguments)
		if arguments != call.Arguments {
			break
		}
	}
	c.calls = kept
	return content
}

// checkAnswer returns an error if the request does not allow the answer.
func (s *ModelServer) checkAnswer(r *Request, a ModelAnswer) error {
	switch {
	case a.Err != nil:
		return a.Err
	case a.Unchecked || a.Refusal != "":
		return nil
	case len(a.Calls) > 0 && (r.Tools == nil || r.ToolChoice.Mode == "none"):
		return fmt.Errorf("the answer calls %s: without tools, or with tool_choice none, it must have no call", a.Calls[0].Tool)
	case len(a.Calls) == 0 && (r.ToolChoice.Mode == "required" || r.ToolChoice.Mode == "function"):
		return fmt.Errorf("the answer calls no tool: with tool_choice %s it must have a call", r.ToolChoice.Mode)
	case r.ToolChoice.Mode == "function" && a.Calls[0].Tool != r.ToolChoice.Function:
		return fmt.Errorf("the answer calls %s: want %s, which tool_choice names", a.Calls[0].Tool, r.ToolChoice.Function)
	case len(a.Calls) > 1 && r.ParallelToolCalls != nil && !*r.ParallelToolCalls:
		return fmt.Errorf("the answer has %d calls: want one, because parallel_tool_calls is false", len(a.Calls))
	case r.Format == nil || r.Format.Type == "text" || len(a.Calls) > 0:
		return nil
	case r.Format.Type == "json_object" && !isObject(a.Content):
		return fmt.Errorf("the answer is not a JSON object: want one, because of response_format json_object")
	case r.Format.Type == "json_schema":
		return conforms(s.schemas.format(r), a.Content)
	}
	return nil
}

func conforms(c compiled, content string) error {
	if !jsontext.Value(content).IsValid() {
		return fmt.Errorf("the answer is not JSON: want JSON, because of response_format json_schema")
	}
	if c.schema == nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(content))
	if err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	if err := c.schema.Validate(doc); err != nil {
		return fmt.Errorf("the answer does not follow the schema: %w", err)
	}
	return nil
}

func scriptError(err error) *problem {
	return newProblem(http.StatusBadRequest, typeInvalid, "", "script_error", "the script: %v", err)
}

// The JSON of an answer.
type (
	wireCompletion struct {
		ID          string       `json:"id"`
		Object      string       `json:"object"`
		Created     int64        `json:"created"`
		Model       string       `json:"model"`
		Choices     []wireChoice `json:"choices"`
		Usage       wireUsage    `json:"usage"`
		ServiceTier string       `json:"service_tier"`
		Fingerprint string       `json:"system_fingerprint"`
	}
	wireChoice struct {
		Index    int         `json:"index"`
		Message  wireMessage `json:"message"`
		LogProbs *int        `json:"logprobs"`
		Finish   string      `json:"finish_reason"`
	}
	wireMessage struct {
		Role    string     `json:"role"`
		Content *string    `json:"content"`
		Refusal *string    `json:"refusal"`
		Calls   []wireCall `json:"tool_calls,omitempty"`
	}
	wireCall struct {
		ID       string       `json:"id"`
		Type     string       `json:"type"`
		Function wireFunction `json:"function"`
	}
	wireFunction struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	wireUsage struct {
		TokenCharge
		PromptDetails struct {
			Cached int `json:"cached_tokens"`
			Audio  int `json:"audio_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			Reasoning int `json:"reasoning_tokens"`
			Audio     int `json:"audio_tokens"`
			Accepted  int `json:"accepted_prediction_tokens"`
			Rejected  int `json:"rejected_prediction_tokens"`
		} `json:"completion_tokens_details"`
	}
)

const (
	fingerprint = "fp_llmtest"
	serviceTier = "default"
)

// wire returns the answer as it is sent.
func (c *completion) wire() wireCompletion {
	calls := make([]wireCall, len(c.calls))
	for i, call := range c.calls {
		calls[i] = wireCall{c.callID(i), "function", wireFunction{call.Tool, call.Arguments}}
	}
	return wireCompletion{
		ID: "chatcmpl-" + c.id, Object: "chat.completion", Created: created, Model: c.request.Model,
		Choices: []wireChoice{{
			Message: wireMessage{RoleAssistant, c.content, c.refusal, calls},
			Finish:  c.finish,
		}},
		Usage: wireUsage{TokenCharge: c.usage}, ServiceTier: serviceTier, Fingerprint: fingerprint,
	}
}

// callID returns the ID of the i-th call. Calls of different answers have different IDs.
func (c *completion) callID(i int) string { return fmt.Sprintf("call_%s_%d", c.id, i) }
