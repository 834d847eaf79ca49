package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// methods are the calls that the server answers, each with whether it needs parameters.
// The package behind it knows more, for capabilities that this server does not have.
var methods = map[string]bool{
	"initialize": true, "server/discover": false, "ping": false,
	"tools/list": false, "tools/call": true, "subscriptions/listen": true,
}

// refusal is the answer to a message that is not executed. Its ID is null if the
// message has none that an answer could bear.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   jsonrpc.Error   `json:"error"`
}

// refused makes a refusal of the message with the ID, nil for none.
func refused(code int64, id json.RawMessage, format string, values ...any) *refusal {
	return &refusal{Version: "2.0", ID: id, Error: jsonrpc.Error{Code: code, Message: fmt.Sprintf(format, values...)}}
}

// status returns the status of a refusal over HTTP, in a version of the protocol. Clients
// of versions before 2026-07-28 read the errors of a call under 200 alone.
func (r *refusal) status(version string) int {
	switch {
	case r.Error.Code == jsonrpc.CodeMethodNotFound && version >= "2026-07-28":
		return http.StatusNotFound
	case r.Error.Code == jsonrpc.CodeMethodNotFound, r.Error.Code == jsonrpc.CodeInvalidParams:
		return http.StatusOK
	}
	return http.StatusBadRequest
}

// envelope is as much of a message as says what it is.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method json.RawMessage `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// readMessage reads one JSON-RPC message, or says why it is refused; one of the results
// is nil. Batches are refused whole: the protocol has none since its version of
// 2025-06-18, and one of 1 MB would be answered with hundreds.
func readMessage(text []byte) (jsonrpc.Message, *refusal) {
	var e envelope
	err := json.Unmarshal(text, &e)
	var form *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &form) {
		return nil, refused(jsonrpc.CodeParseError, nil, "message: %v: want one JSON object", err)
	}
	switch text = bytes.TrimLeft(text, " \t\r\n"); {
	case text[0] == '[':
		return nil, refused(jsonrpc.CodeInvalidRequest, nil, "a batch of messages: want one message, since protocol version 2025-06-18 there are no batches")
	case text[0] != '{':
		return nil, refused(jsonrpc.CodeInvalidRequest, nil, "message: not an object: want a JSON-RPC 2.0 request")
	case e.ID != nil && !isID(e.ID):
		return nil, refused(jsonrpc.CodeInvalidRequest, nil, "id: want a string or a whole number below 2^53")
	}
	m, err := jsonrpc.DecodeMessage(text)
	if err != nil || e.Method == nil && e.Result == nil && e.Error == nil {
		return nil, refused(jsonrpc.CodeInvalidRequest, e.ID, "message: want a JSON-RPC 2.0 request, with jsonrpc, method and, if it is to be answered, id")
	}
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		needs, known := methods[r.Method]
		switch {
		case !known:
			return nil, refused(jsonrpc.CodeMethodNotFound, e.ID, "method %.100q: not a method of this server: want one of %s", r.Method, strings.Join(slices.Sorted(maps.Keys(methods)), ", "))
		case needs && (len(e.Params) == 0 || e.Params[0] != '{'):
			return nil, refused(jsonrpc.CodeInvalidParams, e.ID, "%s: params: want an object", r.Method)
		}
	}
	return m, nil
}

// isID reports whether an ID can be sent back as it came: the package behind the server
// reads numbers as binary floats and cuts them to integers.
func isID(id json.RawMessage) bool {
	const most = 1 << 53
	var v any
	if json.Unmarshal(id, &v) != nil {
		return false
	}
	switch v := v.(type) {
	case string:
		return true
	case float64:
		return v > -most && v < most && v == float64(int64(v))
	}
	return false
}
