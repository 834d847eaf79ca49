package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTokens(t *testing.T) {
	for _, tc := range []struct {
		text string
		want int
	}{{"", 0}, {"a", 1}, {"abcd", 1}, {"abcde", 2}, {"中文", 2}, {"中a文b", 3}, {"\xff", 1}} {
		if got := Tokens(tc.text); got != tc.want {
			t.Errorf("Tokens(%q) = %d, want %d", tc.text, got, tc.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, n := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "n")
		p := prefix(text, n)
		if !strings.HasPrefix(text, p) || Tokens(p) > n {
			t.Fatalf("prefix(%q, %d) = %q of %d tokens", text, n, p, Tokens(p))
		}
		if p != text {
			next := []rune(text)[:len([]rune(p))+1]
			if Tokens(string(next)) <= n {
				t.Errorf("prefix(%q, %d) = %q, which isn't the longest", text, n, p)
			}
		}
	})
}

// ask sends a request to a server that answers with a and returns the only choice.
func ask(t *testing.T, a ModelAnswer, members string) (wireChoice, TokenCharge) {
	t.Helper()
	s := New(ServerOptions{Script: func(*Request) ModelAnswer { return a }})
	w := post(s, pathChat, with(members))
	var c wireCompletion
	if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s, %v", members, w.Code, w.Body, err)
	}
	return c.Choices[0], c.Usage.TokenCharge
}

// Stop texts, limits and faults shape what the script said.
func TestAnswersAreBounded(t *testing.T) {
	two := []AnswerCall{{"look", `{"at":"somewhere far"}`}, {"look", `{}`}}
	for _, tc := range []struct {
		name    string
		answer  ModelAnswer
		members string
		content string // "null" for none
		calls   string
		finish  string
		tokens  int
	}{
		{"whole", ModelAnswer{Content: "abcdefgh"}, `"n":1`, "abcdefgh", "", "stop", 2},
		{"nothing to say", ModelAnswer{}, `"n":1`, "", "", "stop", 0},
		{"stopped", ModelAnswer{Content: "one. two; three"}, `"stop":["; ","."]`, "one", "", "stop", 1},
		{"limited", ModelAnswer{Content: "abcdefgh"}, `"max_tokens":1`, "abcd", "", "length", 1},
		{"just fits", ModelAnswer{Content: "abcdefgh"}, `"max_completion_tokens":2`, "abcdefgh", "", "stop", 2},
		{"calls", ModelAnswer{Calls: two}, look, "null", `[{look {"at":"somewhere far"}} {look {}}]`, "tool_calls", 9},
		{"calls and text", ModelAnswer{Content: "so", Calls: two[1:]}, look, "so", `[{look {}}]`, "tool_calls", 3},
		{"demanded call", ModelAnswer{Calls: two[1:]}, look + `,"tool_choice":{"type":"function","function":{"name":"look"}}`, "null", `[{look {}}]`, "stop", 2},
		{"calls limited", ModelAnswer{Calls: two}, look + `,"max_tokens":3`, "null", `[{look {"at":"s}]`, "length", 3},
		{"calls limited away", ModelAnswer{Content: "abcdefgh", Calls: two}, look + `,"max_tokens":2`, "abcdefgh", "[]", "length", 2},
		{"truncated", ModelAnswer{Content: "abcdefghijklmnop", Fault: FaultTruncated}, `"n":1`, "abcdefgh", "", "length", 2},
		{"truncated and limited", ModelAnswer{Content: "abcdefghijklmnop", Fault: FaultTruncated}, `"max_tokens":1`, "abcd", "", "length", 1},
		{"broken arguments", ModelAnswer{Calls: two[:1], Fault: FaultArguments}, look, "null", `[{look {"at":"somewhere far",}]`, "tool_calls", 7},
		{"no arguments to break", ModelAnswer{Content: "x", Fault: FaultArguments}, `"n":1`, "x", "", "stop", 1},
		{"refused", ModelAnswer{Refusal: "I won't"}, `"n":1`, "null", "", "stop", 2},
	} {
		c, usage := ask(t, tc.answer, tc.members)
		content, calls := "null", ""
		if c.Message.Content != nil {
			content = *c.Message.Content
		}
		var functions []wireFunction
		for _, call := range c.Message.Calls {
			functions = append(functions, call.Function)
		}
		if tc.calls != "" {
			calls = fmt.Sprint(functions)
		}
		if content != tc.content || calls != tc.calls || c.Finish != tc.finish || usage.Completion != tc.tokens {
			t.Errorf("%s: content %q, calls %s, finish %s, %d tokens, want %q, %s, %s, %d",
				tc.name, content, calls, c.Finish, usage.Completion, tc.content, tc.calls, tc.finish, tc.tokens)
		}
	}
}

// A script that answers what its request rules out is told so.
func TestScriptErrors(t *testing.T) {
	look := `"tools":[{"type":"function","function":{"name":"look"}},{"type":"function","function":{"name":"hear"}}]`
	for _, tc := range []struct {
		answer  ModelAnswer
		members string
		want    string
	}{
		{ModelAnswer{Err: fmt.Errorf("no idea")}, `"n":1`, "no idea"},
		{ModelAnswer{Calls: []AnswerCall{{"look", "{}"}}}, `"n":1`, "without tools"},
		{ModelAnswer{Calls: []AnswerCall{{"look", "{}"}}}, look + `,"tool_choice":"none"`, "tool_choice none"},
		{ModelAnswer{Content: "x"}, look + `,"tool_choice":"required"`, "no tool"},
		{ModelAnswer{Calls: []AnswerCall{{"hear", "{}"}}}, look + `,"tool_choice":{"type":"function","function":{"name":"look"}}`, "want look"},
		{ModelAnswer{Calls: []AnswerCall{{"look", "{}"}, {"look", "{}"}}}, look + `,"parallel_tool_calls":false`, "2 calls"},
		{ModelAnswer{Content: "x"}, `"response_format":{"type":"json_schema","json_schema":{"name":"a"}}`, "not JSON"},
		{ModelAnswer{Content: "1"}, `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"string"}}}`, "schema"},
	} {
		s := New(ServerOptions{Script: func(*Request) ModelAnswer { return tc.answer }})
		w := post(s, pathChat, with(tc.members))
		_, code := errorOf(t, w.Body.Bytes())
		if w.Code != http.StatusBadRequest || code != "script_error" || !strings.Contains(w.Body.String(), tc.want) {
			t.Errorf("%s: %d %s, want a script_error about %q", tc.members, w.Code, w.Body, tc.want)
		}
		if tc.answer.Err != nil {
			continue
		}
		tc.answer.Unchecked = true
		if w := post(s, pathChat, with(tc.members)); w.Code != http.StatusOK {
			t.Errorf("%s, unchecked: %d %s, want 200", tc.members, w.Code, w.Body)
		}
	}
}
