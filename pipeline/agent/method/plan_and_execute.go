package method

import (
	"cmp"
	"context"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// runPlanAndExecute has the planner write steps and the executor carry them out one by
// one, until the planner gives the answer. c becomes the planner's conversation.
func (r *trial) runPlanAndExecute(ctx context.Context, c *conversation) error {
	p := r.kit.prompts
	c.messages = append(c.messages, llm.Message{Role: llm.System, Text: r.kit.planning})
	c.addUser(r.questionPrompt(r.offer.text))
	c.addUser(p.PlanNow)
	steps, err := r.requestSteps(ctx, c, agent.Planning, p.Complaints.Plan)
	var done []string
	for err == nil && len(steps) > 0 {
		if r.turnsUsed >= r.agent.spec.Turns {
			return r.turnsExhausted()
		}
		var o actResult
		o, err = r.executeStep(ctx, c, steps, done)
		if err != nil || o.answered {
			return err
		}
		done = append(done, steps[0]+"\n   "+withLabel(r.kit.marks.result, cmp.Or(o.result, p.Words.NoResult)))
		if r.turnsUsed >= r.agent.spec.Turns {
			return r.turnsExhausted()
		}
		c.addUser(p.Replan)
		steps, err = r.requestSteps(ctx, c, agent.Replanning, p.Complaints.Replan)
	}
	return err
}

// requestSteps asks the planner for the remaining steps; none if it gives the answer.
func (r *trial) requestSteps(ctx context.Context, c *conversation, phase agent.Phase, complaint string) (steps []string, err error) {
	err = r.requestUntilAccepted(ctx, c, phase, complaint, func(reply llm.Reply) *replyFault {
		var answer string
		if steps, answer = readPlan(reply.Text); len(steps) == 0 && answer == "" {
			return &replyFault{kind: agent.BadForm, detail: "no steps and no answer"}
		}
		r.Answer = answer
		return nil
	})
	return steps, err
}

// executeStep carries out the first step in a conversation of its own and reports the
// result to the planner, even if the trial ends in it. A step without a call uses a
// turn, so that every plan ends.
func (r *trial) executeStep(ctx context.Context, planner *conversation, steps, done []string) (actResult, error) {
	c := &conversation{}
	r.startConversation(c, strings.TrimSpace(r.kit.step.fill(
		"tools", r.toolsText(), "done", cmp.Or(numberedList(done), r.kit.prompts.Words.Nothing),
		"plan", numberedList(steps), "step", steps[0], "question", r.question)))
	before, first := r.turnsUsed, len(r.Calls)
	o, err := r.act(ctx, c, min(r.turnsUsed+r.agent.spec.StepTurns, r.agent.spec.Turns), true)
	if r.turnsUsed == before && !o.answered {
		r.turnsUsed++
	}
	said := o.result
	if o.answered {
		said = r.Answer
	}
	planner.addUser(r.kit.report.fill("step", steps[0], "calls", r.callsSince(first), "result", cmp.Or(said, r.kit.prompts.Words.NoResult)))
	return o, err
}

// callsSince lists the calls from the n-th turn on with their observations.
func (r *trial) callsSince(n int) string {
	var b strings.Builder
	for _, t := range r.Calls[n:] {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(callText(t.Tool, string(t.Arguments)))
		if t.Observation != "" {
			b.WriteString("\n" + withLabel(r.kit.marks.observation, t.Observation))
		}
	}
	return cmp.Or(b.String(), r.kit.prompts.Words.Nothing)
}
