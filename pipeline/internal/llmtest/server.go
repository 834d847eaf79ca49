package llmtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// maxBody is the largest size of a body in bytes.
const maxBody = 32 << 20

// created is the creation time in all answers, in seconds since 1970. It is fixed, so that
// equal requests have equal answers.
const created = 1_700_000_000

// ModelServer is a model server: an [http.Handler] for the paths below /v1. It is safe for
// concurrent use.
//
// For a fault that cuts off an answer or sends none, ServeHTTP panics with
// [http.ErrAbortHandler]. An [http.Server] handles this; other callers must recover.
type ModelServer struct {
	// URL is the base URL, ending in /v1, of a server that [Start] made; "" for a server
	// that [New] made.
	URL string

	// Others answers requests for all paths other than those of chat completions and
	// embeddings; if it is nil they are refused. Set it before the first request.
	Others http.Handler

	options ServerOptions
	schemas schemas
	limiter *limiter
	records *recorder
	close   sync.Once
	closed  chan struct{}
}

// New returns a server that does not listen on a port; it is used as an [http.Handler]. It
// panics if the options are invalid: see [ServerOptions.Validate].
func New(o ServerOptions) *ModelServer {
	if err := o.Validate(); err != nil {
		panic(fmt.Sprintf("llmtest: %v", err))
	}
	s := &ModelServer{options: o.withDefaults(), closed: make(chan struct{})}
	s.limiter = newLimiter(s.options.Limits)
	s.records = newRecorder(&s.options)
	return s
}

// T is the part of [testing.TB] that [Start] needs.
type T interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// Start returns a server that listens on a free port of the loopback interface until the
// test ends. Invalid options fail the test.
func Start(t T, o ServerOptions) *ModelServer {
	t.Helper()
	if err := o.Validate(); err != nil {
		t.Fatalf("llmtest: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("llmtest: %v", err)
	}
	s := New(o)
	s.URL = "http://" + l.Addr().String() + "/v1"
	h := &http.Server{Handler: s}
	done := make(chan error, 1)
	go func() { done <- h.Serve(l) }()
	t.Cleanup(func() {
		s.Close()
		h.Close()
		s.records.drain()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Fatalf("llmtest: %v", err)
		}
	})
	return s
}

// Close aborts the requests that hang and ends the latency of those that wait. Later
// requests are answered without latency. Close can be called more than once.
func (s *ModelServer) Close() { s.close.Do(func() { close(s.closed) }) }

// exchange is one request and its answer.
type exchange struct {
	*ModelServer
	w      http.ResponseWriter
	r      *http.Request
	record Record
	body   []byte
	sum    [sha256.Size]byte
}

// ServeHTTP answers one request.
func (s *ModelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	entry := s.records.begin(r.Method, r.URL.Path)
	x := &exchange{ModelServer: s, w: w, r: r, record: *entry}
	// Deferred, because a cut connection causes a panic.
	defer func() { s.records.end(entry, x.record, x.body) }()
	w.Header().Set("X-Request-Id", "req_"+strconv.Itoa(entry.Number))
	if p := x.route(); p != nil {
		x.refuse(p)
	}
}

// refuse answers with an error object.
func (x *exchange) refuse(p *problem) {
	if p.Code != nil {
		x.record.Code = *p.Code
	}
	x.reply(p.status, "application/json", p.body())
}

func (x *exchange) reply(status int, contentType string, body []byte) {
	x.record.Status = status
	h := x.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(status)
	x.w.Write(body) // fails if the client is gone, which does not matter
}

// authorise returns a problem unless the request has the server's key.
func (x *exchange) authorise() *problem {
	if x.options.Key == "" {
		return nil
	}
	key, ok := strings.CutPrefix(x.r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !ok || key == "":
		return newProblem(http.StatusUnauthorized, typeInvalid, "", "", "no API key: the request must have the header Authorization: Bearer KEY")
	case key != x.options.Key:
		return newProblem(http.StatusUnauthorized, typeInvalid, "", "invalid_api_key", "the API key is not the key of this server")
	}
	return nil
}

// readJSON reads a JSON body.
func (x *exchange) readJSON() *problem {
	kind, _, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return newProblem(http.StatusBadRequest, typeInvalid, "", "unsupported_content_type",
			"the content type is %q: want application/json", x.r.Header.Get("Content-Type"))
	}
	var b bytes.Buffer
	if n := x.r.ContentLength; n > 0 && n <= maxBody {
		b.Grow(int(n) + bytes.MinRead)
	}
	if _, err := b.ReadFrom(http.MaxBytesReader(x.w, x.r.Body, maxBody)); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return newProblem(http.StatusRequestEntityTooLarge, typeInvalid, "", "request_too_large", "the body is too large: want at most %d bytes", maxBody)
		}
		return newProblem(http.StatusBadRequest, typeInvalid, "", "unreadable_body", "the body ends early: %v", io.ErrUnexpectedEOF)
	}
	x.body = b.Bytes()
	x.sum = sha256.Sum256(x.body)
	x.record.Digest = sumDigest(x.sum)
	return nil
}

func sumDigest(sum [sha256.Size]byte) digest.Digest {
	return digest.Digest("sha256:" + hex.EncodeToString(sum[:]))
}

// wait waits for d or until the server is closed. If the client goes away first, it panics
// with [http.ErrAbortHandler].
func (x *exchange) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-x.closed:
	case <-x.r.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

// hang waits until the client gives up or the server is closed. Then it panics with
// [http.ErrAbortHandler], because a handler that returns sends an answer.
func (x *exchange) hang() {
	select {
	case <-x.closed:
	case <-x.r.Context().Done():
	}
	panic(http.ErrAbortHandler)
}
