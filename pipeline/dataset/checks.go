package dataset

import (
	"encoding/json"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteChecks writes which checks were run, how many tasks passed and failed
// each, every task's verdicts, and why tasks were dropped, as JSON; twins and theirs
// come last. None of its lists is null.
func WriteChecks(w io.Writer, r *Release) error {
	type counted struct {
		Check
		Passed int `json:"passed"`
		Failed int `json:"failed"`
	}
	type verdicts struct {
		ID     string       `json:"id"`
		Checks []task.Check `json:"checks"`
	}
	file := struct {
		Checks  []counted  `json:"checks"`
		Tasks   []verdicts `json:"tasks"`
		Dropped []Dropped  `json:"dropped"`
	}{Checks: []counted{}, Tasks: []verdicts{}, Dropped: append([]Dropped{}, r.Dropped...)}
	for _, group := range []struct {
		tasks  []*task.Task
		checks []Check
	}{{r.Tasks, r.Checks}, {r.Twins, r.TwinChecks}} {
		for _, c := range group.checks {
			n := counted{Check: c}
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
			file.Tasks = append(file.Tasks, verdicts{t.ID, append([]task.Check{}, t.Checks...)})
		}
	}
	return writeJSON(w, file)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
