package command

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/sample"
)

// samplingFunnel says what became of the paths of each depth.
const samplingFunnel = "sample/funnel.json"

// readEntityFunnels reads how many start entities of the paths of each depth were drawn, possible,
// tried and fit.
func readEntityFunnels(e *run.Exec) ([]dataset.EntityFunnel, error) {
	var funnels []sample.QuotaFunnel
	if err := readInput(e, samplingFunnel, &funnels); err != nil {
		return nil, err
	}
	return entityFunnels(funnels), nil
}

// entityFunnels adds up the paths of each depth, and those of them that have tasks.
func entityFunnels(funnels []sample.QuotaFunnel) []dataset.EntityFunnel {
	var list []dataset.EntityFunnel
	for _, f := range funnels {
		all := dataset.EntityFunnel{Of: fmt.Sprintf("%d-hop", f.Hops)}
		if f.Template != "" {
			list = append(list, dataset.EntityFunnel{Of: f.Template, Paths: 1, Drawn: f.Possible, Possible: f.Possible, Tried: f.Tried, Fit: f.Executions.Passed, Tasks: f.Tasks})
			continue
		}
		if f.Looked > 0 {
			all.Tree, all.Looked = f.Paths, f.Looked
		}
		for _, p := range f.ByPath {
			all.Paths++
			all.Drawn += p.Drawn
			all.Possible += p.Possible
			all.Tried += p.Tried
			all.Fit += p.Fit
			all.Tasks += p.Tasks
		}
		if all.Paths > 0 {
			list = append(list, all)
		}
	}
	return list
}

// printEntities prints how many start entities of the paths of each depth were drawn, possible, tried and
// fit, and with -v the same of each path that has tasks.
func printEntities(w io.Writer, f *flags) error {
	var funnels []sample.QuotaFunnel
	if err := readJSON(filepath.Join(f.out, filepath.FromSlash(samplingFunnel)), &funnels); err != nil {
		return err
	}
	list := entityFunnels(funnels)
	if f.verbose {
		for _, of := range funnels {
			paths := slices.Clone(of.ByPath)
			slices.SortStableFunc(paths, func(a, b sample.PathFunnel) int { return cmp.Compare(b.Tasks, a.Tasks) })
			for _, p := range paths {
				if p.Tasks > 0 {
					list = append(list, dataset.EntityFunnel{Of: p.Start + ": " + p.Path, Paths: 1, Drawn: p.Drawn, Possible: p.Possible, Tried: p.Tried, Fit: p.Fit, Tasks: p.Tasks})
				}
			}
		}
	}
	if list == nil {
		return nil
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "start entities\tpaths tried\tdrawn\tpossible\ttried\tfit\ttasks")
	for _, e := range list {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", e.Of, e.Paths, e.Drawn, e.Possible, e.Tried, e.Fit, e.Tasks)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range list {
		if drawn := list[i].DrawnPaths(); drawn != "" {
			fmt.Fprintln(w, drawn)
		}
	}
	return nil
}
