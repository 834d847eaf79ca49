package method

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// runPaper solves the question by the protocol [Paper]: it runs the method, and then has the
// answer and the summary written from the trajectory.
func (r *trial) runPaper(ctx context.Context) error {
	c := &conversation{}
	err := r.paperPhases(ctx, c)
	var over *endOfTrial
	switch {
	case errors.As(err, &over):
		r.End, r.Detail = over.why, over.detail
	case err != nil:
		return err
	}
	if r.End == agent.Overlong || r.End == agent.Stuck && len(r.Calls) == 0 {
		return nil
	}
	found := r.trajectory(c)
	if err := r.closeTrial(ctx, found); err != nil || r.End == agent.Overlong {
		return err
	}
	s := &conversation{}
	s.addUser(r.kit.summary.fill("question", r.question, "trajectory", found))
	return r.summarise(ctx, s)
}

// paperPhases has the model select tools and then runs the method in c.
func (r *trial) paperPhases(ctx context.Context, c *conversation) error {
	if err := r.selectTools(ctx); err != nil {
		return err
	}
	if r.agent.spec.Method == ReAct {
		return r.runReAct(ctx, c)
	}
	r.startConversation(c, r.questionPrompt(r.toolsText()))
	c.addUser(r.kit.prompts.PlanNow)
	steps, err := r.requestSteps(ctx, c, agent.Planning, r.kit.prompts.Complaints.Plan)
	if err != nil {
		return err
	}
	return r.carryOut(ctx, c, steps)
}

// carryOut takes the steps of a plan one by one, in the conversation in which it was made. With
// [PlanAndExecute] the model writes the steps that are left after each, with [PlanAndSolve] they
// are those that were planned.
func (r *trial) carryOut(ctx context.Context, c *conversation, steps []string) error {
	for n := 1; len(steps) > 0; n++ {
		if r.turnsUsed >= r.agent.spec.Turns {
			return r.turnsExhausted()
		}
		if over, err := r.takeStep(ctx, c, n, steps[0]); err != nil || over {
			return err
		}
		steps = steps[1:]
		if r.agent.spec.Method == PlanAndSolve {
			continue
		}
		if r.turnsUsed >= r.agent.spec.Turns {
			return r.turnsExhausted()
		}
		c.addUser(r.kit.prompts.Paper.Replan)
		var err error
		if steps, err = r.requestSteps(ctx, c, agent.Replanning, r.kit.prompts.Complaints.Replan); err != nil {
			return err
		}
	}
	return nil
}

// takeStep asks for the only call of a step, and reports whether the reply ended the trial. A
// step is a turn, whatever comes of it.
func (r *trial) takeStep(ctx context.Context, c *conversation, n int, step string) (over bool, err error) {
	c.addUser(r.kit.paperStep.fill("n", strconv.Itoa(n), "step", step))
	reply, x, err := r.request(ctx, c, agent.Acting, llm.ChoiceAuto, r.kit.stop)
	if err != nil {
		return false, err
	}
	before := r.turnsUsed
	var done actResult
	if x == nil {
		if done, x, err = r.acceptTextReply(ctx, c, &reply, true); err != nil {
			return false, err
		}
	}
	if x != nil {
		if x.complaint == "" {
			x.complaint = r.formComplaint(true)
		}
		r.tellFault(c, x)
	}
	if !done.answered && r.turnsUsed == before {
		r.turnsUsed++
	}
	return done.answered, nil
}

// trajectory returns what was said and observed in a conversation after the question, without
// the requests to revise the plan.
func (r *trial) trajectory(c *conversation) string {
	var said []string
	for _, m := range c.messages[min(2, len(c.messages)):] {
		if text := strings.TrimSpace(strings.TrimSuffix(m.Text, r.kit.prompts.Paper.Replan)); text != "" {
			said = append(said, text)
		}
	}
	if said == nil {
		return r.kit.prompts.Words.Nothing
	}
	return strings.Join(said, "\n")
}

// closeTrial requests the answer in a conversation of its own. The trial has no other answer: if
// no reply can be used, it has none, and is stuck unless its turns were used up.
func (r *trial) closeTrial(ctx context.Context, trajectory string) error {
	r.Answer, r.faultsInRow = "", 0
	c := &conversation{}
	c.addUser(r.kit.closing.fill("question", r.question, "trajectory", trajectory))
	err := r.requestUntilAccepted(ctx, c, agent.Answering, r.kit.prompts.Complaints.Answer, r.acceptClosing)
	var over *endOfTrial
	if !errors.As(err, &over) {
		return err
	}
	if over.why == agent.Overlong || r.End == agent.Finished {
		r.End, r.Detail = over.why, over.detail
	}
	return nil
}

// acceptClosing takes a reply to the closing request, which asks for no form. A document may have lines
// that begin like the labels of calls and observations: without a tool's name they are text.
func (r *trial) acceptClosing(reply llm.Reply) *replyFault {
	s := parseReply(reply.Text, false)
	_, known := r.agent.tools[s.tool]
	if len(reply.Calls) == 0 && (s.prose || s.slip == agent.BadArguments && s.tool != "" && !known) {
		r.Answer = withoutThinking(reply.Text)
		return nil
	}
	return r.acceptAnswer(reply)
}
