/*
Bench evaluates agents on tasks.

	bench [run] [flags]
	bench score -tasks FILE [-twins FILE] -answers FILE [-tokens FILE] [-format text|json]

Bench run does the whole job: it brings the tasks up to date, lets the built-in
agents solve them through the tools, scores every trial in paper and strict mode,
writes the dataset and prints a table by type. The agents need no model: five that
must score nothing (silent, echo, constant, decliner, lister) and the plan's own
trace, which must score one. If they don't in strict mode, bench names the tasks and
fails, for no other score on them would mean anything, and there is no dataset. It
writes to OUT/bench/baseline:

	trials.jsonl  every trial: calls, observations, answer, scores
	scores.json   the table
	floors.json   the trials that keep the tasks from being a dataset, if any

	-format F     how the table is printed: text or json (text)

Bench score grades answers from outside, by id, in both modes; it needs no tables
and writes no file:

	-tasks FILE    LegalAgentBench's JSON, our tasks.jsonl or our Parquet
	-twins FILE    unanswerable twins of the tasks, our tasks.jsonl or Parquet
	-answers FILE  JSON or JSONL with id, res (or answer) and summary
	-tokens FILE   JSONL with id, input_token, output_token and total_token
	-format F      text or json (text)

Paper mode is the published rule: a keyword counts if it is a substring. Strict
mode compares typed values on their boundaries; README.md says how.

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

	"taskgrove/pipeline/command"
	"taskgrove/pipeline/score/bert/onnx"
)

//go:embed main.go
var source string

func main() {
	open := func(dir string) (command.Encoder, error) { return onnx.Open(dir) }
	command.Main(command.Bench(open), source)
}
