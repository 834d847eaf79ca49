package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// baselineDir is the directory of the run of the built-in agents, below the run directory.
const baselineDir = "bench/" + baselineRun

// printBaseline prints the scores of the built-in agents, and as text the chance level of each type
// that has one.
func printBaseline(w io.Writer, f *flags, as format) error {
	var scores bench.Report
	if err := readJSON(filepath.Join(f.out, baselineDir, "scores.json"), &scores); err != nil {
		return err
	}
	if err := as.write(w, &scores); err != nil || as == "json" {
		return err
	}
	var bounds floors
	if err := readJSON(filepath.Join(f.out, floorsFile), &bounds); err != nil || len(bounds.Chance) == 0 {
		return err
	}
	var levels []string
	for _, name := range slices.Sorted(maps.Keys(bounds.Chance)) {
		levels = append(levels, fmt.Sprintf("%s %.4f", name, bounds.Chance[name]))
	}
	_, err := fmt.Fprintf(w, "\nchance level of success (strict), by the best single answer or a pick from the rows of the last lookup:\n%s\n", strings.Join(levels, ", "))
	return err
}

// floorsFile lists the trials that miss the bounds of a task set, below the run directory.
const floorsFile = baselineDir + "/floors.json"

// floors is a record of whether agents that do nothing score nothing on a task set, and the
// plans' recorded traces score one.
type floors struct {
	Faults []string           `json:"faults"`           // the trials that do not; empty if all do
	Chance map[string]float64 `json:"chance,omitempty"` // by type, what may be got without knowing the answers; see [bench.Chance]
}

// errNotPublishable is the error of a task set that is not fit to be published.
var errNotPublishable = errors.New("the task set is not fit to be published")

// requireFloors returns an error that lists the trials out of bounds.
func requireFloors(e *run.Exec) error {
	path, err := e.Path(floorsFile)
	if err != nil {
		return err
	}
	var f floors
	if err := readJSON(path, &f); err != nil {
		return err
	}
	if len(f.Faults) == 0 {
		return nil
	}
	var lines []string
	for _, fault := range f.Faults {
		at := strings.LastIndex(fault, ": ") + 1
		lines = append(lines, fault[:at]+firstOf(strings.Split(fault[at:], ", "), ", ", path))
	}
	return fmt.Errorf("%w:\n%s", errNotPublishable, firstOf(lines, "\n", path))
}

// firstOf joins the first ten items of a list, and says how many there are more and which file has all.
func firstOf(items []string, separator, file string) string {
	const most = 10
	if n := len(items); n > most {
		items = append(items[:most:most], fmt.Sprintf("and %d more: see %s", n-most, file))
	}
	return strings.Join(items, separator)
}

// baselineStage lets the built-in agents solve the tasks.
func baselineStage(f *flags, w *world) run.Stage {
	inputs := append(w.inputs(), run.StageInput{Name: reviewedTasks})
	if f.Twins {
		inputs = append(inputs, run.StageInput{Name: twinTasks})
	}
	return run.Stage{
		Name: "baseline", Doc: "let the built-in agents solve the tasks and score them",
		Version: baselineVersion, Dir: baselineDir,
		Inputs:  inputs,
		Outputs: []string{"trials.jsonl", "scores.json", "floors.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := readTasks(e, reviewedTasks)
			if err != nil {
				return err
			}
			if f.Twins {
				twins, err := readTasks(e, twinTasks)
				if err != nil {
					return err
				}
				tasks = append(tasks, twins...)
			}
			agents := bench.BoundingAgents(tasks)
			wanted := len(tasks) * len(agents)
			bar := e.Progress(wanted, "trials")
			trials, err := w.tryTasks(ctx, e, tasks, agents, func() { bar.Add(1) })
			if err != nil {
				return err
			}
			funnel := e.Funnel()
			funnel.In, funnel.Out = wanted, len(trials)
			if err := create(e, "trials.jsonl", func(w io.Writer) error { return bench.WriteTrials(w, trials) }); err != nil {
				return err
			}
			if err := createJSON(e, "floors.json", floorsOf(tasks, trials)); err != nil {
				return err
			}
			return create(e, "scores.json", bench.NewReport(tasks, trials).WriteJSON)
		},
	}
}

// floorsOf collects what [bench.CheckBounds] finds.
func floorsOf(tasks []*task.Task, trials []bench.Trial) floors {
	f := floors{Faults: []string{}, Chance: bench.Chance(tasks)}
	if err := bench.CheckBounds(trials, f.Chance); err != nil {
		f.Faults = strings.Split(err.Error(), "\n")
	}
	return f
}
