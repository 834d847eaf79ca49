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

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// chatBody returns a chat request that asks for text.
func chatBody(text string) string {
	quoted, _ := json.Marshal(text)
	return "{" + model + `,"messages":[{"role":"user","content":` + string(quoted) + `}]}`
}

func drawRates(t *rapid.T) map[FaultKind]float64 {
	rates := make(map[FaultKind]float64)
	left := 1.0
	for _, f := range Faults() {
		rates[f] = rapid.Float64Range(0, left).Draw(t, string(f))
		left -= rates[f]
	}
	return rates
}

// The same seed, body and count draw the same; another seed or count draws anew.
func TestDrawLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := ServerOptions{
			Seed: rapid.Int64().Draw(t, "seed"), Faults: drawRates(t),
			Latency: time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "latency")),
			Spread:  time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "spread")),
		}
		body := digest.Of("body", rapid.String().Draw(t, "body"))
		seen := rapid.IntRange(0, 5).Draw(t, "seen")
		a, b := o.draw(body, seen), o.draw(body, seen)
		if a.fault != b.fault || a.latency != b.latency || a.intN(1000) != b.intN(1000) {
			t.Fatalf("drew %v, then %v", a, b)
		}
		if a.latency < o.Latency || a.latency > o.Latency+o.Spread {
			t.Errorf("latency %v, want %v to %v", a.latency, o.Latency, o.Latency+o.Spread)
		}
		if a.fault != FaultNone && o.Faults[a.fault] == 0 {
			t.Errorf("fault %q at rate 0", a.fault)
		}
	})
}

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
	near := func(what string, got, of int, rate float64) {
		want, off := float64(of)*rate, 4*math.Sqrt(float64(of)*rate*(1-rate))
		if math.Abs(float64(got)-want) > off {
			t.Errorf("%s: %d of %d, want %.0f±%.0f", what, got, of, want, off)
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
	r := httptest.NewRequest(http.MethodPost, pathChat, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, r)
	return ""
}

// Two servers with the same options give the same requests the same bytes, whatever
// the concurrency.
func TestAnswersRepeat(t *testing.T) {
	rates := make(map[FaultKind]float64)
	for _, f := range Faults() {
		if f != FaultHang {
			rates[f] = 0.08
		}
	}
	var bodies []string
	for i := range 400 {
		bodies = append(bodies, chatBody(fmt.Sprint("question ", i)))
	}
	first, second := New(ServerOptions{Seed: 3, Faults: rates}), New(ServerOptions{Seed: 3, Faults: rates})
	a, b := serve(first, bodies, 1), serve(second, bodies, 8)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("request %d: %s, then %s", i, a[i], b[i])
		}
	}
	if other := serve(New(ServerOptions{Seed: 4, Faults: rates}), bodies, 1); strings.Join(other, "") == strings.Join(a, "") {
		t.Error("another seed gives the same answers")
	}
	if x, y := first.Stats(), second.Stats(); x.Paid != y.Paid || x.Usage != y.Usage || fmt.Sprint(x.Faults) != fmt.Sprint(y.Faults) {
		t.Errorf("stats %+v, then %+v", x, y)
	}
}

