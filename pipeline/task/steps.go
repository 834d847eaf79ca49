package task

import (
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Steps returns the steps that a task records for an execution: those of [plan.Trace.Steps]
// and, if the domain declares a tool of kind finish, one more for the call that gives the
// answer. This step calls the first such tool with the answer as its first input and its
// observation, and its Node is "". The error is that of [plan.Trace.Steps].
func Steps(d *domain.Domain, t *plan.Trace, answer string) ([]plan.Step, error) {
	steps, err := t.Steps()
	if err != nil {
		return nil, err
	}
	end, err := finish(d, answer)
	return append(steps, end...), err
}

// finish returns the step that gives an answer; nil if the domain declares no tool for it.
func finish(d *domain.Domain, answer string) ([]plan.Step, error) {
	i := slices.IndexFunc(d.Tools, func(t domain.Tool) bool { return t.Kind == domain.Finish })
	if i < 0 {
		return nil, nil
	}
	said, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	args, err := json.Marshal(map[string]string{d.Tools[i].Inputs[0].Name: answer})
	if err != nil {
		return nil, err
	}
	return []plan.Step{{Op: string(domain.Finish), Tool: d.Tools[i].Name, Arguments: args, Observation: said}}, nil
}
