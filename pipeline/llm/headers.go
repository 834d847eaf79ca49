package llm

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxWait is the longest wait that is read from a header, so that sums of times cannot
// overflow.
const maxWait = 365 * 24 * time.Hour

// RetryAfter returns the wait that a response asks of the client, from now. It is read from
// retry-after-ms, in milliseconds, or if that is missing or invalid from Retry-After, in
// seconds or as a date (RFC 9110, section 10.2.3). A wait longer than a year becomes a
// year, and a date in the past 0. ok is false if neither header has a date or a number of
// at least 0.
func RetryAfter(h http.Header, now time.Time) (wait time.Duration, ok bool) {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms >= 0 {
		return secondsToWait(ms / 1000), true
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0, false
	}
	// The RFC allows whole seconds only, but some servers send fractions.
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return secondsToWait(s), s >= 0
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return min(max(date.Sub(now), 0), maxWait), true
}

// secondsToWait converts seconds to a duration from 0 to a year; NaN to 0.
func secondsToWait(seconds float64) time.Duration {
	switch {
	case seconds >= maxWait.Seconds():
		return maxWait
	case seconds > 0:
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// allowance is how many requests or tokens a server still accepts until a time. The zero
// value sets no limit.
type allowance struct {
	left  int
	until time.Time
}

// allows reports whether n more may be sent.
func (a allowance) allows(n int, now time.Time) bool { return a.left >= n || !now.Before(a.until) }

// take subtracts n, which are about to be sent.
func (a *allowance) take(n int) { a.left -= n }

// allowanceOf reads the headers x-ratelimit-remaining-UNIT and x-ratelimit-reset-UNIT,
// where the unit is Requests or Tokens. The reset is a duration (6m0s, 20ms), a number of
// seconds or a date. OpenAI sends the time until the full allowance is back. Waiting so
// long is right for a server that counts by the minute, and longer than necessary for a
// server that refills steadily.
func allowanceOf(h http.Header, unit string, now time.Time) (allowance, bool) {
	left, err := strconv.Atoi(h.Get("X-Ratelimit-Remaining-" + unit))
	if err != nil || left < 0 {
		return allowance{}, false
	}
	text := h.Get("X-Ratelimit-Reset-" + unit)
	wait, err := time.ParseDuration(text)
	if err != nil {
		if s, err := strconv.ParseFloat(text, 64); err == nil {
			wait = secondsToWait(s)
		} else if date, err := time.Parse(time.RFC3339, text); err == nil {
			wait = date.Sub(now)
		} else {
			return allowance{}, false
		}
	}
	return allowance{left, now.Add(min(max(wait, 0), maxWait))}, true
}
