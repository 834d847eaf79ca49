// Package soundness holds the rules that an execution must keep to be worth asking for:
// what it answers is chosen from more than an agent may name, stands in no row that the
// question leads to at once, and no name on its way stands for two things.
//
// Grounding applies the rules to executions by tools, to try nothing further that could
// not be proved; proving applies them to the second execution, by joins. The rules stand
// here once. What the two owe each other is independent executions, not independent
// rules: an [Execution] says what its nodes gave, however it found that out.
package soundness

import "github.com/taskgrove/taskgrove/pipeline/plan"

// Execution is one execution of a program, as the rules see it.
type Execution interface {
	// Outcome returns what the named node gave. The node must have been executed.
	Outcome(name string) plan.Outcome
}
