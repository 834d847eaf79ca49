package dataset

import (
	"io"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteChecks writes as JSON the checks that were run with the numbers of tasks that passed
// and failed, every task's verdicts, and the reasons for which tasks were dropped. In the
// list of checks and in the list of verdicts, the twins' elements come after the tasks'. No
// list is null. The error is the writer's.
func WriteChecks(w io.Writer, r *Release) error {
	type verdicts struct {
		ID     string             `json:"id"`
		Checks []task.CheckResult `json:"checks"`
	}
	file := struct {
		Checks  []task.CheckSummary `json:"checks"`
		Tasks   []verdicts          `json:"tasks"`
		Dropped []task.Dropped      `json:"dropped"`
	}{Checks: []task.CheckSummary{}, Tasks: []verdicts{}, Dropped: append([]task.Dropped{}, r.Dropped...)}
	for _, group := range []struct {
		tasks  []*task.Task
		checks []task.CheckSummary
	}{{r.Tasks, r.Checks}, {r.Twins, r.TwinChecks}} {
		for _, c := range group.checks {
			n := task.CheckSummary{Name: c.Name, Doc: c.Doc}
			for _, t := range group.tasks {
				if passed(t, c.Name) {
					n.Passed++
				}
			}
			for _, d := range r.Dropped {
				if d.Check == c.Name {
					n.Failed++
				}
			}
			file.Checks = append(file.Checks, n)
		}
		for _, t := range group.tasks {
			file.Tasks = append(file.Tasks, verdicts{t.ID, append([]task.CheckResult{}, t.Checks...)})
		}
	}
	return writeJSON(w, file)
}
