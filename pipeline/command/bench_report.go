package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

var benchReportHelp = cli.Help{
	Usage: "bench report [-run NAME] [-forget LIST] [flags]",
	Doc:   "Grade a run's trials against the tasks as they are now, and write the run's reports again.",
	Examples: []cli.Example{
		{Line: "bench report -run models -format latex", Doc: "tables for a paper"},
		{Line: "bench report -write-tables paper", Doc: "every table in files of their own, as LaTeX and CSV"},
		{Line: "bench report -against lexical", Doc: "compare all agents with one"},
		{Line: "bench report -earlier OLD", Doc: "old and new scores on the tasks of both releases"},
		{Line: "bench report -fail-below strict.success=0.5", Doc: "exit with 1 below the bar"},
	},
}

// benchReport is bench report.
type benchReport struct {
	env       cli.Env
	flags     flags
	endpoints modelFlags // of judges
	report    reportFlags
	name      string   // of the run
	forget    wordList // agents that are left out from now on
	bounds    bool     // report the built-in agents in place of a run
}

func newBenchReport(env cli.Env, open EncoderOpener) action {
	c := &benchReport{env: env, endpoints: modelFlags{env: env}}
	c.report = reportFlags{endpoints: &c.endpoints, encoder: encoderFlag{open: open}}
	return c
}

func (c *benchReport) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	fs.StringVar(&c.name, "run", defaultRun, "`name` of the run")
	fs.Var(&c.forget, "forget", "`agents` to leave out of the run from now on; naming one in bench run brings it back with its trials")
	fs.StringVar(&c.report.against, "against", "", "`agent` to compare all others with, in place of every two; with -format text, markdown or latex")
	fs.BoolVar(&c.bounds, "bounds", false, "print the scores of the built-in agents, which bound what guessing can score, and of no run")
	c.report.declare(fs)
	c.endpoints.declare(fs)
}

func (c *benchReport) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	if err := c.report.resolve(); err != nil {
		return err
	}
	if c.bounds {
		w, err := openTasks(ctx, c.env, f, "")
		if err != nil || w == nil {
			return err
		}
		return printBaseline(c.env.Stdout, f, c.report.format.plain())
	}
	if err := c.endpoints.checkKeys(c.report.judges != nil, f.dry); err != nil {
		return err
	}
	made, err := readEvaluation(f, c.name)
	if err != nil {
		return err
	}
	if err := c.forgetAgents(made); err != nil {
		return err
	}
	w, err := openTasks(ctx, c.env, f, made.Tasks.File)
	if err != nil || w == nil {
		return err
	}
	if c.forget != nil {
		if err := made.write(runDir(f, c.name)); err != nil {
			return err
		}
	}
	return cmp.Or(c.report.report(ctx, c.env, f, w, made), w.partialError())
}

// forgetAgents removes the agents of -forget from the run, without writing it.
func (c *benchReport) forgetAgents(made *evaluation) error {
	if c.forget == nil {
		return nil
	}
	if err := made.forget(c.forget); err != nil {
		return err
	}
	if len(made.Entrants) == 0 {
		return misuse("-forget: no agent of run %s would be left: want fewer names", c.name)
	}
	return nil
}

// reportFlags are the flags that say how a run is reported.
type reportFlags struct {
	endpoints *modelFlags // of judges
	format    tableFormat
	against   string               // agent that all others are compared with; "" for every two
	bars      []analysis.Threshold // of -fail-below
	encoder   encoderFlag
	judges    wordList // models
	rubric    string   // file; "" for those that ship
	tables    string   // directory that gets every table in files; "" for none
	earlier   string   // run directory with trials on the earlier release; "" for that of -extend
}

func (o *reportFlags) declare(fs *cli.Flags) {
	o.format = "text"
	fs.Var(&o.judges, "judge", "`models` that grade written texts by a rubric; if not given, the opinions of an earlier report are used")
	fs.StringVar(&o.rubric, "rubric", "", "`file` with the rubric of judges; one that ships if not given")
	fs.Var(&o.format, "format", "`format` of tables: text, markdown, latex, csv or json; the built-in agents have text and json alone")
	fs.Func("fail-below", "`METRIC=X[,type=TYPE][,agent=NAME]`: exit with 1 if an agent's mean is below X, METRIC being strict.success, strict.process, paper.success or paper.process; can be given several times", func(s string) error {
		b, err := analysis.ParseThreshold(s)
		o.bars = append(o.bars, b)
		return err
	})
	fs.StringVar(&o.tables, "write-tables", "", "`directory` to write every table to, as LaTeX and as CSV, in files of their own")
	fs.StringVar(&o.earlier, "earlier", "", "run `directory` of an earlier release in which a run of this name measured the same agents; their scores on the tasks of both releases are compared; that of -extend if not given")
	o.encoder.declare(fs)
}

