// Package plan holds the planning graph over entity types and tools, the paths
// through it, the programs a path can become, and their execution by tool calls.
//
// A [Graph] is a bipartite digraph made from a domain. A [Path] is a branch of
// the planning tree that grows from it: a chain of hops. A [Program] is what can
// be run: a DAG of typed operations over named results, of which a path with its
// operators is the simplest form. An [Executor] runs a program by tool calls and leaves a
// [Trace]. Two executions by independent code prove an answer; the second one, by joins
// over whole tables, is in package proof.
//
// To add an operation, write its record with check and run, list it in kinds, and give it
// the methods by which operations answer for themselves: the columns and the lookup it
// uses, whether it searches and what it chooses ([Node.Columns], [Node.Lookup],
// [Node.Searches], [Node.Idle]). Beyond this package an operation needs a second execution
// (package proof), words (package draft) and a demand (package question/demand); how its
// results can be guessed is in package soundness, and its neighbours in package
// alternative.
package plan
