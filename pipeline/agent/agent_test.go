package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

func solve(t testing.TB, a agent.Agent, question string, tools *tool.Set) *agent.Transcript {
	t.Helper()
	got, err := a.Solve(t.Context(), question, tools, agent.TrialEnv{Domain: tools.Domain(), Language: "zh"})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestDegenerate(t *testing.T) {
	const question = "青岚机械有限公司的法定代表人是谁？"
	tools := toytest.Tools(t)
	want := map[string]string{"silent": "", "echo": question, "constant": agent.Guesses(), "decliner": "根据现有数据，无法查到该问题的答案。"}
	for _, n := range agent.Degenerate() {
		got := solve(t, n.Agent, question, tools)
		if d := cmp.Diff(got, solve(t, n.Agent, question, tools)); d != "" {
			t.Errorf("%s answers one question in two ways:\n%s", n.Name, d)
		}
		if answer, ok := want[n.Name]; ok && (got.Answer != answer || len(got.Calls) > 0) {
			t.Errorf("%s answers %q after %d turns, want %q after none", n.Name, got.Answer, len(got.Calls), answer)
		}
		if got.Calls == nil || got.Summary == nil || got.End != agent.Finished {
			t.Errorf("%s: turns %v, summary %v, end %q: want known turns, a summary and %q", n.Name, got.Calls, got.Summary, got.End, agent.Finished)
		}
	}
}

func TestGuesses(t *testing.T) {
	for _, want := range []string{"0次", "0家", "30名", "是上市公司", "yes", "Basic"} {
		if !slices.Contains(strings.Fields(agent.Guesses()), want) {
			t.Errorf("Guesses() has no %q", want)
		}
	}
}

func TestLister(t *testing.T) {
	tools := toytest.Tools(t)
	tests := []struct {
		question string
		tools    []string
		values   []string
	}{
		{"青岚机械有限公司的法定代表人是谁？", []string{"get_company", "get_company_cases"}, []string{"祁远舟", "1.31亿", "松屿能源有限公司", "（2018）甲01民初217号"}},
		{"请问涉及“（2018）甲01民初217号”的法院？", []string{"get_case", "get_court"}, []string{"青岚市中级人民法院", "686550"}},
		{"Who heads 青岚市中级人民法院, please?", []string{"get_court"}, []string{"阮司南"}},
		{"没有什么", nil, nil},
	}
	for _, tt := range tests {
		got := solve(t, agent.Lister{}, tt.question, tools)
		var used []string
		for _, turn := range got.Calls {
			if turn.Fault == "" && !slices.Contains(used, turn.Tool) {
				used = append(used, turn.Tool)
			}
			if !json.Valid(turn.Arguments) || turn.Observation == "" {
				t.Errorf("Lister(%q): turn %+v, want arguments as JSON and an observation", tt.question, turn)
			}
		}
		if d := cmp.Diff(tt.tools, used); d != "" {
			t.Errorf("Lister(%q): tools that found something (-want +got):\n%s", tt.question, d)
		}
		if n := len(got.Calls); n == 0 || n > 210 || tt.values == nil && got.Calls[0].Fault != tool.FaultMissing {
			t.Errorf("Lister(%q): %d turns, want those that found nothing among them, and no more than some", tt.question, n)
		}
		lines := strings.Split(got.Answer, "\n")
		for _, v := range tt.values {
			if !slices.Contains(lines, v) {
				t.Errorf("Lister(%q) = %q, want a line %q", tt.question, got.Answer, v)
			}
		}
		slices.Sort(lines)
		if n := len(slices.Compact(lines)); n != len(lines) {
			t.Errorf("Lister(%q): %d lines of which %d differ, want each value once", tt.question, len(lines), n)
		}
	}
}

func BenchmarkLister(b *testing.B) {
	tools := toytest.Tools(b)
	b.ReportAllocs()
	for b.Loop() {
		solve(b, agent.Lister{}, "青岚机械有限公司所涉案件（2018）甲01民初217号由哪个法院审理，该法院的负责人是谁？", tools)
	}
}

// places is a world whose only tool takes a region of three parts.
type places struct{ asked [][3]string }

func (p *places) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	args := c.Args.(map[string]any)
	p.asked = append(p.asked, [3]string{args["prov"].(string), args["city"].(string), args["county"].(string)})
	return tool.Result{Fault: tool.FaultMissing}, nil
}

