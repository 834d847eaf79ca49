package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

const (
	// DefaultModel is the chat model if [ServerOptions.Models] is nil.
	DefaultModel = "test-model"
	// DefaultEmbedder is the embedding model.
	DefaultEmbedder = "test-embedding"
)

// Paths of the requests that the server answers itself.
const (
	chatPath       = "/v1/chat/completions"
	embeddingsPath = "/v1/embeddings"
)

// maxBody is the largest size of a body in bytes.
const maxBody = 32 << 20

// ServerOptions set the behaviour of a server. With the zero value a server echoes without
// delay or faults, needs no key, and has the default model.
type ServerOptions struct {
	// Key is the bearer key that every request must have; "" if no key is needed.
	Key string
	// Models are the chat models; nil means [DefaultModel].
	Models []string
	// Script answers chat requests; nil means [Echo].
	Script Script
	// Seed is the seed of faults and latencies.
	Seed int64
	// Latency is the shortest time that an answer takes; a time drawn uniformly from 0 to
	// Spread is added to it. Refused requests are answered at once.
	Latency, Spread time.Duration
	// Faults are the probabilities of the faults that are drawn, with a sum of at most 1.
	// A request meets at most one fault.
	Faults map[FaultKind]float64
}

// Stats are totals over all requests.
type Stats struct {
	// Requests is the number of requests, and Paths the number by path.
	Requests int
	Paths    map[string]int
	// Faults is the number of faults that happened, by kind.
	Faults map[FaultKind]int
	// Paid is the number of whole, well-formed answers, for which the client has to pay.
	Paid int
	// Usage is the total charge for the paid answers.
	Usage llm.TokenUsage
}

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

	options  ServerOptions
	inFlight atomic.Int64
	mu       sync.Mutex
	stats    Stats
	seen     map[digest.Digest]int
}

// New returns a server that does not listen on a port; it is used as an [http.Handler].
func New(o ServerOptions) *ModelServer {
	if o.Models == nil {
		o.Models = []string{DefaultModel}
	}
	if o.Script == nil {
		o.Script = Echo
	}
	return &ModelServer{options: o, seen: map[digest.Digest]int{}, stats: Stats{Paths: map[string]int{}, Faults: map[FaultKind]int{}}}
}

// T is the part of [testing.TB] that [Start] needs.
type T interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// Start returns a server that listens on a free port of the loopback interface until the
// test ends.
func Start(t T, o ServerOptions) *ModelServer {
	t.Helper()
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
		h.Close() // ends the contexts of requests that wait
		for s.inFlight.Load() > 0 {
			time.Sleep(time.Millisecond)
		}
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Fatalf("llmtest: %v", err)
		}
	})
	return s
}

// Stats returns a copy of the totals so far.
func (s *ModelServer) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.stats
	c.Paths, c.Faults = maps.Clone(c.Paths), maps.Clone(c.Faults)
	return c
}

// Calls returns the total number of requests to the given paths, or to all paths if none is
// given. A path is complete, such as /v1/chat/completions.
func (s *ModelServer) Calls(paths ...string) int {
	st := s.Stats()
	if len(paths) == 0 {
		return st.Requests
	}
	n := 0
	for _, p := range paths {
		n += st.Paths[p]
	}
	return n
}

// count changes the totals.
func (s *ModelServer) count(change func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.stats)
}

// countBody counts a body and returns how often it came before.
func (s *ModelServer) countBody(d digest.Digest) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[d]++
	return s.seen[d] - 1
}

// exchange is one request and its answer.
type exchange struct {
	*ModelServer
	w http.ResponseWriter
	r *http.Request
}

// outcome is an answer to a valid request, with its charge and the fault that happens to it.
type outcome struct {
	body  any // sent as JSON
	usage llm.TokenUsage
	fault FaultKind
}

// run computes the answer to a valid request. The ID is the answer's; drawn is the fault that
// was drawn, in place of which the outcome may have another or none.
type run func(id string, drawn FaultKind) (outcome, *problem)

