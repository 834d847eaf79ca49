package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const (
	mergeVersion = 4
	sourcesFile  = "sources.json" // says what was merged
)

// mergedSource is a set of tasks that was merged. It is a record, an item of sources.json.
type mergedSource struct {
	Tasks   digest.Digest       `json:"tasks"` // of the file of tasks
	Domain  string              `json:"domain"`
	Corpus  digest.Digest       `json:"corpus"`
	Seed    uint64              `json:"seed"`
	In      int                 `json:"in"`
	Kept    int                 `json:"kept"`
	Dropped map[plan.Reason]int `json:"dropped,omitempty"`
}

// sources returns the run directories that are merged; nil for a run that makes its own tasks.
func (f *flags) sources() []string {
	if f.Merge == "" {
		return nil
	}
	return listOf(f.Merge)
}

// checkSources returns an error if the runs to be merged cannot be.
func checkSources(f *flags, w *world) error {
	dirs := f.sources()
	if dirs == nil {
		return nil
	}
	if w.hasExams() {
		return misuse("-merge is for tasks over tables, and domain %s has items of exams", w.domain.Name)
	}
	if len(dirs) < 2 {
		return misuse("-merge %q: want at least two run directories, with commas between", f.Merge)
	}
	for i, dir := range dirs {
		if dir == "" {
			return misuse("-merge %q: source %d is empty: want run directories with commas between", f.Merge, i+1)
		}
		if sameDirectory(dir, f.out) {
			return misuse("-merge %q: %s is the run directory itself: want another -out", f.Merge, dir)
		}
		for _, other := range dirs[:i] {
			if sameDirectory(dir, other) {
				return misuse("-merge %q: %s and %s are one run directory: want each once", f.Merge, other, dir)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(reviewedTasks))); err != nil {
			return fmt.Errorf("-merge: %w: want a run whose tasks are proved: run verify -out %s first", err, dir)
		}
	}
	return nil
}

// sameDirectory reports whether two names, of which either may be of nothing, are of one directory.
func sameDirectory(a, b string) bool {
	first, errFirst := os.Stat(a)
	second, errSecond := os.Stat(b)
	if errFirst != nil || errSecond != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return os.SameFile(first, second)
}

// mergedSettings returns the settings of the first of the runs to be merged, for what no flag
// gives; nil if nothing is merged. Choices and quotas of its own are not taken over.
func (f *flags) mergedSettings() (*settings, error) {
	dirs := f.sources()
	if dirs == nil {
		return nil, nil
	}
	s, err := readConfig(dirs[0])
	if err != nil || s == nil {
		return nil, errors.Join(err, fmt.Errorf("-merge: %s is no run directory: want one with %s", dirs[0], configFile))
	}
	s.Merge, s.choice, s.Split = f.Merge, choice{}, ""
	return s, s.joinSettings(dirs)
}

// mergeStage takes the place of the sample stage: it puts the proved tasks of several runs
// together, over the same tables or of several domains. Questions stay as they are; the review begins anew.
func mergeStage(f *flags, w *world) run.Stage {
	var inputs []run.StageInput
	for i, dir := range f.sources() {
		inputs = append(inputs, run.StageInput{Name: fmt.Sprintf("source %d", i+1), Path: filepath.Join(dir, filepath.FromSlash(reviewedTasks))})
	}
	return run.Stage{
		Name: "sample", Doc: "put the tasks of several runs together",
		Version: mergeVersion, Dir: "sample", Params: sampling{Language: f.Language, Merged: len(inputs)},
		Inputs:  append(w.inputs(), inputs...),
		Outputs: []string{"tasks.jsonl", "funnel.json", "coverage.json", sourcesFile},
		Former:  []string{strataFile},
		Run:     func(ctx context.Context, e *run.Exec) error { return merge(ctx, e, f, w) },
	}
}

// merge reads the runs and writes the outputs of the stage.
func merge(ctx context.Context, e *run.Exec, f *flags, w *world) error {
	if err := w.open(ctx, e.Log); err != nil {
		return err
	}
	sets, lost, sources, err := readSources(ctx, f, w)
	if err != nil {
		return err
	}
	kept, dropped := sample.Merge(w.domain, sets)
	for i, l := range lost {
		sets[i] = append(sets[i], l.tasks...)
		maps.Copy(dropped[i], l.why)
	}
	funnels := mergedFunnels(sets, dropped)
	for i := range sources {
		for _, reason := range dropped[i] {
			if sources[i].Dropped == nil {
				sources[i].Dropped = map[plan.Reason]int{}
			}
			sources[i].Dropped[reason]++
			e.Funnel().Drop(string(reason), 1)
		}
		sources[i].Kept = sources[i].In - len(dropped[i])
		e.Funnel().In += sources[i].In
	}
	e.Funnel().Out = len(kept)
	covered, err := mergedCoverage(ctx, e, f, w, kept)
	if err != nil {
		return err
	}
	return errors.Join(
		create(e, "tasks.jsonl", func(out io.Writer) error { return task.Write(out, kept) }),
		createJSON(e, "funnel.json", funnels),
		createJSON(e, "coverage.json", covered),
		createJSON(e, sourcesFile, sources),
	)
}

