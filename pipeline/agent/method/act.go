package method

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// outcome is what a conversation with calls came to.
type outcome struct {
	// answered tells that there is a final answer, which is in the transcript.
	answered bool
	// result is what a step gave, "" for none.
	result string
}

// react solves the question call by call.
func (r *trial) react(ctx context.Context, c *talk) error {
	r.open(c, r.asks(r.inText()))
	return r.toTheEnd(ctx, c)
}

// solve writes a plan and carries it out.
func (r *trial) solve(ctx context.Context, c *talk) error {
	p := r.kit.prompts
	r.open(c, r.asks(r.inText()))
	c.tell(p.PlanNow)
	answered := false
	err := r.obtain(ctx, c, agent.Planning, p.Complaints.Plan, func(reply llm.Reply) *slip {
		steps, answer := readPlan(reply.Text)
		if len(steps) == 0 && answer == "" {
			return &slip{kind: agent.BadForm, detail: "no steps"}
		}
		r.Answer, answered = answer, answer != ""
		return nil
	})
	if err != nil || answered {
		return err
	}
	c.tell(p.CarryOut)
	return r.toTheEnd(ctx, c)
}

// toTheEnd acts until there is an answer or no turn is left.
func (r *trial) toTheEnd(ctx context.Context, c *talk) error {
	done, err := r.act(ctx, c, r.agent.spec.Turns, false)
	if err == nil && !done.answered {
		err = r.exhausted()
	}
	return err
}

func (r *trial) exhausted() error {
	return &ended{agent.Exhausted, fmt.Sprintf("%d turns", r.used)}
}

// act lets the model call tools until it gives an answer, for a step of a plan a result,
// or so many turns are used in all.
func (r *trial) act(ctx context.Context, c *talk, most int, step bool) (outcome, error) {
	for r.used < most {
		var stop []string
		if r.agent.spec.Calls == Text {
			stop = r.kit.stop
		}
		reply, x, err := r.ask(ctx, c, agent.Acting, llm.ChoiceAuto, stop)
		if err != nil {
			return outcome{}, err
		}
		var done outcome
		if x == nil {
			if r.agent.spec.Calls == Native {
				done, x, err = r.native(ctx, c, &reply, most, step)
			} else {
				done, x, err = r.text(ctx, c, &reply, step)
			}
		}
		if err != nil || done != (outcome{}) {
			return done, err
		}
		if x == nil {
			r.slips = 0
			continue
		}
		r.used++
		if x.complaint == "" {
			x.complaint = r.formOf(step)
		}
		if err := r.slipped(c, x); err != nil {
			return outcome{}, err
		}
	}
	return outcome{}, nil
}

// formOf returns the complaint about an answer in no form that was asked for.
func (r *trial) formOf(step bool) string {
	c := &r.kit.prompts.Complaints
	switch {
	case r.agent.spec.Calls == Native:
		return c.Native
	case step:
		return c.TextStep
	}
	return c.Text
}

// text takes in an answer with a call in its text.
func (r *trial) text(ctx context.Context, c *talk, reply *llm.Reply, step bool) (outcome, *slip, error) {
	s := read(reply.Text, step)
	switch {
	case s.kind == final:
		r.Answer = s.text
		c.heard(s.kept)
		return outcome{answered: true}, nil, nil
	case s.kind == result:
		c.heard(s.kept)
		return outcome{result: s.text}, nil, nil
	case s.slip == agent.BadArguments:
		return outcome{}, r.badArguments(&s), nil
	case s.slip != "":
		return outcome{}, &slip{kind: s.slip, detail: s.detail, echo: s.kept}, nil
	}
	c.heard(s.kept)
	observed, over, err := r.call(ctx, s.tool, s.args)
	if err != nil || over {
		return outcome{answered: over}, nil, err
	}
	c.tell(label(r.kit.marks.observation, observed))
	return outcome{}, nil, nil
}

// badArguments returns the slip of a call in text that could not be read. What is wrong
// can only be said of a tool that was named.
func (r *trial) badArguments(s *said) *slip {
	x := &slip{kind: s.slip, detail: s.detail, echo: s.kept}
	if s.tool != "" {
		x.complaint = r.kit.badArguments.fill("tool", s.tool)
	}
	return x
}

