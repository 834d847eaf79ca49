package task

import (
	"encoding/json"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// Steps renders an execution as a task records it: the plan's own steps, then the
// call that gives the answer and ends a trial, if the domain declares a tool for
// that. Its node is "".
func Steps(d *domain.Domain, t *plan.Trace, answer string) ([]plan.Step, error) {
	steps, err := t.Steps()
	if err != nil {
		return nil, err
	}
	for i := range d.Tools {
		spec := &d.Tools[i]
		if spec.Kind != domain.Finish || len(spec.Inputs) != 1 {
			continue
		}
		said, err := json.Marshal(answer)
		if err != nil {
			return nil, err
		}
		args, err := json.Marshal(map[string]string{spec.Inputs[0].Name: answer})
		if err != nil {
			return nil, err
		}
		return append(steps, plan.Step{Op: string(domain.Finish), Tool: spec.Name, Arguments: args, Observation: said}), nil
	}
	return steps, nil
}
