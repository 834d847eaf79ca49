/*
Bench evaluates agents on tasks.

	bench [run] [-model LIST] [-agent AGENT] [-rehearse SKILL] [flags]
	bench report [-run NAME] [flags]
	bench compare A B [-format F] [flags]
	bench serve [-listen ADDRESS | -stdio] [flags]
	bench score -tasks FILE [-twins FILE] -answers FILE [-tokens FILE] [-format text|json]

Bench run does the whole job: it brings the tasks up to date, lets the built-in
agents solve them through the tools, scores every trial in paper and strict mode,
writes the dataset and prints a table by type. The agents need no model: five that
do nothing (silent, echo, constant, decliner, lister), the plan's own trace, and some
forty attackers, which try to get credit without working out what is asked. The trace
must score one in strict mode. Of all others the mean strict success rate may be 0.01
at most and the process rate 0.03; 0.04 for attackers that look up the right record and
draw a value of it; 0.3 in success over texts to write, parts of which stand in that
record. A set of fewer than 200 tasks may give as much as one of 200, since luck counts
for more in it. If a bound does not hold, bench names the tasks and fails, for no other
score on them would mean anything, and there is no dataset. It writes to
OUT/bench/baseline:

	trials.jsonl  every trial: calls, observations, answer, scores
	scores.json   the table
	floors.json   the trials that keep the tasks from being a dataset, if any

With -model, -agent or -rehearse it then measures agents: every model by every method
and way to call tools, and every other agent, each task -epochs times. A finished
trial is on disk before it counts and is never made again, and every paid answer is
kept, so a run that was killed, or that met faults, goes on where it was when it is
called again. A fault of a server is no answer: the trial is missing, with a reason,
it is in no mean, and the exit code is 3. An agent that breaks off, dies or gives up is
graded: a trial without an answer and a summary has 0 in success and in the paper's
process rate, and what its calls returned counts in the strict one. It writes to
OUT/bench/NAME:

	run.json         what the run was made with, and what is missing
	trials.jsonl     every finished trial, with its transcript
	answers.jsonl    every paid answer
	opinions.jsonl   those of judges, and rubric.yaml what they went by, if not what
	                 ships
	scores.json      means by type with standard errors and intervals, passes over
	                 epochs, use, endings and kinds of failure of each agent
	comparisons.jsonl  each two agents held against each other
	changes.jsonl    trials that are graded otherwise than when they were made
	trials.parquet, scores.parquet
	report.html      all of it on one page, with every transcript

	-run NAME         the run, a directory below OUT/bench (models)
	-model LIST       models to measure, over any server in OpenAI's format
	-method LIST      react, plan-and-solve, plan-and-execute, or all (react)
	-calls LIST       how they call tools: text (JSON in an answer), native
	                  (functions), or both (text)
	-agent AGENT      another agent; can be given several times: silent, echo, constant,
	                  decliner, lister or lexical; NAME=URL[,key=VARIABLE] or
	                  NAME=COMMAND for one of yours (go doc ./pipeline/agent/remote has
	                  the protocol). A command is words between spaces, runs as often at a
	                  time as -workers says, and has your rights and your environment: it
	                  can read the answers, see below. Rename it when it changes, for its
	                  name and how it is reached are all that is known of it
	-rehearse SKILL   measure a model that this process plays: competent, clumsy, looping
	-epochs N         attempts at each task, independent of each other (1)
	-turns N          most turns of a trial (10)
	-offer WHICH      the tools a model is shown: selected by itself beforehand, or
	                  everything (selected)
	-summary          ask for an account of what was found, for the paper's process rate,
	                  which is not scored with -summary=false (yes)
	-stop             with calls in text, have servers end an answer where a model begins
	                  to make up what its call returned; -stop=false for models that
	                  refuse stop words (yes)
	-temperature X    the models' temperature, 0 to 2, or server (server)
	-answer-tokens N  longest answer of a model (the server's)
	-in-flight N      trials under way at a time (what the servers take)
	-embeddings MODEL rank passages by a model's embeddings in place of BM25
	-tasks FILE       other tasks than those of the run directory, over its tables
	-types LIST       only tasks of these types
	-limit N          at most so many tasks, of all types alike

A program given to -agent as a command runs with the rights and the environment of the
user who runs bench. Nothing keeps it from reading the tasks with their answers in the
run directory, the transcripts of others, or keys in the environment. Give a command only
to a program that you trust not to look. Any other belongs behind an address, run by a
user who cannot read the run directory, or on another machine. The run directory is yours
alone after

	chmod 700 out

and the other user starts a server that takes each message as a POST, such as

	sudo -u OTHER python3 /srv/mine/serve.py      (in a terminal of its own)
	bench -agent mine=http://127.0.0.1:8000/

Bench makes the calls that the agent asks for, so that it needs neither tables nor tools.
An agent that calls tools by itself gets them from bench serve, which gives no task and
no answer away; bench score grades what it answered. Where bench runs as root, a command
can be another user's as well, and have an empty environment:

	-agent 'mine=setpriv --reuid=OTHER --regid=GROUP --clear-groups --reset-env
	        python3 /srv/mine/agent.py'

Whoever knows the seed can make a generated world and its tasks again: for agents that
may have taskgrove, take a -seed of your own and keep it to yourself.

How models are reached and what they may cost; nothing of this is kept:

	-endpoint URL     a server, can be given several times, each with what follows behind
	                  commas: key=VARIABLE that holds its key (OPENAI_API_KEY),
	                  weight=N, at-once=N requests (OPENAI_BASE_URL)
	-max-tokens N     most tokens of new answers, prompts included
	-max-cost X       most that new answers may cost, by the prices of -prices
	-prices FILE      what models cost, as rewrite -h has it

Bench report grades a run's trials against the tasks as they are now, says which are
graded otherwise than when they were made, and writes the reports again. It and run
take:

	-format F         how tables are printed: text, markdown or json (text); markdown is
	                  for agents that are measured
	-fail-below BAR   exit with 1 if a contestant's mean is below: METRIC=X, METRIC being
	                  success or process, after strict. or paper., with ,type=TYPE and
	                  ,agent=NAME behind it, in this order; can be given several
	                  times
	-encoder WHERE    BERTScore of written texts by an ONNX encoder in a directory
	                  (model.onnx, tokenizer.json), or by a server of Text Embeddings
	                  Inference at a URL (its key in TASKGROVE_ENCODER_KEY); none without
	-judge LIST       models that grade written texts by a rubric; a report without it has
	                  what those said that were asked last
	-rubric FILE      the rubric (one that ships)

Bench compare holds two agents against each other, A less B, on the tasks that both
tried: differences with intervals and p values that respect that the tasks of one path
are alike, the smallest difference the tasks could show, and the tasks that differ. A
and B are RUN, RUN:AGENT, or AGENT of the run models.

Bench serve gives the tools to any agent until it is interrupted: as OpenAI functions,
as the published client calls them, and by the Model Context Protocol.

	-listen ADDRESS   where to listen (127.0.0.1:7320); elsewhere than on the loopback
	                  interface every request needs the token in TASKGROVE_TOKEN, or the
	                  one it prints, and on it too where TASKGROVE_TOKEN or -host is given
	-stdio            speak the Model Context Protocol on standard input and output, and
	                  listen nowhere
	-host LIST        names under which agents reach the server, and no others; without
	                  ports
	-cert, -key FILE  certificate chain and key for https, PEM
	-embeddings MODEL as above, with -endpoint and what a budget takes

Bench score grades answers from outside, by id, in both modes; it needs no tables
and writes no file:

	-tasks FILE    LegalAgentBench's JSON, our tasks.jsonl or our Parquet
	-twins FILE    unanswerable twins of the tasks, our tasks.jsonl or Parquet
	-answers FILE  JSON or JSONL with id, res (or answer) and summary; an answer without
	               one has process 0 in paper mode, as the published runner grades it,
	               and where none has one that rate is not scored
	-tokens FILE   JSONL with id, input_token, output_token and total_token
	-format F      text or json (text)

Tasks are grouped by type. In LegalAgentBench's own file (every task has an id of 1 to
300 and the fields key, type and way) the id says the type, as in the paper's tables:
1-80 one hop, 81-160 two, 161-220 three, 221-260 four, 261-280 five, 281-300 writing;
its type field names a path, and not always the right one. The report says so below the
table. Of any other file the type field counts, "3-7-2" as three hops.

Paper mode is the published rule: a keyword counts if it is a substring. Where a
summary was asked for and a trial ended without one, its process rate is 0.

Strict mode grades what an answer commits to. A value is credited if the answer gives it
as its conclusion and gives no other of its kind beside it. Numbers have to measure the
same: 13100万元 and 131000000元 are one amount, 3 weeks are 21 days, but 3 cases are not
3 companies. Where the calls are known, an answer needs evidence: a call that found
something and, where the plan's own calls show the value, a call that showed it. An answer
that repeats what the tools returned is a listing and gets nothing. The process rate
counts the values on the way that a call returned and that a later call was made with;
they are worth less where more than twice the plan's calls and four more were made. "go
doc ./pipeline/score" has the whole rule.

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
	"github.com/taskgrove/taskgrove/pipeline/score/bert/onnx"
)

//go:embed main.go
var source string

func main() {
	open := func(dir string) (command.Encoder, error) { return onnx.Open(dir) }
	command.Main(command.Bench(open), source)
}
