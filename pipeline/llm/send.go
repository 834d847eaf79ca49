package llm

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// outgoing is a request to be sent.
type outgoing struct {
	digest   digest.Digest // identifies the request
	model    string        // has the price of its responses
	expected Spending      // of one attempt, as the caller has reserved it
}

// send calls do with an endpoint, and again, preferably with another endpoint, after
// faults that may be temporary. It returns what was paid for responses that cannot be
// used, which are in the journal and on the account. The error is an
// *InfrastructureError, with ErrBudget if what such responses cost leaves no room for
// another attempt, or the cause of the context's end, or the journal's fault.
//
// After the end of the context nothing more is sent. A request that is paid for and was
// sent is finished first.
func (c *Client) send(ctx context.Context, r outgoing, do func(context.Context, *endpoint, *exchange) error) (wasted Spending, err error) {
	var avoid *endpoint
	resting := map[*endpoint]bool{} // endpoints that asked for a wait above MaxRest
	unreached := map[*endpoint]bool{}
	for n := 1; ; n++ {
		l, err := c.pool.acquire(ctx, r.expected.Usage.Tokens(), avoid)
		if err != nil {
			return wasted, err
		}
		if err := c.checkJournal(); err != nil { // it may have failed during the wait
			c.pool.release(l, outcome{kind: err})
			return wasted, err
		}
		pause := c.pause(r.digest, n)
		fault, wait, paid := c.attempt(ctx, l, pause, do)
		if fault == nil || fault.Status != 0 {
			c.reached.Store(true)
		}
		if fault == nil {
			return wasted, nil
		}
		if paid.Tokens() > 0 {
			cost, err := c.waste(r, paid, fault)
			if wasted = wasted.Add(cost); err != nil {
				return wasted, err
			}
		}
		if ctx.Err() != nil {
			return wasted, context.Cause(ctx)
		}
		fault.Tries, fault.Wasted, avoid = n, wasted, l.endpoint
		c.log.Debug("model call failed", "request", r.digest.Short(), "error", fault)
		if wait > c.retry.MaxRest {
			fault.Kind = ErrRest
			resting[l.endpoint] = true
			if len(resting) < len(c.pool.all) && n < c.retry.Tries {
				continue
			}
		}
		if fault.Kind == ErrUnreachable {
			unreached[l.endpoint] = true
		}
		wrong := n >= unreachedTries && len(unreached) == len(c.pool.all) && !c.reached.Load()
		if !fault.retryable() || n == c.retry.Tries || wasted.Answers == wastedTries || wrong {
			return wasted, fault
		}
		if wasted.Answers > 0 {
			err := c.account.renew(ctx, r.expected)
			if ctx.Err() != nil {
				return wasted, context.Cause(ctx)
			}
			if err != nil {
				return wasted, fmt.Errorf("%w: %w", err, fault)
			}
		}
		if wait >= pause {
			continue // the pool makes the endpoint rest; another one may be ready
		}
		if err := sleep(ctx, pause); err != nil {
			return wasted, err
		}
	}
}

// wastedTries is the maximum number of responses to one request that are paid for and
// cannot be used, in one call or in all batches: a server that spoils so many is likely to
// spoil the next one as well.
const wastedTries = 3

// waste puts a response that was paid for and cannot be used on the account and into the
// journal.
func (c *Client) waste(r outgoing, u TokenUsage, fault *InfrastructureError) (Spending, error) {
	price, _ := c.prices.Of(r.model)
	s := Spending{Answers: 1, Usage: u, Cost: price.Cost(u)}
	c.account.settle(Spending{}, s)
	if c.journal == nil {
		return s, nil
	}
	number := c.journal.wastedOn(r.digest).Answers
	return s, c.journal.add(entry{
		Digest: digest.Of("llm unusable response", string(r.digest), strconv.Itoa(number)),
		Wasted: &wastedResponse{Request: r.digest, Detail: fault.Detail, Usage: u, Cost: s.Cost},
	})
}

// unreachedTries is the maximum number of attempts while no endpoint has ever responded: a
// wrong address is then likelier than a server that is down for a moment.
const unreachedTries = 3

