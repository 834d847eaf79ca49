package sample

import (
	"context"
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Where fewer tasks than one in ten read a text, a path whose questions do gets one more, in the
// place of the second task of a path accepted late; no operator loses its only task.
func TestTextTasksTakeThePlaceOfOthers(t *testing.T) {
	f := grown["toy"]()
	paths := f.paths[0]
	made := func(id string, operators ...plan.Operator) *task.Task {
		return &task.Task{ID: id, Draft: id, KeyAnswer: []string{id}, Plan: new(plan.Program), Structure: plan.Structure{Hops: 1, Operators: operators}}
	}
	for _, test := range []struct {
		name   string
		others int  // choices without a text, of two tasks each
		more   bool // whether the text's path can give another task
		unique bool // whether the last task of the last choice is the only one with its operator
		texts  int  // tasks that read a text, in the end
		loser  int  // the choice that lost a task; -1 for none
	}{
		{name: "too few", others: 10, more: true, texts: 3, loser: 9},
		{name: "enough", others: 9, more: true, texts: 2, loser: -1},
		{name: "no more to be had", others: 10, texts: 2, loser: -1},
		{name: "the only task of an operator", others: 10, more: true, unique: true, texts: 3, loser: 8},
	} {
		loop := &Loop{Sampler: New(f.domain), Entities: 2, Workers: 1, revealed: newRevealed(), spread: newSpread(f.domain, 0, nil)}
		loop.funnels = []*QuotaFunnel{{Hops: 1}}
		loop.funnels[0].Executions.Dropped = map[plan.Reason]int{}
		loop.Ground = func(_ context.Context, c Choice, _ int, without Unwanted) (*Grounded, error) {
			g := &Grounded{Dropped: map[plan.Reason]int{}}
			if extra := made("another text", "fact"); test.more && without.Refuse(extra) == "" {
				g.Tasks = append(g.Tasks, extra)
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
		loop.accepted = append(loop.accepted, chosen{text, []*task.Task{made("text a", "fact"), made("text b", "fact")}})
		if err := loop.addTextTasks(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, c := range loop.accepted {
			want := 2
			switch i {
			case test.loser:
				want = 1
			case test.others:
				want = test.texts
			}
			if len(c.tasks) != want {
				t.Errorf("%s: choice %d has %d tasks, want %d", test.name, i, len(c.tasks), want)
			}
		}
	}
}
