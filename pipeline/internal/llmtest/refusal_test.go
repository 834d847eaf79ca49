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
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// errorOf reads an error object and holds it to its form.
func errorOf(t *testing.T, body []byte) (param, code string) {
	t.Helper()
	var e struct {
		Error map[string]*string `json:"error"`
	}
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	for _, name := range []string{"message", "type"} {
		if e.Error[name] == nil || *e.Error[name] == "" {
			t.Errorf("%s: no %s", body, name)
		}
	}
	text := func(name string) string {
		s, ok := e.Error[name]
		if !ok {
			t.Errorf("%s: %s is left out, want null", body, name)
		}
		if s == nil {
			return ""
		}
		return *s
	}
	return text("param"), text("code")
}

const (
	hello = `"messages":[{"role":"user","content":"hello"}]`
	model = `"model":"test-model"`
	look  = `"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]`
)

// with returns a good chat request with more members.
func with(members string) string { return "{" + model + "," + hello + "," + members + "}" }

// say returns a chat request of these messages.
func say(messages string) string { return "{" + model + `,"messages":[` + messages + `]}` }

// tool returns a chat request with one tool.
func tool(t string) string { return with(`"tools":[` + t + `]`) }

// calls returns a conversation in which the assistant made these calls.
func calls(toolCalls, then string) string {
	return say(`{"role":"user","content":"?"},{"role":"assistant","tool_calls":[` + toolCalls + `]}` + then)
}

const call = `{"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}`

