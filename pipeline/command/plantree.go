package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/plantree"
	"github.com/taskgrove/taskgrove/pipeline/privacy"
)

// Plantree grows the planning tree.
func Plantree() cli.Command { return newCommand("plantree", plantreeCommands()) }

func plantreeCommands() []subcommand {
	return []subcommand{{"", plantreeHelp, func(env cli.Env) action {
		return &plantreeCommand{env: env, domainDraft: domainDraft{endpoints: modelFlags{env: env}}}
	}}}
}

var plantreeHelp = cli.Help{
	Usage: "plantree [-against DIR | -export DIR [-format F] | -infer SOURCE -to DIR [-model NAME] [-serve ADDRESS [-public URL]] | -check DOMAIN] [flags]",
	Doc:   "Grow the planning tree of a domain and write it to OUT/plantree. With -against, compare the tables with others; with -export, write the tables of the generated world, or those read from texts of statutes, to files and do nothing else; with -infer, draft a domain from tables without a declaration; with -check, only check one.",
	Examples: []cli.Example{
		{Line: "plantree -scale 0.05"},
		{Line: "plantree -domain legal-en -export world -format csv -scale 0.05"},
		{Line: "plantree -domain statutes -corpus LAWS -export tables -format csv", Doc: "the tables that are read from texts, to correct them and give them back as -corpus tables"},
		{Line: "plantree -corpus TABLES -mask all", Doc: "personal data of the tables masked, by the key in TASKGROVE_MASK_KEY"},
		{Line: "plantree -infer TABLES -to DOMAIN", Doc: "a domain drafted from tables, with what is uncertain marked"},
		{Line: "plantree -infer TABLES -to DOMAIN -serve 127.0.0.1:7330", Doc: "the same, accepted and corrected on a page that writes the domain's file"},
		{Line: "plantree -infer TABLES -to DOMAIN -model NAME -max-tokens 50000", Doc: "the same, with a model's words for columns and lookups; it sees names, no cells"},
		{Line: "plantree -against published", Doc: "how like the published tables the generated world is"},
	},
}

// plantreeCommand is plantree.
type plantreeCommand struct {
	env   cli.Env
	flags flags
	tableExport
	corpusComparison
	domainDraft
}

func (c *plantreeCommand) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	c.tableExport.declare(fs)
	c.corpusComparison.declare(fs)
	c.domainDraft.declare(fs)
}

