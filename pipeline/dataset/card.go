package dataset

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// WriteCard writes the README.md of a release: a Hugging Face dataset card with
// its YAML header. Text from outside this package is escaped, so that no table, name or
// note can become markup.
func WriteCard(w io.Writer, r *Release) error {
	configs, err := r.configs()
	if err != nil {
		return err
	}
	c := &card{r: r, configs: configs}
	c.writeHeader()
	c.writeIntroduction()
	if err := c.writeExample(); err != nil {
		return err
	}
	c.writeFiles()
	c.writeStatistics()
	c.writeFunnel()
	c.writeCoverage()
	c.writeReview()
	c.writeColumns()
	c.writeUse()
	c.writeBaselines()
	c.writeTwins()
	c.writeFormats()
	c.writeKnownFaults()
	c.writeSource()
	_, err = c.WriteTo(w)
	return err
}

// card is a card while it is written. Its methods write one section each and stand in
// the order of the card; those about people's decisions are in card_review.go.
type card struct {
	markdown
	r       *Release
	configs []config
}

// summary describes a release in plain text.
func summary(r *Release) string {
	s := fmt.Sprintf("%d questions that an agent answers by calling tools over tables, each with a plan whose execution proves the answer.", len(r.Tasks))
	if r.Source != "" {
		s += " " + r.Source
	}
	return s
}

// keywords are the search terms of the dataset.
func keywords() []string {
	return []string{"agents", "benchmark", "multi-hop", "question-answering", "tool-use"}
}

// writeHeader writes the YAML that Hugging Face reads; strings are JSON, which is
// YAML.
func (c *card) writeHeader() {
	c.printf("---\npretty_name: %s\n", jsonText(c.r.Title))
	c.printf("license: %s\n", jsonText(strings.ToLower(c.r.License)))
	c.printf("language:\n")
	for _, l := range c.r.languages() {
		c.printf("- %s\n", jsonText(l))
	}
	c.printf("task_categories:\n- question-answering\ntags:\n")
	for _, k := range keywords() {
		c.printf("- %s\n", k)
	}
	c.printf("size_categories:\n- %s\n", sizeCategory(len(c.r.Tasks)))
	c.printf("configs:\n")
	for _, k := range c.configs {
		if k.rows == 0 {
			continue // Hugging Face's loader fails on a split without rows
		}
		c.printf("- config_name: %s\n  data_files:\n  - split: test\n    path: %s\n", yamlText(k.name), yamlText(k.file))
	}
	c.printf("---\n\n")
}

// yamlText writes a text in YAML: plain words as they are, everything else quoted.
func yamlText(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return jsonText(s)
}

var plainWord = regexp.MustCompile(`^[a-z][a-zA-Z0-9/._-]*$`)

// sizeCategory returns Hugging Face's category for a number of rows.
func sizeCategory(n int) string {
	switch {
	case n < 1_000:
		return "n<1K"
	case n < 10_000:
		return "1K<n<10K"
	case n < 100_000:
		return "10K<n<100K"
	case n < 1_000_000:
		return "100K<n<1M"
	}
	return "n>1M"
}

func (c *card) writeIntroduction() {
	c.printf("# %s\n\n%s\n\nVersion %s.\n\n", escape(c.r.Title), escape(summary(c.r)), escape(c.r.Version))
	c.printf(`A planning graph of entity types and tools is unrolled into paths; paths are
chosen so that together they cover tools, transitions between tools and answer
columns; each is executed from entities drawn from the tables, and an execution that
has exactly one answer becomes a task: its question is written from the plan, its
answer, keywords and typed values from the execution. The construction follows
LegalAgentBench (arXiv 2412.17259).

`)
	if by := c.rewriters(); by != "" {
		c.printf("The questions are rewritten, by %s; the column `rewriter` says who wrote which.\n\n", by)
	}
}

