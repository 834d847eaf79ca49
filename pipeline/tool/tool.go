// Package tool makes a domain's tools callable over a corpus, with JSON arguments and JSON
// results. The same [Caller] grounds tasks and serves agents.
//
// Tools are declarations: no tool's name occurs in the code. A lookup returns rows of a
// table, a retriever the passages that rank highest for a query, and an arithmetic tool
// numbers; finish returns the answer that it is given.
//
// A faulty call is answered with the replies that the domain declares, in the cases in
// which the publishers of LegalAgentBench do so; see [Set.Call].
package tool

import "context"

// Call names a tool and its arguments.
type Call struct {
	// Tool is the tool's name or alias.
	Tool string `json:"tool"`
	// Args are the arguments as encoding/json decodes them, with or without UseNumber:
	// normally a map[string]any by input name; a list alone is the first input, and for a
	// retriever a text alone too. Go callers may also pass []string for columns, and
	// decimal.Decimal, int or int64 for numbers. Args is only read, and not retained after
	// the call.
	Args any `json:"args"`
}

// Caller calls tools. Implementations are safe for concurrent use. A faulty call of an
// agent gives a Result with a Fault and no error; an error means that the tools themselves
// are broken. The implementations are [Set] and, for a corpus without one row,
// [ReducedSet].
type Caller interface {
	Call(ctx context.Context, c Call) (Result, error)
}

// A CallFault says why a call has no result; "" if it has one.
type CallFault string

// The closed set of faults.
const (
	FaultMissing   CallFault = "missing"   // no row matches
	FaultColumns   CallFault = "columns"   // a column asked for does not exist
	FaultArguments CallFault = "arguments" // the arguments are not of the tool's form, or the tool does not exist
	FaultFailed    CallFault = "failed"    // arithmetic that cannot be done
)
