package method_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
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

// An exam item in Portuguese is asked as it stands, in Portuguese, by a task that has no plan; a
// final answer is read behind its label.
func TestDirectInPortuguese(t *testing.T) {
	d := *toytest.Domain(t, "toy")
	d.Languages = append(slices.Clone(d.Languages), "pt")
	const question = "Qual é a ação cabível?\n\nA) ação popular\nB) habeas corpus\n\nTermine com uma linha desta forma: “A resposta correta é: X”."
	for reply, want := range map[string]string{
		"A resposta correta é: A": "A resposta correta é: A", "Não há coação.\n\nA resposta correta é: A": "Não há coação.\n\nA resposta correta é: A",
		"Pensamento: não há coação.\nResposta final: A resposta correta é: A": "A resposta correta é: A",
	} {
		chat := &script{lines: []line{text(reply)}}
		a, err := method.New(method.Spec{Method: method.Direct, Model: "m", Temperature: new(0.01)}, &d, chat)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Solve(t.Context(), question, nil, agent.TrialEnv{Domain: &d, Language: "pt"})
		if err != nil {
			t.Fatal(err)
		}
		if got.Answer != want || got.End != agent.Finished {
			t.Errorf("%q: answer %q, %s, want %q", reply, got.Answer, got.End, want)
		}
		r := chat.requests[0]
		if *r.Temperature != 0.01 || r.Tools != nil || len(r.Messages) != 2 || r.Messages[1].Text != question || !strings.Contains(r.Messages[0].Text, "na forma que a pergunta pede") {
			t.Errorf("request %+v, want the question alone, below the words in Portuguese, at temperature 0.01", r)
		}
		item := &task.Task{Family: task.Exam, Type: task.MultipleChoice, Language: "pt", Question: question, KeyAnswer: []string{"A"}, Choices: &task.Choices{Options: []string{"ação popular", "habeas corpus"}, Key: []int{0}}}
		if s := task.Grade(item, got.Attempt()); *s.Strict.Success != 1 || *s.Paper.Success != 1 {
			t.Errorf("%q: rates %v and %v, want 1", reply, *s.Strict.Success, *s.Paper.Success)
		}
	}
}
