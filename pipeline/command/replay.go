package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/proof/absence"
)

// replaying is the flag that has verify prove proved tasks again.
type replaying struct {
	file string
}

func (r *replaying) declare(fs *flag.FlagSet) {
	fs.StringVar(&r.file, "replay", "", "run the checks again over the proved tasks in a `file`, and make no others")
}

// run replays the certificates of a file's tasks over the tables and prints those
// that differ. Only the tables are brought up to date.
func (r *replaying) run(ctx context.Context, env cli.Env, f *flags, w *world) error {
	tasks, err := readFile(r.file, bench.ReadTasks)
	if err != nil {
		return err
	}
	report, err := update(ctx, env, f, append(generate(w), corpusStage(w)))
	if err != nil || report == nil {
		return err
	}
	if err := w.open(ctx, env.Log(f.verbose)); err != nil {
		return err
	}
	changed, err := proof.Replay(ctx, w.proving(), absence.Check(w.proving(), w.tools), tasks, cmp.Or(f.workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return err
	}
	for _, c := range changed {
		fmt.Fprintf(env.Stdout, "%s %s\n\trecorded: %s\n\tfound:    %s\n", c.ID, c.Check, c.Recorded, c.Found)
	}
	fmt.Fprintf(env.Stdout, "%d of %d tasks are proved as they say\n", len(tasks)-len(changed), len(tasks))
	if len(changed) > 0 {
		return cli.Partial(len(changed))
	}
	return nil
}
