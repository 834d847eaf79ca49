package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// dataDir returns the folder of the real LegalAgentBench data; the test is skipped where
// there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	root := os.Getenv("TASKGROVE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data") // beside the module
	}
	dir := filepath.Join(root, "legalagentbench")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real data: set TASKGROVE_DATA to its folder (%v)", err)
	}
	return dir
}

// read reads a file of the data by one of package bench's readers.
func read[T any](t testing.TB, path string, reader func([]byte, string) (T, error)) T {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := reader(b, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The means over the published GLM-4 answers are those of the paper's rule, as they are in
// package bench, and the errors those of R's vcovCL(lm(rate ~ 1), cluster = path, type =
// "HC0", cadjust = TRUE), from rates that a separate program worked out.
func TestPublished(t *testing.T) {
	dir := dataDir(t)
	tasks := read(t, filepath.Join(dir, "tasks.json"), bench.ReadTasks)
	answers := read(t, filepath.Join(dir, "runs", "react_glm-4.jsonl"), bench.ReadAnswers)
	tokens := read(t, filepath.Join(dir, "runs", "react_glm-4.tokens.jsonl"), bench.ReadTokens)
	trials, report := bench.ScoreAnswers("glm-4", tasks, answers, tokens)
	var marks []bench.Mark
	for i := range trials {
		marks = append(marks, bench.MarkOf(&trials[i]))
	}
	a := analyse(t, tasks, marks, analysis.ReportOptions{})
	sameMeans(t, report, a)
	want := []string{
		"1-hop success 0.8889 ± 0.0607, process 0.9111 ± 0.0539, strict success 0.8519 ± 0.0691",
		"2-hop success 0.7037 ± 0.0812, process 0.7333 ± 0.0611, strict success 0.6296 ± 0.0909",
		"3-hop success 0.4750 ± 0.1117, process 0.5892 ± 0.0805, strict success 0.4750 ± 0.1117",
		"4-hop success 0.2692 ± 0.1216, process 0.3192 ± 0.0996, strict success 0.1923 ± 0.1065",
		"5-hop success 0.3571 ± 0.1798, process 0.4401 ± 0.1220, strict success 0.3571 ± 0.1798",
		"writing success 0.6213 ± 0.0864, process 0.5296 ± 0.0257, strict success 0.5089 ± 0.1166",
		"ALL success 0.6223 ± 0.0463, process 0.6659 ± 0.0379, strict success 0.5755 ± 0.0483",
	}
	var got []string
	for _, r := range a.Agents[0].Rows {
		got = append(got, fmt.Sprintf("%s success %.4f ± %.4f, process %.4f ± %.4f, strict success %.4f ± %.4f", r.Type,
			*r.Paper.Success.Mean, *r.Paper.Success.SE, *r.Paper.Process.Mean, *r.Paper.Process.SE, *r.Strict.Success.Mean, *r.Strict.Success.SE))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("figures of the published answers (-want +got):\n%s", d)
	}
}

// The means are those of package bench's report for each agent, tokens of trials included.
func TestMeansOfReport(t *testing.T) {
	tasks := slices.DeleteFunc(toy(), func(t *task.Task) bool { return t.Twin != nil })
	marks := slices.DeleteFunc(toyMarks(), func(m bench.Mark) bool { return m.Epoch > 0 || m.Task == "gone" || m.Task == "a1-twin" })
	var trials []bench.Trial
	for _, m := range marks {
		trials = append(trials, bench.Trial{
			Task: m.Task, Type: m.Type, Agent: m.Agent, Role: m.Role,
			Transcript: &agent.Transcript{Tokens: m.Tokens, End: m.End}, Score: score.Score{Paper: m.Paper, Strict: m.Strict},
		})
	}
	sameMeans(t, bench.NewReport(tasks, trials), analyse(t, tasks, marks, analysis.ReportOptions{}))
}

// sameMeans holds an analysis to a report's means, and to its tasks, trials and tokens.
func sameMeans(t *testing.T, r *bench.Report, a *analysis.Analysis) {
	t.Helper()
	means := func(r analysis.RateEstimates) score.Means {
		return score.Means{Success: score.Mean{N: r.Success.N, Mean: r.Success.Mean}, Process: score.Mean{N: r.Process.N, Mean: r.Process.Mean}}
	}
	got := map[string][]score.TypeSummary{}
	for _, of := range a.Agents {
		for _, row := range of.Rows {
			used := row.Tokens
			got[of.Agent] = append(got[of.Agent], score.TypeSummary{
				Type: row.Type, Tasks: row.Tasks, Answered: row.Trials, Paper: means(row.Paper), Strict: means(row.Strict),
				Tokens: score.TokenTotal{N: used.Total.N, Tokens: score.Tokens{Input: int64(used.Input.Total), Output: int64(used.Output.Total), Total: int64(used.Total.Total)}},
			})
		}
	}
	want := map[string][]score.TypeSummary{}
	for _, s := range r.Agents {
		want[s.Agent] = s.Rows
	}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" {
		t.Errorf("rows (-report +analysis):\n%s", d)
	}
}