func TestChatRefusals(t *testing.T) {
	s := New(ServerOptions{})
	for _, tc := range []struct{ body, param, code string }{
		{``, "", "invalid_json"},
		{`[]`, "", "invalid_json"},
		{`{`, "", "invalid_json"},
		{"{" + model + "," + hello + "} {}", "", "invalid_json"},
		{with(`"user":"` + "\xff" + `"`), "", "invalid_json"},
		{`{` + hello + `}`, "model", "missing_required_parameter"},
		{`{` + model + `}`, "messages", "missing_required_parameter"},
		{`{"model":null,` + hello + `}`, "model", "invalid_type"},
		{`{"model":7,` + hello + `}`, "model", "invalid_type"},
		{`{"Model":"test-model",` + hello + `}`, "Model", "unknown_parameter"},
		{`{` + model + `,"messages":[]}`, "messages", "empty_array"},
		{`{` + model + `,"messages":{}}`, "messages", "invalid_type"},
		{with(`"temprature":1`), "temprature", "unknown_parameter"},
		{with(`"stream":false,"stream":true`), "stream", "duplicate_parameter"},
		{with(`"temperature":"1"`), "temperature", "invalid_type"},
		{with(`"temperature":2.1`), "temperature", "decimal_above_max_value"},
		{with(`"temperature":-0.1`), "temperature", "decimal_below_min_value"},
		{with(`"top_p":1.5`), "top_p", "decimal_above_max_value"},
		{with(`"presence_penalty":-3`), "presence_penalty", "decimal_below_min_value"},
		{with(`"frequency_penalty":3`), "frequency_penalty", "decimal_above_max_value"},
		{with(`"logit_bias":{"5":101}`), "logit_bias.5", "decimal_above_max_value"},
		{with(`"max_tokens":0`), "max_tokens", "integer_below_min_value"},
		{with(`"max_tokens":1.5`), "max_tokens", "invalid_type"},
		{with(`"max_tokens":99999999999999999999`), "max_tokens", "integer_out_of_range"},
		{with(`"max_completion_tokens":-1`), "max_completion_tokens", "integer_below_min_value"},
		{with(`"max_tokens":1,"max_completion_tokens":1`), "max_tokens", "invalid_parameter_combination"},
		{with(`"n":0`), "n", "integer_below_min_value"},
		{with(`"n":2`), "n", "unsupported_parameter"},
		{with(`"seed":"x"`), "seed", "invalid_type"},
		{with(`"user":null`), "user", "invalid_type"},
		{with(`"stop":["a","b","c","d","e"]`), "stop", "array_above_max_length"},
		{with(`"stop":["a",""]`), "stop[1]", "empty_string"},
		{with(`"stop":[7]`), "stop[0]", "invalid_type"},
		{with(`"stream":"yes"`), "stream", "invalid_type"},
		{with(`"stream":true`), "stream", "unsupported_parameter"},
		{with(`"stream_options":{"include_usage":true}`), "stream_options", "unsupported_parameter"},
		{with(`"logprobs":true`), "logprobs", "unsupported_parameter"},
		{with(`"top_logprobs":2`), "top_logprobs", "unsupported_parameter"},
		{with(`"modalities":["audio"]`), "modalities", "unsupported_parameter"},
		{with(`"audio":{}`), "audio", "unsupported_parameter"},
		{with(`"prediction":{}`), "prediction", "unsupported_parameter"},
		{with(`"functions":[]`), "functions", "unsupported_parameter"},
		{with(`"function_call":"auto"`), "function_call", "unsupported_parameter"},
		{with(`"web_search_options":{}`), "web_search_options", "unsupported_parameter"},
		{with(`"service_tier":"free"`), "service_tier", "invalid_value"},
		{with(`"reasoning_effort":"some"`), "reasoning_effort", "invalid_value"},
		{with(`"verbosity":"loud"`), "verbosity", "invalid_value"},
		{with(`"metadata":{"a":1}`), "metadata.a", "invalid_type"},
		{with(`"metadata":{"a":null}`), "metadata.a", "invalid_type"},
		{with(`"metadata":{"` + strings.Repeat("a", 65) + `":""}`), "metadata", "string_above_max_length"},
		{with(`"metadata":{"a":"` + strings.Repeat("a", 513) + `"}`), "metadata.a", "string_above_max_length"},

		{say(`{"content":"?"}`), "messages[0].role", "missing_required_parameter"},
		{say(`{"role":"human","content":"?"}`), "messages[0].role", "invalid_value"},
		{say(`{"role":"user"}`), "messages[0].content", "missing_required_parameter"},
		{say(`{"role":"user","content":null}`), "messages[0].content", "missing_required_parameter"},
		{say(`{"role":"user","content":7}`), "messages[0].content", "invalid_type"},
		{say(`{"role":"user","content":"?","contnet":"?"}`), "messages[0].contnet", "unknown_parameter"},
		{say(`{"role":"user","content":"?","name":null}`), "messages[0].name", "invalid_type"},
		{say(`{"role":"user","content":[]}`), "messages[0].content", "empty_array"},
		{say(`{"role":"user","content":[{"text":"?"}]}`), "messages[0].content[0].type", "missing_required_parameter"},
		{say(`{"role":"user","content":[{"type":"text"}]}`), "messages[0].content[0].text", "missing_required_parameter"},
		{say(`{"role":"user","content":[{"type":"text","text":"?","x":1}]}`), "messages[0].content[0].x", "unknown_parameter"},
		{say(`{"role":"user","content":[{"type":"audio","text":"?"}]}`), "messages[0].content[0].type", "invalid_value"},
		{say(`{"role":"assistant"}`), "messages[0].content", "missing_required_parameter"},
		{say(`{"role":"user","content":"?","tool_calls":[` + call + `]}`), "messages[0].tool_calls", "unknown_parameter"},
		{say(`{"role":"user","content":"?","tool_call_id":"a"}`), "messages[0].tool_call_id", "unknown_parameter"},
		{say(`{"role":"user","content":"?","refusal":"no"}`), "messages[0].refusal", "unknown_parameter"},
		{say(`{"role":"user","content":"?","function_call":{}}`), "messages[0].function_call", "unsupported_parameter"},
		{say(`{"role":"assistant","content":"?","audio":{}}`), "messages[0].audio", "unsupported_parameter"},
		{say(`{"role":"tool","content":"?"}`), "messages[0].tool_call_id", "missing_required_parameter"},
		{say(`{"role":"tool","content":"?","tool_call_id":"a"}`), "messages[0].tool_call_id", "invalid_value"},

		{calls(``, ``), "messages[1].tool_calls", "empty_array"},
		{calls(call, ``), "messages[1].tool_calls", "invalid_value"},
		{calls(call, `,{"role":"user","content":"?"}`), "messages[1].tool_calls", "invalid_value"},
		{calls(call, `,{"role":"tool","content":"!","tool_call_id":"b"}`), "messages[2].tool_call_id", "invalid_value"},
		{calls(call, `,{"role":"tool","content":"!","tool_call_id":"a"},{"role":"tool","content":"!","tool_call_id":"a"}`), "messages[3].tool_call_id", "invalid_value"},
		{calls(call, `,{"role":"tool","tool_call_id":"a"}`), "messages[2].content", "missing_required_parameter"},
		{calls(call+","+call, ``), "messages[1].tool_calls[1].id", "invalid_value"},
		{calls(`{"type":"function","function":{"name":"look","arguments":"{}"}}`, ``), "messages[1].tool_calls[0].id", "missing_required_parameter"},
		{calls(`{"id":"a","function":{"name":"look","arguments":"{}"}}`, ``), "messages[1].tool_calls[0].type", "missing_required_parameter"},
		{calls(`{"id":"a","type":"custom","function":{"name":"look","arguments":"{}"}}`, ``), "messages[1].tool_calls[0].type", "invalid_value"},
		{calls(`{"id":"a","type":"function","function":{"arguments":"{}"}}`, ``), "messages[1].tool_calls[0].function.name", "missing_required_parameter"},
		{calls(`{"id":"a","type":"function","function":{"name":"l ook","arguments":"{}"}}`, ``), "messages[1].tool_calls[0].function.name", "invalid_value"},
		{calls(`{"id":"a","type":"function","function":{"name":"look"}}`, ``), "messages[1].tool_calls[0].function.arguments", "missing_required_parameter"},
		{calls(`{"id":"a","type":"function","function":{"name":"look","arguments":{}}}`, ``), "messages[1].tool_calls[0].function.arguments", "invalid_type"},
		{calls(`{"id":"a","type":"function","function":{"name":"look","arguments":"{"}}`, ``), "messages[1].tool_calls[0].function.arguments", "invalid_value"},
		{calls(`{"id":"a","index":0,"type":"function","function":{"name":"look","arguments":"{}"}}`, ``), "messages[1].tool_calls[0].index", "unknown_parameter"},

		{with(`"tools":[]`), "tools", "empty_array"},
		{with(`"tools":null`), "tools", "invalid_type"},
		{tool(`{"function":{"name":"look"}}`), "tools[0].type", "missing_required_parameter"},
		{tool(`{"type":"web_search","function":{"name":"look"}}`), "tools[0].type", "invalid_value"},
		{tool(`{"type":"function"}`), "tools[0].function", "missing_required_parameter"},
		{tool(`{"type":"function","function":{}}`), "tools[0].function.name", "missing_required_parameter"},
		{tool(`{"type":"function","function":{"name":"查"}}`), "tools[0].function.name", "invalid_value"},
		{tool(`{"type":"function","function":{"name":"look"}},{"type":"function","function":{"name":"look"}}`), "tools[1].function.name", "invalid_value"},
		{tool(`{"type":"function","function":{"name":"look","parameters":null}}`), "tools[0].function.parameters", "invalid_type"},
		{tool(`{"type":"function","function":{"name":"look","parameters":[]}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","parameters":{}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{"a":{"type":"text"}}}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{"a":{"$ref":"http://example.com/s"}}}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","strict":true,"parameters":{"type":"object","properties":{}}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","strict":true,"parameters":{"type":"object","additionalProperties":false,"properties":{"a":{}}}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{tool(`{"type":"function","function":{"name":"look","strict":true,"parameters":{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"array","items":{"type":"object"}}}}}}`), "tools[0].function.parameters", "invalid_json_schema"},
		{with(`"tool_choice":"auto"`), "tool_choice", "invalid_parameter_combination"},
		{with(`"parallel_tool_calls":true`), "parallel_tool_calls", "invalid_parameter_combination"},
		{with(look + `,"tool_choice":"any"`), "tool_choice", "invalid_value"},
		{with(look + `,"tool_choice":7`), "tool_choice", "invalid_type"},
		{with(look + `,"tool_choice":null`), "tool_choice", "invalid_type"},
		{with(look + `,"tool_choice":{"type":"tool","function":{"name":"look"}}`), "tool_choice.type", "invalid_value"},
		{with(look + `,"tool_choice":{"type":"function"}`), "tool_choice.function.name", "missing_required_parameter"},
		{with(look + `,"tool_choice":{"type":"function","name":"look"}`), "tool_choice.name", "unknown_parameter"},
		{with(look + `,"tool_choice":{"type":"function","function":{"name":"hear"}}`), "tool_choice.function.name", "invalid_value"},

		{with(`"response_format":"json"`), "response_format", "invalid_type"},
		{with(`"response_format":{}`), "response_format.type", "missing_required_parameter"},
		{with(`"response_format":{"type":"xml"}`), "response_format.type", "invalid_value"},
		{with(`"response_format":{"type":"json_object"}`), "messages", "invalid_value"},
		{with(`"response_format":{"type":"text","json_schema":{"name":"a"}}`), "response_format.json_schema", "invalid_parameter_combination"},
		{with(`"response_format":{"type":"json_schema"}`), "response_format.json_schema", "missing_required_parameter"},
		{with(`"response_format":{"type":"json_schema","json_schema":{"schema":{}}}`), "response_format.json_schema.name", "missing_required_parameter"},
		{with(`"response_format":{"type":"json_schema","json_schema":{"name":"a b"}}`), "response_format.json_schema.name", "invalid_value"},
		{with(`"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"thing"}}}`), "response_format.json_schema.schema", "invalid_json_schema"},
		{with(`"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true}}`), "response_format.json_schema.schema", "invalid_json_schema"},
	} {
		w := post(s, "/v1/chat/completions", tc.body)
		param, code := errorOf(t, w.Body.Bytes())
		if w.Code != http.StatusBadRequest || param != tc.param || code != tc.code {
			t.Errorf("%s:\n%d %s, want 400 with param %q and code %q", tc.body, w.Code, w.Body, tc.param, tc.code)
		}
	}
	if st := s.Stats(); st.Paid != 0 || st.Usage.Total != 0 {
		t.Errorf("stats %+v, want nothing paid", st)
	}
}

