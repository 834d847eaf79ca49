package sample

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Where fewer tasks than one in ten read a text, a path whose questions do gets more, each in the
// place of the second task of a path accepted late, up to twice as many as other paths; no operator
// loses its only task.
func TestTextTasksTakeThePlaceOfOthers(t *testing.T) {
	f := grown["toy"]()
	paths := f.paths[0]
	made := func(id string, operators ...plan.Operator) *task.Task {
		return &task.Task{ID: id, Draft: id, KeyAnswer: []string{id}, Plan: new(plan.Program), Structure: plan.Structure{Hops: 1, Operators: operators}}
	}
	for _, test := range []struct {
		name   string
		others int   // choices without a text, of two tasks each
		more   int   // how many tasks more the text's path can give
		unique bool  // whether the last task of the last choice is the only one with its operator
		texts  int   // tasks that read a text, in the end
		losers []int // the choices that lost a task
	}{
		{name: "too few", others: 10, more: 9, texts: 3, losers: []int{9}},
		{name: "enough", others: 9, more: 9, texts: 2},
		{name: "no more to be had", others: 10, texts: 2},
		{name: "the only task of an operator", others: 10, more: 9, unique: true, texts: 3, losers: []int{8}},
		{name: "too few by two", others: 16, more: 9, texts: 4, losers: []int{15, 14}},
		{name: "too few by more than a path gives", others: 30, more: 9, texts: 4, losers: []int{29, 28}},
		{name: "one more to be had", others: 30, more: 1, texts: 3, losers: []int{29}},
	} {
		loop := &Loop{Sampler: New(f.domain), Entities: 2, Workers: 1, revealed: newRevealed(), spread: newSpread(f.domain, 0, nil)}
		loop.funnels = []*QuotaFunnel{{Hops: 1}}
		loop.funnels[0].Executions.Dropped = map[plan.Reason]int{}
		loop.Ground = func(_ context.Context, c Choice, _ int, without Unwanted) (*Grounded, error) {
			g := &Grounded{Dropped: map[plan.Reason]int{}}
			for i := range test.more {
				if extra := made(fmt.Sprint("another text ", i), "fact"); without.Refuse(extra) == "" {
					g.Tasks = append(g.Tasks, extra)
				}
			}
			return g, nil
		}
		loop.Prove = func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
		for i := range test.others {
			c := chosen{choice: Choice{Path: paths[i%len(paths)]}, tasks: []*task.Task{made(fmt.Sprint(i, "a"), "list"), made(fmt.Sprint(i, "b"), "list")}}
			if test.unique && i == test.others-1 {
				c.tasks[1].Structure.Operators = []plan.Operator{"kth"}
			}
			loop.accepted = append(loop.accepted, c)
		}
		text := Choice{Path: paths[0], Demand: plan.Demand{Operator: "fact"}}
		loop.accepted = append(loop.accepted, chosen{choice: text, tasks: []*task.Task{made("text a", "fact"), made("text b", "fact")}})
		if err := loop.addTextTasks(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, c := range loop.accepted {
			want := 2
			switch {
			case slices.Contains(test.losers, i):
				want = 1
			case i == test.others:
				want = test.texts
			}
			if len(c.tasks) != want {
				t.Errorf("%s: choice %d has %d tasks, want %d", test.name, i, len(c.tasks), want)
			}
		}
	}
}

// Tasks that read a text and fail their proof are replaced by others of the choice, since few
// choices read one.
func TestTextTasksThatFailAreReplaced(t *testing.T) {
	f := grown["toy"]()
	for _, test := range []struct {
		operator plan.Operator
		want     int
	}{{"citations", 2}, {"fact", 2}, {"list", 0}} {
		loop := &Loop{Sampler: New(f.domain), Entities: 2, Workers: 1, revealed: newRevealed(), spread: newSpread(f.domain, 0, nil)}
		loop.funnels = []*QuotaFunnel{{Hops: 1, Dropped: map[plan.Reason]int{}}}
		loop.funnels[0].Executions.Dropped = map[plan.Reason]int{}
		loop.Ground = func(_ context.Context, _ Choice, wanted int, without Unwanted) (*Grounded, error) {
			g := &Grounded{Dropped: map[plan.Reason]int{}}
			for i := range wanted {
				made := &task.Task{ID: fmt.Sprint(i), Draft: fmt.Sprint(i), KeyAnswer: []string{fmt.Sprint(i)}, Plan: new(plan.Program), Structure: plan.Structure{Hops: 1, Operators: []plan.Operator{test.operator}}}
				if without.Refuse(made) == "" {
					g.Tasks = append(g.Tasks, made)
				}
			}
			return g, nil
		}
		loop.Prove = func(_ context.Context, t *task.Task) (plan.Reason, error) {
			if t.ID < "2" {
				return "guess", nil
			}
			return "", nil
		}
		tried, _, err := loop.try(t.Context(), Choice{Path: f.paths[0][0], Demand: plan.Demand{Operator: test.operator}}, 2)
		if err != nil || len(tried.tasks) != test.want {
			t.Errorf("%s: %d tasks, %v, want %d", test.operator, len(tried.tasks), err, test.want)
		}
	}
}
