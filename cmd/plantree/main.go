/*
Plantree grows the planning tree of a domain.

	plantree [-corpus DIR] [flags]
	plantree -against DIR [flags]
	plantree -export DIR [-format F] [flags]

It reads the domain and the corpus, reports what in the tables cannot be used
with file and line, and writes to OUT/plantree:

	corpus.json    what each table and column holds, and what was dropped
	graph.json     the planning graph: entity types, tools, who accepts what
	paths.jsonl    every path, one a line
	coverage.json  paths by depth; what can be reached, what cannot and why
	tree.html      the tree, drawn; opens from disk

It prints the number of paths by depth.

Without tables of your own it first generates those of a world in which nobody
is real, one JSONL file a table, in OUT/world. A world is drawn from -seed, is
as large as -scale says and fits the domain: legal has one in Chinese, legal-en
the same in English.

With -against it also holds the tables against others of the same domain, column
by column (how many cells are filled, how many hold a mark for none, how many
differ, lengths, amounts, days, and which names find a row of which table), flags
what differs over 2× and by more than chance, writes comparison.html and
comparison.json beside the tree and prints how many measures agree. The other tables are those of a directory, or published: the rows that can be
recovered from the agent logs of LegalAgentBench, of which figures are shipped.

	-against DIR  which tables

With -export it writes the generated world of -domain, -seed and -scale as files
to DIR, does nothing else and prints the rows of each file; -n only prints them.
Files that are there are replaced when all are complete; a table that is there in
another format is refused.

	-export DIR  where to
	-format F    jsonl, csv or parquet (jsonl); CSV and Parquet hold numbers as text

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

func main() { command.Main(command.Plantree(), source) }
