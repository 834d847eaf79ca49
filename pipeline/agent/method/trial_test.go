package method_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// line is an answer of a scripted model.
type line struct {
	reply llm.Reply
	err   error
}

func text(s string) line { return line{reply: llm.Reply{Text: s, Finish: "stop"}} }

func calls(c ...llm.ToolCall) line { return line{reply: llm.Reply{Calls: c, Finish: "tool_calls"}} }

// script gives its lines in order to one trial, and keeps the requests. What a line that
// judging finds no use gets its error.
type script struct {
	lines    []line
	requests []llm.Request
}

func (s *script) Chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	r.Messages = append([]llm.Message{}, r.Messages...)
	s.requests = append(s.requests, r)
	if len(s.lines) == 0 {
		return llm.Reply{}, fmt.Errorf("request %d: nothing is scripted", len(s.requests))
	}
	l := s.lines[0]
	s.lines = s.lines[1:]
	if l.err != nil {
		return llm.Reply{}, l.err
	}
	l.reply.Usage = llm.TokenUsage{Prompt: 10, Completion: 2}
	l.reply.Cost = 7
	return l.reply, llm.Judge(&r, &l.reply)
}

// plainly is a spec of a trial without selection and summary.
func plainly(c method.CallStyle) method.Spec {
	return method.Spec{Method: method.ReAct, Calls: c, Model: "m", Tools: method.AllTools, Summary: method.WithoutSummary}
}

func try(t *testing.T, s method.Spec, lines ...line) (*agent.Transcript, *script, error) {
	t.Helper()
	tools := toytest.Tools(t)
	chat := &script{lines: lines}
	a, err := method.New(s, tools.Domain(), chat)
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Solve(t.Context(), "青岚机械有限公司的法定代表人是谁？", tools, agent.TrialEnv{Language: "zh"})
	if err == nil && len(chat.lines) > 0 {
		t.Errorf("%d lines were not asked for", len(chat.lines))
	}
	return got, chat, err
}

const company = `{"identifier": "青岚机械有限公司", "columns": ["法定代表人"]}`

func act(name, args string) line {
	return text("思考：查。\n行动：{\"tool\": \"" + name + "\", \"arguments\": " + args + "}")
}

// atOnce is a message with so many calls.
func atOnce(n int) line {
	return calls(slices.Repeat([]llm.ToolCall{{Name: "get_company", Arguments: company}}, n)...)
}

// slips lists what was said by phase and slip.
func slips(got *agent.Transcript) (list []string) {
	for _, s := range got.Replies {
		list = append(list, strings.TrimSuffix(string(s.Phase)+" "+string(s.Fault), " "))
	}
	return list
}

