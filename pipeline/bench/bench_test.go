package bench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// step records a call.
func step(t testing.TB, tools *tool.Set, name, identifier string, columns ...string) plan.Step {
	t.Helper()
	args := map[string]any{"identifier": identifier, "columns": columns}
	r, err := tools.Call(t.Context(), tool.Call{Tool: name, Args: args})
	if err != nil || r.Empty() {
		t.Fatalf("%s(%s) = %s, %v, want a result", name, identifier, r.Text(), err)
	}
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Step{Node: identifier, Op: "call", Tool: name, Arguments: b, Observation: r.Observation()}
}

// toyTasks are tasks over the toy world: a text, an amount with a superlative, a
// count and a day behind two hops.
func toyTasks(t testing.TB, tools *tool.Set) []*task.Task {
	const firm = "青岚机械有限公司"
	return []*task.Task{
		{
			ID: "t1", Type: "1-hop", Language: "zh", Question: firm + "的法定代表人是谁？", Answer: "法定代表人是祁远舟。",
			KeyAnswer: []string{"祁远舟"}, AnswerValues: []value.Answer{{Kind: value.Text, Text: "祁远舟"}},
			Steps: []plan.Step{step(t, tools, "get_company", firm, "法定代表人")},
		},
		{
			ID: "t2", Type: "1-hop", Language: "zh", Draft: firm + "的注册资本是多少亿元，保留两位小数？", Answer: "注册资本是1.31亿元。",
			KeyAnswer: []string{"1.31亿元"}, AnswerValues: []value.Answer{{Kind: value.Number, Text: "1.31亿元", Number: "1.31", Unit: "亿元"}},
			Steps: []plan.Step{step(t, tools, "get_company", firm, "注册资本")},
		},
		{
			ID: "t3", Type: "2-hop", Language: "zh", Question: "案号为（2018）甲01民初217号的案件，审理法院成立于哪一天？", Answer: "成立于1983年09月01日。",
			KeyAnswer: []string{"1983年09月01日"}, KeyMiddle: []string{"青岚市中级人民法院"},
			AnswerValues: []value.Answer{{Kind: value.Date, Text: "1983年09月01日"}},
			Steps: []plan.Step{
				step(t, tools, "get_case", "（2018）甲01民初217号", "审理法院"),
				step(t, tools, "get_court", "青岚市中级人民法院", "成立日期"),
			},
		},
	}
}

