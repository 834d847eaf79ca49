package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func analyse(t testing.TB, tasks []*task.Task, marks []bench.Mark, o analysis.ReportOptions) *analysis.Analysis {
	t.Helper()
	a, err := analysis.Analyse(tasks, marks, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestGolden(t *testing.T) {
	a := analyse(t, toy(), toyMarks(), analysis.ReportOptions{Agents: []string{"unheard"}, Qualifications: []judge.Qualification{
		{Judge: "two", Rubric: "writing 1", Spoiled: []judge.SpoiledPairs{{Spoiling: judge.NoConclusion}, {Spoiling: judge.SwappedCitations}, {Spoiling: judge.AnotherCase}, {Spoiling: judge.Padding}}},
		{Judge: "one", Rubric: "writing 1", References: 6, Unscored: 1, Qualified: true, Spoiled: []judge.SpoiledPairs{
			{Spoiling: judge.NoConclusion, Possible: 6, Pairs: 6, Above: 5}, {Spoiling: judge.SwappedCitations}, {Spoiling: judge.AnotherCase, Possible: 6, Pairs: 6, Above: 6},
			{Spoiling: judge.Padding, Possible: 6, Pairs: 5, Above: 4},
		}},
	}})
	golden(t, "analysis.json", func(b *bytes.Buffer) error { return a.WriteJSON(b) })
	golden(t, "analysis.txt", func(b *bytes.Buffer) error { return a.WriteText(b) })
	golden(t, "analysis.md", func(b *bytes.Buffer) error { return a.WriteMarkdown(b) })
	golden(t, "analysis.tex", func(b *bytes.Buffer) error { return a.WriteLaTeX(b) })
	golden(t, "analysis.csv", func(b *bytes.Buffer) error { return a.WriteCSV(b) })
}

// Those that bound what can be measured come last, floors behind those bound by chance.
func TestOrder(t *testing.T) {
	var marks []bench.Mark
	for _, a := range []struct {
		name string
		role score.AgentRole
	}{{"a", score.FloorAgent}, {"b", score.ChanceAgent}, {"c", score.CeilingAgent}, {"d", score.EvaluatedAgent}} {
		for _, m := range toyMarks() {
			if m.Agent == "alpha" {
				m.Agent, m.Role = a.name, a.role
				marks = append(marks, m)
			}
		}
	}
	order := ""
	for _, a := range analyse(t, toy(), marks, analysis.ReportOptions{}).Agents {
		order += a.Agent
	}
	if want := "dcba"; order != want {
		t.Errorf("agents in the order %q, want %q", order, want)
	}
}

// The figures of one row, worked out by hand: the tasks of one hop of alpha have the epoch
// means 1, 1/2, 0 and 1, two in each of two clusters.
func TestRow(t *testing.T) {
	a := analyse(t, toy(), toyMarks(), analysis.ReportOptions{})
	if len(a.Agents) != 4 || a.Agents[0].Agent != "alpha" || a.Agents[2].Role != score.CeilingAgent || a.Agents[3].Role != score.FloorAgent {
		t.Fatalf("agents %+v, want alpha, another contestant, the ceiling and the floor", a.Agents)
	}
	r := a.Agents[0].Rows[0]
	if r.Type != "1-hop" || r.Tasks != 4 || r.Trials != 8 || r.Missing != 0 || a.Agents[0].Epochs != 2 {
		t.Errorf("row %+v, want 8 trials of 4 tasks of one hop in 2 epochs", r)
	}
	// mean 2.5/4; off by 0.25 and -0.25 a cluster: sqrt(2/1 * 2*0.0625) / 4.
	near := cmpopts.EquateApprox(0, 1e-8)
	want := estimate.Estimate{N: 4, Clusters: 2, Mean: ref(0.625), SE: ref(0.125)}
	got := r.Strict.Success
	got.Low, got.High = nil, nil
	if d := cmp.Diff(want, got, near); d != "" {
		t.Errorf("strict success (-want +got):\n%s", d)
	}
	// Of two attempts 2, 1, 0 and 2 solve: at least one of two does in 3 of 4, both in 2 of 4.
	if len(r.Passes) != 2 || r.Passes[1].K != 2 || *r.Passes[0].Any.Mean != 0.625 || *r.Passes[1].Any.Mean != 0.75 || *r.Passes[1].All.Mean != 0.5 {
		t.Errorf("passes %+v, want 0.625 at 1, and 0.75 and 0.5 at 2", r.Passes)
	}
	if r.Endings["exhausted"] != 3 || r.Failures["planning"] != 3 || *r.Cost.Mean != 0.0025 || *r.Tokens.Total.Mean != 110 {
		t.Errorf("row %+v: want 3 exhausted for lack of a plan, 0.0025 and 110 tokens a trial", r)
	}
	if floor := a.Agents[3].Rows[0]; floor.Calls.N != 0 || floor.Calls.Mean != nil || floor.Tokens.Total.N != 0 {
		t.Errorf("answers from outside %+v: want no calls and tokens", floor)
	}
	writing := a.Agents[0].Rows[2]
	if writing.Tasks != 2 || writing.Trials != 3 || writing.Missing != 1 || writing.Strict.Success.N != 1 || len(writing.Measures) != 10 || writing.Measures[4].Name != recall.Edit || writing.Measures[4].Mean.N != 1 || *writing.Measures[4].Mean.Mean != 0.625 {
		t.Errorf("writing %+v: want one of two tasks scored, a trial missing", writing)
	}
	if j := writing.Judges; len(j) != 2 || *j[0].Score.Mean != 0.625 || *j[1].Criteria[0].Points.Mean != 3.5 {
		t.Errorf("judges %+v: want 0.625 of the first and 3.5 points of the second", j)
	}
	if twins := a.Agents[0].Twins; twins.Tasks != 1 || *twins.Strict.Success.Mean != 0.5 || a.Twins != 1 || a.Tasks != 9 || a.Clusters != 6 {
		t.Errorf("twins %+v of %d, %d tasks in %d clusters: want one half solved, 9 in 6", twins, a.Twins, a.Tasks, a.Clusters)
	}
	g := a.Judges
	if len(g) != 1 || g[0].Score.N != 4 || math.Abs(*g[0].Score.Apart-0.21875) > 1e-9 || len(g[0].Criteria) != 1 || *g[0].Criteria[0].Apart != 0.5 {
		t.Errorf("agreement %+v: want 4 texts 0.21875 apart, and facts half a point", g)
	}
	if d := cmp.Diff([]string{"gone"}, a.UnknownTasks); d != "" {
		t.Errorf("strangers (-want +got):\n%s", d)
	}
}

func TestCluster(t *testing.T) {
	program := func(entity, op string) *plan.Program {
		return &plan.Program{Nodes: []plan.Node{{Name: "r1", Do: &plan.Start{Entity: op, Value: []string{entity}}}}}
	}
	about := func(facts, question string) *task.Task {
		return &task.Task{Family: task.Case, Path: "find_case", Entities: []task.Entity{{Type: "dispute", Name: []string{facts, "outcome", question}}}}
	}
	for _, tc := range []struct {
		name string
		a, b *task.Task
		same bool
	}{
		{"one path, other plans", &task.Task{ID: "1", Path: "x", Plan: program("a", "company")}, &task.Task{ID: "2", Path: "x", Plan: program("b", "court")}, true},
		{"two paths, one plan", &task.Task{ID: "1", Path: "x", Plan: program("a", "company")}, &task.Task{ID: "2", Path: "y", Plan: program("a", "company")}, false},
		{"one plan of two entities", &task.Task{ID: "1", Plan: program("a", "company")}, &task.Task{ID: "2", Plan: program("b", "company")}, true},
		{"two plans of one entity", &task.Task{ID: "1", Plan: program("a", "company")}, &task.Task{ID: "2", Plan: program("a", "court")}, false},
		{"no plans", &task.Task{ID: "1"}, &task.Task{ID: "2"}, false},
		{"two focuses of one case", about("facts", "first"), about("facts", "second"), true},
		{"two cases", about("facts", "first"), about("other facts", "first"), false},
		{"a twin", &task.Task{ID: "1"}, &task.Task{ID: "2", Twin: &task.Twin{Of: "1"}}, true},
	} {
		if got := analysis.Cluster(tc.a, nil) == analysis.Cluster(tc.b, nil); got != tc.same {
			t.Errorf("%s: one cluster %v, want %v", tc.name, got, tc.same)
		}
	}
	bound := program("a", "company")
	analysis.Cluster(&task.Task{Plan: bound}, nil)
	if bound.Entities()[0].Value == nil {
		t.Error("Cluster unbinds the task's own plan, want it as it was")
	}
}

func TestFaults(t *testing.T) {
	one := marked("a1", "alpha", 0, 1)
	with := func(change func(*bench.Mark)) []bench.Mark {
		m := one
		change(&m)
		return []bench.Mark{one, m}
	}
	for _, tc := range []struct {
		name  string
		tasks []*task.Task
		marks []bench.Mark
		o     analysis.ReportOptions
		want  string
	}{
		{"a task twice", append(toy(), toy()[1]), nil, analysis.ReportOptions{}, "task a1 is repeated"},
		{"an attempt twice", toy(), []bench.Mark{one, marked("a1", "alpha", 1, 1), one}, analysis.ReportOptions{}, `agent "alpha": epoch 0 is repeated`},
		{"two roles", toy(), with(func(m *bench.Mark) { m.Role, m.Epoch = score.FloorAgent, 1 }), analysis.ReportOptions{}, `roles "floor" and ""`},
		{"a rate above 1", toy(), with(func(m *bench.Mark) { m.Strict.Success = ref(1.5) }), analysis.ReportOptions{}, "success (strict) 1.5: want one in [0, 1]"},
		{"a rate that is no number", toy(), with(func(m *bench.Mark) { m.Paper.Process = ref(math.NaN()) }), analysis.ReportOptions{}, "process (paper) NaN"},
		{"a negative epoch", toy(), with(func(m *bench.Mark) { m.Epoch = -1 }), analysis.ReportOptions{}, "a negative epoch"},
		{"a level of 95", toy(), nil, analysis.ReportOptions{Level: 95}, "level 95: want a level between 0 and 1"},
		{"no attempts", toy(), nil, analysis.ReportOptions{K: []int{2, 0}}, "pass rate of 0 attempts"},
	} {
		for name, err := range map[string]error{
			"Analyse":  second(analysis.Analyse(tc.tasks, tc.marks, tc.o)),
			"Pairwise": second(analysis.Pairwise(tc.tasks, tc.marks, tc.o)),
		} {
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: %s: error %v, want %q", tc.name, name, err, tc.want)
			}
		}
	}
	_, err := analysis.Compare(toy(), analysis.ComparedAgent{Agent: "alpha", Marks: []bench.Mark{one}}, analysis.ComparedAgent{Agent: "nobody", Marks: []bench.Mark{one}}, analysis.ReportOptions{})
	if err == nil || !strings.Contains(err.Error(), `agent "nobody": no trial`) {
		t.Errorf("Compare with nobody: error %v, want one that says so", err)
	}
}

func second[T any](_ T, err error) error { return err }

// An attempt without a score leaves the mean over epochs to the others, and is none of
// those that pass rates are of.
func TestUnscoredEpoch(t *testing.T) {
	unscored := marked("a1", "alpha", 1, 0)
	unscored.Strict.Success = nil
	r := analyse(t, toy(), []bench.Mark{marked("a1", "alpha", 0, 1), unscored}, analysis.ReportOptions{}).Agents[0].Rows[0]
	if r.Trials != 2 || r.Strict.Success.N != 1 || *r.Strict.Success.Mean != 1 || r.Passes[0].Any.N != 1 || r.Passes[1].Any.N != 0 {
		t.Errorf("row %+v, want a mean of 1 of one task, which counts for pass@1 and not for pass@2", r)
	}
}

func TestPassesAsked(t *testing.T) {
	var marks []bench.Mark
	for epoch := range 6 {
		marks = append(marks, marked("a1", "alpha", epoch, float64(epoch%2)))
	}
	for _, tc := range []struct {
		k    []int
		want []int
	}{
		{nil, []int{1, 2, 3, 4, 5, 6}},
		{[]int{3, 7, 3, 1}, []int{1, 3}},
		{[]int{7}, []int{}},
	} {
		got := []int{}
		for _, p := range analyse(t, toy(), marks, analysis.ReportOptions{K: tc.k}).Agents[0].Rows[0].Passes {
			got = append(got, p.K)
		}
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("passes asked by %v (-want +got):\n%s", tc.k, d)
		}
	}
	// Three of six attempts solve it: one of three fails to in 1 of 20 choices, all do in 1 of 20.
	p := analyse(t, toy(), marks, analysis.ReportOptions{K: []int{3}}).Agents[0].Rows[0].Passes[0]
	if *p.Any.Mean != 0.95 || *p.All.Mean != 0.05 || p.Any.N != 1 {
		t.Errorf("pass@3 %v and pass^3 %v of %d, want 0.95 and 0.05 of one", *p.Any.Mean, *p.All.Mean, p.Any.N)
	}
}

