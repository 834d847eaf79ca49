package failure_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// asking makes a task of a chain of operations from a company.
func asking(t testing.TB, tools *tool.Set, company string, form plan.Form, chain ...plan.Operation) *task.Task {
	t.Helper()
	return askingOf(t, tools, plan.Start{Entity: "company", Value: []string{company}}, form, chain...)
}

// askingOf makes a task of a chain of operations from any start.
func askingOf(t testing.TB, tools *tool.Set, start plan.Start, form plan.Form, chain ...plan.Operation) *task.Task {
	t.Helper()
	p := &plan.Program{Nodes: []plan.Node{{Name: "r0", Do: &start}}}
	for i, do := range chain {
		p.Nodes = append(p.Nodes, plan.Node{Name: "r" + string(rune('1'+i)), From: []string{p.Nodes[i].Name}, Do: do})
	}
	p.Answers = []plan.AnswerSpec{{From: p.Nodes[len(chain)].Name, Form: form}}
	x, err := plan.NewExecutor(tools.Domain(), tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	made, err := task.New(tools.Domain(), trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// made is a call of an agent: a tool and its arguments as JSON.
type made struct{ tool, args string }

// play makes calls and returns what an agent did that made them and answered.
func play(t testing.TB, tools tool.Caller, calls []made, answer string) *agent.Transcript {
	t.Helper()
	tr := &agent.Transcript{Answer: answer, Calls: []agent.ObservedCall{}, End: agent.Finished}
	for _, c := range calls {
		var args any
		if err := json.Unmarshal([]byte(c.args), &args); err != nil {
			t.Fatal(err)
		}
		got, err := tools.Call(t.Context(), tool.Call{Tool: c.tool, Args: args})
		if err != nil {
			t.Fatal(err)
		}
		tr.Calls = append(tr.Calls, agent.ObservedCall{Tool: c.tool, Arguments: json.RawMessage(c.args), Observation: got.Text(), Fault: got.Fault})
	}
	return tr
}

// classify scores a transcript and says why it failed.
func classify(k *task.Task, tr *agent.Transcript, d *domain.Domain) failure.Diagnosis {
	return failure.Classify(k, tr, graded(k, tr), d)
}

// graded scores a transcript.
func graded(k *task.Task, tr *agent.Transcript) score.Score {
	r := task.Reference(k)
	if k.Question == "" {
		r.Question = k.Draft
	}
	if k.Twin != nil {
		r.Removed = k.Twin.Answers
	}
	return score.Grade(r, tr.Attempt())
}

const (
	child   = `{"identifier": "白砾科技有限公司"}`
	parent  = `{"identifier": "青岚机械有限公司"}`
	decline = "根据现有数据，无法查到该问题的答案。"
)

// Each class, and which comes first where there are grounds for two. The task asks for
// the legal representative of the parent of 白砾科技有限公司.
func TestClassify(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleText},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"母公司"}},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"法定代表人"}})
	if k.KeyAnswer[0] != "祁远舟" {
		t.Fatalf("the task's answer is %q", k.KeyAnswer)
	}
	one, two := made{"get_company", child}, made{"get_company", parent}
	said := func(slip agent.ReplyFault) []agent.ModelReply {
		return []agent.ModelReply{{Phase: agent.Acting, Fault: slip, Detail: "why"}}
	}
	tests := []struct {
		name   string
		calls  []made
		answer string
		change func(*agent.Transcript)
		want   failure.Class
		detail string // what it begins with
	}{
		{"solved", []made{one, two}, "祁远舟", nil, "", ""},
		{"solved in spite of a fault", []made{{"get_weather", `{}`}, one, two}, "祁远舟", nil, "", ""},
		{"solved and stuck", []made{one, two}, "祁远舟", func(tr *agent.Transcript) { tr.End = agent.Stuck }, "", ""},
		{"replay that diverged", nil, "", func(tr *agent.Transcript) { tr.End = agent.Diverged }, "", ""},

		{"outside", nil, "是尤嘉禾", func(tr *agent.Transcript) { tr.Calls = nil }, "", ""},
		{"outside, declines", nil, decline, func(tr *agent.Transcript) { tr.Calls = nil }, failure.Refusal, "declined: 根据现有数据"},
		{"outside, hedges", nil, "祁远舟或尤嘉禾", func(tr *agent.Transcript) { tr.Calls = nil }, failure.Answering, "hedged: 祁远舟"},

		{"loop", []made{one, one, one}, "", func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.Loop, "3 times get_company"},
		{"loop written otherwise", []made{one, {"get_company", `{"identifier":"白砾科技有限公司" }`}, one}, decline, func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.Loop, "3 times"},
		{"loop of two", []made{one, two, one, two, one}, "", func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.Loop, "3 times"},
		{"loop until there is no room", []made{one, one, one, one}, "", func(tr *agent.Transcript) { tr.End = agent.Overlong }, failure.Loop, "4 times"},
		{"repeated, and ended", []made{one, one, one}, decline, nil, failure.Planning, "never tried: get_company 青岚机械有限公司"},
		{"exhausted without a loop", []made{one, one}, "", func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.Length, "the turns were used up before get_company 青岚机械有限公司"},
		{"exhausted at another name", []made{one, {"get_company", `{"identifier": "松屿能源有限公司"}`}}, "", func(tr *agent.Transcript) {
			tr.End, tr.Calls[0].Observation = agent.Exhausted, tr.Calls[0].Observation+"松屿能源有限公司"
		}, failure.Length, "the turns were used up before get_company 青岚机械有限公司"},
		{"exhausted after a wrong tool", []made{one, {"get_weather", `{}`}}, "", func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.WrongTool, "get_weather"},

		{"overlong", []made{one}, "", func(tr *agent.Transcript) { tr.End = agent.Overlong }, failure.Length, "the conversation"},
		{"cut off", []made{one}, "", func(tr *agent.Transcript) { tr.Replies = said(agent.CutOff) }, failure.Length, "finished: why"},
		{"cut off before it went on", []made{one}, "尤嘉禾", func(tr *agent.Transcript) { tr.Replies = said(agent.CutOff) }, failure.Planning, "never tried"},
		{"stuck", []made{one}, "", func(tr *agent.Transcript) { tr.End, tr.Replies = agent.Stuck, said(agent.BadForm) }, failure.Form, "stuck: why"},
		{"stuck, nothing known", []made{one}, "", func(tr *agent.Transcript) { tr.End = agent.Stuck }, failure.Form, "stuck"},
		{"stuck at a tool", []made{one}, "", func(tr *agent.Transcript) { tr.End, tr.Replies = agent.Stuck, said(agent.BadTool) }, failure.WrongTool, "stuck: why"},
		{"stuck at arguments", []made{one}, "", func(tr *agent.Transcript) { tr.End, tr.Replies = agent.Stuck, said(agent.BadArguments) }, failure.Arguments, "stuck"},
		{"refused", nil, "", func(tr *agent.Transcript) { tr.End, tr.Replies = agent.Stuck, said(agent.Refused) }, failure.Refusal, "stuck: why"},
		{"broke off", []made{one}, "", func(tr *agent.Transcript) { tr.End, tr.Detail = agent.Failed, "ended with exit status 4" }, failure.Form, "failed: ended with exit status 4"},

		{"broke off after a slip", []made{one}, "", func(tr *agent.Transcript) { tr.End, tr.Replies = agent.Failed, said(agent.BadTool) }, failure.Form, "failed: why"},

		{"no call, declines", nil, decline, nil, failure.Refusal, "declined without a call"},
		{"no call, no answer", nil, "", nil, failure.Planning, "no call and no answer"},
		{"no call, echo", nil, k.Draft, nil, failure.Planning, "no call and no answer"},
		{"no call, an answer", nil, "是张三。", nil, failure.Hallucinated, "answered without a call"},
		{"no call, the answer", nil, "是祁远舟。", nil, failure.Hallucinated, "answered without a call"},
		{"nothing but the end", []made{{"finish", `{"answer": "张三"}`}}, "张三", nil, failure.Hallucinated, "answered without a call"},

		{"misspelt", []made{{"get_company", `{"identifier": "白砾科技公司"}`}}, decline, nil, failure.Arguments, `get_company {"identifier": "白砾科技公司"} (missing)`},
		{"misspelt, and the answer", []made{{"get_company", `{"identifier": "白砾科技公司"}`}}, "是祁远舟。", nil, failure.Arguments, "get_company"},
		{"misspelt later", []made{one, {"get_company", `{"identifier": "青岚公司"}`}}, decline, nil, failure.Arguments, "get_company"},
		{"misspelt, and another tool", []made{one, {"get_company", `{"identifier": "青岚公司"}`}, {"get_court", `{"identifier": "甲01"}`}}, decline, nil, failure.Arguments, "get_company"},
		{"no such column", []made{{"get_company", `{"identifier": "白砾科技有限公司", "columns": ["老板"]}`}}, decline, nil, failure.Arguments, "get_company"},
		{"other columns", []made{one, {"get_company", `{"identifier": "青岚机械有限公司", "columns": ["注册资本"]}`}}, decline, nil, failure.Arguments, `get_company {"identifier": "青岚机械有限公司", "columns": ["注册资本"]}: without 法定代表人`},
		{"a name from nowhere", []made{one, {"get_company", `{"identifier": "枫渚医药有限公司"}`}}, "柏闻莺", nil, failure.Arguments, "get_company"},
		{"wrong form", []made{{"get_company", `["白砾科技有限公司"]`}}, "", nil, failure.Arguments, "get_company"},

		{"a step guessed right", []made{two}, "郗承泽", nil, failure.Answering, "absent: 祁远舟"},
		{"a step too many", []made{one, two, {"get_company", `{"identifier": "松屿能源有限公司"}`}}, "郗承泽", nil, failure.Answering, "absent: 祁远舟"},
		{"a step short", []made{one}, "尤嘉禾", nil, failure.Planning, "never tried: get_company 青岚机械有限公司"},
		{"a step short, declines", []made{one}, decline, nil, failure.Planning, "never tried"},

		{"no such tool", []made{one, {"get_boss", parent}}, decline, nil, failure.WrongTool, "get_boss"},
		{"another tool", []made{one, {"get_company_cases", parent}}, decline, nil, failure.WrongTool, "get_company_cases"},
		{"another tool on the way", []made{{"get_company_cases", child}, one}, decline, nil, failure.Planning, "never tried"},
		{"arithmetic", []made{one, {"get_sum", `{"nums": [1]}`}}, decline, nil, failure.Planning, "never tried"},

		{"all returned, declines", []made{one, two}, decline, nil, failure.Refusal, "declined what was returned"},
		{"all returned, exhausted", []made{one, two}, "", func(tr *agent.Transcript) { tr.End = agent.Exhausted }, failure.Length, "the turns were used up"},
		{"all returned, no answer", []made{one, two}, "", nil, failure.Answering, "absent: 祁远舟"},
		{"all returned, another answer", []made{one, two}, "尤嘉禾", nil, failure.Answering, "absent: 祁远舟"},
		{"all returned, hedges", []made{one, two}, "祁远舟或尤嘉禾", nil, failure.Answering, "hedged: 祁远舟"},
		{"all returned, only what is needed", []made{{"get_company", `{"identifier": "白砾科技有限公司", "columns": ["母公司"]}`}, {"get_company", `{"columns": ["法定代表人"], "identifier": "青岚机械有限公司"}`}}, "", nil, failure.Answering, "absent"},
	}
	for _, tt := range tests {
		tr := play(t, tools, tt.calls, tt.answer)
		if tt.change != nil {
			tt.change(tr)
		}
		got := classify(k, tr, tools.Domain())
		if got.Class != tt.want || !strings.HasPrefix(got.Detail, tt.detail) || (got.Class == "") != (got.Detail == "") || strings.Contains(got.Detail, "\n") {
			t.Errorf("%s: Classify = %q (%s), want %q (%s…)", tt.name, got.Class, got.Detail, tt.want, tt.detail)
		}
	}
}