func (c *plantreeCommand) run(ctx context.Context, args []string) error {
	f := &c.flags
	if drafts, err := c.domainDraft.requested(f); err != nil {
		return err
	} else if drafts {
		return cmp.Or(cli.NoArgs(args), c.perform(ctx, c.env, f))
	}
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	if export, err := c.tableExport.requested(f); err != nil {
		return err
	} else if export {
		return c.export(ctx, c.env, f)
	}
	compare, err := c.corpusComparison.requested(f)
	if err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	stages := treeStages(f, w)
	if compare {
		stage, err := c.stage(w)
		if err != nil {
			return err
		}
		stages = append(stages, stage)
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	report, err := update(ctx, c.env, f, stages)
	if err != nil || report == nil {
		return err
	}
	switch {
	case compare:
		err = c.print(c.env.Stdout, f.out)
	case w.hasExams():
		printFunnels(c.env.Stdout, report)
	default:
		err = printPathCounts(c.env.Stdout, f.out)
	}
	if err == nil && !compare {
		err = printPersonal(c.env.Stdout, w, f.out)
	}
	return cmp.Or(err, partialError(report))
}

// printPathCounts prints the number of paths by depth, and how many are written where not all are.
func printPathCounts(w io.Writer, out string) error {
	var c plantree.TreeCoverage
	if err := readJSON(filepath.Join(out, "plantree", "coverage.json"), &c); err != nil {
		return err
	}
	isDrawn := slices.ContainsFunc(c.Paths, func(n plantree.PathCount) bool { return n.Written > 0 })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	header := "hops\tpaths\t"
	if isDrawn {
		header += "written\t"
	}
	fmt.Fprintln(t, header)
	for _, n := range c.Paths {
		fmt.Fprintf(t, "%d\t%d\t", n.Hops, n.Paths)
		if isDrawn {
			fmt.Fprintf(t, "%d\t", cmp.Or(n.Written, n.Paths))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// treeStages are the stages that make the planning tree.
func treeStages(f *flags, w *world) []run.Stage {
	stages := tableStages(w)
	if w.hasExams() {
		return stages // its items are made without tools, so no path leads to them
	}
	return append(stages, treeStage(f, w))
}

// tableStages are the stages that make the tables, or find out what is in those of a directory.
func tableStages(w *world) []run.Stage {
	return append(generate(w), corpusStage(w.given()), maskStage(w))
}

// readingStage is the stage that tells whether the tables can be read.
const readingStage = "corpus"

// corpusStage reads the corpus and accounts for what could not be used, and for the personal data
// in tables that are not generated. Its reports are its only outputs: later stages read the tables
// themselves.
func corpusStage(w *world) run.Stage {
	inputs, outputs := w.inputs(), []string{"corpus.json"}
	if w.mayBePersonal() {
		inputs, outputs = append(inputs, privacyRules()), append(outputs, "privacy.json")
	}
	return run.Stage{
		Name: readingStage, Doc: "read the tables and account for what cannot be used",
		Version: 2, Dir: "plantree", Inputs: inputs, Outputs: outputs, Former: []string{"privacy.json"},
		Params: lossParams{w.maxDropped},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			report, found := w.report, (*privacy.Inventory)(nil)
			if w.mayBePersonal() {
				found = privacy.Scan(w.corpus)
				report = hideIn(report, found)
			}
			fillCorpusFunnel(e.Funnel(), report, w.maxDropped)
			if problems := report.Problems(); e.Funnel().Out == 0 {
				return errors.New(strings.Join(problems, "\n"))
			}
			warnOfTables(e.Log, w.domain, report, w.maxDropped)
			if w.domain.Reader != "" {
				warnMissing(e.Log, report)
			}
			if found != nil {
				if err := w.writePersonal(e, &found.Report); err != nil {
					return err
				}
			}
			return createJSON(e, "corpus.json", report)
		},
	}
}

// warnOfTables logs one line for each problem of the report, then the faults that dropped no
// row, one by one up to maxFaults. The faults behind a problem are logged at debug level.
func warnOfTables(log *slog.Logger, d *domain.Domain, r *corpus.LoadReport, percent float64) {
	problems := r.Problems()
	for _, problem := range problems {
		log.Warn(problem, "all", "plantree/corpus.json")
	}
	rowless := map[string]bool{} // files of tables that gave no row
	for _, t := range r.Tables {
		rowless[t.File] = t.Kept == 0
	}
	warnUnparsed(log, d, r, percent)
	warned := 0
	for _, fault := range r.Faults {
		switch {
		case fault.Reason.Drops() || rowless[fault.File] || slices.Contains(problems, fault.String()):
			log.Debug(fault.String())
		case warned < maxFaults:
			log.Warn(fault.String())
			warned++
		default:
			log.Warn("more faults are in plantree/corpus.json")
			return
		}
	}
}

// warnMissing names the columns that files lack altogether. Tables that are read from texts have
// each column, so that one was lost where they were corrected, and no task can rest on it.
func warnMissing(log *slog.Logger, r *corpus.LoadReport) {
	for _, t := range r.Tables {
		for _, c := range t.Columns {
			if t.Kept > 0 && c.Observed == 0 {
				log.Warn(fmt.Sprintf("%s: no column %s: want each column of table %s, empty where nothing is known", t.File, c.Name, t.Name))
			}
		}
	}
}

// maxFaults is how many faults in the tables are logged one by one.
const maxFaults = 20

// treeStage grows the planning tree.
func treeStage(f *flags, w *world) run.Stage {
	type params struct {
		Depth    int    `json:"depth"`
		Language string `json:"lang"`
		Most     int    `json:"most_paths,omitempty"` // of a depth that are written; 0 if no depth has more
	}
	p := params{f.Depth, f.Language, w.drawnAbove(f.Depth)}
	return run.Stage{
		Name: "plantree", Doc: "grow the planning tree and draw it",
		Version: 4, Dir: "plantree", Params: p,
		Inputs:  append(w.inputs(), run.StageInput{Name: "plantree/corpus.json"}),
		Outputs: []string{"graph.json", "paths.jsonl", "coverage.json", "tree.html"},
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			g, err := plan.NewGraph(w.domain)
			if err != nil {
				return err
			}
			if err := create(e, "graph.json", func(out io.Writer) error { return plantree.WriteGraph(out, g) }); err != nil {
				return err
			}
			coverage := plantree.MeasureCoverage(g, p.Depth, w.corpus)
			err = create(e, "paths.jsonl", func(out io.Writer) error {
				counts, err := plantree.WritePaths(out, g, p.Depth, mostPaths)
				for i, n := range counts {
					countWritten(e.Funnel(), &coverage.Paths[i], n)
				}
				return err
			})
			if err != nil {
				return err
			}
			if err := createJSON(e, "coverage.json", coverage); err != nil {
				return err
			}
			return create(e, "tree.html", func(out io.Writer) error {
				return plantree.WriteTree(out, g, p.Depth, p.Language)
			})
		},
	}
}

// countWritten counts the paths of a depth that were written.
func countWritten(f *run.Funnel, c *plantree.PathCount, n int) {
	f.In += c.Paths
	f.Out += n
	if n < c.Paths {
		c.Written = n
		f.Drop("undrawn", c.Paths-n)
	}
}
