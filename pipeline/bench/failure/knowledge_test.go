package failure_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// The entities that the tasks of testdata/knowledge.json start from.
const (
	restricted = "（2019）苏0599执1779号"
	listed     = "青岚精密仪器股份有限公司"
	sued       = "（2019）苏0599民初2107号"
)

// lettersTools returns the tools of the domain that searches passages.
func lettersTools(t testing.TB) *tool.Set {
	t.Helper()
	const dir = "../../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	_, tools := toytest.Load(t, d, dir+"/world")
	return tools
}

// defence is the task of the domain that searches passages: to write an answer that cites rules.
func defence(t testing.TB, tools *tool.Set) *task.Task {
	t.Helper()
	d := tools.Domain()
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), []string{"（2021）甲01民初1号"})
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	made, err := task.New(d, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// question is a task with the tools that it is answered with.
type question struct {
	task  *task.Task
	tools *tool.Set
}

// questions returns the tasks of testdata/knowledge.json, by name.
func questions(t testing.TB) map[string]question {
	t.Helper()
	_, legal := toytest.Load(t, toytest.Domain(t, "legal"), "../../draft/testdata/world")
	letters := lettersTools(t)
	of := func(entity, name string, form plan.Form, chain ...plan.Operation) question {
		return question{askingOf(t, legal, plan.Start{Entity: entity, Value: []string{name}}, form, chain...), legal}
	}
	column := func(name string) plan.Operation { return &plan.Project{Columns: []string{name}} }
	text, day := plan.Form{Style: plan.StyleText}, plan.Form{Style: plan.StyleDate}
	return map[string]question{
		"day of filing":  of("case_number", restricted, day, &plan.Call{Tool: "get_restriction_case"}, column("立案日期")),
		"year of filing": of("case_number", restricted, plan.Form{Style: plan.StyleDate, Layout: plan.LayoutYear}, &plan.Call{Tool: "get_restriction_case"}, column("立案日期")),
		"days of filing": of("company", "云溪砾石管网有限公司", day, &plan.Call{Tool: "get_restriction_case_company_list"},
			&plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, column("立案日期")),
		"unfulfilled": of("case_number", restricted, plan.Form{Style: plan.StyleNumber, Unit: "万元", Places: 2}, &plan.Call{Tool: "get_finalized_case"}, column("未履行金额（元）")),
		"manager":     of("company", listed, text, &plan.Call{Tool: "get_company_info"}, column("总经理")),
		"head of defence": of("case_number", sued, text, &plan.Call{Tool: "get_legal_document"}, column("被告律师事务所"),
			&plan.Call{Tool: "get_lawfirm_info"}, column("律师事务所负责人")),
		"court":         of("case_number", restricted, text, &plan.Derive{Derivation: "case_number_court_code"}, &plan.Call{Tool: "get_court_code"}, column("法院名称")),
		"defence":       {defence(t, letters), letters},
		"keyed defence": {keyedDefence(defence(t, letters)), letters},
	}
}

// keyedDefence returns a defence whose plan searches nothing, and which must name the defendant and
// one of two articles.
func keyedDefence(k *task.Task) *task.Task {
	k.Steps = slices.DeleteFunc(slices.Clone(k.Steps), func(s plan.Step) bool { return s.Op == "retrieve" || s.Op == "cite" })
	k.KeyAnswer, k.KeyMiddle = []string{"李水清", "《甲法》第三条"}, nil
	k.AnswerValues = []value.Answer{{Kind: value.Text, Text: "李水清"}, {Kind: value.Text, Text: "《甲法》第三条", Aliases: []string{"《乙法》第二条"}}}
	return k
}

// Made-up transcripts of agents that lack legal knowledge or misread the law, and of agents that
// come near and do not.
func TestKnowledge(t *testing.T) {
	b, err := os.ReadFile("testdata/knowledge.json")
	if err != nil {
		t.Fatal(err)
	}
	var transcripts []struct {
		Name, Task string
		Calls      []struct {
			Tool      string
			Arguments json.RawMessage
		}
		Answer string
		End    agent.Ending
		Class  failure.Class
		Detail string
	}
	if err := json.Unmarshal(b, &transcripts); err != nil {
		t.Fatal(err)
	}
	tasks := questions(t)
	counts := map[failure.Class]int{}
	for _, tt := range transcripts {
		q, ok := tasks[tt.Task]
		if !ok {
			t.Errorf("%s: no task %q", tt.Name, tt.Task)
			continue
		}
		var calls []made
		for _, c := range tt.Calls {
			calls = append(calls, made{c.Tool, string(c.Arguments)})
		}
		tr := play(t, q.tools, calls, tt.Answer)
		if tt.End != "" {
			tr.End = tt.End
		}
		got := classify(q.task, tr, q.tools.Domain())
		if got.Class != tt.Class || !strings.Contains(got.Detail, tt.Detail) {
			t.Errorf("%s: Classify = %q (%s), want %q (… %s …); key %q", tt.Name, got.Class, got.Detail, tt.Class, tt.Detail, q.task.KeyAnswer)
		}
		counts[got.Class]++
	}
	for _, c := range []failure.Class{failure.Concept, failure.Unconsulted, failure.Misread} {
		if counts[c] < 2 {
			t.Errorf("%d transcripts of class %q, want some", counts[c], c)
		}
	}
}

// Where an article is asked for, another that was returned is misread; one that was not is not, nor
// is another paragraph of the right one, nor an article that the text of a provision mentions.
func TestMisreadProvision(t *testing.T) {
	d := toytest.Domain(t, "statutes")
	k := &task.Task{
		Family: task.Locate, Type: task.Locate, Language: "zh", Question: "这段话在《甲法》第几条？", Answer: "第十五条第一款。",
		KeyAnswer: []string{"第十五条第一款"}, AnswerValues: []value.Answer{{Kind: value.Text, Text: "第十五条第一款"}},
	}
	for answer, want := range map[string]failure.Class{
		"在第十五条第一款。": "", "在第十七条。": failure.Misread, "在第十七条第三款。": failure.Misread, "在第二十条。": failure.Answering,
		"在第十五条第二款。": failure.Answering, "在第九条。": failure.Answering,
	} {
		tr := &agent.Transcript{Answer: answer, End: agent.Finished, Calls: []agent.ObservedCall{
			{Tool: "find_provision", Arguments: []byte(`{"text": "？", "version": "甲法"}`), Observation: `{"unit": "第十五条第一款"}`},
			{Tool: "get_provision", Arguments: []byte(`{"reference": "甲法第十七条"}`), Observation: `{"unit": "第十七条", "text": "违反本法第九条的，` + strings.Repeat("责令改正，", 30) + `"}`},
		}}
		got := failure.Classify(k, tr, task.Grade(k, tr.Attempt()), d)
		if got.Class != want {
			t.Errorf("%s: Classify = %q (%s), want %q", answer, got.Class, got.Detail, want)
		}
	}
}

// A plan from elsewhere, whose answers or derivations come from nowhere, is read without harm.
func TestPlansFromNowhere(t *testing.T) {
	for name, damage := range map[string]func(*plan.Program){
		"manager": func(p *plan.Program) { p.Answers[0].From = "nowhere" },
		"court":   func(p *plan.Program) { p.Nodes[1].From = nil },
	} {
		q := questions(t)[name]
		damage(q.task.Plan)
		tr := play(t, q.tools, []made{{"get_company_info", `{"identifier": "` + listed + `"}`}, {"get_court_code", `{"identifier": "苏0599"}`}, {"get_court_code", `{"identifier": "苏"}`}}, "不知道，也许是张三。")
		classify(q.task, tr, q.tools.Domain())
	}
}
