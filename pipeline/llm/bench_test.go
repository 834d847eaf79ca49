package llm_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// What a call costs beside the model: request, digest, connection, journal and the
// local server's own work, one call after the other.
func BenchmarkOverhead(b *testing.B) {
	for _, journal := range []bool{false, true} {
		b.Run(fmt.Sprintf("journal=%v", journal), func(b *testing.B) {
			s := llmtest.Start(b, llmtest.ServerOptions{Script: llmtest.Say("yes")})
			o := llm.ClientOptions{}
			if journal {
				o.Journal = openJournal(b, filepath.Join(b.TempDir(), "j"))
			}
			c := newClient(b, s.URL, o)
			r := ask("is it?")
			for b.Loop() {
				r.Attempt++
				if _, err := c.Chat(b.Context(), r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The share of what 256 in flight could do with 200 ms each, journal included: with
// connections open and the limit grown, as after the first seconds of a run.
func BenchmarkThroughput(b *testing.B) {
	const latency, inFlight, rounds = 200 * time.Millisecond, 256, 20
	s := llmtest.Start(b, llmtest.ServerOptions{Latency: latency, Script: llmtest.Say("yes")})
	c := newClient(b, s.URL, llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: s.URL, Concurrency: inFlight}},
		Journal:   openJournal(b, filepath.Join(b.TempDir(), "j")),
	})
	attempt := 0
	run := func(n int) {
		work := make(chan llm.Request)
		var wg sync.WaitGroup
		for range inFlight + 64 { // callers, some of whom wait for a place
			wg.Go(func() {
				for r := range work {
					if _, err := c.Chat(b.Context(), r); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for range n {
			r := ask("is it?")
			attempt++
			r.Attempt = attempt
			work <- r
		}
		close(work)
		wg.Wait()
	}
	run(4 * inFlight)
	start, calls := time.Now(), 0
	for b.Loop() {
		run(rounds * inFlight)
		calls += rounds * inFlight
	}
	took := time.Since(start)
	ideal := latency * time.Duration(calls) / inFlight
	b.ReportMetric(100*ideal.Seconds()/took.Seconds(), "%ideal")
	b.ReportMetric(float64(calls)/took.Seconds(), "calls/s")
}
