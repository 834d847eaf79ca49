package lexical

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// errNoCalls is returned for calls beyond the limit.
var errNoCalls = errors.New("no calls left")

// caller limits the number of calls and records those with results.
type caller struct {
	tools tool.Caller
	left  int
	turns []agent.ObservedCall
}

// Call implements [tool.Caller].
func (c *caller) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	if c.left == 0 {
		return tool.Result{}, errNoCalls
	}
	c.left--
	r, err := c.tools.Call(ctx, call)
	if err != nil || r.Empty() {
		return r, err
	}
	args, err := json.Marshal(call.Args)
	if err != nil {
		return r, err
	}
	c.turns = append(c.turns, agent.ObservedCall{Tool: call.Tool, Arguments: args, Observation: r.Text(), Fault: r.Fault})
	return r, nil
}

// isNoCalls reports whether err says that the limit of calls is reached.
func isNoCalls(err error) bool { return errors.Is(err, errNoCalls) }
