/*
Verify proves tasks and exports those that hold.

	verify [check|export|status] [flags]

Without a word it does all that is needed for a dataset: it brings the
questions up to date, checks every task and writes to OUT/check

	tasks.jsonl    the tasks that passed, with the verdict of each check
	dropped.jsonl  the others, with the check that failed and why
	checks.json    how many each check passed and failed

With -twins it also makes unanswerable twins of them: the same question over the
tables less the row that held the answer, with a proof that nothing else tells it.
They go to OUT/twin, in files of the same names; dropped.jsonl says which tasks have
no twin and why. Then it writes to OUT/dataset

	data/test.parquet  the tasks
	data/twins.parquet their twins, with -twins
	README.md          the dataset card
	croissant.json     metadata with checksums
	checks.json        the verdicts on each task, and the tasks that were dropped

	verify check             stops after the checks
	verify check -replay FILE
	                         runs every check again over the proved tasks in FILE,
	                         JSONL or Parquet, from the tables alone, and prints each
	                         task that is not proved as it says it is
	verify export            is the same as verify
	verify status [-out DIR] prints what each stage last counted, from the tables to
	                         the checks, and runs nothing

It prints what each stage counted: how many items went in, how many came out, and
how many were dropped for which reason.

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
)

//go:embed main.go
var source string

func main() { command.Main(command.Verify(), source) }
