package task_test

import (
	"context"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A task is made from the trace of an executed plan: here the company's cases, the one
// with the largest amount, its court, and the head of that court.
func ExampleNew() {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	dir, err := toytest.Dir()
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	tables, _, err := corpus.Load(ctx, dir, d)
	if err != nil {
		log.Fatal(err)
	}
	tools, err := tool.New(tables)
	if err != nil {
		log.Fatal(err)
	}
	program := &plan.Program{
		Nodes: []plan.Node{
			{Name: "company", Do: &plan.Start{Entity: "company", Value: []string{"青岚机械有限公司"}}},
			{Name: "cases", Do: &plan.Call{Tool: "get_company_cases"}, From: []string{"company"}},
			{Name: "largest", Do: &plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, From: []string{"cases"}},
			{Name: "name", Do: &plan.Project{Columns: []string{"审理法院"}}, From: []string{"largest"}},
			{Name: "court", Do: &plan.Call{Tool: "get_court"}, From: []string{"name"}},
			{Name: "head", Do: &plan.Project{Columns: []string{"法院负责人"}}, From: []string{"court"}},
		},
		Answers: []plan.AnswerSpec{{From: "head", Form: plan.Form{Style: plan.StyleText}}},
	}
	executor, err := plan.NewExecutor(d, tools, program)
	if err != nil {
		log.Fatal(err)
	}
	trace, reason, err := executor.Run(ctx, nil)
	if err != nil || reason != "" {
		log.Fatal(reason, err)
	}
	t, err := task.New(d, trace, "en")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Type, t.Path)
	fmt.Println(t.Draft)
	fmt.Println(t.Answer)
	fmt.Println(t.KeyAnswer, t.KeyMiddle)
	// Output:
	// 2-hop get_company_cases----get_court
	// Who heads the court that tried the court case with the highest amount involved of 青岚机械有限公司?
	// The head of the court that tried the court case with the largest amount involved of 青岚机械有限公司 is 宿云帆.
	// [宿云帆] [120,000,000.00 青岚市南汀区人民法院]
}
