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

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

const (
	mostCalls = 4                // of one reviewer at once
	callTime  = 20 * time.Second // a call has
)

// call calls a tool for a reviewer.
func (k *Desk) call(v *visit) error {
	asked, err := read[struct {
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	var args any
	if len(asked.Arguments) > 0 {
		d := json.NewDecoder(bytes.NewReader(asked.Arguments))
		d.UseNumber()
		if err := d.Decode(&args); err != nil {
			return invalid("arguments: %v", err)
		}
	}
	ctx, stop := context.WithTimeout(v.r.Context(), callTime)
	defer stop()
	done, err := k.calls.take(ctx, v.who.Name)
	if err != nil {
		return err
	}
	k.count(v)
	result, err := within(ctx, done, func() (tool.Result, error) {
		return v.room.Tools.Call(ctx, tool.Call{Tool: asked.Tool, Args: args})
	})
	if err != nil {
		return err
	}
	text := result.Text()
	reply(v.w, http.StatusOK, CallResult{
		Observation: cut(text, MostCall), Fault: string(result.Fault), Length: utf8.RuneCountInString(text),
	})
	return nil
}

// count counts a call for the task that the reviewer was shown last.
func (k *Desk) count(v *visit) {
	k.mu.Lock()
	defer k.mu.Unlock()
	a := k.attention[v.who.Name]
	if a == nil {
		return
	}
	if s, ok := v.room.board.State(a.task); ok {
		a.calls[sight{a.task, s.Shown}]++
	}
}

// within returns what do returns, if it does so before ctx ends; done is called when it
// does, however late.
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
