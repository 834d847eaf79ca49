package command

import (
	"context"
	"fmt"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// Verify proves tasks and exports those that hold.
func Verify() cli.Command {
	return cli.Command{Name: "verify", Run: func(ctx context.Context, env cli.Env) error {
		word, args := subcommand(env.Args)
		switch word {
		case "", "export":
			return verifyExport(ctx, env, args)
		case "check":
			return verifyCheck(ctx, env, args)
		case "diff":
			return verifyDiff(env, args)
		case "serve":
			return verifyServe(ctx, env, args)
		case "status":
			return verifyStatus(ctx, env, args)
		case "decisions":
			return verifyDecisions(env, args)
		case "import":
			return verifyImport(ctx, env, args)
		case "handout":
			return verifyHandout(ctx, env, args)
		}
		return misuse("unknown subcommand %q: want check, serve, status, decisions, import, handout, diff or export", word)
	}}
}

// verifyExport brings the dataset up to date.
func verifyExport(ctx context.Context, env cli.Env, args []string) error {
	f, err := parse("verify", args)
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
	return verifyStages(ctx, env, f, stages)
}

// verifyCheck proves tasks, or those of a file again.
func verifyCheck(ctx context.Context, env cli.Env, args []string) error {
	var r replaying
	f, err := parse("verify", args, r.declare)
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
	stages := prove(f, w)
	if f.Twins {
		if stages, err = settle(f, w); err != nil {
			return err
		}
	}
	return verifyStages(ctx, env, f, stages)
}

// verifyStages brings stages up to date and prints what each of them counted.
func verifyStages(ctx context.Context, env cli.Env, f *flags, stages []run.Stage) error {
	report, err := update(ctx, env, f, stages)
	if err != nil || report == nil {
		return err
	}
	printFunnels(env.Stdout, report)
	return partial(report)
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
		reviewAccount,
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
