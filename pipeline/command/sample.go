package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Sample chooses paths and grounds them.
func Sample() cli.Command { return newCommand("sample", sampleCommands()) }

func sampleCommands() []subcommand {
	return []subcommand{{"", sampleHelp, func(env cli.Env) action { return &sampleCommand{env: env} }}}
}

var sampleHelp = cli.Help{
	Usage: "sample [flags]",
	Doc:   "Choose paths of the planning tree for coverage, find entities they work for, and write the tasks, with drafted questions, to OUT/sample.",
	Examples: []cli.Example{
		{Line: "sample -scale 0.05"},
		{Line: "sample -paths 40,40,20 -depth 3 -entities 3", Doc: "other quotas than those of the published benchmark"},
		{Line: "sample -tools -get_court* -operators -list -quotas 2/operator:sum=10", Doc: "without some tools and lists, and with ten sums of two hops"},
		{Line: "sample -merge one,two -out both", Doc: "the tasks of two runs in one set, of two domains with the tools of both"},
	},
}

// sampleCommand is sample.
type sampleCommand struct {
	env   cli.Env
	flags flags
}

func (c *sampleCommand) declare(fs *cli.Flags) { c.flags.declare(fs) }

func (c *sampleCommand) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	stages := sampledStages(f, w)
	if w.hasExams() {
		stages = questionStages(f, w)
	}
	report, err := update(ctx, c.env, f, stages)
	if err != nil || report == nil {
		return err
	}
	printFunnels(c.env.Stdout, report)
	if !w.hasExams() {
		err = cmp.Or(printCoverage(c.env.Stdout, f), printEntities(c.env.Stdout, f))
	}
	return cmp.Or(err, partialError(report), reportShortfall(c.env.Stdout, f, w, "sample"))
}

