package published_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/validation/published"
)

// world returns a world of invented rows, of which one lookup was recorded.
func world(t testing.TB) *published.ReplayWorld {
	t.Helper()
	d := legal(t)
	c := toyTables(t, map[string]string{
		"CompanyInfo": `{"公司名称":"青禾有限公司","公司代码":"900001","法人代表":"张三","董秘":"-"}
{"公司名称":"白露有限公司"}`,
		"SubCompanyInfo": `{"公司名称":"甲有限公司","关联上市公司全称":"青禾有限公司","上市公司投资金额":"1.5亿"}
{"公司名称":"乙有限公司","关联上市公司全称":"青禾有限公司","上市公司投资金额":"-"}`,
		"CompanyRegister": `{"公司名称":"青禾有限公司","曾用名":"青苗公司,青田公司"}`,
	})
	tools, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, err := published.ReadRecording([]byte(`{"tool": "get_company_info", "args": {"identifier": "青禾有限公司"}, "observation": "{'法人代表': '张三'}"}`), "calls.jsonl", d)
	if err != nil {
		t.Fatal(err)
	}
	return &published.ReplayWorld{Domain: d, Names: published.NewNames(c, nil), Tools: tools, Recording: r}
}

func TestRun(t *testing.T) {
	const about = "青禾有限公司"
	for _, c := range []struct {
		name, plan, question string
		keys                 []string
		want                 published.ProgramOutcome
		text                 string
	}{
		{"agree", "start company, call get_company_info, ask 法人代表, ask 公司代码", about, []string{"900001", "张三", "张三"},
			published.ProgramOutcome{Verdict: published.Agree, Keys: 2, Matched: 2, Lookups: 1, Recorded: 1}, "agree"},
		{"agree: a set", "start company, call get_sub_company_info_list, ask 公司名称", about, []string{"乙有限公司", "甲有限公司"},
			published.ProgramOutcome{Verdict: published.Agree, Keys: 2, Matched: 2, Lookups: 1}, "agree"},
		{"partial: a key more", "start company, call get_company_info, ask 法人代表", about, []string{"张三", "李四"},
			published.ProgramOutcome{Verdict: published.Partial, Keys: 2, Matched: 1, Lookups: 1, Recorded: 1}, "partial 1 of 2"},
		{"partial: an answer more", "start company, call get_company_info, ask 法人代表, ask 公司代码", about, []string{"张三"},
			published.ProgramOutcome{Verdict: published.Partial, Keys: 1, Matched: 1, Surplus: 1, Lookups: 1, Recorded: 1}, "partial 1 of 1, 1 more"},
		{"partial: an answer without value", "start company, call get_company_info, ask 董秘, ask 法人代表", about, []string{"张三", "-"},
			published.ProgramOutcome{Verdict: published.Partial, Keys: 2, Matched: 1, Void: []plan.Reason{plan.Sentinel}, Lookups: 1, Recorded: 1}, "partial 1 of 2, sentinel"},
		{"disagree", "start company, call get_sub_company_info_list, count, ask", about, []string{"3家"},
			published.ProgramOutcome{Verdict: published.Disagree, Keys: 1, Surplus: 1, Lookups: 1}, "disagree 0 of 1, 1 more"},
		{"missing", "start company, call get_sub_company_info_list, count, ask", "白露有限公司", []string{"3家"},
			published.ProgramOutcome{Verdict: published.Missing, Reason: plan.Missing, Op: "call", Table: "SubCompanyInfo"}, "missing SubCompanyInfo"},
		{"stopped: no answer has a value", "start company, call get_company_info, ask 董秘", about, []string{"-"},
			published.ProgramOutcome{Verdict: published.Stopped, Reason: plan.Sentinel, Op: "project", Lookups: 1, Recorded: 1}, "stopped: project, sentinel"},
		{"stopped: on the way", "start company, call get_sub_company_info_list, superlative max 上市公司投资金额, ask 公司名称", about, []string{"甲有限公司"},
			published.ProgramOutcome{Verdict: published.Stopped, Reason: plan.Sentinel, Op: "superlative", Lookups: 1}, "stopped: superlative, sentinel"},
		{"stated", "start company, call get_sub_company_info_list, filter 上市公司投资金额 stated, superlative max 上市公司投资金额, ask 公司名称", about, []string{"甲有限公司"},
			published.ProgramOutcome{Verdict: published.Agree, Keys: 1, Matched: 1, Lookups: 1}, "agree"},
		{"unnamed", "start company, call get_company_info, ask 法人代表", "青禾", []string{"张三"},
			published.ProgramOutcome{Verdict: published.Unnamed}, "unnamed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := read(t, "tasks: [{id: 1, plan: ["+c.plan+"]}]").Entry("1")
			got, err := published.Run(t.Context(), world(t), e, &published.PublishedTask{ID: "1", Question: c.question, Keys: c.keys})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("outcome (-want +got):\n%s", d)
			}
			if got.String() != c.text {
				t.Errorf("outcome %q, want %q", got.String(), c.text)
			}
			if want := got.Verdict == published.Agree || got.Verdict == published.Partial || got.Verdict == published.Disagree; got.Verdict.Executed() != want {
				t.Errorf("%s.Executed() = %v, want %v", got.Verdict, !want, want)
			}
		})
	}
}

// broken is a tool that does not work.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Call(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, errBroken }

func TestRunBroken(t *testing.T) {
	w := world(t)
	w.Tools = broken{}
	e := read(t, "tasks: [{id: 1, plan: [start company, call get_company_info, ask 法人代表]}]").Entry("1")
	if _, err := published.Run(t.Context(), w, e, &published.PublishedTask{ID: "1", Question: "青禾有限公司"}); !errors.Is(err, errBroken) {
		t.Errorf("Run with broken tools: %v, want %v", err, errBroken)
	}
}

func TestReadTasks(t *testing.T) {
	got, err := published.ReadTasks([]byte(`[{"id": 4, "question": "q", "key": ["a"], "type": "1-2-1", "way": "w"}, {"id": "5"}]`), "tasks.json")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]published.PublishedTask{{ID: "4", Question: "q", Keys: []string{"a"}, Type: "1-2-1"}, {ID: "5"}}, got); d != "" {
		t.Errorf("tasks (-want +got):\n%s", d)
	}
	for _, bad := range []string{`{`, `[{"id": 1}, {"id": 1}]`, `[{}]`} {
		if _, err := published.ReadTasks([]byte(bad), "tasks.json"); err == nil {
			t.Errorf("ReadTasks(%s): no error", bad)
		}
	}
}
