package llmtest_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// caller posts chat requests over so many connections.
func caller(connections int) *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true}}
}

func ask(c *http.Client, s *llmtest.ModelServer, body []byte) error {
	r, err := c.Post(s.URL+"/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", r.StatusCode)
	}
	return nil
}

// bodies are chat requests of a question, and of an agent's with tools.
func bodies() map[string]string {
	var tools []string
	for i := range 20 {
		tools = append(tools, fmt.Sprintf(`{"type":"function","function":{"name":"get_%d","description":"looks something up","parameters":{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]}}}`, i))
	}
	const messages = `"model":"test-model","messages":[{"role":"system","content":"You answer questions."},{"role":"user","content":"某公司的法定代表人是谁？"}]`
	return map[string]string{
		"question": "{" + messages + "}",
		"tools=20": "{" + messages + `,"tools":[` + strings.Join(tools, ",") + "]}",
	}
}

// Calls through loopback HTTP, server and client in one process.
func BenchmarkChat(b *testing.B) {
	for _, name := range []string{"question", "tools=20"} {
		b.Run(name, func(b *testing.B) {
			s := llmtest.Start(b, llmtest.ServerOptions{Forget: true})
			c, body := caller(16), []byte(bodies()[name])
			b.SetParallelism(8)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					if err := ask(c, s, body); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}

// Requests in flight at once, each of which takes 200 ms: the share of the ideal rate.
func BenchmarkLatency(b *testing.B) {
	for _, inFlight := range []int{256, 512} {
		b.Run(fmt.Sprintf("inflight=%d", inFlight), func(b *testing.B) {
			const latency = 200 * time.Millisecond
			s := llmtest.Start(b, llmtest.ServerOptions{Latency: latency})
			c, body := caller(inFlight), []byte(bodies()["question"])
			calls := 0
			for b.Loop() {
				var wg sync.WaitGroup
				var failed atomic.Int64
				for range inFlight {
					wg.Go(func() {
						for range 5 {
							if ask(c, s, body) != nil {
								failed.Add(1)
							}
						}
					})
				}
				wg.Wait()
				if n := failed.Load(); n > 0 {
					b.Fatalf("%d calls failed", n)
				}
				calls += 5 * inFlight
			}
			ideal := float64(inFlight) / latency.Seconds()
			b.ReportMetric(100*float64(calls)/b.Elapsed().Seconds()/ideal, "%ideal")
			b.ReportMetric(float64(s.Stats().Peak), "peak")
		})
	}
}

// Requests that wait for each other are all under way at the same time, and none is
// lost or counted twice.
func TestInFlight(t *testing.T) {
	const n = 512
	var arrived sync.WaitGroup
	arrived.Add(n)
	s := llmtest.Start(t, llmtest.ServerOptions{Script: func(r *llmtest.Request) llmtest.ModelAnswer {
		arrived.Done()
		arrived.Wait()
		return llmtest.Echo(r)
	}})
	c := caller(n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			body := fmt.Appendf(nil, `{"model":"test-model","messages":[{"role":"user","content":"%d"}]}`, i)
			if err := ask(c, s, body); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	st := s.Stats()
	if st.Paid != n || st.Requests != n || len(s.Records()) != n {
		t.Errorf("stats %+v with %d records, want %d paid", st, len(s.Records()), n)
	}
	if st.Peak != n {
		t.Errorf("at most %d requests under way, want %d", st.Peak, n)
	}
	distinct := make(map[string]bool)
	for _, r := range s.Records() {
		distinct[string(r.Digest)] = true
	}
	if len(distinct) != n {
		t.Errorf("%d digests, want %d", len(distinct), n)
	}
}
