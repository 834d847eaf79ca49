package command

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"

	"taskgrove/pipeline/ground"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/sample"
	"taskgrove/pipeline/task"
)

// sampleVersion is bumped when equal inputs and settings would give other tasks.
const sampleVersion = 1

// sampling are the parameters of the sample stage.
type sampling struct {
	Language string        `json:"lang"`
	Seed     uint64        `json:"seed"`
	Depth    int           `json:"depth"`
	Paths    counts        `json:"paths"`
	Limits   ground.Limits `json:"limits"`
}

// depthFunnel is what became of the paths of one depth. Tried is the sum of
// Accepted and Dropped.
type depthFunnel struct {
	// Hops is the depth, from 1.
	Hops int `json:"hops"`
	// Paths is how many there are in the planning tree, Live how many of them some
	// entity can be led along without coming back to one.
	Paths int `json:"paths"`
	Live  int `json:"live"`
	// Wanted is the quota, Tried how many choices of path and answer were grounded
	// for it, Accepted how many became tasks, Dropped the rest by the commonest
	// reason their executions ended for, and Tasks how many tasks were made.
	Wanted   int                 `json:"wanted"`
	Tried    int                 `json:"tried"`
	Accepted int                 `json:"accepted"`
	Dropped  map[plan.Reason]int `json:"dropped,omitempty"`
	Tasks    int                 `json:"tasks"`
	// Executions counts runs of a program from a start entity: those that answer a
	// question, and the others by reason.
	Executions struct {
		Passed  int                 `json:"passed"`
		Dropped map[plan.Reason]int `json:"dropped,omitempty"`
	} `json:"executions"`
}

// mostStarts is from how many start entities a program is tried before it is held
// to work for too few.
const mostStarts = 112

// sampleStage chooses paths and grounds them. Sampling and grounding are one
// stage of the runner because what is chosen next depends on which choices could
// be grounded.
func sampleStage(f *flags, w *world) run.Stage {
	p := sampling{
		Language: f.Language, Seed: f.Seed, Depth: f.Depth, Paths: f.quotas(),
		Limits: ground.Limits{Variants: f.Variants, Entities: f.Entities, Answers: f.MaxAnswers, Rows: f.MaxRows, Starts: mostStarts},
	}
	return run.Stage{
		Name: "sample", Doc: "choose paths for coverage and find the entities they work for",
		Version: sampleVersion, Dir: "sample", Params: p,
		Inputs:  append(w.inputs(), run.Input{Name: "plantree/graph.json"}),
		Outputs: []string{"tasks.jsonl", "funnel.json", "coverage.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			g, err := plan.NewGraph(w.domain)
			if err != nil {
				return err
			}
			s := &sower{
				params: p, graph: g, exec: e, sampler: sample.New(w.domain),
				grounder: ground.New(w.corpus, w.tools, p.Language, p.Seed, p.Limits, e.Workers),
				seen:     map[string]bool{},
			}
			if err := s.sow(ctx); err != nil {
				return err
			}
			for _, t := range s.tasks {
				t.Provenance = task.Provenance{
					Corpus: w.corpus.Digest(), Domain: w.domain.Name + "@" + w.domain.Digest().Short(), Seed: p.Seed,
					Versions: map[string]int{"sample": sampleVersion},
				}
			}
			return s.write(e)
		},
	}
}

// sower is one run of the sample stage.
type sower struct {
	params   sampling
	graph    *plan.Graph
	exec     *run.Exec
	sampler  *sample.Sampler
	grounder *ground.Grounder
	seen     map[string]bool // drafts
	tasks    []*task.Task
	funnels  []*depthFunnel
	live     sample.Coverage // what the live paths use
}

// attempts bounds how many choices are grounded for each one wanted.
const attempts = 300

func (s *sower) sow(ctx context.Context) error {
	total := 0
	for _, n := range s.params.Paths {
		total += n
	}
	bar := s.exec.Progress(total, "paths")
	s.live, s.funnels = sample.NewCoverage(), []*depthFunnel{}
	for i, wanted := range s.params.Paths {
		if err := s.depth(ctx, i+1, wanted, bar); err != nil {
			return err
		}
	}
	return nil
}

