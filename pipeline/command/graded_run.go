package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/internal/htmlreport"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reports of a run, in its directory.
const (
	analysisFile      = "scores.json"
	comparisonsFile   = "comparisons.jsonl"
	changesFile       = "changes.jsonl"
	trialsParquetFile = "trials.parquet"
	scoresParquetFile = "scores.parquet"
	reportFile        = "report.html"
)

// readEvaluation reads how a run was made.
func readEvaluation(f *flags, name string) (*evaluation, error) {
	if err := checkRun(name); err != nil {
		return nil, err
	}
	path := filepath.Join(runDir(f, name), runFile)
	var m evaluation
	err := readJSON(path, &m)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no run %s below %s: want the name of one, or bench run -run %s first", name, filepath.Join(f.out, "bench"), name)
	}
	if err == nil && (m.Epochs < 1 || m.Run != name || len(m.Entrants) == 0) {
		err = fmt.Errorf("%s: epochs %d, run %q, %d agents: want what bench run wrote there", path, m.Epochs, m.Run, len(m.Entrants))
	}
	return &m, err
}

// gradedRun is a run with its trials graded against the current tasks.
type gradedRun struct {
	made    *evaluation
	dir     string
	store   *experiment.Store
	reading experiment.ReadOptions
	// qualifications say whether the scores of the models that judged texts count.
	qualifications []judge.Qualification
	// releases compare the agents with themselves on the release that this one extends; nil for none.
	releases []*analysis.PairedComparison
	*experiment.RegradeResult
}

// grade grades a run's trials against the current tasks. The caller closes the store.
func (m *evaluation) grade(ctx context.Context, f *flags, w *world, log *slog.Logger) (_ *gradedRun, err error) {
	g := &gradedRun{made: m, dir: runDir(f, m.Run)}
	g.reading = experiment.ReadOptions{Tools: m.Tools, Epochs: m.Epochs, Workers: f.workers, Classify: classifier(w), Domain: w.domain}
	if w.union != nil {
		g.reading.ToolOwners = w.union.owners()
	}
	if g.reading.Tasks, err = m.Tasks.read(f, w); err != nil {
		return nil, err
	}
	if g.reading.Statutes, err = statutesOf(w.corpus, g.reading.Tasks); err != nil {
		return nil, err
	}
	for _, e := range m.Entrants {
		g.reading.Agents = append(g.reading.Agents, experiment.EvaluatedAgent{
			Name: e.Name, Role: e.Role, Model: e.Model, Method: e.Method, Calls: e.Calls, Protocol: e.protocol(), Key: e.Key,
		})
	}
	if m.Tools != toolsKey(w, m.Embedded) {
		log.Warn("the tables or the domain have changed since the run: its trials are graded against the tasks of now", "run", m.Run)
	}
	if g.store, err = experiment.ReadStore(filepath.Join(g.dir, trialsFile)); err != nil {
		return nil, err
	}
	if g.RegradeResult, err = experiment.Regrade(ctx, g.store, g.reading); err == nil {
		err = g.dropUnselected(f, w)
	}
	if err != nil {
		return nil, errors.Join(err, g.store.Close())
	}
	return g, nil
}

// dropUnselected removes from the changes the trials of tasks that still exist and are no
// longer selected, by -types or -limit.
func (g *gradedRun) dropUnselected(f *flags, w *world) error {
	if g.made.Tasks.Types == nil && g.made.Tasks.Limit == 0 {
		return nil
	}
	all, err := taskSelection{File: g.made.Tasks.File}.read(f, w)
	if err != nil {
		return err
	}
	exists := map[string]bool{}
	for _, t := range all {
		exists[t.ID] = true
	}
	g.Changes = slices.DeleteFunc(g.Changes, func(c experiment.ScoreChange) bool { return c.Cause == experiment.TaskRemoved && exists[c.Task] })
	return nil
}

// classifier says why a trial failed.
func classifier(w *world) func(*task.Task, *agent.Transcript, score.Score) failure.Class {
	return func(t *task.Task, tr *agent.Transcript, s score.Score) failure.Class {
		return failure.Classify(t, tr, s, w.domain).Class
	}
}

// report writes the reports of a run into its directory.
func (g *gradedRun) report(f *flags, w *world) (*analysis.Analysis, []*analysis.PairedComparison, error) {
	o := analysis.ReportOptions{
		Epochs: g.made.Epochs, Protocol: g.made.protocol(), Statutes: g.reading.Statutes, Qualifications: g.qualifications, Methods: g.made.methods(),
	}
	for _, e := range g.made.Entrants {
		if e.Role == score.EvaluatedAgent {
			o.Agents = append(o.Agents, e.Name)
		}
	}
	var err error
	if o.People, err = peopleMarks(f, g.reading.Tasks); err != nil {
		return nil, nil, err
	}
	found, err := analysis.Analyse(g.reading.Tasks, g.Marks, o)
	if err != nil {
		return nil, nil, err
	}
	pairs, err := analysis.Pairwise(g.reading.Tasks, g.Marks, o)
	if err != nil {
		return nil, nil, err
	}
	graph, err := plan.NewGraph(w.domain)
	if err != nil {
		return nil, nil, err
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{analysisFile, found.WriteJSON},
		{comparisonsFile, func(w io.Writer) error { return writeLines(w, pairs) }},
		{changesFile, func(w io.Writer) error { return writeLines(w, g.Changes) }},
		{trivialFile, func(w io.Writer) error { return writeLines(w, g.trivialItems()) }},
		{trialsParquetFile, func(w io.Writer) error { return experiment.WriteTrialsParquet(w, g.store, g.reading) }},
		{scoresParquetFile, func(w io.Writer) error { return experiment.WriteScoresParquet(w, g.Marks) }},
		{reportFile, func(out io.Writer) error {
			return htmlreport.Write(out, htmlreport.Source{
				Title: g.made.Run, Dataset: g.made.dataset(f), Language: f.Language, Analysis: found, Comparisons: pairs, Releases: g.releases, Tasks: g.reading.Tasks,
				Graph: graph, Marks: g.Marks, Trials: g.trials, Missing: g.made.Missing, Settings: g.made.settings(g.reading.Tasks),
			})
		}},
	} {
		if err := writeOutput(filepath.Join(g.dir, out.name), out.write); err != nil {
			return nil, nil, err
		}
	}
	return found, pairs, g.writeReleases()
}