// A row taken for another is no fault of arguments: the name stands in what was
// returned.
func TestTakenForAnother(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "青岚机械有限公司", plan.Form{Style: plan.StyleText},
		&plan.Call{Tool: "get_company_cases"}, &plan.Superlative{Column: "立案日期", Order: plan.Min}, &plan.Project{Columns: []string{"审理法院"}},
		&plan.Call{Tool: "get_court"}, &plan.Project{Columns: []string{"法院负责人"}})
	for court, want := range map[string]failure.Class{
		"青岚市中级人民法院": "", "白砾市中级人民法院": failure.Planning, "青岚市人民法院": failure.Arguments, "枫渚市中级人民法院": failure.Arguments,
	} {
		tr := play(t, tools, []made{{"get_company_cases", parent}, {"get_court", `{"identifier": "` + court + `"}`}}, "")
		if want == "" {
			tr.Answer = "阮司南"
		}
		if got := classify(k, tr, tools.Domain()); got.Class != want {
			t.Errorf("the head of %s: Classify = %q (%s), want %q", court, got.Class, got.Detail, want)
		}
	}
}

// What the plan takes from a step does not show that it was done where the question says
// it anyway.
func TestHandedByTheQuestion(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleText},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"母公司"}},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"法定代表人"}})
	for question, want := range map[string]string{
		k.Draft: "instead of get_company 青岚机械有限公司",
		k.Draft + "母公司是青岚机械有限公司。": "instead of get_company 白砾科技有限公司",
	} {
		k.Question = question
		got := classify(k, play(t, tools, []made{{"get_company_cases", parent}}, decline), tools.Domain())
		if got.Class != failure.WrongTool || !strings.HasSuffix(got.Detail, want) {
			t.Errorf("%s: Classify = %q (%s), want %q (… %s)", question, got.Class, got.Detail, failure.WrongTool, want)
		}
	}
}

