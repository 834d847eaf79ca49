package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"
)

// errOverloaded is the kind of an outcome whose status says that the server has too much
// load.
var errOverloaded = errors.New("overloaded")

// maxDetail limits how much of a response an error quotes.
const maxDetail = 200 // bytes

// classify returns the fault that an error of an exchange stands for.
func classify(err error, x *exchange, e *endpoint, key APIKey) *InfrastructureError {
	f := &InfrastructureError{Endpoint: e.host, Status: x.status}
	var transport transportError
	var plain *openai.RequestError
	api := apiError(err)
	switch {
	case errors.As(err, &transport):
		f.Kind, f.Detail = transportKind(err), err.Error()
		if f.Kind == ErrTimeout {
			f.Detail = "" // it would only repeat the kind
		}
	case api != nil:
		f.Kind, f.Detail = statusKind(api.HTTPStatusCode, codeOf(api), api.Message), api.Message
	case errors.As(err, &plain):
		f.Kind, f.Detail = statusKind(x.status, "", ""), strings.TrimSpace(string(plain.Body))
	case x.status == 0: // refused before it was sent
		f.Kind, f.Detail = ErrRejected, err.Error()
	case x.status >= http.StatusMultipleChoices && x.status < http.StatusBadRequest:
		f.Kind, f.Detail = ErrRejected, "redirected: use the address that the endpoint redirects to"
	default:
		f.Kind, f.Detail = ErrMalformed, "response is not in the wire format: "+err.Error()
	}
	f.Detail = shorten(key.Redact(f.Detail))
	return f
}

func transportKind(err error) error {
	var n net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &n) && n.Timeout() {
		return ErrTimeout
	}
	return ErrUnreachable
}

// apiError returns the error object of a response, or nil if it has none in a known form:
// OpenAI's, the same without "error" around it (vLLM, SGLang, Mistral), a text in place
// of the object (TGI), or a list (Gemini).
func apiError(err error) *openai.APIError {
	var api *openai.APIError
	var plain *openai.RequestError
	if !errors.As(err, &plain) { // a RequestError can wrap an incomplete APIError
		errors.As(err, &api)
		return api
	}
	if api = errorObject(plain.Body); api != nil {
		api.HTTPStatus, api.HTTPStatusCode = plain.HTTPStatus, plain.HTTPStatusCode
	}
	return api
}

// errorObject returns the error object of a body, without a status.
func errorObject(body json.RawMessage) *openai.APIError {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	members := membersOf(body)
	api := &openai.APIError{}
	if inner, ok := members["error"]; ok {
		if json.Unmarshal(inner, &api.Message) == nil && api.Message != "" {
			return api
		}
		members = membersOf(inner)
	}
	if json.Unmarshal(members["message"], &api.Message) != nil || api.Message == "" {
		return nil
	}
	// Not every server sends these members.
	_ = json.Unmarshal(members["type"], &api.Type)
	_ = json.Unmarshal(members["code"], &api.Code)
	return api
}

// reportedError returns the error that a server reports in the body of a response whose
// status is that of an answer; nil if it reports none. Its status is the one that the
// code of the error stands for, and 500 for an unknown code.
func reportedError(body json.RawMessage) *openai.APIError {
	said := membersOf(body)["error"]
	if len(said) == 0 || string(said) == "null" {
		return nil
	}
	api := errorObject(body)
	if api == nil { // without a message
		api = &openai.APIError{Message: "error " + string(said)}
	}
	status, err := strconv.Atoi(fmt.Sprint(api.Code))
	if err != nil || status < http.StatusBadRequest || status > 599 {
		status = http.StatusInternalServerError
		switch codeOf(api) {
		case "invalid_api_key", "authentication_error":
			status = http.StatusUnauthorized
		case "insufficient_quota", "billing_hard_limit_reached", "rate_limit_exceeded":
			status = http.StatusTooManyRequests
		case "context_length_exceeded", "exceed_context_size_error", "content_filter", "content_policy_violation", "invalid_request_error":
			status = http.StatusBadRequest
		}
	}
	api.HTTPStatusCode = status
	return api
}

