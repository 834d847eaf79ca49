package llm

import (
	"container/list"
	"context"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// How the number of requests in flight to an endpoint adapts (additive increase,
// multiplicative decrease, with the slow start of RFC 5681: an answer makes room for
// one more until the server first complains, from then on a whole round of answers
// does).
const (
	firstLimit = 32
	cutFactor  = 0.5
)

// Connections that fail one after the other until the endpoint rests.
const patience = 3

// endpoint is a server with what is known of its state, which its pool guards.
type endpoint struct {
	host   string
	base   string // URL without a slash at the end
	api    *openai.Client
	doer   *doer // what api sends with
	weight int
	most   int // in flight

	current  int     // of the smooth weighted choice
	inflight int     // requests
	limit    float64 // of them
	slow     bool    // in slow start
	cut      time.Time
	rest     time.Time // nothing is sent before
	requests allowance
	tokens   allowance
	failed   int // connections, one after the other
}

// ready returns when the endpoint can take a request of so many tokens, if nothing
// else happens; ok is false if it is full.
func (e *endpoint) ready(tokens int, now time.Time) (at time.Time, ok bool) {
	at = e.rest
	if !e.requests.allows(1, now) && e.requests.until.After(at) {
		at = e.requests.until
	}
	if !e.tokens.allows(tokens, now) && e.tokens.until.After(at) {
		at = e.tokens.until
	}
	return at, float64(e.inflight) < e.limit
}

// lease is a request's place at an endpoint.
type lease struct {
	*endpoint
	since time.Time
}

// waiter is a request without a place.
type waiter struct {
	tokens int
	avoid  *endpoint // that failed it; used if there is no other
	place  chan lease
}

// pool hands out places at endpoints, first come, first served. It is safe for
// concurrent use.
type pool struct {
	now func() time.Time

	mu      sync.Mutex
	all     []*endpoint
	waiting list.List   // of *waiter
	alarm   *time.Timer // at which an endpoint has rested; nil if none is set
}

// acquire waits for a place. Whoever gets one releases it.
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
	case l := <-w.place: // in the same moment
		l.inflight--
	default:
	}
	p.dispatch() // others may have waited behind this one
	return lease{}, context.Cause(ctx)
}

// dispatch gives places to those who wait, as far as there are any.
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

// choose returns the endpoint whose turn it is among those that are ready, by
// smooth weighted round robin (nginx): everyone's counter grows by its weight, the
// highest is chosen and falls by the sum. Where none is ready, it returns when the
// first one is, or the zero time if all are full.
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

// wake sees to it that somebody dispatches when an endpoint has rested.
func (p *pool) wake(at, now time.Time) {
	if p.alarm != nil {
		p.alarm.Stop()
		p.alarm = nil
	}
	if at.IsZero() {
		return // all are full: a release dispatches
	}
	p.alarm = time.AfterFunc(at.Sub(now), func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.dispatch()
	})
}

// outcome is what a request taught about its endpoint.
type outcome struct {
	kind     error         // nil for an answer
	wait     time.Duration // that the server asked for; 0 for none
	requests *allowance    // nil if the server said nothing
	tokens   *allowance
	pause    time.Duration // for an endpoint whose connections keep failing
}

// release gives a place back.
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
	if rest := now.Add(o.wait); o.wait > 0 && rest.After(e.rest) {
		e.rest = rest
	}
	switch o.kind {
	case nil:
		e.failed = 0
		e.grow()
	case ErrRateLimited, ErrTimeout, errOverloaded:
		e.failed = 0
		e.shrink(l.since, now)
	case ErrUnreachable:
		if e.failed++; e.failed >= patience && now.Add(o.pause).After(e.rest) {
			e.rest = now.Add(o.pause)
		}
	}
	p.dispatch()
}

// grow makes room after an answer, if the room there is was needed (RFC 7661).
func (e *endpoint) grow() {
	if float64(e.inflight+1) < e.limit/2 {
		return
	}
	step := 1 / e.limit
	if e.slow {
		step = 1
	}
	e.limit = min(e.limit+step, float64(e.most))
}

// shrink takes room away, once for all complaints about requests that were sent
// before it did.
func (e *endpoint) shrink(since, now time.Time) {
	if e.slow = false; since.Before(e.cut) {
		return
	}
	e.limit = max(e.limit*cutFactor, 1)
	e.cut = now
}