func TestFaultsOverHTTP(t *testing.T) {
	const reply = "an answer of some length, in which something can be cut"
	for _, tc := range []struct {
		fault  FaultKind
		status int
		paid   bool
		look   func(body string, err error) bool
	}{
		{FaultRateLimit, 429, false, func(b string, err error) bool { return strings.Contains(b, `"rate_limit_exceeded"`) }},
		{FaultServer, 500, false, func(b string, err error) bool { return strings.Contains(b, `"server_error"`) }},
		{FaultGateway, 502, false, func(b string, err error) bool { return strings.HasPrefix(b, "<html>") }},
		{FaultCut, 200, false, func(b string, err error) bool { return err == io.ErrUnexpectedEOF }},
		{FaultMalformed, 200, false, func(b string, err error) bool { return err == nil && !json.Valid([]byte(b)) }},
		{FaultTruncated, 200, true, func(b string, err error) bool {
			return strings.Contains(b, `"finish_reason":"length"`) && !strings.Contains(b, "cut")
		}},
		{FaultRefusal, 200, true, func(b string, err error) bool {
			return strings.Contains(b, `"content":null`) && !strings.Contains(b, `"refusal":null`)
		}},
		{FaultArguments, 200, true, func(b string, err error) bool { return strings.Contains(b, `"arguments":"{\"at\":1,"`) }},
	} {
		s := Start(t, ServerOptions{Script: func(*Request) ModelAnswer {
			a := ModelAnswer{Content: reply, Fault: tc.fault}
			if tc.fault == FaultArguments {
				a.Calls = []AnswerCall{{"look", `{"at":1}`}}
			}
			return a
		}})
		body := with(look)
		r, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Errorf("%s: %v", tc.fault, err)
			continue
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != tc.status || !tc.look(string(text), err) {
			t.Errorf("%s: %d %s (%v)", tc.fault, r.StatusCode, text, err)
		}
		s.records.drain()
		st := s.Stats()
		if want := map[bool]int{true: 1}[tc.paid]; st.Paid != want {
			t.Errorf("%s: %d paid, want %d", tc.fault, st.Paid, want)
		}
		if tc.fault != FaultNone && st.Faults[tc.fault] != 1 {
			t.Errorf("%s: counted %v", tc.fault, st.Faults)
		}
	}
}

// A request that hangs ends when its client gives up, and is no answer.
func TestHang(t *testing.T) {
	s := Start(t, ServerOptions{Faults: map[FaultKind]float64{FaultHang: 1}})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/chat/completions", strings.NewReader(chatBody("?")))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if _, err := http.DefaultClient.Do(r); ctx.Err() == nil {
		t.Fatalf("answered with %v before the deadline", err)
	}
	s.records.drain()
	if st := s.Stats(); st.Status[0] != 1 || st.Paid != 0 || st.Faults[FaultHang] != 1 {
		t.Errorf("stats %+v, want one request without an answer", st)
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(ServerOptions{Latency: 200 * time.Millisecond, Spread: 100 * time.Millisecond})
		seen := make(map[time.Duration]bool)
		for i := range 20 {
			start := time.Now()
			if w := post(s, pathChat, chatBody(fmt.Sprint(i))); w.Code != http.StatusOK {
				t.Fatal(w.Body)
			}
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
		post(s, pathChat, "{}")
		if d := time.Since(start); d != 0 {
			t.Errorf("a refusal took %v, want none", d)
		}
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(ServerOptions{Limits: RateLimits{Requests: 3, Tokens: 100}})
		ask := func(text string) *httptest.ResponseRecorder { return post(s, pathChat, chatBody(text)) }
		for i := range 3 {
			w := ask("abcd") // 3 + 3 + 1 tokens
			if w.Code != 200 {
				t.Fatalf("request %d: %d %s", i, w.Code, w.Body)
			}
			if got, want := w.Header().Get("x-ratelimit-remaining-requests"), fmt.Sprint(2-i); got != want {
				t.Errorf("request %d: %s requests remain, want %s", i, got, want)
			}
			if got, want := w.Header().Get("x-ratelimit-remaining-tokens"), fmt.Sprint(93-7*i); got != want {
				t.Errorf("request %d: %s tokens remain, want %s", i, got, want)
			}
		}
		w := ask("abcd")
		if w.Code != 429 || w.Header().Get("Retry-After") != "20" || w.Header().Get("Retry-After-Ms") != "20000" {
			t.Errorf("fourth request: %d %s %v, want a 429 that asks to wait 20 seconds", w.Code, w.Body, w.Header())
		}
		if got := w.Header().Get("x-ratelimit-reset-requests"); got != "1m0s" {
			t.Errorf("reset %s, want 1m0s", got)
		}
		time.Sleep(20 * time.Second)
		if w := ask("abcd"); w.Code != 200 {
			t.Errorf("after the wait: %d %s", w.Code, w.Body)
		}
		if w := ask("abcd"); w.Code != 429 {
			t.Errorf("right after: %d %s, want a 429", w.Code, w.Body)
		}
		time.Sleep(time.Minute)
		if w := ask(strings.Repeat("字", 80)); w.Code != 200 {
			t.Errorf("a long one: %d %s", w.Code, w.Body)
		}
		if w := ask(strings.Repeat("字", 80)); w.Code != 429 || !strings.Contains(w.Body.String(), `"tokens"`) {
			t.Errorf("another long one: %d %s, want a 429 for tokens", w.Code, w.Body)
		}
		if w := ask(strings.Repeat("字", 100)); w.Code != 429 || w.Header().Get("Retry-After") != "" {
			t.Errorf("one above the limit: %d %v, want a 429 without a wait", w.Code, w.Header())
		}
		if st := s.Stats(); st.Paid != 5 || st.Status[429] != 4 {
			t.Errorf("stats %+v, want 5 paid and 4 refused", st)
		}
	})
}