// printCoverage prints what the tasks of a run directory cover.
func printCoverage(w io.Writer, f *flags) error {
	var c coverage.Coverage
	if err := readJSON(filepath.Join(f.out, "sample", "coverage.json"), &c); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, line := range c.Lines() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// Versions of the stages that grade. The grader's version is a part of each, since another
// grader gives other tasks and scores for the same inputs. The other part is raised when
// the stage itself changes its output.
const (
	sampleVersion    = 43 + score.Version
	checkVersion     = 21 + score.Version
	twinVersion      = 1 + score.Version
	baselineVersion  = 2 + score.Version
	obscurityVersion = score.Version - 1
)

// sampling are the parameters of the sample stage.
type sampling struct {
	Language string        `json:"lang"`
	Seed     uint64        `json:"seed"`
	Depth    int           `json:"depth"`
	Paths    countList     `json:"paths"`
	Writing  int           `json:"writing"`
	Texts    []string      `json:"texts,omitempty"` // templates of the texts; nil for those not on request
	Recall   int           `json:"recall,omitempty"`
	Entities int           `json:"entities"` // tasks of each path
	Limits   ground.Limits `json:"limits"`
	Merged   int           `json:"merged,omitempty"`   // runs whose tasks are merged; 0 for a sample of its own
	Extended bool          `json:"extended,omitempty"` // the tasks come after those of an earlier release
	choice
}

// texts returns the templates of the texts to write that the flags name; nil for none.
func (f *flags) texts() []string {
	if f.Texts == "" {
		return nil
	}
	return strings.Split(f.Texts, ",")
}

// limits returns the limits of grounding that the flags give.
func (f *flags) limits() ground.Limits {
	return ground.Limits{Variants: f.Variants, Answers: f.MaxAnswers, Rows: f.MaxRows, Calls: f.MaxCalls, Starts: ground.StartsFor(f.Entities)}
}

// sampledStages are the stages up to the drafts.
func sampledStages(f *flags, w *world) []run.Stage {
	stages := treeStages(f, w)
	if f.Extend != "" {
		stages = append(stages, reproveStage(f, w))
	}
	return append(stages, sampleStage(f, w))
}

// sampleStage chooses paths and grounds them. Sampling and grounding are one stage because
// which path is chosen next depends on which choices could be grounded.
func sampleStage(f *flags, w *world) run.Stage {
	if f.Merge != "" {
		return mergeStage(f, w)
	}
	if f.Extend != "" {
		return extendedSampleStage(f, w)
	}
	p := sampling{
		Language: f.Language, Seed: f.Seed, Depth: f.Depth, Paths: f.quotas(), Writing: f.Writing, Texts: f.texts(),
		Entities: f.Entities, choice: f.choice, Limits: f.limits(),
	}
	if w.domain.Families() != nil {
		p.Recall = f.Recall
		if slices.Equal(f.Paths, defaults().Paths) {
			p.Paths = countList{} // its questions are those of its templates, unless paths are asked for
		}
	}
	return run.Stage{
		Name: "sample", Doc: "choose paths for coverage and find the entities they work for",
		Version: sampleVersion, Dir: "sample", Params: p,
		Inputs:  append(w.styledInputs(), run.StageInput{Name: "plantree/graph.json"}),
		Outputs: p.outputs(), Former: []string{sourcesFile},
		Run: func(ctx context.Context, e *run.Exec) error { return p.run(ctx, e, w) },
	}
}

// outputs returns the files of the stage. Only domains with questions in fixed words have strata.
func (p *sampling) outputs() []string {
	files := []string{"tasks.jsonl", "funnel.json", "coverage.json"}
	if p.Recall > 0 {
		files = append(files, strataFile)
	}
	return files
}

// sampled are tasks, and a funnel for each quota.
type sampled struct {
	tasks   []*task.Task
	funnels []*sample.QuotaFunnel
}

// run runs the sampling loop, makes the texts to write and writes the outputs.
func (p *sampling) run(ctx context.Context, e *run.Exec, w *world) error {
	if !slices.Contains(draft.Languages(), p.Language) && slices.ContainsFunc(p.Paths, func(n int) bool { return n > 0 }) {
		return fmt.Errorf("-paths: no questions over paths can be written in -lang %s: want -paths 0, or -lang %s", p.Language, strings.Join(draft.Languages(), " or "))
	}
	if err := w.open(ctx, e.Log); err != nil {
		return err
	}
	chosen, err := p.chosenPaths(w.domain)
	if err != nil {
		return err
	}
	grounder := ground.New(w.corpus, w.tools, p.Language, p.Seed, p.Limits, e.Workers)
	searched, searchFunnels, left, err := p.searched(ctx, e, w, grounder, proveSelected(
		func(p *plan.Program) bool { return chosen.selection.Allows(w.domain, p) }, proveDraft(w.checks, questionChecks()...)))
	if err != nil {
		return err
	}
	var loop *sample.Loop
	var strata []templateStrata
	made, err := run.Map(ctx, e.Workers, []func(context.Context) (sampled, error){
		func(ctx context.Context) (s sampled, err error) {
			paths := *p
			paths.Paths = left
			loop, s.tasks, s.funnels, err = paths.fill(ctx, e, w, func(aimless []bool) (*sample.Loop, error) {
				return paths.loop(ctx, e, w, grounder, chosen, aimless)
			})
			s.tasks, s.funnels = append(s.tasks, searched...), append(s.funnels, searchFunnels...)
			slices.SortFunc(s.tasks, byDepth)
			return s, err
		},
		// The loop chooses one path after the other, so that workers often wait. What templates give has no part in
		// its choices.
		func(ctx context.Context) (s sampled, err error) {
			s, strata, err = p.fixedWords(ctx, e, w, chosen.selection)
			return s, err
		},
	}, func(ctx context.Context, _ int, part func(context.Context) (sampled, error)) (sampled, error) {
		return part(ctx)
	})
	if err != nil {
		return err
	}
	tasks, funnels := append(made[0].tasks, made[1].tasks...), append(made[0].funnels, made[1].funnels...)
	if p.Recall > 0 {
		if err := createJSON(e, strataFile, strata); err != nil {
			return err
		}
	}
	if err := p.complete(ctx, w, grounder, tasks); err != nil {
		return err
	}
	total := e.Funnel()
	for _, f := range funnels {
		total.In += f.Tried
		total.Out += f.Accepted
		for reason, n := range f.Dropped {
			total.Drop(string(reason), n)
		}
	}
	if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, tasks) }); err != nil {
		return err
	}
	if err := createJSON(e, "funnel.json", funnels); err != nil {
		return err
	}
	covered, err := loop.Sampler.Report(w.corpus, left, p.Entities, loop.Members, tasks)
	if err != nil {
		return err
	}
	return createJSON(e, "coverage.json", covered)
}

// complete fills in what new tasks have besides what follows from their traces.
func (p *sampling) complete(ctx context.Context, w *world, grounder *ground.Grounder, tasks []*task.Task) (err error) {
	corpus, declared := w.corpus.Digest(), w.domain.Name+"@"+w.domain.Digest().Short()
	for _, t := range tasks {
		if t.Bystander, err = grounder.Bystander(ctx, t); err != nil {
			return err
		}
		t.Provenance = task.Provenance{
			Corpus: corpus, Domain: declared, Seed: p.Seed,
			Versions: map[string]int{"sample": sampleVersion},
		}
	}
	return nil
}