// A step that finds nothing is done by the call that finds nothing.
func TestFindsNothing(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "禾墩农业有限公司", plan.Form{Style: plan.StyleTruth}, &plan.Call{Tool: "get_company_cases", Empty: true}, &plan.Exists{})
	for name, want := range map[string]failure.Class{"禾墩农业有限公司": failure.Answering, "禾墩公司": failure.Arguments} {
		tr := play(t, tools, []made{{"get_company_cases", `{"identifier": "` + name + `"}`}}, "")
		if got := classify(k, tr, tools.Domain()); got.Class != want {
			t.Errorf("looked for %s: Classify = %q (%s), want %q", name, got.Class, got.Detail, want)
		}
	}
}

// Amounts that were looked up are hallucinated where they are wrong; those that were to
// be computed are not.
func TestNumbers(t *testing.T) {
	tools := toytest.Tools(t)
	capital := asking(t, tools, "青岚机械有限公司", plan.Form{Style: plan.StyleNumber, Unit: "亿元", Places: 2},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"注册资本"}})
	count := asking(t, tools, "青岚机械有限公司", plan.Form{Style: plan.StyleCount}, &plan.Call{Tool: "get_company_cases"}, &plan.Count{})
	tests := []struct {
		task   *task.Task
		tool   string
		answer string
		want   failure.Class
	}{
		{capital, "get_company", "1.31亿元", ""},
		{capital, "get_company", "1.37亿元", failure.Hallucinated},
		{capital, "get_company", "注册资本见上文", failure.Answering},
		{count, "get_company_cases", "4件", ""},
		{count, "get_company_cases", "7件", failure.Answering},
		{count, "get_company", "7件", failure.WrongTool},
	}
	for _, tt := range tests {
		if got := classify(tt.task, play(t, tools, []made{{tt.tool, parent}}, tt.answer), tools.Domain()); got.Class != tt.want {
			t.Errorf("answer %q after %s: Classify = %q (%s), want %q", tt.answer, tt.tool, got.Class, got.Detail, tt.want)
		}
	}
}