// A model without a price costs nobody knows what, not nothing.
func TestUnpriced(t *testing.T) {
	tasks := []*task.Task{{ID: "1", Type: "1-hop", Path: "a"}}
	for cost, want := range map[llm.Cost]int{0: 0, 5: 1} {
		mark := bench.Mark{Task: "1", Type: "1-hop", Agent: "a", Spent: &llm.Spending{Answers: 2, Cost: cost}}
		a := analyse(t, tasks, []bench.Mark{mark}, analysis.ReportOptions{})
		if got := a.Agents[0].Rows[0].Cost.N; got != want {
			t.Errorf("a cost of %d is known of %d trials, want %d", cost, got, want)
		}
	}
}

// What two rubrics give is on two scales: it makes no mean, and judges agree only by one.
func TestRubrics(t *testing.T) {
	tasks := []*task.Task{{ID: "1", Type: "writing"}, {ID: "2", Type: "writing"}}
	said := func(judges, rubrics string, score float64) (all []judge.Opinion) {
		for i, name := range strings.Fields(judges) {
			all = append(all, judge.Opinion{Judge: name, Rubric: strings.Fields(rubrics)[i], Score: score, Grades: []judge.Grade{{Criterion: "law", Points: int(10 * score)}}})
		}
		return all
	}
	one, two := marked("1", "alpha", 0, 1), marked("2", "alpha", 0, 1)
	one.Opinions, two.Opinions = said("a b c", "zh zh en", 0), said("a b", "en zh", 1)
	got := analyse(t, tasks, []bench.Mark{one, two}, analysis.ReportOptions{})
	var judges []string
	for _, j := range got.Agents[0].Rows[1].Judges {
		judges = append(judges, fmt.Sprint(j.Judge, " ", j.Rubric, " ", j.Score.N, " ", *j.Score.Mean, " ", *j.Criteria[0].Points.Mean))
	}
	if d := cmp.Diff([]string{"a en 1 1 10", "a zh 1 0 0", "b zh 2 0.5 5", "c en 1 0 0"}, judges); d != "" {
		t.Errorf("judges (-want +got):\n%s", d)
	}
	if g := got.Judges; len(g) != 1 || g[0].First != "a" || g[0].Second != "b" || g[0].Rubric != "zh" || g[0].Score.N != 1 {
		t.Errorf("agreement %+v: want that of a and b on one text", g)
	}
}
