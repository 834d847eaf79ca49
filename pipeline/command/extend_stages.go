package command

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/extension"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const (
	reproveVersion   = 5 + checkVersion
	extensionVersion = 3

	reprovedDir      = "reproved"
	reprovedTasks    = reprovedDir + "/tasks.jsonl"
	reprovedRetired  = reprovedDir + "/retired.jsonl"
	retiredTasks     = reprovedDir + "/retired_tasks.jsonl"
	reprovedCoverage = reprovedDir + "/coverage.json"

	extensionDir  = "extension"
	extensionFile = extensionDir + "/extension.json"
	retiredFile   = extensionDir + "/" + dataset.RetiredFile
)

// reproveFunnel describes the funnel of the reprove stage.
var reproveFunnel = funnelSource{reprovedDir + "/reprove.manifest.json", "tasks of the earlier release"}

// reproveParams are the parameters of the stage.
type reproveParams struct {
	Language string `json:"lang"`
	Reanswer bool   `json:"reanswer,omitempty"`
}

// reproveStage proves the tasks of the set that is extended again.
func reproveStage(f *flags, w *world) run.Stage {
	return run.Stage{
		Name: "reprove", Doc: "prove the tasks of an earlier release on these tables; retire those that do not hold",
		Version: reproveVersion, Dir: reprovedDir, Params: reproveParams{f.Language, f.Reanswer},
		Inputs:  append(w.inputs(), w.earlier...),
		Outputs: []string{"tasks.jsonl", "retired.jsonl", "retired_tasks.jsonl", "coverage.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			return reprove(ctx, e, f, w)
		},
	}
}

// reprove runs the stage.
func reprove(ctx context.Context, e *run.Exec, f *flags, w *world) error {
	if err := w.open(ctx, e.Log); err != nil {
		return err
	}
	earlier, err := f.readEarlierSet()
	if err != nil {
		return err
	}
	for i, t := range earlier.tasks {
		t = t.Renamed(w.domain)
		earlier.tasks[i] = t
		t.Review.Status, t.Review.Reviewers, t.Review.Agreement, t.Review.Reason = task.Unreviewed, nil, nil, ""
	}
	p := &extension.Prover{
		Domain: w.domain, Tools: w.tools, Checks: w.checks, Workers: e.Workers, Reanswer: f.Reanswer,
		Made: task.Provenance{Corpus: w.corpus.Digest(), Domain: w.declaration(), Versions: map[string]int{"reprove": reproveVersion}},
	}
	r, err := p.Run(ctx, earlier.tasks)
	if err != nil {
		return err
	}
	funnel := e.Funnel()
	funnel.In, funnel.Out = len(earlier.tasks), len(r.Tasks)
	for _, t := range r.Retired {
		e.Log.Debug("retired", "task", t.ID, "check", t.Check, "reason", t.Reason, "detail", t.Detail, "successor", t.Successor)
		if t.Successor == "" {
			funnel.Drop(t.Reason, 1)
		}
	}
	covered, err := measureTasks(w, f, slices.DeleteFunc(slices.Clone(earlier.tasks), func(t *task.Task) bool { return proof.Invalid(w.domain, t) != "" }))
	if err != nil {
		return err
	}
	return errors.Join(
		create(e, "tasks.jsonl", func(out io.Writer) error { return task.Write(out, r.Tasks) }),
		createLines(e, "retired.jsonl", r.Retired),
		create(e, "retired_tasks.jsonl", func(out io.Writer) error { return task.Write(out, slices.Concat(earlier.retired, r.RetiredTasks)) }),
		createJSON(e, "coverage.json", covered),
	)
}

// measureTasks measures what tasks cover that no loop made.
func measureTasks(w *world, f *flags, tasks []*task.Task) (*coverage.Coverage, error) {
	return sample.New(w.domain).Report(w.corpus, nil, f.Entities, nil, tasks)
}

