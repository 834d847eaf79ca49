package llm_test

import (
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

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// billed are members of a response that cost 20,010 tokens.
const billed = `"model":"m","usage":{"prompt_tokens":20000,"completion_tokens":10}`

// paidNothing are responses that are paid for and have no answer.
var paidNothing = []struct {
	name, body string
	status     int
	want       error
	calls      int64  // of at most 8
	says       string // the error
}{
	{"no choices", `{"choices":[],` + billed + `}`, 200, llm.ErrMalformed, 3, `no choices: {"choices":[]`},
	{"null for choices", `{"choices":null,` + billed + `}`, 200, llm.ErrMalformed, 3, "no choices"},
	{"text for choices", `{"choices":"yes",` + billed + `}`, 200, llm.ErrMalformed, 3, "choices"},
	{"choice without message", `{"choices":[{"text":"yes"}],` + billed + `}`, 200, llm.ErrMalformed, 3, "without a message"},
	{"number for content", `{"choices":[{"message":{"content":5}}],` + billed + `}`, 200, llm.ErrMalformed, 3, "content"},
	{"list for arguments", `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":[1]}}]}}],` + billed + `}`, 200, llm.ErrMalformed, 3, "arguments"},
	{"not UTF-8", `{"choices":[{"message":{"content":"caf` + "\xe9" + `"}}],` + billed + `}`, 200, llm.ErrMalformed, 3, "not UTF-8"},
	{"error", `{"error":{"message":"the kitchen is on fire","code":"fire"},` + billed + `}`, 200, llm.ErrServer, 3, "status 200: the kitchen is on fire"},
	{"error that is a text", `{"error":"the kitchen is on fire",` + billed + `}`, 200, llm.ErrServer, 3, "status 200: the kitchen is on fire"},
	{"error without message", `{"error":{"reason":"fire"},` + billed + `}`, 200, llm.ErrServer, 3, `{"reason":"fire"}`},
	{"error with the code of a status", `{"error":{"message":"who is that","code":401},` + billed + `}`, 200, llm.ErrUnauthorized, 1, "who is that"},
	{"status 500", `{"error":{"message":"half done"},` + billed + `}`, 500, llm.ErrServer, 3, "half done"},
}

// Whatever is paid for counts, whether or not it can be used: for the client, for the
// error, and for whoever opens the journal next. It is paid for three times at most, and
// never again once the budget is spent.
func TestPaidNothing(t *testing.T) {
	for _, tc := range paidNothing {
		t.Run(tc.name, func(t *testing.T) {
			var calls atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				calls.Add(1)
				w.WriteHeader(tc.status)
				io.WriteString(w, tc.body)
			}))
			defer s.Close()
			path := filepath.Join(t.TempDir(), "j")
			j := openJournal(t, path)
			c := newClient(t, s.URL, llm.ClientOptions{Journal: j})
			_, err := c.Chat(t.Context(), ask("hi"))
			tokens := 20010 * int(tc.calls)
			if !errors.Is(err, tc.want) || !strings.Contains(fmt.Sprint(err), tc.says) || !strings.Contains(fmt.Sprint(err), fmt.Sprintf("%d tokens paid for", tokens)) {
				t.Errorf("error %v, want %v, %q and %d tokens", err, tc.want, tc.says, tokens)
			}
			if got := c.Spent().Usage.Tokens(); calls.Load() != tc.calls || got != tokens || j.Len() != 0 {
				t.Errorf("%d calls, %d tokens spent, %d answers, want %d, %d and none", calls.Load(), got, j.Len(), tc.calls, tokens)
			}
			j.Close()
			if got := openJournal(t, path).Spent(); got.Usage.Tokens() != tokens || got.Answers != int(tc.calls) {
				t.Errorf("opened again, the journal has %+v, want %d responses of %d tokens", got, tc.calls, tokens)
			}
			if tc.calls == 1 {
				return
			}
			calls.Store(0)
			c = newClient(t, s.URL, llm.ClientOptions{Budget: llm.Budget{MaxTokens: 40_000}})
			for i, r := range asks(24) {
				if _, err := c.Chat(t.Context(), r); !errors.Is(err, llm.ErrBudget) || i == 0 && !strings.Contains(err.Error(), tc.says) {
					t.Fatalf("request %d: error %v, want %v, the first time with %q", i, err, llm.ErrBudget, tc.says)
				}
			}
			if calls.Load() != 2 {
				t.Errorf("%d calls of 20,010 tokens for a budget of 40,000, want 2", calls.Load())
			}
		})
	}
}

