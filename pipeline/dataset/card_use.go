package dataset

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// asksRecall reports whether some tasks are questions in fixed words, such as the text of an
// article, which models also know by heart.
func (c *card) asksRecall() bool {
	return slices.ContainsFunc(c.r.Tasks, func(t *task.Task) bool { return t.Family != task.Multihop && t.Family != task.Writing })
}

// writeUses writes what the dataset is for and what it is not for.
func (c *card) writeUses() {
	recall, without := "", "measuring what a\nmodel knows of the world without tools; "
	if c.asksRecall() {
		recall, without = "The questions about texts of laws and cases also measure what a model knows\nwithout tools: `bench -method direct`.\n\n", ""
	}
	c.printf(`## Uses

For measuring agents that answer questions by calling tools over tables, step by
step; comparing models, prompts and ways of calling tools on one set of tasks; finding
the step at which an agent fails, since every task has its plan and the result of each
step.

%sNot for advice or decisions about real persons, companies or laws; %straining a model that is then measured on these
tasks. A rate here says nothing about other tools, other tables or questions that people
ask of their own accord.

`, recall, without)
}

// writeEvaluation writes how to load the tasks, how to run an agent on them and how answers
// are graded.
func (c *card) writeEvaluation() {
	c.printf("## Evaluate an agent\n\n")
	c.printf("1. Load the tasks (below). An agent gets the column `question` and the tools of `%s`, nothing else.\n", ToolsFile)
	c.printf("2. Serve the tools over the tables: `bench serve` in the run directory, by HTTP and MCP; or implement them, `%s` says what each returns.\n", ToolsFile)
	c.printf("3. Run your agent, or `bench -model NAME`, or Inspect with `%s`.\n", InspectFile)
	c.printf("4. Grade its answers: `bench score -tasks FILE -answers FILE`, in both modes described below.\n")
	c.printf("5. Report the strict success rate with its interval and by type, beside the baselines.\n\n")
	if c.r.Splits != nil {
		c.printf("In Python, the tasks to train on and to test with:\n\n```python\nfrom datasets import load_dataset\n\nsplits = load_dataset(\"parquet\", data_files={\"train\": \"%s\", \"test\": \"%s\"})\n```\n\n", TrainFile, TasksFile)
	}
	c.printf("In Python:\n\n```python\nimport json\nfrom datasets import load_dataset\n\ntasks = load_dataset(\"parquet\", data_files=\"%s\", split=\"train\")\nprint(tasks[0][\"question\"], tasks[0][\"key_answer\"], json.loads(tasks[0][\"plan\"]))\n```\n\n", TasksFile)
	c.printf("In DuckDB:\n\n```sql\nSELECT type, count(*), avg(len(key_answer)) FROM '%s' GROUP BY type ORDER BY type;\nSELECT id, provenance->>'$.domain' FROM '%s';\n```\n\n", TasksFile, TasksFile)
	c.printf(`### Grading

Two modes, always both reported. *Paper* is LegalAgentBench's rule to the letter: a
keyword counts if it is a substring; the success rate is over key_answer in the
final answer, the process rate over key_answer and key_middle in the summary.
*Strict* compares the typed values of answer_values with their units and aliases,
credits key_middle from what the tools returned to the agent, and gives an answer
that lists everything nothing. In strict mode an agent that says nothing, repeats
the question, always says the same or lists everything scores 0 on every task
here, and the recorded steps score 1.
`)
}

// writeBaselines writes the rates of agents whose scores are known beforehand.
func (c *card) writeBaselines() {
	var rows [][]string
	for _, b := range c.r.Baselines {
		if all := b.Overall(); all.Strict.Success.Mean != nil && all.Paper.Success.Mean != nil {
			rows = append(rows, []string{b.Agent, share(all.Strict.Success.Mean), share(all.Strict.Process.Mean), share(all.Paper.Success.Mean), share(all.Paper.Process.Mean)})
		}
	}
	if rows == nil {
		return
	}
	if isExam(c.r) {
		c.printf("\n### Baselines\n\nWhat each mode gives agents that do nothing, and `trace`, which gives the recorded answer. What guessing from the options gets is below, under blind probes.\n\n")
	} else {
		c.printf("\n### Baselines\n\nWhat each mode gives agents that do nothing, attackers that lay out what the tools return, or name a cell of it, without working out what is asked, and `trace`, which repeats the recorded steps. The score of a model means what it is above these. `bench -agent lexical` measures an agent that goes by the words of the question alone.\n\n")
	}
	if c.r.Splits != nil {
		c.printf("The rates are of the tasks of all splits together.\n\n")
	}
	c.table([]string{"agent", "success, strict", "process, strict", "success, paper", "process, paper"}, rows)
}

// share writes a rate as a percentage, and a dash for nil.
func share(rate *float64) string {
	if rate == nil {
		return "–"
	}
	return percent(*rate)
}

func percent(rate float64) string { return fmt.Sprintf("%.1f %%", 100*rate) }

// writeTwins describes the unanswerable twins.
func (c *card) writeTwins() {
	if c.r.Twins == nil {
		return
	}
	c.printf(`
### Unanswerable twins

`+"`%s`"+` holds twins of %d of the %d tasks: the same question and plan,
asked of the same tables less the one row that held the answer, which the column
`+"`twin`"+` names. Give an agent tools over tables without that row. What the row said
cannot be found then; the verdict of the check `+"`gone`"+` says what was looked at.

In strict mode an answer is right if it says that there is nothing to be found, in
any of a closed list of ways, gives none of the answers that are gone and guesses no
other. Who always says so is right each time, so a twin counts only where the same
agent also solves the task it is the twin of: an agent that always declines scores
0, and the recorded steps score 1. Paper mode looks for the keyword of the reference
answer alone, so it misses other wordings and credits an agent that always declines
in its words: its rates over twins mean little.
`, TwinsFile, len(c.r.Tested().Twins), len(c.r.Tested().Tasks))
}

// writeFormats describes the files that other programs run.
func (c *card) writeFormats() {
	c.printf(`
### Other formats

`+"`%s`"+` has the tools as OpenAI function definitions, less the one that ends a trial: the
last message is the answer.

`+"`%s`"+` is a task file for Inspect (inspect_ai 0.3.64 or later) over `+"`%s`"+`; with the
address of a tool server the agent has the tools, without one it answers from what it
knows. It scores by the paper's rule.

`+"`%s`"+` and `+"`%s`"+` have the multi-turn form of the Berkeley Function Calling
Leaderboard, version 4: a task is one turn, and its calls are those of its plan that
look something up. The functions are in `+"`%s`"+`; the class that executes them is to
be written, over the tables.
`, FunctionsFile, InspectFile, SamplesFile, QuestionsFile, AnswersFile, DocsFile)
}
