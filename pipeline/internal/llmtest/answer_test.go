package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/llm"
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
		if p != text && Tokens(string([]rune(text)[:len([]rune(p))+1])) <= n {
			t.Errorf("prefix(%q, %d) = %q, which isn't the longest", text, n, p)
		}
	})
}

// Stop texts, limits and faults shape the script's answer.
func TestAnswersAreBounded(t *testing.T) {
	type answer = ModelAnswer
	two := []llm.ToolCall{{Name: "look", Arguments: `{"at":"somewhere far"}`}, {Name: "look", Arguments: `{}`}}
	for _, tc := range []struct {
		name    string
		answer  answer
		members string
		content string // "null" for none
		calls   string
		finish  string
		tokens  int
	}{
		{"whole", answer{Content: "abcdefgh"}, `"seed":1`, "abcdefgh", "[]", "stop", 2},
		{"nothing to say", answer{}, `"seed":1`, "", "[]", "stop", 0},
		{"stopped", answer{Content: "one. two; three"}, `"stop":["; ","."]`, "one", "[]", "stop", 1},
		{"limited", answer{Content: "abcdefgh"}, `"max_tokens":1`, "abcd", "[]", "length", 1},
		{"just fits", answer{Content: "abcdefgh"}, `"max_completion_tokens":2`, "abcdefgh", "[]", "stop", 2},
		{"calls", answer{Calls: two}, look, "null", `[{look {"at":"somewhere far"}} {look {}}]`, "tool_calls", 9},
		{"calls and text", answer{Content: "so", Calls: two[1:]}, look, "so", `[{look {}}]`, "tool_calls", 3},
		{"demanded call", answer{Calls: two[1:]}, look + `,"tool_choice":{"type":"function","function":{"name":"look"}}`, "null", `[{look {}}]`, "stop", 2},
		{"calls limited", answer{Calls: two}, look + `,"max_tokens":3`, "null", `[{look {"at":"s}]`, "length", 3},
		{"calls limited away", answer{Content: "abcdefgh", Calls: two}, look + `,"max_tokens":2`, "abcdefgh", "[]", "length", 2},
		{"truncated", answer{Content: "abcdefghijklmnop", Fault: FaultTruncated}, `"seed":1`, "abcdefgh", "[]", "length", 2},
		{"truncated and limited", answer{Content: "abcdefghijklmnop", Fault: FaultTruncated}, `"max_tokens":1`, "abcd", "[]", "length", 1},
		{"broken arguments", answer{Calls: two[:1], Fault: FaultArguments}, look, "null", `[{look {"at":"somewhere far",}]`, "tool_calls", 7},
		{"no arguments to break", answer{Content: "x", Fault: FaultArguments}, `"seed":1`, "x", "[]", "stop", 1},
		{"refused", answer{Content: "x", Refusal: "I won't"}, `"seed":1`, "null", "[]", "stop", 2},
	} {
		s := New(ServerOptions{Script: func(*llm.Request) ModelAnswer { return tc.answer }})
		w := post(s, chatPath, with(tc.members))
		var c struct {
			Choices []struct {
				Message wireMessage
				Finish  string `json:"finish_reason"`
			}
			Usage struct {
				Completion int `json:"completion_tokens"`
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil || w.Code != http.StatusOK || len(c.Choices) != 1 {
			t.Fatalf("%s: %d %s, %v", tc.name, w.Code, w.Body, err)
		}
		m, content := c.Choices[0].Message, "null"
		if m.Content != nil {
			content = *m.Content
		}
		functions := []wireFunction{}
		for _, call := range m.ToolCalls {
			functions = append(functions, call.Function)
		}
		if got := fmt.Sprint(functions); content != tc.content || got != tc.calls || c.Choices[0].Finish != tc.finish || c.Usage.Completion != tc.tokens {
			t.Errorf("%s: content %q, calls %s, finish %s, %d tokens, want %q, %s, %s, %d",
				tc.name, content, got, c.Choices[0].Finish, c.Usage.Completion, tc.content, tc.calls, tc.finish, tc.tokens)
		}
	}
}

// An error of a script is reported to the client, and not as one that a retry could cure.
func TestScriptError(t *testing.T) {
	s := New(ServerOptions{Script: func(*llm.Request) ModelAnswer { return ModelAnswer{Err: errors.New("no idea")} }})
	w := post(s, chatPath, with(`"seed":1`))
	if code := codeOf(t, w); w.Code != http.StatusBadRequest || code != "script_error" || !strings.Contains(w.Body.String(), "no idea") {
		t.Errorf("%d %s, want a script_error", w.Code, w.Body)
	}
}

func TestEmbeddings(t *testing.T) {
	s := New(ServerOptions{})
	w := post(s, embeddingsPath, `{"model":"test-embedding","input":["甲","乙","甲"]}`)
	var got struct {
		Data []struct{ Embedding []float64 }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Data) != 3 {
		t.Fatalf("%d %s, %v, want three vectors", w.Code, w.Body, err)
	}
	a, b, c := got.Data[0].Embedding, got.Data[1].Embedding, got.Data[2].Embedding
	sum := 0.0
	for _, f := range a {
		sum += f * f
	}
	if !slices.Equal(a, c) || slices.Equal(a, b) || len(a) != dimensions || math.Abs(sum-1) > 1e-6 {
		t.Errorf("%d dimensions of length² %v, want 256 and 1, and equal ones for equal texts alone", len(a), sum)
	}
	if st := s.Stats(); st.Usage.Prompt != 3 || st.Paid != 1 {
		t.Errorf("stats %+v, want 3 tokens", st)
	}
	for _, body := range []string{
		`{"model":"test-embedding"}`, `{"model":"test-embedding","input":["a",""]}`, `{"model":"test-embedding","input":["a",1]}`,
		`{"model":"test-embedding","input":["` + strings.Repeat("字", maxInputTokens+1) + `"]}`,
		`{"model":"test-embedding","input":["a"` + strings.Repeat(`,"a"`, maxInputs) + `]}`, `{"model":"test-embedding","inputs":["a"]}`,
	} {
		if w := post(s, embeddingsPath, body); w.Code != http.StatusBadRequest {
			t.Errorf("%.100s:\n%d %s, want 400", body, w.Code, w.Body)
		}
	}
}
