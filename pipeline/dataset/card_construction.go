package dataset

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// writeConstruction writes how tasks are made.
func (c *card) writeConstruction() {
	c.printf(`## Construction

A planning graph of entity types and tools is unrolled into paths; paths are
chosen so that together they cover tools, transitions between tools and answer
columns; each is executed from entities drawn from the tables, and an execution that
has exactly one answer becomes a task: its question is written from the plan, its
answer, keywords and typed values from the execution. The construction follows
LegalAgentBench (arXiv 2412.17259).

`)
	if by := c.rewriters(); by != "" {
		c.printf("The drafts of questions were put into the words of a person by %s; the column `rewriter` says by whom each. `offline` is a rewriter without a model.\n\n", by)
	}
	if n := c.bystanders(); n > 0 {
		c.printf("The questions of %d tasks name a by-stander, of the start's kind, that nothing is asked about: the column `bystander`. It is in no step and no answer, and asked about it the plan has another answer or none.\n\n", n)
	}
}

// bystanders counts the tasks whose question names a by-stander.
func (c *card) bystanders() int {
	n := 0
	for _, t := range c.r.Tasks {
		if t.Bystander != nil {
			n++
		}
	}
	return n
}

// rewriters lists who wrote the questions and how many, the largest count first; "" if all
// questions are drafts.
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

// writeFunnel writes how many items each stage kept, and why it dropped the others.
func (c *card) writeFunnel() {
	c.printf("### Funnel\n\nWhat went into a stage came out of it or was dropped for a reason; nothing was patched.\n\n")
	var stages, reasons [][]string
	for _, f := range c.r.Funnels {
		stages = append(stages, []string{f.Stage, f.Items, fmt.Sprint(f.In), fmt.Sprint(f.Out), fmt.Sprint(total(f.Dropped)), reasonCounts(f.Failed)})
		for _, reason := range largestFirst(f.Dropped) {
			reasons = append(reasons, []string{f.Stage, reason, fmt.Sprint(f.Dropped[reason]), task.DropWords(f.Stage, reason)})
		}
	}
	c.table([]string{"stage", "counts", "in", "out", "dropped", "failed"}, stages)
	c.writeEntities()
	if reasons != nil {
		c.printf("Why they were dropped, most frequent first:\n\n")
		c.table([]string{"stage", "reason", "items", "what it says"}, reasons)
	}
}

// writeEntities writes how many entities could have been asked about, and how many were tried.
func (c *card) writeEntities() {
	if len(c.r.Entities) == 0 {
		return
	}
	c.printf("For each path that was tried, entities were drawn until there were enough tasks. An entity is possible if the lookups of the path lead from it to the end. Possible entities are tried in the order drawn, and one fits if a question about it has an answer that passes the rules. Added up over paths:\n\n")
	var rows [][]string
	for _, e := range c.r.Entities {
		fit := "–"
		if e.Tried > 0 {
			fit = percent(float64(e.Fit) / float64(e.Tried))
		}
		rows = append(rows, []string{e.Of, fmt.Sprint(e.Paths), fmt.Sprint(e.Drawn), fmt.Sprint(e.Possible), fmt.Sprint(e.Tried), fmt.Sprint(e.Fit), fit, fmt.Sprint(e.Tasks)})
	}
	c.table([]string{"of", "paths tried", "entities drawn", "possible", "tried", "fit", "fit of tried", "tasks"}, rows)
	for i := range c.r.Entities {
		if drawn := c.r.Entities[i].DrawnPaths(); drawn != "" {
			c.printf("%s.\n\n", drawn)
		}
	}
}

// writeChecks writes what every task has proved.
func (c *card) writeChecks() {
	c.printf("### Checks\n\nEvery task passed all of them; `%s` has the verdicts.\n\n", ChecksFile)
	var checks [][]string
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
	c.printf("### Coverage\n\nOf what the tools and tables declare, what a task could use that is proved, and what these tasks use, counted before the checks.\n\n")
	var rows [][]string
	for _, k := range c.r.Coverage {
		rows = append(rows, []string{k.Name, fmt.Sprint(k.Covered), fmt.Sprint(k.Attainable), fmt.Sprint(k.Declared)})
	}
	c.table([]string{"", "used", "attainable", "declared"}, rows)
}
