package llmtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// post sends a body to a server without a network and returns the answer.
func post(s *ModelServer, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	return w
}

// codeOf reads the code of an error object.
func codeOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var e struct {
		Error *problem `json:"error"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Error == nil || e.Error.Message == "" || e.Error.Type == "" {
		t.Fatalf("%d %s: %v, want an error object", w.Code, w.Body, err)
	}
	return e.Error.Code
}

const (
	hello = `"messages":[{"role":"user","content":"hello"}]`
	model = `"model":"test-model"`
	look  = `"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]`
	call  = `{"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}`
)

// with returns a good chat request with more members.
func with(members string) string { return "{" + model + "," + hello + "," + members + "}" }

// say returns a chat request of these messages.
func say(messages string) string { return "{" + model + `,"messages":[` + messages + `]}` }

// tool returns a chat request with these tools.
func tool(t string) string { return with(`"tools":[` + t + `]`) }

// calls returns a conversation in which the assistant made these calls.
func calls(toolCalls, then string) string {
	return say(`{"role":"user","content":"?"},{"role":"assistant","tool_calls":[` + toolCalls + `]}` + then)
}

// A request that the API reference does not allow is refused with the name of the field.
func TestChatRefusals(t *testing.T) {
	s := New(ServerOptions{})
	for _, tc := range []struct{ body, about string }{
		{``, "EOF"},
		{`[]`, "array"},
		{"{" + model + "," + hello + "} {}", "after top-level value"},
		{with(`"stop":["` + "\xff" + `"]`), "UTF-8"},
		{`{"model":7,` + hello + `}`, "/model"},
		{`{"Model":"test-model",` + hello + `}`, "Model"},
		{with(`"temprature":1`), "temprature"},
		{with(`"seed":1,"seed":2`), "duplicate"},
		{with(`"stream":true`), "stream"},
		{with(`"temperature":2.1`), "temperature"},
		{with(`"temperature":-0.1`), "temperature"},
		{with(`"top_p":1.5`), "top_p"},
		{with(`"max_tokens":0`), "max_tokens"},
		{with(`"max_tokens":1.5`), "max_tokens"},
		{with(`"max_completion_tokens":-1`), "max_tokens"},
		{with(`"max_tokens":1,"max_completion_tokens":1`), "max_tokens"},
		{with(`"stop":["a","b","c","d","e"]`), "stop"},
		{with(`"stop":["a",""]`), "stop"},

		{`{` + model + `}`, "messages"},
		{say(``), "messages"},
		{say(`{"role":"human","content":"?"}`), "messages[0]: role"},
		{say(`{"role":"user"}`), "messages[0]: no content"},
		{say(`{"role":"user","content":"?","tool_calls":[` + call + `]}`), "messages[0]: role user"},
		{say(`{"role":"user","content":"?","tool_call_id":"a"}`), "messages[0]: role user"},
		{say(`{"role":"tool","content":"?"}`), "messages[0]: tool_call_id"},
		{say(`{"role":"tool","content":"?","tool_call_id":"a"}`), "messages[0]: tool_call_id"},
		{calls(``, ``), "messages[1]: no content"},
		{calls(call, ``), "unanswered"},
		{calls(call, `,{"role":"user","content":"?"}`), "messages[2]: tool_call_id"},
		{calls(call, `,{"role":"tool","content":"!","tool_call_id":"b"}`), "messages[2]: tool_call_id"},
		{calls(call, strings.Repeat(`,{"role":"tool","content":"!","tool_call_id":"a"}`, 2)), "messages[3]: tool_call_id"},
		{calls(call, `,{"role":"tool","tool_call_id":"a"}`), "messages[2]: no content"},
		{calls(call+","+call, ``), "messages[1]: tool call"},
		{calls(strings.Replace(call, `"a"`, `""`, 1), ``), "messages[1]: tool call"},
		{calls(strings.Replace(call, `"function"`, `"custom"`, 1), ``), "messages[1]: tool call"},
		{calls(strings.Replace(call, `"look"`, `"l ook"`, 1), ``), "messages[1]: tool call"},
		{calls(strings.Replace(call, `"{}"`, `"{"`, 1), ``), "messages[1]: tool call"},
		{calls(strings.Replace(call, `"{}"`, `{}`, 1), ``), "arguments"},

		{tool(`{"type":"search","function":{"name":"look","parameters":{"type":"object"}}}`), "tools[0]: type"},
		{tool(`{"type":"function","function":{"name":"查","parameters":{"type":"object"}}}`), "tools[0]: type"},
		{tool(strings.Repeat(`,{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}`, 2)[1:]), "tools[1]: type"},
		{tool(`{"type":"function","function":{"name":"look"}}`), "tools[0]: parameters"},
		{tool(`{"type":"function","function":{"name":"look","parameters":{"type":"array"}}}`), "tools[0]: parameters"},
		{with(`"tool_choice":"auto"`), "tool_choice"},
		{with(look + `,"tool_choice":"any"`), "tool_choice"},
		{with(look + `,"tool_choice":{"type":"function","function":{"name":"hear"}}`), "tool_choice"},
		{with(look + `,"tool_choice":{"type":"function","name":"look"}`), "tool_choice"},
		{with(`"response_format":{"type":"xml"}`), "response_format"},
		{with(`"response_format":{"type":"json_object"}`), "JSON"},
	} {
		w := post(s, chatPath, tc.body)
		if codeOf(t, w); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), tc.about) {
			t.Errorf("%s:\n%d %s, want 400 about %q", tc.body, w.Code, w.Body, tc.about)
		}
	}
	if st := s.Stats(); st.Paid != 0 || st.Usage.Tokens() != 0 {
		t.Errorf("stats %+v, want nothing paid", st)
	}
}

