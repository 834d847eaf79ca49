package command

import (
	"context"
	"io"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// provedStages are the stages up to the proved tasks.
func provedStages(f *flags, w *world) []run.Stage {
	stages := append(questionStages(f, w), checkStage(w))
	if f.Extend != "" {
		stages = append(stages, extensionStage(f, w))
	}
	return stages
}

// reviewedStages are the stages up to the reviewed tasks and their twins, which are off if
// the flags do not ask for them. The error is for a log of decisions that cannot be read.
func reviewedStages(f *flags, w *world) ([]run.Stage, error) {
	if err := takeOverReviews(f); err != nil {
		return nil, err
	}
	people, err := readMadeDecisions(f)
	if err != nil {
		return nil, err
	}
	twins := twinStage(w)
	twins.Off = !f.Twins
	return append(provedStages(f, w), reviewStage(f, w, people), twins), nil
}

func checkStage(w *world) run.Stage {
	outputs := []string{"tasks.jsonl", "dropped.jsonl", "checks.json"}
	if w.hasExams() {
		outputs = append(outputs, "probes.json")
	}
	return run.Stage{
		Name: "check", Doc: "prove every task; drop those that cannot be proved or put the set above a bound",
		Version: checkVersion, Dir: "check", Params: checkParams(w),
		Inputs:  append(w.inputs(), run.StageInput{Name: w.questionsFile()}),
		Outputs: outputs,
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := readTasks(e, w.questionsFile())
			if err != nil {
				return err
			}
			kept, dropped, err := proveNew(ctx, e, w, tasks)
			if err != nil {
				return err
			}
			shallow, err := shallowTasks(ctx, e, w, kept)
			if err != nil {
				return err
			}
			kept = slices.DeleteFunc(kept, func(t *task.Task) bool { return slices.Contains(shallow, t.ID) })
			for _, id := range shallow {
				dropped = append(dropped, task.Dropped{ID: id, Check: task.BoundsCheck, Reason: "shallow", Detail: "agents that understand nothing exceed a bound of the set with it"})
			}
			if w.hasExams() {
				var guessed []task.Dropped
				if kept, guessed, err = balanceItems(e, kept, w.papers != nil); err != nil {
					return err
				}
				dropped = append(dropped, guessed...)
			}
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), len(kept)
			for _, d := range dropped {
				funnel.Drop(d.Reason, 1)
				e.Log.Debug("dropped", "task", d.ID, "check", d.Check, "reason", d.Reason, "detail", d.Detail)
			}
			if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, kept) }); err != nil {
				return err
			}
			if err := createLines(e, "dropped.jsonl", dropped); err != nil {
				return err
			}
			return createJSON(e, "checks.json", countChecks(slices.DeleteFunc(slices.Clone(w.checks), func(c proof.Check) bool { return c.Items != w.hasExams() }), len(tasks), dropped))
		},
	}
}

// shallowTasks returns the proved tasks, by ID, without which the set keeps the bounds of agents that
// understand nothing; see [bench.Shallow]. Tasks of types that have a chance level stay. Twins, which
// are made later, do not count.
func shallowTasks(ctx context.Context, e *run.Exec, w *world, proved []*task.Task) ([]string, error) {
	chance := bench.Chance(proved)
	tasks := slices.DeleteFunc(slices.Clone(proved), func(t *task.Task) bool { return chance[t.Type] > 0 })
	if len(tasks) == 0 {
		return nil, nil
	}
	trials, err := w.tryTasks(ctx, e, tasks, bench.BoundingAgents(tasks), nil)
	return bench.Shallow(trials, nil), err
}

// countChecks counts the tasks that passed and failed each check. A task that fails a check
// does not reach the next one.
func countChecks(checks []proof.Check, tasks int, dropped []task.Dropped) []task.CheckSummary {
	counts := make([]task.CheckSummary, len(checks))
	for i, c := range checks {
		counts[i] = task.CheckSummary{Name: c.Name, Doc: c.Doc}
		for _, d := range dropped {
			if d.Check == c.Name {
				if counts[i].Reasons == nil {
					counts[i].Reasons = map[string]int{}
				}
				counts[i].Reasons[d.Reason]++
				counts[i].Failed++
			}
		}
		counts[i].Passed = tasks - counts[i].Failed
		tasks = counts[i].Passed
	}
	return counts
}