// compareWith compares all evaluated agents with one of them.
func (g *gradedRun) compareWith(name string) ([]*analysis.PairedComparison, error) {
	var names []string
	for _, e := range g.made.Entrants {
		if e.Role == score.EvaluatedAgent {
			names = append(names, e.Name)
		}
	}
	if !slices.Contains(names, name) {
		return nil, misuse("-against: run %s has no agent %q: want one of %s", g.made.Run, name, strings.Join(names, ", "))
	}
	return analysis.Pairwise(g.reading.Tasks, g.Marks, analysis.ReportOptions{Reference: name, Statutes: g.reading.Statutes})
}

// dataset names what the tasks of the run are of, for the first sentence of reports.
func (m *evaluation) dataset(f *flags) string {
	if m.Tasks.File != "" {
		return filepath.Base(m.Tasks.File) + m.otherProtocol()
	}
	name, _, _ := strings.Cut(m.Domain, "@")
	return fmt.Sprintf("%s, %s, seed %d", name, m.Language, f.Seed) + m.otherProtocol()
}

// writeLines writes a line of JSON for each item.
func writeLines[T any](w io.Writer, items []T) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range items {
		if err := enc.Encode(items[i]); err != nil {
			return err
		}
	}
	return nil
}

// trials yields the trials in the order of the marks.
func (g *gradedRun) trials(yield func(*bench.Trial, error) bool) {
	for a, err := range experiment.Attempts(g.store, g.reading) {
		var t *bench.Trial
		if err == nil {
			t = &a.Trial
		}
		if !yield(t, err) {
			return
		}
	}
}

// settings are the lines of the report that say how the run was made.
func (m *evaluation) settings(tasks []*task.Task) []htmlreport.Setting {
	all := []htmlreport.Setting{
		{Name: "domain", Value: m.Domain}, {Name: "corpus", Value: m.Corpus.Short()}, {Name: "tools", Value: m.Tools.Short()},
		{Name: "epochs", Value: strconv.Itoa(m.Epochs)},
	}
	if p := m.protocol(); p != "" {
		all = append(all, htmlreport.Setting{Name: "protocol", Value: string(p)})
	}
	if m.Tasks.Types != nil {
		all = append(all, htmlreport.Setting{Name: "types", Value: strings.Join(m.Tasks.Types, ", ")})
	}
	if m.Tasks.Limit != 0 {
		all = append(all, htmlreport.Setting{Name: "limit", Value: strconv.Itoa(m.Tasks.Limit)})
	}
	if earlier := m.describeAgents(); earlier != "" {
		all = append(all, htmlreport.Setting{Name: "agents", Value: earlier})
	}
	for _, line := range m.turnSettings(tasks) {
		all = append(all, htmlreport.Setting{Name: "turns", Value: line})
	}
	for _, e := range m.Entrants {
		value := e.Key.Short()
		if e.Spec != nil {
			value += ", temperature " + temperature(e.Spec.Temperature)
			if e.Spec.Method != method.Direct {
				value += ", turns " + strconv.Itoa(cmp.Or(e.Spec.Turns, defaultTurns))
			}
		}
		if e.Prompts != "" {
			value += ", own prompts " + e.Prompts.Short()
		}
		all = append(all, htmlreport.Setting{Name: e.Name, Value: value})
	}
	return all
}

// temperature writes a temperature as the flag takes it.
func temperature(t *float64) string {
	if t == nil {
		return "server"
	}
	return strconv.FormatFloat(*t, 'g', -1, 64)
}

// printChanges prints how many trials are graded differently from when they were made.
func (g *gradedRun) printChanges(w io.Writer) error {
	if len(g.Changes) == 0 {
		return nil
	}
	why := map[string]int{}
	for _, c := range g.Changes {
		why[string(c.Cause)]++
	}
	var parts []string
	for _, reason := range sorted(why) {
		parts = append(parts, fmt.Sprintf("%s %d", reason, why[reason]))
	}
	_, err := fmt.Fprintf(w, "\ngraded otherwise than when they were made: %d trials (%s); %s lists them\n",
		len(g.Changes), strings.Join(parts, ", "), filepath.Join(g.dir, changesFile))
	return err
}
