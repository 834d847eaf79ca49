package analysis_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// run draws a run: tasks of some paths and types, twins among them, tried by two agents in
// up to three epochs, some attempts missing or unscored.
func run(t *rapid.T) (tasks []*task.Task, marks []bench.Mark) {
	for i := range rapid.IntRange(1, 12).Draw(t, "tasks") {
		one := &task.Task{
			ID:   fmt.Sprint("t", i),
			Type: rapid.SampledFrom([]string{"1-hop", "2-hop", "writing"}).Draw(t, "type"),
			Path: rapid.SampledFrom([]string{"", "p", "q", "r", "s"}).Draw(t, "path"),
		}
		if i > 0 && rapid.IntRange(0, 5).Draw(t, "twin") == 0 {
			one.Twin = &task.Twin{Of: "t0"}
		}
		tasks = append(tasks, one)
	}
	rate := rapid.Custom(func(t *rapid.T) *float64 {
		return rapid.SampledFrom([]*float64{nil, ref(0), ref(0.5), ref(1), ref(1.0 / 3)}).Draw(t, "rate")
	})
	for _, one := range tasks {
		for _, name := range []string{"a", "b"} {
			for epoch := range 3 {
				if rapid.IntRange(0, 3).Draw(t, "missing") == 0 {
					continue
				}
				marks = append(marks, bench.Mark{
					Task: one.ID, Type: one.Type, Agent: name, Epoch: epoch, End: agent.Finished,
					Strict: score.Rates{Success: rate.Draw(t, "success"), Process: rate.Draw(t, "process")},
					Paper:  score.Rates{Success: rate.Draw(t, "paper"), Process: rate.Draw(t, "summary")},
				})
			}
		}
	}
	return tasks, marks
}

// The order of marks does not matter, to the bit.
func TestOrderOfMarks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tasks, marks := run(rt)
		shuffled := rapid.Permutation(marks).Draw(rt, "shuffled")
		if d := cmp.Diff(analyse(t, tasks, marks, analysis.ReportOptions{}), analyse(t, tasks, shuffled, analysis.ReportOptions{})); d != "" {
			rt.Fatalf("analysis of shuffled marks (-want +got):\n%s", d)
		}
		want, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{})
		if err != nil {
			rt.Fatal(err)
		}
		got, err := analysis.Pairwise(tasks, shuffled, analysis.ReportOptions{})
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			rt.Fatalf("pairs of shuffled marks (-want +got):\n%s", d)
		}
	})
}

// An agent is no different from itself.
func TestSelf(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tasks, marks := run(rt)
		if !slices.ContainsFunc(marks, func(m bench.Mark) bool { return m.Agent == "a" }) {
			return
		}
		c := compare(t, tasks, analysis.ComparedAgent{Agent: "a", Marks: marks}, analysis.ComparedAgent{Agent: "a", Marks: marks})
		for _, r := range c.Rows {
			d := r.Strict.Success
			if d.N > 0 && (*d.Mean != 0 || d.Wins+d.Losses > 0) || d.P != nil && (*d.P != 1 || *d.Adjusted != 1) {
				rt.Fatalf("%s: %+v, want a difference of 0 and a p of 1", r.Type, d)
			}
		}
		if len(c.OnlyFirst)+len(c.OnlySecond) > 0 {
			rt.Fatalf("only one of one: %v, %v, want none", c.OnlyFirst, c.OnlySecond)
		}
	})
}

// Exchanged agents differ the other way, with the same p.
func TestExchanged(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tasks, marks := run(rt)
		for _, name := range []string{"a", "b"} {
			if !slices.ContainsFunc(marks, func(m bench.Mark) bool { return m.Agent == name }) {
				return
			}
		}
		a, b := analysis.ComparedAgent{Agent: "a", Marks: marks}, analysis.ComparedAgent{Agent: "b", Marks: marks}
		there, back := compare(t, tasks, a, b), compare(t, tasks, b, a)
		for i, r := range there.Rows {
			x, y := r.Strict.Success, back.Rows[i].Strict.Success
			if x.N != y.N || x.Wins != y.Losses || x.N > 0 && *x.Mean != -*y.Mean || x.P != nil && *x.P != *y.P || x.Low != nil && *x.Low != -*y.High {
				rt.Fatalf("%s: %+v and exchanged %+v, want the same the other way round", r.Type, x, y)
			}
		}
	})
}

// Attempts that are missing lower no mean: without all attempts at some tasks the means are
// those over the others.
func TestMissingLowersNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tasks, marks := run(rt)
		lost := map[string]bool{}
		for _, one := range tasks {
			lost[one.ID] = rapid.Bool().Draw(rt, "lost")
		}
		left := slices.DeleteFunc(slices.Clone(marks), func(m bench.Mark) bool { return lost[m.Task] })
		fewer := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return lost[t.ID] })
		o := analysis.ReportOptions{Epochs: 3, Agents: []string{"a", "b"}}
		of, over := analyse(t, tasks, left, o), analyse(t, fewer, left, o)
		for i := range of.Agents {
			x, y := of.Agents[i].Rows[len(of.Agents[i].Rows)-1], over.Agents[i].Rows[len(over.Agents[i].Rows)-1]
			if d := cmp.Diff([]any{x.Strict, x.Paper, x.Passes, x.Calls, x.Trials}, []any{y.Strict, y.Paper, y.Passes, y.Calls, y.Trials}); d != "" {
				rt.Fatalf("with tasks that nobody tried (+) and without (-):\n%s", d)
			}
			if x.Trials+x.Missing != 3*x.Tasks {
				rt.Fatalf("%d trials and %d missing of %d tasks, want three a task", x.Trials, x.Missing, x.Tasks)
			}
		}
	})
}

// The row over all is of the same trials as the rows of types together.
func TestRowsAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tasks, marks := run(rt)
		for _, a := range analyse(t, tasks, marks, analysis.ReportOptions{}).Agents {
			var trials, missing, scored int
			last := len(a.Rows) - 1
			for _, r := range a.Rows[:last] {
				trials, missing, scored = trials+r.Trials, missing+r.Missing, scored+r.Paper.Process.N
			}
			if all := a.Rows[last]; trials != all.Trials || missing != all.Missing || scored != all.Paper.Process.N {
				rt.Fatalf("%d trials, %d missing, %d scored by type: want %+v", trials, missing, scored, all)
			}
		}
	})
}
