package experiment

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// MissingReason is why a trial is missing.
type MissingReason string

// The closed set of reasons.
const (
	KeyRejected         MissingReason = "key"            // the server does not accept the key
	UnknownModel        MissingReason = "model"          // the server does not know the model
	QuotaExhausted      MissingReason = "quota"          // the account is exhausted
	BudgetExhausted     MissingReason = "budget"         // what may be spent is
	NoPrice             MissingReason = "price"          // a budget of cost, and no price
	Unrecorded          MissingReason = "unrecorded"     // not in the journal that is replayed
	RequestRejected     MissingReason = "rejected"       // the server does not take the request
	RateLimited         MissingReason = "rate"           // too many requests, or a longer rest than is waited for
	ServerFault         MissingReason = "server"         // a fault of the server's own
	TimedOut            MissingReason = "timeout"        // no answer in time
	Unreachable         MissingReason = "unreachable"    // no connection, or one that broke
	MalformedResponse   MissingReason = "malformed"      // a response that is not in the wire format
	OtherInfrastructure MissingReason = "infrastructure" // anything else that stands before an answer
	TooLarge            MissingReason = "size"           // what was said is longer than a store's line may be
)

// errorReasons tell reasons, and whether every trial of the agent will meet the same.
var errorReasons = []struct {
	kind   error
	reason MissingReason
	all    bool
}{
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

// reasonOf says why an error makes a trial missing, and whether all others of its
// agent would be too; "" for an error that is no matter of infrastructure. An answer
// that an agent could not use is none.
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

// longestDetail is how much of an error is kept.
const longestDetail = 300 // bytes

// detailOf returns an error's text as one line.
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
