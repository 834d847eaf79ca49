package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

const (
	mostCalls = 4                // maximum number of concurrent calls of a reviewer
	callTime  = 20 * time.Second // timeout of a call
)

// call calls a tool for a reviewer.
func (srv *ReviewServer) call(v *visit) error {
	body, err := pageguard.ReadBody[struct {
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	var args any
	if len(body.Arguments) > 0 {
		d := json.NewDecoder(bytes.NewReader(body.Arguments))
		d.UseNumber()
		if err := d.Decode(&args); err != nil {
			return invalid("arguments: %v", err)
		}
	}
	ctx, stop := context.WithTimeout(v.r.Context(), callTime)
	defer stop()
	done, err := srv.calls.take(ctx, v.who.Name)
	if err != nil {
		return err
	}
	srv.countCall(v)
	result, err := within(ctx, done, func() (tool.Result, error) {
		return v.set.Tools.Call(ctx, tool.Call{Tool: body.Tool, Args: args})
	})
	if err != nil {
		return err
	}
	text := result.Text()
	reply(v.w, http.StatusOK, CallResult{
		Observation: truncate(text, MostCall), Fault: string(result.Fault), Length: utf8.RuneCountInString(text),
	})
	return nil
}

// countCall counts a call for the task that the reviewer was shown last.
func (srv *ReviewServer) countCall(v *visit) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	a := srv.attention[v.who.Name]
	if a == nil {
		return
	}
	if s, ok := v.set.board.State(a.task); ok {
		a.calls[shownTask{a.task, s.Shown}]++
	}
}

// within runs do in a goroutine and returns its result, or an error if ctx ends first. A
// panic of do becomes an error. done is called when do returns, even if ctx has ended.
func within(ctx context.Context, done func(), do func() (tool.Result, error)) (tool.Result, error) {
	type outcome struct {
		result tool.Result
		err    error
		bug    error // a panic
	}
	came := make(chan outcome, 1)
	go func() {
		defer done()
		var o outcome
		defer func() {
			if bug := recover(); bug != nil {
				o.bug = fmt.Errorf("panic: %v\n%s", bug, debug.Stack())
			}
			came <- o
		}()
		o.result, o.err = do()
	}()
	select {
	case o := <-came:
		return o.result, cmp.Or(o.bug, o.err)
	case <-ctx.Done():
		return tool.Result{}, refuse(http.StatusServiceUnavailable, codeInvalid, "the call took longer than %v", callTime)
	}
}
