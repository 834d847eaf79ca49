package method

import (
	"cmp"
	"context"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// runDirect asks the model once, without tools. The calls of the transcript are unknown
// rather than none, because an answer by heart needs no support by calls. An unusable reply
// is not asked for again: the trial is stuck, and its answer empty.
func (r *trial) runDirect(ctx context.Context) error {
	r.Calls, r.Unsummarised = nil, true
	c := &conversation{messages: []llm.Message{{Role: llm.System, Text: r.kit.prompts.Direct}}}
	c.addUser(r.question)
	reply, x, err := r.request(ctx, c, agent.Answering, llm.ChoiceNone, nil)
	if over, ok := err.(*endOfTrial); ok {
		r.End, r.Detail = over.why, over.detail
		return nil
	}
	if err != nil {
		return err
	}
	if x == nil {
		if r.Answer = directAnswer(reply.Text); r.Answer == "" {
			x = &replyFault{kind: agent.BadForm, detail: "no answer"}
		}
	}
	if x != nil {
		r.recordFault(x)
		r.End, r.Detail = agent.Stuck, cmp.Or(x.detail, string(x.kind))
	}
	return nil
}

// directAnswer returns a reply without its reasoning, and from the label of the final answer
// on if there is one.
func directAnswer(text string) string {
	text = withoutThinking(text)
	if _, k, body := findLabel(text, final); k == final {
		text = withoutThinking(text[body:])
	}
	return text
}
