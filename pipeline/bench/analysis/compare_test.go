package analysis_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func compare(t testing.TB, tasks []*task.Task, first, second analysis.ComparedAgent) *analysis.PairedComparison {
	t.Helper()
	c, err := analysis.Compare(tasks, first, second, analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ofToy is a side of the toy's marks.
func ofToy(agent string) analysis.ComparedAgent {
	return analysis.ComparedAgent{Agent: agent, Marks: toyMarks()}
}

func TestCompareGolden(t *testing.T) {
	c := compare(t, toy(), ofToy("alpha"), ofToy(hostile))
	golden(t, "comparison.json", func(b *bytes.Buffer) error { return c.WriteJSON(b) })
	golden(t, "comparison.txt", func(b *bytes.Buffer) error { return c.WriteText(b) })
	golden(t, "comparison.md", func(b *bytes.Buffer) error { return c.WriteMarkdown(b) })
	golden(t, "comparison.tex", func(b *bytes.Buffer) error { return c.WriteLaTeX(b) })
	golden(t, "comparison.csv", func(b *bytes.Buffer) error { return c.WriteCSV(b) })
	pairs, err := analysis.Pairwise(toy(), toyMarks(), analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "pairs.txt", func(b *bytes.Buffer) error { return analysis.WritePairsText(b, pairs) })
	golden(t, "pairs.md", func(b *bytes.Buffer) error { return analysis.WritePairsMarkdown(b, pairs) })
}

// Alpha and the other differ by 1/2, 1/2, 0 and 1/2 at the tasks of one hop, in two
// clusters, and by 1/4, 0 and nothing known at those of two.
func TestContrast(t *testing.T) {
	c := compare(t, toy(), ofToy("alpha"), ofToy(hostile))
	r := c.Rows[0].Strict.Success
	if r.N != 4 || r.Clusters != 2 || *r.First != 0.625 || *r.Second != 0.25 || *r.Mean != 0.375 || r.Wins != 3 || r.Losses != 0 || r.Ties != 1 {
		t.Errorf("one hop %+v, want 0.625 less 0.25 over 4, 3 won and 1 even", r)
	}
	if *r.P != 0.5 || r.Test != estimate.Permutation {
		t.Errorf("p %v by %s, want 1 in 2 of two clusters that both differ the same way", *r.P, r.Test)
	}
	for name, got := range map[string][]string{"first": c.OnlyFirst, "second": c.OnlySecond} {
		want := map[string][]string{"first": {"c2", "a1-twin"}, "second": {}}[name]
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("tasks that only the %s tried (-want +got):\n%s", name, d)
		}
	}
	var order []string
	for _, d := range c.Tasks {
		order = append(order, fmt.Sprint(d.Task, " ", d.Difference))
	}
	if d := cmp.Diff([]string{"a1 0.5", "a2 0.5", "b2 0.5", "w1 0.375", "c1 0.25", "b1 0", "d1 0"}, order); d != "" {
		t.Errorf("tasks (-want +got):\n%s", d)
	}
}

// Two runs of one agent are compared under names of their own.
func TestCompareRuns(t *testing.T) {
	before, after := []bench.Mark{marked("a1", "alpha", 0, 0), marked("b1", "alpha", 0, 1)}, []bench.Mark{marked("a1", "alpha", 0, 1), marked("b1", "alpha", 0, 1)}
	c := compare(t, toy(), analysis.ComparedAgent{Name: "after", Agent: "alpha", Marks: after}, analysis.ComparedAgent{Name: "before", Agent: "alpha", Marks: before})
	if all := c.Rows[len(c.Rows)-1].Strict.Success; c.First != "after" || c.Second != "before" || *all.Mean != 0.5 || all.Wins != 1 {
		t.Errorf("comparison %+v, want after ahead of before by 0.5", c)
	}
}

// many are contestants over 60 tasks of 30 paths and three types: each next is a little better.
func many(agents int) (tasks []*task.Task, marks []bench.Mark) {
	for i := range 60 {
		tasks = append(tasks, &task.Task{ID: fmt.Sprint(i), Type: fmt.Sprintf("%d-hop", 1+i%3), Path: fmt.Sprint("path", i/2)})
		for a := range agents {
			rate := 0.0
			if (i*7+i/2*a)%10 < 3+a {
				rate = 1
			}
			marks = append(marks, marked(fmt.Sprint(i), fmt.Sprint("agent", a), 0, rate))
		}
	}
	return tasks, marks
}

// Adjusted values are Holm's, over all pairs for all tasks, and over all pairs and types for
// types.
func TestAdjusted(t *testing.T) {
	tasks, marks := many(4)
	pairs, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 6 || pairs[0].First != "agent0" || pairs[0].Second != "agent1" || pairs[5].First != "agent2" || pairs[0].Tasks != nil {
		t.Fatalf("%d pairs, want the 6 of 4 agents by name, without tasks", len(pairs))
	}
	var all, types, gotAll, gotTypes []float64
	for _, c := range pairs {
		for _, r := range c.Rows {
			if r.Type == score.All {
				all, gotAll = append(all, *r.Strict.Success.P), append(gotAll, *r.Strict.Success.Adjusted)
			} else {
				types, gotTypes = append(types, *r.Strict.Success.P), append(gotTypes, *r.Strict.Success.Adjusted)
			}
		}
	}
	if d := cmp.Diff(estimate.Holm(all), gotAll); d != "" {
		t.Errorf("over all (-want +got):\n%s", d)
	}
	if d := cmp.Diff(estimate.Holm(types), gotTypes); d != "" || len(types) != 18 {
		t.Errorf("types, %d of 18 (-want +got):\n%s", len(types), d)
	}
	if cmp.Equal(all, gotAll) {
		t.Error("nothing is adjusted: the agents of the test say nothing")
	}
	one := compare(t, tasks, analysis.ComparedAgent{Agent: "agent0", Marks: marks}, analysis.ComparedAgent{Agent: "agent1", Marks: marks})
	last := one.Rows[len(one.Rows)-1].Strict.Success
	if *last.P != *last.Adjusted || *last.P != all[0] {
		t.Errorf("one comparison: p %v adjusted %v, want both %v", *last.P, *last.Adjusted, all[0])
	}
}
