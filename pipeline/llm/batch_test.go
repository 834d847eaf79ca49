package llm_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest/batchtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

func asks(n int) (rs []llm.Request) {
	for i := range n {
		r := ask(fmt.Sprintf("question %d", i))
		r.MaxTokens, r.Temperature = 20, ptr(0.0)
		rs = append(rs, r)
	}
	return rs
}

func openBatch(t *testing.T, c *llm.Client) *llm.Batch {
	t.Helper()
	b, err := llm.OpenBatch(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// collectAll collects until nothing is pending.
func collectAll(t *testing.T, b *llm.Batch) (collected int, failed []llm.BatchFailure) {
	t.Helper()
	for range 20 {
		s, err := b.Collect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		collected += s.Collected
		failed = append(failed, s.Failed...)
		if s.Pending == 0 {
			return collected, failed
		}
	}
	t.Fatal("still pending after 20 times")
	return 0, nil
}

// Answers of a batch are what Chat would have got, at half the price.
func TestBatch(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	batchtest.Serve(s, 0)
	dir := t.TempDir()
	j := openJournal(t, filepath.Join(dir, "j"))
	c := newClient(t, s.URL, llm.ClientOptions{Journal: j, Prices: testPrices(t)})
	requests := asks(20)
	direct, err := newClient(t, s.URL, llm.ClientOptions{Prices: testPrices(t)}).Chat(t.Context(), requests[3])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Chat(t.Context(), requests[0]); err != nil {
		t.Fatal(err)
	}
	b := openBatch(t, c)
	status, err := b.Submit(t.Context(), append(requests, requests[5]))
	if err != nil || status.Submitted != 19 || status.Pending != 19 {
		t.Fatalf("Submit = %+v, %v, want 19 submitted, one being answered already", status, err)
	}
	if status, err := openBatch(t, c).Submit(t.Context(), requests); err != nil || status.Submitted != 0 {
		t.Errorf("Submit again = %+v, %v, want nothing submitted", status, err)
	}
	before := c.Spent()
	if n, failed := collectAll(t, b); n != 19 || len(failed) != 0 {
		t.Errorf("collected %d, failed %v, want 19 and none", n, failed)
	}
	calls := s.Calls("/v1/chat/completions")
	for i, r := range requests {
		got, err := c.Chat(t.Context(), r)
		if err != nil || got.Text != fmt.Sprintf("question %d", i) || !got.Recorded {
			t.Fatalf("Chat %d = %+v, %v, want the recorded answer", i, got, err)
		}
		if i == 3 && (got.Cost != (direct.Cost+1)/2 || got.Usage != direct.Usage) {
			t.Errorf("by batch: %v for %+v, directly %v for %+v, want half the price", got.Cost, got.Usage, direct.Cost, direct.Usage)
		}
	}
	if s.Calls("/v1/chat/completions") != calls {
		t.Error("what a batch answered was asked again")
	}
	if got := c.Spent().Answers - before.Answers; got != 19 {
		t.Errorf("%d answers are on the bill of collecting, want 19", got)
	}
	if n, _ := collectAll(t, openBatch(t, c)); n != 0 {
		t.Errorf("collected %d again", n)
	}
}

// What an expired batch left undone can be submitted again.
func TestBatchExpires(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	batchtest.Serve(s, 4)
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, s.URL, llm.ClientOptions{Journal: j}))
	requests := asks(10)
	for _, want := range []int{6, 0} {
		if _, err := b.Submit(t.Context(), requests); err != nil {
			t.Fatal(err)
		}
		n, failed := collectAll(t, b)
		if n != want || len(failed) != 4 || failed[0].Request != requests[6].Digest() {
			t.Fatalf("collected %d, failed %v, want %d and the last four", n, failed, want)
		}
		for _, f := range failed {
			if !errors.As(f.Err, new(*llm.InfrastructureError)) {
				t.Errorf("failure %v, want infrastructure", f.Err)
			}
		}
	}
}

