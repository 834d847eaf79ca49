package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"runtime/debug"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// mostBytes is how much the body of one request may hold.
const mostBytes = 1 << 20

// errBroken is what a client is told of an error that is not his.
var errBroken = errors.New("the tool could not be called: the server's log says why")

// call calls a tool. An error has been logged, and so has a panic, which ends the call
// alone.
func (s *ToolServer) call(ctx context.Context, name string, args any) (result tool.Result, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			s.config.Log.Error("panic", "tool", name, "bug", fmt.Sprint(bug), "stack", string(debug.Stack()))
			err = errBroken
		}
	}()
	result, err = s.config.Tools.Call(ctx, tool.Call{Tool: name, Args: args})
	switch {
	case err == nil:
		return result, nil
	case ctx.Err() != nil:
		return tool.Result{}, ctx.Err() // who asked is gone
	}
	s.config.Log.Error("call", "tool", name, "error", err)
	return tool.Result{}, errBroken
}

// answer answers calls of the tool that the path names, in a form.
func (s *ToolServer) answer(form func(tool.Result) []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		args, status, err := body(w, r)
		if err != nil {
			refuse(w, status, err)
			return
		}
		result, err := s.call(r.Context(), r.PathValue("name"), args)
		if err != nil {
			refuse(w, http.StatusInternalServerError, err)
			return
		}
		reply(w, http.StatusOK, form(result))
	}
}

// published is a result as the published client reads it.
func published(r tool.Result) []byte { return r.Observation() }

// wrapped is a result that tells a fault from what a tool found.
func wrapped(r tool.Result) []byte {
	if r.Fault == "" {
		return bytes.Join([][]byte{[]byte(`{"result":`), r.Observation(), []byte(`}`)}, nil)
	}
	return marshal(struct {
		Fault tool.CallFault  `json:"fault"`
		Reply json.RawMessage `json:"reply"`
	}{r.Fault, r.Observation()})
}

// body reads the arguments of a request; status goes with an error.
func body(w http.ResponseWriter, r *http.Request) (args any, status int, err error) {
	if !isJSON(r) && r.ContentLength != 0 {
		return nil, http.StatusUnsupportedMediaType, fmt.Errorf("content type %q: want application/json", r.Header.Get("Content-Type"))
	}
	args, err = arguments(http.MaxBytesReader(w, r.Body, mostBytes))
	if err != nil {
		status, err = unread(err)
	}
	return args, status, err
}

// isJSON reports whether a request says that its body is JSON.
func isJSON(r *http.Request) bool {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return media == "application/json"
}

// unread returns what is answered where a body could not be read for an error.
func unread(err error) (status int, told error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return http.StatusRequestEntityTooLarge, fmt.Errorf("body: want at most %d bytes", mostBytes)
	}
	return http.StatusBadRequest, err
}

// arguments reads the arguments of a call: one JSON value with its numbers as they are
// written, or nothing, which is no arguments.
func arguments(r io.Reader) (any, error) {
	d := json.NewDecoder(r)
	d.UseNumber()
	var args any
	if err := d.Decode(&args); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("arguments: %w: want one JSON value", err)
	}
	if _, err := d.Token(); err != io.EOF {
		if err == nil {
			err = errors.New("more than one value")
		}
		return nil, fmt.Errorf("arguments: %w: want one JSON value", err)
	}
	return args, nil
}
