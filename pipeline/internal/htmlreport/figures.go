package htmlreport

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/plantree"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// shownDifferences is the number of tasks that the page lists for a comparison, largest
// differences first.
const shownDifferences = 200

// figures are the data that the page shows before a trial is opened.
type figures struct {
	Title       string                    `json:"title"`
	Dataset     string                    `json:"dataset"`
	Headline    *analysis.Headline        `json:"headline"` // null without a measured agent
	Language    string                    `json:"language"`
	Analysis    *analysis.Analysis        `json:"analysis"`
	Comparisons []comparison              `json:"comparisons"`
	Releases    []comparison              `json:"releases,omitempty"`
	Tools       map[string]toolLabel      `json:"tools"`
	Coverage    *coverage                 `json:"coverage"` // null without a graph
	Missing     []experiment.MissingTrial `json:"missing"`
	Settings    []Setting                 `json:"settings"`
	Published   *dataset.BesidePublished  `json:"published,omitempty"`
}

// comparison is a paired comparison with its largest differences only.
type comparison struct {
	analysis.PairedComparison
	// Differing is the number of tasks with different results.
	Differing int `json:"differing"`
}

// toolLabel is a tool's display name.
type toolLabel struct {
	Description domain.Text `json:"description"`
	Table       domain.Text `json:"table,omitempty"`
}

// coverage is the part of the planning tree that the tasks' paths cover.
type coverage struct {
	// Tools is the number of tools in paths of the tree; Unused are those in no task's path, in
	// the domain's order.
	Tools  int      `json:"tools"`
	Unused []string `json:"unused"`
	// Moves is the number of pairs of tools that can follow each other in the tree, Taken the
	// number of those pairs in the tasks' paths.
	Moves int `json:"moves"`
	Taken int `json:"taken"`
}

func newFigures(s *Source) *figures {
	f := &figures{
		Title: s.Title, Dataset: s.Dataset, Headline: s.Analysis.Headline(), Language: s.Language, Analysis: s.Analysis,
		Comparisons: []comparison{}, Tools: map[string]toolLabel{},
		Missing: orEmpty(s.Missing), Settings: orEmpty(s.Settings), Published: dataset.CompareWithPublished(s.Tasks),
	}
	for _, c := range s.Comparisons {
		f.Comparisons = append(f.Comparisons, newComparison(c))
	}
	for _, c := range s.Releases {
		f.Releases = append(f.Releases, newComparison(c))
	}
	if s.Graph != nil {
		d := s.Graph.Domain()
		for i := range d.Tools {
			t := &d.Tools[i]
			label := toolLabel{Description: t.Description}
			if table := d.Table(t.Table); table != nil {
				label.Table = table.Label
			}
			f.Tools[t.Name] = label
		}
		f.Coverage = newCoverage(s.Graph, s.Tasks)
	}
	return f
}

// newComparison cuts the list of tasks of a comparison.
func newComparison(c *analysis.PairedComparison) comparison {
	differing := 0
	for differing < len(c.Tasks) && c.Tasks[differing].Difference != 0 {
		differing++
	}
	short := comparison{*c, differing}
	if c.Tasks != nil {
		short.Tasks = c.Tasks[:min(differing, shownDifferences)]
	}
	return short
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// newCoverage compares the paths of tasks with the tree.
func newCoverage(g *plan.Graph, tasks []*task.Task) *coverage {
	used, taken := map[string]bool{}, map[[2]string]bool{}
	for _, t := range tasks {
		tools := pathTools(t)
		for i, name := range tools {
			used[name] = true
			if i > 0 {
				taken[[2]string{tools[i-1], name}] = true
			}
		}
	}
	moves := plantree.Fold(g)
	c := &coverage{Unused: []string{}}
	pairs, tools := map[[2]string]bool{}, map[string]bool{}
	for i := range moves.Calls {
		from := &moves.Calls[i]
		tools[from.Tool] = true
		for _, r := range from.Returns {
			for _, m := range r.Next {
				pairs[[2]string{from.Tool, moves.Calls[m.Call].Tool}] = true
			}
		}
	}
	c.Tools, c.Moves = len(tools), len(pairs)
	for pair := range pairs {
		if taken[pair] {
			c.Taken++
		}
	}
	for _, t := range g.Domain().Tools {
		if tools[t.Name] && !used[t.Name] && !slices.Contains(c.Unused, t.Name) {
			c.Unused = append(c.Unused, t.Name)
		}
	}
	return c
}
