package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Whatever is posted, it is answered: with what the tools say to the same arguments, or
// with what is wrong with the request.
func FuzzCalls(f *testing.F) {
	set := small(f)
	s := serve(f, nil)
	for _, t := range set.Domain().Tools {
		for _, body := range []string{
			`{"name": "甲公司"}`, `{"name": "甲公司", "columns": ["paid"]}`, `{"numbers": [1, "2.5", 1e300]}`, `[1e999999999, "1e-999999999"]`,
			`{"query": "合同", "k": 3}`, `"合同"`, `{"answer": {"a": [1.50, null]}}`, ``, `null`, ` {} `, `{}{}`, `[[[[`, "\xff", `"\ud800"`, `1e999`, `{"k": 1, "k": 2}`,
		} {
			f.Add(t.Name, "application/json", []byte(body))
		}
	}
	f.Add("", "text/plain", []byte(`{}`))
	f.Add("../mcp", "", []byte(nil))
	f.Fuzz(func(t *testing.T, name, media string, body []byte) {
		r := httptest.NewRequest("POST", "http://127.0.0.1/", bytes.NewReader(body))
		r.URL.Path = "/law_api/" + name
		r.Header.Set("Content-Type", media)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		got := w.Body.Bytes()
		switch w.Code {
		case http.StatusOK:
			d := json.NewDecoder(bytes.NewReader(body))
			d.UseNumber()
			var args any
			if err := d.Decode(&args); err != nil && err != io.EOF {
				t.Fatalf("%q: answered %s, and is no JSON: %v", body, got, err)
			}
			want, err := set.Call(t.Context(), tool.Call{Tool: name, Args: args})
			if err != nil || !bytes.Equal(got, want.Observation()) {
				t.Errorf("%q(%q) = %s, want %s, %v", name, body, got, want.Observation(), err)
			}
			if !json.Valid(got) {
				t.Errorf("%q(%q) = %s, which is no JSON", name, body, got)
			}
		case http.StatusBadRequest:
			if json.Valid(body) {
				t.Errorf("%q(%q) = %s, and is JSON", name, body, got)
			}
		case http.StatusUnsupportedMediaType:
			if m, _, _ := mime.ParseMediaType(media); m == "application/json" {
				t.Errorf("%q: %s", media, got)
			}
		case http.StatusTemporaryRedirect, http.StatusMovedPermanently: // a path that is not clean
		default:
			t.Errorf("%q(%q) = %d %s", name, body, w.Code, got)
		}
	})
}

// Whatever a client of the protocol posts or writes, the server answers or refuses it,
// and goes on.
func FuzzProtocol(f *testing.F) {
	s := serve(f, nil)
	for _, body := range []string{
		request(1, "tools/list", `{}`), request(1, "tools/call", `{"name":"firm","arguments":{"name":"甲公司"}}`), request(1, "tools/call", `{"name":"firm","arguments":[1]}`),
		request(1, "tools/call", `{"name":7}`), request(1, "tools/list", `{"cursor":"x"}`), request(1, "nothing", `null`), greeting, `[]`, `{}`, `null`, "z", "\xff", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, request(1, "initialize", `{}`), request(1, "resources/list", `{}`),
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		w := send(s, "POST", "/mcp", string(body), header("Accept", "application/json, text/event-stream"), header("Content-Type", "application/json"))
		if w.Code >= 500 {
			t.Errorf("%q = %d %s", body, w.Code, w.Body)
		}
		said := spoken(t, s, greeting+string(body))
		if !strings.Contains("\n"+said, "\n"+`{"jsonrpc":"2.0","id":0,"result"`) {
			t.Errorf("%q: the greeting is answered with %s", body, said)
		}
		for line := range strings.Lines(said) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q: said %q, which is no JSON", body, line)
			}
		}
	})
}
