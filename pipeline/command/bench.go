package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// Bench runs agents on tasks and scores them, scores answers from outside, compares what
// runs found, and serves the tools to agents. Open opens encoders for BERTScore; nil is
// for a program that runs none.
func Bench(open EncoderOpener) cli.Command {
	return cli.Command{Name: "bench", Run: func(ctx context.Context, env cli.Env) error {
		word, args := subcommand(env.Args)
		env.Args = args
		switch word {
		case "", "run":
			return benchRun(ctx, env, open)
		case "report":
			return benchReport(ctx, env, open)
		case "compare":
			return benchCompare(ctx, env)
		case "serve":
			return benchServe(ctx, env)
		case "score":
			return benchScore(env)
		}
		return misuse("unknown subcommand %q: want run, report, compare, serve or score", word)
	}}
}

// subcommand splits the word off that may stand before the flags.
func subcommand(args []string) (string, []string) {
	if len(args) > 0 && len(args[0]) > 0 && args[0][0] != '-' {
		return args[0], args[1:]
	}
	return "", args
}

// format is a -format flag: text or json.
type format string

// String implements flag.Value.
func (f *format) String() string { return string(*f) }

// Set implements flag.Value.
func (f *format) Set(s string) error {
	if s != "text" && s != "json" {
		return fmt.Errorf("%q: want text or json", s)
	}
	*f = format(s)
	return nil
}

// write writes a report of the bounds or of answers from outside.
func (f format) write(w io.Writer, r *bench.Report) error {
	if f == "json" {
		return r.WriteJSON(w)
	}
	return r.WriteText(w)
}

// tableFormat is the -format flag of what is in papers too: text, markdown or json.
type tableFormat string

// String implements flag.Value.
func (f *tableFormat) String() string { return string(*f) }

// Set implements flag.Value.
func (f *tableFormat) Set(s string) error {
	if !slices.Contains([]string{"text", "markdown", "json"}, s) {
		return fmt.Errorf("%q: want text, markdown or json", s)
	}
	*f = tableFormat(s)
	return nil
}

// plain is the format of what has no Markdown.
func (f tableFormat) plain() format {
	if f == "json" {
		return "json"
	}
	return "text"
}

// baselineDir is where the run of the built-in agents goes.
const baselineDir = "bench/" + baselineRun

// benchRun brings the task set up to date, with the agents that bound it, and measures
// the agents that it is told of.
func benchRun(ctx context.Context, env cli.Env, open EncoderOpener) error {
	c := &contesting{reaching: &reaching{env: env}}
	o := reporting{reaching: c.reaching, weighing: weighing{open: open}}
	f, err := parse("bench", env.Args, c.declare, o.declare)
	if err != nil {
		return err
	}
	measure, err := c.wanted()
	if err == nil {
		err = o.settle()
	}
	if err != nil {
		return err
	}
	if !measure && o.format == "markdown" {
		return misuse("-format markdown is for agents that are measured: want text or json, or -model, -agent or -rehearse with it")
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	stages, err := tasksFor(f, w, c.tasks)
	if err != nil {
		return err
	}
	report, err := update(ctx, env, f, stages)
	switch {
	case errors.Is(err, errUnfit):
		return errors.Join(printBaseline(env.Stdout, f, o.format.plain()), err)
	case err == nil && report == nil && measure:
		return c.foretell(ctx, f, w, env.Stdout)
	case err != nil || report == nil:
		return err
	case !measure:
		return cmp.Or(printBaseline(env.Stdout, f, o.format.plain()), partial(report))
	}
	if err := w.open(ctx, env.Log(f.verbose)); err != nil {
		return err
	}
	made, err := c.run(ctx, f, w)
	if err != nil {
		return err
	}
	return o.report(ctx, env, f, w, made)
}

// tasksFor are the stages that bring up to date what agents are measured on: the dataset,
// or the tables alone where tasks come from elsewhere.
func tasksFor(f *flags, w *world, file string) ([]run.Stage, error) {
	if file != "" {
		return grow(f, w), nil
	}
	return publish(f, w)
}

// printBaseline prints what the agents got that bound the task set.
func printBaseline(w io.Writer, f *flags, as format) error {
	var scores bench.Report
	if err := readJSON(filepath.Join(f.out, baselineDir, "scores.json"), &scores); err != nil {
		return err
	}
	return as.write(w, &scores)
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
	inputs := append(w.inputs(), run.StageInput{Name: reviewedTasks})
	if f.Twins {
		inputs = append(inputs, run.StageInput{Name: twinTasks})
	}
	return run.Stage{
		Name: "baseline", Doc: "let the built-in agents solve the tasks and score them",
		Version: baselineVersion, Dir: baselineDir,
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
			entries := bench.BoundingAgents(tasks)
			bar := e.Progress(len(tasks)*len(entries), "trials")
			trials, err := bench.Run(ctx, tasks, entries, w.tools, bench.RunOptions{
				Domain: w.domain, Workers: e.Workers, TwinTools: w.view, Done: func() { bar.Add(1) },
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

// floorsOf collects what [bench.CheckBounds] finds.
func floorsOf(trials []bench.Trial) floors {
	f := floors{Faults: []string{}}
	if err := bench.CheckBounds(trials); err != nil {
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
	var counts []bench.TokenCount
	if *tokensFile != "" {
		if counts, err = readFile(*tokensFile, bench.ReadTokens); err != nil {
			return err
		}
	}
	_, report := bench.ScoreAnswers(filepath.Base(*answersFile), tasks, answers, counts)
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
