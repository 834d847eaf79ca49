package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// chatting returns a chat request with this text.
func chatting(text string) string { return say(`{"role":"user","content":"` + text + `"}`) }

// Over many bodies each fault comes as often as its rate says, within four standard
// deviations, and independently for a repeat of a body.
func TestDrawRates(t *testing.T) {
	o := ServerOptions{Seed: 7, Faults: map[FaultKind]float64{FaultRateLimit: 0.05, FaultServer: 0.02, FaultHang: 0.01, FaultMalformed: 0.03, FaultArguments: 0.3}}
	const n = 20_000
	got := make(map[FaultKind]int)
	again := 0
	for i := range n {
		body := digest.Of("body", fmt.Sprint(i))
		f := o.draw(body, 0).fault
		got[f]++
		if f == FaultArguments && o.draw(body, 1).fault == FaultArguments {
			again++
		}
	}
	near := func(name string, got, of int, rate float64) {
		want, off := float64(of)*rate, 4*math.Sqrt(float64(of)*rate*(1-rate))
		if math.Abs(float64(got)-want) > off {
			t.Errorf("%s: %d of %d, want %.0f±%.0f", name, got, of, want, off)
		}
	}
	for f, rate := range o.Faults {
		near(string(f), got[f], n, rate)
	}
	near("repeats", again, got[FaultArguments], 0.3)
}

// serve runs requests at some concurrency and returns status and body of each.
func serve(s *ModelServer, bodies []string, workers int) []string {
	answers := make([]string, len(bodies))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				answers[i] = answerOf(s, bodies[i])
			}
		})
	}
	for i := range bodies {
		next <- i
	}
	close(next)
	wg.Wait()
	return answers
}

func answerOf(s *ModelServer, body string) (answer string) {
	w := httptest.NewRecorder()
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			panic(p)
		}
		answer = fmt.Sprintf("%d %s", w.Code, w.Body)
	}()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, chatPath, strings.NewReader(body)))
	return ""
}

// Two servers with the same options give the same requests the same bytes, whatever the
// concurrency; another seed gives others, and so does a repeat.
func TestAnswersRepeat(t *testing.T) {
	rates := make(map[FaultKind]float64)
	for _, f := range drawable {
		if f != FaultHang {
			rates[f] = 0.08
		}
	}
	var bodies []string
	for i := range 400 {
		bodies = append(bodies, chatting(fmt.Sprint("question ", i)))
	}
	first, second := New(ServerOptions{Seed: 3, Faults: rates}), New(ServerOptions{Seed: 3, Faults: rates})
	a, b := strings.Join(serve(first, bodies, 1), ""), strings.Join(serve(second, bodies, 8), "")
	if a != b {
		t.Error("the answers differ at another concurrency")
	}
	if x, y := fmt.Sprint(first.Stats()), fmt.Sprint(second.Stats()); x != y {
		t.Errorf("stats %s, then %s", x, y)
	}
	if other := serve(New(ServerOptions{Seed: 4, Faults: rates}), bodies, 1); strings.Join(other, "") == a {
		t.Error("another seed gives the same answers")
	}
	if again := serve(first, bodies, 1); strings.Join(again, "") == a {
		t.Error("repeats meet the same faults")
	}
}

func TestFaultsOverHTTP(t *testing.T) {
	const reply = "an answer of some length, in which something can be cut"
	contains := func(part string) func(string, error) bool {
		return func(body string, err error) bool { return err == nil && strings.Contains(body, part) }
	}
	for _, tc := range []struct {
		fault  FaultKind
		status int
		paid   int
		check  func(body string, err error) bool
	}{
		{FaultRateLimit, 429, 0, contains(`"rate_limit_exceeded"`)},
		{FaultQuota, 429, 0, contains(`"insufficient_quota"`)},
		{FaultTooLong, 400, 0, contains(`"context_length_exceeded"`)},
		{FaultServer, 500, 0, contains(`"server_error"`)},
		{FaultGateway, 502, 0, contains("<html>")},
		{FaultCut, 200, 0, func(_ string, err error) bool { return err == io.ErrUnexpectedEOF }},
		{FaultMalformed, 200, 0, func(b string, err error) bool { return err == nil && !json.Valid([]byte(b)) }},
		{FaultTruncated, 200, 1, contains(`"finish_reason":"length"`)},
		{FaultRefusal, 200, 1, contains(`"content":null,"refusal":"I can't help`)},
		{FaultArguments, 200, 1, contains(`"arguments":"{\"at\":1,"`)},
	} {
		s := Start(t, ServerOptions{Script: func(*llm.Request) ModelAnswer {
			a := ModelAnswer{Content: reply, Fault: tc.fault}
			if tc.fault == FaultArguments {
				a.Calls = []llm.ToolCall{{Name: "look", Arguments: `{"at":1}`}}
			}
			return a
		}})
		r, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(with(look)))
		if err != nil {
			t.Errorf("%s: %v", tc.fault, err)
			continue
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != tc.status || !tc.check(string(text), err) {
			t.Errorf("%s: %d %s (%v)", tc.fault, r.StatusCode, text, err)
		}
		if st := s.Stats(); st.Paid != tc.paid || st.Faults[tc.fault] != 1 {
			t.Errorf("%s: %d paid, faults %v, want %d and one", tc.fault, st.Paid, st.Faults, tc.paid)
		}
	}
}

// A request that hangs ends when its client gives up, and is no answer.
func TestHang(t *testing.T) {
	s := Start(t, ServerOptions{Faults: map[FaultKind]float64{FaultHang: 1}})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/chat/completions", strings.NewReader(chatting("?")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := http.DefaultClient.Do(r); err == nil || ctx.Err() == nil {
		t.Fatalf("answered with %v before the deadline", err)
	}
	if st := s.Stats(); st.Paid != 0 || st.Faults[FaultHang] != 1 {
		t.Errorf("stats %+v, want one request without an answer", st)
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(ServerOptions{Latency: 200 * time.Millisecond, Spread: 100 * time.Millisecond})
		seen := make(map[time.Duration]bool)
		for i := range 20 {
			start := time.Now()
			post(s, chatPath, chatting(fmt.Sprint(i)))
			d := time.Since(start)
			if d < 200*time.Millisecond || d > 300*time.Millisecond {
				t.Errorf("took %v, want 200ms to 300ms", d)
			}
			seen[d] = true
		}
		if len(seen) < 15 {
			t.Errorf("20 requests have %d latencies, want them spread", len(seen))
		}
		start := time.Now()
		if post(s, chatPath, "{}"); time.Since(start) != 0 {
			t.Errorf("a refusal took %v, want none", time.Since(start))
		}
	})
}
