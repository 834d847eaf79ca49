package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

const prices = `currency: USD
models:
  test-model: {input: 2.50, cached: 1.25, output: 10}
  test-embedding: {input: 0.02}
`

func testPrices(t testing.TB) llm.Prices {
	t.Helper()
	p, err := llm.ParsePrices("prices.yaml", []byte(prices))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// quick are retries that don't keep a test waiting.
var quick = llm.Retry{Base: time.Millisecond, Max: 4 * time.Millisecond}

// newClient returns a client of one server, without a journal unless o has one.
func newClient(t testing.TB, url string, o llm.ClientOptions) *llm.Client {
	t.Helper()
	if o.Endpoints == nil && url != "" {
		o.Endpoints = []llm.Endpoint{{URL: url}}
	}
	if o.Retry == (llm.Retry{}) {
		o.Retry = quick
	}
	o.Now = time.Now
	c, err := llm.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func openJournal(t testing.TB, path string) *llm.Journal {
	t.Helper()
	j, err := llm.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func ask(text string) llm.Request {
	return llm.Request{Model: llmtest.DefaultModel, Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

func ptr[T any](v T) *T { return &v }

// answer is a server that sends one body with one status to every request.
func answer(t *testing.T, status int, body string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

// completion is a response in the wire format.
func completion(text, finish string) string {
	b, _ := json.Marshal(text)
	return fmt.Sprintf(`{"id":"c","object":"chat.completion","created":1,"model":"m-1","choices":[{"index":0,
		"message":{"role":"assistant","content":%s},"finish_reason":%q}],
		"usage":{"prompt_tokens":1000,"completion_tokens":100,"total_tokens":1100,"prompt_tokens_details":{"cached_tokens":400}}}`, b, finish)
}

func TestChat(t *testing.T) {
	s := answer(t, 200, completion("hello", "stop"))
	got, err := newClient(t, s.URL, llm.ClientOptions{Prices: testPrices(t)}).Chat(t.Context(), ask("hi"))
	if err != nil {
		t.Fatal(err)
	}
	// 600 × 2.50 + 400 × 1.25 + 100 × 10 per million
	want := llm.Reply{Text: "hello", Finish: "stop", Model: "m-1",
		Usage: llm.TokenUsage{Prompt: 1000, Cached: 400, Completion: 100}, Cost: 3_000_000_000}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reply (-want +got):\n%s", diff)
	}
	if want.Cost.String() != "0.003" {
		t.Errorf("cost prints as %v, want 0.003", want.Cost)
	}
}

// recorded starts a server, and returns its URL and the bodies of requests, one after another.
func recorded(t *testing.T, o llmtest.ServerOptions) (url string, bodies *[]string) {
	model := llmtest.New(o)
	bodies = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		*bodies = append(*bodies, string(body))
		r.Body = io.NopCloser(bytes.NewReader(body))
		model.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", bodies
}

// Everything a request can say arrives, zeroes too, and the strict server takes it.
func TestRequestOnTheWire(t *testing.T) {
	url, bodies := recorded(t, llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
		if r.JSON {
			return llmtest.ModelAnswer{Content: `{"a":1}`}
		}
		return llmtest.ModelAnswer{Calls: []llm.ToolCall{{Name: "find", Arguments: `{"q":"x"}`}}}
	}})
	c := newClient(t, url, llm.ClientOptions{})
	r := llm.Request{
		Model: llmtest.DefaultModel,
		Messages: []llm.Message{
			{Role: llm.System, Text: "be brief"}, {Role: llm.User, Text: "find it"},
			{Role: llm.Assistant, Calls: []llm.ToolCall{{ID: "call_1", Name: "find", Arguments: `{"q":"it"}`}}},
			{Role: llm.ToolRole, CallID: "call_1", Text: "[]"},
		},
		Tools:       []llm.FunctionTool{{Name: "find", Description: "finds", Parameters: json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`)}},
		Choice:      "find",
		Temperature: ptr(0.0), TopP: ptr(0.0), MaxTokens: 50, Seed: ptr(0), Stop: []string{"END"}, Attempt: 3,
	}
	got, err := c.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Calls) != 1 || got.Calls[0].Name != "find" || got.Calls[0].Arguments != `{"q":"x"}` {
		t.Errorf("calls = %+v, want find with its arguments", got.Calls)
	}
	inJSON := ask(`say {"a":1} in JSON`)
	inJSON.JSON, inJSON.Temperature = true, ptr(0.7)
	if _, err := c.Chat(t.Context(), inJSON); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"temperature":0,`, `"top_p":0,`, `"seed":0`, `"max_tokens":50`, `"stop":["END"]`,
		`"tool_choice":{"type":"function","function":{"name":"find"}}`} {
		if !strings.Contains((*bodies)[0], want) {
			t.Errorf("body %s\nhas no %s", (*bodies)[0], want)
		}
	}
	for _, want := range []string{`"temperature":0.7`, `"response_format":{"type":"json_object"}`} {
		if !strings.Contains((*bodies)[1], want) {
			t.Errorf("body %s\nhas no %s", (*bodies)[1], want)
		}
	}
}

// Answers that are no use come with their error, are paid for, and are recorded.
func TestUselessAnswers(t *testing.T) {
	calls := `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":5,"completion_tokens":5}}`
	refusal := `{"choices":[{"message":{"role":"assistant","refusal":"no"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":5}}`
	for _, tc := range []struct {
		name, body string
		status     int
		json       bool
		want       error
	}{
		{"refusal", refusal, 200, false, llm.ErrRefused},
		{"too long", `{"error":{"message":"too much","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, 400, false, llm.ErrTooLong},
		{"too long, without code", `{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000.","type":"BadRequestError","code":400}}`, 400, false, llm.ErrTooLong},
		{"too long, by type", `{"error":{"message":"too much","type":"exceed_context_size_error","code":400}}`, 400, false, llm.ErrTooLong},
		{"too long, as entity", `{"error":{"message":"prompt is too long: 201000 tokens > 200000 maximum","type":"invalid_request_error"}}`, 413, false, llm.ErrTooLong},
		{"too long, flat", `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000.","type":"BadRequestError","param":null,"code":400}`, 400, false, llm.ErrTooLong},
		{"too long, in a text", "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.\",\"error_type\":\"validation\"}", 422, false, llm.ErrTooLong},
		{"too long, in a list", `[{"error":{"code":400,"message":"The input token count (5000) exceeds the maximum number of tokens allowed (4096).","status":"INVALID_ARGUMENT"}}]`, 400, false, llm.ErrTooLong},
		{"filtered answer", completion("half", "content_filter"), 200, false, llm.ErrRefused},
		{"filtered prompt", `{"error":{"message":"filtered","type":"x","code":"content_filter"}}`, 400, false, llm.ErrRefused},
		{"length", completion("half an ans", "length"), 200, false, llm.ErrTruncated},
		{"no JSON", completion("Sure! {}", "stop"), 200, true, llm.ErrMalformed},
		{"JSON that is no object", completion("[1]", "stop"), 200, true, llm.ErrMalformed},
		{"broken arguments", calls, 200, false, llm.ErrMalformed},
		{"nothing", completion("", "stop"), 200, false, llm.ErrMalformed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := answer(t, tc.status, tc.body)
			path := filepath.Join(t.TempDir(), "journal.jsonl")
			j := openJournal(t, path)
			r := ask("answer in JSON")
			r.JSON = tc.json
			first, err := newClient(t, s.URL, llm.ClientOptions{Journal: j}).Chat(t.Context(), r)
			if !errors.Is(err, tc.want) || !errors.As(err, new(*llm.AnswerError)) {
				t.Fatalf("error %v, want an answer that is %v", err, tc.want)
			}
			s.Close()
			again, err := newClient(t, "", llm.ClientOptions{Journal: j, Replay: true}).Chat(t.Context(), r)
			if !errors.Is(err, tc.want) || !again.Recorded {
				t.Errorf("in replay: error %v, recorded %v, want %v from the journal", err, again.Recorded, tc.want)
			}
			again.Recorded = false
			if diff := cmp.Diff(first, again); diff != "" {
				t.Errorf("reply and recorded reply differ:\n%s", diff)
			}
		})
	}
}

func TestInfrastructure(t *testing.T) {
	object := func(code string) string {
		return `{"error":{"message":"the model says so","type":"t","code":"` + code + `"}}`
	}
	for _, tc := range []struct {
		name, body string
		status     int
		want       error
		calls      int64 // of at most 3
	}{
		{"wrong key", object("invalid_api_key"), 401, llm.ErrUnauthorized, 1},
		{"no access", object(""), 403, llm.ErrUnauthorized, 1},
		{"unknown model", object("model_not_found"), 404, llm.ErrModel, 1},
		{"unknown model, without code", `{"error":{"message":"The model x does not exist","type":"NotFoundError","code":404}}`, 404, llm.ErrModel, 1},
		{"unknown model, flat", `{"object":"error","message":"The model x does not exist.","type":"NotFoundError","param":null,"code":404}`, 404, llm.ErrModel, 1},
		{"no credit, flat", `{"message":"no","type":null,"code":"insufficient_quota"}`, 429, llm.ErrQuota, 1},
		{"an error that is null", `{"error":null}`, 400, llm.ErrRejected, 1},
		{"an error of numbers", `{"error":{"message":5}}`, 400, llm.ErrRejected, 1},
		{"a list of errors", `[5]`, 503, llm.ErrServer, 3},
		{"no such page", "<html>", 404, llm.ErrRejected, 1},
		{"bad request", object("invalid_value"), 400, llm.ErrRejected, 1},
		{"redirect", "{}", 307, llm.ErrRejected, 1},
		{"redirect that looks like an answer", completion("yes", "stop"), 307, llm.ErrRejected, 1},
		{"no credit", object("insufficient_quota"), 429, llm.ErrQuota, 1},
		{"too many", object("rate_limit_exceeded"), 429, llm.ErrRateLimited, 3},
		{"server", object(""), 500, llm.ErrServer, 3},
		{"proxy", "<html>bad gateway</html>", 502, llm.ErrServer, 3},
		{"cut", `{"choices":[`, 200, llm.ErrMalformed, 3},
		{"page", `<html>`, 200, llm.ErrMalformed, 3},
		{"empty object", `{}`, 200, llm.ErrMalformed, 3},
		{"empty", ``, 200, llm.ErrMalformed, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var calls atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(tc.status)
				fmt.Fprint(w, tc.body)
			}))
			defer s.Close()
			j := openJournal(t, filepath.Join(t.TempDir(), "j"))
			retry := quick
			retry.Tries = 3
			c := newClient(t, s.URL, llm.ClientOptions{Retry: retry, Journal: j})
			_, err := c.Chat(t.Context(), ask("hi"))
			if !errors.Is(err, tc.want) || !errors.As(err, new(*llm.InfrastructureError)) {
				t.Errorf("error %v, want infrastructure, %v", err, tc.want)
			}
			if calls.Load() != tc.calls || j.Len() != 0 {
				t.Errorf("%d calls and %d answers recorded, want %d and none", calls.Load(), j.Len(), tc.calls)
			}
		})
	}
}

// A server that sends without end is cut off.
func TestEndlessAnswer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := make([]byte, 1<<20)
		for {
			if _, err := w.Write(page); err != nil {
				return
			}
		}
	}))
	defer s.Close()
	_, err := newClient(t, s.URL, llm.ClientOptions{Retry: llm.Retry{Tries: 1}}).Chat(t.Context(), ask("hi"))
	if !errors.Is(err, llm.ErrMalformed) || !strings.Contains(err.Error(), "more than 67108864 bytes") {
		t.Errorf("error %v, want that it is too long", err)
	}
}

