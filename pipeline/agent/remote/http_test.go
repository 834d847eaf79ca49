package remote_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// try is one response of a server that there is not.
type try struct {
	status int
	header http.Header
	body   string
	err    error
}

// tries gives one after the other, the last one for ever.
type tries struct {
	list []try
	sent []*http.Request
	at   []time.Duration // when, since the first
	from time.Time
}

func (r *tries) RoundTrip(req *http.Request) (*http.Response, error) {
	if r.sent == nil {
		r.from = time.Now()
	}
	next := r.list[min(len(r.sent), len(r.list)-1)]
	r.sent, r.at = append(r.sent, req), append(r.at, time.Since(r.from))
	if next.err != nil {
		return nil, next.err
	}
	if next.header == nil {
		next.header = http.Header{}
	}
	return &http.Response{StatusCode: next.status, Header: next.header, Body: io.NopCloser(strings.NewReader(next.body)), Request: req}, nil
}

// Faults that may pass are met by patience, others by an error.
func TestRetries(t *testing.T) {
	good := try{status: 200, body: `{"answer": "up"}`}
	after := func(s string) http.Header { return http.Header{"Retry-After": {s}} }
	tests := []struct {
		name  string
		tries []try
		want  string // the answer, or behind "!" the error
		sent  int
		waits time.Duration // at least
	}{
		{"good", []try{good}, "up", 1, 0},
		{"limited", []try{{status: 429, header: after("7")}, good}, "up", 2, 7 * time.Second},
		{"until", []try{{status: 503, header: after("Sun, 01 Mar 2026 12:00:20 GMT")}, good}, "up", 2, 20 * time.Second},
		{"down", []try{{status: 500}, {status: 502}, {err: errors.New("reset")}, good}, "up", 4, 0},
		{"stays down", []try{{status: 500, body: "broken\nfor good"}}, "!agents.test: server fault: status 500: broken for good (4 tries)", 4, 0},
		{"unreachable", []try{{err: errors.New("no route")}}, "!agents.test: cannot be started or reached: no route (4 tries)", 4, 0},
		{"becomes unreachable", []try{{status: 500}, {err: errors.New("no route")}}, "!agents.test: unreachable: no route (4 tries)", 4, 0},
		{"rests", []try{{status: 429, header: after("3600")}}, "!agents.test: rests too long: status 429: asks to wait 1h0m0s: want at most 1m0s", 1, 0},
		{"refuses", []try{{status: 404, body: "no agent here, my-secret-key"}}, "!agents.test: request not accepted: status 404: no agent here, [key]", 1, 0},
		{"redirects", []try{{status: 307, header: http.Header{"Location": {"http://elsewhere.test/"}}}}, "!agents.test: request not accepted: status 307", 1, 0},
		{"creates", []try{{status: 201, body: good.body}}, "!agents.test: request not accepted: status 201: {\"answer\": \"up\"}", 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &tries{list: tt.tries}
				log := &logged{}
				h, err := remote.NewHTTP(remote.EndpointSpec{
					URL: "http://agents.test/solve?token=abc", Key: llm.NewKey("my-secret-key"), Transport: server, Now: clock,
					Retry: llm.Retry{Tries: 4, MaxRest: time.Minute}, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
				})
				if err != nil {
					t.Fatal(err)
				}
				got, err := h.Solve(t.Context(), "?", nil, agent.TrialEnv{})
				if err != nil {
					got = &agent.Transcript{Answer: "!" + err.Error()}
				}
				if got.Answer != tt.want || len(server.sent) != tt.sent {
					t.Errorf("Solve = %q after %d tries, want %q after %d", got.Answer, len(server.sent), tt.want, tt.sent)
				}
				if last := server.at[len(server.at)-1]; last < tt.waits {
					t.Errorf("the last try was after %v, want %v at least", last, tt.waits)
				}
				for _, r := range server.sent {
					if a := r.Header.Get("Authorization"); a != "Bearer my-secret-key" || r.Method != http.MethodPost || r.URL.Host != "agents.test" {
						t.Errorf("sent %s to %s with authorization %q, want POST to agents.test with the key", r.Method, r.URL.Host, a)
					}
				}
				if text := log.String(); strings.Contains(text, "my-secret-key") || strings.Contains(text, "abc") {
					t.Errorf("log %q, want it without key and address", text)
				}
			})
		})
	}
}

// What comes back from an endpoint that repeats the key does not hold it.
func TestKeyRepeated(t *testing.T) {
	h, err := remote.NewHTTP(remote.EndpointSpec{
		URL: "http://agents.test/", Key: llm.NewKey("my-secret-key"), Now: clock,
		Transport: &tries{list: []try{{status: 200, body: `{"answer": "a my-secret-key b"}`}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, h, "?"); got.Answer != "a [key] b" {
		t.Errorf("Solve = %q, want the key struck out", got.Answer)
	}
}

func TestNewHTTP(t *testing.T) {
	for url, key := range map[string]string{
		"": "", "agents.test": "", "ftp://agents.test": "", "http://user:secret@agents.test": "", "http://agents.test/#secret": "",
		"http://agents.test": "secret with spaces", "http://%zz": "", "http://agents.test/\x7fsecret": "",
	} {
		_, err := remote.NewHTTP(remote.EndpointSpec{URL: url, Key: llm.NewKey(key), Now: clock})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("NewHTTP(%q with key %q): error %v, want one without the secret", url, key, err)
		}
	}
	if _, err := remote.NewHTTP(remote.EndpointSpec{URL: "http://agents.test"}); err == nil {
		t.Error("NewHTTP without a clock: no error")
	}
}

// A proxy stands between where one is given.
func TestProxy(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"answer": "of %s"}`, r.URL.Host)
	}))
	defer proxy.Close()
	h, err := remote.NewHTTP(remote.EndpointSpec{URL: "http://agents.test/", Now: clock, Proxy: func(*http.Request) (*url.URL, error) {
		return url.Parse(proxy.URL)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, h, "?"); got.Answer != "of agents.test" {
		t.Errorf("Solve through a proxy = %q, %s, want the proxy's answer", got.Answer, got.Detail)
	}
}

// A reply is bounded however the server writes it.
func TestEndlessReply(t *testing.T) {
	body := &endless{}
	h, err := remote.NewHTTP(remote.EndpointSpec{URL: "http://agents.test/", Now: clock, Transport: roundTripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: io.NopCloser(body)}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(t, h, "?"); got.End != agent.Failed || body.read > 4*remote.DefaultReplyBytes {
		t.Errorf("Solve of an endless reply: end %q after %d bytes, want %q after twice %d", got.End, body.read, agent.Failed, remote.DefaultReplyBytes)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return r(req) }

// endless is a text without an end.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, bytes.Repeat([]byte(" "), len(p)))
	e.read += n
	return n, nil
}

func ExampleNewHTTP() {
	h, err := remote.NewHTTP(remote.EndpointSpec{URL: "http://127.0.0.1:8000/agent", Key: llm.NewKey("a secret of theirs"), Now: time.Now})
	fmt.Println(h != nil, err)
	// Output: false agent at 127.0.0.1:8000: the key must be printable ASCII without spaces and line breaks
}
