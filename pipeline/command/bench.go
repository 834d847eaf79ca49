package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	stages, err := publish(f, w)
	if err != nil {
		return err
	}
	report, err := update(ctx, env, f, stages)
	unfit := errors.Is(err, errUnfit)
	if err != nil && !unfit || report == nil && !unfit {
		return err
	}
	var scores bench.Report
	if err := readJSON(filepath.Join(f.out, baselineDir, "scores.json"), &scores); err != nil {
		return err
	}
	if err := out.write(env.Stdout, &scores); err != nil {
		return err
	}
	if unfit {
		return err
	}
	return partial(report)
}

// floorsFile has what the bounds of a task set are missed by, below the run directory.
const floorsFile = baselineDir + "/floors.json"

// floors says whether agents that do nothing earn nothing on a task set, and its own
// traces everything.
type floors struct {
	Faults []string `json:"faults"` // every trial that says otherwise; empty where none does
}

// errUnfit is the error of a task set that is not fit to be published.
var errUnfit = errors.New("the task set is not fit to be published")

// hold returns an error for a task set whose floors do not hold, with all that is wrong.
func hold(e *run.Exec) error {
	path, err := e.Path(floorsFile)
	if err != nil {
		return err
	}
	var f floors
	if err := readJSON(path, &f); err != nil {
		return err
	}
	if len(f.Faults) == 0 {
		return nil
	}
	return fmt.Errorf("%w:\n%s", errUnfit, strings.Join(f.Faults, "\n"))
}

// baselineStage lets the built-in agents solve the tasks.
func baselineStage(f *flags, w *world) run.Stage {
	inputs := append(w.inputs(), run.Input{Name: reviewedTasks})
	if f.Twins {
		inputs = append(inputs, run.Input{Name: twinTasks})
	}
	return run.Stage{
		Name: "baseline", Doc: "let the built-in agents solve the tasks and score them",
		Version: 3, Dir: baselineDir,
		Inputs:  inputs,
		Outputs: []string{"trials.jsonl", "scores.json", "floors.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			tasks, err := readTasks(e, reviewedTasks)
			if err != nil {
				return err
			}
			if f.Twins {
				twins, err := readTasks(e, twinTasks)
				if err != nil {
					return err
				}
				tasks = append(tasks, twins...)
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
			if err := createJSON(e, "floors.json", floorsOf(trials)); err != nil {
				return err
			}
			return create(e, "scores.json", bench.NewReport(tasks, trials).WriteJSON)
		},
	}
}

// floorsOf collects what [bench.Floors] finds.
func floorsOf(trials []bench.Trial) floors {
	f := floors{Faults: []string{}}
	if err := bench.Floors(trials); err != nil {
		f.Faults = strings.Split(err.Error(), "\n")
	}
	return f
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
