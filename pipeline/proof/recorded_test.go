package proof

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The steps that a task was made with, which give it its ID, must say what its steps say.
func TestRecordedStepsSayTheSame(t *testing.T) {
	for observation, want := range map[string]string{`["b","1"]`: "", `["c",1]`: "changed: the steps say something else"} {
		steps := func(o string) []plan.Step {
			return []plan.Step{{Node: "r2", Tool: "get", Arguments: json.RawMessage(`{}`), Observation: json.RawMessage(o)}}
		}
		made := &task.Task{Plan: new(plan.Program), Steps: steps(`[1,"b"]`)}
		made.Provenance.Recorded = steps(observation)
		var err error
		if made.ID, err = made.Identity(); err != nil {
			t.Fatal(err)
		}
		if got := recorded(made, made); got != want && (want == "" || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: fault %q, want %q", observation, got, want)
		}
	}
}
