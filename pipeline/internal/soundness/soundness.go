// Package soundness holds rules that an execution must obey for its question to be usable:
// the answer is chosen from more values than an agent may list, no row of a start entity
// gives it away, no name in the execution is ambiguous, and no set holds where its chain has been.
//
// Package ground applies the rules to executions by tools, to discard early what could not
// be proved; package proof applies them to its own execution by joins. The two must be
// independent executions but may share the rules, so a rule sees an execution only through
// the interface [Execution].
package soundness

import "github.com/taskgrove/taskgrove/pipeline/plan"

// Execution is an execution of a program, by tools or by joins.
type Execution interface {
	// Outcome returns the outcome of the named node, which must have been executed.
	Outcome(name string) plan.Outcome
}