func TestListerRegions(t *testing.T) {
	d := &domain.Domain{Tools: []domain.Tool{{
		Name: "get_region", Kind: domain.Lookup,
		Match: []domain.LookupMatch{{Inputs: []string{"prov", "city", "county"}}},
	}}}
	for question, want := range map[string][3]string{
		"客户对广东省深圳市福田区的律所感兴趣":                                                               {"广东省", "深圳市", "福田区"},
		"查询北京市海淀区的法院":                                                                      {"北京市", "北京市", "海淀区"},
		"List the head of each court in Kelmar Province, Ashmere City, Lakeside District.": {"Kelmar Province", "Ashmere City", "Lakeside District"},
		"I am in Lakeside District, Ashmere City, Kelmar Province today.":                  {"Kelmar Province", "Ashmere City", "Lakeside District"},
		"How many law firms are there in Meridian City, Old Town District?":                {"Meridian City", "Meridian City", "Old Town District"},
	} {
		p := new(places)
		if _, err := (agent.Lister{}).Solve(t.Context(), question, p, agent.TrialEnv{Domain: d}); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(p.asked, want) {
			t.Errorf("Lister(%q) asked for %q, want %q among them", question, p.asked, want)
		}
	}
}

// asked is a world whose only tool takes a name.
type asked map[string]bool

func (a asked) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	a[c.Args.(map[string]any)["identifier"].(string)] = true
	return tool.Result{Fault: tool.FaultMissing}, nil
}

// Names in English have punctuation of their own.
func TestListerNames(t *testing.T) {
	d := &domain.Domain{Tools: []domain.Tool{{
		Name: "get", Kind: domain.Lookup, Match: []domain.LookupMatch{{Inputs: []string{"identifier"}}},
	}}}
	for question, want := range map[string]string{
		"Who heads Kelver (Ashmere) Precision Instruments Co., Ltd.?":                                                   "Kelver (Ashmere) Precision Instruments Co., Ltd.",
		"Give the parent of Hollin Materials Inc. Then go on.":                                                          "Hollin Materials Inc.",
		"What is Kelver Precision's stock code?":                                                                        "Kelver Precision",
		"Give the court of the case with case number (2019) KM0104 Civ. App. No. 12.":                                   "(2019) KM0104 Civ. App. No. 12",
		"The decision Ashmere Env. Pen. [2019] No. 0457, please.":                                                       "Ashmere Env. Pen. [2019] No. 0457",
		"The city of address Building 3, 19 Innovation Avenue, Lakeside District, Ashmere City, Kelmar Province (one).": "Building 3, 19 Innovation Avenue, Lakeside District, Ashmere City, Kelmar Province",
	} {
		a := asked{}
		if _, err := (agent.Lister{}).Solve(t.Context(), question, a, agent.TrialEnv{Domain: d}); err != nil {
			t.Fatal(err)
		}
		if !a[want] {
			t.Errorf("Lister(%q) did not ask for %q", question, want)
		}
	}
}