func TestRun(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := toyTasks(t, tools)
	var first []byte
	for _, workers := range []int{0, 1, 8} {
		var done atomic.Int64
		trials, err := bench.Run(t.Context(), tasks, bench.BoundingAgents(tasks), tools, bench.RunOptions{
			Domain: tools.Domain(), Workers: workers, Done: func() { done.Add(1) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.CheckBounds(trials, nil); err != nil {
			t.Errorf("Floors: %v", err)
		}
		if n := len(tasks) * len(bench.BoundingAgents(tasks)); len(trials) != n || done.Load() != int64(n) {
			t.Errorf("Run: %d trials, Done called %d times, want %d each", len(trials), done.Load(), n)
		}
		var b bytes.Buffer
		if err := bench.WriteTrials(&b, trials); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		}
		if !bytes.Equal(first, b.Bytes()) {
			t.Errorf("trials with %d workers differ", workers)
		}
		read, err := bench.ReadTrials(b.Bytes(), "trials.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(trials, read); d != "" {
			t.Errorf("trials change when written and read (-want +got):\n%s", d)
		}
	}
}

// failing is an agent whose tools are broken.
type failing struct{}

var errBroken = errors.New("tools are broken")

func (failing) Solve(context.Context, string, tool.Caller, agent.TrialEnv) (*agent.Transcript, error) {
	return nil, errBroken
}

func TestRunStops(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := toyTasks(t, tools)
	entries := append(bench.BoundingAgents(tasks), bench.AgentEntry{Name: "failing", For: func(*task.Task) agent.Agent { return failing{} }})
	_, err := bench.Run(t.Context(), tasks, entries, tools, bench.RunOptions{Workers: 2})
	if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "agent failing") {
		t.Errorf("Run with a broken agent: %v, want %v and the agent's name", err, errBroken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bench.Run(ctx, tasks, bench.BoundingAgents(tasks), tools, bench.RunOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run in a cancelled context: %v, want %v", err, context.Canceled)
	}
}

func TestFloors(t *testing.T) {
	zero, some, half, one := 0.0, 0.25, 0.5, 1.0
	trial := func(id string, role score.AgentRole, success, process *float64) bench.Trial {
		return bench.Trial{Task: id, Agent: "a", Role: role, Score: score.Score{Strict: score.Rates{Success: success, Process: process}}}
	}
	// many are so many trials in a role without any rate above 0.
	many := func(role score.AgentRole, n int) (all []bench.Trial) {
		for i := range n {
			all = append(all, trial(fmt.Sprint("m", i), role, &zero, &zero))
		}
		return all
	}
	floor := func(id string, success, process *float64) bench.Trial {
		return trial(id, score.FloorAgent, success, process)
	}
	text := func(id string, success *float64) bench.Trial {
		t := trial(id, score.FloorAgent, success, nil)
		t.Type = task.Writing
		return t
	}
	// floors and chances are so many trials of the role with these rates.
	floors := func(n int, success, process *float64) (all []bench.Trial) {
		for i := range n {
			all = append(all, floor(fmt.Sprint("f", i), success, process))
		}
		return all
	}
	chances := func(n int, success, process *float64) []bench.Trial {
		all := floors(n, success, process)
		for i := range all {
			all[i].Role = score.ChanceAgent
		}
		return all
	}
	tests := []struct {
		name   string
		trials []bench.Trial
		want   string
	}{
		{"floor", []bench.Trial{floor("t", &zero, &zero)}, ""},
		{"floor, unscored", []bench.Trial{floor("t", nil, nil)}, ""},
		{"floor, one lucky task", []bench.Trial{floor("t", &one, &one), floor("u", &zero, &zero)}, ""},
		{"floor, two lucky tasks", []bench.Trial{floor("t", &one, nil), floor("u", &one, nil)}, ""},
		{"floor, three lucky tasks", []bench.Trial{floor("t", &one, nil), floor("u", &one, nil), floor("v", &some, nil), floor("w", &zero, nil)},
			"agent a has mean strict success rate 0.5625 over 4 tasks, from 3 of them: want at most 0.5000: t, u, v"},
		{"floor, process", append(many(score.FloorAgent, 94), floors(6, nil, &one)...), ""},
		{"floor, more process", append(many(score.FloorAgent, 93), floors(7, nil, &one)...),
			"agent a has mean strict process rate 0.0700 over 100 tasks, from 7 of them: want at most 0.0600: f0, f1, f2, f3, f4, f5, f6"},
		{"floor, two lucky tasks in two hundred", append(many(score.FloorAgent, 198), floor("t", &one, &one), floor("u", &one, &one)), ""},
		{"floor, three lucky tasks in two hundred and ninety", append(many(score.FloorAgent, 287), floors(3, &one, nil)...),
			"agent a has mean strict success rate 0.0103 over 290 tasks, from 3 of them: want at most 0.0100: f0, f1, f2"},
		{"floor, texts", append(many(score.FloorAgent, 100), text("t", &some), text("u", &some)), ""},
		{"floor, texts half written", append(many(score.FloorAgent, 100), text("t", &half), text("u", &some)),
			"agent a has mean strict success rate 0.3750 over 2 tasks, from 2 of them: want at most 0.3000: t, u"},
		{"floor, one text", append(many(score.FloorAgent, 100), text("t", &half)), ""},
		{"chance, eight lucky tasks", append(many(score.ChanceAgent, 42), chances(8, &one, &one)...), ""},
		{"chance, nine lucky tasks", append(many(score.ChanceAgent, 191), chances(9, &one, nil)...),
			"agent a has mean strict success rate 0.0450 over 200 tasks, from 9 of them: want at most 0.0400: f0, f1, f2, f3, f4, f5, f6, f7, f8"},
		{"ceiling", []bench.Trial{trial("t", score.CeilingAgent, &one, &one)}, ""},
		{"ceiling, less", []bench.Trial{trial("t", score.CeilingAgent, &one, &some)}, "task t: agent a has strict process rate 0.2500: want 1"},
		{"ceiling, unscored", []bench.Trial{trial("t", score.CeilingAgent, nil, &one)}, "task t: agent a has strict success rate -: want 1"},
		{"contestant", []bench.Trial{trial("t", score.EvaluatedAgent, &some, &some), trial("u", score.EvaluatedAgent, &some, &some)}, ""},
	}
	for _, tt := range tests {
		got := ""
		if err := bench.CheckBounds(tt.trials, nil); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: Floors = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Attackers that draw a cell of the right record are bound by chance, all others do
// nothing that a grader should reward.
func TestBoundsRoles(t *testing.T) {
	tasks := toyTasks(t, toytest.Tools(t))
	var ceilings, drawn []string
	for _, e := range bench.BoundingAgents(tasks) {
		switch e.Role {
		case score.CeilingAgent:
			ceilings = append(ceilings, e.Name)
		case score.ChanceAgent:
			drawn = append(drawn, e.Name)
		}
		if e.Role == score.EvaluatedAgent || e.Attacks && e.Role == score.CeilingAgent {
			t.Errorf("agent %s has the role %q", e.Name, e.Role)
		}
	}
	if d := cmp.Diff([]string{"trace"}, ceilings); d != "" {
		t.Errorf("ceilings (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"random", "echo-cell", "two-cells", "learned-one"}, drawn); d != "" {
		t.Errorf("agents bound by chance (-want +got):\n%s", d)
	}
}

func TestReport(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := toyTasks(t, tools)
	entries := bench.BoundingAgents(tasks)
	trials, err := bench.Run(t.Context(), tasks, []bench.AgentEntry{entries[0], entries[slices.IndexFunc(entries, func(e bench.AgentEntry) bool { return e.Name == "trace" })]}, tools, bench.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := bench.NewReport(tasks, trials).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	const want = `                  1-hop  2-hop  ALL
tasks             2      1      3

success (strict)  1-hop   2-hop   ALL
silent            0.0000  0.0000  0.0000
trace             1.0000  1.0000  1.0000

process (strict)  1-hop   2-hop   ALL
silent            0.0000  0.0000  0.0000
trace             1.0000  1.0000  1.0000

success (paper)   1-hop   2-hop   ALL
silent            0.0000  0.0000  0.0000
trace             1.0000  1.0000  1.0000

process (paper)   1-hop   2-hop   ALL
silent            0.0000  0.0000  0.0000
trace             1.0000  0.5000  0.8333
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
}
