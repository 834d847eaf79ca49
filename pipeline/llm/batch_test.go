package llm_test

import (
	"context"
	"encoding/json"
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
	"time"

	"taskgrove/pipeline/llm"
	"taskgrove/pipeline/llm/llmtest"
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
	s := llmtest.Start(t, llmtest.Options{})
	dir := t.TempDir()
	j := openJournal(t, filepath.Join(dir, "j"))
	c := newClient(t, s.URL, llm.Options{Journal: j, Prices: testPrices(t)})
	requests := asks(20)
	direct, err := newClient(t, s.URL, llm.Options{Prices: testPrices(t)}).Chat(t.Context(), requests[3])
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
	s := llmtest.Start(t, llmtest.Options{Expire: 4})
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, s.URL, llm.Options{Journal: j}))
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
	s := llmtest.Start(t, llmtest.Options{})
	j := openJournal(t, filepath.Join(t.TempDir(), "j"))
	b := openBatch(t, newClient(t, s.URL, llm.Options{Journal: j, Budget: llm.Budget{MaxTokens: 100}}))
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
			s := llmtest.Start(t, llmtest.Options{})
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
				b, err := llm.OpenBatch(newClient(t, proxy.URL+"/v1", llm.Options{Journal: j, Retry: retry}))
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
			if got := started(s); got != 1 || s.Stats().Batched != n {
				t.Errorf("after %v, exchange %d: %d batches, %d answers paid for, want 1 and %d", after, fatal, got, s.Stats().Batched, n)
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

// started counts the batches that a server started.
func started(s *llmtest.Server) (n int) {
	for _, r := range s.Records() {
		if r.Method == http.MethodPost && r.Path == "/v1/batches" && r.Status == http.StatusOK {
			n++
		}
	}
	return n
}

// Retries within one process submit nothing twice either.
func TestBatchRetries(t *testing.T) {
	s := llmtest.Start(t, llmtest.Options{})
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
	b := openBatch(t, newClient(t, proxy.URL+"/v1", llm.Options{Journal: j}))
	if _, err := b.Submit(t.Context(), asks(5)); err != nil {
		t.Fatal(err)
	}
	if n, _ := collectAll(t, b); n != 5 || started(s) != 1 {
		t.Errorf("collected %d from %d batches, want 5 from one", n, started(s))
	}
}

func TestBatchStateDamaged(t *testing.T) {
	s := llmtest.Start(t, llmtest.Options{})
	path := filepath.Join(t.TempDir(), "j")
	c := newClient(t, s.URL, llm.Options{Journal: openJournal(t, path)})
	for text, want := range map[string]string{
		`[{`:             ":1: unexpected EOF: want a list of batches under way",
		`[{"what":1}]`:   `:1: json: unknown field "what": want a list of batches under way`,
		`[{"file":"f"}]`: ":1: a batch without a file or requests: want both",
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

// ended is a server on which a batch of these requests has ended. What its files
// hold is files', by name; the batch names those that are not empty.
func ended(t *testing.T, files map[string]http.HandlerFunc, counts string) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := map[string]string{"id": "b1", "input_file_id": "in", "status": "completed"}
		for _, name := range []string{"output", "error"} {
			if files[name] != nil {
				state[name+"_file_id"] = name
			}
		}
		raw, _ := json.Marshal(state)
		switch path := strings.Split(r.URL.Path, "/"); {
		case r.URL.Path == "/files":
			fmt.Fprint(w, `{"id":"in"}`)
		case r.Method == http.MethodGet && r.URL.Path == "/batches":
			fmt.Fprint(w, `{"data":[]}`)
		case path[1] == "batches":
			fmt.Fprintf(w, `%s,"request_counts":%s}`, strings.TrimSuffix(string(raw), "}"), counts)
		default:
			files[path[2]](w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// result is a line of a batch's output.
func result(r llm.Request, body string) string {
	body = strings.Join(strings.Fields(body), " ")
	return fmt.Sprintf(`{"custom_id":%q,"response":{"status_code":200,"body":%s}}`+"\n", r.Digest(), body)
}

// Answers that were paid for aren't given up because a server shows them badly: what
// is whole is kept, and the batch stays, to be collected again.
func TestBatchShownBadly(t *testing.T) {
	requests := asks(3)
	all := ""
	for _, r := range requests {
		all += result(r, completion("yes", "stop"))
	}
	whole := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, all) }
	for name, tc := range map[string]struct {
		file http.HandlerFunc // at first
		kept int
		want string
	}{
		"redirect": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusFound)
		}, 0, "redirected"},
		"one line broken": {func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, result(requests[0], completion("yes", "stop"))+"{\n"+result(requests[2], completion("yes", "stop")))
		}, 2, "file output:2: "},
		"no file": {nil, 0, "3 answers and no file"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]http.HandlerFunc{"output": tc.file}
			j := openJournal(t, filepath.Join(t.TempDir(), "j"))
			c := newClient(t, ended(t, files, `{"total":3,"completed":3,"failed":0}`).URL, llm.Options{Journal: j})
			b := openBatch(t, c)
			if _, err := b.Submit(t.Context(), requests); err != nil {
				t.Fatal(err)
			}
			s, err := b.Collect(t.Context())
			if err == nil || !strings.Contains(err.Error(), tc.want) || s.Pending != 3 || len(s.Failed) != 0 {
				t.Errorf("Collect = %+v, %v, want 3 pending and %q", s, err, tc.want)
			}
			if s.Collected != tc.kept || j.Len() != tc.kept || c.Spent().Answers != tc.kept {
				t.Errorf("%d collected, %d recorded, %d on the bill, want %d", s.Collected, j.Len(), c.Spent().Answers, tc.kept)
			}
			files["output"] = whole
			if n, failed := collectAll(t, b); n != 3-tc.kept || len(failed) != 0 || j.Len() != 3 || c.Spent().Answers != 3 {
				t.Errorf("collected %d, failed %v, recorded %d, on the bill %d, want all in the end", n, failed, j.Len(), c.Spent().Answers)
			}
		})
	}
}

