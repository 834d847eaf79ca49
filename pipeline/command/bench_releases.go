package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// releasesFile has the comparisons of a run with that of the same name on the earlier release.
const releasesFile = "releases.jsonl"

// compareReleases compares the agents of a run with themselves on the earlier release: with their trials in
// the run of the same name below dir or, if dir is "", below the run directory that -extend names. They
// are compared on the tasks that both releases have, by ID and question. Nil if there is no earlier run; an error
// if dir names none.
func (g *gradedRun) compareReleases(ctx context.Context, f *flags, dir string) ([]*analysis.PairedComparison, error) {
	from := cmp.Or(dir, f.Extend)
	if from == "" {
		return nil, nil
	}
	var made evaluation
	path := filepath.Join(from, "bench", g.made.Run)
	err := readJSON(filepath.Join(path, runFile), &made)
	if errors.Is(err, os.ErrNotExist) || isNoDirectory(from) {
		if dir == "" { // a release without this run, or a dataset or a file
			return nil, nil
		}
		return nil, fmt.Errorf("-earlier: there is no run %s below %s: want a run directory in which bench run -run %s measured agents", g.made.Run, filepath.Join(from, "bench"), g.made.Run)
	}
	if err != nil {
		return nil, err
	}
	store, err := experiment.ReadStore(filepath.Join(path, trialsFile))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	tried := map[string]bool{}
	for a, err := range store.All() {
		if err != nil {
			return nil, err
		}
		tried[a.Trial.Task] = true
	}
	// A re-answered task asks an old question under an ID of its own.
	kept := slices.DeleteFunc(slices.Clone(g.reading.Tasks), func(t *task.Task) bool { return !tried[t.ID] })
	reading := g.reading
	reading.Tasks, reading.Tools, reading.Epochs = kept, made.Tools, made.Epochs
	before, err := experiment.Regrade(ctx, store, reading)
	if err != nil {
		return nil, err
	}
	return analysis.Releases(g.reading.Tasks, g.Marks, before.Marks, analysis.ReportOptions{Statutes: g.reading.Statutes})
}

// isNoDirectory reports whether a set that is extended is a file, which has no trials.
func isNoDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// writeReleases writes the comparisons with the earlier release into the run's directory, and removes older
// ones if there are none.
func (g *gradedRun) writeReleases() error {
	path := filepath.Join(g.dir, releasesFile)
	if len(g.releases) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return writeOutput(path, func(w io.Writer) error { return writeLines(w, g.releases) })
}

// printReleases prints the comparisons with the earlier release in the format of the run's tables, below these;
// csv and json have none.
func (o *reportFlags) printReleases(w io.Writer, releases []*analysis.PairedComparison) error {
	write := map[tableFormat]func(io.Writer, []*analysis.PairedComparison) error{
		"text": analysis.WriteReleasesText, "markdown": analysis.WriteReleasesMarkdown, "latex": analysis.WriteReleasesLaTeX,
	}[o.format]
	if write == nil || len(releases) == 0 {
		return nil
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return write(w, releases)
}
