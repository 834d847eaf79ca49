// Package tool makes a domain's tools callable over a corpus, with JSON
// arguments and JSON results. The same caller grounds tasks and serves agents.
//
// Tools are declarations: no tool's name occurs in the code. A lookup returns
// rows of a table, a retriever passages that rank highest for a query, an
// arithmetic tool numbers, and finish echoes the answer it is given.
//
// A faulty call is answered as the publishers of LegalAgentBench answered it, with the
// replies that the domain declares; see [Set.Call].
package tool

import "context"

// Call names a tool and its arguments.
type Call struct {
	// Tool is the tool's name or alias.
	Tool string `json:"tool"`
	// Args is what encoding/json makes of the arguments, with or without
	// UseNumber: normally a map[string]any by input name; a bare list is taken as
	// the first input, and by a retriever a bare text too. Go callers may also give
	// []string for columns and decimal.Decimal, int and int64 for numbers. It is
	// only read, and not kept when the call returns.
	Args any `json:"args"`
}

// Caller calls tools. Implementations are safe for concurrent use. A call an
// agent got wrong is a Result with a Fault, not an error; an error means that
// the tools themselves are broken.
// The real ones are [Set] and, for a corpus less one row, [ReducedSet].
type Caller interface {
	Call(ctx context.Context, c Call) (Result, error)
}

// A CallFault says why a call has no result; "" means that it has one.
type CallFault string

// The closed set of faults.
const (
	FaultMissing   CallFault = "missing"   // no row matches
	FaultColumns   CallFault = "columns"   // a column asked for does not exist
	FaultArguments CallFault = "arguments" // the arguments are not of the tool's form, or the tool does not exist
	FaultFailed    CallFault = "failed"    // arithmetic that cannot be done
)
