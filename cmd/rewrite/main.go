/*
Rewrite turns drafts into questions a person would ask.

	rewrite [flags]

It brings the tasks up to date and puts each draft into a question that asks the
same in other words: in a situation, by a person, naming neither tools nor tables.
Without flags no model is needed: situations, persons and words are drawn from the
domain's style (rewriting/LANGUAGE/*.yaml beside its declaration). With -model a
model writes the questions, over any server in OpenAI's format.

A question is kept only if it passes every gate, in this order: it has all names, numbers,
days, units, operators and demands of form of the draft; it has no answer, no intermediate
value, no tool, table or internal column; language and length fit; it is neither a
near-copy of the draft nor like another task's question; and a second model that sees the
question alone (-parser) finds in it what the task does. If a question is not kept, the
model is told why and asked again, up to -attempts times; then the question of the offline
rewriter takes its place, and the task says so ("offline after MODEL").

It writes to OUT/rewrite:

	tasks.jsonl     the tasks with their questions
	rejected.jsonl  questions that were not kept, with the reasons
	cost.json       questions by who wrote them, answers, tokens, cost

and to OUT/obscurity how many of the drafts and of the questions an agent solves that has
nothing but their words (obscurity.json). It prints both, and what each stage counted: how
many items went in, how many came out, and how many were dropped for which reason.

Models:

	-model NAME     model that writes the questions; offline for none (offline)
	-parser NAME    model of the round trip, asked at temperature 0; same for the one
	                that writes, none for no round trip, which keeps questions with an
	                added role, request or condition (same)
	-attempts N     most questions asked for, for one task (3)
	-temperature X  temperature of the writing model, 0 to 2, or server for its default
	                (server)
	-endpoint URL[,key=VARIABLE][,weight=N][,at-once=N]
	                a server: its address up to /v1, the environment variable that
	                holds its key (OPENAI_API_KEY), its share of the requests if there
	                are other servers (1), and the most requests at once (256); can be
	                given several times (OPENAI_BASE_URL, or OpenAI's)
	-prices FILE    what models cost, YAML: currency: USD, and under models: by name
	                {input: 2.50, cached: 1.25, output: 10}, per million tokens
	-max-cost X     most that new answers may cost, in the currency of -prices
	-max-tokens N   most tokens of new answers, prompts included
	-batch          ask by the Batch API, which takes up to a day and costs half as much:
	                requests are submitted and the command ends with 3; running it
	                again collects the answers, until all are there
	-rehearse       ask a model that this process plays, without a key, to see what a run
	                with a model looks like; excludes -model, -parser, -endpoint and
	                -batch

Keys are read from the environment and written nowhere. Every paid answer is in
OUT/llm/answers.jsonl before it is used, and is never asked for again, however the command
ends. With -n, rewrite also estimates what asking would take, without a key. Other
commands ask no model: they use the recorded answers. Model, parser, attempts and
temperature are kept in config.json; how servers are reached and what they may cost is
not.

Common flags (-domain, -corpus, -out and others), how settings are kept and exit codes:
rewrite -h all.
*/
package main

import (
	_ "embed"

	"github.com/taskgrove/taskgrove/pipeline/command"
)

//go:embed main.go
var source string

func main() { command.Main(command.Rewrite(), source) }
