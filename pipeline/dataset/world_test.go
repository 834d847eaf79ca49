package dataset

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/solution"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// rows are tables of the toy domain, one JSON object a line. Some of the text is
// hostile: it would end a Markdown cell, a fence or an HTML comment.
var rows = map[string]string{
	"Company": `{"公司名称": "东海船舶有限公司", "所属行业": "造船|<b>业</b> --> ` + "```" + `", "法定代表人": "潘秋生", "注册资本": "1.31亿", "成立日期": "2001年03月15日", "员工人数": 215}
{"公司名称": "南岭茶叶有限公司", "所属行业": "茶叶 # 种植", "法定代表人": "李文华", "注册资本": 9000.50, "成立日期": "2005年06月01日", "母公司": "东海船舶有限公司", "母公司持股比例": "65.0"}
`,
	"Case": `{"关联公司": "东海船舶有限公司", "案号": "（2020）甲01民初12号", "涉案金额（元）": 25000.5, "立案日期": "2020年02月01日", "审理法院": "甲州市人民法院", "案由": "买卖合同纠纷"}
{"关联公司": "东海船舶有限公司", "案号": "（2021）甲01民初13号", "涉案金额（元）": "18万", "立案日期": "2021年04月08日", "审理法院": "乙州市人民法院", "案由": "商标侵权纠纷"}
{"关联公司": "东海船舶有限公司", "案号": "（2021）乙02民初14号", "涉案金额（元）": 99, "立案日期": "2021年09月30日", "审理法院": "甲州市人民法院", "案由": "劳动争议"}
`,
	"Court": `{"法院名称": "甲州市人民法院", "法院代字": "甲01", "法院负责人": "周正义"}
{"法院名称": "乙州市人民法院", "法院代字": "乙02", "法院负责人": "吴公平"}
`,
}

// programs use every operation and every form.
func programs() []*plan.Program {
	company := &plan.Start{Entity: "company", Value: []string{"东海船舶有限公司"}}
	cases := &plan.Call{Tool: "get_company_cases"}
	amount := plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}
	words := plan.Form{Style: plan.StyleText}
	of := func(columns ...string) *plan.Project { return &plan.Project{Columns: columns} }
	return []*plan.Program{
		chain(words, company, &plan.Call{Tool: "get_company"}, of("所属行业")),
		chain(plan.Form{Style: plan.StyleDate}, company, &plan.Call{Tool: "get_company"}, of("成立日期")),
		chain(plan.Form{Style: plan.StyleCount}, company, cases, &plan.Filter{Column: "立案日期", Comparison: plan.Year, Operand: "2021"}, &plan.Count{}),
		chain(amount, company, cases, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}),
		chain(words, company, cases, of("案由")),
		chain(words, company, cases, &plan.Filter{Column: "立案日期", Comparison: plan.Year, Operand: "2020"}, &plan.Only{}, of("案由")),
		chain(words, company, cases, &plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, of("审理法院"), &plan.Call{Tool: "get_court"}, of("法院负责人")),
		chain(words, &plan.Start{Entity: "case_number", Value: []string{"（2021）乙02民初14号"}}, &plan.Derive{Derivation: "case_number_court_code"}, &plan.Call{Tool: "get_court"}, of("法院负责人")),
		chain(words, &plan.Start{Entity: "company", Value: []string{"南岭茶叶有限公司"}}, &plan.Call{Tool: "get_company"}, of("所属行业")),
	}
}

func chain(form plan.Form, ops ...plan.Operation) *plan.Program {
	p := new(plan.Program)
	for i, op := range ops {
		n := plan.Node{Name: fmt.Sprintf("r%d", i+1), Do: op}
		if i > 0 {
			n.From = []string{p.Nodes[i-1].Name}
		}
		p.Nodes = append(p.Nodes, n)
	}
	p.Answers = []plan.AnswerSpec{{From: p.Nodes[len(p.Nodes)-1].Name, Form: form}}
	return p
}

