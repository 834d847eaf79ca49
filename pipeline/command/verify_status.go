package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

var verifyStatusHelp = cli.Help{
	Usage: "verify status [-out DIR] [-format text|json]",
	Doc:   "Print what each stage last counted, and a report on people's decisions if there are any. It runs nothing. As JSON it prints the report alone, even before anybody decided.",
	Examples: []cli.Example{
		{Line: "verify status"},
		{Line: "verify status -out out2 -format json"},
	},
}

// verifyStatus is verify status. It reads the manifests of the stages and the log of
// decisions.
type verifyStatus struct {
	env    cli.Env
	flags  flags
	format format
}

func (c *verifyStatus) declare(fs *cli.Flags) {
	c.format = "text"
	c.flags.declareStored(fs)
	fs.Var(&c.format, "format", "`format` of the report: text or json")
}

func (c *verifyStatus) run(ctx context.Context, args []string) error {
	f, env := &c.flags, c.env
	if err := f.resolveStored(); err != nil {
		return err
	}
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if c.format == "json" {
		if err := f.acceptLost(env.Stderr); err != nil {
			return err
		}
		r, err := reportOn(ctx, f)
		if err != nil {
			return err
		}
		return writeJSON(env.Stdout, r)
	}
	found := false
	for _, a := range funnelSources(madeOfExams(f.out), f.Extend != "", true) {
		m, err := readManifest(filepath.Join(f.out, filepath.FromSlash(a.manifest)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: run verify, which makes again what it says", err)
		}
		found = true
		printFunnel(env.Stdout, m.Stage, m.Funnel)
	}
	if !found {
		return fmt.Errorf("%s: no stage has been run there", f.out)
	}
	if err := f.acceptLost(env.Stderr); err != nil {
		return err
	}
	u, err := openUnderReview(ctx, f)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there are no proved tasks yet
	}
	if err != nil {
		return err
	}
	defer u.tasks.Close()
	if !u.logged {
		return nil
	}
	warnAnomalies(f.logger(env), logPath(f), u.decisions, u.tasks.Items(), env.Now())
	r, err := u.report()
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout)
	return r.WriteText(env.Stdout)
}

// reportOn reports on the tasks of a run directory, even if nobody decided anything.
func reportOn(ctx context.Context, f *flags) (*review.StatusReport, error) {
	u, err := openUnderReview(ctx, f)
	if err != nil {
		return nil, err
	}
	defer u.tasks.Close()
	return u.report()
}

func (u *reviewSet) report() (*review.StatusReport, error) {
	_, shipped, err := u.guideline()
	if err != nil {
		return nil, err
	}
	return review.NewStatusReport(u.board, u.decisions, shipped), nil
}