// rewriters lists who rewrote the questions and how many, the largest count first; ""
// if all questions are drafts.
func (c *card) rewriters() string {
	counts := map[string]int{}
	for _, t := range c.r.Tasks {
		if t.Rewriter != "" {
			counts[t.Rewriter]++
		}
	}
	names := largestFirst(counts)
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", escape(name), counts[name])
	}
	return strings.Join(names, ", ")
}

// largestFirst sorts names by count, the largest first, then by name.
func largestFirst(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
}

// writeExample shows the first task.
func (c *card) writeExample() error {
	t := c.r.Tasks[0]
	b, err := indentedJSON(map[string]any{
		"id": t.ID, "type": t.Type, "question": t.Question, "answer": t.Answer,
		"key_answer": t.KeyAnswer, "key_middle": t.KeyMiddle, "path": t.Path,
	})
	if err != nil {
		return err
	}
	// JSON escapes line breaks, so no text in it can end the fence.
	c.printf("## A task\n\n```json\n%s```\n\n", visibleJSON(b))
	return nil
}

// writeFiles lists the files of rows.
func (c *card) writeFiles() {
	c.printf("## Files\n\nEach configuration is a Parquet file; one without rows is a file alone. `%s` has the checksums of all files: `sha256sum -c %s`.\n\n", SumsFile, SumsFile)
	var rows [][]string
	for _, k := range c.configs {
		rows = append(rows, []string{k.name, k.file, fmt.Sprint(k.rows), k.doc})
	}
	c.table([]string{"configuration", "file", "rows", "what it holds"}, rows)
	if c.r.Tables == nil {
		c.printf("The tables are not in this dataset.\n\n")
		return
	}
	c.printf(`Every column of a table is text, each cell as its source has it: a column of texts
has those, and one that holds a number has JSON, so that 0.50 stays 0.50 and "12" is
told from 12. A cell that nobody observed is null. A directory of these files is a
corpus: the same tools over it give the same observations, but for escapes that a
source did not need.

`)
}

// writeStatistics writes the table that LegalAgentBench describes itself with.
func (c *card) writeStatistics() {
	c.printf("## Statistics\n\nLengths are in characters; those of keywords are means over keywords, all others means over tasks.\n\n")
	var rows [][]string
	for _, s := range Statistics(c.r.Tasks) {
		rows = append(rows, []string{s.Type, fmt.Sprint(s.Tasks), mean(s.Query, s.Tasks), mean(s.Answer, s.Tasks),
			mean(s.KeyAnswer, s.Tasks), mean(s.KeyAnswerLength, s.KeyAnswer),
			mean(s.KeyMiddle, s.Tasks), mean(s.KeyMiddleLength, s.KeyMiddle)})
	}
	c.table([]string{"type", "tasks", "length of query", "length of answer", "key_answer", "length of key_answer", "key_middle", "length of key_middle"}, rows)
}

// mean writes sum/n to two places, and a dash for an n of 0.
func mean(sum, n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", float64(sum)/float64(n))
}

// writeFunnel writes what each stage dropped, and what the tasks that are left have
// proved.
func (c *card) writeFunnel() {
	c.printf("## Funnel\n\nWhat went into a stage came out of it or was dropped for a reason; nothing was patched.\n\n")
	var stages, checks [][]string
	for _, f := range c.r.Funnels {
		stages = append(stages, []string{f.Stage, f.Items, fmt.Sprint(f.In), fmt.Sprint(f.Out), reasonCounts(f.Dropped), reasonCounts(f.Failed)})
	}
	c.table([]string{"stage", "counts", "in", "out", "dropped", "failed"}, stages)
	c.printf("## Checks\n\nEvery task passed all of them; `%s` has the verdicts.\n\n", ChecksFile)
	for _, k := range c.r.Checks {
		checks = append(checks, []string{k.Name, k.Doc})
	}
	c.table([]string{"check", "a task that passes"}, checks)
	c.printf("Tables: `%s`. Declaration: `%s`.\n\n", code(string(c.r.Corpus)), code(c.r.Domain))
}

