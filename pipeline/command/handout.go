package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/exchange"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// verifyHandout writes the tasks that still have to be reviewed for another tool.
func verifyHandout(ctx context.Context, env cli.Env, args []string) error {
	as := word{of: []string{"labelstudio", "csv"}}
	to := ""
	f, rest, err := parseWord("handout", args, func(set *flag.FlagSet) {
		set.Var(&as, "format", "`tool` that the tasks are for")
		set.StringVar(&to, "to", "", "`directory` to write them to")
	})
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return misuse("unexpected argument %q", rest[0])
	case as.value == "":
		return misuse("verify handout: want -format labelstudio or csv")
	case to == "":
		return misuse("verify handout: want -to and a directory")
	}
	u, err := openUnderReview(ctx, f)
	if err != nil {
		return err
	}
	defer u.tasks.Close()
	tasks, err := u.pending(ctx, env)
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		return errors.New("every task that is to be reviewed is approved or rejected: nothing is handed out")
	}
	text, _, err := u.guideline()
	if err != nil {
		return err
	}
	create := func(name string, write func(io.Writer) error) error { return handOver(env.Stdout, to, name, write) }
	fmt.Fprintf(env.Stdout, "%d tasks\n", len(tasks))
	if as.value == "csv" {
		return create("tasks.csv", func(w io.Writer) error { return exchange.WriteSheet(w, tasks) })
	}
	return errors.Join(
		create("tasks.json", func(w io.Writer) error { return exchange.WriteLabelStudio(w, tasks) }),
		create("config.xml", func(w io.Writer) error { return exchange.WriteLabelConfig(w, tasks[0].Task.Language) }),
		create("guidelines.txt", func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}),
	)
}

// pending returns the tasks that are to be reviewed and neither approved nor rejected, as
// they are now, in file order.
func (u *underReview) pending(ctx context.Context, env cli.Env) ([]exchange.Handed, error) {
	var tasks []exchange.Handed
	for item, s := range u.board.States() {
		if !s.Sampled || s.Status == review.Approved || s.Status == review.Rejected {
			continue
		}
		t, fault, err := u.version(ctx, env, item.ID, s.Shown)
		if err != nil {
			return nil, err
		}
		if fault != "" {
			return nil, fmt.Errorf("task %s cannot be handed out: %s", item.ID, fault)
		}
		tasks = append(tasks, exchange.Handed{ID: item.ID, Task: t})
	}
	return tasks, nil
}

// handOver writes a file below a directory, whole or not at all, and prints its name.
func handOver(out io.Writer, dir, name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if err := writeFile(path, b.Bytes()); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, path)
	return err
}
