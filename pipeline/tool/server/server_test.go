package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

func TestRequests(t *testing.T) {
	s := serve(t, nil)
	const firm = `{"name":"甲公司","city":"宁波","paid":0.10}`
	for _, tc := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/law_api/firm", `{"name": "甲公司"}`, 200, firm},
		{"POST", "/law_api/firm", ` {"name": "甲公司", "columns": ["paid"]} `, 200, `{"paid":0.10}`},
		{"POST", "/law_api/company", `{"name": "甲公司", "columns": []}`, 200, firm},
		{"POST", "/law_api/city_firms", `{"name": "宁波", "columns": ["paid"]}`, 200, `[{"paid":0.10},{"paid":12345678901234567890}]`},
		{"POST", "/law_api/city_of", `{"name": "甲公司"}`, 200, `"宁波"`},
		{"POST", "/law_api/notes", `"买卖"`, 200, `["买卖合同纠纷"]`},
		{"POST", "/law_api/add", `[0.1, "0.2", 12345678901234567890]`, 200, `12345678901234567890.3`},
		{"POST", "/law_api/finish", `{"answer": 12345678901234567890.10}`, 200, `12345678901234567890.10`},
		{"POST", "/law_api/firm", `{"name": "丁公司"}`, 200, `"没有\u003c数据\u003e"`},
		{"POST", "/law_api/firm", `{"name": "甲公司", "columns": ["无"]}`, 200, `"没有这一列"`},
		{"POST", "/law_api/firm", `7`, 200, `"参数错误"`},
		{"POST", "/law_api/firm", ``, 200, `"参数错误"`},
		{"POST", "/law_api/firm", `null`, 200, `"参数错误"`},
		{"POST", "/law_api/add", `["x"]`, 200, `"无法计算"`},
		{"POST", "/law_api/Final%20Answer/%E7%AD%94", `{}`, 200, `"参数错误"`},
		{"POST", "/law_api/", `{}`, 200, `"参数错误"`},

		{"POST", "/tools/firm", `{"name": "甲公司"}`, 200, `{"result":` + firm + `}`},
		{"POST", "/tools/firm", `{"name": "丁公司"}`, 200, `{"fault":"missing","reply":"没有\u003c数据\u003e"}`},
		{"POST", "/tools/firm", `{"name": "甲公司", "columns": ["无"]}`, 200, `{"fault":"columns","reply":"没有这一列"}`},
		{"POST", "/tools/nothing", `{}`, 200, `{"fault":"arguments","reply":"参数错误"}`},
		{"POST", "/tools/add", `["x"]`, 200, `{"fault":"failed","reply":"无法计算"}`},
		{"POST", "/tools/notes", `"买卖"`, 200, `{"result":["买卖合同纠纷"]}`},

		{"POST", "/tools/firm", `{"name"`, 400, `{"error":"arguments: unexpected EOF: want one JSON value"}`},
		{"POST", "/tools/firm", `{} {}`, 400, `{"error":"arguments: more than one value: want one JSON value"}`},
		{"POST", "/tools/firm", `{}x`, 400, `{"error":"arguments: invalid character 'x' looking for beginning of value: want one JSON value"}`},
		{"POST", "/law_api/firm", strings.Repeat("[", 20000), 400, `{"error":"arguments: invalid character '[' exceeded max depth: want one JSON value"}`},
		{"POST", "/law_api/firm", `"` + strings.Repeat("x", 1<<20) + `"`, 413, `{"error":"body: want at most 1048576 bytes"}`},
		{"GET", "/healthz", ``, 200, `{"domain":"small","tools":6,"version":"v1.2.3"}`},
		{"GET", "/tools?lang=fr", ``, 400, `{"error":"language \"fr\": not a language of domain small: want one of zh, en"}`},
		{"GET", "/?lang=fr", ``, 400, `{"error":"language \"fr\": not a language of domain small: want one of zh, en"}`},
	} {
		w := send(s, tc.method, tc.path, tc.body)
		if w.Code != tc.status || w.Body.String() != tc.want {
			t.Errorf("%s %s %.100s = %d %s, want %d %s", tc.method, tc.path, tc.body, w.Code, w.Body, tc.status, tc.want)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %s: content type %q", tc.method, tc.path, got)
		}
	}
	for _, tc := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/law_api/firm", 405}, {"GET", "/tools/firm", 405}, {"PUT", "/tools/firm", 405}, {"DELETE", "/tools", 405},
		{"OPTIONS", "/tools/firm", 405}, {"GET", "/mcp", 405}, {"PUT", "/mcp", 405}, {"FOO", "/mcp", 405}, {"PUT", "/law_api/firm", 405}, {"PUT", "/", 405}, {"GET", "/nothing", 404}, {"POST", "/", 405}, {"HEAD", "/healthz", 200},
	} {
		w := send(s, tc.method, tc.path, "")
		if w.Code != tc.status || (w.Code == 405) != (w.Header().Get("Allow") != "") {
			t.Errorf("%s %s = %d %v, want %d, and Allow with 405", tc.method, tc.path, w.Code, w.Header(), tc.status)
		}
	}
}

// A body has to be JSON and to say so; no body needs no type.
func TestContentTypes(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct {
		media  string
		status int
	}{
		{"application/json", 200}, {"application/json; charset=utf-8", 200}, {"Application/JSON", 200},
		{"", 415}, {"text/plain", 415}, {"application/x-www-form-urlencoded", 415}, {"application/jsonp", 415},
	} {
		w := send(s, "POST", "/tools/add", "[1]", func(r *http.Request) { r.Header.Set("Content-Type", tc.media) })
		if w.Code != tc.status {
			t.Errorf("content type %q: %d %s, want %d", tc.media, w.Code, w.Body, tc.status)
		}
		chunked := func(r *http.Request) { r.Header.Set("Content-Type", tc.media); r.ContentLength = -1 }
		if w := send(s, "POST", "/tools/add", "[1]", chunked); w.Code != tc.status {
			t.Errorf("content type %q, length unknown: %d %s, want %d", tc.media, w.Code, w.Body, tc.status)
		}
	}
}

