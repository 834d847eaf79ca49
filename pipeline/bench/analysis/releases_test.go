package analysis_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
)

// An agent is held against itself on the tasks of which it has trials on both releases, and on no other.
func TestReleases(t *testing.T) {
	tasks, marks := many(3)
	var now, earlier []bench.Mark
	for _, m := range marks {
		switch {
		case m.Task < "2": // new
			now = append(now, m)
		case m.Agent == "agent2": // had no trial on the earlier release
			now = append(now, m)
		default:
			now, earlier = append(now, m), append(earlier, m)
			if m.Agent == "agent1" && m.Task < "4" {
				earlier[len(earlier)-1].Strict.Success = ref(0)
			}
		}
	}
	pairs, err := analysis.Releases(tasks, now, earlier, analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "releases.txt", func(b *bytes.Buffer) error { return analysis.WriteReleasesText(b, pairs) })
	golden(t, "releases.md", func(b *bytes.Buffer) error { return analysis.WriteReleasesMarkdown(b, pairs) })
	golden(t, "releases.tex", func(b *bytes.Buffer) error { return analysis.WriteReleasesLaTeX(b, pairs) })
	kept := 0
	for _, task := range tasks {
		if task.ID >= "2" {
			kept++
		}
	}
	if len(pairs) != 2 {
		t.Fatalf("%d comparisons, want those of the 2 agents with trials on both releases", len(pairs))
	}
	for _, c := range pairs {
		if n := c.Rows[len(c.Rows)-1].Tasks; n != kept || slices.ContainsFunc(c.Tasks, func(d analysis.TaskDifference) bool { return d.Task < "2" }) {
			t.Errorf("%s is compared on %d tasks, of which some may be new, want the %d that both releases have", c.First, n, kept)
		}
	}
	if none, err := analysis.Releases(tasks, now, nil, analysis.ReportOptions{}); err != nil || len(none) > 0 || len(analysis.ReleaseTables(none)) > 0 {
		t.Errorf("without earlier trials: %d comparisons, %v, want none", len(none), err)
	}
	var names []string
	for _, table := range analysis.ReleaseTables(pairs) {
		names = append(names, table.Name())
	}
	if want := []string{"releases-strict-success", "releases-paper-success", "releases-paper-process"}; !slices.Equal(names, want) {
		t.Errorf("tables %q, want %q", names, want)
	}
}
