package llmtest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func role() Role {
	return Role{
		Question: "How old is the oldest?",
		Steps:    []Step{{"find them", "list", `{"of":"people"}`}, {"rank them", "rank", `{"by":"age","most":true}`}},
		Final:    "93",
	}
}

// trial plays an agent against a script until the final answer or the limit of turns,
// in one of the ways in which agents keep their history, and returns what was said.
func trial(t *testing.T, script Script, way string, limit int) []string {
	t.Helper()
	const question = "Worked example.\nObservation: 1\nObservation: 2\nQuestion: How old is the oldest?\n"
	example := []map[string]any{{"role": "system", "content": "act"}, {"role": "user", "content": "How tall?"}, {"role": "assistant", "content": "2 m"}}
	messages := append(example, map[string]any{"role": "user", "content": question})
	scratch := question
	var said []string
	s := New(Options{Script: script})
	for range limit {
		body := map[string]any{"model": DefaultModel, "messages": messages}
		if way == "tools" {
			body["tools"] = json.RawMessage(`[{"type":"function","function":{"name":"list"}},{"type":"function","function":{"name":"rank"}},{"type":"function","function":{"name":"sum"}}]`)
		}
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		w := post(s, pathChat, string(text))
		var reply wireCompletion
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != 200 {
			t.Fatalf("%d %s, %v", w.Code, w.Body, err)
		}
		m := reply.Choices[0].Message
		switch {
		case way == "tools" && len(m.Calls) > 0:
			said = append(said, m.Calls[0].Function.Name+m.Calls[0].Function.Arguments)
			messages = append(messages, map[string]any{"role": "assistant", "content": m.Content, "tool_calls": m.Calls},
				map[string]any{"role": "tool", "tool_call_id": m.Calls[0].ID, "content": "Observation: x"})
			continue
		case way == "tools" || strings.Contains(*m.Content, "Final Answer"):
			return append(said, *m.Content)
		}
		f := regexp.MustCompile(`Action: (.*)\nAction Input: (.*)`).FindStringSubmatch(*m.Content)
		if f == nil {
			t.Fatalf("no action in %q", *m.Content)
		}
		said = append(said, f[1]+f[2])
		if way == "messages" {
			messages = append(messages, map[string]any{"role": "assistant", "content": *m.Content}, map[string]any{"role": "user", "content": "Observation: x"})
			continue
		}
		scratch += *m.Content + "\nObservation: x\n"
		messages = append(example, map[string]any{"role": "user", "content": scratch})
	}
	return said
}

func TestRolesPlay(t *testing.T) {
	r := role()
	clumsy := []string{`sum{"of":"people"}`, `list{"of_":"people"}`, `list{"of":"people"}`, `sum{"by":"age","most":true}`, `rank{"by_":"age","most":true}`, `rank{"by":"age","most":true}`}
	for _, tc := range []struct {
		name string
		role Role
		want []string
	}{
		{"competent", r, []string{`list{"of":"people"}`, `rank{"by":"age","most":true}`, "93"}},
		{"clumsy", r.Clumsy("sum"), append(clumsy, "93")},
		{"clumsy in the second step", r.Clumsy("sum", 1), append([]string{clumsy[2]}, append(clumsy[3:], "93")...)},
		{"looping", r.Looping(), []string{clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2], clumsy[2]}},
		{"without steps", Role{Final: "93"}, []string{"93"}},
	} {
		for _, way := range []string{"messages", "scratchpad", "tools"} {
			script := ReAct(Roles(tc.role, Role{Question: "How old is she?"}), Plain())
			want := tc.want
			if way == "tools" {
				script = CallTools(Roles(tc.role))
			} else if want[len(want)-1] == "93" {
				want = append(append([]string{}, want[:len(want)-1]...), "Final Answer: 93")
			}
			if got := trial(t, script, way, 10); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s by %s: said %q, want %q", tc.name, way, got, want)
			}
		}
	}
}

func TestMisspelt(t *testing.T) {
	for _, tc := range []struct{ arguments, want string }{
		{`{"b":1,"a":{"c":"字"}}`, `{"a_":{"c":"字"},"b":1}`},
		{`{}`, `{"unexpected_":true}`},
		{`[`, `{"unexpected_":true}`},
	} {
		if got := misspelt(tc.arguments); got != tc.want {
			t.Errorf("misspelt(%s) = %s, want %s", tc.arguments, got, tc.want)
		}
	}
}

func TestRolesAreFound(t *testing.T) {
	cast := Roles(Role{Question: "who?", Final: "1"}, Role{Question: "who? and when?", Final: "2"}, Role{Question: "什么时候？", Final: "3"}, Role{Final: "4"})
	for text, want := range map[string]string{
		"tell me: who?": "1", "tell me: who? and when?": "2", "请问什么时候？": "3", "what?": "4", "": "4", "wh": "4",
	} {
		content := Text(text)
		r, ok := cast(&Request{Messages: []Message{{Role: RoleSystem, Content: new(Text)}, {Role: RoleUser, Content: &content}}})
		if !ok || r.Final != want {
			t.Errorf("%q is for %+v, want the role with answer %s", text, r, want)
		}
	}
	if r, ok := Roles(Role{Question: "who?"})(&Request{}); ok {
		t.Errorf("found %+v for no message", r)
	}
}

func TestScripts(t *testing.T) {
	ask := func(script Script, text string) string {
		content := Text(text)
		a := script(&Request{Messages: []Message{{Role: RoleUser, Content: &content}}})
		if a.Err != nil {
			return "error"
		}
		return a.Content
	}
	list := List(Answer{Content: "a"}, Answer{Content: "b"})
	match := Match(Rule{Last: regexp.MustCompile("^plan"), Then: Recite(Roles(role()), func(r Role) string { return fmt.Sprint(len(r.Steps), " steps") })},
		Rule{System: regexp.MustCompile("never"), Then: Say("no")}, Rule{Last: regexp.MustCompile("say"), Then: Echo})
	for _, tc := range []struct {
		script     Script
		text, want string
	}{
		{list, "1", "a"}, {list, "2", "b"}, {list, "3", "error"},
		{match, "plan: How old is the oldest?", "2 steps"}, {match, "plan: How old?", "error"},
		{match, "say it", "say it"}, {match, "else", "error"},
	} {
		if got := ask(tc.script, tc.text); got != tc.want {
			t.Errorf("%q is answered with %q, want %q", tc.text, got, tc.want)
		}
	}
}
