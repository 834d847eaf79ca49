package dataset

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// writeCorpora writes what the tables and passages hold: name, format, size and key of each as in
// LegalAgentBench's Table 1, and the columns as in its Table 4.
func (c *card) writeCorpora() {
	if len(c.r.Corpora) == 0 {
		return
	}
	c.printf("### Corpora\n\nWhat the tasks are made of. A key names one row.\n\n")
	var rows [][]string
	for _, t := range c.r.Corpora {
		format, columns := "table", fmt.Sprint(len(t.Columns))
		if t.Passages {
			format, columns = "passages", "–"
		}
		key := t.Key
		if key == "" {
			key = "–"
		}
		rows = append(rows, []string{t.Name, t.Doc, format, fmt.Sprint(t.Rows), columns, key})
	}
	c.table([]string{"corpus", "what it holds", "format", "rows", "columns", "key"}, rows)
	rows = nil
	for _, t := range c.r.Corpora {
		if t.Passages {
			continue
		}
		var columns []string
		for _, col := range t.Columns {
			columns = append(columns, describeColumn(col))
		}
		rows = append(rows, []string{t.Name, strings.Join(columns, "; ")})
	}
	if rows != nil {
		c.printf("Their columns, each with its name in English where it is another, and what a cell is:\n\n")
		c.table([]string{"table", "columns"}, rows)
	}
}

// describeColumn writes a column's name, its doc if that says more, and what its cells hold.
func describeColumn(col ColumnDescription) string {
	var more []string
	for _, text := range []string{col.Doc, col.Holds} {
		if text != "" && !strings.EqualFold(text, col.Name) {
			more = append(more, text)
		}
	}
	if more == nil {
		return col.Name
	}
	return fmt.Sprintf("%s (%s)", col.Name, strings.Join(more, ", "))
}

// kindWords are the kinds of tools in the order of the card, as LegalAgentBench's Table 5 has them.
var kindWords = []struct{ kind, one, several string }{
	{"lookup", "lookup", "lookups"},
	{"retriever", "retriever", "retrievers"},
	{"arithmetic", "arithmetic tool", "arithmetic tools"},
	{finishKind, "system tool", "system tools"},
}

// writeToolTable writes the tools with their kinds, inputs and outputs, as LegalAgentBench's Tables
// 5 to 7 do, and one call of a task.
func (c *card) writeToolTable() {
	if len(c.r.Tools) == 0 {
		return
	}
	var counts []string
	var rows [][]string
	for _, k := range kindWords {
		n := 0
		for _, t := range c.r.Tools {
			if t.Kind == k.kind {
				n++
				rows = append(rows, []string{t.Name, k.one, describeInputs(t.Inputs), t.Output, t.description()})
			}
		}
		switch {
		case n == 1:
			counts = append(counts, "1 "+k.one)
		case n > 1:
			counts = append(counts, fmt.Sprintf("%d %s", n, k.several))
		}
	}
	c.printf("### Tools\n\n%d tools: %s. `%s` has the texts that agents read.\n\n", len(c.r.Tools), strings.Join(counts, ", "), ToolsFile)
	c.table([]string{"tool", "kind", "inputs", "output", "what it does"}, rows)
	c.writeCall()
}

// describeInputs writes inputs with their types.
func describeInputs(inputs []ToolArgument) string {
	var parts []string
	for _, in := range inputs {
		text := in.Name + ": " + in.Type
		if in.Optional {
			text += ", optional"
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, "; ")
}

// longestObservation is how much of an observation a card shows, in characters.
const longestObservation = 1200

// writeCall shows the first lookup of the example task, or of the first task that has one, with what
// it returned.
func (c *card) writeCall() {
	t, s := c.exampleCall()
	if s == nil {
		return
	}
	b, err := indentedJSON(struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}{s.Tool, s.Arguments})
	if err != nil {
		return
	}
	c.printf("A call, from task `%s`:\n\n```json\n%s```\n\n", code(t.ID), visibleJSON(b))
	if b, err = indentedJSON(s.Observation); err != nil {
		return
	}
	if text := []rune(visibleJSON(b)); len(text) <= longestObservation {
		c.printf("It returns:\n\n```json\n%s```\n\n", string(text))
	} else {
		c.printf("It returns, in its first %d of %d characters:\n\n```\n%s\n```\n\n", longestObservation, len(text), string(text[:longestObservation]))
	}
}

// exampleCall returns a step that calls a lookup and returned something, and its task; nil for none.
func (c *card) exampleCall() (*task.Task, *plan.Step) {
	kinds := map[string]string{}
	for _, t := range c.r.Tools {
		kinds[t.Name] = t.Kind
	}
	for _, t := range slices.Concat([]*task.Task{ExampleTask(c.r.Tasks)}, c.r.Tasks) {
		for i := range t.Steps {
			if s := &t.Steps[i]; kinds[s.Tool] == "lookup" && len(s.Observation) > 0 && json.Valid(s.Observation) {
				return t, s
			}
		}
	}
	return nil, nil
}
