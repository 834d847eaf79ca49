package sample_test

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The sampler hands out choices of a path and a demand; the caller says which of them
// became tasks.
func ExampleSampler() {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		log.Fatal(err)
	}
	s := sample.New(d)
	s.Begin(slices.Collect(g.Paths(2)), nil)
	for range 3 {
		c, ok := s.Next()
		if !ok {
			break
		}
		fmt.Println(strings.Join(c.Path.Tools(), " → "), "asks for", c.Target)
		s.Accept(c) // without this call the choice counts as failed
	}
	// Output:
	// get_company → get_company_cases asks for 案号
	// get_case → get_court asks for 法院代字
	// get_company → get_company asks for 注册资本
}

// The loop fills quotas. Here every choice is grounded for one task, and every task passes
// its proof.
func ExampleLoop() {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		log.Fatal(err)
	}
	loop := &sample.Loop{
		Sampler: sample.New(d), Quotas: []int{2, 1}, Entities: 1, Workers: 1,
		Ground: func(_ context.Context, c sample.Choice, wanted int, without sample.Unwanted) (*sample.Grounded, error) {
			id := c.Path.String() + c.Target
			t := &task.Task{ID: id, Draft: id, Path: c.Path.ID, Plan: programOf(d, c.Path, c.Target), Structure: plan.Structure{Hops: len(c.Path.Hops)}}
			if reason := without.Refuse(t); reason != "" {
				return &sample.Grounded{Dropped: map[plan.Reason]int{reason: 1}}, nil
			}
			return &sample.Grounded{Tasks: []*task.Task{t}, Passed: 1}, nil
		},
		Prove: func(context.Context, *task.Task) (plan.Reason, error) { return "", nil },
	}
	for hops := range loop.Quotas {
		live := sample.LivePaths{Paths: slices.Collect(g.Paths(hops + 1)), Demands: map[string][]plan.Demand{}}
		for _, p := range live.Paths {
			live.Demands[p.ID] = plan.Demands(d, p)
		}
		loop.Live = append(loop.Live, live)
	}
	tasks, funnels, err := loop.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range funnels {
		fmt.Printf("%d hops: %d of %d paths\n", f.Hops, f.Accepted, f.Wanted)
	}
	fmt.Println(len(tasks), "tasks")
	// Output:
	// 1 hops: 2 of 2 paths
	// 2 hops: 1 of 1 paths
	// 3 tasks
}

// programOf returns a program of a path that asks for a column of the last rows.
func programOf(d *domain.Domain, p plan.Path, column string) *plan.Program {
	moves := make([]plan.Move, len(p.Hops)-1)
	for i := range moves {
		moves[i] = plan.Moves(d, &p.Hops[i], &p.Hops[i+1], func(string, string) []string { return nil })[0]
	}
	program := new(plan.Program)
	_, _, rows := program.Chain(p, moves)
	var do plan.Operation = &plan.Count{}
	form := plan.Form{Style: plan.StyleCount}
	if column != plan.Rows {
		table := d.Table(d.Tool(p.Hops[len(p.Hops)-1].Tool).Table)
		do, form = &plan.Project{Columns: []string{column}}, plan.FormOf(table.Column(column))
	}
	program.Answers = []plan.AnswerSpec{{From: program.Add(do, rows), Form: form}}
	return program
}
