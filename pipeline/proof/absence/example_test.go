package absence_test

import (
	"context"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/proof/absence"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// The twin of a task asks the same question where the row with the answer is missing, and
// has a proof that nothing else tells it.
func ExampleTwins() {
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

	twins, dropped, err := absence.Twins(ctx, proof.Sources{Domain: d, Corpus: c, Tools: tools}, tools, []*task.Task{t}, 1)
	if err != nil || len(dropped) > 0 {
		log.Fatal(err, dropped)
	}
	for _, twin := range twins {
		fmt.Println(twin.Question)
		fmt.Println("with the row:   ", t.Answer)
		fmt.Println("without the row:", twin.Answer)
		fmt.Println(twin.Checks[0].Detail)
	}
	// Output:
	// Who heads 青岚市中级人民法院?
	// with the row:    The head of 青岚市中级人民法院 is 阮司南.
	// without the row: The answer cannot be found in the data.
	// without row 4 of Court both executions end at r2; 0 rows within 1 hop and 2 near programs: none says what it said or gives the answers
}
