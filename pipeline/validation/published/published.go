// Package published maps the tasks that LegalAgentBench published to programs of
// the plan algebra, runs them over recovered tables and compares what they give
// with the published keys. It shows how wide the algebra is, and whose fault each
// disagreement is.
//
// [Read] reads programs in a compact notation, written by people:
//
//	patterns:
//	  case_number: '（[0-9]{4}）[^（）号]+号'
//	tasks:
//	  - id: 13
//	    plan: [start company, call get_sub_company_info_list,
//	           filter 上市公司参股比例 equals 100, ask 公司名称, ask 上市公司投资金额 in 亿元 places 2]
//
// No text of a task stands in such a file: what a program starts from is found in
// the question by rule, see [NameFinder]. Beside its plan an entry can say, in a line each,
// what of the task the plan lacks, how it reads what the question leaves open, and,
// where it does not give the published keys, whose fault that is and why. The evidence
// is in the [ReplayReport]. Who writes a plan sees what each step of it gives with
//
//	go test ./pipeline/validation/published -run TestSteps -v -task ID
//
// A step is a line of words, separated by blanks; a word in double quotes, written
// as in Go, can hold blanks. Steps stand in the order in which they run:
//
//	step      = [ NAME "=" ] operation [ "from" NAME { NAME } ] [ "or" "none" ]
//	          | "ask" [ COLUMN ] [ "in" UNIT ] [ "places" N ] [ "as" LAYOUT ] [ "from" NAME ] [ "if" NAME ]
//	operation = "start" ENTITY [ N | "at" N N ]
//	          | "derive" DERIVATION | "deriveall" DERIVATION
//	          | "call" [ "each" ] TOOL
//	          | "filter" COLUMN COMPARISON ( [ OPERAND [ OPERAND ] ] | NAME )
//	          | "superlative" ( "max" | "min" ) COLUMN [ N ]
//	          | "frequent" COLUMN
//	          | "project" COLUMN { COLUMN }
//	          | "sum" COLUMN | "average" COLUMN | "minimum" COLUMN | "maximum" COLUMN
//	          | "compare" ( "max" | "min" )
//	          | "having" TOOL
//	          | "extract" PATTERN | "retrieve" TOOL N | "cite" ( "first" | "all" )
//	          | "only" | "count" | "distinct" | "exists" | "days" | "mode"
//	          | "add" | "subtract" | "multiply" | "divide" | "share"
//	          | "union" | "intersection" | "difference"
//
// The operations are those of package plan under their own names. A step reads what
// the step before it gave, or the results it names; an ask gives nothing, so a step
// behind it goes on from before it. A name is a lower-case word. Of rows, an ask
// wants a column, which it projects; the form is [plan.FormOf]'s for the column, in
// another unit, with other places or in another layout where it says so. Without a
// column it asks for what was read: a count, yes or no, a sum. The operand of a
// filter by name is a result; "or none" takes finding nothing for a result. A start
// takes the N-th name of its type in the question, from 1, or the runes from one
// position up to another.
package published

import (
	"encoding/json"
	"fmt"
)

// PublishedTask holds the fields of a task published by LegalAgentBench that programs are
// compared with.
type PublishedTask struct {
	// ID is the task's ID, unique in its file.
	ID string
	// Question is the published question.
	Question string
	// Keys are the published keywords of the answer; a keyword may occur twice.
	Keys []string
	// Type is the published type, such as "2-15-1"; "" for writing tasks.
	Type string
}

// ReadTasks reads a published JSON array of tasks, in its order. The error begins with
// name, and the tasks are nil then.
func ReadTasks(b []byte, name string) ([]PublishedTask, error) {
	var list []struct {
		ID       json.Number `json:"id"`
		Question string      `json:"question"`
		Key      []string    `json:"key"`
		Type     string      `json:"type"`
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("%s: %w: want a JSON array of tasks", name, err)
	}
	tasks := make([]PublishedTask, len(list))
	seen := map[string]bool{}
	for i, t := range list {
		id := t.ID.String()
		if id == "" || seen[id] {
			return nil, fmt.Errorf("%s: task %d has id %q: want a unique id", name, i+1, id)
		}
		seen[id] = true
		tasks[i] = PublishedTask{id, t.Question, t.Key, t.Type}
	}
	return tasks, nil
}
