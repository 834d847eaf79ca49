package method

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
)

func TestRead(t *testing.T) {
	const args = `{"identifier":"甲"}`
	call := func(kept string) parsedReply {
		return parsedReply{kind: action, tool: "get_case", args: json.RawMessage(args), kept: kept}
	}
	for _, tt := range []struct {
		name, text string
		step       bool
		want       parsedReply
	}{
		{"as asked for", "Thought: look\nAction: {\"tool\": \"get_case\", \"arguments\": {\"identifier\": \"甲\"}}", false,
			call("Thought: look\nAction: {\"tool\": \"get_case\", \"arguments\": {\"identifier\": \"甲\"}}")},
		{"in Chinese", `思考：查。` + "\n" + `行动：{"tool": "get_case", "arguments": {"identifier": "甲"}}`, false,
			call(`思考：查。` + "\n" + `行动：{"tool": "get_case", "arguments": {"identifier": "甲"}}`)},
		{"published form", "行动 1：\n```json\n{\"action\": \"get_case\", \"action_input\": {\"identifier\": \"甲\"}}\n```\n观察 1：没有", false,
			call("行动 1：\n```json\n{\"action\": \"get_case\", \"action_input\": {\"identifier\": \"甲\"}}\n```")},
		{"on two lines", "Action: get_case\nAction Input: {\"identifier\": \"甲\"}", false, call("Action: get_case\nAction Input: {\"identifier\": \"甲\"}")},
		{"as a function", `Action: get_case({"identifier": "甲"})`, false, call(`Action: get_case({"identifier": "甲"}`)},
		{"marked up", "**Thought:** look\n**Action:** `get_case`\n**Action Input:** {\"identifier\": \"甲\"}", false,
			call("**Thought:** look\n**Action:** `get_case`\n**Action Input:** {\"identifier\": \"甲\"}")},
		{"without a label", "I look it up.\n{\"name\": \"get_case\", \"arguments\": {\"identifier\": \"甲\"}}", false,
			call("I look it up.\n{\"name\": \"get_case\", \"arguments\": {\"identifier\": \"甲\"}}")},
		{"in tags", `<tool_call>{"name": "get_case", "arguments": {"identifier": "甲"}}</tool_call>`, false, call(`<tool_call>{"name": "get_case", "arguments": {"identifier": "甲"}}`)},
		{"nested", `Action: {"type": "function", "function": {"name": "get_case", "arguments": "{\"identifier\":\"甲\"}"}}`, false,
			call(`Action: {"type": "function", "function": {"name": "get_case", "arguments": "{\"identifier\":\"甲\"}"}}`)},
		{"arguments beside the tool", `Action: {"tool": "get_case", "identifier": "甲"}`, false, call(`Action: {"tool": "get_case", "identifier": "甲"}`)},
		{"full width", `行动：｛“tool”：“get_case”，“arguments”：｛“identifier”：“甲”｝｝`, false, call(`行动：｛“tool”：“get_case”，“arguments”：｛“identifier”：“甲”｝｝`)},
		{"single quotes", `Action: {'tool': 'get_case', 'arguments': {'identifier': '甲',}}`, false, call(`Action: {'tool': 'get_case', 'arguments': {'identifier': '甲',}}`)},
		{"braces missing", `Action: {"tool": "get_case", "arguments": {"identifier": "甲"`, false, call(`Action: {"tool": "get_case", "arguments": {"identifier": "甲"`)},
		{"text behind", "Action: {\"tool\": \"get_case\", \"arguments\": {\"identifier\": \"甲\"}} and then we see", false, call(`Action: {"tool": "get_case", "arguments": {"identifier": "甲"}}`)},
		{"two calls", "Action: get_case {\"identifier\": \"甲\"}\nAction: get_court {\"identifier\": \"乙\"}\nFinal Answer: 丙", false, call(`Action: get_case {"identifier": "甲"}`)},
		{"made up", "Action: get_case {\"identifier\": \"甲\"}\nObservation: {\"a\": 1}\nFinal Answer: 1", false, call(`Action: get_case {"identifier": "甲"}`)},
		{"thinking", "<think>Action: get_court {}</think>Action: get_case {\"identifier\": \"甲\"}", false, call(`Action: get_case {"identifier": "甲"}`)},
		{"thinking without a beginning", "Final Answer: 1\n</think>\nAction: get_case {\"identifier\": \"甲\"}", false, call(`Action: get_case {"identifier": "甲"}`)},
		{"a list", "Action: get_sum [1, 2]", false, parsedReply{kind: action, tool: "get_sum", args: json.RawMessage(`[1, 2]`), kept: "Action: get_sum [1, 2]"}},

		{"answer", "Thought: done\nFinal Answer: 甲 and\n乙", false, parsedReply{kind: final, text: "甲 and\n乙", kept: "Thought: done\nFinal Answer: 甲 and\n乙"}},
		{"answer in Chinese", "最终答案：甲。", false, parsedReply{kind: final, text: "甲。", kept: "最终答案：甲。"}},
		{"answer marked up", "**Final Answer**: 甲", false, parsedReply{kind: final, text: "甲", kept: "**Final Answer**: 甲"}},
		{"published answer", `行动：{"action": "Final Answer", "action_input": "甲"}`, false, parsedReply{kind: final, text: "甲", kept: `行动：{"action": "Final Answer", "action_input": "甲"}`}},
		{"answer before a call", "Final Answer: 甲\nObservation: x\nAction: get_case {}", false, parsedReply{kind: final, text: "甲", kept: "Final Answer: 甲"}},
		{"an answer spoken of", "The Final Answer: will follow", false, parsedReply{slip: agent.BadForm, detail: "neither a call nor an answer", kept: "The Final Answer: will follow", prose: true}},
		{"result", "Result: 甲", true, parsedReply{kind: result, text: "甲", kept: "Result: 甲"}},
		{"result where none is wanted", "Result: 甲", false, parsedReply{slip: agent.BadForm, detail: "neither a call nor an answer", kept: "Result: 甲", prose: true}},

		{"nothing", "", false, parsedReply{slip: agent.BadForm, detail: "nothing was said"}},
		{"only thinking", "<think>hm", false, parsedReply{slip: agent.BadForm, detail: "nothing was said"}},
		{"no answer", "Final Answer:", false, parsedReply{slip: agent.BadForm, detail: "an answer without text", kept: "Final Answer:"}},
		{"no tool", `Action: {"arguments": {}}`, false, parsedReply{slip: agent.BadForm, detail: "the action names no tool", kept: `Action: {"arguments": {}}`}},
		{"string without end", `Action: {"tool": "get_case", "arguments": {"identifier": "甲`, false,
			parsedReply{slip: agent.BadArguments, detail: "the action is not a JSON object", kept: `Action: {"tool": "get_case", "arguments": {"identifier": "甲`}},
		{"arguments in words", "Action: get_case\nAction Input: the case 甲", false,
			parsedReply{slip: agent.BadArguments, tool: "get_case", detail: "the arguments for get_case are not JSON", kept: "Action: get_case\nAction Input: the case 甲"}},
		{"an object that is no call", `The record is {"name": "甲", "age": 3}.`, false,
			parsedReply{slip: agent.BadForm, detail: "neither a call nor an answer", kept: `The record is {"name": "甲", "age": 3}.`, prose: true}},
	} {
		got := parseReply(tt.text, tt.step)
		if got.args != nil {
			got.args = compacted(t, got.args)
		}
		if tt.want.args != nil {
			tt.want.args = compacted(t, tt.want.args)
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(parsedReply{})); diff != "" {
			t.Errorf("%s: read(%q) (-want +got):\n%s", tt.name, tt.text, diff)
		}
	}
}

