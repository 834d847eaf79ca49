// Package command wires flags to stages. It is the only package where stages meet: a
// command brings a chain of stages up to date, from the first, and then does its own part,
// such as printing a table.
//
// A subcommand is a struct in a file of its own: its fields are its flags, declare declares
// them and run does the work. The functions [Plantree], [Sample], [Rewrite], [Verify] and
// [Bench] return the commands.
package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// misuse is the error of a command that was called wrongly.
func misuse(format string, args ...any) error { return cli.Usage(fmt.Sprintf(format, args...)) }

// subcommand is the specification of a subcommand.
type subcommand struct {
	name string // the word on the command line; "" for a command without subcommands
	help cli.Help
	make func(env cli.Env) action
}

// action is a subcommand that is being run.
type action interface {
	declare(fs *cli.Flags)
	// run does the work. Args are the arguments that are no flags.
	run(ctx context.Context, args []string) error
}

// maker is an action that brings stages up to date with settings of its own.
type maker interface {
	// common returns its common flags.
	common() *flags
}

func (c *plantreeCommand) common() *flags { return &c.flags }
func (c *sampleCommand) common() *flags   { return &c.flags }
func (c *rewriteCommand) common() *flags  { return &c.flags }
func (c *verifyExport) common() *flags    { return &c.flags }
func (c *verifyCheck) common() *flags     { return &c.flags }
func (s *verifyServe) common() *flags     { return &s.flags }
func (c *benchRun) common() *flags        { return &c.flags }
func (c *benchReport) common() *flags     { return &c.flags }
func (c *benchCompare) common() *flags    { return &c.flags }
func (c *benchServe) common() *flags      { return &c.flags }
func (c *benchRetrievers) common() *flags { return &c.flags }

// newCommand makes a command of its subcommands. Without a word the first is run; "help"
// and "help WORD" stand for -h.
func newCommand(name string, subs []subcommand) cli.Command {
	return cli.Command{Name: name, Run: func(ctx context.Context, env cli.Env) error {
		word, args := subs[0].name, env.Args
		if len(args) > 0 && args[0] == "help" {
			args = append(slices.Clone(args[1:]), "-h")
		}
		if len(args) > 0 && isWord(args[0]) && subs[0].name != "" {
			word, args = args[0], args[1:]
		}
		at := slices.IndexFunc(subs, func(s subcommand) bool { return s.name == word })
		if at < 0 {
			var names []string
			for _, s := range subs {
				names = append(names, s.name)
			}
			last := len(names) - 1
			return misuse("unknown subcommand %q: want %s or %s", word, strings.Join(names[:last], ", "), names[last])
		}
		a := subs[at].make(env)
		fs := newFlags(subs, at, a)
		if err := fs.Parse(args); err != nil {
			return err
		}
		err := a.run(ctx, fs.Args())
		if errors.Is(err, ledger.ErrLost) {
			err = fmt.Errorf("%w, or give -accept-loss to go on with what is left", err)
		}
		if m, ok := a.(maker); ok {
			err = m.common().keep(env.Stderr, err)
		}
		return err
	}}
}

// isWord reports whether an argument is no flag.
func isWord(arg string) bool { return arg != "" && arg[0] != '-' }

// newFlags declares the flags of a subcommand. The help of the first one lists the others.
func newFlags(subs []subcommand, at int, a action) *cli.Flags {
	help := subs[at].help
	if at == 0 {
		for _, s := range subs[1:] {
			help.Commands = append(help.Commands, cli.Example{Line: s.name, Doc: s.help.Doc})
		}
	}
	fs := cli.NewFlags(help)
	a.declare(fs)
	return fs
}

// update brings stages up to date. With -n it prints which stages are out of date and why,
// and returns a nil report.
func update(ctx context.Context, env cli.Env, f *flags, stages []run.Stage) (*run.RunReport, error) {
	if f.dry {
		_, err := explain(ctx, env, f, stages)
		return nil, err
	}
	return updateWith(ctx, f, stages, &run.Runner{
		Dir: f.out, Workers: f.workers, Log: f.logger(env), Describe: describeFunnel,
		Bars: env.Stderr, Terminal: env.Terminal, Clock: env.Now,
	})
}

// updateWith brings stages up to date with a runner. From then on the settings are those of
// the outputs, see [flags.keep].
func updateWith(ctx context.Context, f *flags, stages []run.Stage, r *run.Runner) (*run.RunReport, error) {
	f.used = true
	report, err := r.Run(ctx, stages...)
	if err != nil {
		return nil, err
	}
	return &report, nil
}

// explain prints which stages are not up to date and why.
func explain(ctx context.Context, env cli.Env, f *flags, stages []run.Stage) ([]run.StageStatus, error) {
	return (&run.Runner{Dir: f.out}).Explain(ctx, env.Stdout, stages...)
}

// partialError is the error of a run in which items failed; nil if none did.
func partialError(r *run.RunReport) error {
	if n := r.Failed(); n > 0 {
		return cli.Partial(n)
	}
	return nil
}

// Main runs a command in this process. Source is the Go source of its main package, whose
// package comment is the manual that -h all prints.
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