func TestEnds(t *testing.T) {
	refused := line{reply: llm.Reply{Refusal: "no", Finish: "stop"}}
	cutOff := line{reply: llm.Reply{Text: "思考：很长", Finish: "length"}}
	overlong := line{reply: llm.Reply{Refusal: "8193 tokens", Finish: "context_length"}}
	silent := line{reply: llm.Reply{Finish: "stop"}}
	short := func(s method.Spec) method.Spec { s.Turns = 2; return s }
	two := func(s method.Spec) method.Spec { s.MaxFaults = 2; return s }
	in := func(m method.Name, s method.Spec) method.Spec { s.Method = m; return s }
	for _, tt := range []struct {
		name   string
		spec   method.Spec
		lines  []line
		answer string
		end    agent.Ending
		turns  int
		said   []string
	}{
		{"answer", plainly(method.TextCalls), []line{text("最终答案：甲")}, "甲", agent.Finished, 0, []string{"act"}},
		{"tool for it", plainly(method.TextCalls), []line{act("finish", `{"answer": "甲"}`)}, "甲", agent.Finished, 1, []string{"act"}},
		{"slip, then answer", plainly(method.TextCalls), []line{text("嗯"), silent, text("最终答案：甲")}, "甲", agent.Finished, 0, []string{"act form", "act form", "act"}},
		{"exhausted", short(plainly(method.TextCalls)), []line{act("get_company", company), act("get_company", company), text("甲")}, "甲", agent.Exhausted, 2, []string{"act", "act", "answer"}},
		{"exhausted, and calls on", short(plainly(method.TextCalls)), []line{act("get_company", company), act("get_company", company), act("get_company", company), text("最终答案：甲")},
			"甲", agent.Exhausted, 2, []string{"act", "act", "answer form", "answer"}},
		{"exhausted, and never answers", two(short(plainly(method.TextCalls))), []line{act("get_company", company), act("get_company", company), refused, refused},
			"", agent.Exhausted, 2, []string{"act", "act", "answer refused", "answer refused"}},
		{"slips take turns", short(plainly(method.TextCalls)), []line{act("get_company", company), text("嗯"), text("最终答案：甲")}, "甲", agent.Exhausted, 1, []string{"act", "act form", "answer"}},
		{"stuck at once", plainly(method.TextCalls), []line{text("嗯"), refused, cutOff}, "", agent.Stuck, 0, []string{"act form", "act refused", "act length"}},
		{"stuck with something found", two(plainly(method.TextCalls)), []line{act("get_company", company), text("嗯"), text("嗯"), text("甲")}, "甲", agent.Stuck, 1,
			[]string{"act", "act form", "act form", "answer"}},
		{"slips that are not in a row", two(plainly(method.TextCalls)), []line{text("嗯"), act("get_company", company), text("嗯"), text("最终答案：甲")}, "甲", agent.Finished, 1,
			[]string{"act form", "act", "act form", "act"}},
		{"stuck, and slips once more", two(plainly(method.TextCalls)), []line{act("get_company", company), text("嗯"), text("嗯"), refused, text("甲")}, "甲", agent.Stuck, 1,
			[]string{"act", "act form", "act form", "answer refused", "answer"}},
		{"overlong", plainly(method.TextCalls), []line{act("get_company", company), overlong}, "", agent.Overlong, 1, []string{"act", "act length"}},
		{"overlong at the end", short(plainly(method.TextCalls)), []line{act("get_company", company), act("get_company", company), overlong}, "", agent.Overlong, 2, []string{"act", "act", "answer length"}},
		{"no such tool", plainly(method.TextCalls), []line{act("get_person", company), text("最终答案：甲")}, "甲", agent.Finished, 1, []string{"act tool", "act"}},

		{"native answer", plainly(method.NativeCalls), []line{text("甲")}, "甲", agent.Finished, 0, []string{"act"}},
		{"native, a call in text", plainly(method.NativeCalls), []line{text("<tool_call>{\"name\": \"get_company\", \"arguments\": " + company + "}</tool_call>"), text("甲")}, "甲", agent.Finished, 0, []string{"act form", "act"}},
		{"native, a broken call in text", plainly(method.NativeCalls), []line{text("行动：{\"tool\": \"get_company\", \"arguments\": {"), text("甲")}, "甲", agent.Finished, 0, []string{"act form", "act"}},
		{"native, a call as examples write it", plainly(method.NativeCalls), []line{text("思考：查。\n函数调用：get_company " + company + "\n观察：{\"法定代表人\": \"假人\"}\n最终答案：假人"), text("甲")}, "甲", agent.Finished, 0, []string{"act form", "act"}},
		{"native, a label alone", plainly(method.NativeCalls), []line{text("最终答案："), text("甲")}, "甲", agent.Finished, 0, []string{"act form", "act"}},
		{"native, broken arguments", plainly(method.NativeCalls), []line{calls(llm.ToolCall{ID: "1", Name: "get_company", Arguments: `{"identifier": `}), text("甲")}, "甲", agent.Finished, 0, []string{"act arguments", "act"}},
		{"native, no object", plainly(method.NativeCalls), []line{calls(llm.ToolCall{ID: "1", Name: "get_company", Arguments: `[1]`}), text("甲")}, "甲", agent.Finished, 0, []string{"act arguments", "act"}},
		{"native, no name", plainly(method.NativeCalls), []line{calls(llm.ToolCall{ID: "1", Name: "查公司", Arguments: `{}`}), text("甲")}, "甲", agent.Finished, 0, []string{"act tool", "act"}},
		{"native, no such tool", plainly(method.NativeCalls), []line{calls(llm.ToolCall{ID: "1", Name: "get_person", Arguments: `{}`}), text("甲")}, "甲", agent.Finished, 1, []string{"act tool", "act"}},
		{"native, the calls of a message are one turn", short(plainly(method.NativeCalls)), []line{atOnce(3), atOnce(3), text("甲")}, "甲", agent.Exhausted, 6, []string{"act", "act", "answer"}},
		{"native, exhausted, and calls on", short(plainly(method.NativeCalls)), []line{atOnce(1), atOnce(1), atOnce(1), text("甲")}, "甲", agent.Exhausted, 2, []string{"act", "act", "answer form", "answer"}},
		{"native, more calls than a message can make", plainly(method.NativeCalls), []line{atOnce(agent.MaxCallsPerReply + 2), text("甲")}, "甲", agent.Finished, agent.MaxCallsPerReply, []string{"act form", "act"}},
		{"native, ends with the last turn", short(plainly(method.NativeCalls)), []line{calls(llm.ToolCall{ID: "1", Name: "get_company", Arguments: company}, llm.ToolCall{ID: "2", Name: "get_company", Arguments: company}, llm.ToolCall{ID: "3", Name: "finish", Arguments: `{"answer": "甲"}`}, llm.ToolCall{ID: "4", Name: "finish", Arguments: `{"answer": "乙"}`})},
			"甲", agent.Finished, 3, []string{"act"}},

		{"plan, then answer", in(method.PlanAndSolve, plainly(method.TextCalls)), []line{text("1. 查"), act("get_company", company), text("最终答案：甲")}, "甲", agent.Finished, 1, []string{"plan", "act", "act"}},
		{"answer for a plan", in(method.PlanAndSolve, plainly(method.TextCalls)), []line{text("不知道"), text("最终答案：甲")}, "甲", agent.Finished, 0, []string{"plan form", "plan"}},
		{"no plan", in(method.PlanAndSolve, plainly(method.NativeCalls)), []line{text("嗯"), text("嗯"), text("嗯")}, "", agent.Stuck, 0, []string{"plan form", "plan form", "plan form"}},

		{"steps", in(method.PlanAndExecute, plainly(method.TextCalls)), []line{text("1. 查\n2. 答"), act("get_company", company), text("结果：甲"), text("最终答案：甲")}, "甲", agent.Finished, 1,
			[]string{"plan", "act", "act", "replan"}},
		{"steps without calls take turns", in(method.PlanAndExecute, short(plainly(method.NativeCalls))), []line{text("1. 查\n2. 答"), text("甲"), text("1. 查"), text("甲"), text("甲")}, "甲", agent.Exhausted, 0,
			[]string{"plan", "act", "replan", "act", "answer"}},
		{"a step ends the trial", in(method.PlanAndExecute, plainly(method.TextCalls)), []line{text("1. 查"), text("最终答案：甲")}, "甲", agent.Finished, 0, []string{"plan", "act"}},
		{"a step too long", in(method.PlanAndExecute, plainly(method.TextCalls)), []line{text("1. 查"), act("get_company", company), act("get_company", company), act("get_company", company), text("最终答案：甲")},
			"甲", agent.Finished, 3, []string{"plan", "act", "act", "act", "replan"}},
		{"stuck in a step", two(in(method.PlanAndExecute, plainly(method.TextCalls))), []line{text("1. 查"), act("get_company", company), text("嗯"), text("嗯"), text("甲")}, "甲", agent.Stuck, 1,
			[]string{"plan", "act", "act form", "act form", "answer"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, chat, err := try(t, tt.spec, tt.lines...)
			if err != nil {
				t.Fatal(err)
			}
			if got.Answer != tt.answer || got.End != tt.end || len(got.Calls) != tt.turns {
				t.Errorf("answer %q, end %s (%s), %d turns, want %q, %s, %d", got.Answer, got.End, got.Detail, len(got.Calls), tt.answer, tt.end, tt.turns)
			}
			if (got.End == agent.Finished) != (got.Detail == "") {
				t.Errorf("end %s with detail %q: want a detail unless it finished", got.End, got.Detail)
			}
			if diff := cmp.Diff(tt.said, slips(got)); diff != "" {
				t.Errorf("said (-want +got):\n%s", diff)
			}
			if got.Summary != nil || !got.Unsummarised || got.Calls == nil {
				t.Errorf("summary %v, asked for %v, turns %v: want none, which none asked for, and turns that are known", got.Summary, !got.Unsummarised, got.Calls)
			}
			n := len(chat.requests)
			if want := (&score.Tokens{Input: int64(10 * n), Output: int64(2 * n), Total: int64(12 * n)}); *got.Tokens != *want || got.Spent.Answers != n || got.Spent.Cost != llm.Cost(7*n) {
				t.Errorf("tokens %+v, spent %+v, want %+v of %d answers", got.Tokens, got.Spent, want, n)
			}
			wellFormed(t, chat)
		})
	}
}