func compacted(t *testing.T, b json.RawMessage) json.RawMessage {
	t.Helper()
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLoose(t *testing.T) {
	for _, tt := range []struct{ text, want, rest string }{
		{`{"a": 1} and`, `{"a": 1}`, " and"},
		{`[1,2`, `[1,2]`, ""},
		{`{"a": [1, {"b": "c"` + "\n```\nmore", `{"a":[1,{"b":"c"}]}`, "```\nmore"},
		{`{'it\'s': True, "n": None, f: 1}`, "", ""},
		{`{'it\'s': True, "n": None,}`, `{"it's":true,"n":null}`, ""},
		{"{\"a\": \"one\ntwo\tthree\"}", `{"a":"one\ntwo\tthree"}`, ""},
		{`{“a”：“b: "c"，d”，“e”：［１］}`, "", ""},
		{`{“a”：“b: "c"，d”，“e”：［1，2］}x`, `{"a":"b: \"c\"，d","e":[1,2]}`, "x"},
		{`{"a": "\u5317京",}`, `{"a":"北京"}`, ""},
		{`{`, "", ""},
		{`{"a": 1,`, "", ""},
		{`{"a": `, "", ""},
		{`{"a" 1}`, "", ""},
		{`{"a": 1 "b": 2}`, "", ""},
		{`{"a": "b`, "", ""},
		{`{"a": 01}`, "", ""},
		{strings.Repeat("[", 1000) + "1,", "", ""},
	} {
		got, n, ok := parseLooseJSON(tt.text)
		if ok != (tt.want != "") || string(got) != tt.want || ok && strings.TrimSpace(tt.text[n:]) != strings.TrimSpace(tt.rest) {
			t.Errorf("loose(%q) = %s, rest %q, %v, want %s, rest %q", tt.text, got, tt.text[n:], ok, tt.want, tt.rest)
		}
	}
}

// What is JSON is read as it is, whatever follows; and what a hasty model makes of it
// means the same.
func TestLooseLaw(t *testing.T) {
	value := rapid.Deferred(func() *rapid.Generator[any] { return values(3) })
	rapid.Check(t, func(t *rapid.T) {
		v := value.Draw(t, "value")
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, n, ok := parseLooseJSON(string(b) + " and more")
		if !ok || string(got) != string(b) || n != len(b) {
			t.Fatalf("loose(%s and more) = %s, %d, %v, want it as it is", b, got, n, ok)
		}
		hasty := strings.NewReplacer(`{`, `｛`, `}`, `｝`, `[`, `［`, `]`, `］`, `,`, `，`, `:`, `：`, `true`, `True`, `null`, `None`).Replace(string(b))
		got, _, ok = parseLooseJSON(hasty)
		var back any
		if !ok || json.Unmarshal(got, &back) != nil {
			t.Fatalf("loose(%s) = %s, %v, want it mended", hasty, got, ok)
		}
		if diff := cmp.Diff(v, back); diff != "" {
			t.Fatalf("loose(%s) (-want +got):\n%s", hasty, diff)
		}
		if brackets := strings.TrimRight(string(b), "}]"); len(brackets) < len(b) && !strings.ContainsAny(brackets[len(brackets)-1:], "[{,:") {
			if got, _, ok := parseLooseJSON(brackets); !ok || string(compactOf(got)) != string(compactOf(b)) {
				t.Fatalf("loose(%s) = %s, %v, want %s", brackets, got, ok, b)
			}
		}
	})
}

func compactOf(b []byte) []byte {
	var v any
	if json.Unmarshal(b, &v) != nil {
		return nil
	}
	b, _ = json.Marshal(v)
	return b
}

// values draws objects, lists and plain values whose texts have no punctuation of JSON.
func values(depth int) *rapid.Generator[any] {
	text := rapid.StringMatching(`[a-z甲乙丙 ]{0,6}`)
	leaves := []*rapid.Generator[any]{
		rapid.Map(text, func(s string) any { return s }),
		rapid.Map(rapid.IntRange(-99, 99), func(n int) any { return float64(n) }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Just[any](nil),
	}
	list := rapid.Map(rapid.SliceOfN(rapid.OneOf(leaves...), 1, 3), func(l []any) any { return l })
	object := rapid.Map(rapid.MapOfN(text, rapid.OneOf(leaves...), 1, 3), func(m map[string]any) any { return m })
	if depth > 0 {
		list = rapid.Map(rapid.SliceOfN(values(depth-1), 1, 3), func(l []any) any { return l })
		object = rapid.Map(rapid.MapOfN(text, values(depth-1), 1, 3), func(m map[string]any) any { return m })
	}
	return rapid.OneOf(list, object)
}

// Whatever a model says, it is read as a call with arguments in JSON, as an answer with
// a text, or as a slip with a reason; and what is kept of it says the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"Thought: x\nAction: {\"tool\": \"t\", \"arguments\": {\"a\": \"b\"}}\nObservation: 1",
		"行动：｛“tool”：“t”，“arguments”：｛｝｝", "Action: t\nAction Input: {'a': None,", "Final Answer: 1", "Result: 2\n观察：3",
		"1. one\n2. two\n   more\nFinal Answer: 3", "<think>a</think>{\"name\":\"t\",\"parameters\":[]}", "{\"tables\": [\"A\"]}", "```json\n{\"action\":{\"name\":{}}}",
	} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, step bool) {
		s := parseReply(text, step)
		switch s.kind {
		case action:
			if s.tool == "" || !json.Valid(s.args) || s.slip != "" || s.kept == "" {
				t.Errorf("read(%q) = %+v, want a whole call", text, s)
			}
			again := parseReply(s.kept, step)
			if again.kind != action || again.tool != s.tool || string(compactOf(again.args)) != string(compactOf(s.args)) {
				t.Errorf("read(%q) = %+v and, of what is kept, %+v: want the same", text, s, again)
			}
		case final, result:
			if s.text == "" || s.slip != "" {
				t.Errorf("read(%q) = %+v, want a text", text, s)
			}
		default:
			if s.slip == "" || s.detail == "" {
				t.Errorf("read(%q) = %+v, want a reason", text, s)
			}
		}
		if steps, answer := readPlan(text); len(steps) > 0 && answer != "" || len(steps) > maxSteps {
			t.Errorf("readPlan(%q) = %q, %q, want steps or an answer", text, steps, answer)
		}
		readSelection(text)
		if got, n, ok := parseLooseJSON(text); ok && (!json.Valid(got) || n > len(text)) {
			t.Errorf("loose(%q) = %s, %d, want JSON", text, got, n)
		}
		if got, missing := truncate(text, 5); utf8.ValidString(text) && utf8.RuneCountInString(got)+missing != utf8.RuneCountInString(text) {
			t.Errorf("clip(%q, 5) = %q, %d", text, got, missing)
		}
	})
}