// reasonCounts writes the total of counts and each of them, the largest first.
func reasonCounts(counts map[string]int) string {
	if len(counts) == 0 {
		return "0"
	}
	names := largestFirst(counts)
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, counts[n])
	}
	return fmt.Sprintf("%d (%s)", total(counts), strings.Join(names, ", "))
}

// writeCoverage writes how much of what is declared the tasks cover.
func (c *card) writeCoverage() {
	if c.r.Coverage == nil {
		return
	}
	c.printf("## Coverage\n\nOf what the tools and tables declare, what a task could use that is proved, and what these tasks use, counted before the checks.\n\n")
	var rows [][]string
	for _, k := range c.r.Coverage {
		rows = append(rows, []string{k.Name, fmt.Sprint(k.Covered), fmt.Sprint(k.Attainable), fmt.Sprint(k.Declared)})
	}
	c.table([]string{"", "used", "attainable", "declared"}, rows)
}

// writeColumns documents the columns of all files except the tables.
func (c *card) writeColumns() {
	for _, k := range c.configs {
		switch {
		case k.name == tasksConfig && c.r.Twins != nil:
			c.printf("## Columns\n\nThose of the tasks, and of their twins:\n\n")
		case k.name == tasksConfig:
			c.printf("## Columns\n\nThose of the tasks:\n\n")
		case k.file == ToolsFile, k.file == ReviewsFile:
			c.printf("Those of `%s`:\n\n", k.name)
		default:
			continue
		}
		var rows [][]string
		for _, col := range k.columns {
			rows = append(rows, []string{col.name, col.kind(), col.doc})
		}
		c.table([]string{"column", "type", "what it holds"}, rows)
	}
}

func (c *card) writeUse() {
	c.printf("## Reading\n\nIn Python:\n\n```python\nimport json\nfrom datasets import load_dataset\n\ntasks = load_dataset(\"parquet\", data_files=\"%s\", split=\"train\")\nprint(tasks[0][\"question\"], tasks[0][\"key_answer\"], json.loads(tasks[0][\"plan\"]))\n```\n\n", TasksFile)
	c.printf("In DuckDB:\n\n```sql\nSELECT type, count(*), avg(len(key_answer)) FROM '%s' GROUP BY type ORDER BY type;\nSELECT id, provenance->>'$.domain' FROM '%s';\n```\n\n", TasksFile, TasksFile)
	c.printf(`## Grading

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
	c.printf("\n### Agents that know nothing\n\nWhat each mode gives agents that know nothing, attackers that lay out what the tools return, or name a cell of it, without working out what is asked, and one that repeats the recorded steps. A contestant's figure means what it is above these.\n\n")
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
## Unanswerable twins

`+"`%s`"+` holds twins of %d of the %d tasks: the same question and plan,
asked of the same tables less the one row that held the answer, which the column
`+"`twin`"+` names. Give an agent tools over tables without that row. What the row said
cannot be come to then; the verdict of the check `+"`gone`"+` says what was looked at.

In strict mode an answer is right if it says that there is nothing to be found, in
any of a closed list of ways, gives none of the answers that are gone and guesses no
other. Who always says so is right each time, so a twin counts only where the same
agent also solves the task it is the twin of: an agent that always declines scores
0, and the recorded steps score 1. Paper mode looks for the keyword of the reference
answer alone, so it misses other wordings and credits an agent that always declines
in its words: its rates over twins mean little.
`, TwinsFile, len(c.r.Twins), len(c.r.Tasks))
}

// writeFormats describes the files that other programs run.
func (c *card) writeFormats() {
	c.printf(`
## Other benches

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

func (c *card) writeSource() {
	if c.r.Source != "" {
		c.printf("\n## Source\n\n%s License: %s.\n", escape(c.r.Source), escape(c.r.License))
	}
}