// What the API reference allows is taken, each field with the values at its bounds.
func TestChatAcceptances(t *testing.T) {
	s := New(ServerOptions{Script: func(r *Request) ModelAnswer { return ModelAnswer{Content: `{"a":1}`} }})
	for _, body := range []string{
		with(`"temperature":0,"top_p":0,"presence_penalty":-2,"frequency_penalty":2`),
		with(`"temperature":null,"top_p":null,"stop":null,"seed":null,"n":null,"stream":null,"metadata":null,"max_tokens":null`),
		with(`"max_tokens":1`), with(`"max_completion_tokens":1`), with(`"n":1,"seed":-5,"stop":"x"`),
		with(`"user":"u","metadata":{"a":"b"},"store":true,"service_tier":"flex","reasoning_effort":"low","verbosity":"high"`),
		with(`"safety_identifier":"s","prompt_cache_key":"k","modalities":["text"],"logprobs":false,"logit_bias":{"5":-100}`),
		with(look + `,"tool_choice":"none","parallel_tool_calls":false`),
		with(`"tool_choice":"none"`),
		tool(`{"type":"function","function":{"name":"look"}}`),
		tool(`{"type":"function","function":{"name":"look","strict":null,"parameters":{"type":"object","properties":{"a":{"enum":["x",null]}}}}}`),
		tool(`{"type":"function","function":{"name":"look","strict":true,"parameters":{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":["string","null"]}}}}}`),
		calls(call, `,{"role":"tool","content":[{"type":"text","text":"!"}],"tool_call_id":"a"}`),
		say(`{"role":"developer","content":"d"},{"role":"system","content":"s","name":"n"},{"role":"assistant","content":null,"refusal":"no"},{"role":"user","content":""}`),
		with(`"response_format":{"type":"text"}`),
		say(`{"role":"user","content":"as JSON"}],"response_format":{"type":"json_object"},"stop":["x"`),
		with(`"response_format":{"type":"json_schema","json_schema":{"name":"a","description":"d","strict":true,"schema":{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"integer"}}}}}`),
	} {
		if w := post(s, "/v1/chat/completions", body); w.Code != http.StatusOK {
			t.Errorf("%s:\n%d %s, want 200", body, w.Code, w.Body)
		}
	}
}

