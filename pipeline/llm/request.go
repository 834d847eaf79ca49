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

// Role is who speaks in a message.
type Role string

// The roles of the chat format.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant" // the model
	ToolRole  Role = "tool"      // what a called tool returned
)

// Message is one turn of a conversation.
type Message struct {
	Role   Role       `json:"role"`
	Text   string     `json:"text,omitempty"`    // empty only where the assistant just calls tools
	Calls  []ToolCall `json:"calls,omitempty"`   // the assistant's, in its order
	CallID string     `json:"call_id,omitempty"` // of the call that a tool's message answers
}

// ToolCall is a call the model asks for.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON as the model wrote it
}

// FunctionTool is a function the model may call.
type FunctionTool struct {
	Name        string          `json:"name"` // not "auto", "none" or "required"
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema of its arguments, an object
}

// Choices of tool that are not a tool's name.
const (
	ChoiceAuto     = "auto"     // the model decides; the default where there are tools
	ChoiceNone     = "none"     // no call
	ChoiceRequired = "required" // at least one call
)

// Request is what is asked of a model. A nil or zero field is not sent, and the
// server's default holds.
type Request struct {
	Model       string         `json:"model"`
	Messages    []Message      `json:"messages"` // at least one
	Tools       []FunctionTool `json:"tools,omitempty"`
	Choice      string         `json:"choice,omitempty"`      // ChoiceAuto, ChoiceNone, ChoiceRequired or the name of a tool
	JSON        bool           `json:"json,omitempty"`        // the answer must be one JSON object; the messages must say so too
	Temperature *float64       `json:"temperature,omitempty"` // in [0, 2]; sent as a 32-bit number, zero as well
	TopP        *float64       `json:"top_p,omitempty"`       // in [0, 1]; likewise
	MaxTokens   int            `json:"max_tokens,omitempty"`  // longest answer
	Seed        *int           `json:"seed,omitempty"`
	Stop        []string       `json:"stop,omitempty"` // at most 4

	// Attempt tells apart requests that are the same otherwise: asking again with
	// another number is another request, with an answer of its own. It is not sent.
	Attempt int `json:"attempt,omitempty"`
}

// Digest names the request by everything that can change its answer, the attempt
// included and the endpoint not: the same model is taken to be the same everywhere.
// Every field is framed (see package digest) and every list preceded by its length.
// Tool parameters count without insignificant white space.
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
	h.String("temperature", number(r.Temperature)).String("top_p", number(r.TopP))
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

// compact drops insignificant white space; what is no JSON stays as it is.
func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// number writes a 32-bit number as JSON does, nil as nothing.
func number(f *float64) string {
	if f == nil {
		return ""
	}
	return strconv.FormatFloat(float64(float32(*f)), 'g', -1, 32)
}

// check refuses what no server should be asked.
func (r *Request) check() error {
	switch {
	case r.Model == "":
		return fmt.Errorf("%w: no model: want one", ErrRejected)
	case len(r.Messages) == 0:
		return fmt.Errorf("%w: no messages: want at least one", ErrRejected)
	case r.MaxTokens < 0 || r.MaxTokens > mostTokens:
		return fmt.Errorf("%w: max_tokens %d: want none or 1 to %d", ErrRejected, r.MaxTokens, mostTokens)
	case r.Temperature != nil && !within(*r.Temperature, 2):
		return fmt.Errorf("%w: temperature %v: want 0 to 2", ErrRejected, *r.Temperature)
	case r.TopP != nil && !within(*r.TopP, 1):
		return fmt.Errorf("%w: top_p %v: want 0 to 1", ErrRejected, *r.TopP)
	case len(r.Stop) > 4:
		return fmt.Errorf("%w: %d stop texts: want at most 4", ErrRejected, len(r.Stop))
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
		return fmt.Errorf("no text: want some")
	case !utf8.ValidString(m.Text):
		return fmt.Errorf("text is not UTF-8: want UTF-8")
	case len(m.Calls) > 0 && m.Role != Assistant:
		return fmt.Errorf("role %s calls tools: want assistant", m.Role)
	case (m.CallID != "") != (m.Role == ToolRole):
		return fmt.Errorf("role %s with call ID %q: want one in a tool's message, and only there", m.Role, m.CallID)
	}
	return nil
}

func (r *Request) checkTools() error {
	names := make(map[string]bool, len(r.Tools))
	for _, t := range r.Tools {
		switch {
		case t.Name == "" || t.Name == ChoiceAuto || t.Name == ChoiceNone || t.Name == ChoiceRequired:
			return fmt.Errorf("%w: a tool is called %q: want a name of its own", ErrRejected, t.Name)
		case names[t.Name]:
			return fmt.Errorf("%w: two tools are called %q: want each name once", ErrRejected, t.Name)
		case !isObject(t.Parameters):
			return fmt.Errorf("%w: tool %s: parameters are no JSON object: want a JSON Schema", ErrRejected, t.Name)
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
	return fmt.Errorf("%w: tool choice %q: want auto, none or required where there are tools, or the name of one", ErrRejected, r.Choice)
}

// isObject reports whether raw is one JSON object.
func isObject(raw []byte) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(raw, &m) == nil && m != nil
}
