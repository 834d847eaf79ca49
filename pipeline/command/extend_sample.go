package command

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const extendedSampleVersion = 3 + sampleVersion

// shareOfNew returns the share of added tasks for tools that no task uses that is known, three in four; nil if all
// are used. The others fill the gaps that retired tasks left.
func shareOfNew(d *domain.Domain, known []*task.Task, add int) []sample.Share {
	used := map[string]bool{}
	for _, t := range known {
		for name := range strings.SplitSeq(t.Path, plan.Separator) {
			if t := d.Tool(name); t != nil { // by its name of now
				used[t.Name] = true
			}
		}
	}
	fresh := slices.DeleteFunc(toolNames(d), func(name string) bool { return used[name] })
	if len(fresh) == 0 || len(used) == 0 {
		return nil
	}
	return []sample.Share{{Tools: fresh, Wanted: (3*add + 3) / 4}}
}

// entityKey is an entity as one text.
func entityKey(e *task.Entity) string {
	return strings.Join(append([]string{e.Type}, e.Name...), "\x00")
}

// addedPaths divides a number of tasks among depths in proportion to the numbers of paths wanted, the
// remainder to the shallowest.
func addedPaths(add int, quotas countList) countList {
	total := 0
	for _, n := range quotas {
		total += n
	}
	if total == 0 {
		return countList{add}
	}
	paths, left := make(countList, len(quotas)), add
	for i, n := range quotas {
		paths[i] = add * n / total
		left -= paths[i]
	}
	for i := 0; left > 0; i = (i + 1) % len(quotas) {
		if quotas[i] > 0 {
			paths[i]++
			left--
		}
	}
	return paths
}

// extendedSampleStage takes the place of the sample stage: it puts the tasks that hold first, and adds
// drafts of new ones where they cover most.
func extendedSampleStage(f *flags, w *world) run.Stage {
	p := sampling{
		Language: f.Language, Seed: f.Seed, Depth: f.Depth, Paths: addedPaths(f.Add, f.quotas()), Entities: 1, Extended: true,
		Limits: ground.Limits{Variants: f.Variants, Answers: f.MaxAnswers, Rows: f.MaxRows, Calls: f.MaxCalls, Starts: ground.StartsFor(1)},
	}
	p.Most = w.drawnAbove(len(p.Paths))
	p.choice.Tools, p.choice.Columns, p.choice.Operators = f.choice.Tools, f.choice.Columns, f.choice.Operators
	return run.Stage{
		Name: "sample", Doc: "keep the tasks that hold, and add drafts where they cover most",
		Version: extendedSampleVersion, Dir: "sample", Params: p,
		Inputs:  append(w.styledInputs(), run.StageInput{Name: "plantree/graph.json"}, run.StageInput{Name: reprovedTasks}, run.StageInput{Name: retiredTasks}),
		Outputs: []string{"tasks.jsonl", "funnel.json", "coverage.json"}, Former: []string{sourcesFile, strataFile},
		Run: func(ctx context.Context, e *run.Exec) error { return p.extend(ctx, e, f, w) },
	}
}

// extend runs the stage.
func (p *sampling) extend(ctx context.Context, e *run.Exec, f *flags, w *world) error {
	if err := w.open(ctx, e.Log); err != nil {
		return err
	}
	kept, err := readTasks(e, reprovedTasks)
	if err != nil {
		return err
	}
	tasks, funnels := kept, []*sample.QuotaFunnel{}
	var covered *coverage.Coverage
	if f.Add > 0 {
		var added []*task.Task
		var loop *sample.Loop
		if loop, added, funnels, err = p.add(ctx, e, f, w, kept); err != nil {
			return err
		}
		tasks = slices.Concat(kept, added)
		covered, err = loop.Sampler.Report(w.corpus, p.Paths, p.Entities, loop.Members, tasks)
	} else {
		covered, err = measureTasks(w, f, tasks)
	}
	if err != nil {
		return err
	}
	total := e.Funnel()
	total.In, total.Out = len(kept), len(kept)
	for _, q := range funnels {
		total.In += q.Tried
		total.Out += q.Accepted
		for reason, n := range q.Dropped {
			total.Drop(string(reason), n)
		}
	}
	return errors.Join(
		create(e, "tasks.jsonl", func(out io.Writer) error { return task.Write(out, tasks) }),
		createJSON(e, "funnel.json", funnels),
		createJSON(e, "coverage.json", covered),
	)
}

// add draws tasks beside those that are kept, none of which repeats one of these or a retired one.
func (p *sampling) add(ctx context.Context, e *run.Exec, f *flags, w *world, kept []*task.Task) (*sample.Loop, []*task.Task, []*sample.QuotaFunnel, error) {
	retired, err := readTasks(e, retiredTasks)
	if err != nil {
		return nil, nil, nil, err
	}
	known, err := measureTasks(w, f, kept)
	if err != nil {
		return nil, nil, nil, err
	}
	used, err := entitiesOf(w, kept)
	if err != nil {
		return nil, nil, nil, err
	}
	chosen, err := p.chosenPaths(w.domain)
	if err != nil {
		return nil, nil, nil, err
	}
	chosen.shares = append(chosen.shares, shareOfNew(w.domain, slices.Concat(kept, retired), f.Add)...)
	grounder := ground.New(w.corpus, w.tools, p.Language, p.Seed, p.Limits, e.Workers)
	loop, added, funnels, err := p.fill(ctx, e, w, func(aimless []bool) (*sample.Loop, error) {
		loop, err := p.loop(ctx, e, w, grounder, chosen, aimless)
		if err != nil {
			return nil, err
		}
		loop.Sampler.Cover(known)
		loop.Known, loop.Kept = slices.Concat(kept, retired), kept
		loop.Ground = othersFirst(loop.Ground, used)
		return loop, nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return loop, added, funnels, p.complete(ctx, w, grounder, added)
}

// othersFirst makes tasks about other entities than those that are used, and only if there are too few,
// about any.
func othersFirst(makeTasks sample.GroundFunc, used []task.Entity) sample.GroundFunc {
	return func(ctx context.Context, c sample.Choice, wanted int, without sample.Unwanted) (*sample.Grounded, error) {
		others := without
		others.Entities, others.Brief = slices.Concat(without.Entities, used), false
		g, err := makeTasks(ctx, c, wanted, others)
		if err != nil || len(g.Tasks) >= wanted {
			return g, err
		}
		more, err := makeTasks(ctx, c, wanted-len(g.Tasks), without)
		if err != nil {
			return nil, err
		}
		g.Tasks, g.Passed = append(g.Tasks, more.Tasks...), g.Passed+more.Passed
		g.Tried, g.Fit = append(g.Tried, more.Tried...), append(g.Fit, more.Fit...)
		for reason, n := range more.Dropped {
			g.Dropped[reason] += n
		}
		return g, nil
	}
}
