package method_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// byPaper is a spec of a trial by the paper's protocol, without a summary.
func byPaper(m method.Name) method.Spec {
	return method.Spec{Protocol: method.Paper, Method: m, Calls: method.TextCalls, Model: "m", Summary: method.WithoutSummary}
}

// times repeats a line.
func times(n int, l line) []line { return slices.Repeat([]line{l}, n) }

// lines joins lines and lists of lines.
func lines(parts ...any) (all []line) {
	for _, p := range parts {
		switch p := p.(type) {
		case line:
			all = append(all, p)
		case []line:
			all = append(all, p...)
		}
	}
	return all
}

// How trials by the paper's protocol end: the closing request has the last word, and only the
// turns or the model end what comes before it.
func TestPaperEnds(t *testing.T) {
	chosen := text(`{"tools": ["get_company"]}`)
	refused := line{reply: llm.Reply{Refusal: "no", Finish: "stop"}}
	overlong := line{reply: llm.Reply{Refusal: "8193 tokens", Finish: "context_length"}}
	look, no := act("get_company", company), text("嗯")
	plan := text("1. 查甲\n2. 查乙\n3. 回答问题")
	for _, tt := range []struct {
		name   string
		method method.Name
		lines  []line
		answer string
		end    agent.Ending
		calls  int
		said   string
	}{
		{"closing has the last word", method.ReAct, lines(chosen, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 0, "select,act,answer"},
		{"over the tool's", method.ReAct, lines(chosen, act("finish", `{"answer": "甲"}`), text("最终答案：乙")), "乙", agent.Finished, 1, "select,act,answer"},
		{"ten turns", method.ReAct, lines(chosen, times(10, look), text("乙")), "乙", agent.Exhausted, 10, "select" + strings.Repeat(",act", 10) + ",answer"},
		{"nothing usable is no end", method.ReAct, lines(chosen, times(4, no), look, times(5, no), text("乙")), "乙", agent.Exhausted, 1, "select" + strings.Repeat(",act form", 4) + ",act" + strings.Repeat(",act form", 5) + ",answer"},
		{"a refusal at the close", method.ReAct, lines(chosen, text("最终答案：甲"), refused, text("乙")), "乙", agent.Finished, 0, "select,act,answer refused,answer"},
		{"no answer at the close", method.ReAct, lines(chosen, text("最终答案：甲"), times(3, refused)), "", agent.Stuck, 0, "select,act,answer refused,answer refused,answer refused"},
		{"a call at the close", method.ReAct, lines(chosen, text("最终答案：甲"), look, text("乙")), "乙", agent.Finished, 0, "select,act,answer form,answer"},
		{"a document that has labels", method.ReAct, lines(chosen, text("最终答案：甲"), text("答辩状\n调用：证据一、证据二\n观察：以上属实")), "答辩状\n调用：证据一、证据二\n观察：以上属实", agent.Finished, 0, "select,act,answer"},
		{"a broken call at the close", method.ReAct, lines(chosen, text("最终答案：甲"), text("行动：get_company {"), text("行动：{\"tool\":"), text("乙")), "乙", agent.Finished, 0, "select,act,answer form,answer form,answer"},
		{"a label at the close", method.ReAct, lines(chosen, text("最终答案：甲"), text("<think>甲？</think>最终答案：乙")), "乙", agent.Finished, 0, "select,act,answer"},
		{"a label without an answer at the close", method.ReAct, lines(chosen, text("最终答案：甲"), text("最终答案："), text("乙")), "乙", agent.Finished, 0, "select,act,answer form,answer"},
		{"nothing but thinking at the close", method.ReAct, lines(chosen, text("最终答案：甲"), text("<think>甲？</think>"), text("乙")), "乙", agent.Finished, 0, "select,act,answer form,answer"},
		{"too long", method.ReAct, lines(chosen, look, overlong), "", agent.Overlong, 1, "select,act,act length"},
		{"too long at the close", method.ReAct, lines(chosen, look, text("最终答案：甲"), overlong), "", agent.Overlong, 1, "select,act,act,answer length"},
		{"no selection", method.ReAct, lines(times(3, no), text("最终答案：甲"), text("乙")), "乙", agent.Finished, 0, "select form,select form,select form,act,answer"},

		{"a plan", method.PlanAndSolve, lines(chosen, plan, look, look, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 2, "select,plan,act,act,act,answer"},
		{"a step is not tried again", method.PlanAndSolve, lines(chosen, plan, no, look, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 1, "select,plan,act form,act,act,answer"},
		{"a step without a call", method.PlanAndSolve, lines(chosen, plan, text("结果：不用查"), look, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 1, "select,plan,act,act,act,answer"},
		{"a plan without an answer", method.PlanAndSolve, lines(chosen, text("1. 查甲"), look, text("乙")), "乙", agent.Finished, 1, "select,plan,act,answer"},
		{"a plan that is an answer", method.PlanAndSolve, lines(chosen, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 0, "select,plan,answer"},
		{"no plan", method.PlanAndSolve, lines(chosen, times(3, no)), "", agent.Stuck, 0, "select,plan form,plan form,plan form"},
		{"a long plan", method.PlanAndSolve, lines(chosen, text(strings.Repeat("1. 查甲\n", 12)), times(10, look), text("乙")), "乙", agent.Exhausted, 10, "select,plan" + strings.Repeat(",act", 10) + ",answer"},

		{"a revised plan", method.PlanAndExecute, lines(chosen, plan, look, text("1. 回答问题"), text("最终答案：甲"), text("乙")), "乙", agent.Finished, 1, "select,plan,act,replan,act,answer"},
		{"an answer for a plan", method.PlanAndExecute, lines(chosen, plan, look, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 1, "select,plan,act,replan,answer"},
		{"a step that fails", method.PlanAndExecute, lines(chosen, plan, no, plan, text("最终答案：甲"), text("乙")), "乙", agent.Finished, 0, "select,plan,act form,replan,act,answer"},
		{"a plan without end", method.PlanAndExecute, lines(chosen, plan, times(9, look)[:1], slices.Repeat([]line{plan, look}, 9), text("乙")), "乙", agent.Exhausted, 10, "select,plan,act" + strings.Repeat(",replan,act", 9) + ",answer"},
		{"no plan after a step", method.PlanAndExecute, lines(chosen, plan, look, times(3, no), text("乙")), "乙", agent.Stuck, 1, "select,plan,act,replan form,replan form,replan form,answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, chat, err := try(t, byPaper(tt.method), tt.lines...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.said, strings.Join(slips(got), ",")); diff != "" || got.Answer != tt.answer || got.End != tt.end || len(got.Calls) != tt.calls {
				t.Errorf("answer %q, end %s (%s), %d calls, want %q, %s and %d; said (-want +got):\n%s", got.Answer, got.End, got.Detail, len(got.Calls), tt.answer, tt.end, tt.calls, diff)
			}
			for i, q := range chat.requests {
				if q.Temperature == nil || *q.Temperature != 0 || q.Tools != nil {
					t.Errorf("request %d: temperature %v and %d functions, want 0 and none", i+1, q.Temperature, len(q.Tools))
				}
			}
		})
	}
}

// The trajectory of a step that could not be used has its fault, and the request for the next
// step is the same message.
func TestPaperFaultsAreObservations(t *testing.T) {
	plan := text("1. 查甲\n2. 回答问题")
	_, chat, err := try(t, byPaper(method.PlanAndExecute), text(`{"tools": ["get_company"]}`), plan, text("嗯"), text("1. 回答问题"), text("最终答案：甲"), text("乙"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.OpenPrompts("zh")
	if err != nil {
		t.Fatal(err)
	}
	replanning, closing := chat.requests[3].Messages, chat.requests[5].Messages
	if got, want := replanning[len(replanning)-1].Text, p.Complaints.TextStep+"\n\n"+p.Paper.Replan; got != want {
		t.Errorf("after a fault the model reads %q, want %q", got, want)
	}
	want := strings.Join([]string{"1. 查甲\n2. 回答问题", "第 1 步：查甲", "嗯", p.Complaints.TextStep, "1. 回答问题", "第 2 步：回答问题", "最终答案：甲"}, "\n")
	if got := closing[0].Text; len(closing) != 1 || !strings.HasSuffix(got, want) {
		t.Errorf("the closing request is %q, want it to end with %q", got, want)
	}
}

// The summary comes of the trajectory, too, in a request of its own.
func TestPaperSummary(t *testing.T) {
	s := byPaper(method.ReAct)
	s.Summary = method.WithSummary
	got, chat, err := try(t, s, text(`{"tools": ["get_company"]}`), act("get_company", company), text("最终答案：甲"), text("乙"), text("查到了甲。"))
	if err != nil {
		t.Fatal(err)
	}
	last := chat.requests[len(chat.requests)-1].Messages
	if got.Summary == nil || *got.Summary != "查到了甲。" || len(last) != 1 || !strings.Contains(last[0].Text, got.Calls[0].Observation) || strings.Contains(last[0].Text, "乙") {
		t.Errorf("summary %v after %+v, want one written from the trajectory alone", got.Summary, last)
	}
}

// What is nobody's answer is an error in every phase, and there is no transcript.
func TestPaperInfrastructure(t *testing.T) {
	broken := line{err: &llm.InfrastructureError{Kind: llm.ErrServer, Endpoint: "host"}}
	s := byPaper(method.PlanAndExecute)
	s.Summary = method.WithSummary
	whole := lines(text(`{"tools": ["get_company"]}`), text("1. 查甲\n2. 回答问题"), act("get_company", company), text("1. 回答问题"), text("最终答案：甲"), text("乙"), text("查到了甲。"))
	if _, _, err := try(t, s, whole...); err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if got, _, err := try(t, s, append(slices.Clone(whole[:n]), broken)...); got != nil || !errors.Is(err, llm.ErrServer) {
			t.Errorf("fault at request %d: %v, %v, want none and %v", n+1, got, err, llm.ErrServer)
		}
	}
}