// ServeHTTP answers one request.
func (s *ModelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.inFlight.Add(1)
	defer s.inFlight.Add(-1)
	s.count(func(t *Stats) {
		t.Requests++
		t.Paths[r.URL.Path]++
	})
	x := &exchange{s, w, r}
	if p := x.answer(); p != nil {
		x.reply(p.status, "application/json", encode(map[string]*problem{"error": p}))
	}
}

// answer answers a request, or returns why it is refused.
func (x *exchange) answer() *problem {
	path := x.r.URL.Path
	read := map[string]func([]byte) (run, *problem){chatPath: x.readChat, embeddingsPath: x.readEmbeddings}[path]
	switch {
	case x.options.Key != "" && x.r.Header.Get("Authorization") != "Bearer "+x.options.Key:
		return &problem{http.StatusUnauthorized, "the API key is not the key of this server", typeInvalid, "invalid_api_key"}
	case read == nil && x.Others != nil:
		x.Others.ServeHTTP(x.w, x.r)
		return nil
	case read == nil:
		return &problem{http.StatusNotFound, path + " is not served here", typeInvalid, "unknown_url"}
	case x.r.Method != http.MethodPost:
		return &problem{http.StatusMethodNotAllowed, x.r.Method + " on " + path + ": want POST", typeInvalid, "method_not_supported"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(x.w, x.r.Body, maxBody))
	if err != nil {
		return invalid("the body cannot be read: %v", err)
	}
	run, p := read(body)
	if p != nil {
		return p
	}
	return x.perform(digest.Bytes(body), run)
}

// perform draws the fault and the latency of a valid request, computes its answer and sends
// it.
func (x *exchange) perform(body digest.Digest, run run) *problem {
	seen := x.countBody(body)
	d := x.options.draw(body, seen)
	if d.fault.replacesAnswer() {
		return x.sendFault(d)
	}
	x.wait(d.latency)
	o, p := run(body.Short()+strconv.Itoa(seen), d.fault)
	if p != nil {
		return p
	}
	if d.fault = o.fault; d.fault.replacesAnswer() {
		return x.sendFault(d)
	}
	x.send(o, d)
	return nil
}

// send sends an answer. It is charged first, so that a client that has the answer finds it
// counted, unless its fault makes the body unreadable.
func (x *exchange) send(o outcome, d drawn) {
	body := encode(o.body)
	x.count(func(t *Stats) {
		if o.fault != "" {
			t.Faults[o.fault]++
		}
		if o.fault != FaultCut && o.fault != FaultMalformed {
			t.Paid++
			t.Usage = t.Usage.Add(o.usage)
		}
	})
	switch o.fault {
	case FaultCut:
		x.cut(body, d)
	case FaultMalformed:
		body = malformed(body, d)
	}
	x.reply(http.StatusOK, "application/json", body)
}

func (x *exchange) reply(status int, contentType string, body []byte) {
	h := x.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(status)
	x.w.Write(body) // fails if the client is gone, which does not matter
}

// wait waits for d. If the client goes away first, it panics with [http.ErrAbortHandler].
func (x *exchange) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-x.r.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

// problem is the reason for refusing a request: a status and OpenAI's error object.
type problem struct {
	status  int
	Message string `json:"message"`
	Type    string `json:"type"`
	Code    string `json:"code"`
}

// Types of errors in the API reference.
const (
	typeInvalid = "invalid_request_error"
	typeServer  = "server_error"
)

// invalid returns a problem with status 400.
func invalid(format string, args ...any) *problem {
	return &problem{http.StatusBadRequest, fmt.Sprintf(format, args...), typeInvalid, "invalid_value"}
}

// served returns a problem unless model is one of models.
func served(model string, models ...string) *problem {
	if slices.Contains(models, model) {
		return nil
	}
	return &problem{http.StatusNotFound, fmt.Sprintf("model %q is not served here: want one of %q", model, models), typeInvalid, "model_not_found"}
}

// encode returns v as JSON with a line break. It panics if v cannot be encoded, which
// would be a bug in this package.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("llmtest: %T has no JSON form: %v", v, err))
	}
	return append(b, '\n')
}
