package coverage

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// chain is a program that begins with a company's cases.
func chain(nodes ...plan.Node) *plan.Program {
	p := &plan.Program{Nodes: []plan.Node{
		{Name: "s", Do: &plan.Start{Entity: "company", Value: []string{"青岚机械有限公司"}}},
		{Name: "cases", From: []string{"s"}, Do: &plan.Call{Tool: "get_company_cases"}},
	}}
	p.Nodes = append(p.Nodes, nodes...)
	return p
}

func node(name string, do plan.Operation, from ...string) plan.Node {
	return plan.Node{Name: name, From: from, Do: do}
}

func names[E comparable](set map[E]bool) []E {
	var list []E
	for e := range set {
		list = append(list, e)
	}
	return list
}

func TestUses(t *testing.T) {
	d := toytest.Domain(t, "toy")
	latest := node("latest", &plan.Superlative{Column: "立案日期", Order: plan.Max}, "cases")
	count := plan.Form{Style: plan.StyleCount}
	text := plan.Form{Style: plan.StyleText}
	money := plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}
	with := func(p *plan.Program, from string, form plan.Form) *plan.Program {
		p.Answers = []plan.AnswerSpec{{From: from, Form: form}}
		return p
	}
	for _, tt := range []struct {
		name        string
		program     *plan.Program
		transitions []Transition
		asked, read []string // tool.column
		entities    []string
	}{
		{
			"a chain", with(chain(latest, node("court", &plan.Project{Columns: []string{"审理法院"}}, "latest"),
				node("row", &plan.Call{Tool: "get_court"}, "court"), node("level", &plan.Project{Columns: []string{"法院级别"}}, "row")), "level", text),
			[]Transition{{"get_company_cases", "get_court"}},
			[]string{"get_court.法院级别"},
			[]string{"get_company_cases.审理法院", "get_company_cases.立案日期", "get_court.法院级别"},
			[]string{"company", "court"},
		},
		{
			"a derivation", with(chain(latest, node("number", &plan.Project{Columns: []string{"案号"}}, "latest"),
				node("code", &plan.Derive{Derivation: "case_number_court_code"}, "number"),
				node("row", &plan.Call{Tool: "get_court"}, "code"), node("level", &plan.Project{Columns: []string{"法院级别"}}, "row")), "level", text),
			[]Transition{{"get_company_cases", "get_court"}},
			[]string{"get_court.法院级别"},
			[]string{"get_company_cases.案号", "get_company_cases.立案日期", "get_court.法院级别"},
			[]string{"case_number", "company", "court_code"},
		},
		{
			"a count of what names the start", with(chain(
				node("sued", &plan.Filter{Column: "被告", Comparison: plan.Names}, "cases", "s"), node("n", &plan.Count{}, "sued")), "n", count),
			nil, []string{"get_company_cases.*"}, []string{"get_company_cases.*", "get_company_cases.被告"}, []string{"company"},
		},
		{
			"a count of what names another", with(chain(
				node("row", &plan.Call{Tool: "get_company"}, "s"), node("parent", &plan.Project{Columns: []string{"母公司"}}, "row"),
				node("sued", &plan.Filter{Column: "被告", Comparison: plan.Names}, "cases", "parent"), node("n", &plan.Count{}, "sued")), "n", count),
			nil,
			[]string{"get_company_cases.*"},
			[]string{"get_company.母公司", "get_company_cases.*", "get_company_cases.被告"},
			[]string{"company"},
		},
		{
			"branches that meet", with(chain(
				node("sum", &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}, "cases"),
				node("row", &plan.Call{Tool: "get_company"}, "s"), node("capital", &plan.Project{Columns: []string{"注册资本"}}, "row"),
				node("both", &plan.Arithmetic{Function: plan.Add}, "sum", "capital")), "both", money),
			nil,
			[]string{"get_company.注册资本", "get_company_cases.涉案金额（元）"},
			[]string{"get_company.注册资本", "get_company_cases.涉案金额（元）"},
			[]string{"company"},
		},
		{
			"a lookup for each of a set", with(chain(node("courts", &plan.Project{Columns: []string{"审理法院"}}, "cases"),
				node("rows", &plan.Call{Tool: "get_court", Each: true}, "courts"), node("n", &plan.Count{}, "rows")), "n", count),
			[]Transition{{"get_company_cases", "get_court"}},
			[]string{"get_court.*"}, []string{"get_company_cases.审理法院", "get_court.*"}, []string{"company", "court"},
		},
	} {
		steps := []plan.Step{{Op: "call", Tool: "finish"}}
		for _, tool := range tt.program.Tools() {
			steps = append(steps, plan.Step{Op: "call", Tool: tool})
		}
		u, err := usesOf(d, &task.Task{ID: "task", Plan: tt.program, Structure: tt.program.Structure(d), Path: strings.Join(tt.program.Tools(), plan.Separator), Steps: steps})
		if err != nil {
			t.Fatal(err)
		}
		columns := func(set map[ToolColumn]bool) []string {
			var list []string
			for a := range set {
				list = append(list, a.Tool+"."+a.Column)
			}
			slices.Sort(list)
			return list
		}
		if got := names(u.transitions); !slices.Equal(got, tt.transitions) {
			t.Errorf("%s: transitions %v, want %v", tt.name, got, tt.transitions)
		}
		if got := columns(u.answers); !slices.Equal(got, tt.asked) {
			t.Errorf("%s: asked for %v, want %v", tt.name, got, tt.asked)
		}
		if got := columns(u.columns); !slices.Equal(got, tt.read) {
			t.Errorf("%s: reads %v, want %v", tt.name, got, tt.read)
		}
		if got := names(u.entities); !slices.Equal(slices.Sorted(slices.Values(got)), tt.entities) {
			t.Errorf("%s: is about %v, want %v", tt.name, got, tt.entities)
		}
		if !u.tools["finish"] || !u.starts["company"] {
			t.Errorf("%s: tools %v, starts %v, want finish and company among them", tt.name, names(u.tools), names(u.starts))
		}
	}
}
