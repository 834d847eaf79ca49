package llm_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Of 300 requests through a bad day all come out, and the bill is the server's.
func TestBadDay(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Seed: 7, Latency: time.Millisecond, Faults: map[llmtest.FaultKind]float64{
		llmtest.FaultRateLimit: 0.05, llmtest.FaultServer: 0.01, llmtest.FaultGateway: 0.01, llmtest.FaultHang: 0.01,
		llmtest.FaultMalformed: 0.02, llmtest.FaultCut: 0.01,
	}})
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	p := testPrices(t)
	c := newClient(t, s.URL, llm.ClientOptions{Journal: j, Prices: p, Timeout: 3 * time.Second})
	requests := asks(300)
	expected, err := c.Estimate(append(requests, requests...))
	if err != nil || expected.Requests != 300 || expected.Recorded != 300 {
		t.Fatalf("estimate %+v, %v, want 300 requests, each once", expected, err)
	}
	var wg sync.WaitGroup
	for i, r := range requests {
		wg.Go(func() {
			if got, err := c.Chat(t.Context(), r); err != nil || got.Text != fmt.Sprintf("question %d", i) {
				t.Errorf("Chat %d = %q, %v", i, got.Text, err)
			}
		})
	}
	wg.Wait()
	stats, spent := s.Stats(), c.Spent()
	if spent.Answers != 300 || j.Len() != 300 || stats.Paid != 300 {
		t.Errorf("%d answers, %d recorded, %d paid for, want 300", spent.Answers, j.Len(), stats.Paid)
	}
	price, _ := p.Of(llmtest.DefaultModel)
	if spent.Usage != stats.Usage || spent.Cost != price.Cost(spent.Usage) {
		t.Errorf("spent %+v, want %+v, as the server counts", spent, stats.Usage)
	}
	for _, f := range []llmtest.FaultKind{llmtest.FaultRateLimit, llmtest.FaultServer, llmtest.FaultGateway, llmtest.FaultHang, llmtest.FaultMalformed, llmtest.FaultCut} {
		if stats.Faults[f] == 0 {
			t.Errorf("no request met %s: the test shows nothing of it", f)
		}
	}
	t.Logf("%d requests for 300 answers: %v", stats.Requests, stats.Faults)
}

// The key is nowhere: not in errors, not in logs, not in the journal, not in what
// prints a client; not even if the server sends it back.
func TestKeyIsNowhere(t *testing.T) {
	const key = "sk-live/0123456789&abcdef"
	k := llm.NewKey(key)
	var seen bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&seen, &slog.HandlerOptions{Level: slog.LevelDebug}))
	logger.Info("options", "key", k, "endpoint", llm.Endpoint{Key: k}, "options", fmt.Sprintf("%+v", llm.ClientOptions{Endpoints: []llm.Endpoint{{Key: k}}}))
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&seen, verb+"\n", k)
		fmt.Fprintf(&seen, verb+"\n", struct{ k llm.APIKey }{k})
	}
	path := filepath.Join(t.TempDir(), "j")
	j := openJournal(t, path)
	escaped := strings.ReplaceAll(key, "/", `\/`)
	for i, tc := range []struct {
		status int
		body   string
	}{
		{401, `{"error":{"message":"Incorrect API key provided: ` + key + `","type":"t","code":"invalid_api_key"}}`},
		{401, `{"error":{"message":"Incorrect API key provided: ` + escaped + `","type":"t","code":"invalid_api_key"}}`},
		{500, `<html>Authorization: Bearer ` + key + `</html>`},
		{502, `<script>key = "` + escaped + `"</script>`},
		{502, `key: ` + strings.ReplaceAll(key, "&", `\u0026`)},
		{200, `not JSON: ` + key},
		{400, `{"error":{"message":"filtered ` + key + `","type":"t","code":"content_filter"}}`},
		{200, completion("your key is "+key, "stop")},
		{200, strings.ReplaceAll(completion("your key is KEY", "stop"), "KEY", escaped)},
	} {
		s := answer(t, tc.status, tc.body)
		c := newClient(t, "", llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL, Key: k}}, Journal: j, Log: logger,
			Retry: llm.Retry{Tries: 2, Base: time.Millisecond}})
		r := ask("hi")
		r.Attempt = i
		reply, err := c.Chat(t.Context(), r)
		fmt.Fprintf(&seen, "%+v %v %+v\n", reply, err, c)
		var fault *llm.InfrastructureError
		if errors.As(err, &fault) {
			fmt.Fprintf(&seen, "%+v\n", *fault)
		}
	}
	if j.Len() != 3 {
		t.Errorf("%d answers recorded, want 3", j.Len())
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"log and errors": seen.String(), "journal": string(recorded)} {
		for _, secret := range []string{"0123456789", fmt.Sprintf("%x", "0123456789")} {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("%s: …%s…", name, text[max(i-100, 0):min(i+100, len(text))])
			}
		}
		if !strings.Contains(text, "[key]") {
			t.Errorf("%s: no [key] either: the test shows nothing", name)
		}
	}
}

