package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// reporting is what commands are told of how a run is reported.
type reporting struct {
	*reaching // of judges
	weighing
	format tableFormat
	bars   []analysis.Threshold
}

func (o *reporting) declare(fs *flag.FlagSet) {
	o.format = "text"
	fs.Var(&o.judges, "judge", "`models` that grade written texts by a rubric")
	fs.StringVar(&o.rubric, "rubric", "", "`file` with the rubric that judges go by")
	fs.Var(&o.format, "format", "how tables are printed: `text, markdown or json`")
	fs.Func("fail-below", "`METRIC=X[,type=TYPE][,agent=NAME]`: fail where an agent is below; can be given several times", func(s string) error {
		b, err := analysis.ParseThreshold(s)
		o.bars = append(o.bars, b)
		return err
	})
	fs.StringVar(&o.encoder, "encoder", "", "`directory` of an ONNX encoder, or URL of a server, for BERTScore of texts")
}

// benchReport reports a run again, on the tasks of now.
func benchReport(ctx context.Context, env cli.Env, open EncoderOpener) error {
	o := reporting{reaching: &reaching{env: env}, weighing: weighing{open: open}}
	name := defaultRun
	f, err := parse("bench report", env.Args, o.declare, o.reaching.declare, func(fs *flag.FlagSet) { fs.StringVar(&name, "run", name, "`name` of the run") })
	if err == nil {
		err = o.settle()
	}
	if err != nil {
		return err
	}
	made, err := readContest(f, name)
	if err != nil {
		return err
	}
	w, err := ready(ctx, env, f, made.Tasks.File)
	if err != nil || w == nil {
		return err
	}
	return o.report(ctx, env, f, w, made)
}

// settle checks what was given.
func (o *reporting) settle() error {
	if o.endpointFault != nil {
		return o.endpointFault
	}
	if err := o.checkEncoder(); err != nil {
		return err
	}
	return o.limitCost()
}

