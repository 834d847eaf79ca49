package command

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

var benchScoreHelp = cli.Help{
	Usage: "bench score -tasks FILE [-twins FILE] -answers FILE [-tokens FILE] [-format F]",
	Doc:   "Grade answers from elsewhere, by id, in paper and strict mode. It needs no tables and writes no file.",
	Examples: []cli.Example{
		{Line: "bench score -tasks out/reviewed/tasks.jsonl -answers answers.jsonl"},
		{Line: "bench score -tasks out/dataset/data/test.parquet -answers answers.json -format json"},
	},
}

// benchScore is bench score.
type benchScore struct {
	env                           cli.Env
	tasks, twins, answers, tokens string // files; "" for none
	format                        format
}

func (c *benchScore) declare(fs *cli.Flags) {
	c.format = "text"
	fs.StringVar(&c.tasks, "tasks", "", "`file` with the tasks: LegalAgentBench's JSON, a tasks.jsonl or a Parquet file of taskgrove")
	fs.StringVar(&c.twins, "twins", "", "`file` with unanswerable twins of the tasks: a tasks.jsonl or a Parquet file")
	fs.StringVar(&c.answers, "answers", "", "`file` with the answers: JSON or JSONL with id, res (or answer) and summary")
	fs.StringVar(&c.tokens, "tokens", "", "`file` with JSON lines of id, input_token, output_token and total_token")
	fs.Var(&c.format, "format", "`format` of the table: text or json")
}

func (c *benchScore) run(_ context.Context, args []string) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if c.tasks == "" || c.answers == "" {
		return misuse("bench score needs -tasks FILE and -answers FILE")
	}
	tasks, err := readFile(c.tasks, bench.ReadTasks)
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		return fmt.Errorf("%s: no task: want at least one", c.tasks)
	}
	if c.twins != "" {
		twins, err := readFile(c.twins, bench.ReadTasks)
		if err != nil {
			return err
		}
		tasks = append(tasks, twins...)
	}
	answers, err := readFile(c.answers, bench.ReadAnswers)
	if err != nil {
		return err
	}
	var counts []bench.TokenCount
	if c.tokens != "" {
		if counts, err = readFile(c.tokens, bench.ReadTokens); err != nil {
			return err
		}
	}
	_, report := bench.ScoreAnswers(filepath.Base(c.answers), tasks, answers, counts)
	return c.format.write(c.env.Stdout, report)
}