// mergedCoverage measures tasks against all paths as deep as theirs. The quotas are the numbers of
// paths that they have.
func mergedCoverage(ctx context.Context, e *run.Exec, f *flags, w *world, tasks []*task.Task) (*coverage.Coverage, error) {
	g, err := plan.NewGraph(w.domain)
	if err != nil {
		return nil, err
	}
	grounder := ground.New(w.corpus, w.tools, f.Language, f.Seed, f.limits(), e.Workers)
	has, begun := map[[2]string]bool{}, map[[2]string]bool{} // paths and their beginnings, by the type of their start and their tools
	in := &coverage.Sample{Domain: w.domain, Corpus: w.corpus, TasksPerPath: f.Entities, Tasks: tasks}
	depth := 0
	for _, t := range tasks {
		if t.Plan.Template == "" && len(t.Entities) > 0 {
			has[[2]string{t.Entities[0].Type, t.Path}] = true
			for tools := t.Path; tools != ""; tools = tools[:max(0, strings.LastIndex(tools, plan.Separator))] {
				begun[[2]string{t.Entities[0].Type, tools}] = true
			}
			depth = max(depth, t.Structure.Hops)
		}
	}
	key := func(p plan.Path) [2]string { return [2]string{p.Start, p.String()} }
	for hops := 1; hops <= depth; hops++ {
		live, err := mergedCandidates(ctx, grounder, g, hops, func(p plan.Path) bool { return begun[key(p)] })
		if err != nil {
			return nil, err
		}
		before := len(in.Paths)
		for _, c := range live {
			if has[key(c.Path)] {
				in.Paths = append(in.Paths, c.Path)
			}
		}
		in.Live, in.Quotas = append(in.Live, live), append(in.Quotas, len(in.Paths)-before)
	}
	in.Members = grounder.Members()
	return coverage.Measure(in)
}

// mergedCandidates returns the live paths of a depth. Where some are drawn, it adds those that begin
// as tasks do, since these may have been drawn with an aim.
func mergedCandidates(ctx context.Context, grounder *ground.Grounder, g *plan.Graph, hops int, begins func(plan.Path) bool) (live []coverage.Candidate, err error) {
	known := map[string]bool{}
	for _, allows := range []func(plan.Path) bool{nil, begins} {
		found, demands, err := grounder.LivePaths(ctx, g, ground.PathSearch{Hops: hops, Most: mostPaths, Allows: allows})
		if err != nil {
			return nil, err
		}
		for _, p := range found.Paths {
			if !known[p.ID] {
				live = append(live, coverage.Candidate{Path: p, Demands: demands[p.ID]})
			}
			known[p.ID] = true
		}
		if found.Looked == 0 {
			break
		}
	}
	return live, nil
}

// unfitTasks are the tasks of one run that no union of its domain with others can have.
type unfitTasks struct {
	tasks []*task.Task
	why   map[string]plan.Reason // by ID
}

// readSources reads the tasks of all runs, of several domains as those of their union.
func readSources(ctx context.Context, f *flags, w *world) (sets [][]*task.Task, lost []unfitTasks, sources []mergedSource, err error) {
	read := map[string]digest.Digest{} // the tables that tasks of a domain are over
	for _, dir := range f.sources() {
		tasks, source, err := readSource(dir, f, w)
		if err != nil {
			return nil, nil, nil, err
		}
		if other, ok := read[source.Domain]; ok && other != source.Corpus {
			return nil, nil, nil, fmt.Errorf("-merge: the tasks of %s are over other tables (%s) than those of an earlier run (%s): want runs over one -corpus that differ in -seed or quotas", dir, source.Corpus.Short(), other.Short())
		}
		read[source.Domain] = source.Corpus
		var l unfitTasks
		if w.union != nil {
			if tasks, l.tasks, l.why, err = newAdoption(w).adopt(ctx, w.union.partOf(source.Domain), tasks); err != nil {
				return nil, nil, nil, fmt.Errorf("-merge: %s: %w", dir, err)
			}
		}
		sets, lost, sources = append(sets, tasks), append(lost, l), append(sources, source)
	}
	return sets, lost, sources, nil
}