// wellFormed holds conversations to what servers demand: a text or calls in each
// message, speakers that alternate, every call answered once and at once; and no two
// asked the same.
func wellFormed(t *testing.T, s *script) {
	t.Helper()
	seen := map[string]bool{}
	for i, r := range s.requests {
		if d := string(r.Digest()); seen[d] {
			t.Errorf("request %d repeats an earlier one", i+1)
		} else {
			seen[d] = true
		}
		if r.Attempt != i {
			t.Errorf("request %d is attempt %d of the epoch, want %d", i+1, r.Attempt, i)
		}
		open := map[string]bool{}
		for j, m := range r.Messages {
			if m.Text == "" && len(m.Calls) == 0 {
				t.Errorf("request %d: message %d says nothing", i+1, j+1)
			}
			if j > 0 && m.Role == r.Messages[j-1].Role && m.Role != llm.ToolRole {
				t.Errorf("request %d: message %d: %s speaks twice in a row", i+1, j+1, m.Role)
			}
			if m.Role == llm.ToolRole {
				if !open[m.CallID] {
					t.Errorf("request %d: message %d answers no call", i+1, j+1)
				}
				delete(open, m.CallID)
			} else if len(open) > 0 {
				t.Errorf("request %d: calls without an answer: %v", i+1, open)
			}
			for _, c := range m.Calls {
				if c.ID == "" || open[c.ID] {
					t.Errorf("request %d: message %d: ID %q of a call: want distinct ones", i+1, j+1, c.ID)
				}
				open[c.ID] = true
			}
		}
		if len(open) > 0 {
			t.Errorf("request %d: calls without an answer: %v", i+1, open)
		}
	}
}

