package task

import "github.com/taskgrove/taskgrove/pipeline/value"

// Twin marks a task as the unanswerable twin of another task. Both have the same plan,
// draft and question, but the twin is asked about the tables without the row that held the
// answer. Its steps end with the call that finds nothing, and its answer and keywords say
// that the answer cannot be found. [tool.Set.Without] returns the tools for it.
type Twin struct {
	// Of is the ID of the task with the same question.
	Of string `json:"of"`
	// Table, Key and Row identify the removed row: its table, the text of its key ("" in a
	// table without a key) and its number in the table's file, from 0.
	Table string `json:"table"`
	Key   string `json:"key"`
	Row   int    `json:"row"`
	// Answers are the typed answers of the task Of. A right answer to the twin states none
	// of them.
	Answers []value.Answer `json:"answers"`
}
