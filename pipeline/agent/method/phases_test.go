package method_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A summary is asked for once; what goes wrong with it costs nothing but itself.
func TestSummary(t *testing.T) {
	spec := plainly(method.TextCalls)
	spec.Summary = method.WithSummary
	for _, tt := range []struct {
		name string
		line line
		want *string
		slip agent.ReplyFault
	}{
		{"summary", text("<think>hm</think>\n查到了甲。"), new("查到了甲。"), ""},
		{"nothing", text("<think>hm</think>"), nil, agent.BadForm},
		{"refused", line{reply: llm.Reply{Refusal: "no", Finish: "stop"}}, nil, agent.Refused},
		{"overlong", line{reply: llm.Reply{Refusal: "8193 tokens", Finish: "context_length"}}, nil, agent.CutOff},
	} {
		got, _, err := try(t, spec, text("最终答案：甲"), tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got.Summary); diff != "" || got.Unsummarised || got.End != agent.Finished || got.Answer != "甲" || got.Replies[1].Fault != tt.slip {
			t.Errorf("%s: end %s, answer %q, said %+v, summary (-want +got):\n%s", tt.name, got.End, got.Answer, got.Replies[1], diff)
		}
	}
}

// What is nobody's answer is an error, in every phase, and there is no transcript.
func TestInfrastructure(t *testing.T) {
	broken := &llm.InfrastructureError{Kind: llm.ErrServer, Endpoint: "host"}
	for _, m := range method.Names() {
		spec := plainly(method.TextCalls)
		spec.Method, spec.Tools, spec.Summary, spec.Turns = m, method.SelectedTools, method.WithSummary, 1
		whole := map[method.Name][]line{
			method.ReAct:          {text(`{"tools": ["get_case"]}`), act("get_company", company), text("甲"), text("甲")},
			method.PlanAndSolve:   {text(`{"tools": ["get_case"]}`), text("1. 查"), act("get_company", company), text("甲"), text("甲")},
			method.PlanAndExecute: {text(`{"tools": ["get_case"]}`), text("1. 查"), act("get_company", company), text("甲"), text("甲")},
		}[m]
		if _, _, err := try(t, spec, whole...); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		for n := range whole {
			lines := append(append([]line{}, whole[:n]...), line{err: broken})
			if got, _, err := try(t, spec, lines...); got != nil || !errors.Is(err, llm.ErrServer) {
				t.Errorf("%s: fault at request %d: %v, %v, want none and %v", m, n+1, got, err, llm.ErrServer)
			}
		}
	}
}

// failing are tools that are broken.
type failing struct{}

func (failing) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errors.New("index: gone")
}

func TestBrokenTools(t *testing.T) {
	tools := toytest.Tools(t)
	for _, c := range method.CallStyles() {
		chat := &script{lines: []line{act("get_company", company)}}
		if c == method.NativeCalls {
			chat.lines[0] = calls(llm.ToolCall{ID: "1", Name: "get_company", Arguments: company})
		}
		a, err := method.New(plainly(c), tools.Domain(), chat)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := a.Solve(t.Context(), "谁？", failing{}, agent.TrialEnv{Language: "zh"}); got != nil || err == nil || !strings.Contains(err.Error(), "index: gone") {
			t.Errorf("%s: %v, %v, want the tools' error", c, got, err)
		}
		if _, err := a.Solve(t.Context(), "qui ?", tools, agent.TrialEnv{Language: "fr"}); err == nil || !strings.Contains(err.Error(), `"fr"`) {
			t.Errorf("a language without prompts: %v, want an error that names it", err)
		}
	}
}

// Epochs never share a request, and what is asked is asked as the spec says.
func TestRequests(t *testing.T) {
	tools := toytest.Tools(t)
	spec := plainly(method.TextCalls)
	spec.Temperature, spec.MaxTokens = new(0.5), 99
	seen := map[string]bool{}
	for epoch := range 3 {
		chat := &script{lines: []line{text("最终答案：甲")}}
		a, err := method.New(spec, tools.Domain(), chat)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Solve(t.Context(), "谁？", tools, agent.TrialEnv{Language: "zh", Epoch: epoch}); err != nil {
			t.Fatal(err)
		}
		r := chat.requests[0]
		seen[string(r.Digest())] = true
		if r.Model != "m" || *r.Temperature != 0.5 || r.MaxTokens != 99 || len(r.Stop) == 0 || r.Tools != nil {
			t.Errorf("request %+v, want that of the spec", r)
		}
	}
	if len(seen) != 3 {
		t.Errorf("3 epochs make %d different requests", len(seen))
	}
	spec.NoStopWord = true
	if _, chat, err := try(t, spec, text("最终答案：甲")); err != nil || chat.requests[0].Stop != nil {
		t.Errorf("unstopped: stop word %q, %v, want none", chat.requests[0].Stop, err)
	}
	spec.ZeroShot = true
	if _, chat, err := try(t, spec, text("最终答案：甲")); err != nil || strings.Contains(chat.requests[0].Messages[0].Text, "盐路") {
		t.Errorf("zero-shot: %q, %v, want no examples", chat.requests[0].Messages[0].Text, err)
	}
}

// echoing answers every request with the question's last character, at any number of
// goroutines.
type echoing struct{}

func (echoing) Chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	text := []rune(r.Messages[len(r.Messages)-1].Text)
	return llm.Reply{Text: "Final Answer: " + string(text[len(text)-1:]), Finish: "stop", Usage: llm.TokenUsage{Prompt: 1, Completion: 1}}, nil
}

func TestConcurrentTrials(t *testing.T) {
	tools := toytest.Tools(t)
	spec := plainly(method.TextCalls)
	a, err := method.New(spec, tools.Domain(), echoing{})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			want := string(rune('a' + i%26))
			got, err := a.Solve(t.Context(), "who? "+want, tools, agent.TrialEnv{Language: []string{"zh", "en"}[i%2]})
			if err != nil || got.Answer != want {
				t.Errorf("trial %d: %+v, %v, want %q", i, got, err, want)
			}
		})
	}
	wg.Wait()
}
