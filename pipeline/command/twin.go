package command

import (
	"context"
	"io"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/proof/absence"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// twinTasks is the file of the twins below the run directory.
const twinTasks = "twin/tasks.jsonl"

// twinFunnel describes the funnel of the twin stage.
var twinFunnel = funnelSource{"twin/twin.manifest.json", "tasks; one that comes out has an unanswerable twin"}

// twinStage makes the unanswerable twins of the proved tasks. It is a separate stage, so
// that the tasks are the same with and without twins.
func twinStage(w *world) run.Stage {
	return run.Stage{
		Name: "twin", Doc: "take the row away that held a task's answer and prove that the answer is gone",
		Version: twinVersion, Dir: "twin",
		Inputs:  append(w.inputs(), run.StageInput{Name: reviewedTasks}),
		Outputs: []string{"tasks.jsonl", "dropped.jsonl", "checks.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := readTasks(e, reviewedTasks)
			if err != nil {
				return err
			}
			twinned := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool {
				template := w.domain.Template(t.Plan.Template)
				return template != nil && template.NoTwin
			})
			twins, dropped, err := absence.Twins(ctx, w.proofSources(), w.tools, twinned, e.Workers)
			if err != nil {
				return err
			}
			addProvenance(twins, "twin", twinVersion)
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), len(twins)
			if n := len(tasks) - len(twinned); n > 0 {
				funnel.Drop("reachable", n)
			}
			for _, d := range dropped {
				funnel.Drop(d.Reason, 1)
				e.Log.Debug("no twin", "task", d.ID, "reason", d.Reason, "detail", d.Detail)
			}
			if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, twins) }); err != nil {
				return err
			}
			if err := createLines(e, "dropped.jsonl", dropped); err != nil {
				return err
			}
			checks := []proof.Check{absence.Check(w.proofSources(), w.tools)}
			return createJSON(e, "checks.json", countChecks(checks, len(twinned), dropped))
		},
	}
}

// proofSources returns the sources that tasks are proved over.
func (w *world) proofSources() proof.Sources {
	sources := proof.Sources{Domain: w.domain, Corpus: w.corpus, Tools: w.tools, Earlier: w.isOfAnother}
	if w.hasExams() {
		sources.Again = itemMaker()
	}
	if w.texts != nil {
		sources.Texts = func(file string) ([]byte, error) {
			return inputfile.ReadFile(filepath.Join(w.dir, filepath.FromSlash(file)))
		}
	}
	if w.caseTexts != nil {
		sources.Cases = func(file string) ([]byte, error) {
			return inputfile.ReadFile(filepath.Join(w.cases, filepath.FromSlash(file)))
		}
	}
	return sources
}

// twinTools returns the tools without the row that a twin lacks.
func (w *world) twinTools(t *task.Twin) (tool.Caller, error) {
	return w.tools.Without(t.Table, t.Key, t.Row)
}

// addTwins adds to a release the twins of its tasks.
func addTwins(e *run.Exec, r *dataset.Release) error {
	var err error
	if r.Twins, err = readTasks(e, twinTasks); err != nil {
		return err
	}
	if r.Twins == nil {
		r.Twins = []*task.Task{} // there is a file of none
	}
	dropped, err := readLines[task.Dropped](e, "twin/dropped.jsonl")
	if err != nil {
		return err
	}
	r.Dropped = append(r.Dropped, dropped...)
	return readInput(e, "twin/checks.json", &r.TwinChecks)
}