// The model reads what tools returned, and the transcript has what it read.
func TestObservations(t *testing.T) {
	spec := plainly(method.TextCalls)
	spec.MaxObservation = 12
	got, chat, err := try(t, spec,
		text("思考：查。\n行动：{\"tool\": \"get_company\", \"arguments\": "+company+"}\n观察：{\"法定代表人\": \"假人\"}\n最终答案：假人"),
		act("get_company", `{"identifier": "没有的公司"}`), act("get_person", `["甲"]`), text("最终答案：甲"))
	if err != nil {
		t.Fatal(err)
	}
	want := []agent.ObservedCall{
		{Tool: "get_company", Observation: `{"法定代表人":"祁远……［还有 3 个字符未显示］`, Reply: 1},
		{Tool: "get_company", Observation: `No row match……［还有 3 个字符未显示］`, Fault: tool.FaultMissing, Reply: 2},
		{Tool: "get_person", Observation: `The argument……［还有 29 个字符未显示］`, Fault: tool.FaultArguments, Reply: 3},
	}
	for i := range got.Calls {
		got.Calls[i].Arguments = nil
	}
	if diff := cmp.Diff(want, got.Calls); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	for i, m := range chat.requests[3].Messages[2:] {
		if strings.Contains(m.Text, "假人") {
			t.Errorf("message %d has what the model made up: %q", i+3, m.Text)
		}
		if i%2 == 1 && m.Text != "观察："+want[i/2].Observation {
			t.Errorf("message %d = %q, want the observation %q", i+3, m.Text, want[i/2].Observation)
		}
	}
	if !strings.Contains(got.Replies[0].Text, "假人") {
		t.Errorf("said %q, want it as it came", got.Replies[0].Text)
	}
}

