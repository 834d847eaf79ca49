package bench_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
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

// view returns the tools of a twin over the toy world.
func view(tools *tool.Set) func(*task.Twin) (tool.Caller, error) {
	return func(w *task.Twin) (tool.Caller, error) { return tools.Without(w.Table, w.Key, w.Row) }
}

// twinOf returns the twin of a toy task whose last step reads the row.
func twinOf(t testing.TB, tools *tool.Set, of *task.Task, table, key string, row int) *task.Task {
	t.Helper()
	w := *of
	w.ID = of.ID + "-twin"
	w.Twin = &task.Twin{Of: of.ID, Table: table, Key: key, Row: row, Answers: of.AnswerValues}
	sentence, keyword, _ := score.Decline(of.Language)
	w.Answer, w.KeyAnswer = sentence, []string{keyword}
	w.AnswerValues = []value.Answer{{Kind: value.Text, Text: keyword}}
	w.Steps = append([]plan.Step{}, of.Steps...)
	last := &w.Steps[len(w.Steps)-1]
	v, err := tools.Without(table, key, row)
	if err != nil {
		t.Fatal(err)
	}
	r, err := v.Call(t.Context(), tool.Call{Tool: last.Tool, Args: map[string]any{"identifier": last.Node}})
	if err != nil || r.Fault != tool.FaultMissing {
		t.Fatalf("%s(%s) without the row = %s, %v, want nothing", last.Tool, last.Node, r.Text(), err)
	}
	last.Observation = r.Observation()
	return &w
}

// withTwins are the toy tasks that are answered from one row, and their twins.
func withTwins(t testing.TB, tools *tool.Set) []*task.Task {
	tasks := toyTasks(t, tools)
	return append(tasks,
		twinOf(t, tools, tasks[0], "Company", "青岚机械有限公司", 10),
		twinOf(t, tools, tasks[2], "Court", "青岚市中级人民法院", 4))
}

func TestTwins(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := withTwins(t, tools)
	trials, err := bench.Run(t.Context(), tasks, bench.BoundingAgents(tasks), tools, bench.RunOptions{Domain: tools.Domain(), Workers: 4, TwinTools: view(tools)})
	if err != nil {
		t.Fatal(err)
	}
	// The only task of two calls and its twin are too few to bound attackers, of which
	// one makes these calls.
	few := slices.DeleteFunc(slices.Clone(trials), func(t bench.Trial) bool { return t.Attack })
	if err := bench.CheckBounds(few, nil); err != nil {
		t.Errorf("Floors: %v", err)
	}
	declined := map[string]score.KeywordOutcome{}
	for _, trial := range trials {
		if trial.Task != "t1-twin" {
			continue
		}
		o := trial.Score.Verdicts[0].Outcome
		switch {
		case !trial.Attack:
			declined[trial.Agent] = o
		case o == score.Credited:
			t.Errorf("attacker %s: a twin is credited", trial.Agent)
		}
	}
	want := map[string]score.KeywordOutcome{"silent": score.Absent, "echo": score.Absent, "constant": score.Absent, "decliner": score.Unpaired, "lister": score.Absent, "trace": score.Credited}
	if d := cmp.Diff(want, declined); d != "" {
		t.Errorf("outcomes of a twin by agent (-want +got):\n%s", d)
	}
	report := bench.NewReport(tasks, trials)
	for _, s := range report.Agents {
		if all := s.Rows[len(s.Rows)-1]; all.Tasks != 3 || s.Twins.Tasks != 2 || s.Twins.Answered != 2 {
			t.Errorf("%s: %d tasks and %d twins of which %d answered, want 3 and 2 of 2", s.Agent, all.Tasks, s.Twins.Tasks, s.Twins.Answered)
		}
		want := 0.0
		if s.Agent == "trace" {
			want = 1
		}
		if got := *s.Twins.Strict.Success.Mean; got != want {
			t.Errorf("%s: strict success over twins %v, want %v", s.Agent, got, want)
		}
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"tasks             2      1      3    2\n",
		"success (strict)  1-hop   2-hop   ALL     twins\n",
		"decliner          0.0000  0.0000  0.0000  0.0000\n",
		"trace             1.0000  1.0000  1.0000  1.0000\n",
	} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("the report has no line %q:\n%s", line, b.String())
		}
	}
}

