package method_test

import (
	"errors"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// Whatever the model replies, it is asked once, at temperature 0 and without tools.
func TestDirect(t *testing.T) {
	for _, tt := range []struct {
		name   string
		line   line
		answer string
		end    agent.Ending
		fault  agent.ReplyFault
	}{
		{"answer", text("条序号：12\n款序号：2"), "条序号：12\n款序号：2", agent.Finished, ""},
		{"reasoning", text("<think>第十三条？不。</think>\n第十二条"), "第十二条", agent.Finished, ""},
		{"label", text("思考：是第十二条。\n最终答案：第十二条\n第二款"), "第十二条\n第二款", agent.Finished, ""},
		{"result", text("经营者应当：\n结果：甲"), "经营者应当：\n结果：甲", agent.Finished, ""},
		{"nothing", text("<think>hm</think>"), "", agent.Stuck, agent.BadForm},
		{"refused", line{reply: llm.Reply{Refusal: "no", Finish: "stop"}}, "", agent.Stuck, agent.Refused},
		{"cut off", line{reply: llm.Reply{Text: "经营者", Finish: "length"}}, "", agent.Stuck, agent.CutOff},
		{"overlong", line{reply: llm.Reply{Refusal: "8193 tokens", Finish: "context_length"}}, "", agent.Overlong, agent.CutOff},
	} {
		got, chat, err := try(t, method.Spec{Method: method.Direct, Model: "m"}, tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if got.Answer != tt.answer || got.End != tt.end || len(got.Replies) != 1 || got.Replies[0].Fault != tt.fault || got.Calls != nil || !got.Unsummarised {
			t.Errorf("%s: %+v with %+v, want %s, answer %q, fault %q", tt.name, got, got.Replies, tt.end, tt.answer, tt.fault)
		}
		if r := chat.requests[0]; len(chat.requests) != 1 || r.Temperature == nil || *r.Temperature != 0 || r.Tools != nil || r.Stop != nil || len(r.Messages) != 2 {
			t.Errorf("%s: requests %+v, want one at temperature 0, without tools", tt.name, chat.requests)
		}
	}
	spec := method.Spec{Method: method.Direct, Model: "m", Temperature: new(0.7)}
	if _, chat, err := try(t, spec, text("甲")); err != nil || *chat.requests[0].Temperature != 0.7 {
		t.Errorf("temperature of the spec: %v, want 0.7", err)
	}
	broken := &llm.InfrastructureError{Kind: llm.ErrServer, Endpoint: "host"}
	if got, _, err := try(t, spec, line{err: broken}); got != nil || !errors.Is(err, llm.ErrServer) {
		t.Errorf("a broken server: %v, %v, want its error", got, err)
	}
}
