package llm

import (
	"container/list"
	"context"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// The limit on requests in flight to an endpoint adapts by additive increase and
// multiplicative decrease, with the slow start of RFC 5681. In slow start each answer
// raises the limit by one. After the server's first complaint, only as many answers as
// the limit raise it by one.
const (
	firstLimit = 32
	cutFactor  = 0.5
)

// maxFailures is the number of consecutive failed connections after which an endpoint
// rests.
const maxFailures = 3

// endpoint is a server and its state. The pool's lock guards the state.
type endpoint struct {
	host        string
	api         *openai.Client
	doer        *doer // what api sends with
	weight      int
	maxInFlight int

	current   int     // of the smooth weighted choice
	inflight  int     // requests
	limit     float64 // of them
	slow      bool    // in slow start
	lastCut   time.Time
	restUntil time.Time // nothing is sent before
	requests  allowance
	tokens    allowance
	failed    int // connections, one after the other
}

// ready returns from when on the server accepts a request of that many tokens; ok is
// false if as many requests are in flight as allowed.
func (e *endpoint) ready(tokens int, now time.Time) (at time.Time, ok bool) {
	at = e.restUntil
	if !e.requests.allows(1, now) && e.requests.until.After(at) {
		at = e.requests.until
	}
	if !e.tokens.allows(tokens, now) && e.tokens.until.After(at) {
		at = e.tokens.until
	}
	return at, float64(e.inflight) < e.limit
}

// lease is permission to send one request to an endpoint.
type lease struct {
	*endpoint
	since time.Time
}

// waiter is a request that waits for a lease.
type waiter struct {
	tokens int
	avoid  *endpoint // failed this request before; used only if no other is ready
	place  chan lease
}

// pool gives out leases of endpoints, first come, first served. It is safe for concurrent
// use.
type pool struct {
	now func() time.Time

	mu      sync.Mutex
	all     []*endpoint
	waiting list.List   // of *waiter
	alarm   *time.Timer // dispatches when the next endpoint becomes ready; nil if not set
}

// acquire waits for a lease, which the caller must give back with release. If the context
// ends first, it returns the cause.
func (p *pool) acquire(ctx context.Context, tokens int, avoid *endpoint) (lease, error) {
	if ctx.Err() != nil {
		return lease{}, context.Cause(ctx)
	}
	w := &waiter{tokens, avoid, make(chan lease, 1)}
	p.mu.Lock()
	el := p.waiting.PushBack(w)
	p.dispatch()
	p.mu.Unlock()
	select {
	case l := <-w.place:
		return l, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting.Remove(el)
	select {
	case l := <-w.place: // the lease came when the context ended
		l.inflight--
	default:
	}
	p.dispatch() // other requests may have waited behind this one
	return lease{}, context.Cause(ctx)
}

// dispatch gives leases to waiting requests, as far as endpoints are ready. The caller
// holds the lock.
func (p *pool) dispatch() {
	now := p.now()
	for p.waiting.Len() > 0 {
		w := p.waiting.Front().Value.(*waiter)
		e, at := p.choose(w, now)
		if e == nil {
			p.wake(at, now)
			return
		}
		p.waiting.Remove(p.waiting.Front())
		e.inflight++
		e.requests.take(1)
		e.tokens.take(w.tokens)
		w.place <- lease{e, now}
	}
}

// choose returns the next endpoint among the ready ones by nginx's smooth weighted round
// robin: the counter of each ready endpoint grows by its weight, and the endpoint with
// the highest counter is chosen, whose counter falls by the sum of the weights. If no
// endpoint is ready, it returns the time when the first will be, or the zero time if all
// are full.
func (p *pool) choose(w *waiter, now time.Time) (chosen *endpoint, at time.Time) {
	var able []*endpoint
	for _, e := range p.all {
		ready, room := e.ready(w.tokens, now)
		switch {
		case !room:
		case !ready.After(now):
			able = append(able, e)
		case at.IsZero() || ready.Before(at):
			at = ready
		}
	}
	sum := 0
	for _, e := range able {
		if e == w.avoid && len(able) > 1 {
			continue
		}
		e.current += e.weight
		sum += e.weight
		if chosen == nil || e.current > chosen.current {
			chosen = e
		}
	}
	if chosen != nil {
		chosen.current -= sum
	}
	return chosen, at
}

// wake sets the timer that dispatches when an endpoint becomes ready.
func (p *pool) wake(at, now time.Time) {
	if p.alarm != nil {
		p.alarm.Stop()
		p.alarm = nil
	}
	if at.IsZero() {
		return // all endpoints are full: release will dispatch
	}
	p.alarm = time.AfterFunc(at.Sub(now), func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.dispatch()
	})
}

// outcome is what the response to a request says about the endpoint.
type outcome struct {
	kind     error         // nil for an answer
	wait     time.Duration // requested by the server; 0 for none
	requests *allowance    // nil if the response has no such header
	tokens   *allowance    // likewise
	pause    time.Duration // how long the endpoint rests after maxFailures failed connections
}

// release gives a lease back and updates the state of its endpoint.
func (p *pool) release(l lease, o outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	e := l.endpoint
	e.inflight--
	if o.requests != nil {
		e.requests = *o.requests
	}
	if o.tokens != nil {
		e.tokens = *o.tokens
	}
	if rest := now.Add(o.wait); o.wait > 0 && rest.After(e.restUntil) {
		e.restUntil = rest
	}
	switch o.kind {
	case nil:
		e.failed = 0
		e.grow()
	case ErrRateLimited, ErrTimeout, errOverloaded:
		e.failed = 0
		e.shrink(l.since, now)
	case ErrUnreachable:
		if e.failed++; e.failed >= maxFailures && now.Add(o.pause).After(e.restUntil) {
			e.restUntil = now.Add(o.pause)
		}
	}
	p.dispatch()
}

// grow raises the limit after an answer, if at least half of the limit was in use
// (RFC 7661).
func (e *endpoint) grow() {
	if float64(e.inflight+1) < e.limit/2 {
		return
	}
	step := 1 / e.limit
	if e.slow {
		step = 1
	}
	e.limit = min(e.limit+step, float64(e.maxInFlight))
}

// shrink lowers the limit. Complaints about requests that were sent before it was last
// lowered have no further effect.
func (e *endpoint) shrink(since, now time.Time) {
	if e.slow = false; since.Before(e.lastCut) {
		return
	}
	e.limit = max(e.limit*cutFactor, 1)
	e.lastCut = now
}
