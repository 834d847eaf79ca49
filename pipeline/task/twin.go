package task

import "github.com/taskgrove/taskgrove/pipeline/value"

// Twin marks a task as the unanswerable twin of another: the same plan, draft and
// question, asked of the same tables less the row that held the answer. Its steps
// end with the call that finds nothing, its answer and keywords say that there is
// nothing to be found, and tools for it are those of [tool.Set.Without].
type Twin struct {
	// Of is the ID of the task whose question it is.
	Of string `json:"of"`
	// Table, Key and Row are the row taken away: the table, the text of its key, ""
	// in a table without one, and its number in the file of the table, from 0.
	Table string `json:"table"`
	Key   string `json:"key"`
	Row   int    `json:"row"`
	// Answers are the typed answers of that task, which are gone: a right answer to the
	// twin gives none of them.
	Answers []value.Answer `json:"answers"`
}
