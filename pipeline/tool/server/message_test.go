package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

// counted returns a server that counts the calls of its tools.
func counted(t testing.TB, calls *int) *server.ToolServer {
	return serve(t, func(c *server.Config) {
		set := c.Tools
		c.Tools = caller(func(ctx context.Context, call tool.Call) (tool.Result, error) {
			*calls++
			return set.Call(ctx, call)
		})
	})
}

// answer is what a server says to one message, the error and its ID above all.
type answer struct {
	ID    json.RawMessage `json:"id"`
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// What is no request that the server can answer is refused with JSON-RPC's error and the
// request's ID, over HTTP and over a pipe, which goes on; nothing of it is executed.
func TestRefusedMessages(t *testing.T) {
	var calls int
	s := counted(t, &calls)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"firm","arguments":{"name":"甲公司"}}}`
	for _, tc := range []struct {
		text   string
		status int
		code   int
		id     string
	}{
		{`hello`, 400, -32700, "null"},
		{call[:40], 400, -32700, "null"},
		{call + `x`, 400, -32700, "null"},
		{call + call, 400, -32700, "null"},
		{strings.Repeat("[", 20000), 400, -32700, "null"},
		{`[` + call + `]`, 400, -32600, "null"},
		{` [` + call + `,` + call + `]`, 400, -32600, "null"},
		{`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, 400, -32600, "null"},
		{`[]`, 400, -32600, "null"},
		{`null`, 400, -32600, "null"},
		{`"x"`, 400, -32600, "null"},
		{`{}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":1}`, 400, -32600, "1"},
		{`{"id":"a","method":"ping"}`, 400, -32600, `"a"`},
		{`{"jsonrpc":"1.0","id":2,"method":"ping"}`, 400, -32600, "2"},
		{`{"jsonrpc":"2.0","id":2,"method":7}`, 400, -32600, "2"},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":true,"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":[[1]],"method":"ping"}`, 400, -32600, "null"},
		{`{"jsonrpc":"2.0","id":3,"method":"nothing"}`, 200, -32601, "3"},
		{`{"jsonrpc":"2.0","id":"b","method":"Tools/List","params":{}}`, 200, -32601, `"b"`},
		{`{"jsonrpc":"2.0","id":3,"method":"prompts/list"}`, 200, -32601, "3"},
		{`{"jsonrpc":"2.0","id":3,"method":"notifications/initialized"}`, 200, -32601, "3"},
		{`{"jsonrpc":"2.0","id":3,"method":""}`, 200, -32601, "3"},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call"}`, 200, -32602, "4"},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":null}`, 200, -32602, "4"},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":["firm"]}`, 200, -32602, "4"},
	} {
		w := send(s, "POST", "/mcp", tc.text, header("Accept", "application/json, text/event-stream"))
		if w.Code != tc.status || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("HTTP: %.80s = %d %s", tc.text, w.Code, w.Body)
		}
		over := map[string]string{"HTTP": w.Body.String()}
		lines := strings.Split(strings.TrimSpace(spoken(t, s, greeting+tc.text+"\n"+request(99, "ping", `{}`))), "\n")
		for _, line := range lines {
			switch {
			case strings.HasPrefix(line, `{"jsonrpc":"2.0","id":0,"result"`), strings.HasPrefix(line, `{"jsonrpc":"2.0","id":99,"result"`):
			default:
				over["pipe"] += line
			}
		}
		if len(lines) != 3 {
			t.Errorf("pipe: %.80s: %q, want 3 answers", tc.text, lines)
		}
		for way, text := range over {
			var a answer
			if err := json.Unmarshal([]byte(text), &a); err != nil || a.Error.Code != tc.code || string(a.ID) != tc.id || !strings.Contains(a.Error.Message, "want") {
				t.Errorf("%s: %.80s = %s, want error %d of ID %s", way, tc.text, text, tc.code, tc.id)
			}
		}
	}
	if calls > 0 {
		t.Errorf("%d calls of tools, want none", calls)
	}
	newest := header("Mcp-Protocol-Version", "2026-07-28")
	if w := send(s, "POST", "/mcp", request(1, "nothing", `{}`), newest); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "-32601") {
		t.Errorf("version 2026-07-28: %d %s, want 404 and -32601", w.Code, w.Body)
	}
}

// A message that wants no answer gets none, whatever it is.
func TestNotifications(t *testing.T) {
	var calls int
	s := counted(t, &calls)
	for _, text := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"notifications/nothing","params":{}}`,
		`{"jsonrpc":"2.0","method":"nothing"}`, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"firm","arguments":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`,
	} {
		if w := send(s, "POST", "/mcp", text, header("Accept", "application/json, text/event-stream")); w.Code != http.StatusAccepted || w.Body.Len() > 0 {
			t.Errorf("HTTP: %s = %d %s, want 202 and no answer", text, w.Code, w.Body)
		}
		if said := spoken(t, s, greeting+text+"\n"); strings.Count(said, "\n") != 1 {
			t.Errorf("pipe: %s: %s, want the answer to the greeting alone", text, said)
		}
	}
	if calls > 0 {
		t.Errorf("%d calls of tools, want none", calls)
	}
}

// A batch of 1 MB, which asks for hundreds, costs as little as any message of its length.
func TestBatchesCostNothing(t *testing.T) {
	s := serve(t, nil)
	var batch strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&batch, `%c{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, "[,"[min(i, 1)], i)
	}
	batch.WriteString("]")
	var before, after runtime.MemStats
	for way, ask := range map[string]func() int{
		"HTTP": func() int {
			return send(s, "POST", "/mcp", batch.String(), header("Accept", "application/json, text/event-stream")).Body.Len()
		},
		"pipe": func() int { return len(spoken(t, s, greeting+batch.String()+"\n")) },
	} {
		runtime.ReadMemStats(&before)
		said := ask()
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; said > 1000 || grown > 32<<20 {
			t.Errorf("%s: an answer of %d bytes for %d bytes allocated, want at most 1,000 and 32 MiB", way, said, grown)
		}
	}
}