// With every step done, a right value that no call found is hallucinated, and a yes or no
// that was guessed comes after what is missing beside it.
func TestOutcomes(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleText}, &plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"母公司"}})
	k.KeyAnswer = []string{"是", "青岚机械有限公司"}
	tr := play(t, tools, []made{{"get_company", child}}, "是的，母公司是青岚机械有限公司。")
	for _, tt := range []struct {
		outcomes [2]score.KeywordOutcome
		want     failure.Diagnosis
	}{
		{[2]score.KeywordOutcome{score.Credited, score.Unfounded}, failure.Diagnosis{Class: failure.Hallucinated, Detail: "no call found 青岚机械有限公司: " + tr.Answer}},
		{[2]score.KeywordOutcome{score.Guessed, score.Unfounded}, failure.Diagnosis{Class: failure.Hallucinated, Detail: "no call found 青岚机械有限公司: " + tr.Answer}},
		{[2]score.KeywordOutcome{score.Guessed, score.Absent}, failure.Diagnosis{Class: failure.Answering, Detail: "absent: 青岚机械有限公司"}},
		{[2]score.KeywordOutcome{score.Guessed, score.Credited}, failure.Diagnosis{Class: failure.Answering, Detail: "guessed: 是"}},
	} {
		none := 0.0
		s := score.Score{Strict: score.Rates{Success: &none}}
		for i, o := range tt.outcomes {
			s.Verdicts = append(s.Verdicts, score.KeywordVerdict{Keyword: k.KeyAnswer[i], Outcome: o})
		}
		if got := failure.Classify(k, tr, s, tools.Domain()); got != tt.want {
			t.Errorf("%v: Classify = %+v, want %+v", tt.outcomes, got, tt.want)
		}
	}
}