// fill runs the loops that begin makes until every quota is filled or may be filled with paths
// without an aim: first with aimed paths alone, then at each depth whose quota they left open with
// all paths, since small tables have few that lead anywhere. If one is still open because tasks of
// other quotas give its answers away, quotas are filled in turns, so that a larger quota of one
// depth takes nothing from another. It returns the last loop and what came of it, or of the loop before if
// more was accepted there than in turns.
func (p *sampling) fill(ctx context.Context, e *run.Exec, w *world, begin func(aimless []bool) (*sample.Loop, error)) (*sample.Loop, []*task.Task, []*sample.QuotaFunnel, error) {
	aimless, turns := make([]bool, len(p.Paths)), false
	type result struct {
		loop    *sample.Loop
		tasks   []*task.Task
		funnels []*sample.QuotaFunnel
	}
	var before result // the one that was not filled in turns
	for {
		loop, err := begin(aimless)
		if err != nil {
			return nil, nil, nil, err
		}
		loop.Turns = turns
		tasks, funnels, err := loop.Run(ctx)
		if err != nil {
			return nil, nil, nil, err
		}
		open := false
		for i, f := range funnels {
			if f.Accepted < f.Wanted && i+1 > plan.AimlessHops && !aimless[i] && len(w.domain.Matters) > 0 {
				aimless[i], open = true, true
			}
		}
		switch {
		case open:
			e.Log.Info("sampling again, with paths that no matter wants", "depths", aimless)
		case !turns && sample.Crowded(funnels):
			turns, before = true, result{loop, tasks, funnels}
			e.Log.Info("sampling again, each depth in its turn, since some lack questions that others have")
		case turns && acceptedOf(before.funnels) > acceptedOf(funnels):
			return before.loop, before.tasks, before.funnels, nil
		default:
			return loop, tasks, funnels, nil
		}
	}
}

// acceptedOf returns how many choices funnels accepted.
func acceptedOf(funnels []*sample.QuotaFunnel) (n int) {
	for _, f := range funnels {
		n += f.Accepted
	}
	return n
}

// loop returns a sampling loop, which takes paths without an aim at the depths that aimless says,
// by hops from 1.
func (p *sampling) loop(ctx context.Context, e *run.Exec, w *world, grounder *ground.Grounder, chosen *chosenPaths, aimless []bool) (*sample.Loop, error) {
	wanted := 0
	for _, n := range p.Paths {
		wanted += n
	}
	bar := e.Progress(wanted, "paths")
	loop := &sample.Loop{
		Sampler: sample.New(w.domain, chosen.shares...), Quotas: p.Paths, Entities: p.Entities, Workers: e.Workers, Accepted: func() { bar.Add(1) },
		Ground: func(ctx context.Context, c sample.Choice, wanted int, without sample.Unwanted) (*sample.Grounded, error) {
			without.Refuse = chosen.refusing(w.domain, without.Refuse)
			g, err := grounder.Ground(ctx, c.Path, c.Demand, wanted, ground.Exclusions(without))
			return (*sample.Grounded)(g), err
		},
		Prove: proveAsked(w, p.Seed, w.checks, "unique", "gradable"),
	}
	for hops := 1; hops <= len(p.Paths); hops++ {
		live, err := chosen.live(ctx, w.domain, grounder, hops, !aimless[hops-1])
		if err != nil {
			return nil, err
		}
		loop.Live = append(loop.Live, live)
	}
	loop.Members = grounder.Members()
	return loop, nil
}

// proveAsked runs the named checks on tasks with a question that the offline rewriter draws for
// them, before any has a by-stander, and returns the first reason one fails for: the words of a
// question may give away what those of its draft do not. Where there is no style, the draft is the
// question.
func proveAsked(w *world, seed uint64, checks []proof.Check, names ...string) sample.ProveFunc {
	prove := proveDraft(checks, names...)
	if w.style == nil {
		return prove
	}
	return func(ctx context.Context, t *task.Task) (plan.Reason, error) {
		question, err := offline.Write(w.domain, w.style, t, seed, 0)
		if err != nil {
			return "", err
		}
		asked := *t
		asked.Question = question
		return prove(ctx, &asked)
	}
}

// proveDraft runs the named checks on tasks, with the draft as the question of those that have
// none yet, and returns the first reason one fails for.
func proveDraft(checks []proof.Check, names ...string) sample.ProveFunc {
	return func(ctx context.Context, t *task.Task) (plan.Reason, error) {
		drafted := *t
		drafted.Question = task.CurrentQuestion(t)
		for _, c := range checks {
			if !slices.Contains(names, c.Name) {
				continue
			}
			found, err := c.Run(ctx, &drafted)
			if reason, _, failed := strings.Cut(found.Fault, ":"); failed || err != nil {
				return plan.Reason(reason), err
			}
		}
		return "", nil
	}
}

// create writes one output of a stage.
func create(e *run.Exec, name string, write func(io.Writer) error) error {
	w, err := e.Create(name)
	if err != nil {
		return err
	}
	if err := write(w); err != nil {
		return err
	}
	return w.Close()
}

func createJSON(e *run.Exec, name string, v any) error {
	return create(e, name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	})
}

// sorted returns the keys of a map in order.
func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
