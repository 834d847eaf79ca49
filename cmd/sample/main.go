/*
Sample chooses paths of the planning tree and finds entities they work for.

	sample [flags]

It brings the planning tree up to date and chooses paths, and what to ask of each, for
the widest coverage of tools, of transitions between tools, of answer columns and of
operators. For each choice it makes programs from start entities in drawn order until
enough answer a question. It keeps a program only if no program with one step less, no
neighbouring program and none with fewer lookups has the same answer. Texts to write come
last. It writes to OUT/sample:

	tasks.jsonl    drafted questions with answers, keywords, plans and steps
	funnel.json    by depth: paths, tried, accepted, dropped by reason; by path: start
	               entities drawn, possible, tried and fit
	coverage.json  what the tasks cover, what they could cover, an upper bound, and spread

A choice that adds no coverage is replaced by one that does. A choice that works for too
few entities is taken only if it covers what no other does, or if no other is left; other
paths of its depth then get one more task.

Questions of one depth with the same keys are at most two, and no entity is in more than
3 % of the tasks of two hops and more, or in more than there must be if few entities lead
along the paths. Where the tables have too few questions that keep to this, the limits are
raised. Start types, kinds of answers and operators that few tasks have are preferred. A
task that takes more than -max-calls tool calls is dropped: agents of the published
benchmark have ten turns. coverage.json says how evenly the tasks are spread.

-tools, -columns and -operators leave questions out that use others, wherever their plans do;
-quotas says how many of the paths should have an operator or serve a matter. If a quota has
less than 95 % of its tasks, sample says for each depth why and what helps, and ends with 3.

With -merge ONE,TWO it chooses nothing: the proved tasks of these run directories, over the same
tables, become one set. What is the same, or gives answers of an earlier run away, is left out,
and then near-copies are; sources.json has the digests of what was merged.

It prints what each stage counted (how many items went in, how many came out, and how
many were dropped for which reason), what the tasks cover, and how many start entities were
drawn, possible, tried and fit; with -v also for each path that has tasks.

Common flags (-domain, -corpus, -out and others), how settings are kept and exit codes:
sample -h all.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Sample(), source) }
