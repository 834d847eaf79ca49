package llm

import (
	"errors"
	"fmt"
	"strings"
)

// Kinds of what can go wrong, for errors.Is.
var (
	// Answers that were paid for and are no use; in an [*AnswerError].
	ErrRefused   = errors.New("refused")   // by the model or by a content filter
	ErrTruncated = errors.New("truncated") // cut off at the longest answer allowed
	ErrTooLong   = errors.New("too long")  // the conversation, for what the model can read; costs nothing
	// ErrMalformed is an answer that is not what was demanded (no JSON in JSON mode,
	// tool arguments that are no JSON, nothing at all); in an [*InfrastructureError]
	// it is a response that is not in the wire format.
	ErrMalformed = errors.New("malformed")

	// What is no answer; in an [*InfrastructureError]. The first five are not retried.
	ErrUnauthorized = errors.New("key not accepted")     // 401, 403
	ErrModel        = errors.New("unknown model")        // by the server's word
	ErrRejected     = errors.New("request not accepted") // other 4xx, and what is refused before it is sent
	ErrQuota        = errors.New("account exhausted")    // 429 that waiting doesn't cure
	ErrRest         = errors.New("rests too long")       // Retry-After above the longest rest, of every endpoint
	ErrRateLimited  = errors.New("rate limited")         // 429
	ErrServer       = errors.New("server fault")         // 5xx
	ErrTimeout      = errors.New("timed out")
	ErrUnreachable  = errors.New("unreachable") // no connection, or one that broke

	// What this client decides by itself.
	ErrBudget     = errors.New("budget exhausted")
	ErrUnpriced   = errors.New("no price")              // a budget of cost, and a model without a price
	ErrUnrecorded = errors.New("not recorded")          // in replay
	ErrLocked     = errors.New("in use by another one") // a journal that another process has open
)

// AnswerError is an answer that was paid for, or is final, and can't be used. The answer is
// recorded and returned beside the error; asking the same again returns the same,
// so whoever wants another one raises [Request.Attempt].
type AnswerError struct {
	Kind   error // ErrRefused, ErrTruncated, ErrTooLong or ErrMalformed
	Detail string
}

// Error returns the kind and the detail.
func (e *AnswerError) Error() string { return fmt.Sprintf("answer %v: %s", e.Kind, e.Detail) }

// Unwrap returns the kind.
func (e *AnswerError) Unwrap() error { return e.Kind }

// InfrastructureError is what stands between a request and its answer: a server, a
// connection, an account. Nothing is recorded; asking again later is right, once
// the cause is gone.
type InfrastructureError struct {
	Kind     error  // one of the kinds above
	Endpoint string // host and port
	Status   int    // of HTTP; 0 where there was none
	Tries    int    // how often it was sent
	Detail   string // one line, without the key
}

// Error returns endpoint, kind, status, detail and the number of tries, as far as
// there are any.
func (e *InfrastructureError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Endpoint, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, ": status %d", e.Status)
	}
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	if e.Tries > 1 {
		fmt.Fprintf(&b, " (%d tries)", e.Tries)
	}
	return b.String()
}

// Unwrap returns the kind.
func (e *InfrastructureError) Unwrap() error { return e.Kind }

// passing reports whether the fault may be gone at another try.
func (e *InfrastructureError) passing() bool {
	switch e.Kind {
	case ErrRateLimited, ErrServer, ErrTimeout, ErrUnreachable, ErrMalformed:
		return true
	}
	return false
}