// membersOf returns the members of an object; nil for anything else.
func membersOf(value json.RawMessage) (members map[string]json.RawMessage) {
	if json.Unmarshal(value, &members) != nil {
		return nil
	}
	return members
}

// codeOf returns the code of an error, or its type if it has no code.
func codeOf(e *openai.APIError) string {
	if s, ok := e.Code.(string); ok && s != "" {
		return s
	}
	return e.Type
}

// statusKind returns the kind of fault for a response: by OpenAI's error code, or by the
// status if there is no code. An unknown model is also recognised by the message.
func statusKind(status int, code, message string) error {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return ErrUnauthorized
	case code == "model_not_found",
		status == http.StatusNotFound && strings.Contains(strings.ToLower(message), "model"):
		return ErrModel
	case status == http.StatusPaymentRequired,
		status == http.StatusTooManyRequests && (code == "insufficient_quota" || code == "billing_hard_limit_reached"):
		return ErrQuota
	case status == http.StatusTooManyRequests:
		return ErrRateLimited
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return ErrTimeout
	case status >= http.StatusInternalServerError, status == http.StatusTooEarly, status == http.StatusConflict:
		return ErrServer
	}
	return ErrRejected
}

// refusal reports whether a server finally refuses a request, because of a content filter
// or because the request is too long for the model. It returns the server's message and
// the finish reason for a reply: such a refusal is an answer that costs nothing.
func refusal(err error, key APIKey) (words, finish string, ok bool) {
	api := apiError(err)
	if api == nil {
		return "", "", false
	}
	switch code := codeOf(api); {
	case api.HTTPStatusCode == http.StatusBadRequest && (code == "content_filter" || code == "content_policy_violation"):
		finish = finishFiltered
	case tooLong(api.HTTPStatusCode, code, api.Message):
		finish = finishTooLong
	default:
		return "", "", false
	}
	return shorten(key.Redact(api.Message)), finish, true
}

// tooLong reports whether a server says that the conversation is too long for the model:
// by OpenAI's code, by llama.cpp's type of error, or by the wording of the message, of
// which those of OpenAI, vLLM and SGLang, Mistral, Anthropic and Bedrock, Gemini, TGI,
// Moonshot, DashScope and GLM are known.
func tooLong(status int, code, message string) bool {
	switch status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
	default:
		return false
	}
	if code == "context_length_exceeded" || code == "exceed_context_size_error" {
		return true
	}
	message = strings.ToLower(message)
	for _, words := range [...]string{
		"maximum context length", "context length exceeded", "exceeds the context length",
		"model's context length", "maximum model length", "too long to fit into the model",
		"available context size", "context window",
		"prompt is too long", "input is too long", "input token count",
		"tokens + `max_new_tokens` must be", "exceeded model token limit",
		"range of input length should be", "prompt 超长",
	} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// shorten returns s as one line of at most maxDetail bytes.
func shorten(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	if len(s) <= maxDetail {
		return s
	}
	cut := maxDetail
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// outcomeOf returns what the response of an exchange says about the endpoint.
func outcomeOf(f *InfrastructureError, x *exchange, now time.Time) (o outcome) {
	if f != nil {
		o.kind = f.Kind
	}
	switch x.status {
	case 0:
		return o
	case http.StatusServiceUnavailable, 529: // 529 is not registered, but some servers send it when overloaded
		o.kind = errOverloaded
	}
	if a, ok := allowanceOf(x.header, "Requests", now); ok {
		o.requests = &a
	}
	if a, ok := allowanceOf(x.header, "Tokens", now); ok {
		o.tokens = &a
	}
	if f != nil && f.retryable() {
		o.wait, _ = RetryAfter(x.header, now)
	}
	return o
}