// Calls at once that pay for responses in vain stay within the budget together, and wait
// for each other while there may be room.
func TestPaidNothingAtOnce(t *testing.T) {
	const estimate, n = 520, 20 // tokens of a request, and requests
	const spoilt = `{"choices":[],"usage":{"prompt_tokens":8,"completion_tokens":512}}`
	for name, tc := range map[string]struct {
		budget int
		later  string // every response to a request but the first
		want   error
	}{
		"all in vain": {estimate * (n + 1), spoilt, llm.ErrBudget},
		"then cheap":  {estimate*(n+1) + 2*n, `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`, nil},
	} {
		var one sync.Mutex
		calls, seen := 0, map[string]bool{}
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			one.Lock()
			defer one.Unlock()
			if calls++; calls == 1 {
				time.Sleep(50 * time.Millisecond) // until all have reserved
			}
			time.Sleep(time.Millisecond)
			if !seen[string(body)] {
				seen[string(body)] = true
				io.WriteString(w, spoilt)
				return
			}
			io.WriteString(w, tc.later)
		}))
		c := newClient(t, s.URL, llm.ClientOptions{Budget: llm.Budget{MaxTokens: tc.budget}})
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() {
				if _, err := c.Chat(t.Context(), ask(string(rune('a'+i)))); !errors.Is(err, tc.want) {
					t.Errorf("%s: error %v, want %v", name, err, tc.want)
				}
			})
		}
		all.Wait()
		s.Close()
		if got := c.Spent().Usage.Tokens(); got > tc.budget {
			t.Errorf("%s: %d calls spent %d tokens, want at most %d", name, calls, got, tc.budget)
		}
	}
}

// spoiling is a server whose first response to each request is one that cannot be used.
func spoiling(t *testing.T, first string) *httptest.Server {
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1)%2 == 1 {
			io.WriteString(w, first)
			return
		}
		io.WriteString(w, completion("yes", "stop"))
	}))
	t.Cleanup(s.Close)
	return s
}

// An answer costs what was paid for before it in vain as well, also for those who find
// it in the journal.
func TestPaidTwice(t *testing.T) {
	for _, tc := range paidNothing {
		if tc.status != 200 || tc.calls != 3 {
			continue
		}
		path := filepath.Join(t.TempDir(), "j")
		c := newClient(t, spoiling(t, tc.body).URL, llm.ClientOptions{Journal: openJournal(t, path), Prices: testPrices(t)})
		got, err := c.Chat(t.Context(), ask("hi"))
		if err != nil || got.Text != "yes" || got.Usage.Tokens() != 1100 {
			t.Fatalf("%s: Chat = %+v, %v, want the second response", tc.name, got, err)
		}
		j, err := llm.ReadJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		again, err := newClient(t, "", llm.ClientOptions{Journal: j, Replay: true}).Chat(t.Context(), ask("hi"))
		if err != nil {
			t.Fatal(err)
		}
		// 20,000 × 2.50 + 10 × 10 per million in vain, and 0.003 for the answer
		for name, s := range map[string]llm.Spending{"reply": got.Spent(), "recorded reply": again.Spent(), "client": c.Spent(), "journal": j.Spent()} {
			if s.Answers != 2 || s.Usage.Tokens() != 21110 || s.Cost.String() != "0.0531" {
				t.Errorf("%s: %s has %+v, want two responses of 21,110 tokens for 0.0531", tc.name, name, s)
			}
		}
	}
}

