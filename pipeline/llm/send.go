package llm

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// send does something at an endpoint, again and elsewhere while faults may pass.
// The digest names the request, tokens is about how many it takes. The error is an
// *InfrastructureError, the context's cause or the journal's fault.
func (c *Client) send(ctx context.Context, d digest.Digest, tokens int, do func(context.Context, *endpoint, *exchange) error) error {
	var avoid *endpoint
	resting := map[*endpoint]bool{} // for too long
	unreached := map[*endpoint]bool{}
	for n := 1; ; n++ {
		l, err := c.pool.acquire(ctx, tokens, avoid)
		if err != nil {
			return err
		}
		if err := c.keeps(); err != nil { // it may have failed while this waited
			c.pool.release(l, outcome{kind: err})
			return err
		}
		pause := c.pause(d, n)
		fault, wait := c.once(ctx, l, pause, do)
		if fault == nil || fault.Status != 0 {
			c.reached.Store(true)
		}
		if fault == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fault.Tries, avoid = n, l.endpoint
		c.log.Debug("model call failed", "request", d.Short(), "error", fault)
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
		wrong := n >= firstTries && len(unreached) == len(c.pool.all) && !c.reached.Load()
		if !fault.passing() || n == c.retry.Tries || wrong {
			return fault
		}
		if wait >= pause {
			continue // the endpoint rests, others need not
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// firstTries is how often connections are tried while no endpoint has ever answered and
// none could be reached: then an address is rather wrong than a server away for a moment.
const firstTries = 3

// once tries once and gives the place back. It returns how long the server asked to
// wait.
func (c *Client) once(ctx context.Context, l lease, pause time.Duration, do func(context.Context, *endpoint, *exchange) error) (*InfrastructureError, time.Duration) {
	x := &exchange{}
	limited, cancel := context.WithTimeout(withExchange(ctx, x), c.timeout)
	defer cancel()
	err := do(limited, l.endpoint, x)
	var fault *InfrastructureError
	if err != nil {
		fault = classify(err, x, l.endpoint, c.keys[l.endpoint])
	}
	o := learn(fault, x, c.now())
	if ctx.Err() != nil && err != nil {
		o = outcome{kind: ctx.Err()} // the caller's doing teaches nothing
	}
	asked := o.wait
	o.wait, o.pause = min(o.wait, c.retry.MaxRest), pause
	latest := c.now().Add(c.retry.MaxRest)
	for _, a := range []*allowance{o.requests, o.tokens} {
		if a != nil && a.until.After(latest) {
			a.until = latest
		}
	}
	c.pool.release(l, o)
	return fault, asked
}

// pause returns how long to wait after try n: between half and all of a time that
// doubles, so that those who failed together don't come back together. It depends
// on the request and n alone.
func (c *Client) pause(d digest.Digest, n int) time.Duration {
	full := c.retry.Max
	if doubled := c.retry.Base << min(n-1, 16); doubled > 0 && doubled < full {
		full = doubled
	}
	return full/2 + digestDuration(full/2, string(d), strconv.Itoa(n))
}

// digestDuration draws a time in [0, most].
func digestDuration(most time.Duration, fields ...string) time.Duration {
	return time.Duration(digest.Rand(append([]string{"llm", "pause"}, fields...)...).Int64N(int64(most) + 1))
}

// sleep waits, or returns the context's cause.
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

// flights are the requests that are being answered, by digest. The zero value has
// none. They are safe for concurrent use.
type flights struct {
	mu sync.Mutex
	by map[digest.Digest]*flight
}

// flight is a request that somebody answers.
type flight struct {
	done  chan struct{} // closed when it is answered, or failed
	entry entry
	err   error
	gone  bool // its caller gave up, which is no fault for others
}

// board returns the flight of a digest and whether the caller has to fly it.
func (f *flights) board(d digest.Digest) (*flight, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl, ok := f.by[d]; ok {
		return fl, false
	}
	if f.by == nil {
		f.by = map[digest.Digest]*flight{}
	}
	fl := &flight{done: make(chan struct{})}
	f.by[d] = fl
	return fl, true
}

// land ends a flight. What it paid for is in the journal by then, so that whoever
// comes later finds it there.
func (f *flights) land(d digest.Digest, fl *flight) {
	f.mu.Lock()
	delete(f.by, d)
	f.mu.Unlock()
	close(fl.done)
}

// share answers a request once for all who ask at the same time. It returns whether
// this caller's call did; for the others the entry is read-only.
func (f *flights) share(ctx context.Context, d digest.Digest, answer func() (entry, error)) (e entry, own bool, err error) {
	for {
		fl, own := f.board(d)
		if own {
			fl.gone = true // should answer panic
			defer f.land(d, fl)
			fl.entry, fl.err = answer()
			fl.gone = fl.err != nil && ctx.Err() != nil
			return fl.entry, true, fl.err
		}
		select {
		case <-fl.done:
		case <-ctx.Done():
			return entry{}, false, context.Cause(ctx)
		}
		if !fl.gone {
			return fl.entry, false, fl.err
		}
	}
}