// Requests that the API reference allows are answered, with values at the bounds.
func TestChatAcceptances(t *testing.T) {
	s := New(ServerOptions{Script: Say(`{"a":1}`)})
	for _, body := range []string{
		with(`"temperature":0,"top_p":1,"max_tokens":1,"seed":-5,"stop":["a","b","c","d"]`),
		with(look + `,"tool_choice":"none"`),
		with(look + `,"tool_choice":{"type":"function","function":{"name":"look"}}`),
		calls(call, `,{"role":"tool","content":"!","tool_call_id":"a"}`),
		say(`{"role":"system","content":"s"},{"role":"assistant","content":"so"},{"role":"user","content":""}`),
		with(`"response_format":{"type":"text"}`),
		say(`{"role":"user","content":"as JSON"}],"response_format":{"type":"json_object"},"stop":["x"`),
	} {
		if w := post(s, chatPath, body); w.Code != http.StatusOK {
			t.Errorf("%s:\n%d %s, want 200", body, w.Code, w.Body)
		}
	}
}

func TestRefusalsByURL(t *testing.T) {
	s := New(ServerOptions{Key: "secret-key"})
	const good = "{" + model + "," + hello + "}"
	for _, tc := range []struct {
		method, url, key, body string
		status                 int
		code                   string
	}{
		{"POST", chatPath, "", good, 401, "invalid_api_key"},
		{"POST", chatPath, "Bearer secret", good, 401, "invalid_api_key"},
		{"GET", "/v1/models", "", "", 401, "invalid_api_key"},
		{"POST", chatPath, "Bearer secret-key", strings.Replace(good, "test-", "best-", 1), 404, "model_not_found"},
		{"POST", embeddingsPath, "Bearer secret-key", `{"model":"test-model","input":["a"]}`, 404, "model_not_found"},
		{"POST", "/chat/completions", "Bearer secret-key", good, 404, "unknown_url"},
		{"GET", chatPath, "Bearer secret-key", "", 405, "method_not_supported"},
	} {
		r := httptest.NewRequest(tc.method, tc.url, strings.NewReader(tc.body))
		r.Header.Set("Authorization", tc.key)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if code := codeOf(t, w); w.Code != tc.status || code != tc.code || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s %s: %d %s, want %d with code %q and no key", tc.method, tc.url, w.Code, w.Body, tc.status, tc.code)
		}
	}
}

// No body makes the server panic, and an answered request has only known fields.
func FuzzChat(f *testing.F) {
	for _, body := range []string{with(look), with(`"stop":["x"]`), with(look + `,"tool_choice":{"type":"function","function":{"name":"look"}}`),
		calls(call, `,{"role":"tool","content":"!","tool_call_id":"a"}`)} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if w := post(New(ServerOptions{}), chatPath, string(body)); w.Code == http.StatusOK {
			d := json.NewDecoder(strings.NewReader(string(body)))
			d.DisallowUnknownFields()
			if err := d.Decode(new(chatBody)); err != nil {
				t.Errorf("%s was answered: %v", body, err)
			}
		} else {
			codeOf(t, w)
		}
	})
}