// readSource reads the tasks of one run, as they are before they are proved and reviewed.
func readSource(dir string, f *flags, w *world) ([]*task.Task, mergedSource, error) {
	name := filepath.Join(dir, filepath.FromSlash(reviewedTasks))
	b, err := inputfile.ReadFile(name)
	if err != nil {
		return nil, mergedSource{}, err
	}
	tasks, err := task.Read(strings.NewReader(string(b)), name)
	if err != nil {
		return nil, mergedSource{}, err
	}
	if len(tasks) == 0 {
		return nil, mergedSource{}, fmt.Errorf("-merge: %s has no task: want at least one in each run", name)
	}
	p := tasks[0].Provenance
	// The tasks of a run that extends a set may be of earlier tables and declarations, but hold on its own.
	extended := new(dataset.Extension)
	err = readJSON(filepath.Join(dir, filepath.FromSlash(extensionFile)), extended)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, mergedSource{}, err
	}
	own := func(t *task.Task) task.Provenance {
		if extended.Corpus == "" {
			return t.Provenance
		}
		name, _, _ := strings.Cut(t.Provenance.Domain, "@")
		return task.Provenance{Domain: w.declared(name), Corpus: extended.Corpus}
	}
	p.Domain, p.Corpus = own(tasks[0]).Domain, own(tasks[0]).Corpus
	domain, tables := w.declared(w.domain.Name), w.corpus.Digest()
	if w.union != nil {
		if w.union.partOf(p.Domain) < 0 {
			return nil, mergedSource{}, fmt.Errorf("-merge: %s has tasks of domain %s: want one of %s, as they are in their files now", name, p.Domain, strings.Join(w.union.names, ", "))
		}
		domain, tables = p.Domain, p.Corpus
	}
	for _, t := range tasks {
		switch {
		case own(t).Domain != domain:
			return nil, mergedSource{}, fmt.Errorf("-merge: task %s of %s is of domain %s: want %s: without -domain and -corpus, the domains of all runs are taken, as they are in their files now", t.ID, name, t.Provenance.Domain, domain)
		case own(t).Corpus != tables:
			return nil, mergedSource{}, fmt.Errorf("-merge: task %s of %s is over other tables (%s): want those of the others (%s): runs over one -corpus that differ in -seed or quotas", t.ID, name, own(t).Corpus.Short(), tables.Short())
		case t.Language != f.Language:
			return nil, mergedSource{}, fmt.Errorf("-merge: task %s of %s is in language %s: want %s", t.ID, name, t.Language, f.Language)
		}
		t.Checks, t.Review = nil, task.Review{Status: task.Unreviewed}
	}
	return tasks, mergedSource{Tasks: digest.Bytes(b), Domain: domain, Corpus: p.Corpus, Seed: p.Seed, In: len(tasks)}, nil
}

// mergedFunnels counts the tasks of the sets by depth, those of templates left out.
func mergedFunnels(sets [][]*task.Task, dropped []map[string]plan.Reason) []*sample.QuotaFunnel {
	funnels := []*sample.QuotaFunnel{}
	for i, set := range sets {
		for _, t := range set {
			if t.Plan.Template != "" {
				continue
			}
			for len(funnels) < t.Structure.Hops {
				funnels = append(funnels, &sample.QuotaFunnel{Hops: len(funnels) + 1})
			}
			q := funnels[t.Structure.Hops-1]
			q.Wanted, q.Tried = q.Wanted+1, q.Tried+1
			reason := dropped[i][t.ID]
			if reason == "" {
				q.Accepted, q.Tasks = q.Accepted+1, q.Tasks+1
				continue
			}
			if q.Dropped == nil {
				q.Dropped = map[plan.Reason]int{}
			}
			q.Dropped[reason]++
		}
	}
	return funnels
}

// mergedQuestionsStage takes the place of the rewrite stage: it leaves out tasks whose questions are
// near-copies of those of others.
func mergedQuestionsStage() run.Stage {
	return run.Stage{
		Name: "rewrite", Doc: "leave out near-copies of other questions",
		Version: mergeVersion, Dir: rewriteDir,
		Inputs:  []run.StageInput{{Name: draftsFile}},
		Outputs: []string{"tasks.jsonl", "rejected.jsonl", costFile},
		Run: func(_ context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, draftsFile)
			if err != nil {
				return err
			}
			out, err := newWriters(e)
			if err != nil {
				return err
			}
			account := rewrite.NewAccount(nil)
			for i, r := range rewrite.Distinct(tasks) {
				e.Funnel().In++
				t := tasks[i]
				if r == nil {
					e.Funnel().Out++
					account.Offline++
				} else {
					e.Funnel().Drop(r.Reason(), 1)
					account.Dropped++
					t = nil
				}
				if err := out.add(t, r); err != nil {
					return err
				}
			}
			return out.finish(account)
		},
	}
}