// A question that the data does not answer any more.
func TestTwin(t *testing.T) {
	tools := toytest.Tools(t)
	k := asking(t, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleNumber, Unit: "万元", Places: 2},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"注册资本"}})
	twin := *k
	twin.Twin = &task.Twin{Of: k.ID, Answers: k.AnswerValues}
	twin.Answer, twin.KeyAnswer = decline, []string{"无法查到"}
	twin.AnswerValues = []value.Answer{{Kind: value.Text, Text: "无法查到"}}
	r := &score.Reference{Question: k.Draft, KeyAnswer: twin.KeyAnswer, Values: twin.AnswerValues, Removed: k.AnswerValues}
	for answer, want := range map[string]failure.Class{
		decline:           "",
		"注册资本是8158.63万元。": failure.Hallucinated,
		"注册资本是31万元。":      failure.Hallucinated,
		"":                failure.Answering,
		"公司存续。":           failure.Answering,
		"无法查到，推测是8158.63万元。": failure.Hallucinated,
	} {
		tr := play(t, tools, []made{{"get_company_cases", child}}, answer)
		if got := failure.Classify(&twin, tr, score.Grade(r, tr.Attempt()), tools.Domain()); got.Class != want {
			t.Errorf("answer %q: Classify = %q (%s), want %q", answer, got.Class, got.Detail, want)
		}
	}
	tr := play(t, tools, nil, decline)
	if got := failure.Classify(&twin, tr, score.Grade(r, tr.Attempt()).Withhold(score.Unpaired), tools.Domain()); got.Class != failure.Refusal {
		t.Errorf("declined alone: Classify = %q (%s), want %q", got.Class, got.Detail, failure.Refusal)
	}
	tr = play(t, tools, []made{{"get_company", child}}, "注册资本是8158.63万元。")
	if got := failure.Classify(&twin, tr, score.Grade(r, tr.Attempt()), tools.Domain()); got.Class != failure.Answering {
		t.Errorf("answered with what a tool returned: Classify = %q (%s), want %q", got.Class, got.Detail, failure.Answering)
	}
}

// Tasks from elsewhere have a path, and neither plan nor steps.
func TestPath(t *testing.T) {
	tools := toytest.Tools(t)
	k := &task.Task{Question: "青岚机械有限公司第一个案件的法院的负责人？", KeyAnswer: []string{"阮司南"}, Path: "get_company_cases----get_case----get_court"}
	cases, one, court := made{"get_company_cases", parent}, made{"get_case", `{"identifier": "（2018）甲01民初217号"}`}, made{"get_court", `{"identifier": "甲01"}`}
	for _, tt := range []struct {
		calls []made
		want  failure.Class
	}{
		{[]made{cases, one, court}, failure.Answering},
		{[]made{cases, one}, failure.Planning},
		{[]made{cases, one, {"get_court", `{"identifier": "?"}`}}, failure.Arguments},
		{[]made{cases, one, {"get_company", parent}}, failure.WrongTool},
		{[]made{one, court}, failure.Planning},
	} {
		for _, d := range []*domain.Domain{tools.Domain(), nil} {
			if got := classify(k, play(t, tools, tt.calls, "另一家"), d); got.Class != tt.want {
				t.Errorf("%d calls, domain known %v: Classify = %q (%s), want %q", len(tt.calls), d != nil, got.Class, got.Detail, tt.want)
			}
		}
	}
}

func TestClasses(t *testing.T) {
	if all := failure.Classes(); len(all) != 13 || !slices.IsSorted(all) || slices.Contains(all, "") {
		t.Errorf("Classes() = %v, want thirteen, sorted, none empty", all)
	}
}

// Items of exams have no plan: an answer that chooses wrongly is an answer, one that chooses nothing
// and says that it does not know is a refusal, whether its calls are known or not.
func TestClassifyExam(t *testing.T) {
	item := &task.Task{Family: task.Exam, Type: task.MultipleChoice, Language: "pt", Question: "Qual?", KeyAnswer: []string{"B"}, Choices: &task.Choices{Options: []string{"um", "dois", "três"}, Key: []int{1}}}
	for _, calls := range [][]agent.ObservedCall{nil, {}} {
		for _, tt := range []struct {
			answer string
			end    agent.Ending
			slip   agent.ReplyFault
			want   failure.Class
		}{
			{"A resposta correta é: B", agent.Finished, "", ""}, {"A resposta correta é: C", agent.Finished, "", failure.Answering}, {"A ou B", agent.Finished, "", failure.Answering},
			{"Não sei.", agent.Finished, "", failure.Refusal}, {"O prazo é longo.", agent.Finished, "", failure.Answering}, {"", agent.Stuck, agent.CutOff, failure.Length}, {"", agent.Stuck, agent.Refused, failure.Refusal},
		} {
			tr := &agent.Transcript{Answer: tt.answer, Calls: calls, End: tt.end, Replies: []agent.ModelReply{{Phase: agent.Answering, Fault: tt.slip}}, Unsummarised: true}
			if got := failure.Classify(item, tr, task.Grade(item, tr.Attempt()), nil); got.Class != tt.want {
				t.Errorf("%q, %s: class %q (%s), want %q", tt.answer, tt.end, got.Class, got.Detail, tt.want)
			}
		}
	}
}
