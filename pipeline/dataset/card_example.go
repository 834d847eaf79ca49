package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// writeExample shows one task so that it can be read, in English words whatever its
// language, and the record of the first task.
func (c *card) writeExample() error {
	t := ExampleTask(c.r.Tasks)
	c.printf("## Example\n\nQuestion (%s, in `%s`): %s\n\n", escape(t.Type), code(t.Language), escape(t.Question))
	switch {
	case t.Language == "en":
	case c.r.ExampleInEnglish != "":
		c.printf("Its draft in English, written from the same plan: %s\n\n", escape(c.r.ExampleInEnglish))
	default:
		c.printf("The steps below say in English what it asks.\n\n")
	}
	c.printf("Plan, and what its execution gave:\n\n")
	n := 0
	for i := range t.Steps {
		if line := exampleStep(&t.Steps[i]); line != "" {
			n++
			c.printf("%d. %s\n", n, line)
		}
	}
	c.printf("\nAnswer: %s. An answer is graded by its keywords, here %s.\n\n", strings.TrimRight(escape(t.Answer), ".。"), quotedList(t.KeyAnswer))
	first := c.r.Tasks[0]
	b, err := indentedJSON(map[string]any{
		"id": first.ID, "type": first.Type, "question": first.Question, "answer": first.Answer,
		"key_answer": first.KeyAnswer, "key_middle": first.KeyMiddle, "path": first.Path,
	})
	if err != nil {
		return err
	}
	// JSON escapes line breaks, so no text in it can end the fence.
	c.printf("The main columns of the first record:\n\n```json\n%s```\n\n", visibleJSON(b))
	c.writeGivenExample()
	return nil
}

// writeGivenExample shows the question of the first task that hands texts over, as a quotation,
// and says which of it is given.
func (c *card) writeGivenExample() {
	i := slices.IndexFunc(c.r.Tasks, func(t *task.Task) bool { return len(t.Given) > 0 })
	if i < 0 {
		return
	}
	t := c.r.Tasks[i]
	var names []string
	for _, g := range t.Given {
		names = append(names, g.Name)
	}
	c.printf("A question of %s hands texts over (in `given`: %s):\n\n", escape(t.Type), quotedList(names))
	for line := range strings.Lines(t.Question) {
		if text := escape(line); text != "" {
			c.printf("> %s\n>\n", text)
		}
	}
	c.printf("\n")
}

// ExampleTask returns the task that a card shows: the first with at most eight steps of which
// two at least call a tool; the first task if none is such. There must be a task.
func ExampleTask(tasks []*task.Task) *task.Task {
	for _, t := range tasks {
		calls := 0
		for _, s := range t.Steps {
			if s.Tool != "" {
				calls++
			}
		}
		if calls >= 2 && len(t.Steps) <= 8 {
			return t
		}
	}
	return tasks[0]
}

// operationWords say in English what an operation does.
var operationWords = map[string]string{
	"start": "start from", "derive": "take out of it", "deriveall": "take out of each",
	"filter": "keep the rows that fit", "covering": "keep the row that was valid on the day", "superlative": "take the row that ranks highest or lowest", "only": "take the only row",
	"frequent": "take the most frequent value", "mode": "take the most frequent value", "project": "take the value",
	"count": "count the rows", "distinct": "count the different values", "sum": "add up", "average": "take the mean",
	"minimum": "take the smallest", "maximum": "take the largest", "exists": "is there any", "days": "count the days between",
	"add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "share": "take the share",
	"compare": "compare", "union": "put together", "intersection": "keep what is in both",
}

// exampleStep writes a step: the call with its arguments, or the operation, and the result.
func exampleStep(s *plan.Step) string {
	const most = 160 // characters of an observation
	result := ""
	if s.Selected != nil {
		result = quotedList(s.Selected)
	}
	switch {
	case s.Op == "finish":
		return ""
	case s.Tool != "":
		line := fmt.Sprintf("call `%s` with `%s`", code(s.Tool), code(visible(string(s.Arguments))))
		if len(s.Observation) > 0 {
			line += fmt.Sprintf(", which returns `%s`", code(visible(shorten(string(s.Observation), most))))
		}
		return line
	case result != "":
		words := operationWords[s.Op]
		if words == "" {
			words = escape(s.Op)
		}
		return words + ": " + result
	}
	return ""
}

// quotedList writes values, the first few of many.
func quotedList(values []string) string {
	const most = 6
	var parts []string
	for _, v := range values[:min(most, len(values))] {
		parts = append(parts, "“"+escape(v)+"”")
	}
	if len(values) > most {
		parts = append(parts, fmt.Sprintf("and %d more", len(values)-most))
	}
	return strings.Join(slices.Clip(parts), ", ")
}