// An answer that differs in form from OpenAI's and can be read in one way only is an
// answer: it is not paid for again.
func TestOtherForms(t *testing.T) {
	for _, tc := range []struct{ name, message, text, arguments string }{
		{"object for arguments", `{"content":null,"tool_calls":[{"id":"1","function":{"name":"f","arguments":{"q": "x\u00e9", "n": 1.50}}}]}`, "", `{"q":"x\u00e9","n":1.50}`},
		{"parts of content", `{"content":[{"type":"thinking","thinking":[{"text":"hm"}]},{"type":"text","text":"y"},{"type":"text","text":"es"}]}`, "yes", ""},
		{"members of other types", `{"content":"yes","tool_calls":null,"annotations":5,"audio":"none"}`, "yes", ""},
	} {
		body := `{"id":5,"created":1.5,"system_fingerprint":{},"choices":[{"index":"0","message":` + tc.message + `,"finish_reason":"stop"}],"usage":{"prompt_tokens":5.0,"completion_tokens":5,"prompt_tokens_details":7}}`
		j := openJournal(t, filepath.Join(t.TempDir(), "j"))
		c := newClient(t, answer(t, 200, body).URL, llm.ClientOptions{Journal: j})
		got, err := c.Chat(t.Context(), ask("hi"))
		if err != nil || got.Text != tc.text || j.Len() != 1 || c.Spent().Usage != (llm.TokenUsage{Prompt: 5, Completion: 5}) {
			t.Errorf("%s: Chat = %+v, %v, want %q", tc.name, got, err, tc.text)
		}
		if tc.arguments != "" && (len(got.Calls) != 1 || got.Calls[0].Arguments != tc.arguments) {
			t.Errorf("%s: calls %+v, want arguments %s", tc.name, got.Calls, tc.arguments)
		}
	}
}

// A refusal with status 200 is an answer like one with status 400, and costs what it says.
func TestRefusedWithStatusOK(t *testing.T) {
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	c := newClient(t, answer(t, 200, `{"error":{"message":"too much","code":"context_length_exceeded"},`+billed+`}`).URL, llm.ClientOptions{Journal: j})
	if _, err := c.Chat(t.Context(), ask("hi")); !errors.Is(err, llm.ErrTooLong) || j.Len() != 1 || c.Spent().Usage.Tokens() != 20010 {
		t.Errorf("error %v, %d recorded, spent %+v, want %v, recorded, and its tokens", err, j.Len(), c.Spent(), llm.ErrTooLong)
	}
}

// Embeddings that cannot be used count as well.
func TestPaidNoVectors(t *testing.T) {
	for name, body := range map[string]string{
		"too few":   `{"data":[],` + billed + `}`,
		"no list":   `{"data":5,` + billed + `}`,
		"error":     `{"error":{"message":"too few: on fire"},` + billed + `}`,
		"not UTF-8": `{"object":"` + "\xff" + `","data":[{"index":0,"embedding":[1]}],` + billed + `}`,
	} {
		j := openJournal(t, filepath.Join(t.TempDir(), "j"))
		c := newClient(t, answer(t, 200, body).URL, llm.ClientOptions{Journal: j})
		_, err := c.Embed(t.Context(), llmtest.DefaultEmbedder, []string{"text"})
		if err == nil || !strings.Contains(err.Error(), "60030 tokens paid for") || c.Spent().Usage.Tokens() != 60030 || j.Spent().Usage.Tokens() != 60030 || j.Len() != 0 {
			t.Errorf("%s: error %v, spent %+v, want 60,030 tokens for nothing", name, err, c.Spent())
		}
		if name == "error" && !strings.Contains(err.Error(), "on fire") {
			t.Errorf("error %v, want the server's text", err)
		}
	}
}

// Results of a batch that are paid for and cannot be used count once, at half the price,
// however often they are read.
func TestPaidNothingInBatch(t *testing.T) {
	requests := asks(6)
	lines := result(requests[0], completion("yes", "stop"))
	for i, body := range []string{
		`{"choices":[],` + billed + `}`,
		`{"error":{"message":"on fire"},` + billed + `}`,
		`{"choices":[{"message":{"content":"caf` + "\xe9" + `"}}],` + billed + `}`,
	} {
		lines += result(requests[i+1], body)
	}
	lines += result(requests[4], `{"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"q":1}}}]},"finish_reason":"tool_calls"}],`+billed+`}`)
	damaged := true
	files := map[string]http.HandlerFunc{"output": func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, lines)
		if damaged {
			io.WriteString(w, "{\n")
			return
		}
		io.WriteString(w, result(requests[5], completion("yes", "stop")))
	}}
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	c := newClient(t, ended(t, files, `{}`).URL, llm.ClientOptions{Journal: j, Prices: testPrices(t)})
	b := openBatch(t, c)
	if _, err := b.Submit(t.Context(), requests); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s, err := b.Collect(t.Context()); err == nil || s.Pending != 6 {
			t.Fatalf("Collect = %+v, %v, want the damage", s, err)
		}
	}
	damaged = false
	n, failed := collectAll(t, b)
	if n != 1 || len(failed) != 3 || j.Len() != 3 {
		t.Errorf("collected %d more, failed %v, recorded %d, want 1, 3 and 3", n, failed, j.Len())
	}
	for _, f := range failed {
		if text := f.Err.Error(); !strings.Contains(text, "20010 tokens paid for") {
			t.Errorf("failure %s, want its tokens", text)
		}
	}
	if text := fmt.Sprint(failed[1].Err, failed[2].Err); !strings.Contains(text, "on fire") || !strings.Contains(text, "not UTF-8") {
		t.Errorf("failures %s, want the server's text, and that another is not UTF-8", text)
	}
	// 4 × 0.0501/2 and 2 × 0.003/2
	for name, s := range map[string]llm.Spending{"client": c.Spent(), "journal": j.Spent()} {
		if s.Answers != 6 || s.Usage.Tokens() != 4*20010+2*1100 || s.Cost.String() != "0.1032" {
			t.Errorf("%s has %+v, want 6 responses of 82,240 tokens for 0.1032", name, s)
		}
	}
}

