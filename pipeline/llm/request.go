package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Role is the kind of author of a message.
type Role string

// The closed set of roles of the chat format.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant" // the model
	ToolRole  Role = "tool"      // the result of a tool call
)

// Message is one turn of a conversation.
type Message struct {
	Role   Role       `json:"role"`
	Text   string     `json:"text,omitempty"`    // may be empty only if there are Calls
	Calls  []ToolCall `json:"calls,omitempty"`   // of an assistant's message, in the model's order
	CallID string     `json:"call_id,omitempty"` // of a tool's message: the call that it answers
}

// ToolCall is a call of a tool that the model requests.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON as the model wrote it, possibly invalid
}

// FunctionTool is a function that the model may call.
type FunctionTool struct {
	Name        string          `json:"name"` // not "auto", "none" or "required"
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema of the arguments; a JSON object
}

// Values of [Request.Choice] other than the name of a tool.
const (
	ChoiceAuto     = "auto"     // the model decides; the default where there are tools
	ChoiceNone     = "none"     // no call
	ChoiceRequired = "required" // at least one call
)

// Request is a chat request to a model. A field that is nil or the zero value is not
// sent, so the server uses its default.
type Request struct {
	Model       string         `json:"model"`
	Messages    []Message      `json:"messages"` // at least one
	Tools       []FunctionTool `json:"tools,omitempty"`
	Choice      string         `json:"choice,omitempty"`      // ChoiceAuto, ChoiceNone, ChoiceRequired or the name of a tool
	JSON        bool           `json:"json,omitempty"`        // the answer must be one JSON object; the messages must say so too
	Temperature *float64       `json:"temperature,omitempty"` // in [0, 2]; a pointer to 0 is sent; rounded to 32 bits
	TopP        *float64       `json:"top_p,omitempty"`       // in [0, 1]; a pointer to 0 is sent; rounded to 32 bits
	MaxTokens   int            `json:"max_tokens,omitempty"`  // limit on the answer
	Seed        *int           `json:"seed,omitempty"`
	Stop        []string       `json:"stop,omitempty"` // at most 4

	// Attempt distinguishes requests that are otherwise equal: to get another answer to
	// the same request, use another number. It is part of the digest and is not sent.
	Attempt int `json:"attempt,omitempty"`
}

// Digest identifies the request by everything that can change its answer, including
// Attempt. The endpoint is not part of it: a model is assumed to be the same at all
// endpoints. Every field is framed (see package digest) and every list is preceded by
// its length. Insignificant white space in tool parameters has no effect.
func (r *Request) Digest() digest.Digest {
	h := digest.New("llm chat 1").String("model", r.Model)
	h.Int("messages", len(r.Messages))
	for _, m := range r.Messages {
		h.String("role", string(m.Role)).String("text", m.Text).String("call", m.CallID)
		h.Int("calls", len(m.Calls))
		for _, c := range m.Calls {
			h.String("id", c.ID).String("name", c.Name).String("arguments", c.Arguments)
		}
	}
	h.Int("tools", len(r.Tools))
	for _, t := range r.Tools {
		h.String("name", t.Name).String("description", t.Description).Field("parameters", compact(t.Parameters))
	}
	h.String("choice", r.Choice)
	h.String("json", strconv.FormatBool(r.JSON))
	h.String("temperature", formatFloat32(r.Temperature)).String("top_p", formatFloat32(r.TopP))
	h.Int("max_tokens", r.MaxTokens)
	seed := ""
	if r.Seed != nil {
		seed = strconv.Itoa(*r.Seed)
	}
	h.String("seed", seed)
	h.Int("stop", len(r.Stop))
	for _, s := range r.Stop {
		h.String("", s)
	}
	return h.Int("attempt", r.Attempt).Sum()
}

// compact removes insignificant white space from JSON. It returns invalid JSON
// unchanged.
func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// formatFloat32 writes a number with the precision of 32 bits; "" for nil.
func formatFloat32(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(float64(float32(*f)), 'g', -1, 32)
}

// check returns ErrRejected, with the reason, for a request that no server accepts.
func (r *Request) check() error {
	switch {
	case r.Model == "":
		return fmt.Errorf("%w: the model must not be empty", ErrRejected)
	case len(r.Messages) == 0:
		return fmt.Errorf("%w: there must be at least one message", ErrRejected)
	case r.MaxTokens < 0 || r.MaxTokens > maxTokens:
		return fmt.Errorf("%w: max_tokens %d: want 0 (no limit) to %d", ErrRejected, r.MaxTokens, maxTokens)
	case r.Temperature != nil && !within(*r.Temperature, 2):
		return fmt.Errorf("%w: temperature %v: want 0 to 2", ErrRejected, *r.Temperature)
	case r.TopP != nil && !within(*r.TopP, 1):
		return fmt.Errorf("%w: top_p %v: want 0 to 1", ErrRejected, *r.TopP)
	case len(r.Stop) > 4:
		return fmt.Errorf("%w: %d stop texts: at most 4 are allowed", ErrRejected, len(r.Stop))
	}
	for i, m := range r.Messages {
		if err := m.check(); err != nil {
			return fmt.Errorf("%w: message %d: %w", ErrRejected, i+1, err)
		}
	}
	return r.checkTools()
}

func within(f, highest float64) bool { return !math.IsNaN(f) && f >= 0 && f <= highest }

func (m *Message) check() error {
	switch m.Role {
	case System, User, Assistant, ToolRole:
	default:
		return fmt.Errorf("role %q: want system, user, assistant or tool", m.Role)
	}
	switch {
	case m.Text == "" && len(m.Calls) == 0:
		return fmt.Errorf("the message must have a text or tool calls")
	case !utf8.ValidString(m.Text):
		return fmt.Errorf("the text must be UTF-8")
	case len(m.Calls) > 0 && m.Role != Assistant:
		return fmt.Errorf("role %s has tool calls: only an assistant message may have them", m.Role)
	case (m.CallID != "") != (m.Role == ToolRole):
		return fmt.Errorf("role %s with call ID %q: a tool message must have a call ID, other messages must not", m.Role, m.CallID)
	}
	return nil
}

func (r *Request) checkTools() error {
	names := make(map[string]bool, len(r.Tools))
	for _, t := range r.Tools {
		switch {
		case t.Name == "" || t.Name == ChoiceAuto || t.Name == ChoiceNone || t.Name == ChoiceRequired:
			return fmt.Errorf("%w: tool name %q: want a name other than auto, none and required", ErrRejected, t.Name)
		case names[t.Name]:
			return fmt.Errorf("%w: two tools have the name %q: names must be unique", ErrRejected, t.Name)
		case !isObject(t.Parameters):
			return fmt.Errorf("%w: tool %s: the parameters must be a JSON Schema object", ErrRejected, t.Name)
		}
		names[t.Name] = true
	}
	switch r.Choice {
	case "":
		return nil
	case ChoiceAuto, ChoiceNone, ChoiceRequired:
		if len(r.Tools) > 0 {
			return nil
		}
	default:
		if names[r.Choice] {
			return nil
		}
	}
	return fmt.Errorf("%w: tool choice %q: want auto, none, required or the name of a tool, and at least one tool", ErrRejected, r.Choice)
}

// isObject reports whether raw is one JSON object.
func isObject(raw []byte) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(raw, &m) == nil && m != nil
}