func TestUnreachableAndTimeout(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	retry := quick
	retry.Tries = 2
	_, err := newClient(t, s.URL, llm.ClientOptions{Retry: retry}).Chat(t.Context(), ask("hi"))
	if !errors.Is(err, llm.ErrUnreachable) || !strings.Contains(err.Error(), "refused (2 tries)") {
		t.Errorf("error %v, want unreachable after 2 tries", err)
	}
	hang := llmtest.Start(t, llmtest.ServerOptions{Faults: map[llmtest.FaultKind]float64{llmtest.FaultHang: 1}})
	_, err = newClient(t, hang.URL, llm.ClientOptions{Retry: retry, Timeout: 20 * time.Millisecond}).Chat(t.Context(), ask("hi"))
	if !errors.Is(err, llm.ErrTimeout) || hang.Calls() != 2 {
		t.Errorf("error %v after %d calls, want a timeout after 2", err, hang.Calls())
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
	if _, err = newClient(t, hang.URL, llm.ClientOptions{Timeout: 100 * time.Millisecond}).Chat(ctx, ask("hi")); !errors.Is(err, why) || hang.Calls() != 3 {
		t.Errorf("error %v after cancelling and %d calls, want its cause once the third has timed out", err, hang.Calls())
	}
}

// The same request, asked by many at once and again later, is one call.
func TestAskedOnce(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Latency: 20 * time.Millisecond})
	path := filepath.Join(t.TempDir(), "j")
	j := openJournal(t, path)
	c := newClient(t, s.URL, llm.ClientOptions{Journal: j})
	var wg sync.WaitGroup
	var bill atomic.Int64
	for range 50 {
		wg.Go(func() {
			r, err := c.Chat(t.Context(), ask("hi"))
			if err != nil || r.Text != "hi" {
				t.Errorf("Chat = %q, %v", r.Text, err)
			}
			if !r.Recorded {
				bill.Add(1)
			}
		})
	}
	wg.Wait()
	if bill.Load() != 1 {
		t.Errorf("%d replies cost something, want the one that was paid for", bill.Load())
	}
	other := ask("hi")
	other.Attempt = 1
	for range 2 {
		if _, err := c.Chat(t.Context(), other); err != nil {
			t.Fatal(err)
		}
	}
	if s.Calls() != 2 || c.Spent().Answers != 2 {
		t.Errorf("%d calls, %d answers paid for, want 2, one an attempt", s.Calls(), c.Spent().Answers)
	}
	j.Close()
	r, err := newClient(t, s.URL, llm.ClientOptions{Journal: openJournal(t, path)}).Chat(t.Context(), ask("hi"))
	if err != nil || !r.Recorded || s.Calls() != 2 {
		t.Errorf("after opening again: recorded %v, error %v, %d calls, want the recorded answer", r.Recorded, err, s.Calls())
	}
}