func TestBatchBudget(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, s.URL, llm.ClientOptions{Journal: j, Budget: llm.Budget{MaxTokens: 100}}))
	if _, err := b.Submit(t.Context(), asks(10)); !errors.Is(err, llm.ErrBudget) || s.Calls() != 0 {
		t.Errorf("error %v after %d calls, want %v before any", err, s.Calls(), llm.ErrBudget)
	}
}

// A process that dies at any exchange, before it or after it, submits nothing
// twice and loses nothing: the next one goes on from the disk.
func TestBatchDies(t *testing.T) {
	const n = 7
	requests := asks(n)
	for _, after := range []bool{false, true} {
		for fatal := int64(1); ; fatal++ {
			s := llmtest.Start(t, llmtest.ServerOptions{})
			batches := batchtest.Serve(s, 0)
			target, err := url.Parse(strings.TrimSuffix(s.URL, "/v1"))
			if err != nil {
				t.Fatal(err)
			}
			forward := httputil.NewSingleHostReverseProxy(target)
			var seen atomic.Int64
			proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if seen.Add(1) != fatal {
					forward.ServeHTTP(w, r)
					return
				}
				if after {
					forward.ServeHTTP(httptest.NewRecorder(), r)
				}
				panic(http.ErrAbortHandler)
			}))
			path := filepath.Join(t.TempDir(), "j")
			run := func(tries int) error {
				j, err := llm.OpenJournal(path)
				if err != nil {
					return err
				}
				defer j.Close()
				retry := quick
				retry.Tries = tries
				b, err := llm.OpenBatch(newClient(t, proxy.URL+"/v1", llm.ClientOptions{Journal: j, Retry: retry}))
				if err != nil {
					return err
				}
				if _, err := b.Submit(t.Context(), requests); err != nil {
					return err
				}
				for {
					if s, err := b.Collect(t.Context()); err != nil || s.Pending == 0 {
						return err
					}
				}
			}
			died := run(1)
			if died != nil {
				died = run(1)
			}
			if died != nil {
				t.Fatalf("after %v, exchange %d: second process: %v", after, fatal, died)
			}
			proxy.Close()
			if got := batches.Started(); got != 1 || batches.Lines() != n {
				t.Errorf("after %v, exchange %d: %d batches, %d answers paid for, want 1 and %d", after, fatal, got, batches.Lines(), n)
			}
			if j := openJournal(t, path); j.Len() != n {
				t.Errorf("after %v, exchange %d: %d answers recorded, want %d", after, fatal, j.Len(), n)
			}
			if seen.Load() < fatal {
				break // it no longer died
			}
		}
	}
}

// Retries within one process submit nothing twice either.
func TestBatchRetries(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	batches := batchtest.Serve(s, 0)
	target, _ := url.Parse(strings.TrimSuffix(s.URL, "/v1"))
	forward := httputil.NewSingleHostReverseProxy(target)
	var lost atomic.Bool
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == "/v1/batches" && lost.CompareAndSwap(false, true) {
			forward.ServeHTTP(httptest.NewRecorder(), r)
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, proxy.URL+"/v1", llm.ClientOptions{Journal: j}))
	if _, err := b.Submit(t.Context(), asks(5)); err != nil {
		t.Fatal(err)
	}
	if n, _ := collectAll(t, b); n != 5 || batches.Started() != 1 {
		t.Errorf("collected %d from %d batches, want 5 from one", n, batches.Started())
	}
}

func TestBatchStateDamaged(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{})
	path := filepath.Join(t.TempDir(), "j")
	c := newClient(t, s.URL, llm.ClientOptions{Journal: openJournal(t, path)})
	for text, want := range map[string]string{
		`[{`:             ":1: unexpected EOF: the file must be a list of batches",
		`[{"what":1}]`:   `:1: json: unknown field "what": the file must be a list of batches`,
		`[{"file":"f"}]`: ":1: a batch must have a file and requests",
		`[{"endpoint":"other:1","file":"f","requests":["sha256:1"]}]`: "a batch was submitted to other:1",
	} {
		if err := os.WriteFile(path+".batch", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := llm.OpenBatch(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("state %s: error %v, want %q", text, err, want)
		}
	}
}