// A list of batches that never ends is an error, and no batch is started.
func TestBatchesWithoutEnd(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/files":
			fmt.Fprint(w, `{"id":"in"}`)
		case r.Method == http.MethodGet:
			fmt.Fprint(w, `{"data":[{"id":"other"}],"has_more":true}`)
		default:
			t.Error("a batch was started")
		}
	}))
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	b := openBatch(t, newClient(t, s.URL, llm.Options{Journal: openJournal(t, filepath.Join(t.TempDir(), "j"))}))
	if _, err := b.Submit(ctx, asks(1)); !errors.Is(err, llm.ErrMalformed) {
		t.Errorf("error %v, want %v", err, llm.ErrMalformed)
	}
}

// The key is in nothing that a batch's results say, however it is escaped.
func TestKeyIsInNoResult(t *testing.T) {
	const key = "sk-live&0123456789"
	escaped := strings.ReplaceAll(key, "-", `\u002d`)
	requests := asks(4)
	line := func(i int, format string) string {
		return fmt.Sprintf(`{"custom_id":%q,`+format+"}\n", requests[i].Digest(), escaped)
	}
	good := strings.Replace(completion("yes", "stop"), `"stop"`, `"`+escaped+`"`, 1)
	lines := result(requests[0], good) +
		line(1, `"error":{"code":"c","message":"%s"}`) +
		line(2, `"response":{"status_code":500,"body":{"error":{"message":"%s"}}}`) +
		line(3, `"response":{"status_code":200,"body":"%s"}`) +
		fmt.Sprintf(`{"custom_id":"%s","response":{"status_code":200,"body":{}}}`, escaped)
	files := map[string]http.HandlerFunc{"output": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, lines) }}
	path := filepath.Join(t.TempDir(), "j")
	j := openJournal(t, path)
	s := ended(t, files, `{}`)
	b := openBatch(t, newClient(t, "", llm.Options{Journal: j, Endpoints: []llm.Endpoint{{URL: s.URL, Key: llm.NewKey(key)}}}))
	if _, err := b.Submit(t.Context(), requests); err != nil {
		t.Fatal(err)
	}
	_, err := b.Collect(t.Context())
	if err == nil {
		t.Fatal("the result of a request that nobody asked was taken")
	}
	seen := err.Error()
	lines = lines[:strings.LastIndex(lines, "\n")+1]
	_, failed := collectAll(t, b)
	for _, f := range failed {
		seen += f.Err.Error() + "\n"
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if seen += string(recorded); len(failed) != 3 || strings.Contains(seen, "0123456789") || !strings.Contains(seen, "[key]") {
		t.Errorf("%d failures, and in errors and journal:\n%s\nwant 3, and [key] for the key", len(failed), seen)
	}
}
