/*
Bench evaluates agents on tasks.

	bench [run] [-model LIST] [-agent AGENT] [-rehearse LIST] [flags]
	bench report [-run NAME | -bounds] [-forget LIST] [flags]
	bench compare A B [-format F] [flags]
	bench correlate FIRST SECOND [-format F]
	bench serve [-listen ADDRESS | -stdio] [flags]
	bench score -tasks FILE [-twins FILE] -answers FILE [-tokens FILE] [-tables DIR]
	            [-encoder WHERE] [-format text|json]
	bench prompts -to DIR
	bench retrievers [-embeddings LIST] [-tasks FILE] [-limit N] [-format F] [flags]

Bench run does the whole job: it brings the tasks up to date, lets the built-in agents
solve them through the tools, scores every trial in paper and strict mode, writes the
dataset and prints how many tasks there are, that the bounds hold, where to look and what
to do next; -v, or bench report -bounds, prints the scores. The built-in agents need no model: five that do
nothing (silent, echo, constant, decliner, lister), the plan's own trace, and some forty
attackers, which try to get credit without solving the task. In strict mode the trace
must score one. The mean success rate of every other agent may be at most 0.01 and its
process rate at most 0.03, with two exceptions: 0.04 for attackers that look up the right
record and draw one of its values, and 0.3 in success for texts to write, parts of which
stand in that record. A set of fewer than 200 tasks may reach what one of 200 may, since
luck counts for more in it. If a bound does not hold, bench names the tasks and fails and
there is no dataset, since no other score on these tasks would mean anything. It writes
to OUT/bench/baseline:

	trials.jsonl  every trial: calls, observations, answer, scores
	scores.json   the table
	floors.json   the trials that break a bound, if any

With -model, -agent or -rehearse it then measures agents: every model with every method
and format of tool calls, and every other agent, on each task -epochs times. A finished
trial is on disk before it counts and is never made again, and every paid answer is kept:
a run that was killed or failed goes on where it was when bench is called again. An error
of a server is no answer: the trial is missing, with a reason, is in no mean, and the exit
code is 3. An agent that cannot be started or reached is missing likewise, and the others
go on. An agent that stops, dies or gives up is graded: a trial without an answer and
a summary scores 0 in success and in the paper's process rate, and what its calls returned
counts in the strict one.

A run accumulates its agents: those that earlier commands measured stay in its reports,
as far as their trials are of the present tasks, tables and epochs; bench says which
trials are not. The same trials make the same bytes of every report, in whatever order
and at whatever speed they were made: only trials.jsonl, answers.jsonl and encoded.jsonl,
which are logs, differ from run to run. It writes to OUT/bench/NAME:

	run.json         how the run was made, and which trials are missing
	trials.jsonl     every finished trial, with its transcript and the seconds it took, in
	                 the order in which they finished
	answers.jsonl    every paid answer
	prompts-DIGEST   a copy of prompts of yours, with the files of -prompts
	opinions.jsonl   every opinion of a judge; rubric.yaml is their rubric, if it is not
	                 the one that ships
	encoded.jsonl    every score that -encoder computed
	scores.json      means by type with standard errors and intervals, passes over
	                 epochs, use, endings and kinds of failure of each agent
	comparisons.jsonl  a comparison of each two agents
	changes.jsonl    trials that are graded differently from when they were made
	trials.parquet, scores.parquet
	report.html      everything on one page, with every transcript

	-run NAME         the run, a directory below OUT/bench (models)
	-model LIST       models to measure, over any server in OpenAI's format
	-method LIST      react, plan-and-solve, plan-and-execute, or all of these; direct asks
	                  once, without tools, at temperature 0 (react)
	-protocol NAME    how models are measured: taskgrove, or paper for LegalAgentBench's
	                  protocol: temperature 0, ten turns, tools selected first, calls in
	                  text, a call for each step of a plan, plan and steps in one
	                  conversation, and a closing request that writes the answer from the
	                  trajectory. A run has one protocol: another is refused (taskgrove)
	-prompts DIR      prompts of yours, in the files that bench prompts writes (those that
	                  ship). They are part of what a trial is known by
	-calls LIST       how they call tools: text (JSON in an answer), native
	                  (functions), or both (text)
	-agent AGENT      another agent; can be given several times: silent, echo, constant,
	                  decliner, lister or lexical; or one of yours, as NAME=URL[,key=VARIABLE]
	                  or NAME=COMMAND (go doc ./pipeline/agent/remote has the protocol).
	                  A command is split at spaces, runs in -workers processes, and has
	                  your rights and your environment: it can read the answers, see
	                  below. Give it a new name when it changes: its name, and its URL or
	                  command, are all that bench knows of it
	-rehearse LIST    measure models that this process plays: competent; fallible, which
	                  makes a mistake the more often the more hops a task has; clumsy,
	                  which makes two wrong calls before each right one; looping
	-forget LIST      agents of the run, by name or model, to leave out of it from now on;
	                  one that is named again comes back with its trials
	-epochs N         attempts at each task, independent of each other (1)
	-turns N          most turns of a trial (10). A turn is a reply that calls tools, with
	                  all its calls, of which at most 64 are made; a reply that cannot be
	                  used is one, too. Tasks whose reference plans need more turns are
	                  named before the trials, and with -n
	-reply-bytes N    longest reply of an agent of yours in bytes: it fails the trial (1048576)
	-reply-time T     longest time for a reply of an agent of yours (5m)
	-start-time T     longest time for the start of a program of yours (1m)
	-offer WHICH      the tools a model is shown: selected by itself beforehand, or
	                  everything (selected)
	-summary          ask for a summary of what was found, for the paper's process rate,
	                  which is not scored with -summary=false (yes)
	-stop             with calls in text, have servers end an answer where a model begins
	                  to invent the result of its call; -stop=false for models that
	                  refuse stop words (yes)
	-temperature X    the models' temperature, 0 to 2, or server (server)
	-answer-tokens N  longest answer of a model (the server's)
	-in-flight N      trials at a time (as many as the servers take)
	-embeddings MODEL rank passages by a model's embeddings in place of BM25
	-tasks FILE       tasks to try in place of the run directory's, over its tables
	-types LIST       only tasks of these types
	-limit N          most tasks to try, of all types alike

A command given to -agent runs with the rights and the environment of the user who runs
bench. Nothing keeps it from reading the tasks with their answers in the run directory,
the transcripts of others, or keys in the environment. Use a command only for a program
that you trust not to do so. Any other program belongs behind a URL, run by a user who
cannot read the run directory, or on another machine. Nobody else can read the run
directory after

	chmod 700 out

and the other user starts a server that takes each message as a POST, such as

	sudo -u OTHER python3 /srv/mine/serve.py      (in a terminal of its own)
	bench -agent mine=http://127.0.0.1:8000/

Bench makes the calls that the agent asks for, so the agent needs neither tables nor
tools. An agent that calls tools by itself gets them from bench serve, which shows neither
tasks nor answers; bench score grades its answers. If bench runs as root, a command can
run as another user too, with an empty environment:

	-agent 'mine=setpriv --reuid=OTHER --regid=GROUP --clear-groups --reset-env
	        python3 /srv/mine/agent.py'

Anybody who knows the seed can generate the same world and tasks: for agents that may
have taskgrove, use a -seed of your own and keep it secret.

How models are reached and what they may cost (none of this is kept):

	-endpoint URL     a server, followed by options after commas: key=VARIABLE that holds
	                  its key (OPENAI_API_KEY), weight=N, at-once=N requests; can be given
	                  several times (OPENAI_BASE_URL)
	-max-tokens N     most tokens of new answers, prompts included
	-max-cost X       most that new answers may cost, by the prices of -prices
	-prices FILE      what models cost, in the format that -h shows

Bench report grades a run's trials against the tasks as they are now, says which are
graded differently from when they were made, and writes the reports again. Both report
and run take:

	-format F         how tables are printed: text, markdown, latex, csv or json (text);
	                  the built-in agents have text and json alone
	-against AGENT    report: compare all others with this agent, in place of every two
	-earlier DIR      run directory of an earlier release: compare the scores of each agent
	                  on the tasks of both releases, if a run of this name measured it
	                  there; that of -extend if not given
	-write-tables DIR every table in files of their own, as LaTeX and as CSV
	-fail-below BAR   exit with 1 if an agent's mean is below METRIC=X, METRIC being
	                  strict.success, strict.process, paper.success or paper.process;
	                  ,type=TYPE and ,agent=NAME may follow, in this order; can be given
	                  several times
	-encoder WHERE    BERTScore of every answer against its reference, by an ONNX
	                  encoder in a directory (model.onnx, tokenizer.json), or by a server of
	                  Text Embeddings Inference at a URL (its key in TASKGROVE_ENCODER_KEY);
	                  what it computed is kept, and an interrupted command goes on from there
	-judge LIST       models that grade written texts by a rubric, after they were tried on
	                  references: scores of one that does not rank these above spoiled
	                  ones are marked; a report without it uses the opinions of the
	                  judges that were asked last
	-rubric FILE      the rubric (one that ships)

Bench compare compares two agents, A less B, on the tasks that both tried: differences
with intervals and p values that allow for the likeness of tasks of one path, the smallest
difference that so many tasks could show, and the tasks that differ. A and B are RUN,
RUN:AGENT, or AGENT of the run models.

Bench correlate compares two runs over the agents measured in both, three at least, such as
accuracy on statutes with scores on cases: each figure of the first with each of the second,
by Pearson's and Spearman's correlation, with the number of agents and an interval. FIRST
and SECOND are directories of runs by one protocol, or their scores.json. It needs no tables.

Bench serve gives the tools to any agent until it is interrupted: as OpenAI functions,
as the published client calls them, and by the Model Context Protocol.

	-listen ADDRESS   where to listen (127.0.0.1:7320). Off the loopback interface, or if
	                  TASKGROVE_TOKEN or -host is given, every request needs the token in
	                  TASKGROVE_TOKEN, or the one that is printed
	-stdio            speak the Model Context Protocol on standard input and output, and
	                  listen nowhere
	-host LIST        names, without ports, under which agents reach the server; it
	                  answers under no other
	-cert, -key FILE  certificate chain and key for https, PEM
	-embeddings MODEL as above, with -endpoint, -max-tokens, -max-cost and -prices

Bench score grades answers from elsewhere, by id, in both modes, and measures how like they
are to their references, and citations and texts; it writes no file but that of -encoded:

	-tasks FILE    LegalAgentBench's JSON, our tasks.jsonl or our Parquet
	-twins FILE    unanswerable twins of the tasks, our tasks.jsonl or Parquet
	-answers FILE  JSON or JSONL with id, res (or answer) and summary; an answer without
	               a summary has process rate 0 in paper mode, as the published runner
	               grades it; if no answer has one, that rate is not scored
	-tokens FILE   JSONL with id, input_token, output_token and total_token
	-tables DIR    the tables that tasks over statutes or cases ask about, OUT/world or
	               OUT/dataset/tables: recited texts get classes, cited articles are
	               looked up, measures stand by law and level, and answers with the
	               newest law are counted
	-domain NAME   the domain that declares those tables (that of the tasks)
	-encoder WHERE as above
	-encoded FILE  keeps what -encoder computes, so that no answer is encoded twice
	-format F      text, markdown, latex, csv or json (text)

Bench prompts writes the prompts that ship, to start one's own from: LANGUAGE.yaml has those of
the protocol taskgrove and what both share, paper/LANGUAGE.yaml those of the protocol paper. It
replaces no file.

	-to DIR        the directory

Bench retrievers compares BM25 and embeddings by recall@k: how much of the law that tasks and texts
rest on is among the first 1, 3, 5 and 10 passages. The queries are those of plans, questions of
texts to write and questions about a provision, and texts of the tables without their citations.
It brings the tasks up to date first, and writes no file but the embeddings.

	-embeddings LIST  models whose embeddings rank the passages, beside BM25. Each embeds all
	                  passages and queries once, with -endpoint, -max-tokens, -max-cost and
	                  -prices
	-tasks FILE       as above
	-limit N          most queries of each kind, spread evenly over them (all)
	-format F         text, markdown, latex, csv or json (text)

Tasks are grouped by type. In LegalAgentBench's own file (every task has an id of 1 to
300 and the fields key, type and way) the id says the type, as in the paper's tables:
1-80 one hop, 81-160 two, 161-220 three, 221-260 four, 261-280 five, 281-300 writing;
its type field names a path, and not always the right one. The report says so below the
table. In any other file the type field counts, "3-7-2" as three hops.

Paper mode is the published rule: a keyword counts if it is a substring. If a summary was
asked for and a trial ended without one, its process rate is 0.

Strict mode grades what an answer commits to. A value is credited if the answer gives it
as its conclusion and gives no other value of its kind. Numbers must measure the same:
13100万元 and 131000000元 are one amount, 3 weeks are 21 days, but 3 cases are not 3
companies. If the calls are known, an answer needs evidence: a call that found something
and, if the plan's own calls show the value, a call that showed it. An answer that repeats
what the tools returned is a listing and scores 0. The process rate counts the
intermediate values that a call returned and a later call used; they are worth less after
more calls than twice the plan's and four. "go doc ./pipeline/score" has the whole rule.

Common flags (-domain, -corpus, -out and others), how settings are kept and exit codes:
bench -h all.
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
	open := func(dir string) (command.ClosableEncoder, error) { return onnx.Open(dir) }
	command.Main(command.Bench(open), source)
}
