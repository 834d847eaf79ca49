package llm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// newPool returns a pool of endpoints of these weights, 2 requests in flight each.
func newPool(weights ...int) *pool {
	p := &pool{now: time.Now}
	for _, w := range weights {
		p.all = append(p.all, &endpoint{weight: w, maxInFlight: 2, limit: 2})
	}
	return p
}

func take(t *testing.T, p *pool, tokens int, avoid *endpoint) lease {
	t.Helper()
	l, err := p.acquire(t.Context(), tokens, avoid)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestWeights(t *testing.T) {
	p := newPool(3, 1)
	var got []int
	for range 8 {
		l := take(t, p, 0, nil)
		for i, e := range p.all {
			if e == l.endpoint {
				got = append(got, i)
			}
		}
		p.release(l, outcome{})
	}
	for i, want := range []int{0, 0, 1, 0, 0, 0, 1, 0} {
		if got[i] != want {
			t.Fatalf("turns %v, want three of the first for one of the second, mixed", got)
		}
	}
	if l := take(t, p, 0, p.all[0]); l.endpoint != p.all[1] {
		t.Error("the endpoint to avoid was chosen beside another")
	}
	p.release(take(t, newPool(1), 0, p.all[0]), outcome{})
}

// What a server asks for is waited for, to the millisecond, and others are used
// meanwhile.
func TestRests(t *testing.T) {
	for name, o := range map[string]outcome{
		"Retry-After": {kind: ErrRateLimited, wait: 7 * time.Second},
		"requests":    {requests: &allowance{0, time.Unix(0, 0)}},
		"tokens":      {tokens: &allowance{99, time.Unix(0, 0)}},
		"connections": {kind: ErrUnreachable, pause: 7 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				for _, a := range []*allowance{o.requests, o.tokens} {
					if a != nil {
						a.until = start.Add(7 * time.Second)
					}
				}
				p := newPool(1, 1)
				l := take(t, p, 100, nil)
				p.all[0].failed = maxFailures - 1
				p.release(l, o)
				for range 2 {
					if got := take(t, p, 100, nil); got.endpoint == l.endpoint || time.Since(start) != 0 {
						t.Fatalf("after %v the resting endpoint was chosen: %v", time.Since(start), got.endpoint == l.endpoint)
					}
				}
				// The other one is full now.
				if got := take(t, p, 100, nil); got.endpoint != l.endpoint || time.Since(start) != 7*time.Second {
					t.Errorf("waited %v, want 7s", time.Since(start))
				}
			})
		})
	}
}

func TestGivingUpThePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1)
		first, second := take(t, p, 0, nil), take(t, p, 0, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.acquire(ctx, 0, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("acquire from a full pool: %v, want to wait until given up", err)
		}
		p.release(first, outcome{})
		p.release(second, outcome{})
		if e := p.all[0]; e.inflight != 0 || p.waiting.Len() != 0 {
			t.Errorf("%d in flight, %d waiting, want nobody", e.inflight, p.waiting.Len())
		}
	})
}

// A whole round of complaints cuts the limit once; a round of answers adds one.
func TestAdapts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pool{now: time.Now, all: []*endpoint{{weight: 1, maxInFlight: 64, limit: 8, slow: true}}}
		e := p.all[0]
		round := func(n int, kind error) {
			var all []lease
			for range n {
				all = append(all, take(t, p, 0, nil))
			}
			time.Sleep(time.Second)
			for _, l := range all {
				p.release(l, outcome{kind: kind})
			}
		}
		for _, step := range []struct {
			n    int
			kind error
			want float64
		}{
			{8, nil, 11},              // one more an answer, as long as half the room is used
			{11, ErrRateLimited, 5.5}, // half
			{5, nil, 6},
			{6, ErrServer, 6}, // no complaint of load
			{1, errOverloaded, 3},
			{1, ErrTimeout, 1.5},
			{1, ErrTimeout, 1},
			{1, ErrTimeout, 1},
		} {
			round(step.n, step.kind)
			if e.limit < step.want-0.3 || e.limit > step.want+0.3 {
				t.Fatalf("after %d × %v: limit %v, want about %v", step.n, step.kind, e.limit, step.want)
			}
		}
	})
}

