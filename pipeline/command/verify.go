package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"taskgrove/pipeline/dataset"
	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/internal/cli"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/synth"
	"taskgrove/pipeline/task"
)

// Verify proves tasks and exports those that hold.
func Verify() cli.Command {
	return cli.Command{Name: "verify", Run: func(ctx context.Context, env cli.Env) error {
		word, args := subcommand(env.Args)
		stages := publish
		var r replaying
		var declare []func(*flag.FlagSet)
		switch word {
		case "", "export":
		case "check":
			stages, declare = prove, append(declare, r.declare)
		case "status":
			return verifyStatus(env, args)
		default:
			return misuse("unknown subcommand %q: want check, export or status", word)
		}
		f, err := parse("verify", args, declare...)
		if err != nil {
			return err
		}
		w, err := newWorld(f)
		if err != nil {
			return err
		}
		if r.file != "" {
			return r.run(ctx, env, f, w)
		}
		report, err := update(ctx, env, f, stages(f, w))
		if err != nil || report == nil {
			return err
		}
		printFunnels(env.Stdout, report)
		return partial(report)
	}}
}

// verifyStatus prints what the stages that were last run found, from their
// manifests.
func verifyStatus(env cli.Env, args []string) error {
	fs := cli.Flags("verify status")
	out := fs.String("out", "out", "")
	if err := cli.Parse(fs, args); err != nil {
		return err
	}
	if err := cli.NoArgs(fs); err != nil {
		return err
	}
	any := false
	for _, a := range accounts(true) {
		m, err := readManifest(filepath.Join(*out, filepath.FromSlash(a.manifest)))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		any = true
		fmt.Fprintf(env.Stdout, "%-9s %s\n", m.Stage, describe(m.Funnel))
	}
	if !any {
		return fmt.Errorf("%s: no stage has been run there", *out)
	}
	return nil
}

// account is a stage's manifest and what the stage counts.
type account struct{ manifest, items string }

// accounts are the stages that make a dataset, in order.
func accounts(twins bool) []account {
	list := []account{
		{"plantree/corpus.manifest.json", "rows and passages of the tables"},
		{"plantree/plantree.manifest.json", "paths of the planning tree"},
		{"sample/sample.manifest.json", "choices of a path and what to ask; one that is taken becomes several tasks"},
		{"rewrite/rewrite.manifest.json", "tasks"},
		{"check/check.manifest.json", "tasks"},
	}
	if twins {
		list = append(list, twinAccount)
	}
	return list
}

func readManifest(name string) (*run.Manifest, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := run.ReadManifest(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// publish are the stages up to the dataset.
func publish(f *flags, w *world) []run.Stage { return append(prove(f, w), exportStage(f, w)) }

// datasetDir is where the dataset goes below the run directory, and parquetFile
// its tasks.
const (
	datasetDir  = "dataset"
	parquetFile = dataset.TasksFile
)

func exportStage(f *flags, w *world) run.Stage {
	type params struct {
		License string       `json:"license"`
		Release string       `json:"release"`
		World   *synth.World `json:"world,omitempty"`
	}
	p := params{f.License, f.Release, w.made}
	inputs := []run.Input{
		{Name: "domain", Digest: w.domain.Digest()},
		{Name: "check/tasks.jsonl"}, {Name: "check/dropped.jsonl"}, {Name: "check/checks.json"},
	}
	for _, a := range accounts(f.Twins) {
		inputs = append(inputs, run.Input{Name: a.manifest})
	}
	outputs := []string{dataset.TasksFile, dataset.CardFile, dataset.CroissantFile, dataset.ChecksFile}
	if f.Twins {
		inputs = append(inputs, run.Input{Name: "twin/tasks.jsonl"}, run.Input{Name: "twin/dropped.jsonl"}, run.Input{Name: "twin/checks.json"})
		outputs = append(outputs, dataset.TwinsFile)
	}
	return run.Stage{
		Name: "export", Doc: "write the proved tasks as a dataset others can open",
		Version: 3, Dir: datasetDir, Params: p, Inputs: inputs, Outputs: outputs,
		Run: func(_ context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, "check/tasks.jsonl")
			if err != nil {
				return err
			}
			if len(tasks) == 0 {
				return errors.New("no task was proved, so there is no dataset: verify status counts what each stage dropped")
			}
			r := &dataset.Release{
				Name: "taskgrove-" + w.domain.Name, Title: "taskgrove: " + w.domain.Title.In("en"),
				Version: p.Release, License: p.License, Source: w.source(), Tasks: tasks,
				Domain: w.domain.Name + "@" + w.domain.Digest().Short(), Corpus: tasks[0].Provenance.Corpus,
			}
			if err := addAccounts(e, r, f.Twins); err != nil {
				return err
			}
			if f.Twins {
				err = addTwins(e, r)
			} else {
				err = withoutTwins(f.out)
			}
			if err != nil {
				return err
			}
			if err := r.Validate(); err != nil {
				return err
			}
			e.Funnel().In, e.Funnel().Out = len(tasks), len(tasks)
			return export(e, r)
		},
	}
}

// addAccounts adds to a release what the stages before it did and dropped.
func addAccounts(e *run.Exec, r *dataset.Release, twins bool) error {
	for _, a := range accounts(twins) {
		path, err := e.Path(a.manifest)
		if err != nil {
			return err
		}
		m, err := readManifest(path)
		if err != nil {
			return err
		}
		r.Funnels = append(r.Funnels, dataset.Funnel{Stage: m.Stage, Items: a.items, Funnel: m.Funnel})
	}
	var err error
	if r.Checks, err = readChecks(e, "check/checks.json"); err != nil {
		return err
	}
	r.Dropped, err = readDropped(e, "check/dropped.jsonl")
	return err
}

func readChecks(e *run.Exec, name string) ([]dataset.Check, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var counts []checkCount
	if err := json.NewDecoder(f).Decode(&counts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var checks []dataset.Check
	for _, c := range counts {
		checks = append(checks, dataset.Check{Name: c.Name, Doc: c.Doc})
	}
	return checks, nil
}

func readDropped(e *run.Exec, name string) ([]dataset.Dropped, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var dropped []dataset.Dropped
	for d := json.NewDecoder(f); ; {
		var drop dataset.Dropped
		switch err := d.Decode(&drop); err {
		case nil:
			dropped = append(dropped, drop)
		case io.EOF:
			return dropped, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// export writes a release. The files the metadata has checksums of are made in
// memory first.
func export(e *run.Exec, r *dataset.Release) error {
	type output struct {
		name  string
		write func(io.Writer) error
	}
	outputs := []output{{dataset.TasksFile, func(w io.Writer) error { return task.WriteParquet(w, r.Tasks) }}}
	if r.Twins != nil {
		outputs = append(outputs, output{dataset.TwinsFile, func(w io.Writer) error { return task.WriteParquet(w, r.Twins) }})
	}
	var files []dataset.File
	outputs = append(outputs, []output{
		{dataset.CardFile, func(w io.Writer) error { return dataset.WriteCard(w, r) }},
		{dataset.ChecksFile, func(w io.Writer) error { return dataset.WriteChecks(w, r) }},
		{dataset.CroissantFile, func(w io.Writer) error { return dataset.WriteCroissant(w, r, files) }},
	}...)
	for _, f := range outputs {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return fmt.Errorf("%s: %w", path.Join(datasetDir, f.name), err)
		}
		files = append(files, dataset.File{Name: f.name, Size: int64(b.Len()), Digest: digest.Bytes(b.Bytes())})
		if err := create(e, f.name, func(w io.Writer) error {
			_, err := b.WriteTo(w)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