func TestReadPlan(t *testing.T) {
	for _, tt := range []struct {
		text   string
		steps  []string
		answer string
	}{
		{"Plan:\n1. find it\n2. read it", []string{"find it", "read it"}, ""},
		{"计划：\n第1步：查公司\n第二步：查法院\n计划结束", []string{"查公司", "查法院 计划结束"}, ""},
		{"Step 1: find it\n   - by name\nStep 2: read it\n\nThat is all.", []string{"find it - by name", "read it"}, ""},
		{"- find it\n* read it", []string{"find it", "read it"}, ""},
		{"**1.** find it\n**2)** read it **", []string{"find it", "read it"}, ""},
		{"1、查公司\n（2）查法院", []string{"查公司", "查法院"}, ""},
		{"Final Answer: 甲", nil, "甲"},
		{"All is known.\n最终答案：甲\n1. 乙", nil, "甲\n1. 乙"},
		{"1. answer\nFinal Answer: 甲", []string{"answer"}, ""},
		{"1. find it\n2. read it\nAction: find {}\nObservation: 1\n3. more", []string{"find it", "read it"}, ""},
		{"1. find it\n   Action: find\n2. read it", []string{"find it Action: find", "read it"}, ""},
		{"Final Answer: 甲\nObservation: 乙", nil, "甲"},
		{"<think>1. no</think>", nil, ""},
		{"I would look it up.", nil, ""},
		{"1.\n2.", nil, ""},
	} {
		steps, answer := readPlan(tt.text)
		if diff := cmp.Diff(tt.steps, steps); diff != "" || answer != tt.answer {
			t.Errorf("readPlan(%q) = %q, %q, want %q, %q", tt.text, steps, answer, tt.steps, tt.answer)
		}
	}
	long := ""
	for range 200 {
		long += "1. step\n"
	}
	if steps, _ := readPlan(long); len(steps) != maxSteps {
		t.Errorf("%d steps are read of 200, want %d", len(steps), maxSteps)
	}
}

func TestReadSelection(t *testing.T) {
	for _, tt := range []struct {
		text string
		want selection
		slip agent.ReplyFault
	}{
		{`{"tables": ["A"], "tools": ["b"]}`, selection{[]string{"A"}, []string{"b"}}, ""},
		{"Of course:\n```json\n{\"tables\": [\"A\"]}\n```", selection{[]string{"A"}, nil}, ""},
		{`{} {"tools": ['b']}`, selection{nil, []string{"b"}}, ""},
		{`["A"]`, selection{}, agent.BadForm},
		{`{"tables": []}`, selection{}, agent.BadForm},
	} {
		got, slip, _ := readSelection(tt.text)
		if diff := cmp.Diff(tt.want, got); diff != "" || slip != tt.slip {
			t.Errorf("readSelection(%q) = %+v, %q, want %+v, %q", tt.text, got, slip, tt.want, tt.slip)
		}
	}
}
