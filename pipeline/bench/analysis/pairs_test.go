package analysis_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func pairwise(t *testing.T, tasks []*task.Task, marks []bench.Mark, reference string) []*analysis.PairedComparison {
	t.Helper()
	pairs, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{Reference: reference})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// Four agents, of which two give the same answers, compared with each other and with one.
func TestPairsGolden(t *testing.T) {
	tasks, marks := many(3)
	for _, m := range marks {
		if m.Agent == "agent0" {
			m.Agent = "twin_of_0"
			marks = append(marks, m)
		}
	}
	all := pairwise(t, tasks, marks, "")
	golden(t, "matrix.txt", func(b *bytes.Buffer) error { return analysis.WritePairsText(b, all) })
	golden(t, "matrix.md", func(b *bytes.Buffer) error { return analysis.WritePairsMarkdown(b, all) })
	golden(t, "matrix.tex", func(b *bytes.Buffer) error { return analysis.WritePairsLaTeX(b, all) })
	one := pairwise(t, tasks, marks, "agent0")
	golden(t, "reference.txt", func(b *bytes.Buffer) error { return analysis.WritePairsText(b, one) })
	if _, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{Reference: "nobody"}); err == nil || !strings.Contains(err.Error(), `agent "nobody": no trial`) {
		t.Errorf("comparisons with nobody: %v, want an error", err)
	}
}

// Fewer comparisons are adjusted for when all are with one agent.
func TestReference(t *testing.T) {
	tasks, marks := many(4)
	all, one := pairwise(t, tasks, marks, ""), pairwise(t, tasks, marks, "agent3")
	if len(one) != 3 {
		t.Fatalf("%d comparisons, want those of 3 agents with the fourth", len(one))
	}
	smaller := false
	for i, c := range one {
		if c.Second != "agent3" {
			t.Errorf("comparison %d is with %s, want agent3", i, c.Second)
		}
		for _, o := range all {
			if o.First != c.First || o.Second != c.Second {
				continue
			}
			a, b := c.Rows[len(c.Rows)-1].Strict.Success, o.Rows[len(o.Rows)-1].Strict.Success
			if *a.P != *b.P || *a.Adjusted > *b.Adjusted {
				t.Errorf("%s: p %v adjusted %v, want %v and at most %v", c.First, *a.P, *a.Adjusted, *b.P, *b.Adjusted)
			}
			smaller = smaller || *a.Adjusted < *b.Adjusted
		}
	}
	if !smaller {
		t.Error("no adjusted p value is smaller than among all pairs")
	}
}

func TestHeadline(t *testing.T) {
	tasks, marks := many(3)
	only := func(agents ...string) (some []bench.Mark) {
		for _, m := range marks {
			for _, a := range agents {
				if m.Agent == a {
					some = append(some, m)
				}
			}
		}
		return some
	}
	harder := slices.Clone(marks)
	for i := range harder {
		if harder[i].Task < "2" && harder[i].Agent == "agent2" {
			harder[i].Strict.Success = ref(0)
		}
	}
	for _, tc := range []struct {
		name  string
		tasks []*task.Task
		marks []bench.Mark
		want  string
	}{
		{"three agents", tasks, marks, "3 agents on 60 tasks (legal, zh, seed 1). Best: agent1, agent2 with 50.0 % success (32.5 to 67.5)."},
		{"one agent", tasks, only("agent0"), "1 agent on 60 tasks (legal, zh, seed 1): agent0 with 30.0 % success (21.6 to 39.9)."},
		{"types that differ", tasks, harder, "3 agents on 60 tasks (legal, zh, seed 1). Best: agent1 with 50.0 % success (32.5 to 67.5); hardest type: 2-hop, 38.3 % on average."},
		{"too few tasks", tasks[:3], marks[:9], "3 agents on 3 tasks (legal, zh, seed 1). Best: agent0, agent1, agent2 with 33.3 % success."},
	} {
		if got := analyse(t, tc.tasks, tc.marks, analysis.ReportOptions{}).Headline().Sentence("legal, zh, seed 1"); got != tc.want {
			t.Errorf("%s: %q\nwant %q", tc.name, got, tc.want)
		}
	}
	if h := analyse(t, tasks, nil, analysis.ReportOptions{}).Headline(); h != nil {
		t.Errorf("headline %+v of no agents, want none", h)
	}
}