func TestQuota(t *testing.T) {
	s := New(ServerOptions{Quota: 10})
	if w := post(s, pathChat, chatBody("abcdefghijklmnop")); w.Code != 200 {
		t.Fatal(w.Body)
	}
	w := post(s, pathChat, chatBody("more"))
	if _, code := errorOf(t, w.Body.Bytes()); w.Code != 429 || code != "insufficient_quota" {
		t.Errorf("%d %s, want 429 insufficient_quota", w.Code, w.Body)
	}
}

// A conversation that is longer than the model reads is refused.
func TestContext(t *testing.T) {
	s := New(ServerOptions{Context: 12})
	if w := post(s, pathChat, chatBody("abcdefghijklmnop")); w.Code != 200 {
		t.Fatal(w.Body)
	}
	w := post(s, pathChat, chatBody(strings.Repeat("字", 7)))
	if _, code := errorOf(t, w.Body.Bytes()); w.Code != 400 || code != "context_length_exceeded" {
		t.Errorf("%d %s, want 400 context_length_exceeded", w.Code, w.Body)
	}
}

// Records tell what became of each request, with the body where it is kept.
func TestRecords(t *testing.T) {
	s := New(ServerOptions{Key: "key", Keep: true})
	body := "{" + model + "," + hello + "}"
	r := httptest.NewRequest(http.MethodPost, pathChat, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer key")
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(httptest.NewRecorder(), r)
	post(s, pathChat, "no JSON")
	rs := s.Records()
	if len(rs) != 2 || rs[0].Status != 200 || !rs[0].Paid || rs[0].Digest != digest.Bytes([]byte(body)) || rs[1].Status != 401 {
		t.Fatalf("records %+v, want a paid answer and a 401", rs)
	}
	if string(rs[0].Body) != body || rs[0].Usage.Total == 0 || rs[0].Model != DefaultModel {
		t.Errorf("record %+v, want body, usage and model", rs[0])
	}
	if s.Calls() != 2 || s.Calls(pathChat) != 2 || s.Calls(pathEmbeddings) != 0 {
		t.Errorf("calls %d, %d, %d, want 2, 2, 0", s.Calls(), s.Calls(pathChat), s.Calls(pathEmbeddings))
	}
}

func TestForget(t *testing.T) {
	s := New(ServerOptions{Forget: true})
	post(s, pathChat, chatBody("?"))
	if len(s.Records()) != 0 || s.Stats().Paid != 1 {
		t.Errorf("%d records and %+v, want no record and one paid", len(s.Records()), s.Stats())
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		o    ServerOptions
		want string
	}{
		{ServerOptions{}, ""},
		{ServerOptions{Faults: map[FaultKind]float64{FaultCut: 0.5, FaultHang: 0.5}}, ""},
		{ServerOptions{Faults: map[FaultKind]float64{FaultCut: 0.6, FaultHang: 0.5}}, "sum of the rates"},
		{ServerOptions{Faults: map[FaultKind]float64{FaultCut: -1}}, "rate of fault cut is -1"},
		{ServerOptions{Faults: map[FaultKind]float64{FaultCut: math.NaN()}}, "rate of fault cut is NaN"},
		{ServerOptions{Faults: map[FaultKind]float64{"cuts": 0.1}}, `"cuts"`},
		{ServerOptions{Latency: -1}, "latency is negative"},
		{ServerOptions{Limits: RateLimits{Tokens: -1}}, "limit of tokens is negative"},
	} {
		err := tc.o.Validate()
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %v, want %q", tc.o, err, tc.want)
		}
	}
}