func TestSchemas(t *testing.T) {
	s := serve(t, nil)
	for path, lang := range map[string]string{"/tools": "zh", "/tools?lang=zh": "zh", "/tools?lang=en": "en"} {
		w := send(s, "GET", path, "")
		var got []json.RawMessage
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tool.Schemas(world(), lang), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// What tables and declarations say is text on the page, which may load its own style
// alone.
func TestPage(t *testing.T) {
	s := serve(t, nil)
	w := send(s, "GET", "/?lang=en", "")
	page := w.Body.String()
	for _, want := range []string{"<h1>A small &lt;world&gt;</h1>", "&lt;script&gt;alert(1)&lt;/script&gt;", "<code>city_of</code>", `lang="en"`, "6 tools", "v1.2.3"} {
		if !strings.Contains(page, want) {
			t.Errorf("page:\n%s\nwant %q in it", page, want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "style=") {
		t.Errorf("page:\n%s\nwant no script and no inline style", page)
	}
	if page := send(s, "GET", "/", "").Body.String(); !strings.Contains(page, "<h1>小世界</h1>") {
		t.Errorf("page:\n%s\nwant the server's language", page)
	}
	for header, want := range map[string]string{
		"Content-Type":            "text/html; charset=utf-8",
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer", "Access-Control-Allow-Origin": "",
	} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	if w := send(s, "GET", "/page.css", ""); w.Code != 200 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || w.Body.Len() == 0 {
		t.Errorf("page.css: %d %s", w.Code, w.Header())
	}
}

// The same request has the same answer, whatever else is asked at the same time.
func TestSameBytes(t *testing.T) {
	s := serve(t, nil)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	call := `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"firm","arguments":{"name":"甲公司"}}}`
	requests := [][3]string{
		{"GET", "/"}, {"GET", "/?lang=en"}, {"GET", "/tools"}, {"GET", "/healthz"}, {"POST", "/mcp", list}, {"POST", "/mcp", call},
		{"POST", "/law_api/notes", `"合同"`}, {"POST", "/tools/firm", `{"name":"乙公司"}`},
	}
	ask := func(r [3]string) string {
		w := send(s, r[0], r[1], r[2], func(r *http.Request) { r.Header.Set("Accept", "application/json, text/event-stream") })
		return fmt.Sprint(w.Code, w.Header(), w.Body)
	}
	var want []string
	for _, r := range requests {
		want = append(want, ask(r))
		if !strings.HasPrefix(want[len(want)-1], "200") {
			t.Errorf("%v = %s", r, want[len(want)-1])
		}
	}
	var asking sync.WaitGroup
	for i := range 50 {
		asking.Go(func() {
			n := i % len(requests)
			if got := ask(requests[n]); got != want[n] {
				t.Errorf("%v = %s, then %s", requests[n], want[n], got)
			}
		})
	}
	asking.Wait()
}

// What breaks in a tool ends one request, is logged, and is not told to the client; who
// has gone is no fault of the tool's.
func TestBrokenTools(t *testing.T) {
	logger, logged := log()
	s := serve(t, func(c *server.Config) {
		c.Log = logger
		c.Tools = caller(func(ctx context.Context, call tool.Call) (tool.Result, error) {
			if err := ctx.Err(); err != nil {
				return tool.Result{}, err
			}
			if call.Tool == "add" {
				panic("secret bug")
			}
			return tool.Result{}, errors.New("secret address")
		})
	})
	for name, said := range map[string]string{"add": "secret bug", "firm": "secret address"} {
		logged.Reset()
		for _, path := range []string{"/law_api/", "/tools/"} {
			w := send(s, "POST", path+name, `{"name": "private"}`)
			if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
				t.Errorf("%s%s = %d %s, want 500 and no detail", path, name, w.Code, w.Body)
			}
		}
		if text := logged.String(); !strings.Contains(text, said) || strings.Contains(text, "private") {
			t.Errorf("%s: logged %s, want %q and no argument", name, text, said)
		}
	}
	logged.Reset()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	send(s, "POST", "/tools/firm", `{}`, func(r *http.Request) { *r = *r.WithContext(gone) })
	if logged.Len() > 0 {
		t.Errorf("a client that has gone: logged %s", logged)
	}
}

func TestNewRefuses(t *testing.T) {
	set := small(t)
	for name, change := range map[string]func(*server.Config){
		"language":        func(c *server.Config) { c.Language = "fr" },
		"want a token on": func(c *server.Config) { c.Loopback = false },
	} {
		c := config(set.Domain(), set)
		change(&c)
		if s, err := server.New(c); err == nil || s != nil || !strings.Contains(err.Error(), name) {
			t.Errorf("New = %v, %v, want an error with %q", s, err, name)
		}
	}
}

// A connection that says nothing does not stay for ever.
func TestHTTPIsBounded(t *testing.T) {
	s := serve(t, nil)
	h := s.HTTP()
	if h.ReadHeaderTimeout <= 0 || h.ReadTimeout <= 0 || h.WriteTimeout <= 0 || h.IdleTimeout <= 0 || h.MaxHeaderBytes <= 0 || h.Handler != http.Handler(s) {
		t.Errorf("HTTP() = %+v, want bounds and the server", h)
	}
}
