package extension

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A successor is none if a task that is kept gives its answer away, be it a later one, or an earlier
// successor does.
func TestDropRevealed(t *testing.T) {
	answering := func(id, answer string) *task.Task {
		return &task.Task{ID: id, Draft: id, Path: "get_company", Plan: new(plan.Program), AnswerValues: []value.Answer{{Kind: value.Text, Text: answer}}}
	}
	fates := []fate{
		{retired: new(task.Retired), successor: answering("told", "甲")},
		{retired: new(task.Retired), successor: answering("first", "乙")},
		{kept: answering("kept", "甲")},
		{retired: new(task.Retired), successor: answering("second", "乙")},
		{retired: new(task.Retired)},
	}
	dropRevealed(fates)
	for i, want := range []bool{false, true, false, false, false} {
		if got := fates[i].successor != nil; got != want {
			t.Errorf("task %d has a successor: %v, want %v", i, got, want)
		}
	}
}
