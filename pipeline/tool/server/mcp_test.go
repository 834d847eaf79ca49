package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// message is what a server says, as much of it as the tests look at.
type message struct {
	ID     int `json:"id"`
	Result struct {
		Tools []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
			Annotations map[string]any  `json:"annotations"`
		} `json:"tools"`
		NextCursor string `json:"nextCursor"`
		Content    []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool            `json:"isError"`
		ServerInfo struct{ Name, Title, Version string }
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// greeting begins a conversation over a pipe.
const greeting = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// request is one line of a conversation; its ID is a number.
func request(id int, method string, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
}

// post sends a request to /mcp and returns the answer.
func post(t testing.TB, s *server.ToolServer, body string) message {
	t.Helper()
	w := send(s, "POST", "/mcp", body, header("Accept", "application/json, text/event-stream"))
	var m message
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != 200 {
		t.Fatalf("%s = %d %s, %v", body, w.Code, w.Body, err)
	}
	return m
}

// spoken sends lines over a pipe, which then ends, and returns all that is said.
func spoken(t testing.TB, s *server.ToolServer, lines string) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Stdio(t.Context(), io.NopCloser(strings.NewReader(lines)), &out); err != nil {
		t.Fatalf("Stdio: %v, want nil at the end of input", err)
	}
	return out.String()
}

// converse sends lines after a greeting over a pipe, which then ends, and returns the
// answers by ID.
func converse(t testing.TB, s *server.ToolServer, lines string) map[int]message {
	t.Helper()
	answers := map[int]message{}
	for d := json.NewDecoder(strings.NewReader(spoken(t, s, greeting+lines))); ; {
		var m message
		if err := d.Decode(&m); err == io.EOF {
			return answers
		} else if err != nil {
			t.Fatal(err)
		}
		answers[m.ID] = m
	}
}

// The tools are listed as declared, as read-only, and with the schemas of GET /tools.
func TestToolsList(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		s := serve(t, func(c *server.Config) { c.Language = lang })
		over := map[string]message{
			"HTTP": post(t, s, request(1, "tools/list", `{}`)),
			"pipe": converse(t, s, request(1, "tools/list", `{}`))[1],
		}
		for way, m := range over {
			schemas := tool.Schemas(world(), lang)
			if len(m.Result.Tools) != len(schemas) || m.Result.NextCursor != "" {
				t.Fatalf("%s: %d tools, cursor %q, want %d", way, len(m.Result.Tools), m.Result.NextCursor, len(schemas))
			}
			for i, got := range m.Result.Tools {
				var want struct {
					Function struct {
						Name, Description string
						Parameters        any
					}
				}
				if err := json.Unmarshal(schemas[i], &want); err != nil {
					t.Fatal(err)
				}
				var input any
				if err := json.Unmarshal(got.InputSchema, &input); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want.Function.Parameters, input); diff != "" || got.Name != want.Function.Name || got.Description != want.Function.Description {
					t.Errorf("%s: tool %d is %s (%q), want %s (%q); schema (-want +got):\n%s", way, i, got.Name, got.Description, want.Function.Name, want.Function.Description, diff)
				}
				hints := map[string]any{"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false}
				if diff := cmp.Diff(hints, got.Annotations); diff != "" {
					t.Errorf("%s: hints of %s (-want +got):\n%s", way, got.Name, diff)
				}
			}
		}
	}
}

func TestToolsCall(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct {
		params, text, structured string
		fault                    bool
	}{
		{`{"name":"firm","arguments":{"name":"乙公司","columns":["paid"]}}`, `{"paid":12345678901234567890}`, `{"paid":12345678901234567890}`, false},
		{`{"name":"city_firms","arguments":{"name":"宁波","columns":["paid"]}}`, `[{"paid":0.10},{"paid":12345678901234567890}]`, ``, false},
		{`{"name":"city_of","arguments":{"name":"甲公司"}}`, `宁波`, ``, false},
		{`{"name":"city_of","arguments":{"name":"丙公司"}}`, hostile, ``, false},
		{`{"name":"add","arguments":{"numbers":[0.1,0.2,12345678901234567890]}}`, `12345678901234567890.3`, ``, false},
		{`{"name":"finish","arguments":{"answer":"好"}}`, `好`, ``, false},
		{`{"name":"firm","arguments":{"name":"丁公司"}}`, `没有<数据>`, ``, true},
		{`{"name":"firm","arguments":{"name":"甲公司","columns":["无"]}}`, `没有这一列`, ``, true},
		{`{"name":"firm","arguments":{"name":["甲公司"]}}`, `参数错误`, ``, true},
		{`{"name":"firm","arguments":{}}`, `参数错误`, ``, true},
		{`{"name":"firm"}`, `参数错误`, ``, true},
		{`{"name":"add","arguments":{"numbers":["x"]}}`, `无法计算`, ``, true},
	} {
		body := request(1, "tools/call", tc.params)
		for way, m := range map[string]message{"HTTP": post(t, s, body), "pipe": converse(t, s, body)[1]} {
			r := m.Result
			if m.Error != nil || len(r.Content) != 1 || r.Content[0].Type != "text" || r.Content[0].Text != tc.text || string(r.Structured) != tc.structured || r.IsError != tc.fault {
				t.Errorf("%s: %s = %+v, %+v, want text %q, structured %s, error %v", way, tc.params, r, m.Error, tc.text, tc.structured, tc.fault)
			}
		}
	}
	if m := post(t, s, request(1, "tools/call", `{"name":"nothing","arguments":{}}`)); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("a tool that is not there: %+v, want an error of the protocol", m)
	}
}

