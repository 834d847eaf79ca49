package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

var verifyFiguresHelp = cli.Help{
	Usage: "verify figures [-tasks FILE] [-format text|json] [-write-tables DIR]",
	Doc:   "Print how sensible and how varied questions are: shares of tasks through the commonest entities, of shared keys, of sums without sense, of lists, of yes and no, and others; and for tasks over tables, how they compare with the published ones of LegalAgentBench. It runs nothing.",
	Examples: []cli.Example{
		{Line: "verify figures"},
		{Line: "verify figures -tasks other/tasks.parquet -format json"},
		{Line: "verify figures -write-tables paper", Doc: "the tasks beside the published ones, as LaTeX and CSV"},
	},
}

// verifyFigures is verify figures.
type verifyFigures struct {
	env    cli.Env
	flags  flags
	tasks  string
	format format
	tables string // directory that gets the tables beside the published ones in files; "" for none
}

func (c *verifyFigures) declare(fs *cli.Flags) {
	c.format = "text"
	c.flags.declareStored(fs)
	fs.StringVar(&c.tasks, "tasks", "", "`file` of tasks, JSONL or Parquet, over the domain of the run directory; its proved tasks if not given")
	fs.Var(&c.format, "format", "`format` of the figures: text or json")
	fs.StringVar(&c.tables, "write-tables", "", "`directory` to write the tables beside LegalAgentBench to, as LaTeX and as CSV, in files of their own")
}

func (c *verifyFigures) run(_ context.Context, args []string) error {
	f := &c.flags
	if err := f.resolveStored(); err != nil {
		return err
	}
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	d, _, err := openDomain(f.Domain)
	if err != nil {
		return err
	}
	path := c.tasks
	if path == "" {
		path = filepath.Join(f.out, "check", "tasks.jsonl")
	}
	tasks, err := readFile(path, bench.ReadTasks)
	if err != nil {
		return err
	}
	figures, err := coverage.MeasureFigures(d, tasks)
	if err != nil {
		return err
	}
	beside := dataset.CompareWithPublished(tasks)
	if c.tables != "" {
		if beside == nil {
			return fmt.Errorf("-write-tables: %s has no multi-hop question over tables: want at least one, to compare with those of LegalAgentBench", path)
		}
		if err := writeReportTables(c.tables, analysis.PublishedTables(beside)); err != nil {
			return err
		}
	}
	if c.format == "json" {
		return writeJSON(c.env.Stdout, figuresOfTasks{figures, beside})
	}
	if err := figures.Text(c.env.Stdout); err != nil || beside == nil {
		return err
	}
	if _, err := io.WriteString(c.env.Stdout, "\n"); err != nil {
		return err
	}
	return beside.WriteText(c.env.Stdout)
}

// figuresOfTasks is what verify figures prints as JSON.
type figuresOfTasks struct {
	*coverage.Figures
	Published *dataset.BesidePublished `json:"published,omitempty"` // nil for tasks of other families
}