func TestRefusalsByURL(t *testing.T) {
	s := New(ServerOptions{Key: "secret-key"})
	const good = "{" + model + "," + hello + "}"
	for _, tc := range []struct {
		name, method, url, key, kind, body string
		status                             int
		param, code                        string
	}{
		{"no key", "POST", "/v1/chat/completions", "", "application/json", good, 401, "", ""},
		{"wrong key", "POST", "/v1/chat/completions", "Bearer secret", "application/json", good, 401, "", "invalid_api_key"},
		{"another scheme", "POST", "/v1/chat/completions", "Basic secret-key", "application/json", good, 401, "", ""},
		{"no key for another path", "GET", "/v1/models", "", "", "", 401, "", ""},
		{"unknown model", "POST", "/v1/chat/completions", "Bearer secret-key", "application/json", strings.Replace(good, "test-", "best-", 1), 404, "model", "model_not_found"},
		{"an embedder doesn't chat", "POST", "/v1/chat/completions", "Bearer secret-key", "application/json", strings.Replace(good, "test-model", "test-embedding", 1), 404, "model", "model_not_found"},
		{"unknown URL", "POST", "/v1/chat/completion", "Bearer secret-key", "application/json", good, 404, "", "unknown_url"},
		{"no version", "POST", "/chat/completions", "Bearer secret-key", "application/json", good, 404, "", "unknown_url"},
		{"wrong method", "GET", "/v1/chat/completions", "Bearer secret-key", "", "", 405, "", "method_not_supported"},
		{"wrong content type", "POST", "/v1/chat/completions", "Bearer secret-key", "text/plain", good, 400, "", "unsupported_content_type"},
		{"query of a POST", "POST", "/v1/chat/completions?limit=1", "Bearer secret-key", "application/json", good, 400, "limit", "unknown_parameter"},
	} {
		r := httptest.NewRequest(tc.method, tc.url, strings.NewReader(tc.body))
		r.Header.Set("Authorization", tc.key)
		r.Header.Set("Content-Type", tc.kind)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		param, code := errorOf(t, w.Body.Bytes())
		if w.Code != tc.status || param != tc.param || code != tc.code {
			t.Errorf("%s: %d %s, want %d with param %q and code %q", tc.name, w.Code, w.Body, tc.status, tc.param, tc.code)
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %s shows a key", tc.name, w.Body)
		}
	}
}

