package llmtest

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limiter holds the two buckets of [RateLimits].
type limiter struct {
	limits   RateLimits
	mu       sync.Mutex
	last     time.Time
	requests float64 // what is left in each bucket
	tokens   float64
}

func newLimiter(l RateLimits) *limiter {
	return &limiter{limits: l, requests: float64(l.Requests), tokens: float64(l.Tokens)}
}

// take takes a request of that many tokens from the buckets and writes the x-ratelimit
// headers with the new state. If a bucket has not enough left, take changes nothing and
// returns a problem.
func (l *limiter) take(now time.Time, tokens int, h http.Header) *problem {
	if l.limits.Requests == 0 && l.limits.Tokens == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refill(now)
	var wait time.Duration
	var bucket string
	if limit := l.limits.Requests; limit > 0 && l.requests < 1 {
		wait, bucket = l.until(1-l.requests, limit), "requests"
	}
	if limit := l.limits.Tokens; limit > 0 && l.tokens < float64(tokens) {
		if tokens > limit {
			bucket = "tokens"
			l.headers(h)
			return newProblem(http.StatusTooManyRequests, bucket, "", "rate_limit_exceeded",
				"the request has %d tokens: want at most the limit of %d", tokens, limit)
		}
		if w := l.until(float64(tokens)-l.tokens, limit); w > wait {
			wait, bucket = w, "tokens"
		}
	}
	if wait > 0 {
		l.headers(h)
		retryAfter(h, wait)
		return newProblem(http.StatusTooManyRequests, bucket, "", "rate_limit_exceeded",
			"the limit of %s is reached: wait %v", bucket, wait)
	}
	l.requests--
	l.tokens -= float64(tokens)
	l.headers(h)
	return nil
}

func (l *limiter) refill(now time.Time) {
	if !l.last.IsZero() {
		part := now.Sub(l.last).Seconds() / l.limits.Window.Seconds()
		l.requests = min(float64(l.limits.Requests), l.requests+part*float64(l.limits.Requests))
		l.tokens = min(float64(l.limits.Tokens), l.tokens+part*float64(l.limits.Tokens))
	}
	l.last = now
}

// until returns how long a bucket takes to refill by more, at least a microsecond.
func (l *limiter) until(more float64, limit int) time.Duration {
	return max(time.Microsecond, time.Duration(math.Ceil(more/float64(limit)*float64(l.limits.Window))))
}

func (l *limiter) headers(h http.Header) {
	for _, b := range []struct {
		name  string
		limit int
		left  float64
	}{
		{"Requests", l.limits.Requests, l.requests},
		{"Tokens", l.limits.Tokens, l.tokens},
	} {
		if b.limit == 0 {
			continue
		}
		h.Set("X-Ratelimit-Limit-"+b.name, strconv.Itoa(b.limit))
		h.Set("X-Ratelimit-Remaining-"+b.name, strconv.Itoa(int(max(0, b.left))))
		reset := time.Duration((float64(b.limit) - b.left) / float64(b.limit) * float64(l.limits.Window))
		h.Set("X-Ratelimit-Reset-"+b.name, reset.Round(time.Millisecond).String())
	}
}

// retryAfter sets the headers that ask the client to wait: Retry-After in seconds, rounded
// up (RFC 9110), and OpenAI's Retry-After-Ms in milliseconds, which its clients prefer.
func retryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.FormatInt(int64(math.Ceil(float64(wait)/float64(time.Millisecond))), 10))
}
