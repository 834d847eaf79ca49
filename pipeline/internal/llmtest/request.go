package llmtest

import (
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// maxStops is the limit on stop texts in the API reference.
const maxStops = 4

// name matches valid names of functions.
var name = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// chatBody is the body of POST /v1/chat/completions, with the fields that package llm sends.
// A field that is absent or null is the zero value.
type chatBody struct {
	Model    string        `json:"model"`
	Messages []wireMessage `json:"messages"`
	Tools    []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Parameters  jsontext.Value `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	ToolChoice jsontext.Value `json:"tool_choice"`
	Format     *struct {
		Type string `json:"type"`
	} `json:"response_format"`
	Temperature         *float64 `json:"temperature"`
	TopP                *float64 `json:"top_p"`
	MaxTokens           *int     `json:"max_tokens"`
	MaxCompletionTokens *int     `json:"max_completion_tokens"`
	Seed                *int     `json:"seed"`
	Stop                []string `json:"stop"`
	Stream              bool     `json:"stream"` // never true
}

// wireMessage is a message, of a request or of an answer.
type wireMessage struct {
	Role       llm.Role   `json:"role"`
	Content    *string    `json:"content"`
	Refusal    *string    `json:"refusal,omitempty"`
	ToolCalls  []wireCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// wireCall is a tool call.
type wireCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function wireFunction `json:"function"`
}

type wireFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// decode reads a body into v. Unknown and duplicate names are errors, and names are
// case-sensitive.
func decode(body []byte, v any) *problem {
	if err := jsonv2.Unmarshal(body, v, jsonv2.RejectUnknownMembers(true)); err != nil {
		return &problem{http.StatusBadRequest, err.Error(), typeInvalid, "invalid_json"}
	}
	return nil
}

// readRequest reads a request. It refuses requests that the API reference does not allow.
func readRequest(body []byte) (*llm.Request, *problem) {
	var w chatBody
	if p := decode(body, &w); p != nil {
		return nil, p
	}
	r := &llm.Request{
		Model: w.Model, Temperature: w.Temperature, TopP: w.TopP, Seed: w.Seed, Stop: w.Stop,
		JSON: w.Format != nil && w.Format.Type == "json_object",
	}
	for _, check := range []func(*chatBody, *llm.Request) *problem{readMessages, readTools, readChoice, readLimits} {
		if p := check(&w, r); p != nil {
			return nil, p
		}
	}
	return r, nil
}

// readMessages reads the messages. All calls of a message must be answered before the next
// message of another role.
func readMessages(w *chatBody, r *llm.Request) *problem {
	var open []string // IDs of the calls without an answer so far
	for i, m := range w.Messages {
		if at := slices.Index(open, m.ToolCallID); m.Role == llm.ToolRole && at >= 0 {
			open = slices.Delete(open, at, at+1)
		} else if m.Role == llm.ToolRole || len(open) > 0 {
			return invalid("messages[%d]: tool_call_id %q: want one of the calls %q of the assistant, each with one answer", i, m.ToolCallID, open)
		}
		to := llm.Message{Role: m.Role, CallID: m.ToolCallID}
		switch m.Role {
		case llm.System, llm.User, llm.Assistant, llm.ToolRole:
		default:
			return invalid("messages[%d]: role %q: want system, user, assistant or tool", i, m.Role)
		}
		switch {
		case m.Content != nil:
			to.Text = *m.Content
		case len(m.ToolCalls) == 0:
			return invalid("messages[%d]: no content: want a text or tool calls", i)
		}
		if m.ToolCalls != nil && m.Role != llm.Assistant || m.ToolCallID != "" && m.Role != llm.ToolRole || m.Refusal != nil {
			return invalid("messages[%d]: role %s with tool_calls, tool_call_id or refusal: want none of them", i, m.Role)
		}
		for _, c := range m.ToolCalls {
			if c.ID == "" || slices.Contains(open, c.ID) || c.Type != "function" || !name.MatchString(c.Function.Name) || !isObject(c.Function.Arguments) {
				return invalid("messages[%d]: tool call %+v: want a new ID, the type function, a name and a JSON object", i, c)
			}
			open = append(open, c.ID)
			to.Calls = append(to.Calls, llm.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
		r.Messages = append(r.Messages, to)
	}
	if len(open) > 0 || len(w.Messages) == 0 {
		return invalid("messages: %d with the calls %q unanswered: want at least one message, and every call answered", len(w.Messages), open)
	}
	return nil
}

// isObject reports whether s is a JSON object.
func isObject(s string) bool {
	v := jsontext.Value(s)
	return v.Kind() == '{' && v.IsValid()
}

func readTools(w *chatBody, r *llm.Request) *problem {
	for i, t := range w.Tools {
		f := t.Function
		var schema struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(f.Parameters, &schema); err != nil || schema.Type != "object" {
			return invalid("tools[%d]: parameters %s: want the JSON Schema of an object", i, f.Parameters)
		}
		again := slices.ContainsFunc(r.Tools, func(t llm.FunctionTool) bool { return t.Name == f.Name })
		if t.Type != "function" || !name.MatchString(f.Name) || again {
			return invalid("tools[%d]: type %q, name %q: want the type function and a new name", i, t.Type, f.Name)
		}
		r.Tools = append(r.Tools, llm.FunctionTool{Name: f.Name, Description: f.Description, Parameters: json.RawMessage(f.Parameters)})
	}
	return nil
}

// readChoice reads a mode, or an object that names a function.
func readChoice(w *chatBody, r *llm.Request) *problem {
	if len(w.ToolChoice) == 0 {
		return nil
	}
	var object struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	named := func(t llm.FunctionTool) bool { return t.Name == object.Function.Name }
	switch {
	case w.Tools == nil:
		return invalid("tool_choice without tools: want tools")
	case json.Unmarshal(w.ToolChoice, &r.Choice) == nil && slices.Contains([]string{llm.ChoiceAuto, llm.ChoiceNone, llm.ChoiceRequired}, r.Choice):
		return nil
	case decode(w.ToolChoice, &object) == nil && object.Type == "function" && slices.ContainsFunc(r.Tools, named):
		r.Choice = object.Function.Name
		return nil
	}
	return invalid("tool_choice %s: want auto, none, required or one of the functions", w.ToolChoice)
}

// readLimits reads the limit on the answer, and checks the numbers, the stop texts and the
// format.
func readLimits(w *chatBody, r *llm.Request) *problem {
	within := func(f *float64, most float64) bool { return f == nil || *f >= 0 && *f <= most }
	most := cmp.Or(w.MaxTokens, w.MaxCompletionTokens)
	if most != nil {
		r.MaxTokens = *most
	}
	mentioned := slices.ContainsFunc(r.Messages, func(m llm.Message) bool { return strings.Contains(strings.ToLower(m.Text), "json") })
	switch {
	case w.Stream:
		return invalid("stream: this server does not stream")
	case !within(w.Temperature, 2), !within(w.TopP, 1):
		return invalid("temperature or top_p is out of range: want 0 to 2, and 0 to 1")
	case most != nil && *most < 1, w.MaxTokens != nil && w.MaxCompletionTokens != nil:
		return invalid("max_tokens: want one limit of at least 1")
	case len(w.Stop) > maxStops, slices.Contains(w.Stop, ""):
		return invalid("stop %q: want at most %d texts, none empty", w.Stop, maxStops)
	case w.Format != nil && !r.JSON && w.Format.Type != "text":
		return invalid("response_format %q: want text or json_object", w.Format.Type)
	case r.JSON && !mentioned: // a model may otherwise write white space until it reaches its limit
		return invalid("no message mentions JSON: with response_format json_object a message must contain the word")
	}
	return nil
}

// Last returns the text of the last user message, or "" if there is none.
func Last(r *llm.Request) string {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == llm.User {
			return m.Text
		}
	}
	return ""
}

// System returns the texts of the system messages, joined by line breaks.
func System(r *llm.Request) string {
	var texts []string
	for _, m := range r.Messages {
		if m.Role == llm.System {
			texts = append(texts, m.Text)
		}
	}
	return strings.Join(texts, "\n")
}
