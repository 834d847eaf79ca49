/*
Verify proves tasks and exports those that hold.

	verify [check|serve|status|decisions|import|handout|diff|export] [flags]

Without a word it does all that is needed for a dataset: it brings the
questions up to date, checks every task and writes to OUT/check

	tasks.jsonl    the tasks that passed, with the verdict of each check
	dropped.jsonl  the others, with the check that failed and why
	checks.json    how many each check passed and failed

Then it takes into them what people decided on the page of verify serve, if they did.
A task that they changed is proved again; one that fails a check, or that no longer
comes out as its reviewers saw it, is dropped. It writes to OUT/reviewed

	tasks.jsonl    the tasks as people left them, with status and reviewers
	dropped.jsonl  the others; with -approved all that are not approved
	reviews.jsonl  the decisions that hold
	report.json    agreement, time and estimated errors

With -twins it also makes unanswerable twins of them: the same question over the
tables less the row that held the answer, with a proof that nothing else tells it.
They go to OUT/twin; dropped.jsonl says which tasks have no twin and why. It lets the
built-in agents of bench try them all. Where those that do nothing earn something, or
the plan's own trace does not earn everything, there is no dataset. Otherwise it writes
to OUT/dataset

	README.md             the dataset card
	data/test.parquet     the tasks
	data/twins.parquet    their twins, with -twins
	data/reviews.parquet  what people decided on them
	data/tools.parquet    the tools, with what an agent reads of them
	tables/NAME.parquet   the tables and passages that the tools read; see -tables
	croissant.json        metadata of all of these, with checksums
	checks.json           the verdicts on each task, and the tasks that were dropped
	openai/tools.json     the tools as OpenAI function definitions
	inspect/              a task file for Inspect (inspect_ai 0.3), with its samples
	bfcl/                 the multi-turn form of the Berkeley Function Calling
	                      Leaderboard, version 4
	SHA256SUMS            the checksums of all files, for sha256sum -c

	verify check             stops after the checks
	verify check -replay FILE
	                         runs every check again over the proved tasks in FILE,
	                         JSONL or Parquet, from the tables alone, and prints each
	                         task that is not proved as it says it is
	verify serve [flags]     serves the page on which people review the tasks, at
	                         http://127.0.0.1:7310 unless told otherwise: the address
	                         is printed at once, and the tasks are made ready while
	                         the page waits. What people decide goes to
	                         OUT/review/decisions.jsonl, each line on disk before it
	                         is acknowledged; several pages may serve one run
	                         directory, and other commands work beside them, with
	                         what was decided before they began. Tasks that are
	                         made anew are seen after a new start. Ctrl-C ends it,
	                         with 0 once there are tasks
	verify status [-out DIR] [-format text|json]
	                         prints what each stage last counted, and what people's
	                         decisions come to where there are any: agreement with
	                         95 % intervals, time, changes, an estimate of how many
	                         tasks are wrong. It runs nothing. As JSON it is the
	                         report alone, also before anybody decided
	verify decisions [-out DIR] [-format jsonl|csv]
	                         prints the decisions, as the log has them or for a
	                         spreadsheet, in which no cell is taken for a formula
	verify import [-out DIR] [-format FORMAT] [-as ID=NAME] [-n] FILE...
	                         adds decisions to the log: jsonl or csv as verify
	                         decisions prints them, csv as verify handout made it and
	                         people filled it in, or labelstudio (a JSON export).
	                         What is there already is not added again. -as gives a reviewer whom the tool calls ID a
	                         name, which is published with the decisions. All files
	                         are judged before anything is added; with -n nothing is.
	                         What cannot be taken, such as a vote on a task that is
	                         not there, is printed, and the exit code is then 3
	verify handout [-out DIR] -format labelstudio|csv -to DIR
	                         writes the tasks that have yet to be reviewed for one of
	                         those tools, as people left them: tasks.json and
	                         config.xml, the labelling configuration, for Label
	                         Studio; a sheet to fill in, by for the reviewer's name,
	                         kind for approve, reject or doubt, edited for a better
	                         question
	verify diff [-format text|json] OLD NEW
	                         says which tasks were removed, added and changed between
	                         two datasets, and why. Each is a dataset's directory,
	                         whose checksums are looked at first, or a file of tasks,
	                         JSONL or Parquet. It ends with 0 whether or not they
	                         differ, and with 1 where a file is not what SHA256SUMS
	                         says
	verify export            is the same as verify

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

Flags of serve:

	-listen ADDR    address to listen at, 127.0.0.1:0 for any free port. Who reaches a
	                page on the loopback interface may join as an owner; on any other,
	                a link for the owner is printed, who invites the others
	                (127.0.0.1:7310)
	-public URL     scheme and host under which people reach the page, where a proxy
	                stands before it or -listen names no single address
	-cert FILE      certificate chain for https, PEM, and
	-key FILE       its key; without them, or https at -public, what is sent can be read
	                and changed on the way
	-invite-only    want an invitation on the loopback interface too
	-blind          show draft, answer, plan, steps and what others said of a task
	                only to those who have given an answer of their own, found with
	                the tools on the page; how often they agree is reported
	-lease TIME     how long a task is kept for who was given it, 1m to 24h (30m)

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

func main() { command.Main(command.Verify(), source) }
