package task

import "encoding/json"

// Retired is a task of an earlier release that a later one does not have, because it does not
// hold on the later tables. It is a line of retired.jsonl.
type Retired struct {
	// ID and Question are those of the task.
	ID       string `json:"id"`
	Question string `json:"question"`
	// Check, Reason and Detail say why, as [Dropped] does.
	Check  string `json:"check"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	// Answer and KeyAnswer are those of the task. NewAnswer and NewKeyAnswer are what its plan
	// gives on the later tables; "" and nil if it gives nothing.
	Answer       string   `json:"answer"`
	KeyAnswer    []string `json:"key_answer"`
	NewAnswer    string   `json:"new_answer,omitempty"`
	NewKeyAnswer []string `json:"new_key_answer,omitempty"`
	// Cells are those that the task's steps read and that differ, in the order of the steps; nil
	// if none does.
	Cells []ChangedCell `json:"cells,omitempty"`
	// Successor is the ID of the task that asks the same question with the new answer; "" for
	// none.
	Successor string `json:"successor,omitempty"`
}

// ChangedCell is a cell, a row or a result that a tool returned to a task's plan and returns
// otherwise on later tables.
type ChangedCell struct {
	// Tool is the tool that was called, and Table the table it reads; "" for a tool that reads
	// none.
	Tool  string `json:"tool"`
	Table string `json:"table,omitempty"`
	// Arguments are those of the call, without the columns wanted.
	Arguments json.RawMessage `json:"arguments"`
	// Column is the column of the cell; "" for a whole row or result.
	Column string `json:"column,omitempty"`
	// Old and New are the two values as JSON. Old is nil for what was not there, and New for what
	// no longer is.
	Old json.RawMessage `json:"old,omitempty"`
	New json.RawMessage `json:"new,omitempty"`
}
