package llm

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// Bounds of a response, so that a server can't fill the memory: of an answer, of
// which hundreds come in at once, and of a batch's results, which come alone. The
// longest answers are embeddings, some 20 MB of digits.
const (
	longestAnswer = 64 << 20 // bytes
	longestFile   = 512 << 20
)

// wire returns the request in go-openai's terms, and the numbers of it that are
// zero and that go-openai would leave out.
func (r *Request) wire() (w openai.ChatCompletionRequest, zeroes []string) {
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
	r.bound(&w)
	return w, zeroes
}

// bound sets the longest answer by the name that the model's servers know: that of
// reasoning models is unknown to many compatible servers, and the old one to
// reasoning models. go-openai knows which these are.
func (r *Request) bound(w *openai.ChatCompletionRequest) {
	old := *w
	//lint:ignore SA1019 the old name is the one that all other servers take
	old.MaxTokens = r.MaxTokens
	if err := openai.NewReasoningValidator().Validate(old); errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated) {
		w.MaxCompletionTokens = r.MaxTokens
		return
	}
	*w = old
}

// withZeroes adds numbers that are zero to a JSON object that has other members.
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

// replyOf returns what a response says.
func replyOf(w *openai.ChatCompletionResponse, k APIKey) (Reply, error) {
	if len(w.Choices) == 0 {
		return Reply{}, errors.New("no choices")
	}
	choice := w.Choices[0]
	r := Reply{
		Text:    k.Redact(choice.Message.Content),
		Refusal: k.Redact(choice.Message.Refusal),
		Finish:  k.Redact(string(choice.FinishReason)),
		Model:   k.Redact(w.Model),
		Usage:   usageOf(w.Usage),
	}
	for _, c := range choice.Message.ToolCalls {
		r.Calls = append(r.Calls, ToolCall{ID: k.Redact(c.ID), Name: k.Redact(c.Function.Name), Arguments: k.Redact(c.Function.Arguments)})
	}
	return r, nil
}

// mostTokens is the most of a prompt or an answer that is believed or asked for, so
// that sums don't overflow.
const mostTokens = math.MaxInt32

// usageOf never returns a negative number, one above mostTokens or more cached tokens
// than there are.
func usageOf(w openai.Usage) TokenUsage {
	u := TokenUsage{Prompt: min(max(w.PromptTokens, 0), mostTokens), Completion: min(max(w.CompletionTokens, 0), mostTokens)}
	if d := w.PromptTokensDetails; d != nil {
		u.Cached = min(max(d.CachedTokens, 0), u.Prompt)
	}
	return u
}

// exchange is one HTTP exchange, as its doer and whoever started it see it.
type exchange struct {
	zeroes  []string    // to add to the body
	longest int64       // response; 0 is longestAnswer
	status  int         // 0 where no response came
	header  http.Header // of the response
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// transportError is a fault below HTTP.
type transportError struct{ error }

func (e transportError) Unwrap() error { return e.error }

// doer sends go-openai's requests: it adds what go-openai leaves out, brings back
// the headers that it hides, and alone knows the key. It strikes the key out of
// what comes back before anybody reads it.
type doer struct {
	http *http.Client
	key  APIKey
}

// Do implements openai.HTTPDoer. The response is read whole.
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
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, transportError{withoutURL(err)}
	}
	defer resp.Body.Close()
	x.status, x.header = resp.StatusCode, resp.Header
	if resp.StatusCode >= http.StatusMultipleChoices && resp.StatusCode < http.StatusBadRequest {
		return nil, errors.New("redirected") // go-openai would take the body for the answer
	}
	longest := cmp.Or(x.longest, longestAnswer)
	body, err := io.ReadAll(io.LimitReader(resp.Body, longest+1))
	if err != nil {
		return nil, transportError{err}
	}
	if int64(len(body)) > longest {
		return nil, fmt.Errorf("more than %d bytes", longest)
	}
	resp.Body = io.NopCloser(strings.NewReader(d.key.Redact(string(body))))
	return resp, nil
}

// withoutURL drops the address, which the endpoint's name stands for.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
