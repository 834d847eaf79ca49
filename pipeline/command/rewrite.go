package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"taskgrove/pipeline/internal/cli"
	"taskgrove/pipeline/rewrite"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/sample"
	"taskgrove/pipeline/task"
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
	var c sample.Coverage
	if err := json.Unmarshal(b, &c); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(f.out, "sample", "coverage.json"), err)
	}
	fmt.Fprintln(w)
	for _, line := range c.Lines() {
		fmt.Fprintln(w, line)
	}
	return nil
}

// Rewrite turns drafts into questions.
func Rewrite() cli.Command { return chain("rewrite", ask, nil) }

// chain is a command that brings stages up to date and prints their funnels, and then
// what there is to say of their outputs; nil says nothing.
func chain(name string, stages func(*flags, *world) []run.Stage, then func(io.Writer, *flags) error) cli.Command {
	return cli.Command{Name: name, Run: func(ctx context.Context, env cli.Env) error {
		f, err := parse(name, env.Args)
		if err != nil {
			return err
		}
		w, err := newWorld(f)
		if err != nil {
			return err
		}
		report, err := update(ctx, env, f, stages(f, w))
		if err != nil || report == nil {
			return err
		}
		printFunnels(env.Stdout, report)
		if then != nil {
			if err := then(env.Stdout, f); err != nil {
				return err
			}
		}
		return partial(report)
	}}
}

// printFunnels prints a line for each stage.
func printFunnels(w io.Writer, report *run.Report) {
	for _, o := range report.Stages {
		fmt.Fprintf(w, "%-9s %s\n", o.Stage, describe(o.Funnel))
	}
}

// ask are the stages up to the questions.
func ask(f *flags, w *world) []run.Stage {
	return append(grow(f, w), sampleStage(f, w), rewriteStage(f, w))
}

const rewriteVersion = 2

func rewriteStage(f *flags, w *world) run.Stage {
	type params struct {
		Seed uint64 `json:"seed"`
		// Bases have a say in the voice and are not in the domain's digest.
		Bases []string `json:"bases,omitempty"`
	}
	return run.Stage{
		Name: "rewrite", Doc: "turn drafts into questions a person would ask",
		Version: rewriteVersion, Dir: "rewrite", Params: params{f.Seed, w.domain.Bases},
		Inputs:  []run.Input{{Name: "domain", Digest: w.domain.Digest()}, {Name: "sample/tasks.jsonl"}},
		Outputs: []string{"tasks.jsonl", "rejected.jsonl"},
		Run: func(ctx context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, "sample/tasks.jsonl")
			if err != nil {
				return err
			}
			kept, rejected, err := rewrite.Run(ctx, w.domain, tasks, f.Seed, e.Workers)
			if err != nil {
				return err
			}
			stamp(kept, "rewrite", rewriteVersion)
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), len(kept)
			for _, r := range rejected {
				funnel.Drop(r.Reason(), 1)
			}
			if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, kept) }); err != nil {
				return err
			}
			return createLines(e, "rejected.jsonl", rejected)
		},
	}
}

// readTasks reads an input of tasks.
func readTasks(e *run.Exec, name string) ([]*task.Task, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return task.Read(f, name)
}

// stamp records the version of a stage in tasks that are the caller's own.
func stamp(tasks []*task.Task, stage string, version int) {
	for _, t := range tasks {
		versions := map[string]int{stage: version}
		for k, v := range t.Provenance.Versions {
			versions[k] = v
		}
		t.Provenance.Versions = versions
	}
}

// createLines writes an output of JSON lines.
func createLines[T any](e *run.Exec, name string, items []T) error {
	return create(e, name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for i := range items {
			if err := enc.Encode(items[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