// native takes in an answer with native calls: all are made in their order, as far as
// there are turns, and each is answered.
func (r *trial) native(ctx context.Context, c *talk, reply *llm.Reply, most int, step bool) (outcome, *slip, error) {
	text := own(reply.Text)
	if len(reply.Calls) == 0 {
		return r.unCalled(c, text, step)
	}
	if x := r.badCall(reply); x != nil {
		return outcome{}, x, nil
	}
	calls := identified(reply.Calls, len(r.Said))
	c.heard(text, calls...)
	var done outcome
	for i := range calls {
		if r.used >= most && r.agent.tools[calls[i].Name] != domain.Finish || done.answered {
			c.returned(calls[i].ID, r.kit.prompts.Words.NotCalled)
			continue
		}
		observed, over, err := r.call(ctx, calls[i].Name, json.RawMessage(calls[i].Arguments))
		if err != nil {
			return outcome{}, nil, err
		}
		done.answered = over
		c.returned(calls[i].ID, observed)
	}
	return done, nil, nil
}

// unCalled takes in an answer without calls, which is the final answer, or the result
// of a step: unless it is a call that was written down instead, whole or broken.
func (r *trial) unCalled(c *talk, text string, step bool) (outcome, *slip, error) {
	if text == "" {
		return outcome{}, &slip{kind: agent.BadForm, detail: "nothing was said"}, nil
	}
	s := read(text, step)
	switch {
	case s.kind == action || s.slip == agent.BadArguments:
		return outcome{}, &slip{kind: agent.BadForm, detail: "a call in text where functions are called"}, nil
	case s.prose:
		s.text = s.kept
	case s.slip != "":
		return outcome{}, &slip{kind: s.slip, detail: s.detail}, nil
	}
	c.heard(s.kept)
	if step && s.kind != final {
		return outcome{result: s.text}, nil, nil
	}
	r.Answer = s.text
	return outcome{answered: true}, nil, nil
}

// identified returns calls with distinct IDs: where a server gives none, or one twice, a
// call gets one of its own, in the only form that all servers take.
func identified(calls []llm.ToolCall, said int) []llm.ToolCall {
	seen := make(map[string]bool, len(calls))
	for i := range calls {
		if id := &calls[i].ID; *id == "" || seen[*id] {
			*id = "c" + strconv.Itoa(10_000_000+said*1000+i)
		}
		seen[calls[i].ID] = true
	}
	return calls
}

// call makes a call and returns what the model reads of it; over tells that it ended the
// trial.
func (r *trial) call(ctx context.Context, name string, args json.RawMessage) (observed string, over bool, err error) {
	kind, known := r.agent.tools[name]
	if !known {
		r.mark(&slip{kind: agent.BadTool, detail: strconv.Quote(short(name)) + " is no tool that there is"})
	}
	decoded, err := decode(args)
	if err != nil {
		return "", false, fmt.Errorf("tool %q: arguments %s: %w", name, short(string(args)), err)
	}
	got, err := r.tools.Call(ctx, tool.Call{Tool: name, Args: decoded})
	if err != nil {
		return "", false, fmt.Errorf("tool %q: %w", name, err)
	}
	text := orElse(got.Text(), `""`)
	turn := agent.Turn{Tool: name, Arguments: args, Fault: got.Fault, Said: len(r.Said)}
	if kind == domain.Finish && got.Fault == "" {
		r.Answer = got.Text()
		r.Turns = append(r.Turns, turn) // what it says itself is nothing that it saw
		return text, true, nil
	}
	text, missing := clip(text, r.agent.spec.Observation)
	if missing > 0 {
		text += r.kit.omitted.fill("n", strconv.Itoa(missing))
	}
	turn.Observation = text
	r.Turns = append(r.Turns, turn)
	r.used++
	return text, false, nil
}

// decode reads arguments as [tool.Call] has them.
func decode(args json.RawMessage) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(string(args)))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}