// depth fills the quota of one depth. A choice that works for fewer entities than
// wanted is set aside and taken only when nothing better is left.
func (s *sower) depth(ctx context.Context, hops, wanted int, bar *run.Progress) error {
	f := &depthFunnel{Hops: hops, Wanted: wanted, Dropped: map[plan.Reason]int{}, Paths: s.graph.Count(hops)}
	f.Executions.Dropped = map[plan.Reason]int{}
	s.funnels = append(s.funnels, f)
	var paths []plan.Path
	var broken error
	leads := func(p plan.Path) bool {
		if broken != nil {
			return false
		}
		var ok bool
		ok, broken = s.grounder.Leads(ctx, p)
		return ok && broken == nil
	}
	for p := range s.graph.Grow(hops, leads) {
		paths = append(paths, p)
		s.live.Add(s.graph.Domain(), p)
	}
	if broken != nil {
		return broken
	}
	f.Live = len(paths)
	s.sampler.Begin(paths)
	type spare struct {
		choice sample.Choice
		tasks  []*task.Task
	}
	var spares []spare
	for f.Accepted < wanted && f.Tried < attempts*wanted {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		choice, ok := s.sampler.Next()
		if !ok {
			break
		}
		f.Tried++
		g, err := s.grounder.Ground(ctx, choice.Path, plan.Demand{Target: choice.Target})
		if err != nil {
			return err
		}
		f.Executions.Passed += g.Passed
		for reason, n := range g.Dropped {
			f.Executions.Dropped[reason] += n
		}
		tasks := s.fresh(g.Tasks)
		switch {
		case len(tasks) >= s.params.Limits.Entities:
			s.accept(f, choice, tasks)
			bar.Add(1)
		case len(tasks) > 0:
			spares = append(spares, spare{choice, tasks})
			f.Dropped[ground.Few]++
		default:
			f.Dropped[commonest(g)]++
		}
	}
	for _, sp := range spares {
		tasks := s.fresh(sp.tasks)
		if f.Accepted == wanted || len(tasks) == 0 {
			continue
		}
		f.Dropped[ground.Few]--
		s.accept(f, sp.choice, tasks)
		bar.Add(1)
	}
	if f.Dropped[ground.Few] == 0 {
		delete(f.Dropped, ground.Few)
	}
	return nil
}

// fresh returns the tasks whose draft no accepted task has.
func (s *sower) fresh(tasks []*task.Task) []*task.Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return s.seen[t.Draft] })
}

func (s *sower) accept(f *depthFunnel, c sample.Choice, tasks []*task.Task) {
	s.sampler.Accept(c)
	for _, t := range tasks {
		s.seen[t.Draft] = true
	}
	s.tasks = append(s.tasks, tasks...)
	f.Accepted++
	f.Tasks += len(tasks)
}

// commonest is the reason most executions of a choice that came to its last lookup
// ended for; missing if none came there.
func commonest(g *ground.Grounding) plan.Reason {
	best := plan.Missing
	for _, reason := range sorted(g.Dropped) {
		if reason != plan.Missing && (best == plan.Missing || g.Dropped[reason] > g.Dropped[best]) {
			best = reason
		}
	}
	return best
}

func (s *sower) write(e *run.Exec) error {
	total := e.Funnel()
	for _, f := range s.funnels {
		total.In += f.Tried
		total.Out += f.Accepted
		for reason, n := range f.Dropped {
			total.Drop(string(reason), n)
		}
	}
	slices.SortStableFunc(s.tasks, func(a, b *task.Task) int {
		return cmp.Or(cmp.Compare(a.Structure.Hops, b.Structure.Hops), cmp.Compare(a.ID, b.ID))
	})
	if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, s.tasks) }); err != nil {
		return err
	}
	if err := createJSON(e, "funnel.json", s.funnels); err != nil {
		return err
	}
	return createJSON(e, "coverage.json", sample.Report(s.graph.Domain(), s.sampler.Covered(), s.live))
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
