// Package plan holds the planning graph over entity types and tools, the paths
// through it, the programs built from those paths, and the execution of programs by
// tool calls.
//
// A [Graph] is a bipartite digraph made from a domain. A [Path] is a branch of the
// planning tree that grows from the graph: a chain of hops. A [Program] is an executable
// plan: a DAG of typed operations over named results. The simplest program is a path with
// its operators. An [Executor] runs a program by tool calls and returns a [Trace]. An
// answer is proved by two executions that share no code; the second, by joins over whole
// tables, is in package proof.
//
// To add an operation, write its record with check and run, list it in kinds, and give it
// the optional methods that describe it: the columns and the lookup it uses, whether it
// searches, and whether it had a choice ([Node.Columns], [Node.Lookup], [Node.Searches],
// [Node.Idle]). Other packages need it too: proof executes it a second time, draft words
// it, question/demand checks that a question asks for it, soundness estimates how easily
// its results are guessed, and alternative lists the programs next to it.
package plan
