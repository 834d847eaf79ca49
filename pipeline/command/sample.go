package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Sample chooses paths and grounds them.
func Sample() cli.Command {
	return chain("sample", func(f *flags, w *world) []run.Stage { return append(grow(f, w), sampleStage(f, w)) }, printCoverage)
}

// printCoverage prints what the tasks of a run directory cover.
func printCoverage(w io.Writer, f *flags) error {
	b, err := os.ReadFile(filepath.Join(f.out, "sample", "coverage.json"))
	if err != nil {
		return err
	}
	var c coverage.Coverage
	if err := json.Unmarshal(b, &c); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(f.out, "sample", "coverage.json"), err)
	}
	fmt.Fprintln(w)
	for _, line := range c.Lines() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// Versions of the stages that grade, of which the grader's version is a part: another
// grader gives other tasks and scores for the same inputs. The number beside it is raised
// when the stage itself would.
const (
	sampleVersion    = 2 + score.Version
	checkVersion     = 2 + score.Version
	twinVersion      = 1 + score.Version
	baselineVersion  = 2 + score.Version
	obscurityVersion = score.Version - 1
)

// sampling are the parameters of the sample stage.
type sampling struct {
	Language string        `json:"lang"`
	Seed     uint64        `json:"seed"`
	Depth    int           `json:"depth"`
	Paths    counts        `json:"paths"`
	Writing  int           `json:"writing"`
	Entities int           `json:"entities"` // tasks of each path
	Limits   ground.Limits `json:"limits"`
}

// depthFunnel is what became of the paths of one depth, or of the cases of one
// template. Tried is the sum of Accepted and Dropped.
type depthFunnel struct {
	// Hops is the depth, from 1; 0 for a template.
	Hops int `json:"hops"`
	// Template is the name of a template; "" for a depth.
	Template string `json:"template,omitempty"`
	// Paths is how many there are in the planning tree, Live how many of them some
	// entity can be led along without coming back to one, as ground.Grounder.Demands
	// has it.
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
	// question, and the others by reason. Where a choice is grounded again, for one task
	// more than a path is to get, its runs count again.
	Executions struct {
		Passed  int                 `json:"passed"`
		Dropped map[plan.Reason]int `json:"dropped,omitempty"`
	} `json:"executions"`
}

// regain counts one fewer as dropped for a reason.
func (f *depthFunnel) regain(reason plan.Reason) {
	if f.Dropped[reason]--; f.Dropped[reason] == 0 {
		delete(f.Dropped, reason)
	}
}

// startsFor returns from how many start entities a choice is tried before it is held
// to work for fewer than the number a path is to get.
func startsFor(entities int) int { return max(48, 24*entities) }

// sampleStage chooses paths and grounds them. Sampling and grounding are one
// stage of the runner because what is chosen next depends on which choices could
// be grounded.
func sampleStage(f *flags, w *world) run.Stage {
	p := sampling{
		Language: f.Language, Seed: f.Seed, Depth: f.Depth, Paths: f.quotas(), Writing: f.Writing,
		Entities: f.Entities, Limits: ground.Limits{Variants: f.Variants, Answers: f.MaxAnswers, Rows: f.MaxRows, Starts: startsFor(f.Entities)},
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
				checks:   proof.Checks(w.proving()),
				grounder: ground.New(w.corpus, w.tools, p.Language, p.Seed, p.Limits, e.Workers),
				told:     newTold(),
			}
			if err := s.sow(ctx); err != nil {
				return err
			}
			for _, t := range s.tasks() {
				t.Provenance = task.Provenance{
					Corpus: w.corpus.Digest(), Domain: w.domain.Name + "@" + w.domain.Digest().Short(), Seed: p.Seed,
					Versions: map[string]int{"sample": sampleVersion},
				}
			}
			return s.record(e, w.corpus)
		},
	}
}

// record writes what was sown, and what it covers.
func (s *sower) record(e *run.Exec, c *corpus.Corpus) error {
	total := e.Funnel()
	for _, f := range s.funnels {
		total.In += f.Tried
		total.Out += f.Accepted
		for reason, n := range f.Dropped {
			total.Drop(string(reason), n)
		}
	}
	tasks := s.tasks()
	if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, tasks) }); err != nil {
		return err
	}
	if err := createJSON(e, "funnel.json", s.funnels); err != nil {
		return err
	}
	coverage, err := s.sampler.Report(c, s.params.Paths, tasks)
	if err != nil {
		return err
	}
	return createJSON(e, "coverage.json", coverage)
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
