package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// protocol returns the server of the Model Context Protocol
// (modelcontextprotocol.io/specification/2025-11-25). It has the domain's tools, in the
// domain's order and under their own names; nothing of it changes, and it asks clients
// for nothing.
func (s *ToolServer) protocol() *mcp.Server {
	d := s.config.Domain
	m := mcp.NewServer(
		&mcp.Implementation{Name: "taskgrove", Title: d.Title.In(s.config.Language), Version: s.config.Version},
		&mcp.ServerOptions{
			Instructions: d.Title.In(s.config.Language),
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
			PageSize:     max(1, len(d.Tools)),
		})
	order := map[string]int{}
	closed := false
	for i, schema := range tool.Schemas(d, s.config.Language) {
		t := &d.Tools[i]
		order[t.Name] = i
		m.AddTool(&mcp.Tool{
			Name: t.Name, Description: t.Description.In(s.config.Language), InputSchema: parameters(schema),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
		}, s.handle)
	}
	// The package lists tools by name.
	m.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, r)
			if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
				slices.SortFunc(list.Tools, func(a, b *mcp.Tool) int { return order[a.Name] - order[b.Name] })
			}
			return result, err
		}
	})
	return m
}

// parameters are the arguments' JSON Schema in a function definition.
func parameters(schema json.RawMessage) json.RawMessage {
	var f struct {
		Function struct {
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
	if err := json.Unmarshal(schema, &f); err != nil {
		panic("server: a function definition is no JSON: " + err.Error())
	}
	return f.Function.Parameters
}

// handle answers one call. What a tool says where it has no result is a result too, so
// that the model reads it; errors of the protocol are for calls of tools that are not
// there, and for tools that are broken.
func (s *ToolServer) handle(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, err := arguments(bytes.NewReader(r.Params.Arguments))
	if err != nil {
		return nil, err
	}
	if args == nil {
		args = map[string]any{} // a client leaves out what would be empty
	}
	result, err := s.call(ctx, r.Params.Name, args)
	if err != nil {
		return nil, err
	}
	answer := &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: result.Text()}},
		IsError: result.Fault != "",
	}
	if o := result.Observation(); len(o) > 0 && o[0] == '{' {
		answer.StructuredContent = o
	}
	return answer, nil
}

// streamable serves the protocol over HTTP. There are no sessions, since nothing is
// remembered of a client; each request has one answer, in JSON. Messages that need no
// answer are accepted and have no effect. What is refused before a message is read
// (methods, content types and lengths) has a status of HTTP alone.
func (s *ToolServer) streamable() http.Handler {
	next := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return s.mcp },
		&mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
			DisableLocalhostProtection: true, // the guard has looked at names
		})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !isJSON(r) {
			next.ServeHTTP(w, r) // which refuses it
			return
		}
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			status, err := unread(err)
			refuse(w, status, err)
			return
		}
		m, refused := readMessage(text)
		if refused != nil {
			reply(w, refused.status(r.Header.Get("Mcp-Protocol-Version")), marshal(refused))
			return
		}
		if call, ok := m.(*jsonrpc.Request); !ok || !call.IsCall() {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(text))
		next.ServeHTTP(w, r)
	})
}
