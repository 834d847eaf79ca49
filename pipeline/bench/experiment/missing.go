package experiment

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// MissingReason says why a trial has no result.
type MissingReason string

// The closed set of reasons.
const (
	NotStarted          MissingReason = "start"          // the agent can be neither started nor reached
	KeyRejected         MissingReason = "key"            // the server rejects the API key
	UnknownModel        MissingReason = "model"          // the server does not know the model
	QuotaExhausted      MissingReason = "quota"          // the account's quota is exhausted
	BudgetExhausted     MissingReason = "budget"         // the run's budget is exhausted
	NoPrice             MissingReason = "price"          // the run has a budget, but the model has no price
	Unrecorded          MissingReason = "unrecorded"     // the replayed journal has no reply to the request
	RequestRejected     MissingReason = "rejected"       // the server rejects the request
	RateLimited         MissingReason = "rate"           // too many requests, or a longer pause demanded than allowed
	ServerFault         MissingReason = "server"         // an internal error of the server
	TimedOut            MissingReason = "timeout"        // no answer in time
	Unreachable         MissingReason = "unreachable"    // no connection, or a broken one
	MalformedResponse   MissingReason = "malformed"      // a response that is not in the wire format
	OtherInfrastructure MissingReason = "infrastructure" // any other infrastructure error
	TooLarge            MissingReason = "size"           // the trial is longer than a line of the store may be
)

// errorReasons maps errors to reasons. All reports whether every trial of the agent would fail
// the same way.
var errorReasons = []struct {
	kind   error
	reason MissingReason
	all    bool
}{
	{agent.ErrNotStarted, NotStarted, true},
	{llm.ErrUnauthorized, KeyRejected, true},
	{llm.ErrModel, UnknownModel, true},
	{llm.ErrQuota, QuotaExhausted, true},
	{llm.ErrBudget, BudgetExhausted, true},
	{llm.ErrUnpriced, NoPrice, true},
	{llm.ErrUnrecorded, Unrecorded, false},
	{llm.ErrRejected, RequestRejected, false},
	{llm.ErrRest, RateLimited, false},
	{llm.ErrRateLimited, RateLimited, false},
	{llm.ErrServer, ServerFault, false},
	{llm.ErrTimeout, TimedOut, false},
	{llm.ErrUnreachable, Unreachable, false},
}

// reasonOf returns the reason why an error makes a trial missing; "" if the error is not one of
// infrastructure, such as an unusable reply of the model. It reports in all whether every trial
// of the agent would fail the same way.
func reasonOf(err error) (reason MissingReason, all bool) {
	var infrastructure *llm.InfrastructureError
	between := errors.As(err, &infrastructure)
	for _, k := range errorReasons {
		if errors.Is(err, k.kind) {
			return k.reason, k.all
		}
	}
	switch {
	case between && errors.Is(err, llm.ErrMalformed):
		return MalformedResponse, false
	case between:
		return OtherInfrastructure, false
	case errors.Is(err, ErrTooLong):
		return TooLarge, false
	}
	return "", false
}

// longestDetail is the number of bytes of an error's text that are kept.
const longestDetail = 300 // bytes

// detailOf returns an error's text on one line, truncated.
func detailOf(err error) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(err.Error(), "�")), " ")
	if len(s) <= longestDetail {
		return s
	}
	cut := longestDetail
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
