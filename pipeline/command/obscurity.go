package command

import (
	"context"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/lexical"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// obscurityStage lets an agent that goes by words alone try drafts and questions.
func obscurityStage(w *world) run.Stage {
	return run.Stage{
		Name: "obscurity", Doc: "measure how much questions hide from an agent that goes by their words",
		Version: obscurityVersion, Dir: "obscurity",
		Inputs:  append(w.inputs(), run.StageInput{Name: "rewrite/tasks.jsonl"}),
		Outputs: []string{"obscurity.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := readTasks(e, "rewrite/tasks.jsonl")
			if err != nil {
				return err
			}
			bar := e.Progress(len(tasks), "tasks")
			ob, err := bench.MeasureObscurity(ctx, tasks, "lexical", lexical.Planner{}, w.tools, bench.RunOptions{
				Domain: w.domain, Workers: e.Workers, Done: func() { bar.Add(1) },
			})
			if err != nil {
				return err
			}
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), ob.All.Tasks
			if n := len(tasks) - ob.All.Tasks; n > 0 {
				funnel.Drop("twin", n)
			}
			return create(e, "obscurity.json", func(w io.Writer) error { return writeJSON(w, ob) })
		},
	}
}