// The agent adds the domain's hints to what the tools reply, in both forms of calls; the
// tools themselves leave them out. A list without an entry is an answer, not a fault to
// correct.
func TestHints(t *testing.T) {
	tools := toytest.Tools(t)
	d := *tools.Domain()
	d.Replies.Hints = domain.ReplyHints{Missing: " Try another name.", Columns: " Try other columns."}
	lost, odd := `{"identifier": "没有的公司"}`, `{"identifier": "青岚机械有限公司", "columns": ["无"]}`
	want := []agent.ObservedCall{
		{Tool: "get_company", Observation: d.Replies.Missing + " Try another name.", Fault: tool.FaultMissing, Reply: 1},
		{Tool: "get_company", Observation: d.Replies.Columns + " Try other columns.", Fault: tool.FaultColumns, Reply: 2},
		{Tool: "get_company", Observation: d.Replies.Arguments, Fault: tool.FaultArguments, Reply: 3},
		{Tool: "get_company", Observation: `{"法定代表人":"祁远舟"}`, Reply: 4},
		{Tool: "get_company_cases", Observation: "[]（没有找到符合的行。）", Fault: tool.FaultMissing, Reply: 5},
	}
	for _, style := range []method.CallStyle{method.TextCalls, method.NativeCalls} {
		chat := &script{}
		for i, args := range []string{lost, odd, `{}`, company, lost} {
			if style == method.TextCalls {
				chat.lines = append(chat.lines, act(want[i].Tool, args))
			} else {
				chat.lines = append(chat.lines, calls(llm.ToolCall{ID: "c" + strconv.Itoa(i), Name: want[i].Tool, Arguments: args}))
			}
		}
		chat.lines = append(chat.lines, text("最终答案：甲"))
		a, err := method.New(plainly(style), &d, chat)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Solve(t.Context(), "青岚机械有限公司的法定代表人是谁？", tools, agent.TrialEnv{Language: "zh"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Calls {
			got.Calls[i].Arguments = nil
		}
		if diff := cmp.Diff(want, got.Calls); diff != "" {
			t.Errorf("%s calls: turns (-want +got):\n%s", style, diff)
		}
		read := fmt.Sprint(chat.requests[len(chat.requests)-1].Messages)
		for _, w := range want {
			if !strings.Contains(read, w.Observation) {
				t.Errorf("%s calls: the model read %s, want %q in it", style, read, w.Observation)
			}
		}
	}
}

// What a model makes up of calls is in no conversation, whatever it was asked for.
func TestMadeUp(t *testing.T) {
	const up = "\n观察：{\"法定代表人\": \"假人\"}\n最终答案：假人"
	one := func(c method.CallStyle, m method.Name, slips int) method.Spec {
		s := plainly(c)
		s.Method, s.MaxFaults, s.Summary = m, slips, method.WithSummary
		return s
	}
	called := line{reply: llm.Reply{Text: "查。" + up, Calls: []llm.ToolCall{{ID: "1", Name: "get_company", Arguments: company}}, Finish: "tool_calls"}}
	broken := line{reply: llm.Reply{Text: "查。" + up, Calls: []llm.ToolCall{{ID: "1", Name: "查公司", Arguments: "{}"}}, Finish: "tool_calls"}}
	for _, tt := range []struct {
		name  string
		spec  method.Spec
		lines []line
	}{
		{"nothing else", one(method.TextCalls, method.ReAct, 3), []line{text(up), text("最终答案：甲"), text("甲")}},
		{"neither call nor answer", one(method.TextCalls, method.ReAct, 3), []line{text("嗯" + up), text("最终答案：甲"), text("甲")}},
		{"cut off", one(method.TextCalls, method.ReAct, 3), []line{{reply: llm.Reply{Text: "思考：" + up, Finish: "length"}}, text("最终答案：甲"), text("甲")}},
		{"beside a native call", one(method.NativeCalls, method.ReAct, 3), []line{called, text("甲"), text("甲")}},
		{"beside a native call that is none", one(method.NativeCalls, method.ReAct, 3), []line{broken, text("甲"), text("甲")}},
		{"a plan that is carried out", one(method.TextCalls, method.PlanAndSolve, 3), []line{text("1. 查\n2. 回答\n行动：查" + up), text("最终答案：甲"), text("甲")}},
		{"a step", one(method.TextCalls, method.PlanAndExecute, 3), []line{text("1. 查\n行动：查" + up), text("结果：甲" + up), text("最终答案：甲" + up), text("甲")}},
		{"in the end", one(method.TextCalls, method.ReAct, 1), []line{act("get_company", company), text("嗯"), text("最终答案：甲" + up), text("甲")}},
	} {
		got, chat, err := try(t, tt.spec, tt.lines...)
		if err != nil {
			t.Fatal(err)
		}
		if got.Answer != "甲" {
			t.Errorf("%s: answer %q, want 甲", tt.name, got.Answer)
		}
		wellFormed(t, chat)
		for i, r := range chat.requests {
			for j, m := range r.Messages {
				if strings.Contains(m.Text, "假人") {
					t.Errorf("%s: request %d: message %d has what the model made up: %q", tt.name, i+1, j+1, m.Text)
				}
			}
		}
	}
}

func TestSelection(t *testing.T) {
	spec := plainly(method.TextCalls)
	spec.Tools = method.SelectedTools
	offered := func(chat *script) string { return chat.requests[len(chat.requests)-1].Messages[1].Text }

	_, chat, err := try(t, spec, text(`{"tables": ["Court"], "tools": ["get_case", "get_nothing"]}`), text("最终答案：甲"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"- get_court:": true, "- get_case:": true, "- get_sum:": true, "- finish:": true, "- Case (": true, "- get_company:": false, "- get_company_cases:": false, "- Company (": false} {
		if strings.Contains(offered(chat), name) != want {
			t.Errorf("%q is offered: %v, want %v", name, !want, want)
		}
	}
	got, chat, err := try(t, spec, text("Court"), text(`{"tables": ["Nothing"]}`), text(`{}`), text("嗯"), text("嗯"), text("最终答案：甲"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"select form", "select form", "select form", "act form", "act form", "act"}, slips(got)); diff != "" || !strings.Contains(offered(chat), "- get_company:") {
		t.Errorf("after no selection: offered %q, said (-want +got):\n%s", offered(chat), diff)
	}

	spec.Calls = method.NativeCalls
	_, chat, err = try(t, spec, text(`{"tables": ["Court"]}`), text("甲"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range chat.requests[1].Tools {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"get_court", "get_sum", "finish"}, names); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
}