// roundTripper answers in place of a connection.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A limit that is said to last long, or until a time of day taken for seconds, is
// tried again after the longest rest, as a Retry-After is; and a server that asks for
// next to no wait is not asked eight times at once.
func TestAbsurdWaits(t *testing.T) {
	for name, tc := range map[string]struct {
		status      int
		header      http.Header
		least, most time.Duration
	}{
		"requests":    {200, http.Header{"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"1700000000"}}, time.Minute, time.Minute},
		"tokens":      {200, http.Header{"X-Ratelimit-Remaining-Tokens": {"0"}, "X-Ratelimit-Reset-Tokens": {"24h"}}, time.Minute, time.Minute},
		"Retry-After": {429, http.Header{"Retry-After-Ms": {"1"}}, 500 * time.Millisecond, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, err := New(ClientOptions{Endpoints: []Endpoint{{URL: "http://host"}}, Now: time.Now, Retry: Retry{Base: time.Second, MaxRest: time.Minute}})
				if err != nil {
					t.Fatal(err)
				}
				first := true
				c.pool.all[0].doer.http.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
					w := httptest.NewRecorder()
					if first {
						first = false
						maps.Copy(w.Header(), tc.header)
						w.WriteHeader(tc.status)
					}
					fmt.Fprint(w, `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}]}`)
					return w.Result(), nil
				})
				start := time.Now()
				for i := range 2 {
					if _, err := c.Chat(t.Context(), Request{Model: "m", Attempt: i, Messages: []Message{{Role: User, Text: "hi"}}}); err != nil {
						t.Fatal(err)
					}
				}
				if took := time.Since(start); took < tc.least || took > tc.most {
					t.Errorf("two answers took %v, want %v to %v", took, tc.least, tc.most)
				}
			})
		})
	}
}

// An endpoint that wants to rest too long is left to it as long as there is another
// one; when all want to, that is the error.
func TestRestsTooLong(t *testing.T) {
	for name, resting := range map[string][]bool{"one": {true, false}, "both": {true, true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, err := New(ClientOptions{Endpoints: []Endpoint{{URL: "http://a", Weight: 9}, {URL: "http://b"}}, Now: time.Now})
				if err != nil {
					t.Fatal(err)
				}
				for i, e := range c.pool.all {
					e.doer.http.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
						w := httptest.NewRecorder()
						if resting[i] {
							w.Header().Set("Retry-After", "3600")
							w.WriteHeader(http.StatusTooManyRequests)
						}
						fmt.Fprint(w, `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}]}`)
						return w.Result(), nil
					})
				}
				start := time.Now()
				var want error
				if resting[1] {
					want = ErrRest
				}
				_, err = c.Chat(t.Context(), Request{Model: "m", Messages: []Message{{Role: User, Text: "hi"}}})
				if took := time.Since(start); !errors.Is(err, want) || took != 0 {
					t.Errorf("error %v after %v, want %v at once", err, took, want)
				}
			})
		})
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name, value string
		want        time.Duration
		ok          bool
	}{
		{"Retry-After", "7", 7 * time.Second, true},
		{"Retry-After", " 0.25 ", 250 * time.Millisecond, true},
		{"Retry-After", "Thu, 29 Feb 2024 12:01:30 GMT", 90 * time.Second, true},
		{"Retry-After", "Thu, 29 Feb 2024 11:00:00 GMT", 0, true},
		{"Retry-After", "-1", 0, false},
		{"Retry-After", "soon", 0, false},
		{"Retry-After", "", 0, false},
		{"Retry-After", "1e300", maxWait, true},
		{"Retry-After-Ms", "1500", 1500 * time.Millisecond, true},
	} {
		got, ok := RetryAfter(http.Header{tc.name: {tc.value}}, now)
		if got != tc.want || ok != tc.ok {
			t.Errorf("%s: %q = %v, %v, want %v, %v", tc.name, tc.value, got, ok, tc.want, tc.ok)
		}
	}
}

func TestAllowance(t *testing.T) {
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		left, reset string
		wait        time.Duration
		ok          bool
	}{
		{"0", "6m0s", 6 * time.Minute, true},
		{"12", "20ms", 20 * time.Millisecond, true},
		{"0", "1.5", 1500 * time.Millisecond, true},
		{"0", "2024-02-29T12:00:10Z", 10 * time.Second, true},
		{"0", "", 0, false},
		{"-1", "1s", 0, false},
		{"", "1s", 0, false},
	} {
		h := http.Header{}
		h.Set("x-ratelimit-remaining-tokens", tc.left)
		h.Set("x-ratelimit-reset-tokens", tc.reset)
		got, ok := allowanceOf(h, "Tokens", now)
		if ok != tc.ok || ok && !got.until.Equal(now.Add(tc.wait)) {
			t.Errorf("remaining %q, reset %q = %v, %v, want %v later, %v", tc.left, tc.reset, got, ok, tc.wait, tc.ok)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"7", "0.5", "-1", "NaN", "1e999", "Thu, 29 Feb 2024 12:01:30 GMT", "Thursday, 29-Feb-24 12:01:30 GMT", "soon"} {
		f.Add(s, s)
	}
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value, ms string) {
		got, ok := RetryAfter(http.Header{"Retry-After": {value}, "Retry-After-Ms": {ms}}, now)
		if got < 0 || got > maxWait || !ok && got != 0 {
			t.Errorf("%q, %q = %v, %v, want a time in [0, a year]", value, ms, got, ok)
		}
	})
}
