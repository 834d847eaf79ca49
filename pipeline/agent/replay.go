package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Replay repeats the trace of one task: it makes the recorded calls and then gives the
// recorded answer. If a call returns another observation than recorded, it stops
// without an answer and with [Diverged].
type Replay struct {
	// Steps are the recorded steps; those without a tool are skipped. The observation of
	// the call that ends the trial is compared but not kept.
	Steps []plan.Step
	// Answer is the reference answer.
	Answer string
}

// Solve returns a transcript with the calls made and, unless it ends as [Diverged], the
// answer, which is also the summary. The error is that of a tool, or names a step whose
// arguments are not JSON.
func (r Replay) Solve(ctx context.Context, _ string, tools tool.Caller, _ TrialEnv) (*Transcript, error) {
	t := finishedTranscript("", nil)
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Tool == "" {
			continue
		}
		args, err := decodeJSON(s.Arguments)
		if err != nil {
			return nil, fmt.Errorf("step %q: arguments: %w", s.Node, err)
		}
		got, err := tools.Call(ctx, tool.Call{Tool: s.Tool, Args: args})
		if err != nil {
			return nil, fmt.Errorf("step %q: %w", s.Node, err)
		}
		t.Calls = append(t.Calls, ObservedCall{Tool: s.Tool, Arguments: s.Arguments, Observation: got.Text(), Fault: got.Fault})
		if same, err := equalJSON(got.Observation(), s.Observation); err != nil || !same {
			t.End, t.Detail = Diverged, fmt.Sprintf("step %q: %s returned %s: want %s", s.Node, s.Tool, excerpt(got.Observation()), excerpt(s.Observation))
			return t, nil
		}
		if s.Op == string(domain.Finish) {
			// It repeats the answer, which the agent did not observe.
			t.Calls[len(t.Calls)-1].Observation = ""
		}
	}
	t.Answer = r.Answer
	t.Summary = &r.Answer
	return t, nil
}

// equalJSON reports whether two JSON texts are equal, numbers by their digits and object
// keys in any order.
func equalJSON(a, b json.RawMessage) (bool, error) {
	if bytes.Equal(a, b) {
		return true, nil
	}
	x, err := decodeJSON(a)
	if err != nil {
		return false, err
	}
	y, err := decodeJSON(b)
	return reflect.DeepEqual(x, y), err
}

func decodeJSON(b json.RawMessage) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// excerpt returns the beginning of a long text, for messages.
func excerpt(b []byte) string {
	const most = 120
	if r := []rune(string(b)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(b)
}
