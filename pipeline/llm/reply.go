package llm

import (
	"encoding/json"
	"fmt"
)

// Reply is a model's answer to a request.
type Reply struct {
	Text    string     `json:"text"`
	Calls   []ToolCall `json:"calls,omitempty"`   // in the model's order
	Refusal string     `json:"refusal,omitempty"` // why the model or the server refused to answer; "" if it answered
	Finish  string     `json:"finish"`            // stop, length, tool_calls, content_filter, context_length, or a server's own word
	Model   string     `json:"model"`             // as the server reported it
	Usage   TokenUsage `json:"usage"`
	Cost    Cost       `json:"cost"` // 0 if the model has no price

	// Wasted is what was paid for earlier responses to the same request that could not be
	// used, by this process and, if there is a journal, by all others.
	Wasted Spending `json:"-"`

	// Recorded reports that this call cost nothing: the answer came from the journal, or
	// from a concurrent call with the same request.
	Recorded bool `json:"-"`
}

// Spent returns what the reply cost, with Wasted.
func (r *Reply) Spent() Spending {
	return Spending{Answers: 1, Usage: r.Usage, Cost: r.Cost}.Add(r.Wasted)
}

// TokenUsage is the number of tokens that a call used.
type TokenUsage struct {
	Prompt     int `json:"prompt"`
	Cached     int `json:"cached,omitempty"` // the part of Prompt that the server had cached
	Completion int `json:"completion"`

	// Estimated reports that the numbers are estimates, because the server reported none.
	Estimated bool `json:"estimated,omitempty"`
}

// Tokens returns the sum of prompt and completion tokens.
func (u TokenUsage) Tokens() int { return u.Prompt + u.Completion }

// Add returns the sum of u and v; it is estimated if u or v is.
func (u TokenUsage) Add(v TokenUsage) TokenUsage {
	return TokenUsage{u.Prompt + v.Prompt, u.Cached + v.Cached, u.Completion + v.Completion, u.Estimated || v.Estimated}
}

// estimateUsage fills in an estimate of the usage if the server reported none.
func (r *Reply) estimateUsage(q *Request) {
	if r.Usage.Tokens() > 0 {
		return
	}
	r.Usage = TokenUsage{Prompt: q.estimate().Prompt, Completion: Tokens(r.Text), Estimated: true}
	for _, c := range r.Calls {
		r.Usage.Completion += perMessage + Tokens(c.Name) + Tokens(c.Arguments)
	}
}

// Judge returns nil if r is a usable answer to q, and an [*AnswerError] with the reason
// otherwise. [Client.Chat] applies it to recorded and new answers alike.
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
		return &AnswerError{Kind: ErrMalformed, Detail: "the text must be a JSON object"}
	}
	for _, c := range r.Calls {
		if !json.Valid([]byte(c.Arguments)) {
			return &AnswerError{Kind: ErrMalformed, Detail: fmt.Sprintf("the arguments for %s are not JSON", c.Name)}
		}
	}
	return nil
}

// Finish reasons that Judge tests for.
const (
	finishLength   = "length"
	finishFiltered = "content_filter"
	finishTooLong  = "context_length" // set by this package when a server rejects a request as too long
)
