package remote_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// program is this program as an agent.
func program(how string) remote.ProgramSpec {
	return remote.ProgramSpec{Name: os.Args[0], Env: append(os.Environ(), "REMOTE_TEST_AGENT="+how)}
}

// command returns a running agent that the test closes.
func command(t testing.TB, p remote.ProgramSpec) *remote.ProcessAgent {
	t.Helper()
	c, err := remote.NewCommand(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// clock stands still.
func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// each runs a test with an agent of either kind, under the limits.
func each(t *testing.T, l remote.TrialLimits, run func(t *testing.T, a agent.Agent)) {
	t.Run("command", func(t *testing.T) {
		p := program("replies")
		p.Limits = l
		run(t, command(t, p))
	})
	t.Run("http", func(t *testing.T) {
		s := httptest.NewServer(http.HandlerFunc(endpoint))
		t.Cleanup(s.Close)
		h, err := remote.NewHTTP(remote.EndpointSpec{URL: s.URL, Limits: l, Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		run(t, h)
	})
}

// environment is what agents know of the small world.
func environment(tools *tool.Set) agent.TrialEnv {
	return agent.TrialEnv{Domain: tools.Domain(), Language: "zh", Epoch: 2}
}

// Both kinds of agent do the same with every reply.
func TestReplies(t *testing.T) {
	tools := toytest.Tools(t)
	seen := func(name, args string) string {
		v, err := tools.Call(t.Context(), tool.Call{Tool: name, Args: map[string]any{"identifier": args}})
		if err != nil {
			t.Fatal(err)
		}
		return v.Text()
	}
	court := agent.ObservedCall{Tool: "get_court", Arguments: json.RawMessage(`{"identifier":"甲01"}`), Observation: seen("get_court", "甲01")}
	text := func(s string) *string { return &s }
	garbled := agent.ModelReply{Phase: agent.Acting, Text: "no JSON at all", Fault: agent.BadForm, Detail: "invalid character 'o' in literal null (expecting 'u'): want one JSON object with calls or answer"}
	tests := []struct {
		question string
		want     agent.Transcript
	}{
		{`say {"answer": "42"}`, agent.Transcript{Answer: "42", End: agent.Finished}},
		{`say {"answer": ""}`, agent.Transcript{End: agent.Finished}},
		{`say {"answer": "<b> 是", "thoughts": "why"}`, agent.Transcript{Answer: "<b> 是", Replies: []agent.ModelReply{{Phase: agent.Acting, Text: "why"}}, End: agent.Finished}},
		{"told", agent.Transcript{Answer: "1 zh 2 6 false", End: agent.Finished}},
		{"company 青岚机械有限公司", agent.Transcript{
			Answer: seen("get_company", "松屿能源有限公司"), Summary: text("both"), Tokens: &score.Tokens{Input: 12, Output: 3, Total: 15},
			Calls: []agent.ObservedCall{
				{Tool: "get_company", Arguments: json.RawMessage(`{"identifier":"青岚机械有限公司"}`), Observation: seen("get_company", "青岚机械有限公司"), Reply: 1},
				{Tool: "get_company", Arguments: json.RawMessage(`{"identifier":"松屿能源有限公司"}`), Observation: seen("get_company", "松屿能源有限公司"), Reply: 1},
			},
			Replies: []agent.ModelReply{{Phase: agent.Acting, Text: "two at once"}}, End: agent.Finished,
		}},
		{"forever", agent.Transcript{Answer: "tired", Calls: []agent.ObservedCall{court, court, court}, End: agent.Exhausted, Detail: "3 turns with calls"}},
		{"forever on", agent.Transcript{Calls: []agent.ObservedCall{court, court, court}, End: agent.Exhausted, Detail: "3 turns with calls"}},
		{"garbled once", agent.Transcript{Answer: garbled.Detail, Replies: []agent.ModelReply{garbled}, End: agent.Finished}},
		{"garbled", agent.Transcript{Replies: []agent.ModelReply{garbled, garbled}, End: agent.Failed, Detail: garbled.Detail}},
		{"wrong", agent.Transcript{
			Answer: "arguments arguments",
			Calls: []agent.ObservedCall{
				{Tool: "get_weather", Arguments: json.RawMessage(`{"identifier":"x"}`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments, Reply: 1},
				{Tool: "get_court", Arguments: json.RawMessage(`"甲01"`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments, Reply: 2},
			},
			Replies: []agent.ModelReply{
				{Phase: agent.Acting, Fault: agent.BadTool, Detail: `no tool "get_weather"`},
				{Phase: agent.Acting, Text: "again", Fault: agent.BadArguments, Detail: "arguments of get_court: want an object"},
			},
			End: agent.Finished,
		}},
		{"finish", agent.Transcript{
			Answer: "over",
			Calls: []agent.ObservedCall{
				{Tool: "finish", Arguments: json.RawMessage(`{}`), Observation: "The arguments are not of the tool's form.", Fault: tool.FaultArguments},
				{Tool: "finish", Arguments: json.RawMessage(`{"answer":"over"}`)},
			},
			End: agent.Finished,
		}},
		{"remember", agent.Transcript{Answer: `{"seen":["<a>"]}`, Calls: []agent.ObservedCall{court}, End: agent.Finished}},
	}
	each(t, remote.TrialLimits{Turns: 3}, func(t *testing.T, a agent.Agent) {
		for _, tt := range tests {
			got, err := a.Solve(t.Context(), tt.question, tools, environment(tools))
			if err != nil {
				t.Errorf("Solve(%q): %v", tt.question, err)
				continue
			}
			if tt.want.Calls == nil {
				tt.want.Calls = []agent.ObservedCall{}
			}
			if d := cmp.Diff(&tt.want, got); d != "" {
				t.Errorf("Solve(%q) (-want +got):\n%s", tt.question, d)
			}
		}
	})
}

// A reply that is too long fails the trial at once, and the next trial is as ever.
func TestLongReply(t *testing.T) {
	for limit, want := range map[int]string{0: "a reply of more than 1048576 bytes: want fewer", 100: "a reply of more than 100 bytes: want fewer"} {
		each(t, remote.TrialLimits{ReplyBytes: limit}, func(t *testing.T, a agent.Agent) {
			got, err := a.Solve(t.Context(), "long", nil, agent.TrialEnv{})
			if err != nil {
				t.Fatal(err)
			}
			if got.End != agent.Failed || got.Detail != want || len(got.Replies) != 1 || len(got.Replies[0].Text) > 500 {
				t.Errorf("Solve(%q): end %q, %q after %d replies: want %q, %q after one, cut short", "long", got.End, got.Detail, len(got.Replies), agent.Failed, want)
			}
			if got := ask(t, a, `say {"answer": "up"}`); got.Answer != "up" {
				t.Errorf("Solve after a long reply = %q, %s, want %q", got.Answer, got.Detail, "up")
			}
		})
	}
}

func TestLate(t *testing.T) {
	each(t, remote.TrialLimits{Wait: 20 * time.Millisecond}, func(t *testing.T, a agent.Agent) {
		got, err := a.Solve(t.Context(), "late", nil, agent.TrialEnv{})
		if err != nil {
			t.Fatal(err)
		}
		if want := "no reply within 20ms"; got.End != agent.Failed || got.Detail != want {
			t.Errorf("Solve(%q): end %q, %q: want %q, %q", "late", got.End, got.Detail, agent.Failed, want)
		}
	})
}

// Who takes such agents for broken gets an error.
func TestBlameless(t *testing.T) {
	each(t, remote.TrialLimits{Wait: 20 * time.Millisecond, FailureIsError: true}, func(t *testing.T, a agent.Agent) {
		if got, err := a.Solve(t.Context(), "late", nil, agent.TrialEnv{}); err == nil || got != nil {
			t.Errorf("Solve(%q) = %v, %v, want an error", "late", got, err)
		}
	})
}

// The context's end is the end of a message under way.
func TestInterrupted(t *testing.T) {
	each(t, remote.TrialLimits{}, func(t *testing.T, a agent.Agent) {
		ctx := &stopping{Context: t.Context(), done: make(chan struct{})}
		got, err := a.Solve(ctx, "forever", ctx, agent.TrialEnv{})
		if got != nil || err != ctx.Err() {
			t.Errorf("Solve under a context that ends = %v, %v, want %v", got, err, ctx.Err())
		}
	})
}

// Broken tools are nothing that an agent is told of.
func TestBrokenTools(t *testing.T) {
	each(t, remote.TrialLimits{}, func(t *testing.T, a agent.Agent) {
		if _, err := a.Solve(t.Context(), "forever", down{}, agent.TrialEnv{}); err != errDown {
			t.Errorf("Solve over broken tools: error %v, want %v", err, errDown)
		}
	})
}

// As many calls as are allowed are one turn; one more is no reply.
func TestTooManyCalls(t *testing.T) {
	one := `{"tool": "get_court", "arguments": {"identifier": "甲01"}}`
	list := func(n int) string {
		return `say {"calls": [` + strings.Join(slices.Repeat([]string{one}, n), ", ") + `]}`
	}
	tools := toytest.Tools(t)
	each(t, remote.TrialLimits{Turns: 1}, func(t *testing.T, a agent.Agent) {
		for n, want := range map[int]agent.Ending{remote.MaxCalls: agent.Exhausted, remote.MaxCalls + 1: agent.Failed} {
			got, err := a.Solve(t.Context(), list(n), tools, environment(tools))
			if err != nil {
				t.Fatal(err)
			}
			if got.End != want {
				t.Errorf("%d calls at once: end %q, %q: want %q", n, got.End, got.Detail, want)
			}
		}
	})
}
