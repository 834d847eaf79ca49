package llm

import (
	"errors"
	"fmt"
	"strings"
)

// Kinds of errors, for errors.Is.
var (
	// Kinds of an [*AnswerError]: the answer is recorded but cannot be used.
	ErrRefused   = errors.New("refused")   // by the model or by a content filter
	ErrTruncated = errors.New("truncated") // the answer reached the token limit
	ErrTooLong   = errors.New("too long")  // the conversation exceeds the model's context; costs nothing
	// ErrMalformed in an [*AnswerError] is an answer in the wrong format: text other
	// than JSON in JSON mode, tool arguments other than JSON, or an empty answer. In an
	// [*InfrastructureError] it is a response that is not in the wire format.
	ErrMalformed = errors.New("malformed")

	// Kinds of an [*InfrastructureError]: there is no answer. The first five are not
	// retried.
	ErrUnauthorized = errors.New("key not accepted")     // status 401 or 403
	ErrModel        = errors.New("unknown model")        // according to the server
	ErrRejected     = errors.New("request not accepted") // another status 4xx, or refused before it was sent
	ErrQuota        = errors.New("account exhausted")    // status 402, or 429 that waiting does not cure
	ErrRest         = errors.New("rests too long")       // every endpoint asks for a longer wait than Retry.MaxRest
	ErrRateLimited  = errors.New("rate limited")         // status 429
	ErrServer       = errors.New("server fault")         // status 5xx, 409 or 425
	ErrTimeout      = errors.New("timed out")            // no complete answer in time, or status 408 or 504
	ErrUnreachable  = errors.New("unreachable")          // the connection failed or broke

	// Errors that the client decides itself.
	ErrBudget     = errors.New("budget exhausted")
	ErrUnpriced   = errors.New("no price")                  // there is a budget of cost, and the model has no price
	ErrUnrecorded = errors.New("not recorded")              // in replay: the journal has no answer
	ErrLocked     = errors.New("in use by another process") // the journal is open elsewhere
)

// AnswerError says why an answer cannot be used. The answer is final: it is recorded and
// returned beside the error, and the same request returns it again. For another answer,
// raise [Request.Attempt]. errors.Is matches its Kind.
type AnswerError struct {
	Kind   error // ErrRefused, ErrTruncated, ErrTooLong or ErrMalformed
	Detail string
}

// Error returns the kind and the detail.
func (e *AnswerError) Error() string { return fmt.Sprintf("answer %v: %s", e.Kind, e.Detail) }

// Unwrap returns the kind.
func (e *AnswerError) Unwrap() error { return e.Kind }

// InfrastructureError is a fault of a server, a connection or an account. The request has
// no answer and none is recorded; the request can be repeated once the cause is gone.
// errors.Is matches its Kind.
type InfrastructureError struct {
	// Kind is [ErrUnauthorized], [ErrModel], [ErrRejected], [ErrQuota], [ErrRest],
	// [ErrRateLimited], [ErrServer], [ErrTimeout], [ErrUnreachable] or [ErrMalformed].
	Kind     error
	Endpoint string // host and port
	Status   int    // HTTP status; 0 if there was no response
	Tries    int    // number of attempts
	Detail   string // one line, without the key; may be empty

	// Wasted is what was paid for the responses to all attempts, by the usage that the
	// server reported with them, although none can be used.
	Wasted Spending
}

// Error returns the endpoint and the kind, followed by the status, the detail, the
// number of tries and the tokens paid for, as far as they are known.
func (e *InfrastructureError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Endpoint, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, ": status %d", e.Status)
	}
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	var counts []string
	if e.Tries > 1 {
		counts = append(counts, fmt.Sprintf("%d tries", e.Tries))
	}
	if n := e.Wasted.Usage.Tokens(); n > 0 {
		counts = append(counts, fmt.Sprintf("%d tokens paid for", n))
	}
	if counts != nil {
		fmt.Fprintf(&b, " (%s)", strings.Join(counts, ", "))
	}
	return b.String()
}

// Unwrap returns the kind.
func (e *InfrastructureError) Unwrap() error { return e.Kind }

// retryable reports whether another attempt may succeed.
func (e *InfrastructureError) retryable() bool {
	switch e.Kind {
	case ErrRateLimited, ErrServer, ErrTimeout, ErrUnreachable, ErrMalformed:
		return true
	}
	return false
}