// resolve checks the flags.
func (o *reportFlags) resolve() error {
	if o.endpoints.endpointFault != nil {
		return o.endpoints.endpointFault
	}
	if slices.ContainsFunc(o.judges, func(name string) bool { return strings.HasPrefix(name, judge.PersonPrefix) }) {
		return misuse("-judge: names that begin with %s are those of people, who rate texts on the page of verify serve -rate", judge.PersonPrefix)
	}
	if o.against != "" && (o.format == "csv" || o.format == "json") {
		return misuse("-against: -format %s has no comparisons: want text, markdown or latex", o.format)
	}
	if err := o.encoder.check(); err != nil {
		return err
	}
	if o.rubric != "" && o.judges == nil {
		return misuse("-rubric is what judges go by: want -judge with it")
	}
	return o.endpoints.resolve()
}

// openTasks brings the tasks up to date and loads the tables. The world is nil for -n.
func openTasks(ctx context.Context, env cli.Env, f *flags, tasks string) (*world, error) {
	w, err := newWorld(f)
	if err != nil {
		return nil, err
	}
	if err := f.acceptLost(env.Stderr); err != nil {
		return nil, err
	}
	stages, err := tasksFor(f, w, tasks)
	if err != nil {
		return nil, err
	}
	report, err := update(ctx, env, f, stages)
	if err != nil || report == nil {
		return nil, err
	}
	return w, w.open(ctx, f.logger(env))
}

// report writes the reports of a run and prints its tables. The error is [cli.Partial] if
// trials are missing, or names the bars of -fail-below that were missed.
func (o *reportFlags) report(ctx context.Context, env cli.Env, f *flags, w *world, made *evaluation) (err error) {
	g, err := made.grade(ctx, f, w, f.logger(env))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.store.Close()) }()
	if err := g.gradeTexts(ctx, env, f, o); err != nil {
		return err
	}
	if g.releases, err = g.compareReleases(ctx, f, o.earlier); err != nil {
		return err
	}
	found, pairs, err := g.report(f, w)
	if err != nil {
		return err
	}
	if o.against != "" {
		if pairs, err = g.compareWith(o.against); err != nil {
			return err
		}
	}
	if h := found.Headline(); h != nil && o.format == "text" {
		if _, err := fmt.Fprintf(env.Stdout, "%s\n\n", h.Sentence(made.dataset(f))); err != nil {
			return err
		}
	}
	if err := o.print(env.Stdout, found, pairs); err != nil {
		return err
	}
	if err := o.printReleases(env.Stdout, g.releases); err != nil {
		return err
	}
	if err := o.exportTables(env.Stdout, g.tables(found, pairs)); err != nil {
		return err
	}
	if o.format == "text" {
		if err := cmp.Or(g.printTrivial(env.Stdout), g.printChanges(env.Stdout)); err != nil {
			return err
		}
		if agents := made.describeAgents(); agents != "" {
			if _, err := fmt.Fprintf(env.Stdout, "\n%s\n", agents); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(env.Stdout, "\n%s\n", filepath.Join(g.dir, reportFile)); err != nil {
			return err
		}
	}
	partial := g.printMissing(env.Stderr)
	if missed := analysis.Unmet(found, o.bars); len(missed) > 0 {
		return fmt.Errorf("below what -fail-below asks for:\n%s", strings.Join(missed, "\n"))
	}
	return partial
}

// maxMatrix is the greatest number of comparisons that a terminal has room for: all pairs of
// twelve agents.
const maxMatrix = 66

// print prints the tables of a run, with comparisons of its agents. As JSON these are in a
// file of their own.
func (o *reportFlags) print(w io.Writer, found *analysis.Analysis, pairs []*analysis.PairedComparison) error {
	analyses, comparisons := found.WriteText, analysis.WritePairsText
	switch o.format {
	case "json":
		return found.WriteJSON(w)
	case "csv":
		return found.WriteCSV(w)
	case "markdown":
		analyses, comparisons = found.WriteMarkdown, analysis.WritePairsMarkdown
	case "latex":
		analyses, comparisons = found.WriteLaTeX, analysis.WritePairsLaTeX
	}
	if err := analyses(w); err != nil || len(pairs) == 0 {
		return err
	}
	if o.format == "text" && len(pairs) > maxMatrix {
		_, err := fmt.Fprintf(w, "\n%d comparisons: see %s, or -against AGENT\n", len(pairs), comparisonsFile)
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return comparisons(w, pairs)
}
