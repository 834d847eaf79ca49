package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"path/filepath"
	"strings"
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

// A request without a connection is not in flight: the end of its caller's context ends it,
// also during a TLS handshake that the server does not take part in.
func TestHandshakeAtTheEnd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithCancel(t.Context())
	inFlight := new(atomic.Int64)
	counted := make(chan int64, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		io.ReadFull(conn, make([]byte, 5)) // of the client's first message
		counted <- inFlight.Load()
		cancel()
		io.Copy(io.Discard, conn)
	}()
	c, err := New(ClientOptions{Endpoints: []Endpoint{{URL: "https://" + l.Addr().String()}}, InFlight: inFlight, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err = c.Chat(ctx, say("hi"))
	if took := time.Since(start); !errors.Is(err, context.Canceled) || took > 5*time.Second {
		t.Errorf("Chat: %v after %v, want the end of the context at once", err, took)
	}
	if n := <-counted; n != 0 {
		t.Errorf("%d requests in flight during the handshake, want none", n)
	}
}

// A request is not sent once its exchange has ended, even if the transport has a connection
// for it by then: the connection is closed, because the transport would send the header.
func TestConnectionAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	x, inFlight := &exchange{billed: true}, new(atomic.Int64)
	req, err := http.NewRequestWithContext(x.begin(ctx, inFlight), http.MethodPost, "http://localhost", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	trace := httptrace.ContextClientTrace(x.protect(req).Context())
	connection := func() (httptrace.GotConnInfo, net.Conn) {
		near, far := net.Pipe()
		t.Cleanup(func() { near.Close(); far.Close() })
		return httptrace.GotConnInfo{Conn: near}, far
	}
	closed := func(far net.Conn) bool {
		far.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		_, err := far.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	}
	trace.GetConn("")
	first, far := connection()
	trace.GotConn(first)
	if n := inFlight.Load(); n != 1 || closed(far) {
		t.Errorf("%d in flight with a connection, want 1 and the connection open", n)
	}
	trace.GetConn("") // of another connection, as the first was closed
	cancel()
	second, far := connection()
	trace.GotConn(second)
	if n := inFlight.Load(); n != 0 || !closed(far) {
		t.Errorf("%d in flight after the end, want none and the connection closed", n)
	}
	if x.end(); inFlight.Load() != 0 {
		t.Errorf("%d in flight at the end, want none", inFlight.Load())
	}
}

// Uploads and questions about batches end at once with the context. A batch that is being
// started is waited for and remembered, so that it is not started again.
func TestBatchAtTheEnd(t *testing.T) {
	for _, at := range []string{"POST /files", "GET /batches", "POST /batches", "GET /batches/b", "GET /files/out/content"} {
		t.Run(at, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			released, started, inFlight, hold := make(chan bool), 0, new(atomic.Int64), true
			defer close(released)
			c := interrupted(t, func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				call := r.Method + " " + r.URL.Path
				if call == "POST /batches" {
					started++
				}
				if call == at && hold {
					hold = false
					cancel()
					if call != "POST /batches" {
						<-released
					}
					time.Sleep(20 * time.Millisecond)
				}
				switch call {
				case "POST /files":
					fmt.Fprint(w, `{"id":"in"}`)
				case "GET /batches":
					fmt.Fprint(w, `{"data":[]}`)
				case "POST /batches":
					fmt.Fprint(w, `{"id":"b"}`)
				case "GET /batches/b":
					fmt.Fprint(w, `{"id":"b","status":"completed","output_file_id":"out","request_counts":{"completed":1}}`)
				case "GET /files/out/content":
					fmt.Fprintf(w, `{"custom_id":%q,"response":{"status_code":200,"body":{"choices":[{"message":{"content":"yes"}}]}}}`, new(say("hi")).Digest())
				}
			}, ClientOptions{InFlight: inFlight})
			work := func(ctx context.Context) error {
				b, err := OpenBatch(c)
				if err == nil {
					_, err = b.Submit(ctx, []Request{say("hi")})
				}
				if err == nil {
					_, err = b.Collect(ctx)
				}
				return err
			}
			start := time.Now()
			err := work(ctx)
			if took := time.Since(start); !errors.Is(err, context.Canceled) || took > 5*time.Second || inFlight.Load() != 0 {
				t.Errorf("first: %v after %v, %d in flight, want the end of the context at once", err, took, inFlight.Load())
			}
			if err := work(t.Context()); err != nil || started != 1 || c.journal.Len() != 1 {
				t.Errorf("again: %v, %d batches started, %d answers, want 1 of each", err, started, c.journal.Len())
			}
		})
	}
}