// The key does reach the server.
func TestKeyIsSent(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Key: "sk-0123456789"})
	if _, err := newClient(t, "", llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL, Key: llm.NewKey("sk-0123456789")}}}).Chat(t.Context(), ask("hi")); err != nil {
		t.Error(err)
	}
	if _, err := newClient(t, s.URL, llm.ClientOptions{}).Chat(t.Context(), ask("hi")); !errors.Is(err, llm.ErrUnauthorized) {
		t.Errorf("without a key: %v, want %v", err, llm.ErrUnauthorized)
	}
	_, err := llm.New(llm.ClientOptions{Now: time.Now, Endpoints: []llm.Endpoint{{URL: "https://user:sk-0123456789@host/v1"}}})
	if err == nil || strings.Contains(err.Error(), "0123456789") {
		t.Errorf("address with a password: error %v, want one without it", err)
	}
	_, err = llm.New(llm.ClientOptions{Now: time.Now, Endpoints: []llm.Endpoint{{URL: s.URL, Key: llm.NewKey("sk-0123456789\n")}}})
	if err == nil || !strings.Contains(err.Error(), "line break") || strings.Contains(err.Error(), "0123456789") {
		t.Errorf("key with a line break: error %v, want one that says so without it", err)
	}
}

// A budget ends in ErrBudget, is not overdrawn by more than estimates are wrong,
// and what was paid for is kept.
func TestBudget(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Latency: time.Millisecond})
	for name, b := range map[string]llm.Budget{
		"tokens": {MaxTokens: 600},
		"cost":   {MaxCost: 3_000_000_000}, // 0.003
	} {
		t.Run(name, func(t *testing.T) {
			j := openJournal(t, filepath.Join(t.TempDir(), "j"))
			c := newClient(t, s.URL, llm.ClientOptions{Journal: j, Budget: b, Prices: testPrices(t)})
			var wg sync.WaitGroup
			var mu sync.Mutex
			answered, refused := 0, 0
			for _, r := range asks(100) {
				wg.Go(func() {
					_, err := c.Chat(t.Context(), r)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						answered++
					case errors.Is(err, llm.ErrBudget):
						refused++
					default:
						t.Error(err)
					}
				})
			}
			wg.Wait()
			spent := c.Spent()
			over := b.MaxTokens > 0 && spent.Usage.Tokens() > b.MaxTokens || b.MaxCost > 0 && spent.Cost > b.MaxCost
			if answered == 0 || refused == 0 || answered+refused != 100 || spent.Answers != answered || j.Len() != answered || over {
				t.Errorf("%d answered, %d refused, %d recorded, spent %+v, want both, within %+v", answered, refused, j.Len(), spent, b)
			}
		})
	}
	c := newClient(t, s.URL, llm.ClientOptions{Budget: llm.Budget{MaxCost: 1}})
	if _, err := c.Chat(t.Context(), ask("hi")); !errors.Is(err, llm.ErrUnpriced) {
		t.Errorf("budget without prices: %v, want %v", err, llm.ErrUnpriced)
	}
}

