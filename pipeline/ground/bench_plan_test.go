package ground_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// latestFirm asks for the city of the law firm that acted for the plaintiff in the
// latest of a company's court rulings: three lookups, the first with a superlative.
var latestFirm = &plan.Program{
	Nodes: []plan.Node{
		{Name: "company", Do: &plan.Start{Entity: "company"}},
		{Name: "rulings", From: []string{"company"}, Do: &plan.Call{Tool: "get_legal_document_company_list"}},
		{Name: "latest", From: []string{"rulings"}, Do: &plan.Superlative{Column: "日期", Order: plan.Max}},
		{Name: "name", From: []string{"latest"}, Do: &plan.Project{Columns: []string{"原告律师事务所"}}},
		{Name: "firm", From: []string{"name"}, Do: &plan.Call{Tool: "get_lawfirm_info"}},
		{Name: "place", From: []string{"firm"}, Do: &plan.Project{Columns: []string{"事务所地址"}}},
		{Name: "address", From: []string{"place"}, Do: &plan.Call{Tool: "get_address_info"}},
		{Name: "city", From: []string{"address"}, Do: &plan.Project{Columns: []string{"城市"}}},
	},
	Answers: []plan.AnswerSpec{{From: "city", Form: plan.Form{Style: plan.StyleText}}},
}

// BenchmarkPlan executes one plan from 10,000 start entities, the companies of the
// first rows of CompanyRegister, tool by tool and keeping every trace, on one
// goroutine. TASKGROVE_WORLD names a directory with the tables of the legal domain;
// .ci/ground-vs-sqlite exports the generated world there and asks SQLite the same.
// TASKGROVE_ANSWERS names a file for the answers, a line each of start and answer.
func BenchmarkPlan(b *testing.B) {
	dir := os.Getenv("TASKGROVE_WORLD")
	if dir == "" {
		b.Skip("no tables to run over: set TASKGROVE_WORLD to a directory with those of the legal domain, or use .ci/ground-vs-sqlite")
	}
	d := toytest.Domain(b, "legal")
	c, tools := toytest.Load(b, d, dir)
	x, err := plan.NewExecutor(d, tools, latestFirm)
	if err != nil {
		b.Fatal(err)
	}
	starts := companies(c, 10_000)
	b.Run(fmt.Sprintf("hops=3/starts=%d", len(starts)), func(b *testing.B) {
		var answers bytes.Buffer
		for b.Loop() {
			answers.Reset()
			for _, start := range starts {
				trace, reason, err := x.Run(context.Background(), start)
				if err != nil {
					b.Fatal(err)
				}
				if reason == "" {
					fmt.Fprintf(&answers, "%s\t%s\n", start[0], trace.Result("city").Texts()[0])
				}
			}
		}
		b.ReportMetric(float64(b.N*len(starts))/b.Elapsed().Seconds(), "starts/s")
		b.ReportMetric(float64(bytes.Count(answers.Bytes(), []byte("\n"))), "answers")
		if name := os.Getenv("TASKGROVE_ANSWERS"); name != "" {
			if err := os.WriteFile(name, answers.Bytes(), 0o666); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// companies returns the names in the first rows of CompanyRegister.
func companies(c *corpus.Corpus, n int) [][]string {
	t := c.Table("CompanyRegister")
	col := t.Column("公司名称")
	var names [][]string
	for row := range min(n, t.Len()) {
		names = append(names, []string{t.Cell(row, col).Values[0].Text})
	}
	return names
}
