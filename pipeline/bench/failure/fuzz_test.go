package failure_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Whatever an agent says and calls, a verdict is one of the classes with grounds in one
// line, and the same each time.
func FuzzClassify(f *testing.F) {
	tools := toytest.Tools(f)
	k := asking(f, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleText},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"母公司"}},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"法定代表人"}})
	tasks := questions(f)
	all := []question{{k, tools}, tasks["day of filing"], tasks["court"], tasks["defence"]}
	ends := []agent.Ending{agent.Finished, agent.Exhausted, agent.Stuck, agent.Overlong, agent.Failed, agent.External}
	f.Add("get_company", child, `{"母公司": "青岚机械有限公司"}`, "", "祁远舟", byte(0))
	f.Add("get_company", `{"identifier": {"a": [1]}, "columns": [null, 7]}`, "\xff\n", "arguments", "x\ny", byte(1))
	f.Add("", `[`, `[[`, "", decline, byte(4))
	f.Add("finish", `null`, ``, "missing", "", byte(2))
	f.Add("get_restriction_case", `{"identifier": "`+restricted+`"}`, `[{"立案日期": "2019年10月08日", "限高发布日期": 7}, null]`, "", "2020年1月15日", byte(24))
	f.Add("search_rules", `{"query": "甲法"}`, `["甲法第二条：出卖人", "甲法第`, "", "《甲法》第二条", byte(40))
	f.Fuzz(func(t *testing.T, name, args, observation, fault, answer string, end byte) {
		tr := &agent.Transcript{Answer: answer, End: ends[int(end)%len(ends)]}
		for range int(end/8) % 5 {
			tr.Calls = append(tr.Calls, agent.ObservedCall{Tool: name, Arguments: json.RawMessage(args), Observation: observation, Fault: tool.CallFault(fault)})
		}
		for _, q := range all {
			for _, declared := range []*domain.Domain{q.tools.Domain(), nil} {
				got := classify(q.task, tr, declared)
				if again := classify(q.task, tr, declared); again != got {
					t.Errorf("Classify = %v and %v, want one verdict", got, again)
				}
				known := got.Class == "" || slices.Contains(failure.Classes(), got.Class)
				if !known || (got.Class == "") != (got.Detail == "") || strings.Contains(got.Detail, "\n") || !utf8.ValidString(got.Detail) {
					t.Errorf("Classify = %+v, want a class with grounds in one line of UTF-8", got)
				}
			}
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	tools := toytest.Tools(b)
	k := asking(b, tools, "白砾科技有限公司", plan.Form{Style: plan.StyleText},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"母公司"}},
		&plan.Call{Tool: "get_company"}, &plan.Project{Columns: []string{"法定代表人"}})
	tr := play(b, tools, []made{{"get_company", child}, {"get_company_cases", parent}, {"get_company", parent}}, "尤嘉禾")
	s := graded(k, tr)
	b.ReportAllocs()
	for b.Loop() {
		failure.Classify(k, tr, s, tools.Domain())
	}
}
