package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// makeCalls makes the calls of a reply in order. A successful call of a tool that ends trials
// gives the answer, and later calls are dropped.
func (t *trial) makeCalls(ctx context.Context, calls []call, said int) (done bool, err error) {
	for i := range calls {
		c := &calls[i]
		args, err := decodeJSON(c.Arguments)
		if err != nil {
			return false, fmt.Errorf("arguments of %s: %w", c.Tool, err)
		}
		got, err := t.tools.Call(ctx, tool.Call{Tool: c.Tool, Args: args})
		if err != nil {
			return false, err
		}
		turn := agent.ObservedCall{Tool: c.Tool, Arguments: compact(c.Arguments), Observation: got.Text(), Fault: got.Fault, Reply: said}
		if done = t.finishes(c.Tool) && got.Fault == ""; done {
			// It repeats the answer, which the agent did not observe.
			t.transcript.Answer, turn.Observation = turn.Observation, ""
		}
		t.transcript.Calls = append(t.transcript.Calls, turn)
		if done {
			return true, nil
		}
	}
	return false, nil
}

// finishes reports whether a tool ends trials.
func (t *trial) finishes(name string) bool {
	if t.env.Domain == nil {
		return false
	}
	spec := t.env.Domain.Tool(name)
	return spec != nil && spec.Kind == domain.Finish
}

// decodeJSON decodes JSON and keeps numbers as written.
func decodeJSON(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// compact drops the white space of JSON, which may hold line breaks.
func compact(b json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		panic("remote: arguments that were parsed are not JSON")
	}
	return out.Bytes()
}