// halfOf looks up the answer to one toy task and declines everything else.
type halfOf struct{}

func (halfOf) Solve(_ context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	if strings.Contains(question, "法定代表人") {
		call := tool.Call{Tool: "get_company", Args: map[string]any{"identifier": "青岚机械有限公司"}}
		r, err := tools.Call(context.Background(), call)
		if err == nil && !r.Empty() {
			turn := agent.ObservedCall{Tool: call.Tool, Arguments: json.RawMessage(`{"identifier": "青岚机械有限公司"}`), Observation: r.Text()}
			return &agent.Transcript{Answer: "祁远舟", Calls: []agent.ObservedCall{turn}, End: agent.Finished}, nil
		}
	}
	return agent.Decliner{}.Solve(context.Background(), question, tools, env)
}

// A twin is credited where the agent has the pair, whatever other pairs it lacks.
func TestTwinsArePaired(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := withTwins(t, tools)
	entries := []bench.AgentEntry{{Name: "half", For: func(*task.Task) agent.Agent { return halfOf{} }}}
	run := func(tasks []*task.Task) map[string]*float64 {
		trials, err := bench.Run(t.Context(), tasks, entries, tools, bench.RunOptions{TwinTools: view(tools)})
		if err != nil {
			t.Fatal(err)
		}
		rates := map[string]*float64{}
		for _, trial := range trials {
			rates[trial.Task] = trial.Score.Strict.Success
		}
		return rates
	}
	zero, one := 0.0, 1.0
	want := map[string]*float64{"t1": &one, "t2": &zero, "t3": &zero, "t1-twin": &one, "t3-twin": &zero}
	if d := cmp.Diff(want, run(tasks)); d != "" {
		t.Errorf("strict success by task (-want +got):\n%s", d)
	}
	// Without the tasks they are the twins of, twins are not scored.
	if d := cmp.Diff(map[string]*float64{"t1-twin": nil, "t3-twin": nil}, run(tasks[3:])); d != "" {
		t.Errorf("strict success of twins alone (-want +got):\n%s", d)
	}
}

// Answers from outside are paired alike.
func TestScoreTwins(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := withTwins(t, tools)
	const none = "没有查到。"
	trials, report := bench.ScoreAnswers("mine", tasks, []bench.ExternalAnswer{
		{ID: "t1", Answer: "法定代表人是祁远舟。"}, {ID: "t1-twin", Answer: none},
		{ID: "t3", Answer: none}, {ID: "t3-twin", Answer: none},
	}, nil)
	got := map[string]score.KeywordOutcome{}
	for _, trial := range trials {
		got[trial.Task] = trial.Score.Verdicts[0].Outcome
	}
	if d := cmp.Diff(map[string]score.KeywordOutcome{"t1": score.Credited, "t1-twin": score.Credited, "t3": score.Absent, "t3-twin": score.Unpaired}, got); d != "" {
		t.Errorf("outcomes (-want +got):\n%s", d)
	}
	if m := report.Agents[0].Twins.Strict.Success; m.N != 2 || *m.Mean != 0.5 {
		t.Errorf("strict success over twins %v of %d, want 0.5 of 2", *m.Mean, m.N)
	}
}

func TestTwinsNeedAView(t *testing.T) {
	tools := toytest.Tools(t)
	tasks := withTwins(t, tools)
	if _, err := bench.Run(t.Context(), tasks, bench.BoundingAgents(tasks), tools, bench.RunOptions{}); err == nil || !strings.Contains(err.Error(), "task t1-twin: ") {
		t.Errorf("Run of twins without views: %v, want an error that names the twin", err)
	}
	tasks[3].Twin.Row = 1
	_, err := bench.Run(t.Context(), tasks, bench.BoundingAgents(tasks), tools, bench.RunOptions{TwinTools: view(tools)})
	if err == nil || !strings.Contains(err.Error(), `want "青岚机械有限公司"`) {
		t.Errorf("Run of a twin of another row: %v, want an error that names its key", err)
	}
}
