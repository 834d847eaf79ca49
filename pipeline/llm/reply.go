package llm

import (
	"encoding/json"
	"fmt"
)

// Reply is a model's answer to a request.
type Reply struct {
	Text    string     `json:"text"`
	Calls   []ToolCall `json:"calls,omitempty"`   // in the model's order
	Refusal string     `json:"refusal,omitempty"` // the model's or the server's words for not answering
	Finish  string     `json:"finish"`            // stop, length, tool_calls, content_filter, context_length, or a server's own
	Model   string     `json:"model"`             // as the server reported it
	Usage   TokenUsage `json:"usage"`
	Cost    Cost       `json:"cost"` // what was paid for it; 0 where the model has no price

	// Recorded says that the answer came from the journal, or from a call that another
	// caller of the same request made meanwhile, and cost nothing now.
	Recorded bool `json:"-"`
}

// TokenUsage is how many tokens a call took.
type TokenUsage struct {
	Prompt     int `json:"prompt"`
	Cached     int `json:"cached,omitempty"` // of Prompt, those that the server had cached
	Completion int `json:"completion"`

	// Estimated says that the server reported none, and that these are estimates.
	Estimated bool `json:"estimated,omitempty"`
}

// Tokens returns all tokens, in and out.
func (u TokenUsage) Tokens() int { return u.Prompt + u.Completion }

// Add returns the sum of both, estimated if either is.
func (u TokenUsage) Add(v TokenUsage) TokenUsage {
	return TokenUsage{u.Prompt + v.Prompt, u.Cached + v.Cached, u.Completion + v.Completion, u.Estimated || v.Estimated}
}

// meter estimates the usage where the server reported none.
func (r *Reply) meter(q *Request) {
	if r.Usage.Tokens() > 0 {
		return
	}
	r.Usage = TokenUsage{Prompt: q.estimate().Prompt, Completion: Tokens(r.Text), Estimated: true}
	for _, c := range r.Calls {
		r.Usage.Completion += aroundMessage + Tokens(c.Name) + Tokens(c.Arguments)
	}
}

// Judge says what is wrong with r as an answer to q, as an [*AnswerError], or
// returns nil. [Client.Chat] returns its verdict, on recorded answers as on new
// ones.
func Judge(q *Request, r *Reply) error {
	switch {
	case r.Finish == finishTooLong:
		return &AnswerError{Kind: ErrTooLong, Detail: shorten(r.Refusal)}
	case r.Refusal != "":
		return &AnswerError{Kind: ErrRefused, Detail: shorten(r.Refusal)}
	case r.Finish == finishFiltered:
		return &AnswerError{Kind: ErrRefused, Detail: "content filter"}
	case r.Finish == finishLength:
		return &AnswerError{Kind: ErrTruncated, Detail: fmt.Sprintf("cut off after %d tokens", r.Usage.Completion)}
	case r.Text == "" && len(r.Calls) == 0:
		return &AnswerError{Kind: ErrMalformed, Detail: "neither text nor tool calls"}
	case q.JSON && len(r.Calls) == 0 && !isObject([]byte(r.Text)):
		return &AnswerError{Kind: ErrMalformed, Detail: "the text is no JSON object"}
	}
	for _, c := range r.Calls {
		if !json.Valid([]byte(c.Arguments)) {
			return &AnswerError{Kind: ErrMalformed, Detail: fmt.Sprintf("the arguments for %s are no JSON", c.Name)}
		}
	}
	return nil
}

// Finish reasons that decide something here.
const (
	finishLength   = "length"
	finishFiltered = "content_filter"
	finishTooLong  = "context_length" // no server's word: the request was refused for its length
)
