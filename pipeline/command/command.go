// Package command wires flags to stages. It is the only place where stages meet:
// each command is a chain of stages that is brought up to date from the first,
// and then what the command itself prints.
package command

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// misuse is the error of a command that was called wrongly.
func misuse(format string, args ...any) error { return cli.Usage(fmt.Sprintf(format, args...)) }

// parse reads a command's flags and settles its settings.
func parse(name string, args []string, declare ...func(*flag.FlagSet)) (*flags, error) {
	f := new(flags)
	fs := cli.Flags(name)
	f.common(fs)
	f.growing(fs)
	f.sampling(fs)
	f.reviewing(fs)
	f.publishing(fs)
	for _, d := range declare {
		d(fs)
	}
	if err := cli.Parse(fs, args); err != nil {
		return nil, err
	}
	return f, f.resolve(fs)
}

// update brings stages up to date. With -n it prints what is not and why, and
// returns a nil report: there is nothing to show results of.
func update(ctx context.Context, env cli.Env, f *flags, stages []run.Stage) (*run.RunReport, error) {
	if f.dry {
		_, err := explain(env, f, stages)
		return nil, err
	}
	return bring(ctx, f, stages, &run.Runner{
		Dir: f.out, Workers: f.workers, Log: env.Log(f.verbose),
		Bars: env.Stderr, Terminal: env.Terminal, Clock: env.Now,
	})
}

// bring brings stages up to date by a runner.
func bring(ctx context.Context, f *flags, stages []run.Stage, r *run.Runner) (*run.RunReport, error) {
	// Settings are worth keeping only if the tables can be read.
	reading := 1 + slices.IndexFunc(stages, func(s run.Stage) bool { return s.Name == readingStage })
	report, err := r.Run(ctx, stages[:reading]...)
	if err != nil {
		return nil, err
	}
	if err := writeConfig(f.out, f.settings); err != nil {
		return nil, err
	}
	rest, err := r.Run(ctx, stages[reading:]...)
	if err != nil {
		return nil, err
	}
	report.Stages = append(report.Stages, rest.Stages...)
	return &report, nil
}

// explain prints which stages are not up to date and why.
func explain(env cli.Env, f *flags, stages []run.Stage) ([]run.StageStatus, error) {
	return (&run.Runner{Dir: f.out}).Explain(env.Stdout, stages...)
}

// partial is the error of a run in which items failed; nil if none did.
func partial(r *run.RunReport) error {
	if n := r.Failed(); n > 0 {
		return cli.Partial(n)
	}
	return nil
}

// describe writes a funnel as one line: "in 300, out 280, tie 12, sentinel 8".
func describe(f run.Funnel) string {
	parts := []string{fmt.Sprintf("in %d", f.In), fmt.Sprintf("out %d", f.Out)}
	for _, counts := range []map[string]int{f.Dropped, f.Failed} {
		for _, reason := range sorted(counts) {
			parts = append(parts, fmt.Sprintf("%s %d", reason, counts[reason]))
		}
	}
	return strings.Join(parts, ", ")
}

// Main runs a command in this process. Source is the Go source of its main
// package, whose package comment is the manual that -h prints.
func Main(c cli.Command, source string) {
	cli.Main(withManual(c, source))
}

func withManual(c cli.Command, source string) cli.Command {
	manual, err := cli.Manual(source)
	if err != nil {
		panic("command " + c.Name + ": " + err.Error())
	}
	c.Manual = manual
	return c
}
