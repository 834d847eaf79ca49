package proof_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// The task that package plan's example executes, from its trace to its proof: the draft
// asks for the trace's answer, and every check says what it established.
func Example() {
	ctx := context.Background()
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	c, _, err := corpus.Load(ctx, filepath.Join("..", "command", "testdata", "toy"), d)
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
	trace, reason, err := x.Run(ctx, nil)
	if err != nil || reason != "" {
		log.Fatal(err, reason)
	}
	t, err := task.New(d, trace, "en")
	if err != nil {
		log.Fatal(err)
	}
	t.Question = t.Draft
	fmt.Println(t.Question)
	fmt.Println(t.Answer)

	results, err := proof.Verdicts(ctx, proof.Checks(proof.Sources{Domain: d, Corpus: c, Tools: tools}), t)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Printf("%s %s: %s\n", r.Name, r.Verdict, r.Detail)
	}
	// Output:
	// Who heads the court that tried the court case with the highest amount involved of 青岚机械有限公司?
	// The head of the court that tried the court case with the largest amount involved of 青岚机械有限公司 is 宿云帆.
	// executed pass: 6 nodes by 3 tool calls agree with joins over whole tables on 1 answer
	// unique pass: r2 get_company_cases 4 rows, r3 superlative 1, r5 get_court 1 row
	// needed pass: nothing nearer than 2 lookups gives the answer; 1 dropped step with another answer: r3 superlative = 宿云帆、郦怀瑾、闵疏影、阮司南
	// discriminating pass: 4 neighbours with another answer: r3 order min = 阮司南, r3 place 2 = 闵疏影, r6 asked 法院级别 = 基层法院, r6 earlier 案由 = 买卖合同纠纷; none: r6 asked 联系电话
	// unambiguous pass: 2 readings with the same answer: r2 collection get_company_cases by 原告, 被告 too, r2 collection get_company_cases by 原告, 被告
	// gradable pass: 1 keyword and 2 keywords on the way; the trace scores 100 %, 4 agents who know nothing and 27 attackers 0 %
}
