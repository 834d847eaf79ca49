package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// protocolVersion is the protocol's.
const protocolVersion = 1

// message is a message to an agent. The package comment explains the fields.
type message struct {
	Version  int               `json:"version"`
	Question string            `json:"question"`
	Language string            `json:"language"`
	Epoch    int               `json:"epoch"`
	Tools    []json.RawMessage `json:"tools"`
	Turns    []turn            `json:"turns"`
	Memory   json.RawMessage   `json:"memory,omitempty"`
	Last     bool              `json:"last"`
	Error    string            `json:"error,omitempty"`
}

// turn is a call and its result in a message.
type turn struct {
	Tool        string          `json:"tool"`
	Arguments   json.RawMessage `json:"arguments"`
	Observation string          `json:"observation"`
	Fault       tool.CallFault  `json:"fault,omitempty"`
}

// toolSchemas returns the schemas of a domain's tools; an empty list without a domain.
func toolSchemas(env agent.TrialEnv) []json.RawMessage {
	if env.Domain == nil {
		return []json.RawMessage{}
	}
	return tool.Schemas(env.Domain, env.Language)
}

// nextMessage returns the next message to the agent, as one line.
func (t *trial) nextMessage(last bool, wrong string) ([]byte, error) {
	m := message{
		Version: protocolVersion, Question: t.question, Language: t.env.Language, Epoch: t.env.Epoch,
		Tools: t.schemas, Turns: make([]turn, len(t.transcript.Calls)), Memory: t.memory, Last: last, Error: wrong,
	}
	for i := range t.transcript.Calls {
		s := &t.transcript.Calls[i]
		m.Turns[i] = turn{s.Tool, s.Arguments, s.Observation, s.Fault}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(&m); err != nil {
		return nil, fmt.Errorf("message to an agent: %w", err)
	}
	return b.Bytes(), nil
}

// reply is a reply of an agent. Exactly one of Calls and Answer is set.
type reply struct {
	Calls    []call          `json:"calls"`
	Answer   *string         `json:"answer"`
	Summary  *string         `json:"summary"` // nil without an answer
	Thoughts string          `json:"thoughts"`
	Tokens   *tokens         `json:"tokens"`
	Memory   json.RawMessage `json:"memory"`
}

// call is a call that an agent requests.
type call struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"` // any JSON
}

// tokens counts the tokens of one reply.
type tokens struct {
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
}

// maxTokens bounds the tokens of one reply, so that sums don't overflow.
const maxTokens = 1e9

// parseReply parses a reply. The error says what is wrong with it in one line.
func parseReply(b []byte) (*reply, error) {
	if !utf8.Valid(b) {
		return nil, errors.New("not UTF-8: want one JSON object in UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	r := &reply{}
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("%s: want one JSON object with calls or answer", excerpt(err.Error()))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("text after the reply: want one JSON object")
	}
	return r, r.fault()
}

// fault returns what is wrong with a decoded reply, or nil.
func (r *reply) fault() error {
	switch {
	case r.Answer == nil && len(r.Calls) == 0:
		return errors.New("neither calls nor answer: want exactly one of them")
	case r.Answer != nil && len(r.Calls) > 0:
		return errors.New("both calls and answer: want exactly one of them")
	case len(r.Calls) > MaxCalls:
		return fmt.Errorf("%d calls: want at most %d", len(r.Calls), MaxCalls)
	case r.Answer == nil && r.Summary != nil:
		return errors.New("summary in a reply with calls: want the summary with the answer")
	case r.Tokens != nil && (min(r.Tokens.Input, r.Tokens.Output) < 0 || max(r.Tokens.Input, r.Tokens.Output) > maxTokens):
		return fmt.Errorf("tokens of %d and %d: want 0 to %d", r.Tokens.Input, r.Tokens.Output, int64(maxTokens))
	}
	for i := range r.Calls {
		c := &r.Calls[i]
		if c.Tool == "" {
			return fmt.Errorf("call %d names no tool: want a tool name", i+1)
		}
		if c.Arguments == nil {
			return fmt.Errorf("call %d has no arguments: want an object", i+1)
		}
	}
	return nil
}

// scoreTokens returns tokens as a transcript has them.
func (t *tokens) scoreTokens() *score.Tokens {
	return &score.Tokens{Input: t.Input, Output: t.Output, Total: t.Input + t.Output}
}

func addTokens(sum, more *score.Tokens) {
	sum.Input += more.Input
	sum.Output += more.Output
	sum.Total += more.Total
}

// callFault returns the fault of the first invalid call: an unknown tool, or arguments that are
// not an object.
func callFault(calls []call, d *domain.Domain) (agent.ReplyFault, string) {
	for i := range calls {
		c := &calls[i]
		switch {
		case d == nil || d.Tool(c.Tool) == nil:
			return agent.BadTool, fmt.Sprintf("no tool %q", excerpt(c.Tool))
		case c.Arguments[0] != '{':
			return agent.BadArguments, fmt.Sprintf("arguments of %s: want an object", c.Tool)
		}
	}
	return "", ""
}

// excerpt returns the beginning of a text in one line of UTF-8.
func excerpt(s string) string {
	const most = 400 // bytes
	if len(s) > 2*most {
		s = s[:2*most] // the rest is not looked at
	}
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	if len(s) <= most {
		return s
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