// attempt calls do once and gives the lease back. The end of ctx ends it as far as
// [exchange] says. It returns the fault, if any, how long the server asked the
// client to wait, and the usage that the server reported with a fault.
func (c *Client) attempt(ctx context.Context, l lease, pause time.Duration, do func(context.Context, *endpoint, *exchange) error) (fault *InfrastructureError, asked time.Duration, paid TokenUsage) {
	x := new(exchange)
	limited, cancel := context.WithTimeout(x.begin(ctx, c.inFlight), c.timeout)
	err := ctx.Err()
	if err == nil {
		err = do(limited, l.endpoint, x)
	}
	cancel()
	x.end()
	if err != nil {
		fault = classify(err, x, l.endpoint, c.keys[l.endpoint])
		paid = usageIn(x.body)
	}
	o := outcomeOf(fault, x, c.now())
	if ctx.Err() != nil && err != nil {
		o = outcome{kind: ctx.Err()} // the caller gave up, which is not the endpoint's fault
	}
	asked = o.wait
	o.wait, o.pause = min(o.wait, c.retry.MaxRest), pause
	latest := c.now().Add(c.retry.MaxRest)
	for _, a := range []*allowance{o.requests, o.tokens} {
		if a != nil && a.until.After(latest) {
			a.until = latest
		}
	}
	c.pool.release(l, o)
	return fault, asked, paid
}

// pause returns how long to wait after attempt n: from half to all of a time that doubles
// with each attempt, so that requests that failed together are not repeated together. It
// depends only on the request and n.
func (c *Client) pause(d digest.Digest, n int) time.Duration {
	full := c.retry.Max
	if doubled := c.retry.Base << min(n-1, 16); doubled > 0 && doubled < full {
		full = doubled
	}
	return full/2 + digestDuration(full/2, string(d), strconv.Itoa(n))
}

// digestDuration returns a duration in [0, most] that depends only on the fields.
func digestDuration(most time.Duration, fields ...string) time.Duration {
	return time.Duration(digest.Rand(append([]string{"llm", "pause"}, fields...)...).Int64N(int64(most) + 1))
}

// sleep waits for d. If the context ends first, it returns the cause.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// sharedCalls are the requests being answered, each by one caller for all callers with
// the same digest. The zero value is ready to use; it is safe for concurrent use.
type sharedCalls struct {
	mu       sync.Mutex
	byDigest map[digest.Digest]*sharedCall
}

// sharedCall is one request being answered.
type sharedCall struct {
	done      chan struct{} // closed when entry and err are set
	entry     entry
	err       error
	abandoned bool // the caller that answered it gave up; waiting callers try again
}

// join returns the call for a digest, and whether the caller must answer it and then call
// finish.
func (s *sharedCalls) join(d digest.Digest) (*sharedCall, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if call, ok := s.byDigest[d]; ok {
		return call, false
	}
	if s.byDigest == nil {
		s.byDigest = map[digest.Digest]*sharedCall{}
	}
	call := &sharedCall{done: make(chan struct{})}
	s.byDigest[d] = call
	return call, true
}

// finish ends a call. Its answer must be in the journal already, where later callers
// look for it.
func (s *sharedCalls) finish(d digest.Digest, call *sharedCall) {
	s.mu.Lock()
	delete(s.byDigest, d)
	s.mu.Unlock()
	close(call.done)
}

// share calls answer once for all concurrent callers with the same digest. own reports
// whether this caller's answer was called; for all callers the entry is read-only.
func (s *sharedCalls) share(ctx context.Context, d digest.Digest, answer func() (entry, error)) (e entry, own bool, err error) {
	for {
		call, own := s.join(d)
		if own {
			call.abandoned = true // in case answer panics
			defer s.finish(d, call)
			call.entry, call.err = answer()
			call.abandoned = call.err != nil && ctx.Err() != nil
			return call.entry, true, call.err
		}
		select {
		case <-call.done:
		case <-ctx.Done():
			return entry{}, false, context.Cause(ctx)
		}
		if !call.abandoned {
			return call.entry, false, call.err
		}
	}
}
