package failure_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// An agent that misspells a name finds nothing, and says so: it has failed by its arguments.
func ExampleClassify() {
	ctx := context.Background()
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	c, _, err := corpus.Load(ctx, "../../command/testdata/toy", d)
	if err != nil {
		log.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		log.Fatal(err)
	}
	p := new(plan.Program)
	name := p.Add(&plan.Start{Entity: "court", Value: []string{"青岚市中级人民法院"}})
	row := p.Add(&plan.Call{Tool: "get_court"}, name)
	head := p.Add(&plan.Project{Columns: []string{"法院负责人"}}, row)
	p.Answers = []plan.AnswerSpec{{From: head, Form: plan.Form{Style: plan.StyleText}}}
	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		log.Fatal(err)
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil || reason != "" {
		log.Fatal(err, reason)
	}
	t, err := task.New(d, trace, "en")
	if err != nil {
		log.Fatal(err)
	}
	t.Question = t.Draft

	args := map[string]any{"identifier": "青岚中级人民法院"}
	result, err := tools.Call(ctx, tool.Call{Tool: "get_court", Args: args})
	if err != nil {
		log.Fatal(err)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		log.Fatal(err)
	}
	trial := &agent.Transcript{
		Calls:  []agent.ObservedCall{{Tool: "get_court", Arguments: raw, Observation: result.Text(), Fault: result.Fault}},
		Answer: "I could not find the court.", End: agent.Finished,
	}
	found := failure.Classify(t, trial, score.Grade(task.Reference(t), trial.Attempt()), d)
	fmt.Printf("%s: %s\n", found.Class, found.Detail)
	// Output:
	// arguments: get_court {"identifier":"青岚中级人民法院"} (missing)
}
