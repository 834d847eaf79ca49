package llmtest

import (
	"maps"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Record describes one request and its answer.
type Record struct {
	// Number is the position of the request in order of arrival, from 0.
	Number int `json:"number"`
	// Method and Path are the request's; the path has no query.
	Method string `json:"method"`
	Path   string `json:"path"`
	// Digest is the SHA-256 of the body; "" if no body was read.
	Digest digest.Digest `json:"digest,omitzero"`
	// Seen is the number of earlier requests with an equal body that passed the same
	// checks.
	Seen int `json:"seen"`
	// Model is the model of a valid request.
	Model string `json:"model,omitzero"`
	// Status is the HTTP status; 0 if there is no answer, because the request is still in
	// flight or the client gave up.
	Status int `json:"status"`
	// Code is the code of the error object; "" if there is none.
	Code string `json:"code,omitzero"`
	// Fault is the fault that happened to the request.
	Fault FaultKind `json:"fault,omitzero"`
	// Paid says that a whole, well-formed answer was sent, for which the client has to
	// pay.
	Paid bool `json:"paid"`
	// Usage is the charge for a paid answer. For an answer with a broken body it is the
	// usage that would have been charged.
	Usage TokenCharge `json:"usage"`
	// Body is the request's body; nil without [ServerOptions.Keep]. It must not be
	// changed.
	Body []byte `json:"-"`
}

// Stats are totals over all requests.
type Stats struct {
	// Requests is the number of requests, and Paths the number by path.
	Requests int
	Paths    map[string]int
	// Status is the number of finished requests by HTTP status; 0 stands for requests
	// that ended without an answer.
	Status map[int]int
	// Faults is the number of faults that happened, by kind.
	Faults map[FaultKind]int
	// Paid is the number of paid answers (see [Record.Paid]).
	Paid int
	// Usage is the total charge for the paid answers.
	Usage TokenCharge
	// InFlight is the number of requests in flight, and Peak its maximum so far.
	Peak, InFlight int
}

// recorder holds the records. It is safe for concurrent use.
type recorder struct {
	options *ServerOptions
	mu      sync.Mutex
	idle    *sync.Cond // no request is in flight
	stats   Stats
	records []*Record
	seen    map[[32]byte]int
}

func newRecorder(o *ServerOptions) *recorder {
	l := &recorder{options: o, seen: make(map[[32]byte]int), stats: Stats{
		Paths: make(map[string]int), Status: make(map[int]int), Faults: make(map[FaultKind]int),
	}}
	l.idle = sync.NewCond(&l.mu)
	return l
}

// begin starts a record.
func (l *recorder) begin(method, path string) *Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &Record{Number: l.stats.Requests, Method: method, Path: path}
	l.stats.Requests++
	l.stats.Paths[path]++
	l.stats.InFlight++
	l.stats.Peak = max(l.stats.Peak, l.stats.InFlight)
	if !l.options.Forget {
		l.records = append(l.records, r)
	}
	return r
}

// countBody counts a body and returns how often it was counted before.
func (l *recorder) countBody(sum [32]byte) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.seen[sum]
	l.seen[sum] = n + 1
	return n
}

// end completes a record when its request is finished.
func (l *recorder) end(r *Record, done Record, body []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Status[done.Status]++
	l.count(done.Fault)
	if l.options.Keep && !l.options.Forget {
		done.Body = body
	}
	*r = done
	if l.stats.InFlight--; l.stats.InFlight == 0 {
		l.idle.Broadcast()
	}
}

// drain waits until no request is in flight.
func (l *recorder) drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.stats.InFlight > 0 {
		l.idle.Wait()
	}
}

// count counts a fault. The caller holds the lock.
func (l *recorder) count(f FaultKind) {
	if f != FaultNone {
		l.stats.Faults[f]++
	}
}

// pay counts a paid answer.
func (l *recorder) pay(u TokenCharge) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Paid++
	l.stats.Usage = l.stats.Usage.plus(u)
}

// spent returns the number of tokens charged so far.
func (l *recorder) spent() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats.Usage.Total
}

// Records returns a copy of the records of all requests, in order of arrival. The record of
// a request in flight has only number, method and path. With [ServerOptions.Forget] the
// result is empty.
func (s *ModelServer) Records() []Record {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	all := make([]Record, len(s.records.records))
	for i, r := range s.records.records {
		all[i] = *r
	}
	return all
}

// Stats returns a copy of the totals so far.
func (s *ModelServer) Stats() Stats {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	c := s.records.stats
	c.Paths, c.Status, c.Faults = maps.Clone(c.Paths), maps.Clone(c.Status), maps.Clone(c.Faults)
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
	for _, p := range slices.Compact(slices.Sorted(slices.Values(paths))) {
		n += st.Paths[p]
	}
	return n
}