// ready brings the tasks up to date and loads the tables; nil where a dry run only said
// what is not up to date.
func ready(ctx context.Context, env cli.Env, f *flags, tasks string) (*world, error) {
	w, err := newWorld(f)
	if err != nil {
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
	return w, w.open(ctx, env.Log(f.verbose))
}

// report writes the reports of a run and prints its tables. The error is one of
// [cli.Partial] where trials are missing, and names the bars that are missed.
func (o *reporting) report(ctx context.Context, env cli.Env, f *flags, w *world, made *contest) (err error) {
	g, err := made.grade(ctx, f, w, env.Log(f.verbose))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.store.Close()) }()
	if err := g.weigh(ctx, env, f, o); err != nil {
		return err
	}
	found, pairs, err := g.report(f, w)
	if err != nil {
		return err
	}
	if err := o.print(env.Stdout, found, pairs); err != nil {
		return err
	}
	if o.format == "text" {
		if err := g.printChanges(env.Stdout); err != nil {
			return err
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

// mostPairs is how many comparisons are printed on a terminal: those of six agents.
const mostPairs = 15

// print prints the tables of a run, with how each two contestants compare. As JSON the
// comparisons are a file of their own.
func (o *reporting) print(w io.Writer, found *analysis.Analysis, pairs []*analysis.PairedComparison) error {
	analyses, comparisons := found.WriteText, analysis.WritePairsText
	switch o.format {
	case "json":
		return found.WriteJSON(w)
	case "markdown":
		analyses, comparisons = found.WriteMarkdown, analysis.WritePairsMarkdown
	}
	if err := analyses(w); err != nil || len(pairs) == 0 {
		return err
	}
	if o.format == "text" && len(pairs) > mostPairs {
		_, err := fmt.Fprintf(w, "\nhow each two of them compare, %d pairs: %s\n", len(pairs), comparisonsFile)
		return err
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return comparisons(w, pairs)
}

// benchCompare holds two agents against each other, of one run or of two.
func benchCompare(ctx context.Context, env cli.Env) error {
	var named []string
	for len(env.Args) > 0 && !strings.HasPrefix(env.Args[0], "-") {
		named, env.Args = append(named, env.Args[0]), env.Args[1:]
	}
	if len(named) != 2 {
		return misuse("bench compare wants two agents before its flags: RUN, RUN:AGENT or AGENT of run %s each", defaultRun)
	}
	out := tableFormat("text")
	f, err := parse("bench compare", env.Args, func(fs *flag.FlagSet) {
		fs.Var(&out, "format", "how the comparison is printed: `text, markdown or json`")
	})
	if err != nil {
		return err
	}
	var sides [2]analysis.ComparedAgent
	var tasks []*task.Task
	runs := map[string]*graded{}
	for i, name := range named {
		runOf, agentOf := f.side(name)
		g := runs[runOf]
		if g == nil {
			if g, err = f.graded(ctx, env, runOf); err != nil || g == nil {
				return err
			}
			runs[runOf] = g
			tasks = append(tasks, g.reading.Tasks...)
		}
		if sides[i], err = g.side(name, agentOf); err != nil {
			return err
		}
	}
	if tasks, err = each(tasks); err != nil {
		return err
	}
	c, err := analysis.Compare(tasks, sides[0], sides[1], analysis.ReportOptions{})
	if err != nil {
		return err
	}
	switch out {
	case "json":
		return c.WriteJSON(env.Stdout)
	case "markdown":
		return c.WriteMarkdown(env.Stdout)
	}
	return c.WriteText(env.Stdout)
}

// side divides RUN:AGENT. A name with a colon in it is an agent's where there is no such
// run, for models have colons in their names.
func (f *flags) side(name string) (runOf, agentOf string) {
	before, after, _ := strings.Cut(name, ":")
	if _, err := os.Stat(filepath.Join(contestDir(f, before), contestFile)); err == nil && checkRun(before) == nil {
		return before, after
	}
	return defaultRun, name
}

// graded brings the tasks of a run up to date and grades its trials; nil for a dry run.
func (f *flags) graded(ctx context.Context, env cli.Env, name string) (*graded, error) {
	made, err := readContest(f, name)
	if err != nil {
		return nil, err
	}
	w, err := ready(ctx, env, f, made.Tasks.File)
	if err != nil || w == nil {
		return nil, err
	}
	g, err := made.grade(ctx, f, w, env.Log(f.verbose))
	if err != nil {
		return nil, err
	}
	return g, g.store.Close()
}

// side is an agent of the run: the one named, or the only one.
func (g *graded) side(name, agent string) (analysis.ComparedAgent, error) {
	var names []string
	for _, e := range g.made.Entrants {
		names = append(names, e.Name)
	}
	switch {
	case agent == "" && len(names) == 1:
		agent = names[0]
	case agent == "":
		return analysis.ComparedAgent{}, misuse("run %s has %d agents: want %s:AGENT, AGENT being one of %s", g.made.Run, len(names), g.made.Run, strings.Join(names, ", "))
	case !slices.Contains(names, agent):
		return analysis.ComparedAgent{}, misuse("run %s has no agent %q: want one of %s", g.made.Run, agent, strings.Join(names, ", "))
	}
	return analysis.ComparedAgent{Name: name, Agent: agent, Marks: g.Marks}, nil
}

// each returns tasks without those that come again. Runs may be of files of their own: an
// ID that is of two tasks makes an error.
func each(tasks []*task.Task) (all []*task.Task, err error) {
	seen := map[string]*task.Task{}
	for _, t := range tasks {
		switch first := seen[t.ID]; {
		case first == nil:
			seen[t.ID] = t
			all = append(all, t)
		case !alike(t, first):
			return nil, fmt.Errorf("task %s is one thing in one run and another in the other: want runs of the same tasks", t.ID)
		}
	}
	return all, nil
}

// alike reports whether two tasks ask the same and are graded alike. Lists that are empty
// are equal however a file writes them.
func alike(a, b *task.Task) bool {
	x, y := task.Reference(a), task.Reference(b)
	return experiment.QuestionDigest(a) == experiment.QuestionDigest(b) && a.Type == b.Type && a.Path == b.Path &&
		slices.Equal(x.KeyAnswer, y.KeyAnswer) && slices.Equal(x.KeyMiddle, y.KeyMiddle) &&
		slices.EqualFunc(x.Values, y.Values, sameAnswer) && slices.EqualFunc(x.Removed, y.Removed, sameAnswer)
}

func sameAnswer(a, b value.Answer) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Number == b.Number && a.Unit == b.Unit && a.Quantity == b.Quantity && a.Yes == b.Yes &&
		slices.Equal(a.Aliases, b.Aliases) && slices.Equal(a.Contrary, b.Contrary)
}
