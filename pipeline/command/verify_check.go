package command

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/proof/absence"
)

var verifyCheckHelp = cli.Help{
	Usage: "verify check [-replay FILE] [flags]",
	Doc:   "Prove every task and stop. With -replay, prove the tasks of a file again, from the tables alone, and print each task that is not proved as it says it is.",
	Examples: []cli.Example{
		{Line: "verify check"},
		{Line: "verify check -replay out/dataset/data/test.parquet"},
	},
}

// verifyCheck is verify check.
type verifyCheck struct {
	env    cli.Env
	flags  flags
	replay string // file with proved tasks; "" to prove those of the run directory
}

func (c *verifyCheck) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	fs.StringVar(&c.replay, "replay", "", "`file` with proved tasks, JSONL or Parquet, to run the checks on again")
}

func (c *verifyCheck) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if c.replay != "" {
		return c.replayFile(ctx, w)
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	stages := provedStages(f, w)
	if f.Twins {
		if stages, err = reviewedStages(f, w); err != nil {
			return err
		}
	}
	return updateAndPrint(ctx, c.env, f, w, stages)
}

// replayFile runs the checks again on the tasks of a file and prints the tasks whose
// recorded verdicts differ. Only the tables are brought up to date.
func (c *verifyCheck) replayFile(ctx context.Context, w *world) error {
	f, env := &c.flags, c.env
	tasks, err := readFile(c.replay, bench.ReadTasks)
	if err != nil {
		return err
	}
	if err := f.acceptLost(env.Stderr); err != nil {
		return err
	}
	report, err := update(ctx, env, f, tableStages(w))
	if err != nil || report == nil {
		return err
	}
	if err := w.open(ctx, f.logger(env)); err != nil {
		return err
	}
	changed, err := proof.Replay(ctx, w.proofSources(), absence.Check(w.proofSources(), w.tools), tasks, workersOf(f))
	if err != nil {
		return err
	}
	for _, d := range changed {
		fmt.Fprintf(env.Stdout, "%s %s\n\trecorded: %s\n\tfound:    %s\n", d.ID, d.Check, d.Recorded, d.Found)
	}
	fmt.Fprintf(env.Stdout, "%d of %d tasks are proved as they say\n", len(tasks)-len(changed), len(tasks))
	if len(changed) > 0 {
		return cli.Partial(len(changed))
	}
	return w.partialError()
}
