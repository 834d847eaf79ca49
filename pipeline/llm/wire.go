package llm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// Limits on the size of a response, so that a server cannot fill the memory. Hundreds of
// answers can arrive at once, the results of batches only one at a time. The largest
// answers are embeddings, some 20 MB of digits.
const (
	maxResponse = 64 << 20 // bytes
	maxFile     = 512 << 20
)

// toOpenAI returns the request as go-openai sends it, and the names of the numbers that
// are set to zero, which go-openai would leave out.
func (r *Request) toOpenAI() (w openai.ChatCompletionRequest, zeroes []string) {
	w.Model = r.Model
	for _, m := range r.Messages {
		msg := openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text, ToolCallID: m.CallID}
		for _, c := range m.Calls {
			msg.ToolCalls = append(msg.ToolCalls, openai.ToolCall{
				ID: c.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: c.Name, Arguments: c.Arguments},
			})
		}
		w.Messages = append(w.Messages, msg)
	}
	for _, t := range r.Tools {
		w.Tools = append(w.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: t.Parameters,
		}})
	}
	switch r.Choice {
	case "":
	case ChoiceAuto, ChoiceNone, ChoiceRequired:
		w.ToolChoice = r.Choice
	default:
		w.ToolChoice = openai.ToolChoice{Type: openai.ToolTypeFunction, Function: openai.ToolFunction{Name: r.Choice}}
	}
	if r.JSON {
		w.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	w.Seed, w.Stop = r.Seed, r.Stop
	if r.Temperature != nil {
		if w.Temperature = float32(*r.Temperature); w.Temperature == 0 {
			zeroes = append(zeroes, "temperature")
		}
	}
	if r.TopP != nil {
		if w.TopP = float32(*r.TopP); w.TopP == 0 {
			zeroes = append(zeroes, "top_p")
		}
	}
	r.setMaxTokens(&w)
	return w, zeroes
}

// setMaxTokens sets the limit on the answer in the field that the model accepts: reasoning
// models take only max_completion_tokens, which many compatible servers do not know.
// go-openai knows which models are reasoning models.
func (r *Request) setMaxTokens(w *openai.ChatCompletionRequest) {
	old := *w
	//lint:ignore SA1019 all models but OpenAI's reasoning models take the old name
	old.MaxTokens = r.MaxTokens
	if err := openai.NewReasoningValidator().Validate(old); errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated) {
		w.MaxCompletionTokens = r.MaxTokens
		return
	}
	*w = old
}

// withZeroes adds members that are zero to a JSON object, which must have other members.
func withZeroes(object []byte, names []string) []byte {
	if len(names) == 0 {
		return object
	}
	b := append(make([]byte, 0, len(object)+32), '{')
	for _, name := range names {
		b = fmt.Appendf(b, "%q:0,", name)
	}
	return append(b, object[1:]...)
}

// transportError is a fault of the connection.
type transportError struct{ error }

func (e transportError) Unwrap() error { return e.error }

// doer sends go-openai's requests. It adds the zeros that go-openai leaves out, returns
// the headers and the body that go-openai hides, adds the key, and redacts the key from
// the response.
type doer struct {
	http *http.Client
	key  APIKey
}

// Do implements openai.HTTPDoer. It reads the whole response into memory.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		panic("llm: a request without an exchange")
	}
	if len(x.zeroes) > 0 {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		body = withZeroes(body, x.zeroes)
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		req.ContentLength = int64(len(body))
	}
	if err := d.key.Authorize(req.Header); err != nil {
		return nil, err
	}
	if x.billed || x.lasting {
		req = x.protect(req)
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, transportError{withoutURL(err)}
	}
	defer resp.Body.Close()
	x.status, x.header = resp.StatusCode, resp.Header
	if resp.StatusCode >= http.StatusMultipleChoices && resp.StatusCode < http.StatusBadRequest {
		return nil, errors.New("redirected") // go-openai would take the body for the answer
	}
	longest := cmp.Or(x.longest, maxResponse)
	body, err := io.ReadAll(io.LimitReader(resp.Body, longest+1))
	if err != nil {
		return nil, transportError{err}
	}
	if int64(len(body)) > longest {
		return nil, fmt.Errorf("more than %d bytes", longest)
	}
	text := d.key.Redact(string(body))
	if x.billed {
		x.body = []byte(text)
		if resp.StatusCode < http.StatusMultipleChoices {
			text = "{}"
		}
	}
	resp.Body = io.NopCloser(strings.NewReader(text))
	return resp, nil
}

// withoutURL removes the address from an error, because the endpoint is named already.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
