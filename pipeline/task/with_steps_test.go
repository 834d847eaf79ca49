package task

import (
	"encoding/json"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Steps that say the same in another order, or with numbers as texts, take the place of a task's own; its ID stays.
// Others do not.
func TestWithSteps(t *testing.T) {
	steps := func(observations ...string) (all []plan.Step) {
		for _, o := range observations {
			all = append(all, plan.Step{Node: "r2", Tool: "get", Arguments: json.RawMessage(`{"id":"a"}`), Observation: json.RawMessage(o)})
		}
		return all
	}
	for name, tt := range map[string]struct {
		now  []plan.Step
		same bool
	}{
		"rows in another order":                 {steps(`[{"a":"2.50"},{"a":"x"},{"a":"007"}]`, `1`), true},
		"numbers":                               {steps(`[{"a":"x"},{"a":2.5},{"a":"007"}]`, `"1"`), true},
		"steps in another order":                {steps(`1`, `[{"a":"x"},{"a":"2.50"},{"a":"007"}]`), true},
		"nothing":                               {steps(`[{"a":"x"},{"a":"2.50"},{"a":"007"}]`, `1`), false},
		"another number":                        {steps(`[{"a":"x"},{"a":"2.51"},{"a":"007"}]`, `1`), false},
		"a number that was no other":            {steps(`[{"a":"x"},{"a":"2.50"},{"a":"7"}]`, `1`), false},
		"a row more":                            {steps(`[{"a":"x"},{"a":"2.50"},{"a":"007"},{"a":"x"}]`, `1`), false},
		"a text that writes a number otherwise": {steps(`[{"a":"x"},{"a":"2.5"},{"a":"007"}]`, `1`), false},
		"another column":                        {steps(`[{"a":"x"},{"b":"2.50"},{"a":"007"}]`, `1`), false},
		"a step less":                           {steps(`[{"a":"x"},{"a":"2.50"},{"a":"007"}]`), false},
		"no JSON":                               {steps(`[{"a":`, `1`), false},
	} {
		was := &Task{Plan: new(plan.Program), Steps: steps(`[{"a":"x"},{"a":"2.50"},{"a":"007"}]`, `1`)}
		var err error
		if was.ID, err = was.Identity(); err != nil {
			t.Fatal(err)
		}
		now := was.WithSteps(tt.now)
		if (now != nil) != tt.same {
			t.Errorf("%s: the steps say the same: %v, want %v", name, now != nil, tt.same)
		}
		if now == nil {
			continue
		}
		if id, err := now.Identity(); id != was.ID || err != nil {
			t.Errorf("%s: the ID is %s (%v), want %s", name, id, err, was.ID)
		}
		again := now.WithSteps(was.Steps)
		if again == nil {
			t.Errorf("%s: the first steps say something else", name)
		} else if id, err := again.Identity(); id != was.ID || err != nil {
			t.Errorf("%s: twice, the ID is %s (%v), want %s", name, id, err, was.ID)
		}
	}
}

// Steps that say something else than those that a task was made with do not keep them.
func TestKeepsRecorded(t *testing.T) {
	step := func(o string) []plan.Step {
		return []plan.Step{{Node: "r2", Tool: "get", Arguments: json.RawMessage(`{}`), Observation: json.RawMessage(o)}}
	}
	for now, want := range map[string]bool{`[1,"b"]`: true, `["b","1"]`: true, `["b"]`: false, `["c",1]`: false} {
		made := &Task{Plan: new(plan.Program), Steps: step(now)}
		if !made.KeepsRecorded() {
			t.Errorf("%s: a task keeps its own steps", now)
		}
		made.Provenance.Recorded = step(`["b",1]`)
		if got := made.KeepsRecorded(); got != want {
			t.Errorf("%s: keeps the steps: %v, want %v", now, got, want)
		}
	}
}
