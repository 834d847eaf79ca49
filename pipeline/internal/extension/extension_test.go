package extension

import (
	"encoding/json"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
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

// A task is kept with the rows of its lookups in another order, but not with its passages.
func TestRewrittenKeepsRanks(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	p := &Prover{Domain: d}
	for tool, kept := range map[string]bool{"get_company_info": true, "legal_case_retriever": false} {
		if d.Tool(tool) == nil {
			t.Fatalf("the domain has no tool %s", tool)
		}
		steps := func(observation string) []plan.Step {
			return []plan.Step{{Node: "r1", Tool: tool, Arguments: json.RawMessage("{}"), Observation: json.RawMessage(observation)}}
		}
		was := &task.Task{Plan: new(plan.Program), Steps: steps(`["甲","乙"]`)}
		if again := p.rewritten(was, &task.Task{Steps: steps(`["乙","甲"]`)}); (again != nil) != kept {
			t.Errorf("%s in another order: kept %v, want %v", tool, again != nil, kept)
		}
	}
}
