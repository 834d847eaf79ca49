package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"taskgrove/pipeline/bench"
	"taskgrove/pipeline/internal/cli"
	"taskgrove/pipeline/run"
)

// Bench runs agents on tasks and scores them, or scores answers from outside.
func Bench() cli.Command {
	return cli.Command{Name: "bench", Run: func(ctx context.Context, env cli.Env) error {
		word, args := subcommand(env.Args)
		env.Args = args
		switch word {
		case "", "run":
			return benchRun(ctx, env)
		case "score":
			return benchScore(env)
		}
		return misuse("unknown subcommand %q: want run or score", word)
	}}
}

// subcommand splits the word off that may stand before the flags.
func subcommand(args []string) (string, []string) {
	if len(args) > 0 && len(args[0]) > 0 && args[0][0] != '-' {
		return args[0], args[1:]
	}
	return "", args
}

// format is a -format flag.
type format string

// String implements flag.Value.
func (f *format) String() string { return string(*f) }

// Set implements flag.Value.
func (f *format) Set(s string) error {
	if !slices.Contains([]string{"text", "json"}, s) {
		return fmt.Errorf("%q: want text or json", s)
	}
	*f = format(s)
	return nil
}

func (f format) write(w io.Writer, r *bench.Report) error {
	if f == "json" {
		return r.WriteJSON(w)
	}
	return r.WriteText(w)
}

// baselineDir is where the run of the built-in agents goes.
const baselineDir = "bench/baseline"

func benchRun(ctx context.Context, env cli.Env) error {
	out := format("text")
	f, err := parse("bench", env.Args, func(fs *flag.FlagSet) { fs.Var(&out, "format", "how the table is printed: `text or json`") })
	if err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	report, err := update(ctx, env, f, append(publish(f, w), baselineStage(f, w)))
	if err != nil || report == nil {
		return err
	}
	trials, err := readFile(filepath.Join(f.out, baselineDir, "trials.jsonl"), bench.ReadTrials)
	if err != nil {
		return err
	}
	tasks, err := datasetTasks(f, func(name string) (string, error) { return filepath.Join(f.out, filepath.FromSlash(name)), nil })
	if err != nil {
		return err
	}
	if err := out.write(env.Stdout, bench.NewReport(tasks, trials)); err != nil {
		return err
	}
	if err := bench.Floors(trials); err != nil {
		return fmt.Errorf("the task set is not fit to be published:\n%w", err)
	}
	return partial(report)
}

// baselineStage lets the built-in agents solve the dataset.
func baselineStage(f *flags, w *world) run.Stage {
	inputs := append(w.inputs(), run.Input{Name: datasetDir + "/" + parquetFile})
	if f.Twins {
		inputs = append(inputs, run.Input{Name: twinsFile})
	}
	return run.Stage{
		Name: "baseline", Doc: "let the built-in agents solve the dataset and score them",
		Version: 2, Dir: baselineDir,
		Inputs:  inputs,
		Outputs: []string{"trials.jsonl", "scores.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := datasetTasks(f, e.Path)
			if err != nil {
				return err
			}
			entries := bench.Bounds()
			bar := e.Progress(len(tasks)*len(entries), "trials")
			trials, err := bench.Run(ctx, tasks, entries, w.tools, bench.Options{
				Domain: w.domain, Workers: e.Workers, View: w.view, Done: func() { bar.Add(1) },
			})
			if err != nil {
				return err
			}
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks)*len(entries), len(trials)
			if err := create(e, "trials.jsonl", func(w io.Writer) error { return bench.WriteTrials(w, trials) }); err != nil {
				return err
			}
			return create(e, "scores.json", bench.NewReport(tasks, trials).WriteJSON)
		},
	}
}

// benchScore grades answers from outside. It writes no file.
func benchScore(env cli.Env) error {
	out := format("text")
	fs := cli.Flags("bench score")
	tasksFile := fs.String("tasks", "", "")
	pairsFile := fs.String("twins", "", "")
	answersFile := fs.String("answers", "", "")
	tokensFile := fs.String("tokens", "", "")
	fs.Var(&out, "format", "")
	if err := cli.Parse(fs, env.Args); err != nil {
		return err
	}
	if err := cli.NoArgs(fs); err != nil {
		return err
	}
	if *tasksFile == "" || *answersFile == "" {
		return misuse("bench score needs -tasks FILE and -answers FILE")
	}
	tasks, err := readFile(*tasksFile, bench.ReadTasks)
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		return fmt.Errorf("%s: no task: want at least one", *tasksFile)
	}
	if *pairsFile != "" {
		twins, err := readFile(*pairsFile, bench.ReadTasks)
		if err != nil {
			return err
		}
		tasks = append(tasks, twins...)
	}
	answers, err := readFile(*answersFile, bench.ReadAnswers)
	if err != nil {
		return err
	}
	var counts []bench.Count
	if *tokensFile != "" {
		if counts, err = readFile(*tokensFile, bench.ReadTokens); err != nil {
			return err
		}
	}
	_, report := bench.Score(filepath.Base(*answersFile), tasks, answers, counts)
	return out.write(env.Stdout, report)
}

// readFile reads a whole file with a reader of its format.
func readFile[T any](path string, read func(b []byte, name string) (T, error)) (T, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		var none T
		return none, err
	}
	return read(b, path)
}
