package llmtest

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// pieceTokens is how many tokens a chunk of a streamed answer has.
const pieceTokens = 8

// The wire form of a chunk. Usage is left out unless the client asked for it; then it
// is null in every chunk but the last.
type (
	wireChunk struct {
		ID          string         `json:"id"`
		Object      string         `json:"object"`
		Created     int64          `json:"created"`
		Model       string         `json:"model"`
		ServiceTier string         `json:"service_tier"`
		Fingerprint string         `json:"system_fingerprint"`
		Choices     []wireDelta    `json:"choices"`
		Usage       jsontext.Value `json:"usage,omitzero"`
	}
	wireDelta struct {
		Index    int     `json:"index"`
		Delta    delta   `json:"delta"`
		LogProbs *int    `json:"logprobs"`
		Finish   *string `json:"finish_reason"`
	}
	delta struct {
		Role    string      `json:"role,omitempty"`
		Content *string     `json:"content,omitzero"`
		Refusal *string     `json:"refusal,omitzero"`
		Calls   []deltaCall `json:"tool_calls,omitempty"`
	}
	deltaCall struct {
		Index    int           `json:"index"`
		ID       string        `json:"id,omitempty"`
		Type     string        `json:"type,omitempty"`
		Function deltaFunction `json:"function"`
	}
	deltaFunction struct {
		Name      string `json:"name,omitempty"`
		Arguments string `json:"arguments"`
	}
)

// stream sends an answer as server-sent events. A fault of the body comes after half
// of them.
func (x *exchange) stream(events []wireChunk, d drawn) {
	x.record.Status = http.StatusOK
	x.w.Header().Set("Content-Type", "text/event-stream")
	x.w.Header().Set("Cache-Control", "no-cache")
	x.w.WriteHeader(http.StatusOK)
	for i, event := range events {
		text := encode(event)
		if i == len(events)/2 {
			switch d.fault {
			case FaultCut:
				x.w.Write(append([]byte("data: "), text[:len(text)/2]...))
				x.flush()
				panic(http.ErrAbortHandler)
			case FaultMalformed:
				text = append(text[:len(text)/2:len(text)/2], '\n')
			}
		}
		if _, err := x.w.Write([]byte("data: " + string(text) + "\n")); err != nil {
			return // the client went away
		}
		x.flush()
	}
	if d.fault != FaultMalformed {
		x.pay()
	}
	x.w.Write([]byte("data: [DONE]\n\n"))
}

// chunks cuts an answer into the events of a stream: the role, the text or the calls
// piece by piece, the reason why it ends, and the usage if the client wants it.
func (c *completion) chunks() []wireChunk {
	options := c.request.StreamOptions
	counted := options != nil && isTrue(options.IncludeUsage)
	var chunks []wireChunk
	add := func(finish *string, d delta) {
		chunk := wireChunk{
			ID: "chatcmpl-" + c.id, Object: "chat.completion.chunk", Created: created, Model: c.request.Model,
			ServiceTier: serviceTier, Fingerprint: fingerprint,
			Choices: []wireDelta{{Delta: d, Finish: finish}},
		}
		if counted {
			chunk.Usage = jsontext.Value("null")
		}
		chunks = append(chunks, chunk)
	}
	empty := ""
	first := delta{Role: RoleAssistant}
	if c.content != nil {
		first.Content = &empty
	}
	add(nil, first)
	if c.content != nil {
		for _, p := range pieces(*c.content) {
			add(nil, delta{Content: &p})
		}
	}
	if c.refusal != nil {
		for _, p := range pieces(*c.refusal) {
			add(nil, delta{Refusal: &p})
		}
	}
	for i, call := range c.calls {
		add(nil, delta{Calls: []deltaCall{{Index: i, ID: c.callID(i), Type: "function", Function: deltaFunction{Name: call.Tool}}}})
		for _, p := range pieces(call.Arguments) {
			add(nil, delta{Calls: []deltaCall{{Index: i, Function: deltaFunction{Arguments: p}}}})
		}
	}
	add(&c.finish, delta{})
	if counted {
		last := chunks[len(chunks)-1]
		last.Choices = []wireDelta{}
		last.Usage = encode(wireUsage{Usage: c.usage})
		chunks = append(chunks, last)
	}
	return chunks
}

// pieces cuts a text into pieces of a few tokens, none of which splits a character.
func pieces(text string) []string {
	var all []string
	for text != "" {
		p := prefix(text, pieceTokens)
		all = append(all, p)
		text = strings.TrimPrefix(text, p)
	}
	return all
}
