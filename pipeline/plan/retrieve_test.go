package plan_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// letters is the domain with texts to write and its tools.
func letters(t *testing.T) (*domain.Domain, *tool.Set) {
	t.Helper()
	const dir = "../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	c, report, err := corpus.Load(context.Background(), dir+"/world", d)
	if err != nil || len(report.Faults) > 0 {
		t.Fatal(err, report)
	}
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d, tools
}

// What a program of a template finds, and why it finds nothing.
func TestWrittenRuns(t *testing.T) {
	d, tools := letters(t)
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), []string{"（2021）甲01民初1号"})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	got := map[string][]string{}
	for _, name := range []string{"plea", "laws", "articles", "note", "outcome"} {
		got[name] = trace.Result(name).Texts()
	}
	want := map[string][]string{
		"plea":     {"货款已经付清"},
		"laws":     {"《甲法》第一条、第三条、《乙法》第二条"},
		"articles": {"乙法第二条", "甲法第三条"}, // of what is cited, those found, in that order; an old version goes by the same name
		"note":     {"付清之后"},           // the first passage has no name
		"outcome":  {"原告某人称，货款未付。被告辩称，货款已经付清。依照《甲法》第一条、第三条、《乙法》第二条，判决如下：驳回原告的诉讼请求。"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff, trace.Result("rules").Passages)
	}
	if n := len(trace.Result("rules").Passages); n != 3 {
		t.Errorf("%d rules found: want as many as asked for, 3", n)
	}
	steps, err := trace.Steps()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if s.Node == "notes" && string(s.Arguments) != `{"k":2,"query":"买卖合同纠纷 货款已经付清"}` {
			t.Errorf("notes are asked for by %s: want both texts in order and how many", s.Arguments)
		}
	}
}

// Two versions of a rule go by one name, which is cited once.
func TestVersionsAreCitedOnce(t *testing.T) {
	d, tools := letters(t)
	p := plan.TemplateProgram(d, d.Template("answer"))
	p.Node("rules").Do = &plan.Retrieve{Tool: "search_rules", Passages: 9}
	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), []string{"（2021）甲01民初1号"})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	if diff := cmp.Diff([]string{"乙法第二条", "甲法第三条", "甲法第一条"}, trace.Result("articles").Texts()); diff != "" {
		t.Error(diff, trace.Result("rules").Passages)
	}
}

func TestWrittenReasons(t *testing.T) {
	d, tools := letters(t)
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		number string
		node   string // that has no result
		reason plan.Reason
	}{
		{"（2021）甲01民初2号", "defendant", plan.Several},
		{"（2021）甲01民初3号", "defendant", plan.Masked},
		{"（2021）甲01民初4号", "plea", plan.Underived},
		{"（2021）甲01民初5号", "articles", plan.Missing},
		{"（2021）甲01民初7号", "", ""},
		{"（2021）甲01民初8号", "plea", plan.Several},
		{"（2021）甲01民初9号", "firm", plan.Missing},
	} {
		trace, reason, err := x.Run(context.Background(), []string{c.number})
		if err != nil {
			t.Fatal(err)
		}
		node := ""
		if reason != "" {
			node = trace.Program.Nodes[len(trace.Results)].Name
		}
		if node != c.node || reason != c.reason {
			t.Errorf("%s: %s %q: want %s %q", c.number, node, reason, c.node, c.reason)
		}
	}
}

// Programs of templates survive JSON.
func TestWrittenJSON(t *testing.T) {
	d, _ := letters(t)
	p := plan.TemplateProgram(d, d.Template("answer"))
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var q plan.Program
	if err := json.Unmarshal(b, &q); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, &q); diff != "" {
		t.Error(diff)
	}
}

