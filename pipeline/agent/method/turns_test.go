package method_test

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Every call of a native answer is made in its order and answered.
func TestParallelCalls(t *testing.T) {
	got, chat, err := try(t, plainly(method.NativeCalls),
		calls(llm.ToolCall{ID: "x", Name: "get_company", Arguments: company}, llm.ToolCall{ID: "x", Name: "get_sum", Arguments: `{"nums": [1, 2.50]}`}),
		text("甲"))
	if err != nil {
		t.Fatal(err)
	}
	m := chat.requests[1].Messages
	if len(m) != 5 || m[3].CallID != "x" || m[3].Text != `{"法定代表人":"祁远舟"}` || m[4].Text != "3.5" || m[4].CallID != m[2].Calls[1].ID {
		t.Errorf("conversation %+v, want each call answered", m)
	}
	if len(got.Calls) != 2 || got.Calls[0].Reply != 1 || got.Calls[1].Reply != 1 {
		t.Errorf("turns %+v, want two of the first answer", got.Calls)
	}
	wellFormed(t, chat)
}

// A call that is not made is answered with the reason: there are too many in the message, an
// earlier one ended the trial, or the turns are used up.
func TestCallsNotMade(t *testing.T) {
	_, chat, err := try(t, plainly(method.NativeCalls), atOnce(agent.MaxCallsPerReply+1), text("甲"))
	if err != nil {
		t.Fatal(err)
	}
	read := chat.requests[1].Messages
	if got, want := read[len(read)-1].Text, "没有调用：一条消息里最多 64 个调用。"; got != want {
		t.Errorf("call %d is answered %q, want %q", agent.MaxCallsPerReply+1, got, want)
	}
	if got := read[len(read)-2].Text; got != `{"法定代表人":"祁远舟"}` {
		t.Errorf("call %d is answered %q, want its result", agent.MaxCallsPerReply, got)
	}

	spec := plainly(method.NativeCalls)
	spec.Summary = method.WithSummary
	ends := calls(llm.ToolCall{Name: "finish", Arguments: `{"answer": "甲"}`}, llm.ToolCall{Name: "get_company", Arguments: company})
	if _, chat, err = try(t, spec, ends, text("甲")); err != nil {
		t.Fatal(err)
	}
	read = chat.requests[1].Messages
	if got, want := read[len(read)-2].Text, "没有调用：前面的调用已经结束作答。"; got != want {
		t.Errorf("a call after the end is answered %q, want %q", got, want)
	}

	for _, style := range method.CallStyles() {
		spec := plainly(style)
		spec.Turns = 1
		one := act("get_company", company)
		if style == method.NativeCalls {
			one = atOnce(1)
		}
		if _, chat, err = try(t, spec, one, one, text("最终答案：甲")); err != nil {
			t.Fatal(err)
		}
		read = chat.requests[2].Messages
		if got, want := read[len(read)-1].Text, "没有调用：轮数已经用完。"; !strings.HasPrefix(got, want) {
			t.Errorf("%s calls: a call without a turn left is answered %q, want %q first", style, got, want)
		}
	}
}

// The prompts of every method say how many turns there are and what counts as one.
func TestTurnsAreTold(t *testing.T) {
	for _, name := range method.Names() {
		for style, turn := range map[method.CallStyle]string{method.TextCalls: "每次调用算一轮", method.NativeCalls: "（最多 64 个）合起来只算一轮"} {
			spec := plainly(style)
			spec.Method, spec.Turns = name, 17
			_, chat, err := try(t, spec, text("最终答案：甲"))
			if err != nil {
				t.Fatal(err)
			}
			if system := chat.requests[0].Messages[0].Text; !strings.Contains(system, "最多 17 轮") || !strings.Contains(system, turn) {
				t.Errorf("%s, %s: system prompt %q, want 17 turns and %q in it", name, style, system, turn)
			}
		}
	}
}
