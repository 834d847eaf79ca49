package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// writeExample shows one task so that it can be read, with its solution in English words
// where there are any, and the record of the first task.
func (c *card) writeExample() error {
	t := ExampleTask(c.r.Tasks)
	c.printf("## Example\n\nQuestion (%s, in `%s`): %s\n\n", escape(t.Type), code(t.Language), escape(t.Question))
	switch {
	case t.Language == "en":
	case c.r.ExampleInEnglish != "":
		c.printf("Its draft in English, written from the same plan: %s\n\n", escape(c.r.ExampleInEnglish))
	}
	c.printf("Solution:\n\n")
	for i, line := range strings.Split(cmp.Or(c.r.SolutionInEnglish, t.Solution), "\n") {
		if i > 0 {
			c.printf(">\n")
		}
		c.printf("> %s\n", escape(line))
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
