package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

var benchPromptsHelp = cli.Help{
	Usage: "bench prompts -to DIR",
	Doc:   "Write the prompts that ship into a directory, to start one's own from: bench run -prompts DIR measures models with them.",
	Examples: []cli.Example{
		{Line: "bench prompts -to prompts"},
	},
}

// benchPrompts is bench prompts.
type benchPrompts struct {
	env cli.Env
	to  string // directory
}

func (c *benchPrompts) declare(fs *cli.Flags) {
	fs.StringVar(&c.to, "to", "", "`directory` to write them to; files that are there are never replaced")
}

func (c *benchPrompts) run(_ context.Context, args []string) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if c.to == "" {
		return misuse("bench prompts: want -to and a directory")
	}
	files := method.ShippedFiles()
	for _, f := range files {
		path := filepath.Join(c.to, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s is there already: want a directory without it", path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, f := range files {
		err := writeHandout(c.env.Stdout, c.to, f.Name, func(w io.Writer) error {
			_, err := w.Write(f.Content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
