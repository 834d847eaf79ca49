package bench_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// selecting returns a model that answers the first requests with its selection, as often as it is
// asked for one, and gives up then.
func selecting(t *testing.T, offer method.ToolSelection, selection string) *method.Agent {
	t.Helper()
	spec := method.Spec{Method: method.ReAct, Calls: method.TextCalls, Model: "m", Tools: offer, Summary: method.WithoutSummary}
	asked := 0
	a, err := method.New(spec, toytest.Domain(t, "toy"), methodtest.Chat(func(*llm.Request) llmtest.ModelAnswer {
		if asked++; asked <= 3 {
			return llmtest.ModelAnswer{Content: selection}
		}
		return llmtest.ModelAnswer{Content: "最终答案：查不到。"}
	}))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What models select that choose as the plan does, too little, too much and nothing that there is,
// for a task whose plan calls get_case and get_court. The toy world has four lookups: one of
// companies, two of cases and one of courts.
func TestMeasureSelection(t *testing.T) {
	tools := toytest.Tools(t)
	k := toyTasks(t, tools)[2]
	k.Path = "get_case----get_court"
	both := bench.SelectionMatch{Selected: 2, Needed: 2, Right: 2}
	none := bench.SelectionMatch{Needed: 2}
	for _, tt := range []struct {
		name, selection string
		want            *bench.Selection
	}{
		{"as the plan", `{"tables": ["Case", "Court"], "tools": ["get_case", "get_court"]}`, &bench.Selection{Tables: both, Tools: both, Offered: 3}},
		{"tables alone", `{"tables": ["Case", "Court"]}`, &bench.Selection{Tables: both, Tools: none, Offered: 3}},
		{"tools alone", `{"tools": ["get_court", "get_case", "get_court"]}`, &bench.Selection{Tables: none, Tools: both, Offered: 2}},
		{"too few tools", `{"tools": ["get_case"]}`, &bench.Selection{Tables: none, Tools: bench.SelectionMatch{Selected: 1, Needed: 2, Right: 1}, Offered: 1, Lacked: []string{"get_court"}}},
		{"too few tables", `{"tables": ["Court"]}`, &bench.Selection{Tables: bench.SelectionMatch{Selected: 1, Needed: 2, Right: 1}, Tools: none, Offered: 1, Lacked: []string{"get_case"}}},
		{"others", `{"tables": ["Company"], "tools": ["get_company", "get_weather"]}`, &bench.Selection{
			Tables: bench.SelectionMatch{Selected: 1, Needed: 2}, Tools: bench.SelectionMatch{Selected: 1, Needed: 2}, Offered: 1, Lacked: []string{"get_case", "get_court"},
		}},
		{"arithmetic alone", `{"tools": ["get_sum"]}`, &bench.Selection{Tables: none, Tools: none, Lacked: []string{"get_case", "get_court"}}},
		{"everything", `{"tables": ["Company", "Case", "Court"], "tools": ["get_company", "get_company_cases", "get_case", "get_court", "get_sum", "finish"]}`, &bench.Selection{
			Tables: bench.SelectionMatch{Selected: 3, Needed: 2, Right: 2}, Tools: bench.SelectionMatch{Selected: 4, Needed: 2, Right: 2}, Offered: 4,
		}},
		{"nothing that there is", `{"tables": ["Weather"]}`, &bench.Selection{Tables: none, Tools: none, Unusable: true, Offered: 4}},
		{"no selection", `I would use them all.`, &bench.Selection{Tables: none, Tools: none, Unusable: true, Offered: 4}},
	} {
		entry := bench.AgentEntry{Name: tt.name, Role: score.EvaluatedAgent, For: func(*task.Task) agent.Agent { return selecting(t, method.SelectedTools, tt.selection) }}
		trials, err := bench.Run(t.Context(), []*task.Task{k}, []bench.AgentEntry{entry}, tools, bench.RunOptions{Domain: tools.Domain()})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, bench.MeasureSelection(k, trials[0].Transcript, tools.Domain())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Without a request for a selection, without a domain and without a path there is nothing to measure.
func TestNoSelection(t *testing.T) {
	tools := toytest.Tools(t)
	k := toyTasks(t, tools)[2]
	k.Path = "get_case----get_court"
	try := func(offer method.ToolSelection) *agent.Transcript {
		tr, err := selecting(t, offer, `{"tables": ["Case"]}`).Solve(t.Context(), k.Question, tool.Caller(tools), agent.TrialEnv{Domain: tools.Domain(), Language: "zh"})
		if err != nil {
			t.Fatal(err)
		}
		return tr
	}
	if got := bench.MeasureSelection(k, try(method.AllTools), tools.Domain()); got != nil {
		t.Errorf("offered all tools: %+v, want nothing", got)
	}
	tr := try(method.SelectedTools)
	if got := bench.MeasureSelection(k, tr, nil); got != nil {
		t.Errorf("without a domain: %+v, want nothing", got)
	}
	k.Path = "get_weather"
	if got := bench.MeasureSelection(k, tr, tools.Domain()); got != nil {
		t.Errorf("with a path of unknown tools: %+v, want nothing", got)
	}
}
