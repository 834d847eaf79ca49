package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/exchange"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

var verifyHandoutHelp = cli.Help{
	Usage: "verify handout [-out DIR] -format labelstudio|csv -to DIR",
	Doc:   "Write the tasks that have yet to be reviewed, as people left them, for another tool.",
	Examples: []cli.Example{
		{Line: "verify handout -format csv -to sheets"},
		{Line: "verify handout -format labelstudio -to studio"},
	},
}

// verifyHandout is verify handout.
type verifyHandout struct {
	env    cli.Env
	flags  flags
	format choiceFlag // tool that the tasks are for
	to     string
}

func (c *verifyHandout) declare(fs *cli.Flags) {
	c.format.of = []string{"labelstudio", "csv"}
	c.flags.declareStored(fs)
	fs.Var(&c.format, "format", "`tool` that the tasks are for: labelstudio or csv")
	fs.StringVar(&c.to, "to", "", "`directory` to write them to")
}

func (c *verifyHandout) run(ctx context.Context, args []string) error {
	f, env := &c.flags, c.env
	if err := f.resolveStored(); err != nil {
		return err
	}
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	switch {
	case c.format.value == "":
		return misuse("verify handout: want -format labelstudio or csv")
	case c.to == "":
		return misuse("verify handout: want -to and a directory")
	}
	if err := f.acceptLost(env.Stderr); err != nil {
		return err
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
	create := func(name string, write func(io.Writer) error) error {
		return writeHandout(env.Stdout, c.to, name, write)
	}
	fmt.Fprintf(env.Stdout, "%d tasks\n", len(tasks))
	if c.format.value == "csv" {
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

// pending returns the current versions of the tasks that are to be reviewed and are neither
// approved nor rejected, in file order.
func (u *reviewSet) pending(ctx context.Context, env cli.Env) ([]exchange.HandedTask, error) {
	var tasks []exchange.HandedTask
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
		tasks = append(tasks, exchange.HandedTask{ID: item.ID, Task: t})
	}
	return tasks, nil
}

// writeHandout writes a file below a directory, whole or not at all, and prints its name.
func writeHandout(out io.Writer, dir, name string, write func(io.Writer) error) error {
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
