package experiment

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Reason is why a trial is missing.
type Reason string

// The closed set of reasons.
const (
	Key            Reason = "key"            // the server does not accept the key
	Model          Reason = "model"          // the server does not know the model
	Quota          Reason = "quota"          // the account is exhausted
	Budget         Reason = "budget"         // what may be spent is
	Price          Reason = "price"          // a budget of cost, and no price
	Unrecorded     Reason = "unrecorded"     // not in the journal that is replayed
	Rejected       Reason = "rejected"       // the server does not take the request
	Rate           Reason = "rate"           // too many requests, or a longer rest than is waited for
	Server         Reason = "server"         // a fault of the server's own
	Timeout        Reason = "timeout"        // no answer in time
	Unreachable    Reason = "unreachable"    // no connection, or one that broke
	Malformed      Reason = "malformed"      // a response that is not in the wire format
	Infrastructure Reason = "infrastructure" // anything else that stands before an answer
	Size           Reason = "size"           // what was said is longer than a store's line may be
)

// kinds tell reasons, and whether every trial of the entrant will meet the same.
var kinds = []struct {
	kind   error
	reason Reason
	all    bool
}{
	{llm.ErrUnauthorized, Key, true},
	{llm.ErrModel, Model, true},
	{llm.ErrQuota, Quota, true},
	{llm.ErrBudget, Budget, true},
	{llm.ErrUnpriced, Price, true},
	{llm.ErrUnrecorded, Unrecorded, false},
	{llm.ErrRejected, Rejected, false},
	{llm.ErrRest, Rate, false},
	{llm.ErrRateLimited, Rate, false},
	{llm.ErrServer, Server, false},
	{llm.ErrTimeout, Timeout, false},
	{llm.ErrUnreachable, Unreachable, false},
}

// reasonOf says why an error makes a trial missing, and whether all others of its
// entrant would be too; "" for an error that is no matter of infrastructure. An answer
// that an agent could not use is none.
func reasonOf(err error) (reason Reason, all bool) {
	var infrastructure *llm.InfrastructureError
	between := errors.As(err, &infrastructure)
	for _, k := range kinds {
		if errors.Is(err, k.kind) {
			return k.reason, k.all
		}
	}
	switch {
	case between && errors.Is(err, llm.ErrMalformed):
		return Malformed, false
	case between:
		return Infrastructure, false
	case errors.Is(err, ErrLong):
		return Size, false
	}
	return "", false
}

// longestDetail is how much of an error is kept.
const longestDetail = 300 // bytes

// detail returns an error's text as one line.
func detail(err error) string {
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