// steps records a call of the toy world as a step.
func steps(t testing.TB, tools *tool.Set, name string, args map[string]any) []plan.Step {
	t.Helper()
	r, err := tools.Call(t.Context(), tool.Call{Tool: name, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return []plan.Step{
		{Node: "r1", Op: "start", Selected: []string{"青岚机械有限公司"}},
		{Node: "r2", Op: "call", Tool: name, Arguments: b, Observation: r.Observation(), Rows: 1},
	}
}

func TestReplay(t *testing.T) {
	tools := toytest.Tools(t)
	recorded := steps(t, tools, "get_company", map[string]any{"identifier": "青岚机械有限公司", "columns": []string{"法定代表人", "员工人数"}})
	with := func(change func(*plan.Step)) []plan.Step {
		s := slices.Clone(recorded)
		change(&s[1])
		return s
	}
	tests := []struct {
		name   string
		steps  []plan.Step
		answer string
		end    agent.Ending
	}{
		{"as recorded", recorded, "祁远舟", agent.Finished},
		{"space between tokens", with(func(s *plan.Step) {
			s.Observation = json.RawMessage(strings.Replace(string(s.Observation), ":", " : ", 1))
		}), "祁远舟", agent.Finished},
		{"other value", with(func(s *plan.Step) {
			s.Observation = json.RawMessage(strings.Replace(string(s.Observation), "1264", "1265", 1))
		}), "", agent.Diverged},
		{"other digits of a number", with(func(s *plan.Step) {
			s.Observation = json.RawMessage(strings.Replace(string(s.Observation), "1264", "1264.0", 1))
		}), "", agent.Diverged},
		{"a miss", with(func(s *plan.Step) { s.Arguments = json.RawMessage(`{"identifier": "没有"}`) }), "", agent.Diverged},
		{"broken observation", with(func(s *plan.Step) { s.Observation = nil }), "", agent.Diverged},
	}
	for _, tt := range tests {
		got := solve(t, agent.Replay{Steps: tt.steps, Answer: "祁远舟"}, "", tools)
		if got.Answer != tt.answer || got.End != tt.end || len(got.Calls) != 1 || (got.Detail == "") != (tt.end == agent.Finished) {
			t.Errorf("%s: Replay = %q, %q (%s) after %d turns, want %q, %q after 1", tt.name, got.Answer, got.End, got.Detail, len(got.Calls), tt.answer, tt.end)
		}
	}
	// Several calls of one node, with more digits than binary floats hold, and the call
	// that ends a trial.
	long := slices.Concat(
		recorded,
		steps(t, tools, "get_sum", map[string]any{"nums": []any{json.Number("3.33333333333333333333"), json.Number("5")}})[1:],
		steps(t, tools, "get_sum", map[string]any{"nums": []any{json.Number("8.33333333333333333333"), json.Number("1e-20")}})[1:],
		steps(t, tools, "finish", map[string]any{"answer": "8.3<9"})[1:],
	)
	long[len(long)-1].Op = "finish"
	got := solve(t, agent.Replay{Steps: long, Answer: "8.3<9"}, "", tools)
	if got.End != agent.Finished || got.Answer != "8.3<9" || len(got.Calls) != 4 {
		t.Fatalf("Replay = %q, %q (%s) after %d turns, want %q after 4", got.Answer, got.End, got.Detail, len(got.Calls), "8.3<9")
	}
	if sum := got.Calls[2].Observation; sum != "8.33333333333333333334" {
		t.Errorf("Replay adds up to %s, want every digit", sum)
	}
	for _, c := range got.Attempt().Calls {
		if c.Observation == "8.3<9" {
			t.Errorf("Replay has observed %q, want nothing that it said itself", c.Observation)
		}
	}
	broken := with(func(s *plan.Step) { s.Arguments = json.RawMessage(`{`) })
	if _, err := (agent.Replay{Steps: broken}).Solve(t.Context(), "", tools, agent.TrialEnv{}); err == nil {
		t.Error("Replay of arguments that are no JSON: no error")
	}
}

// down is tools that are broken.
type down struct{}

var errDown = errors.New("tools are down")

func (down) Call(context.Context, tool.Call) (tool.Result, error) { return tool.Result{}, errDown }

func TestBrokenTools(t *testing.T) {
	tools := toytest.Tools(t)
	env := agent.TrialEnv{Domain: tools.Domain()}
	replay := agent.Replay{Steps: steps(t, tools, "get_company", map[string]any{"identifier": "青岚机械有限公司"})}
	for _, a := range []agent.Agent{agent.Lister{}, replay} {
		if _, err := a.Solve(t.Context(), "青岚机械有限公司的负责人？", down{}, env); !errors.Is(err, errDown) {
			t.Errorf("%T over broken tools: error %v, want %v", a, err, errDown)
		}
	}
}

func TestAttempt(t *testing.T) {
	summary := "s"
	got := (&agent.Transcript{Answer: "a", Summary: &summary, Calls: []agent.ObservedCall{
		{Observation: "seen"}, {Observation: "a reply to a wrong call", Fault: tool.FaultMissing},
	}}).Attempt()
	if !got.Observed || len(got.Calls) != 2 || !got.Calls[1].Missed || got.Answer != "a" || got.Summary != &summary {
		t.Errorf("Attempt = %+v, want both calls, the one with a fault as a miss", got)
	}
	if got.Unsummarised || !(&agent.Transcript{Unsummarised: true}).Attempt().Unsummarised {
		t.Error("Attempt does not tell whether a summary was asked for, want that of the transcript")
	}
	if got := (&agent.Transcript{End: agent.External}).Attempt(); got.Observed {
		t.Error("Attempt of a transcript without turns is observed, want not")
	}
}
