package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// slots let each reviewer have so many pieces of work going at once; further ones wait.
type slots struct {
	most int
	mu   sync.Mutex
	of   map[string]chan struct{} // by name
}

func newSlots(most int) *slots { return &slots{most: most, of: map[string]chan struct{}{}} }

// take waits for a slot; done gives it back.
func (s *slots) take(ctx context.Context, name string) (done func(), err error) {
	s.mu.Lock()
	own := s.of[name]
	if own == nil {
		own = make(chan struct{}, s.most)
		s.of[name] = own
	}
	s.mu.Unlock()
	select {
	case own <- struct{}{}:
		return func() { <-own }, nil
	case <-ctx.Done():
		return nil, refuse(http.StatusTooManyRequests, codeInvalid, "you already have %d requests in progress: want one to end first", s.most)
	}
}

// limiter counts who fails to join, by address. Tokens are too long to be guessed; it says
// so to those who try. A link that is one is never refused: others may be at the same
// address, that of a proxy for one.
type limiter struct {
	mu    sync.Mutex
	fails map[string]failing // by address
}

type failing struct {
	count int
	since time.Time
}

const (
	mostFailures  = 20
	failureWindow = time.Minute
	mostAddresses = 1000
)

func newLimiter() *limiter { return &limiter{fails: map[string]failing{}} }

// failed counts a failure, and refuses an address that has failed too often of late.
func (l *limiter) failed(address string, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.fails[address]
	if !ok && len(l.fails) >= mostAddresses {
		clear(l.fails)
	}
	if !ok || now.Sub(f.since) >= failureWindow {
		f = failing{since: now}
	}
	f.count++
	l.fails[address] = f
	if f.count > mostFailures {
		return refuse(http.StatusTooManyRequests, codeInvalid, "too many links that are none: want a minute's pause")
	}
	return nil
}
