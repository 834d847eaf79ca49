/*
Sample chooses paths of the planning tree and finds entities they work for.

	sample [flags]

It brings the planning tree up to date and chooses paths, and what to ask of each,
for the widest coverage of tools, of transitions between tools, of answer columns and
of operators. For each choice it composes programs from start entities in drawn order
until enough answer a question, and keeps a program only if none with a step less,
none near it and none of fewer lookups answers the same. Texts to write come last. It
writes to OUT/sample:

	tasks.jsonl    drafted questions with answers, keywords, plans and steps
	funnel.json    by depth: paths, tried, accepted, dropped by reason
	coverage.json  what the tasks use of what could be used, and at most could be

A choice without which nothing less is covered gives way to one that covers more. One
for which too few entities work is taken only where it covers what no other does, or
nothing else is left; others of its depth then get a further task.

It prints what each stage counted: how many items went in, how many came out, and
how many were dropped for which reason; and what the tasks cover.

Flags of all commands:

	-domain NAME    shipped domain (legal, legal-en for tables in English, toy), or a
	                directory with a domain's files (legal)
	-corpus DIR     one file a table: CSV, JSONL or Parquet; or world, a generated
	                world that fits the domain's tables (world)
	-lang LANG      language of questions and answers (the domain's first)
	-seed N         seed of all draws; the same one gives the same bytes (1)
	-scale X        size of the generated world, 0.01 to 1000; 1 is that of the
	                published tables (1)
	-out DIR        run directory (out)
	-workers N      goroutines, 0 for one a processor; results never depend on it
	-depth N        most hops a path has (5)
	-paths LIST     how many paths of one, two, … hops, up to -depth
	                (40,40,30,20,10)
	-writing N      texts to write, each of another case, where the domain has a
	                template (20)
	-entities N     tasks a path gets, each with another entity (2)
	-variants N     programs tried from each start entity (4)
	-max-rows N     most rows a lookup on the way may return (60)
	-max-answers N  most values a question may ask for (10)
	-twins          make an unanswerable twin of every task that has one;
	                -twins=false no longer (no)
	-overlap N      reviewers a task needs (2)
	-sample X       share of the tasks that is reviewed, in percent (100)
	-approved       go on with approved tasks alone; -approved=false with all (no)
	-tables         write the tables into the dataset; -tables=false where their
	                licence does not allow it (yes)
	-license ID     SPDX identifier of what the tables allow (other)
	-release V      version of the dataset, three numbers (1.0.0)
	-v              log details to stderr
	-n              say what is out of date and why, and do nothing
	-h              print this manual

Settings are kept in config.json in the run directory: a flag that is not given
takes what an earlier command of the same run directory was given. All but -out,
-workers, -v and -n are kept.

Exit codes: 0 done, 1 failed, 2 called wrongly, 3 done but some items failed,
130 interrupted.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Sample(), source) }
