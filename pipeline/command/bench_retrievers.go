package command

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/retrieval"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

var benchRetrieversHelp = cli.Help{
	Usage: "bench retrievers [-embeddings LIST] [-limit N] [-format F] [flags]",
	Doc:   "Compare retrievers by recall@k: how much of the law that tasks and texts rest on is among the first k passages. BM25 needs no model; a model of -embeddings embeds all passages and queries once, and is paid for them. Brings the tasks up to date first, and writes no file but the embeddings.",
	Examples: []cli.Example{
		{Line: "bench retrievers", Doc: "BM25 alone"},
		{Line: "bench retrievers -embeddings bge-m3,text-embedding-3-small -format latex"},
	},
}

// benchRetrievers is bench retrievers.
type benchRetrievers struct {
	env       cli.Env
	flags     flags
	endpoints modelFlags // of embeddings
	models    wordList   // of embeddings
	tasks     taskSelection
	limit     int
	format    tableFormat
}

func (c *benchRetrievers) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	c.format = "text"
	fs.Var(&c.models, "embeddings", "`models` whose embeddings rank passages, beside BM25")
	fs.StringVar(&c.tasks.File, "tasks", "", "`file` with tasks in place of the run directory's, over its tables")
	fs.Var((*wholeNumber)(&c.limit), "limit", "most `queries` of each kind; all if not given")
	fs.Var(&c.format, "format", "`format` of the table: text, markdown, latex, csv or json")
	c.endpoints.declare(fs)
}

func (c *benchRetrievers) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	if c.limit < 0 {
		return misuse("-limit must be at least 1, not %d", c.limit)
	}
	if c.endpoints.endpoints != nil && c.models == nil {
		return misuse("-endpoint is where embeddings come from: want -embeddings LIST with it")
	}
	if err := c.endpoints.resolve(); err != nil {
		return err
	}
	if err := c.endpoints.checkKeys(c.models != nil, f.dry); err != nil {
		return err
	}
	w, err := openTasks(ctx, c.env, f, c.tasks.File)
	if err != nil || w == nil {
		return err
	}
	tasks, err := c.tasks.read(f, w)
	if err != nil {
		return err
	}
	statutes, err := statutesOf(w.corpus, tasks)
	if err != nil {
		return err
	}
	collections := retrieval.Collect(w.corpus, tasks, statutes, func(t *task.Task) string { return analysis.Cluster(t, statutes) })
	if len(collections) == 0 {
		return errors.New("nothing here rests on passages that can be searched for: want tables with passages and texts that cite them, or statutes")
	}
	report, err := c.compare(ctx, collections)
	if err != nil {
		return err
	}
	if err := c.format.write(c.env.Stdout, report); err != nil {
		return err
	}
	return w.partialError()
}

// compare ranks each collection by BM25 and by the embeddings of each model.
func (c *benchRetrievers) compare(ctx context.Context, collections []retrieval.Collection) (report *analysis.RetrieverReport, err error) {
	report = analysis.NewRetrieverReport()
	var client *connection
	workers := c.flags.workers
	if c.models != nil {
		if client, err = c.endpoints.connect(filepath.Join(c.flags.out, "llm", "embeddings.jsonl"), c.flags.logger(c.env), false); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, client.Close()) }()
		workers = max(workers, client.atOnce)
	}
	depths := analysis.RecallDepths()
	for i := range collections {
		limited := collections[i].Limit(c.limit)
		names, retrievers := []string{"bm25"}, []tool.Retriever{tool.NewBM25(limited.Texts)}
		for _, model := range c.models {
			names, retrievers = append(names, model), append(retrievers, vector.New(limited.Texts, client.Client, vector.RankerOptions{Model: model}))
		}
		for j, r := range retrievers {
			outcomes, err := retrieval.Rank(ctx, &limited, r, depths[len(depths)-1], workers)
			if err != nil {
				return nil, err
			}
			report.Add(&limited, names[j], outcomes)
		}
	}
	return report, nil
}
