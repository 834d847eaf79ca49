package draft_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// latestCourt asks for the court level of a company's latest case.
const latestCourt = `{"nodes": [
	{"name": "r1", "op": "start", "entity": "company", "value": ["青岚机械有限公司"]},
	{"name": "r2", "op": "call", "from": ["r1"], "tool": "get_company_cases"},
	{"name": "r3", "op": "superlative", "from": ["r2"], "column": "立案日期", "order": "max"},
	{"name": "r4", "op": "project", "from": ["r3"], "columns": ["审理法院"]},
	{"name": "r5", "op": "call", "from": ["r4"], "tool": "get_court"},
	{"name": "r6", "op": "project", "from": ["r5"], "columns": ["法院级别"]}],
	"answers": [{"from": "r6", "form": {"style": "text"}}]}`

// A question is written from the program alone.
func ExampleQuestion() {
	d, p := toyProgram(latestCourt)
	for _, lang := range d.Languages {
		question, err := draft.Question(d, p, lang)
		if err != nil {
			panic(err)
		}
		fmt.Println(question)
	}
	// Output:
	// 青岚机械有限公司的关联案件中，立案日期最晚的一件由一家法院审理。请给出该法院的法院级别。
	// Give the court level of the court that tried the court case of 青岚机械有限公司 with the latest filing date.
}

// An answer needs the trace of an execution as well.
func ExampleAnswer() {
	ctx := context.Background()
	d, p := toyProgram(latestCourt)
	rows, _, err := corpus.Load(ctx, "../command/testdata/toy", d)
	if err != nil {
		panic(err)
	}
	tools, err := tool.New(rows)
	if err != nil {
		panic(err)
	}
	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		panic(err)
	}
	trace, reason, err := x.Run(ctx, p.Entities()[0].Value)
	if err != nil || reason != "" {
		panic(fmt.Sprint(reason, err))
	}
	answer, err := draft.Answer(d, p, trace, "en")
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Sentence)
	fmt.Println("key_answer:", answer.Keys)
	fmt.Println("key_middle:", answer.Middle)
	// Output:
	// The court level of the court that tried the court case of 青岚机械有限公司 with the latest filing date is 中级法院.
	// key_answer: [中级法院]
	// key_middle: [2021-07-06 松屿市中级人民法院]
}

func toyProgram(text string) (*domain.Domain, *plan.Program) {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	p := new(plan.Program)
	if err := json.Unmarshal([]byte(text), p); err != nil {
		panic(err)
	}
	return d, p
}
