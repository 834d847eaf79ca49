package llmtest

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

// No body of the fuzzer's makes the server panic, and one that is taken has no field
// that the API reference doesn't have: a stock decoder of its own finds them.
func FuzzChat(f *testing.F) {
	for _, members := range []string{look, `"stop":"x"`, `"stop":["x"]`, `"response_format":{"type":"json_object"}`,
		`"metadata":{"a":"b"}`, `"tool_choice":{"type":"function","function":{"name":"look"}},` + look, `"stream":false`} {
		f.Add([]byte(with(members)))
	}
	f.Add([]byte(calls(call, `,{"role":"tool","content":"!","tool_call_id":"a"}`)))
	f.Add([]byte(say(`{"role":"user","content":[{"type":"text","text":"JSON"}]}`)))
	known := fieldsOf(f, "request.go", "Request")
	f.Fuzz(func(t *testing.T, body []byte) {
		s := New(ServerOptions{Script: Say("{}")})
		w := post(s, "/v1/chat/completions", string(body))
		if w.Code == http.StatusOK {
			knownOnly(t, body, known)
		}
	})
}

func FuzzEmbeddings(f *testing.F) {
	for _, body := range []string{
		`{"model":"test-embedding","input":"a"}`, `{"model":"test-embedding","input":["a","b"],"dimensions":4}`,
		`{"model":"test-embedding","input":[1,2]}`, `{"model":"test-embedding","input":[[1],[2]],"encoding_format":"base64"}`,
	} {
		f.Add([]byte(body))
	}
	known := fieldsOf(f, "embedding.go", "embedding")
	f.Fuzz(func(t *testing.T, body []byte) {
		if w := post(New(ServerOptions{Dimensions: 8}), pathEmbeddings, string(body)); w.Code == http.StatusOK {
			knownOnly(t, body, known)
		}
	})
}

// knownOnly holds a body that was taken to the fields of the API reference.
func knownOnly(t *testing.T, body []byte, known map[string]bool) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil {
		t.Fatalf("%s was taken: %v", body, err)
	}
	for m := range members {
		if !known[m] {
			t.Errorf("%s was taken with the unknown field %q", body, m)
		}
	}
}

// fieldsOf returns the names in the json tags of a struct in a file of this package.
func fieldsOf(t testing.TB, file, name string) map[string]bool {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "type "+name+" struct {")
	block, _, ok := strings.Cut(after, "\n}")
	if !ok {
		t.Fatalf("%s has no struct %s", file, name)
	}
	fields := make(map[string]bool)
	for _, tag := range strings.Split(block, "`json:\"")[1:] {
		field, _, _ := strings.Cut(tag, `"`)
		fields[field] = true
	}
	return fields
}