// A request whose results are paid for in vain is not submitted without end.
func TestPaidNothingInBatches(t *testing.T) {
	request := asks(1)[0]
	var started atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/files":
			fmt.Fprintf(w, `{"id":"in%d"}`, started.Load())
		case r.Method == http.MethodPost:
			fmt.Fprintf(w, `{"id":"b%d"}`, started.Add(1))
		case r.URL.Path == "/batches":
			io.WriteString(w, `{"data":[]}`)
		case strings.HasPrefix(r.URL.Path, "/batches/"):
			io.WriteString(w, `{"status":"completed","output_file_id":"out"}`)
		default:
			io.WriteString(w, result(request, `{"choices":[],`+billed+`}`))
		}
	}))
	defer s.Close()
	b := openBatch(t, newClient(t, s.URL, llm.ClientOptions{Journal: openJournal(t, filepath.Join(t.TempDir(), "j"))}))
	for range 3 {
		if _, err := b.Submit(t.Context(), []llm.Request{request}); err != nil {
			t.Fatal(err)
		}
		if n, failed := collectAll(t, b); n != 0 || len(failed) != 1 {
			t.Fatalf("collected %d, failed %v, want the request to fail", n, failed)
		}
	}
	status, err := b.Submit(t.Context(), []llm.Request{request, request})
	if err != nil || len(status.Failed) != 1 || status.Pending != 0 || started.Load() != 3 {
		t.Fatalf("Submit after three batches: %+v, %v and %d batches, want one failure, and no more batches", status, err, started.Load())
	}
	if f := status.Failed[0]; f.Request != request.Digest() || !errors.Is(f.Err, llm.ErrMalformed) || !strings.Contains(f.Err.Error(), "60030 tokens paid for") {
		t.Errorf("failure %+v, want the request with 60,030 tokens", f)
	}
	status, err = b.Submit(t.Context(), asks(3))
	if err != nil || len(status.Failed) != 1 || status.Submitted != 2 || started.Load() != 4 {
		t.Errorf("Submit of two others beside it: %+v, %v and %d batches, want these two in a fourth batch", status, err, started.Load())
	}
}

// A response that is not UTF-8 is no answer, so that no answer has U+FFFD in place of
// what the model wrote. U+FFFD that the model wrote is part of the answer.
func TestNotUTF8(t *testing.T) {
	spoiled := strings.Replace(completion("caf\u00e9", "stop"), "\u00e9", "\xe9", 1)
	got, err := newClient(t, spoiling(t, spoiled).URL, llm.ClientOptions{}).Chat(t.Context(), ask("hi"))
	if err != nil || got.Text != "yes" || got.Wasted.Usage.Tokens() != 1100 {
		t.Errorf("Chat = %+v, %v, want the second response, and the cost of the first", got, err)
	}
	got, err = newClient(t, answer(t, 200, completion("\ufffd", "stop")).URL, llm.ClientOptions{}).Chat(t.Context(), ask("hi"))
	if err != nil || got.Text != "\ufffd" {
		t.Errorf("Chat = %+v, %v, want the model's U+FFFD", got, err)
	}
	if !json.Valid([]byte(spoiled)) {
		t.Error("package json takes no such body: the test shows nothing")
	}
}
