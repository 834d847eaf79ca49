package llmtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Script answers chat requests. It is called by many goroutines at once. An answer
// that the request rules out (a call without tools, content that isn't the format's)
// is reported to the client as a 400 with the code script_error, because it is a
// mistake of the test and no retry would help.
type Script func(*Request) ModelAnswer

// ModelAnswer is what a model says.
type ModelAnswer struct {
	// Content is the text, "" for none.
	Content string
	// Calls are the tools that it calls, in order.
	Calls []AnswerCall
	// Refusal, if not empty, takes the place of both.
	Refusal string
	// Fault, if not [FaultNone], is met by this answer whatever the rates say.
	Fault FaultKind
	// Unchecked lets the answer break the request's format, tools and tool choice, as
	// models of other servers do.
	Unchecked bool
	// Err, if not nil, is reported as a script_error.
	Err error
}

// AnswerCall is a call of a tool.
type AnswerCall struct {
	// Tool is the function's name. It need not be one of the request's tools: models
	// invent some.
	Tool string `json:"tool"`
	// Arguments are the JSON text as the model writes it, sent as it is.
	Arguments string `json:"arguments"`
}

// completion is an answer made ready to send.
type completion struct {
	id      string
	request *Request
	content *string
	refusal *string
	calls   []AnswerCall
	finish  string
	usage   TokenCharge
}

// complete bounds an answer by the request's stop texts and limit, applies a fault to
// it, and counts its tokens, to which the request's prompt is added. It returns the
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
	// A demanded function ends an answer with stop (OpenAI's function calling guide).
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

// beforeStop returns text up to the first of the stop texts.
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

// truncate ends the answer after limit tokens, 0 for no limit: content first, then
// calls, the last of which keeps the beginning of its arguments.
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

// breach says where an answer breaks what its request demands, or nil.
func (s *ModelServer) breach(r *Request, a ModelAnswer) error {
	switch {
	case a.Err != nil:
		return a.Err
	case a.Unchecked || a.Refusal != "":
		return nil
	case len(a.Calls) > 0 && (r.Tools == nil || r.ToolChoice.Mode == "none"):
		return fmt.Errorf("the answer calls %s: want no call where there are no tools or tool_choice is none", a.Calls[0].Tool)
	case len(a.Calls) == 0 && (r.ToolChoice.Mode == "required" || r.ToolChoice.Mode == "function"):
		return fmt.Errorf("the answer calls no tool: want a call with tool_choice %s", r.ToolChoice.Mode)
	case r.ToolChoice.Mode == "function" && a.Calls[0].Tool != r.ToolChoice.Function:
		return fmt.Errorf("the answer calls %s: want %s, which tool_choice demands", a.Calls[0].Tool, r.ToolChoice.Function)
	case len(a.Calls) > 1 && r.ParallelToolCalls != nil && !*r.ParallelToolCalls:
		return fmt.Errorf("the answer has %d calls: want one where parallel_tool_calls is false", len(a.Calls))
	case r.Format == nil || r.Format.Type == "text" || len(a.Calls) > 0:
		return nil
	case r.Format.Type == "json_object" && !isObject(a.Content):
		return fmt.Errorf("the answer is no JSON object: want one with response_format json_object")
	case r.Format.Type == "json_schema":
		return conforms(s.schemas.format(r), a.Content)
	}
	return nil
}

func conforms(c compiled, content string) error {
	if !jsontext.Value(content).IsValid() {
		return fmt.Errorf("the answer is no JSON: want it with response_format json_schema")
	}
	if c.schema == nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(content))
	if err != nil {
		return fmt.Errorf("the answer: %w", err)
	}
	if err := c.schema.Validate(doc); err != nil {
		return fmt.Errorf("the answer doesn't follow the schema: %w", err)
	}
	return nil
}

func scriptError(err error) *problem {
	return newProblem(http.StatusBadRequest, typeInvalid, "", "script_error", "the script: %v", err)
}

// The wire form of an answer.
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

// wire returns the answer's wire form.
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

// callID names the i-th call of the answer. Calls of different answers have different
// names.
func (c *completion) callID(i int) string { return fmt.Sprintf("call_%s_%d", c.id, i) }
