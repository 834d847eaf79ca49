package plan_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A program of two lookups over the toy domain: who heads the court that heard the
// company's case with the largest amount involved? Each node of the trace is a step, with
// the tool it called and the texts that it hands on. Package proof goes on with this task.
func Example() {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	c, _, err := corpus.Load(context.Background(), filepath.Join("..", "command", "testdata", "toy"), d)
	if err != nil {
		log.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		log.Fatal(err)
	}

	p := new(plan.Program)
	company := p.Add(&plan.Start{Entity: "company", Value: []string{"青岚机械有限公司"}})
	cases := p.Add(&plan.Call{Tool: "get_company_cases"}, company)
	largest := p.Add(&plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, cases)
	court := p.Add(&plan.Project{Columns: []string{"审理法院"}}, largest)
	row := p.Add(&plan.Call{Tool: "get_court"}, court)
	head := p.Add(&plan.Project{Columns: []string{"法院负责人"}}, row)
	p.Answers = []plan.AnswerSpec{{From: head, Form: plan.Form{Style: plan.StyleText}}}

	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		log.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil || reason != "" {
		log.Fatal(err, reason)
	}
	steps, err := trace.Steps()
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range steps {
		fmt.Println(strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %d rows %v", s.Node, s.Op, s.Tool, s.Rows, s.Selected)), " "))
	}
	fmt.Printf("node without a choice: %q\n", trace.Idle())
	// Output:
	// r1 start 0 rows [青岚机械有限公司]
	// r2 call get_company_cases 4 rows []
	// r3 superlative 1 rows []
	// r4 project 0 rows [青岚市南汀区人民法院]
	// r5 call get_court 1 rows []
	// r6 project 0 rows [宿云帆]
	// node without a choice: ""
}
