package llmtest

import (
	"maps"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Record is what is known of one request.
type Record struct {
	// Number counts requests in the order in which they came, from 0.
	Number int `json:"number"`
	// Method and Path are the request's; the path has no query.
	Method string `json:"method"`
	Path   string `json:"path"`
	// Digest is the SHA-256 of the body, empty where none was read.
	Digest digest.Digest `json:"digest,omitzero"`
	// Seen is how many equal bodies came before and got as far as this one.
	Seen int `json:"seen"`
	// Model is what a valid request asked for.
	Model string `json:"model,omitzero"`
	// Status is the HTTP status, 0 while nothing was answered: under way, or the
	// client went away first.
	Status int `json:"status"`
	// Code is the code of the error object, empty where there was none.
	Code string `json:"code,omitzero"`
	// Fault is what the request met.
	Fault FaultKind `json:"fault,omitzero"`
	// Paid says that the whole answer was handed to the network, well-formed, with
	// its usage: what a client that reads it has to pay for.
	Paid bool `json:"paid"`
	// Usage is what a paid answer was charged, and for faults of the body what was
	// generated in vain.
	Usage TokenCharge `json:"usage"`
	// Body is the request's body where [Options.Keep] asks for it. It is not to be
	// changed.
	Body []byte `json:"-"`
}

// Stats are sums over all requests.
type Stats struct {
	// Requests is how many came, and Paths how many by path.
	Requests int
	Paths    map[string]int
	// Status counts the answers by HTTP status; 0 counts the requests whose clients
	// went away without one.
	Status map[int]int
	// Faults counts the faults met.
	Faults map[FaultKind]int
	// Paid is how many requests were paid for (see [Record.Paid]).
	Paid int
	// Usage is what they were charged together.
	Usage TokenCharge
	// Peak is how many requests were under way at one time at most, and InFlight how
	// many are now.
	Peak, InFlight int
}

// recorder holds the records. It is safe for concurrent use.
type recorder struct {
	options *ServerOptions
	mu      sync.Mutex
	idle    *sync.Cond // no request is under way
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

// see counts a body and returns how often it came before.
func (l *recorder) see(sum [32]byte) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.seen[sum]
	l.seen[sum] = n + 1
	return n
}

// end closes a record with what became of the request.
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

// drain waits until no request is under way.
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

// pay counts an answer that was charged.
func (l *recorder) pay(u TokenCharge) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stats.Paid++
	l.stats.Usage = l.stats.Usage.plus(u)
}

// spent returns the tokens paid for so far.
func (l *recorder) spent() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stats.Usage.Total
}

// Records returns what is known of every request, in the order in which they came. It
// is a copy. Of a request under way it has the number, the method and the path. It is empty under
// [ServerOptions.Forget].
func (s *ModelServer) Records() []Record {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	all := make([]Record, len(s.records.records))
	for i, r := range s.records.records {
		all[i] = *r
	}
	return all
}

// Stats returns the sums so far, as a copy.
func (s *ModelServer) Stats() Stats {
	s.records.mu.Lock()
	defer s.records.mu.Unlock()
	c := s.records.stats
	c.Paths, c.Status, c.Faults = maps.Clone(c.Paths), maps.Clone(c.Status), maps.Clone(c.Faults)
	return c
}

// Calls returns how many requests came to the given paths together, to all of them
// where none is given. A path is written in full: /v1/chat/completions.
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
