package method

import (
	"context"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// execute has the planner write steps and the executor carry them out one by one, until
// the planner has the answer. The conversation that it leaves in c is the planner's.
func (r *trial) execute(ctx context.Context, c *talk) error {
	p := r.kit.prompts
	c.messages = append(c.messages, llm.Message{Role: llm.System, Text: r.kit.planning})
	c.tell(r.asks(r.offer.text))
	c.tell(p.PlanNow)
	steps, err := r.plan(ctx, c, agent.Planning, p.Complaints.Plan)
	var done []string
	for err == nil && len(steps) > 0 {
		if r.used >= r.agent.spec.Turns {
			return r.exhausted()
		}
		var o outcome
		o, err = r.step(ctx, c, steps, done)
		if err != nil || o.answered {
			return err
		}
		done = append(done, steps[0]+"\n   "+label(r.kit.marks.result, orElse(o.result, p.Words.NoResult)))
		if r.used >= r.agent.spec.Turns {
			return r.exhausted()
		}
		c.tell(p.Replan)
		steps, err = r.plan(ctx, c, agent.Replanning, p.Complaints.Replan)
	}
	return err
}

// plan asks the planner for the steps that are left; none if it gives the answer.
func (r *trial) plan(ctx context.Context, c *talk, phase agent.Phase, complaint string) (steps []string, err error) {
	err = r.obtain(ctx, c, phase, complaint, func(reply llm.Reply) *slip {
		var answer string
		if steps, answer = readPlan(reply.Text); len(steps) == 0 && answer == "" {
			return &slip{kind: agent.BadForm, detail: "no steps and no answer"}
		}
		r.Answer = answer
		return nil
	})
	return steps, err
}

// step carries out the first of the steps in a conversation of its own, and tells the
// planner what came of it, also where the trial ends in it. A step without a call takes
// a turn, so that plans come to an end.
func (r *trial) step(ctx context.Context, planner *talk, steps, done []string) (outcome, error) {
	c := &talk{}
	r.open(c, strings.TrimSpace(r.kit.step.fill(
		"tools", r.inText(), "done", orElse(numbered(done), r.kit.prompts.Words.Nothing),
		"plan", numbered(steps), "step", steps[0], "question", r.question)))
	before, first := r.used, len(r.Turns)
	o, err := r.act(ctx, c, min(r.used+r.agent.spec.StepTurns, r.agent.spec.Turns), true)
	if r.used == before && !o.answered {
		r.used++
	}
	said := o.result
	if o.answered {
		said = r.Answer
	}
	planner.tell(r.kit.report.fill("step", steps[0], "calls", r.calls(first), "result", orElse(said, r.kit.prompts.Words.NoResult)))
	return o, err
}

// calls writes the calls from the n-th turn on, with what they returned.
func (r *trial) calls(n int) string {
	var b strings.Builder
	for _, t := range r.Turns[n:] {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(inText(t.Tool, string(t.Arguments)))
		if t.Observation != "" {
			b.WriteString("\n" + label(r.kit.marks.observation, t.Observation))
		}
	}
	return orElse(b.String(), r.kit.prompts.Words.Nothing)
}