// extensionStage says what became of the earlier tasks, once the new set is proved. Its record has the
// digest of the tables, since the tasks may be of several.
func extensionStage(f *flags, w *world) run.Stage {
	return run.Stage{
		Name: "extension", Doc: "say which tasks of the earlier release are kept and retired, and what is new",
		Version: extensionVersion, Dir: extensionDir, Params: map[string]int{"add": f.Add},
		Inputs: append(slices.Concat(w.inputs(), w.earlier), run.StageInput{Name: reprovedTasks}, run.StageInput{Name: reprovedRetired}, run.StageInput{Name: reprovedCoverage},
			run.StageInput{Name: coverageReport}, run.StageInput{Name: provedTasks}, run.StageInput{Name: "check/dropped.jsonl"}),
		Outputs: []string{dataset.RetiredFile, "extension.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			return recordExtension(e, f, w.corpus.Digest())
		},
	}
}

// recordExtension runs the stage over tables of a digest.
func recordExtension(e *run.Exec, f *flags, tables digest.Digest) error {
	again, err := readTasks(e, reprovedTasks)
	if err != nil {
		return err
	}
	retired, err := readLines[task.Retired](e, reprovedRetired)
	if err != nil {
		return err
	}
	dropped, err := readLines[task.Dropped](e, "check/dropped.jsonl")
	if err != nil {
		return err
	}
	proved, err := readTasks(e, provedTasks)
	if err != nil {
		return err
	}
	earlier, err := f.readEarlierSet()
	if err != nil {
		return err
	}
	retired = withBounds(retired, again, dropped)
	x := &dataset.Extension{Corpus: tables, Wanted: f.Add, Reasons: map[string]int{}, Revisit: revisited(earlier.tasks, proved)}
	was := map[string]bool{} // the tasks that were reproved
	for _, t := range again {
		was[t.ID] = true
	}
	recorded := map[string]bool{} // the tasks whose steps an earlier extension wrote otherwise
	for _, t := range earlier.tasks {
		recorded[t.ID] = t.Provenance.Recorded != nil
	}
	successors := map[string]bool{}
	for _, r := range retired {
		x.Reasons[r.Reason]++
		if r.Successor != "" {
			successors[r.Successor] = true
		}
	}
	for _, t := range proved {
		switch {
		case successors[t.ID]:
			x.Reanswered++
		case was[t.ID]:
			x.Kept++
			if t.Provenance.Recorded != nil && !recorded[t.ID] {
				x.Rewritten++
			}
		default:
			x.Added++
		}
	}
	x.Retired = len(retired)
	x.Earlier = x.Kept + x.Retired
	var before, after coverage.Coverage
	if err := errors.Join(readInput(e, reprovedCoverage, &before), readInput(e, coverageReport, &after)); err != nil {
		return err
	}
	x.Coverage = dataset.CompareCoverage(&before, &after)
	e.Funnel().In, e.Funnel().Out = len(proved), len(proved)
	return errors.Join(createLines(e, dataset.RetiredFile, retired), createJSON(e, "extension.json", x))
}

// withBounds adds the earlier tasks that were left out for the bounds of the new set to those that are
// retired. A successor that was left out is none.
func withBounds(retired []task.Retired, again []*task.Task, dropped []task.Dropped) []task.Retired {
	tasks := map[string]*task.Task{}
	for _, t := range again {
		tasks[t.ID] = t
	}
	for _, d := range dropped {
		t := tasks[d.ID]
		if t == nil {
			continue // a new task
		}
		if i := slices.IndexFunc(retired, func(r task.Retired) bool { return r.Successor == t.ID }); i >= 0 {
			retired[i].Successor = ""
			continue
		}
		retired = append(retired, task.Retired{ID: t.ID, Question: t.Question, Check: d.Check, Reason: d.Reason, Detail: d.Detail, Answer: t.Answer, KeyAnswer: t.KeyAnswer})
	}
	return retired
}

// entitiesOf returns the entities of tasks, each once, sorted.
func entitiesOf(w *world, tasks []*task.Task) ([]task.Entity, error) {
	all := map[string]task.Entity{}
	for _, t := range tasks {
		some, err := coverage.EntitiesOf(w.domain, t)
		if err != nil {
			return nil, err
		}
		for _, e := range some {
			all[entityKey(&e)] = e
		}
	}
	var list []task.Entity
	for _, key := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[key])
	}
	return list, nil
}