// Arguments reach the tools as they were given: numbers as they are written, texts as
// they stand, and none as none, or as empty ones where the protocol leaves those out.
func TestArgumentsAsGiven(t *testing.T) {
	var got any
	s := serve(t, func(c *server.Config) {
		c.Tools = caller(func(_ context.Context, call tool.Call) (tool.Result, error) {
			got = call.Args
			return tool.Result{}, errors.New("seen")
		})
	})
	given := map[string]any{"a": json.Number("1.50"), "b": []any{json.Number("12345678901234567890"), "(x)", nil, true}, "columns": []any{"1", "2", "3", "4", "5", "6"}}
	text, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		path, body string
		want       any
	}{
		{"/law_api/firm", string(text), given}, {"/tools/firm", string(text), given},
		{"/mcp", request(1, "tools/call", `{"name":"firm","arguments":`+string(text)+`}`), given},
		{"/mcp", request(1, "tools/call", `{"name":"firm"}`), map[string]any{}},
		{"/mcp", request(1, "tools/call", `{"name":"firm","arguments":null}`), map[string]any{}},
		{"/law_api/firm", "", nil}, {"/law_api/firm", "null", nil}, {"/tools/firm", `"x"`, "x"},
	} {
		got = "not called"
		send(s, "POST", tc.path, tc.body, header("Accept", "application/json, text/event-stream"))
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tc.path, tc.body, diff)
		}
	}
}

// A tool that breaks is an error of the protocol, without detail, and ends nothing else.
func TestToolsCallBroken(t *testing.T) {
	logger, logged := log()
	s := serve(t, func(c *server.Config) {
		c.Log = logger
		c.Tools = caller(func(_ context.Context, call tool.Call) (tool.Result, error) {
			if call.Tool == "add" {
				panic("secret bug")
			}
			return tool.Result{}, errors.New("secret address")
		})
	})
	lines := request(1, "tools/call", `{"name":"add","arguments":{}}`) + request(2, "tools/call", `{"name":"firm","arguments":{}}`) + request(3, "ping", `{}`)
	answers := converse(t, s, lines)
	for id, m := range answers {
		if broken := id == 1 || id == 2; broken != (m.Error != nil) || broken && strings.Contains(m.Error.Message, "secret") {
			t.Errorf("answer %d: %+v", id, m.Error)
		}
	}
	if len(answers) != 4 || !strings.Contains(logged.String(), "secret bug") || !strings.Contains(logged.String(), "secret address") {
		t.Errorf("%d answers, logged %s", len(answers), logged)
	}
}

// The package's own client, which speaks the newest version that the package has, gets
// what others get, over HTTP and over a pipe; and nothing there is to subscribe to.
func TestNewestProtocol(t *testing.T) {
	s := serve(t, nil)
	in, out := io.Pipe()
	back, said := io.Pipe()
	go func() {
		s.Stdio(t.Context(), in, said)
		said.Close()
	}()
	for way, transport := range map[string]mcp.Transport{
		"HTTP": &mcp.StreamableClientTransport{Endpoint: listen(t, s) + "/mcp"},
		"pipe": &mcp.IOTransport{Reader: back, Writer: out},
	} {
		session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatalf("%s: %v", way, err)
		}
		if got := session.InitializeResult().ProtocolVersion; got < "2026-07-28" {
			t.Errorf("%s: version %s", way, got)
		}
		list, err := session.ListTools(t.Context(), nil)
		if err != nil || len(list.Tools) != len(world().Tools) || list.Tools[0].Name != "firm" {
			t.Errorf("%s: ListTools = %+v, %v", way, list, err)
		}
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "city_of", Arguments: map[string]any{"name": "甲公司"}})
		if err != nil || r.IsError || r.Content[0].(*mcp.TextContent).Text != "宁波" {
			t.Errorf("%s: CallTool = %+v, %v", way, r, err)
		}
		if err := session.Close(); err != nil {
			t.Errorf("%s: Close: %v", way, err)
		}
	}
	listen := request(1, "subscriptions/listen", `{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}}`)
	if answers := converse(t, s, listen); len(answers) != 2 {
		t.Errorf("a subscription: %+v, want an answer", answers)
	}
}

// The protocol's own client in TypeScript lists and calls the tools, over a pipe to a
// program that it starts and over HTTP, and reads what the tools said. TASKGROVE_MCP
// names the directory in which npm installed @modelcontextprotocol/sdk.
func TestForeignClient(t *testing.T) {
	dir := os.Getenv("TASKGROVE_MCP")
	if dir == "" {
		t.Skip("TASKGROVE_MCP is not set: @modelcontextprotocol/sdk is not there")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tables := t.TempDir()
	if err := write(tables); err != nil {
		t.Fatal(err)
	}
	// Node looks for modules beside the script.
	text, err := os.ReadFile(filepath.Join("testdata", "client.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, fmt.Sprintf("client-%d.mjs", os.Getpid()))
	if err := os.WriteFile(script, text, 0o644); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(script)
	open := serve(t, nil)
	closed := serve(t, func(c *server.Config) { c.Token = token(t) })
	for name, args := range map[string][]string{
		"pipe":  {"stdio", program, stdioDir + "=" + tables},
		"HTTP":  {"http", listen(t, open) + "/mcp"},
		"token": {"http", listen(t, closed) + "/mcp", secret},
	} {
		t.Run(name, func(t *testing.T) {
			c := exec.CommandContext(t.Context(), "node", append([]string{script}, args...)...)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			out, err := c.Output()
			if err != nil {
				t.Fatalf("%v\n%s%s", err, out, stderr.Bytes())
			}
			golden(t, "client.golden", out)
		})
	}
}

// golden compares with a file, which UPDATE=1 writes.
func golden(t testing.TB, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	goldentest.Compare(t, file, got)
}
