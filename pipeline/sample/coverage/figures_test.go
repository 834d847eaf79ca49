package coverage_test

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Second readings are those of tasks that were checked; a set without checks does not tell.
func TestSecondReadings(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	checked := func(id string, v task.CheckVerdict) *task.Task {
		return &task.Task{ID: id, Family: task.Multihop, Type: "1-hop", Question: id, KeyAnswer: []string{id}, Checks: []task.CheckResult{{Name: "unambiguous", Verdict: v}}}
	}
	unchecked := &task.Task{ID: "c", Family: task.Multihop, Type: "1-hop", Question: "c", KeyAnswer: []string{"c"}}
	for _, c := range []struct {
		tasks []*task.Task
		want  coverage.TaskShare
		line  string
	}{
		{[]*task.Task{checked("a", task.Pass), checked("b", task.Fail), unchecked}, coverage.TaskShare{N: 1, Of: 2}, "1 of 2 (50.0 %)"},
		{[]*task.Task{unchecked}, coverage.TaskShare{}, "not known"},
	} {
		f, err := coverage.MeasureFigures(d, c.tasks)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := f.Text(&text); err != nil {
			t.Fatal(err)
		}
		if f.SecondReadings != c.want || !strings.Contains(text.String(), c.line) {
			t.Errorf("second readings %v in\n%s\nwant %v, %q", f.SecondReadings, text.String(), c.want, c.line)
		}
	}
}

// Three questions over the legal domain: a fine in a sum with a claim, the most frequent case
// number, and a registered capital; two of them say "唯一", and two have one company.
func TestFigures(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	question := func(text string, hops int, key value.Answer, p *plan.Program, company string) *task.Task {
		p = p.Bind([]string{company})
		out := &task.Task{ID: text, Family: task.Multihop, Type: "2-hop", Language: "zh", Question: text, Plan: p, KeyAnswer: []string{key.Text}, AnswerValues: []value.Answer{key}}
		out.Structure.Hops = hops
		out.Entities = []task.Entity{{Type: "company", Name: []string{company}}}
		return out
	}
	number := func(text string) value.Answer { return value.Answer{Kind: value.Number, Text: text, Number: text} }

	sum := new(plan.Program)
	start := sum.Add(&plan.Start{Entity: "company"})
	fines := sum.Add(&plan.Aggregate{Function: plan.Sum, Column: "处罚金额（元）"}, sum.Add(&plan.Call{Tool: "get_administrative_case_company_list"}, start))
	claims := sum.Add(&plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}, sum.Add(&plan.Call{Tool: "get_legal_document_company_list"}, start))
	sum.Answers = []plan.AnswerSpec{{From: sum.Add(&plan.Arithmetic{Function: plan.Add}, fines, claims), Form: plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}}}

	frequent := new(plan.Program)
	rows := frequent.Add(&plan.Call{Tool: "get_legal_document_company_list"}, frequent.Add(&plan.Start{Entity: "company"}))
	frequent.Answers = []plan.AnswerSpec{{From: frequent.Add(&plan.Frequent{Column: "案号"}, rows), Form: plan.Form{Style: plan.StyleText}}}

	capital := new(plan.Program)
	row := capital.Add(&plan.Call{Tool: "get_company_register"}, capital.Add(&plan.Start{Entity: "company"}))
	capital.Answers = []plan.AnswerSpec{{From: capital.Add(&plan.Project{Columns: []string{"注册资本"}}, row), Form: plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}}}

	tasks := []*task.Task{
		question("唯一一件的罚款与涉案金额之和", 3, number("-5"), sum, "甲公司"),
		question("唯一的案号", 3, value.Answer{Kind: value.Text, Text: "-5"}, frequent, "甲公司"),
		question("注册资本", 2, number("0.00"), capital, "乙公司"),
	}
	tasks[2].Bystander = &task.Entity{Type: "company", Name: []string{"丙公司"}}
	f, err := coverage.MeasureFigures(d, tasks)
	if err != nil {
		t.Fatal(err)
	}
	want := coverage.Figures{
		Questions: 3, Commonest: coverage.TaskShare{N: 3, Of: 3}, CommonestType: "company", MostEntity: coverage.TaskShare{N: 2, Of: 3},
		SharedKeys: coverage.TaskShare{N: 2, Of: 2}, Only: coverage.TaskShare{N: 2, Of: 3}, Computed: coverage.TaskShare{N: 1, Of: 1}, Unrelated: coverage.TaskShare{N: 1, Of: 1},
		Senseless: coverage.TaskShare{N: 1, Of: 3}, Matters: coverage.TaskShare{N: 3, Of: 3}, Passages: coverage.TaskShare{N: 0, Of: 3}, Zero: 1, Negative: 1,
		LongWays: coverage.TaskShare{N: 0, Of: 3}, Bystanders: coverage.TaskShare{N: 1, Of: 3}, Skeletons: coverage.TaskShare{N: 3, Of: 3},
	}
	if *f != want {
		t.Errorf("MeasureFigures = %+v, want %+v", *f, want)
	}
	var b strings.Builder
	if err := f.Text(&b); err != nil || !strings.Contains(b.String(), "2 of 3 (66.7 %)") {
		t.Errorf("Text = %v\n%s", err, b.String())
	}
}
