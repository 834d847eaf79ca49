package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// interrupted returns the client of a server, whose journal is closed at the end.
func interrupted(t *testing.T, handle http.HandlerFunc, o ClientOptions) *Client {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	j, err := OpenJournal(filepath.Join(t.TempDir(), "j"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	o.Endpoints, o.Journal, o.Now = []Endpoint{{URL: s.URL}}, j, time.Now
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func say(text string) Request {
	return Request{Model: "m", Messages: []Message{{Role: User, Text: text}}}
}

// At the end of the context requests in flight are finished and recorded, and no other is
// sent. The number of requests in flight is known until then.
func TestInFlightAtTheEnd(t *testing.T) {
	const requests = 20
	var calls atomic.Int64
	open := make(chan bool)
	inFlight := new(atomic.Int64)
	c := interrupted(t, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		<-open
		fmt.Fprint(w, `{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":5}}`)
	}, ClientOptions{InFlight: inFlight})
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	type answered struct {
		r    Reply
		next error
		err  error
	}
	all := make(chan answered)
	for i := range requests {
		go func() {
			r, err := c.Chat(ctx, say(fmt.Sprint(i)))
			_, next := c.Chat(ctx, say(fmt.Sprint("next ", i)))
			all <- answered{r, next, err}
		}()
	}
	for calls.Load() < requests {
		time.Sleep(time.Millisecond)
	}
	if n := inFlight.Load(); n != requests {
		t.Errorf("%d requests in flight, want %d", n, requests)
	}
	cancel(why)
	close(open)
	for range requests {
		if a := <-all; a.err != nil || a.r.Text != "yes" || !errors.Is(a.next, why) {
			t.Errorf("reply %q, error %v, of the next request %v, want an answer, and then the cause of the end", a.r.Text, a.err, a.next)
		}
	}
	if calls.Load() != requests || c.journal.Len() != requests || inFlight.Load() != 0 {
		t.Errorf("%d calls, %d recorded, %d in flight, want %d, all of them, and none", calls.Load(), c.journal.Len(), inFlight.Load(), requests)
	}
}

// Embeddings in flight are finished as well.
func TestEmbeddingAtTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := interrupted(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1]}],"usage":{"prompt_tokens":5}}`)
	}, ClientOptions{})
	if _, err := c.Embed(ctx, "m", []string{"text"}); err != nil || c.journal.Len() != 1 {
		t.Errorf("Embed: %v, %d recorded, want the vector", err, c.journal.Len())
	}
}

// A response that is no answer is not waited for again after the end: neither a pause
// before another attempt nor one that the server asks for is kept, and nothing is sent.
// What was paid for it counts.
func TestPausesAtTheEnd(t *testing.T) {
	for name, handle := range map[string]http.HandlerFunc{
		"fault":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"rate limit": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "300"); w.WriteHeader(429) },
		"no choices": func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"choices":[],"usage":{"prompt_tokens":5}}`)
		},
	} {
		for _, when := range []string{"in flight", "in the pause"} {
			t.Run(name+" "+when, func(t *testing.T) {
				var calls atomic.Int64
				ctx, cancel := context.WithCancel(t.Context())
				c := interrupted(t, func(w http.ResponseWriter, r *http.Request) {
					calls.Add(1)
					if when == "in flight" {
						cancel()
					} else {
						time.AfterFunc(20*time.Millisecond, cancel)
					}
					handle(w, r)
				}, ClientOptions{Retry: Retry{Base: time.Hour, Max: time.Hour}})
				start := time.Now()
				_, err := c.Chat(ctx, say("hi"))
				if took := time.Since(start); !errors.Is(err, context.Canceled) || took > 30*time.Second || calls.Load() != 1 {
					t.Errorf("error %v after %v and %d calls, want the cause at once after 1", err, took, calls.Load())
				}
				if want := map[string]int{"no choices": 5}[name]; c.Spent().Usage.Tokens() != want || c.journal.Spent().Usage.Tokens() != want {
					t.Errorf("spent %+v, want %d tokens", c.Spent(), want)
				}
			})
		}
	}
}

// A request without a connection is not in flight: the end of its caller's context ends it.
func TestDialAtTheEnd(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	caller, cancel := context.WithCancel(t.Context())
	ctx := withExchange(t.Context(), &exchange{caller: caller})
	conn, err := dial(ctx, "tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	cancel()
	if conn, err := dial(ctx, "tcp", s.Listener.Addr().String()); err == nil {
		conn.Close()
		t.Error("a connection was opened after the end")
	}
}