// Whoever waits for a call whose caller gave up makes it.
func TestCallerGivesUp(t *testing.T) {
	var asked atomic.Int64
	s := llmtest.Start(t, llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
		if asked.Add(1) == 1 {
			return llmtest.ModelAnswer{Fault: llmtest.FaultServer}
		}
		return llmtest.Echo(r)
	}})
	c := newClient(t, s.URL, llm.ClientOptions{Retry: llm.Retry{Base: time.Hour, Max: time.Hour}})
	first, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { _, err := c.Chat(first, ask("hi")); gone <- err }()
	for s.Calls() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	if r, err := c.Chat(t.Context(), ask("hi")); err != nil || r.Text != "hi" {
		t.Errorf("Chat = %q, %v, want an answer though another caller gave up", r.Text, err)
	}
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the one that gave up got %v", err)
	}
}

func TestReplayOfNothing(t *testing.T) {
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	_, err := newClient(t, "", llm.ClientOptions{Journal: j, Replay: true}).Chat(t.Context(), ask("hi"))
	if !errors.Is(err, llm.ErrUnrecorded) {
		t.Errorf("error %v, want %v", err, llm.ErrUnrecorded)
	}
}

// Reasoning models are told the longest answer by their own name for it.
func TestLongestAnswer(t *testing.T) {
	url, bodies := recorded(t, llmtest.ServerOptions{Models: []string{"o3-mini", llmtest.DefaultModel}})
	c := newClient(t, url, llm.ClientOptions{})
	for _, model := range []string{"o3-mini", llmtest.DefaultModel} {
		r := ask("hi")
		r.Model, r.MaxTokens = model, 50
		if _, err := c.Chat(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{`"max_completion_tokens":50`, `"max_tokens":50`} {
		if body := (*bodies)[i]; !strings.Contains(body, want) {
			t.Errorf("body %s\nhas no %s", body, want)
		}
	}
}

func TestRejectedBeforeSending(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	c := newClient(t, s.URL, llm.ClientOptions{})
	for name, change := range map[string]func(*llm.Request){
		"no model":    func(r *llm.Request) { r.Model = "" },
		"no messages": func(r *llm.Request) { r.Messages = nil },
		"no text":     func(r *llm.Request) { r.Messages[0].Text = "" },
		"no UTF-8":    func(r *llm.Request) { r.Messages[0].Text = "\xff" },
		"role":        func(r *llm.Request) { r.Messages[0].Role = "human" },
		"temperature": func(r *llm.Request) { r.Temperature = ptr(2.5) },
		"tool choice": func(r *llm.Request) { r.Choice = llm.ChoiceAuto },
		"parameters":  func(r *llm.Request) { r.Tools = []llm.FunctionTool{{Name: "f", Parameters: json.RawMessage("1")}} },
		"o1 with top_p": func(r *llm.Request) { // go-openai's own rule
			r.Model, r.TopP = "o1", ptr(0.5)
		},
	} {
		r := ask("hi")
		change(&r)
		if _, err := c.Chat(t.Context(), r); !errors.Is(err, llm.ErrRejected) {
			t.Errorf("%s: error %v, want %v", name, err, llm.ErrRejected)
		}
	}
	if s.Calls() != 0 {
		t.Errorf("%d calls, want none", s.Calls())
	}
}
