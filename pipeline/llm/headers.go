package llm

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait bounds what a header can say, so that sums of times don't overflow.
const longestWait = 365 * 24 * time.Hour

// RetryAfter returns how long a response asks to wait: Retry-After in seconds or as
// a date (RFC 9110, section 10.2.3), or retry-after-ms, which some servers send and
// which is more exact. It is in [0, a year]; ok is false where nothing usable is
// said.
func RetryAfter(h http.Header, now time.Time) (wait time.Duration, ok bool) {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms >= 0 {
		return clip(ms / 1000), true
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0, false
	}
	// Seconds are whole numbers by the RFC; fractions are seen all the same.
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return clip(s), s >= 0
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return min(max(date.Sub(now), 0), longestWait), true
}

// clip turns seconds into a duration in [0, a year]; NaN into 0.
func clip(seconds float64) time.Duration {
	switch {
	case seconds >= longestWait.Seconds():
		return longestWait
	case seconds > 0:
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// allowance is how much of something a server still takes, and until when that
// counts. The zero value says nothing.
type allowance struct {
	left  int
	until time.Time
}

// allows reports whether n more may be sent.
func (a allowance) allows(n int, now time.Time) bool { return a.left >= n || !now.Before(a.until) }

// take notes that n are sent.
func (a *allowance) take(n int) { a.left -= n }

// allowanceOf reads x-ratelimit-remaining-WHAT and x-ratelimit-reset-WHAT, WHAT
// being requests or tokens. The reset is a duration (6m0s, 20ms), seconds or a
// date. OpenAI's is the time until all is allowed again; to wait for it after
// everything is used up is more than need be with a server that refills steadily,
// and right with one that counts by the minute.
func allowanceOf(h http.Header, what string, now time.Time) (allowance, bool) {
	left, err := strconv.Atoi(h.Get("X-Ratelimit-Remaining-" + what))
	if err != nil || left < 0 {
		return allowance{}, false
	}
	text := h.Get("X-Ratelimit-Reset-" + what)
	wait, err := time.ParseDuration(text)
	if err != nil {
		if s, err := strconv.ParseFloat(text, 64); err == nil {
			wait = clip(s)
		} else if date, err := time.Parse(time.RFC3339, text); err == nil {
			wait = date.Sub(now)
		} else {
			return allowance{}, false
		}
	}
	return allowance{left, now.Add(min(max(wait, 0), longestWait))}, true
}
