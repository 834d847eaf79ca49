package dataset

import (
	"io"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteChecks writes which checks were run, how many tasks passed and failed
// each, every task's verdicts, and why tasks were dropped, as JSON; twins and theirs
// come last. None of its lists is null.
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
