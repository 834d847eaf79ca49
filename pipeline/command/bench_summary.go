package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// printSummary prints what bench made without an agent to measure: the tasks, whether the
// bounds hold, where things are and what to do next. Verbose prints the scores of all
// built-in agents before.
func printSummary(w io.Writer, f *flags, as format) error {
	if as == "json" {
		return printBaseline(w, f, as)
	}
	if f.verbose {
		if err := printBaseline(w, f, as); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	var scores bench.Report
	if err := readJSON(filepath.Join(f.out, baselineDir, "scores.json"), &scores); err != nil {
		return err
	}
	if err := scores.WriteBounds(w); err != nil {
		return err
	}
	if err := printExtension(w, f); err != nil {
		return err
	}
	at := func(name string) string { return filepath.Join(f.out, filepath.FromSlash(name)) }
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\n%s\tthe dataset: how to load it, what its tasks prove, how to cite it\n", at(datasetDir+"/README.md"))
	if !madeOfExams(f.out) {
		fmt.Fprintf(t, "%s\tthe planning tree, for a browser\n", at("plantree/tree.html"))
	}
	fmt.Fprintf(t, "\nverify serve%s\treview the tasks in a browser\n", f.outFlag())
	fmt.Fprintf(t, "bench -rehearse fallible%s\tmeasure a scripted model, which errs more with each hop\n", f.outFlag())
	fmt.Fprintf(t, "bench -model NAME%s\tmeasure a model behind an API in OpenAI's format\n", f.outFlag())
	return t.Flush()
}

// outFlag returns " -out DIR" for the command line of a later command, "" for the default
// directory.
func (f *flags) outFlag() string {
	if f.out == "out" {
		return ""
	}
	if strings.ContainsAny(f.out, " '\"\\$`*?&;|<>()") {
		return " -out '" + strings.ReplaceAll(f.out, "'", `'\''`) + "'"
	}
	return " -out " + f.out
}

// logDuration says how long the stages took, unless all were up to date.
func logDuration(env cli.Env, f *flags, report *run.RunReport, begun time.Time) {
	if slices.ContainsFunc(report.Stages, func(o run.StageOutcome) bool { return o.Ran }) {
		f.logger(env).Info("done", "took", env.Now().Sub(begun))
	}
}
