/*
Verify proves tasks and exports those that hold.

	verify [check|serve|status|decisions|import|handout|figures|diff|export] [flags]

Without a subcommand it does all that a dataset needs: it brings the questions up to
date, checks every task and writes to OUT/check

	tasks.jsonl    the tasks that passed, with the verdict of each check
	dropped.jsonl  the others, with the check that failed and why
	checks.json    how many each check passed and failed

Then it applies what people decided on the page of verify serve, if they did. A task that
they changed is proved again; if it fails a check, or no longer is what its reviewers saw,
it is dropped. It writes to OUT/reviewed

	tasks.jsonl    the tasks as people left them, with status and reviewers
	dropped.jsonl  the others; with -approved all that are not approved
	reviews.jsonl  the decisions in force
	report.json    agreement, time and estimated errors

With -twins it also makes unanswerable twins of them: the same question over the tables
without the row that held the answer, with a proof that no other row tells it. They go to
OUT/twin; dropped.jsonl says which tasks have no twin and why. The built-in agents of
bench try all tasks. If agents that do nothing score, or the plan's own trace does not
score one, there is no dataset. Otherwise it writes to OUT/dataset

	README.md             the dataset card
	data/test.parquet     the tasks
	data/train.parquet    with -split, and data/validation.parquet: the tasks to train with;
	                      data/test.parquet then has the test split, and what a split
	                      holds out is in no other: the files are read again, and a leak
	                      fails the export
	data/twins.parquet    their twins, with -twins
	data/reviews.parquet  what people decided on them
	data/tools.parquet    the tools, with the descriptions that agents read
	tables/NAME.parquet   the tables and passages that the tools read; see -tables
	croissant.json        metadata of all these files, with checksums
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
	                         http://127.0.0.1:7310 unless -listen says otherwise: the
	                         address is printed at once, and the tasks are made ready
	                         while the page waits. Decisions go to
	                         OUT/review/decisions.jsonl, each line on disk before it
	                         is acknowledged. One page serves a run directory at a
	                         time, and nothing can be imported meanwhile; other
	                         commands work beside it, with the decisions made before
	                         they began. After tasks are made anew, start it again.
	                         Ctrl-C ends it, with 0 once there are tasks
	verify status [-out DIR] [-format text|json]
	                         prints what each stage last counted and, if there are
	                         decisions, a report on them: agreement with 95 %
	                         intervals, time, changes, an estimate of how many tasks
	                         are wrong. It runs nothing. As JSON it prints the report
	                         alone, even before anybody decided
	verify decisions [-out DIR] [-format jsonl|csv]
	                         prints the decisions, as the log has them or for a
	                         spreadsheet, in which no cell is taken for a formula
	verify import [-out DIR] [-format FORMAT] [-as ID=NAME] [-n] FILE...
	                         adds decisions to the log: jsonl or csv as verify
	                         decisions prints them, csv as verify handout made it and
	                         people filled it in, or labelstudio (a JSON export). A
	                         decision that the log has is not added again. -as gives
	                         a reviewer whom the tool calls ID a name, which is
	                         published with the decisions. All files are judged
	                         before anything is added; with -n nothing is. Decisions
	                         that cannot be added, such as a vote on an unknown task,
	                         are printed, and the exit code is then 3
	verify handout [-out DIR] -format labelstudio|csv -to DIR
	                         writes the tasks that have yet to be reviewed, as people
	                         left them: tasks.json and config.xml, the labelling
	                         configuration, for Label Studio; or a sheet to fill in,
	                         by for the reviewer's name, kind for approve, reject or
	                         doubt, edited for a better question
	verify figures [-tasks FILE] [-format text|json] [-write-tables DIR]
	                         prints how sensible and how varied questions are: of the
	                         run directory, or of any file of tasks over its domain;
	                         with -write-tables the tables beside LegalAgentBench are
	                         written as LaTeX and CSV, too
	verify diff [-format text|markdown|json] [-html FILE] OLD NEW
	                         says which tasks were removed, retired, added,
	                         re-answered and changed between two datasets, and why,
	                         and which kept ones are worth a second look, because
	                         their proofs now name other rows; with -html as a page,
	                         too. Each is a dataset's directory, whose checksums are
	                         verified first, or a file of tasks, JSONL or Parquet. It
	                         ends with 0 whether or not they differ, and with 1 if a
	                         file does not match SHA256SUMS
	verify export            is the same as verify

It prints what each stage counted: how many items went in, how many came out, and
how many were dropped for which reason.

Flags of serve:

	-listen ADDR    address to listen at, 127.0.0.1:0 for any free port. On the loopback
	                interface anybody may join, the first as the owner and the others as
	                annotators; on any other, a link for the owner is printed, who
	                invites the others (127.0.0.1:7310)
	-public URL     scheme and host under which people reach the page, where a proxy
	                stands before it or -listen names no single address
	-cert FILE      certificate chain for https, PEM, and
	-key FILE       its key; without them, or https at -public, others may read and
	                change what is sent
	-invite-only    require an invitation on the loopback interface too
	-new-link       print a link by which one owner can join, even where joining takes
	                no invitation; earlier printed links end
	-blind          show draft, answer, plan, steps and opinions of others only to
	                reviewers who have given an answer of their own, found with the tools
	                on the page; how often they agree is reported
	-rate RUN       let people also grade the texts that agents wrote in a run of bench,
	                by the rubric of its judges; ratings go to
	                OUT/review/ratings.jsonl, and bench report shows them
	-lease TIME     how long a task is kept for the reviewer who was given it, 1m to 24h
	                (30m)

Common flags (-domain, -corpus, -out and others), how settings are kept and exit codes:
verify -h all.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Verify(), source) }
