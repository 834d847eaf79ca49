package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

var benchCorrelateHelp = cli.Help{
	Usage: "bench correlate FIRST SECOND [-format F]",
	Doc:   "Correlate the figures of two runs over the agents of both, such as accuracy on statutes with scores on cases. FIRST and SECOND are directories of runs, or scores.json of them. It needs no tables and writes no file.",
	Examples: []cli.Example{
		{Line: "bench correlate laws/bench/models grounds/bench/models"},
	},
}

// benchCorrelate is bench correlate.
type benchCorrelate struct {
	env    cli.Env
	format tableFormat
}

func (c *benchCorrelate) declare(fs *cli.Flags) {
	c.format = "text"
	fs.Var(&c.format, "format", "`format` of the table: text, markdown, latex, csv or json")
}

func (c *benchCorrelate) run(_ context.Context, args []string) error {
	if len(args) != 2 {
		return misuse("bench correlate wants two runs: the directory of each, such as out/bench/models, or its %s", analysisFile)
	}
	var runs [2]analysis.Analysis
	for i, name := range args {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, analysisFile)
		}
		if err := readJSON(name, &runs[i]); err != nil {
			return fmt.Errorf("%w: want the directory of a run, or its %s", err, analysisFile)
		}
	}
	found, err := analysis.Correlate(&runs[0], &runs[1])
	if err != nil {
		return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
	}
	return c.format.write(c.env.Stdout, found)
}