func TestEmbeddingRefusals(t *testing.T) {
	s := New(ServerOptions{Dimensions: 8})
	for _, tc := range []struct{ body, param, code string }{
		{`{"input":"a"}`, "model", "missing_required_parameter"},
		{`{"model":"test-embedding"}`, "input", "missing_required_parameter"},
		{`{"model":"test-embedding","input":null}`, "input", "missing_required_parameter"},
		{`{"model":"test-embedding","input":{}}`, "input", "invalid_type"},
		{`{"model":"test-embedding","input":["a",1]}`, "input", "invalid_type"},
		{`{"model":"test-embedding","input":[]}`, "input", "empty_array"},
		{`{"model":"test-embedding","input":["a",""]}`, "input[1]", "empty_string"},
		{`{"model":"test-embedding","input":[[1],[]]}`, "input[1]", "empty_string"},
		{`{"model":"test-embedding","input":"` + strings.Repeat("字", 8193) + `"}`, "input[0]", "string_above_max_length"},
		{`{"model":"test-embedding","input":["a"` + strings.Repeat(`,"a"`, 2048) + `]}`, "input", "array_above_max_length"},
		{`{"model":"test-embedding","input":"a","dimensions":9}`, "dimensions", "invalid_value"},
		{`{"model":"test-embedding","input":"a","dimensions":0}`, "dimensions", "invalid_value"},
		{`{"model":"test-embedding","input":"a","dimensions":null}`, "dimensions", "invalid_type"},
		{`{"model":"test-embedding","input":"a","encoding_format":"hex"}`, "encoding_format", "invalid_value"},
		{`{"model":"test-embedding","inputs":"a"}`, "inputs", "unknown_parameter"},
	} {
		w := post(s, "/v1/embeddings", tc.body)
		param, code := errorOf(t, w.Body.Bytes())
		if w.Code != http.StatusBadRequest || param != tc.param || code != tc.code {
			t.Errorf("%.100s:\n%d %s, want 400 with param %q and code %q", tc.body, w.Code, w.Body, tc.param, tc.code)
		}
	}
	if w := post(s, "/v1/embeddings", `{"model":"test-model","input":"a"}`); w.Code != http.StatusNotFound {
		t.Errorf("a chat model: %d %s, want 404", w.Code, w.Body)
	}
}