func TestEmbed(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	path := filepath.Join(t.TempDir(), "j")
	j := openJournal(t, path)
	c := newClient(t, s.URL, llm.ClientOptions{Journal: j, Prices: testPrices(t)})
	var texts []string
	for i := range 600 {
		texts = append(texts, fmt.Sprintf("text %d", i%500))
	}
	vectors := make([][][]float32, 4)
	var wg sync.WaitGroup
	for i := range vectors {
		wg.Go(func() {
			var err error
			if vectors[i], err = c.Embed(t.Context(), llmtest.DefaultEmbedder, texts); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	stats, spent := s.Stats(), c.Spent()
	if j.Len() != 500 || spent.Answers != 500 || spent.Usage.Prompt != int(stats.Usage.Prompt) || spent.Cost == 0 {
		t.Errorf("%d recorded, spent %+v, want 500 and the server's %d tokens", j.Len(), spent, stats.Usage.Prompt)
	}
	calls := s.Calls()
	j.Close()
	c = newClient(t, s.URL, llm.ClientOptions{Journal: openJournal(t, path)})
	again, err := c.Embed(t.Context(), llmtest.DefaultEmbedder, texts)
	if err != nil || s.Calls() != calls {
		t.Fatalf("again: %v, %d more calls, want none", err, s.Calls()-calls)
	}
	for i, v := range again {
		for _, other := range vectors {
			if fmt.Sprint(v) != fmt.Sprint(other[i]) || len(v) != 256 {
				t.Fatalf("text %d: vectors differ", i)
			}
		}
	}
	if fmt.Sprint(again[0]) != fmt.Sprint(again[500]) || fmt.Sprint(again[0]) == fmt.Sprint(again[1]) {
		t.Error("vectors are not in the texts' order")
	}
	if _, err := c.Embed(t.Context(), llmtest.DefaultEmbedder, []string{""}); !errors.Is(err, llm.ErrRejected) {
		t.Errorf("empty text: %v, want %v", err, llm.ErrRejected)
	}
}

// A wait the server asks for is waited for, unless it is too long.
func TestWaitsAsAsked(t *testing.T) {
	for _, tc := range []struct {
		header, value string
		want          error
		least         time.Duration
	}{
		{"Retry-After-Ms", "80", nil, 80 * time.Millisecond},
		{"Retry-After", "3600", llm.ErrRest, 0},
	} {
		var calls atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if calls.Add(1) == 1 {
				w.Header().Set(tc.header, tc.value)
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			fmt.Fprint(w, completion("yes", "stop"))
		}))
		defer s.Close()
		start := time.Now()
		_, err := newClient(t, s.URL, llm.ClientOptions{}).Chat(t.Context(), ask("hi"))
		if took := time.Since(start); !errors.Is(err, tc.want) || took < tc.least {
			t.Errorf("%s: %s: error %v after %v, want %v after at least %v", tc.header, tc.value, err, took, tc.want, tc.least)
		}
	}
}

// A server's rate limit is kept to by its headers, so that few requests are refused.
func TestKeepsToRateLimit(t *testing.T) {
	const limit, window = 40, 200 * time.Millisecond
	var mu sync.Mutex
	var end time.Time // of the current window
	left, refused := 0, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.After(end) {
			end, left = now.Add(window), limit
		}
		reset := time.Until(end).String()
		w.Header().Set("X-Ratelimit-Limit-Requests", strconv.Itoa(limit))
		w.Header().Set("X-Ratelimit-Remaining-Requests", strconv.Itoa(max(0, left-1)))
		w.Header().Set("X-Ratelimit-Reset-Requests", reset)
		if left == 0 {
			refused++
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		left--
		fmt.Fprint(w, completion("yes", "stop"))
	}))
	defer s.Close()
	c := newClient(t, s.URL, llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL, Concurrency: 16}}})
	var wg sync.WaitGroup
	for _, r := range asks(120) {
		wg.Go(func() {
			if _, err := c.Chat(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if refused > limit {
		t.Errorf("%d requests were refused for 120 answers, want at most 40", refused)
	} else {
		t.Logf("%d refused", refused)
	}
}

// Two endpoints share the work by weight, and one takes over for the other.
func TestEndpoints(t *testing.T) {
	good, other := llmtest.Start(t, llmtest.ServerOptions{}), llmtest.Start(t, llmtest.ServerOptions{})
	broken := llmtest.Start(t, llmtest.ServerOptions{Faults: map[llmtest.FaultKind]float64{llmtest.FaultServer: 1}})
	c := newClient(t, "", llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: good.URL, Weight: 3}, {URL: other.URL}}})
	for _, r := range asks(40) {
		if _, err := c.Chat(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if good.Calls() != 30 || other.Calls() != 10 {
		t.Errorf("%d and %d calls, want 30 and 10", good.Calls(), other.Calls())
	}
	c = newClient(t, "", llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: broken.URL, Weight: 9}, {URL: good.URL}}, Retry: llm.Retry{Tries: 2, Base: time.Millisecond}})
	for _, r := range asks(20) {
		if _, err := c.Chat(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// A wrong address is said after three tries; a server that has answered once is given
// all of them.
func TestUnreachable(t *testing.T) {
	server := llmtest.New(llmtest.ServerOptions{})
	listener := httptest.NewServer(server)
	client, err := llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: listener.URL + "/v1"}}, Now: time.Now,
		Retry: llm.Retry{Tries: 6, Base: time.Millisecond, Max: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(c *llm.Client, text string) (fault *llm.InfrastructureError) {
		_, err := c.Chat(t.Context(), llm.Request{Model: llmtest.DefaultModel, Messages: []llm.Message{{Role: llm.User, Text: text}}})
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
		return fault
	}
	if fault := ask(client, "there"); fault != nil {
		t.Fatal(fault)
	}
	listener.Close()
	if fault := ask(client, "gone"); fault == nil || !errors.Is(fault, llm.ErrUnreachable) || fault.Tries != 6 {
		t.Errorf("a server that is gone: %v, want 6 tries", fault)
	}
	client, err = llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: listener.URL + "/v1"}}, Now: time.Now,
		Retry: llm.Retry{Tries: 6, Base: time.Millisecond, Max: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	if fault := ask(client, "never"); fault == nil || !errors.Is(fault, llm.ErrUnreachable) || fault.Tries != 3 {
		t.Errorf("a server that never was: %v, want 3 tries", fault)
	}
}

// A wrong address beside a server that is slow to answer its first request ends
// nothing: others are not reached only while that one is full.
func TestUnreachableBeside(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	slow := llmtest.Start(t, llmtest.ServerOptions{Latency: 200 * time.Millisecond})
	client, err := llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: gone.URL + "/v1"}, {URL: slow.URL, Concurrency: 1}}, Now: time.Now,
		Retry: llm.Retry{Tries: 500, Base: 20 * time.Millisecond, Max: 20 * time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, r := range asks(4) {
		wg.Go(func() {
			if _, err := client.Chat(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
