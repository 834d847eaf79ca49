package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// chatResponse is what is read of a response to a chat request. Members that are not
// needed may have any value, because compatible servers differ in them.
type chatResponse struct {
	Model   string `json:"model"`
	Choices []struct {
		Finish  string       `json:"finish_reason"`
		Message *chatMessage `json:"message"`
	} `json:"choices"`
}

// chatMessage is the message of an answer.
type chatMessage struct {
	Content messageText `json:"content"`
	Refusal string      `json:"refusal"`
	Calls   []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string        `json:"name"`
			Arguments callArguments `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// messageText is the content of a message: a text, or a list of parts of which those of
// type text are joined.
type messageText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *messageText) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(t))
	}
	var parts []struct {
		Type string          `json:"type"`
		Text json.RawMessage `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		var text string
		if p.Type != "text" {
			continue
		}
		if err := json.Unmarshal(p.Text, &text); err != nil {
			return fmt.Errorf("a part of the content: %w", err)
		}
		*t += messageText(text)
	}
	return nil
}

// callArguments are the arguments of a call as JSON: the format has them in a string, but
// some servers send the object itself.
type callArguments string

// UnmarshalJSON implements json.Unmarshaler.
func (a *callArguments) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, (*string)(a))
	}
	*a = callArguments(compact(data))
	return nil
}

// readReply reads the body of a response to a chat request, with the key redacted. An
// error that the server reports in place of an answer is an *openai.APIError.
func readReply(body []byte, k APIKey) (Reply, error) {
	var w chatResponse
	err := decodeResponse(body, &w)
	if len(w.Choices) == 0 {
		if api := reportedError(body); api != nil {
			return Reply{}, api
		}
	}
	switch {
	case err != nil:
		return Reply{}, err
	case len(w.Choices) == 0:
		return Reply{}, fmt.Errorf("no choices: %s", body[:min(len(body), 2*maxDetail)])
	case w.Choices[0].Message == nil:
		return Reply{}, errors.New("a choice without a message")
	}
	choice := w.Choices[0]
	r := Reply{
		Text:    k.Redact(string(choice.Message.Content)),
		Refusal: k.Redact(choice.Message.Refusal),
		Finish:  k.Redact(choice.Finish),
		Model:   k.Redact(w.Model),
		Usage:   usageIn(body),
	}
	for _, c := range choice.Message.Calls {
		r.Calls = append(r.Calls, ToolCall{ID: k.Redact(c.ID), Name: k.Redact(c.Function.Name), Arguments: k.Redact(string(c.Function.Arguments))})
	}
	return r, nil
}

// decodeResponse decodes a body, which must be UTF-8: package json would put U+FFFD in
// place of other bytes.
func decodeResponse(body []byte, v any) error {
	if !utf8.Valid(body) {
		return errors.New("the body is not UTF-8")
	}
	return json.NewDecoder(bytes.NewReader(body)).Decode(v)
}

// maxTokens is the largest number of tokens that a request may ask for and that is read
// from a response, so that sums cannot overflow.
const maxTokens = math.MaxInt32

// tokenCount is a number of tokens in a response, limited to [0, maxTokens]. Anything
// other than a number is 0.
type tokenCount int

// UnmarshalJSON implements json.Unmarshaler.
func (n *tokenCount) UnmarshalJSON(data []byte) error {
	var f float64
	if json.Unmarshal(data, &f) == nil {
		*n = tokenCount(min(max(f, 0), maxTokens))
	}
	return nil
}

// usageIn returns the usage that a body reports, whether or not it has an answer. The
// cached tokens are at most those of the prompt. It returns zero if the body is not JSON
// or reports no usage.
func usageIn(body []byte) TokenUsage {
	var w struct {
		Usage struct {
			Prompt     tokenCount `json:"prompt_tokens"`
			Completion tokenCount `json:"completion_tokens"`
			Total      tokenCount `json:"total_tokens"`
			Details    struct {
				Cached tokenCount `json:"cached_tokens"`
			} `json:"prompt_tokens_details"`
		} `json:"usage"`
	}
	// After a member of another type the others are read all the same.
	_ = json.NewDecoder(bytes.NewReader(body)).Decode(&w)
	u := TokenUsage{Prompt: int(w.Usage.Prompt), Completion: int(w.Usage.Completion), Cached: int(min(w.Usage.Details.Cached, w.Usage.Prompt))}
	if u.Tokens() == 0 {
		u.Prompt = int(w.Usage.Total) // all that the server says
	}
	return u
}
