package sample

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A merged set has each task once, the whole of the first set, and no task whose answer one of
// another set gives away; each task is kept or has a reason.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sets [][]*task.Task
		for s := range rapid.IntRange(2, 4).Draw(t, "sets") {
			var set []*task.Task
			for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(0, 20), 1, 8, rapid.ID[int]).Draw(t, "tasks") {
				answer := fmt.Sprint("answer ", n%13) // tasks 13 apart have the same
				set = append(set, &task.Task{
					ID: fmt.Sprint(n), Draft: fmt.Sprint("draft ", n), Path: "path", Plan: &plan.Program{},
					KeyAnswer: []string{answer}, AnswerValues: []value.Answer{{Kind: value.Text, Text: answer}}, Question: fmt.Sprint(s),
				})
			}
			sets = append(sets, set)
		}
		kept, dropped := Merge(grown["toy"]().domain, sets)
		ids, by := map[string]bool{}, map[string]string{} // the set that first has an answer
		for _, k := range kept {
			if ids[k.ID] {
				t.Fatalf("task %s is there twice", k.ID)
			}
			ids[k.ID] = true
			if first, ok := by[k.KeyAnswer[0]]; ok && first != k.Question {
				t.Fatalf("task %s of set %s has the answer of a task of set %s", k.ID, k.Question, first)
			}
			by[k.KeyAnswer[0]] = k.Question
		}
		total := len(kept)
		for i, set := range sets {
			total += len(dropped[i])
			for _, tk := range set {
				if reason := dropped[i][tk.ID]; reason == Same && !ids[tk.ID] || i == 0 && reason != "" {
					t.Fatalf("task %s of set %d is dropped: %s", tk.ID, i, reason)
				}
			}
			total -= len(set)
		}
		if total != 0 {
			t.Fatalf("%d more tasks are kept or dropped than there are", total)
		}
	})
}

// Tasks of several sets keep to the limits together: an entity that enough of the first set have is in
// none of the others.
func TestMergeKeepsToLimits(t *testing.T) {
	f := grown["toy"]()
	p := f.paths[1][0]
	made := func(n int, set string) (tasks []*task.Task) {
		for i := range n {
			id := fmt.Sprint(set, i)
			one := taskOf(t, f.domain, Choice{Path: p, Demand: plan.Demands(f.domain, p)[0]}, id, func() string { return "A" })
			one.KeyAnswer, one.Path = []string{id}, id
			tasks = append(tasks, one)
		}
		return tasks
	}
	limit := coverage.EntityLimit(12, 0)
	first, second := made(limit, "one "), made(12-limit, "two ")
	kept, dropped := Merge(f.domain, [][]*task.Task{first, second})
	if len(kept) != limit || len(dropped[1]) != len(second) || dropped[1]["two 0"] != Overused {
		t.Errorf("%d of %d and %d tasks are kept, dropped %v; want the first set alone", len(kept), len(first), len(second), dropped)
	}
}

// While a share is not filled, choices that count towards it come first; a sampler without shares
// is not changed by them.
func TestSharesAreFilledFirst(t *testing.T) {
	f := grown["toy"]()
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.IntRange(1, 5).Draw(t, "wanted")
		op := rapid.SampledFrom([]plan.Operator{"sum", "count", "columns"}).Draw(t, "operator")
		s := New(f.domain, Share{Operator: op, Wanted: wanted})
		paths := f.paths[rapid.IntRange(0, 1).Draw(t, "depth")]
		there := 0
		for _, p := range paths {
			for _, d := range plan.Demands(f.domain, p) {
				if d.Operator == op {
					there++
				}
			}
		}
		s.Begin(paths, nil)
		for i := range min(wanted, there) {
			c, ok := s.Next()
			if !ok || c.Operator != op {
				t.Fatalf("choice %d of %d is %v, want one with %s", i+1, wanted, c, op)
			}
			s.Accept(c)
		}
	})
}
