/*
Rewrite turns drafts into questions a person would ask.

	rewrite [flags]

It brings the tasks up to date and puts each draft into a question that asks the
same in other words: in a situation, by a person, naming neither tools nor tables.
Without flags no model is needed: situations, persons and words are drawn from the
domain's style (rewriting/LANGUAGE/*.yaml beside its declaration). With -model a
model writes the questions, over any server in OpenAI's format.

A question is kept only if it passes every gate, in this order: all names, numbers,
days, units, operators and demands of form of the draft are there; no answer, no value
on the way, no tool, table or internal column is; language and length fit; it is no
near-copy of the draft and not near another task's question; and a second model that
sees the question alone (-parser) finds in it what the task does. A model is told why
a question was not kept and asked again, up to -attempts times; then the question of
the offline rewriter takes its place, and the task says so ("offline after MODEL").

It writes to OUT/rewrite:

	tasks.jsonl     the tasks with their questions
	rejected.jsonl  texts that were not kept, with the reasons
	cost.json       questions by who wrote them, answers, tokens, cost

and to OUT/obscurity what an agent that goes by the words of a question alone solves
of the drafts and of the questions (obscurity.json). It prints what each stage counted,
how many items went in, how many came out, and how many were dropped for which reason,
and both of these.

Models:

	-model NAME     model that writes the questions; offline for none (offline)
	-parser NAME    model of the round trip; same for the one that writes, none for
	                no round trip (same)
	-attempts N     most questions asked for, for one task (3)
	-temperature X  the writing model's, 0 to 2; server for the server's own (server)
	-endpoint URL[,key=VARIABLE][,weight=N][,at-once=N]
	                a server: its address up to /v1, the variable of the environment
	                that holds its key (OPENAI_API_KEY), its share of the requests
	                beside other servers (1), and the most requests at once (256); can
	                be given several times (OPENAI_BASE_URL, or OpenAI's)
	-prices FILE    what models cost, YAML: currency: USD, and under models: by name
	                {input: 2.50, cached: 1.25, output: 10}, per million tokens
	-max-cost X     most that new answers may cost, in the currency of -prices
	-max-tokens N   most tokens of new answers, prompts included
	-batch          ask by the Batch API, which takes up to a day and half the money:
	                requests are submitted and the command ends with 3; running it
	                again collects what is there, until all is
	-rehearse       ask a model that is played by this process, without a key: what a
	                run with a model looks like; goes with none of -model, -parser,
	                -endpoint and -batch

A key stands in the environment and nowhere else. Every paid answer is in
OUT/llm/answers.jsonl before it is used, and is not asked for again, whatever ends the
command. With -n, what asking would take is estimated as well, without a key. Other commands ask no
model: they use the answers that are there. Model, parser, attempts and temperature are
kept in config.json; how servers are reached and what they may cost is not.

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

Exit codes: 0 done, 1 failed, 2 called wrongly, 3 done but some items failed or are
awaited, 130 interrupted.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Rewrite(), source) }
