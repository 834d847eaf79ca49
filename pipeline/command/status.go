package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// verifyStatus prints what the stages that were last run found, from their manifests,
// and what people's decisions come to, from the log. Nothing is run.
func verifyStatus(ctx context.Context, env cli.Env, args []string) error {
	as := format("text")
	f, rest, err := parseWord("status", args, func(set *flag.FlagSet) { set.Var(&as, "format", "") })
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return misuse("unexpected argument %q", rest[0])
	}
	if as == "json" {
		r, err := reportOn(ctx, f)
		if err != nil {
			return err
		}
		return writeJSON(env.Stdout, r)
	}
	any := false
	for _, a := range accounts(true) {
		m, err := readManifest(filepath.Join(f.out, filepath.FromSlash(a.manifest)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		any = true
		fmt.Fprintf(env.Stdout, "%-9s %s\n", m.Stage, describe(m.Funnel))
	}
	if !any {
		return fmt.Errorf("%s: no stage has been run there", f.out)
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
	r, err := u.report()
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout)
	return r.WriteText(env.Stdout)
}

// reportOn reports on the tasks of a run directory, whether anybody decided
// anything or not.
func reportOn(ctx context.Context, f *flags) (*review.StatusReport, error) {
	u, err := openUnderReview(ctx, f)
	if err != nil {
		return nil, err
	}
	defer u.tasks.Close()
	return u.report()
}

func (u *underReview) report() (*review.StatusReport, error) {
	_, shipped, err := u.guideline()
	if err != nil {
		return nil, err
	}
	return review.NewStatusReport(u.board, u.decisions, shipped), nil
}