// Operations over texts and passages refuse what they cannot work on.
func TestTextTypes(t *testing.T) {
	d, _ := letters(t)
	start := plan.Node{Name: "start", Do: &plan.Start{Entity: "case_number"}}
	row := plan.Node{Name: "case", From: []string{"start"}, Do: &plan.Call{Tool: "get_case"}}
	text := plan.Node{Name: "text", From: []string{"case"}, Do: &plan.Project{Columns: []string{"判决结果"}}}
	day := plan.Node{Name: "day", From: []string{"case"}, Do: &plan.Project{Columns: []string{"立案日期"}}}
	amount := plan.Node{Name: "amount", From: []string{"case"}, Do: &plan.Project{Columns: []string{"涉案金额（元）"}}}
	rules := plan.Node{Name: "rules", From: []string{"text"}, Do: &plan.Retrieve{Tool: "search_rules", Passages: 3}}
	notes := plan.Node{Name: "notes", From: []string{"text"}, Do: &plan.Retrieve{Tool: "search_notes", Passages: 3}}
	for _, c := range []struct {
		from []string
		do   plan.Operation
		want string // part of the error; "" for none
	}{
		{[]string{"text"}, &plan.Extract{Pattern: "(.)"}, ""},
		{[]string{"start"}, &plan.Extract{Pattern: "(.)"}, ""},
		{[]string{"case"}, &plan.Extract{Pattern: "(.)"}, "a single text"},
		{[]string{"amount"}, &plan.Extract{Pattern: "(.)"}, "a single text"},
		{[]string{"text"}, &plan.Extract{Pattern: "."}, "with a group"},
		{[]string{"text"}, &plan.Extract{Pattern: "("}, "with a group"},
		{[]string{"start", "text"}, &plan.Retrieve{Tool: "search_rules", Passages: 1}, ""},
		{[]string{"rules"}, &plan.Retrieve{Tool: "search_rules", Passages: 1}, "each a single text"},
		{nil, &plan.Retrieve{Tool: "search_rules", Passages: 1}, "each a single text"},
		{[]string{"text"}, &plan.Retrieve{Tool: "get_case", Passages: 1}, "declared retriever"},
		{[]string{"text"}, &plan.Retrieve{Tool: "search_rules"}, "0 passages"},
		{[]string{"text"}, &plan.Retrieve{Tool: "search_rules", Passages: 101}, "101 passages"},
		{[]string{"rules"}, &plan.Cite{Which: domain.CiteFirst}, ""},
		{[]string{"rules", "text"}, &plan.Cite{Which: domain.CiteAll}, ""},
		{[]string{"rules", "text"}, &plan.Cite{Which: domain.CiteFirst}, "want a day"},
		{[]string{"rules", "day"}, &plan.Cite{Which: domain.CiteFirst}, "passages with versions"},
		{[]string{"rules", "text", "day"}, &plan.Cite{Which: domain.CiteAll}, "passages with versions"},
		{[]string{"rules", "text", "text"}, &plan.Cite{Which: domain.CiteAll}, "want a day"},
		{[]string{"rules", "text", "text", "day"}, &plan.Cite{Which: domain.CiteFirst}, "want"},
		{[]string{"text", "day"}, &plan.Retrieve{Tool: "search_rules", Passages: 1}, "each a single text"},
		{[]string{"rules"}, &plan.Cite{Which: domain.CiteAll}, "one text as second input"},
		{[]string{"notes", "text"}, &plan.Cite{Which: domain.CiteAll}, "texts cite"},
		{[]string{"text"}, &plan.Cite{Which: domain.CiteFirst}, "first input is not passages"},
		{[]string{"rules"}, &plan.Cite{Which: "last"}, "want first or all"},
	} {
		p := &plan.Program{Nodes: []plan.Node{start, row, text, day, amount, rules, notes, {Name: "last", From: c.from, Do: c.do}}}
		p.Answers = []plan.AnswerSpec{{From: "text", Form: plan.Form{Style: plan.StyleText}}}
		_, err := p.Types(d)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s of %q: %v: want none", c.do.Kind(), c.from, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s of %q: %v: want %q", c.do.Kind(), c.from, err, c.want)
		}
	}
}

// Retrievals count as hops and stand on the path, and who they are read with shows.
func TestWrittenStructure(t *testing.T) {
	d, _ := letters(t)
	p := plan.TemplateProgram(d, d.Template("answer"))
	want := plan.Structure{Hops: 2, Fanout: 4, Operators: []plan.Operator{"branches", "cite", "extract", "list", "retrieve"}}
	if diff := cmp.Diff(want, p.Structure(d)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"get_case", "get_company", "get_court", "search_rules", "search_notes"}, p.Tools()); diff != "" {
		t.Error(diff)
	}
}