// made returns the tasks that executing the programs makes, as the stages before
// leave them.
func made(t testing.TB) []*task.Task {
	t.Helper()
	d := toytest.Domain(t, "toy")
	tools := load(t, d)
	var tasks []*task.Task
	for i, p := range programs() {
		tasks = append(tasks, execute(t, d, tools, p, d.Languages[i%len(d.Languages)]))
	}
	return tasks
}

// load returns tools over the rows.
func load(t testing.TB, d *domain.Domain) tool.Caller {
	t.Helper()
	dir := t.TempDir()
	for name, lines := range rows {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, tools := toytest.Load(t, d, dir)
	return tools
}

func execute(t testing.TB, d *domain.Domain, tools tool.Caller, p *plan.Program, lang string) *task.Task {
	t.Helper()
	fatal := func(err error) {
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	x, err := plan.NewExecutor(d, tools, p)
	fatal(err)
	trace, reason, err := x.Run(context.Background(), nil)
	fatal(err)
	if reason != "" {
		t.Fatalf("%s: no answer: %s", p, reason)
	}
	question, err := draft.Question(d, p, lang)
	fatal(err)
	reply, err := draft.Answer(d, p, trace, lang)
	fatal(err)
	steps, err := trace.Steps()
	fatal(err)
	id, err := task.Identify(p, steps)
	fatal(err)
	start := p.Entities()[0]
	made := &task.Task{
		ID: id, Family: "multihop", Type: fmt.Sprintf("%d-hop", p.Structure(d).Hops), Language: lang,
		Draft: question, Question: question, Answer: reply.Sentence,
		KeyAnswer: reply.Keys, KeyMiddle: reply.Middle, AnswerValues: reply.Values,
		Path: strings.Join(p.Tools(), plan.Separator), Plan: p, Steps: steps, Structure: p.Structure(d),
		Entities:   []task.Entity{{Type: start.Entity, Name: start.Value}},
		Checks:     []task.CheckResult{{Name: "executed", Verdict: task.Pass}, {Name: "unique", Verdict: task.Pass}},
		Rewriter:   "offline",
		Review:     task.Review{Status: task.Unreviewed},
		Provenance: task.Provenance{Corpus: digest.Of("corpus"), Domain: "toy", Seed: 1<<64 - 1, Versions: map[string]int{"sample": 1}},
	}
	made.Solution, err = solution.Of(d, made)
	fatal(err)
	return made
}

// release is a release of the tasks.
func release(t testing.TB) *Release {
	t.Helper()
	return &Release{
		Name: "taskgrove-toy", Title: `Toy | "tasks" <script>`, Version: "1.0.0", License: "MIT",
		Source: "Made-up companies | and *courts*.",
		Corpus: digest.Of("corpus"), Domain: "toy@`1`", Tasks: made(t),
		Funnels: []StageFunnel{
			{Stage: "ground", Items: "executions", In: 30, Out: 10, Dropped: map[string]int{"tie": 3, "missing": 14, "leak": 3}},
			{Stage: "check", Items: "tasks", In: 10, Out: 9, Dropped: map[string]int{"several": 1}},
		},
		Checks:  []task.CheckSummary{{Name: "executed", Doc: "Executing | again gives the same."}, {Name: "unique", Doc: "One row."}},
		Dropped: []task.Dropped{{ID: "abc", Check: "unique", Reason: "several", Detail: "2 rows"}},
		Tools:   toyTools(t),
		Tables:  []TableDescription{{Name: "Company", Doc: "companies", Rows: 2, Columns: []ColumnDescription{{"公司名称", "Company Name", "company"}, {"a/b (元)", "", "money in 元"}}}},
		Corpora: []TableDescription{
			{Name: "Company", Doc: "companies", Rows: 2, Key: "公司名称", Columns: []ColumnDescription{{"公司名称", "Company Name", "company"}, {"a/b (元)", "", "money in 元"}}},
			{Name: "Law", Doc: "articles", Rows: 3, Passages: true, Columns: []ColumnDescription{{Name: "text"}}},
		},
		Personal: &PersonalData{Invented: true},
		Entities: []EntityFunnel{{Of: "2-hop", Paths: 3, Drawn: 90, Possible: 40, Tried: 16, Fit: 4, Tasks: 2}, {Of: "letter", Paths: 1, Drawn: 5, Possible: 5}},
	}
}

// toyTools are the tools of the toy domain.
func toyTools(t testing.TB) (tools []ToolDescription) {
	t.Helper()
	d := mustDomain(t, "toy")
	for i, spec := range d.Tools {
		k := ToolDescription{Name: spec.Name, Kind: string(spec.Kind), Returns: string(spec.Returns), Descriptions: spec.Description, Functions: map[string]json.RawMessage{}}
		if k.Output = "rows of " + spec.Table; spec.Table == "" {
			k.Output = "a number"
		}
		for _, in := range spec.Inputs {
			k.Inputs = append(k.Inputs, ToolArgument{in.Name, string(in.Type), in.Optional})
		}
		for _, lang := range d.Languages {
			k.Functions[lang] = tool.Schemas(d, lang)[i]
		}
		tools = append(tools, k)
	}
	return tools
}

// reviewed is a release with twins whose tasks people looked at.
func reviewed(t testing.TB) *Release {
	t.Helper()
	r := twinned(t)
	for i, s := range []task.ReviewStatus{"approved", "rejected", "disputed", "pending", "returned"} {
		marked := *r.Tasks[i]
		marked.Review = task.Review{Status: s, Reviewers: []string{"甲"}}
		r.Tasks[i] = &marked
	}
	r.Tasks[1].Review.Reason = "ambiguous"
	r.Reviews = []review.PublishedDecision{
		{Task: r.Tasks[1].ID, Original: r.Tasks[1].ID, By: "甲", Role: "annotator", Kind: "reject", Reason: "ambiguous", Note: "Two *readings*.", At: "2026-01-02T03:04:05.006Z", Seconds: 61.5, Shown: "sha256:00"},
		{Task: r.Tasks[2].ID, Original: "old", By: "乙", Role: "senior", Kind: "doubt", Reason: "", Note: strings.Repeat("长", 300), At: "2026-01-02T03:04:06Z", Seconds: 0, Shown: "sha256:01"},
		{Task: r.Tasks[0].ID, Original: r.Tasks[0].ID, By: "乙", Role: "senior", Kind: "approve", Reason: "", Note: "", At: "2026-01-02T03:04:07Z", Seconds: 10, Shown: "sha256:02"},
	}
	half := agreement.IntervalEstimate{Defined: true, Value: 0.5, Low: -0.125, High: 0.75}
	r.ReviewReport = &review.StatusReport{
		Overlap: 2, Stale: 3,
		Types: []review.TypeStatus{
			{Type: "1-hop", Agreement: agreement.Summary{Units: 4, Ratings: 8, Raters: 2, Raw: half, Cohen: half, Fleiss: half, Alpha: half}},
			{Type: "ALL"},
		},
		Errors:  review.ErrorRate{Sampled: 9, Tasks: 10, Rate: agreement.Proportion{Count: 1, Of: 4, Low: 0.0063, High: 0.8059}},
		Rejects: []review.ReasonCount{{Reason: "answer"}, {Reason: "ambiguous", Count: 1}},
		Edits:   review.EditReport{Reasons: []review.ReasonCount{{Count: 1}, {Reason: "keywords", Count: 2}}},
	}
	r.Coverage = []coverage.TallyRow{{Name: "tools", Tally: coverage.Tally{Covered: 5, Attainable: 6, Declared: 7}}}
	r.Baselines = []score.AgentScores{baseline("silent", 0, 0), baseline("lists everything", 0.317, 0), baseline("oracle", 1, 1)}
	r.Baselines[2].Role = score.CeilingAgent
	return r
}

// baseline is an agent with these success rates, for which process is not scored.
func baseline(agent string, paper, strict float64) score.AgentScores {
	return score.AgentScores{Agent: agent, Rows: []score.TypeSummary{{
		Type:  score.All,
		Paper: score.Means{Success: score.Mean{Mean: &paper}}, Strict: score.Means{Success: score.Mean{Mean: &strict}},
	}}}
}
