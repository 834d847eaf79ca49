package analysis_test

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// large are tasks, two a path, that agents have tried in epochs.
func large(agents, tasks, epochs int) (set []*task.Task, marks []bench.Mark) {
	rng := digest.Rand("large")
	for i := range tasks {
		t := &task.Task{ID: fmt.Sprint("task", i), Type: fmt.Sprintf("%d-hop", 1+i%5), Path: fmt.Sprint("get_company_info----get_court_", i/2)}
		set = append(set, t)
		for a := range agents {
			for epoch := range epochs {
				marks = append(marks, marked(t.ID, fmt.Sprint("agent", a), epoch, float64(rng.IntN(4))/3))
			}
		}
	}
	return set, marks
}

// 100,000 marks of a run with many agents and of one with many tasks.
func BenchmarkAnalyse(b *testing.B) {
	for _, size := range [][3]int{{20, 1000, 5}, {1, 100_000, 1}, {66, 300, 5}} {
		tasks, marks := large(size[0], size[1], size[2])
		b.Run(fmt.Sprintf("agents=%d/tasks=%d/epochs=%d", size[0], size[1], size[2]), func(b *testing.B) {
			for b.Loop() {
				if _, err := analysis.Analyse(tasks, marks, analysis.ReportOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// All pairs of 20 agents.
func BenchmarkPairwise(b *testing.B) {
	tasks, marks := large(20, 300, 1)
	for b.Loop() {
		if _, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
