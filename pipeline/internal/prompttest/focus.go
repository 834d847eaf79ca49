package prompttest

import (
	"errors"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// FocusModel returns the script of a model for conversations of [caselaw.Questioner]. It puts the
// focus as the rule does, with other words before it. For one focus in eight, the same one each
// time, it tells how the case was decided instead, which no gate lets pass.
func FocusModel() llmtest.Script {
	return func(r *llm.Request) llmtest.ModelAnswer {
		focus, ok := focusOf(r)
		if !ok {
			return llmtest.ModelAnswer{Err: errors.New("no conversation about a focus of dispute")}
		}
		english := strings.HasPrefix(r.Messages[0].Text, "You ")
		tells := strings.ContainsAny(string(digest.Of("rehearsed focus", focus))[len("sha256:"):][:1], "01")
		switch {
		case tells && english:
			return llmtest.ModelAnswer{Content: "Why was the action dismissed?"}
		case tells:
			return llmtest.ModelAnswer{Content: "法院为什么判决驳回诉讼请求？"}
		case english:
			asked := caselaw.Ask("en", caselaw.FromSection, focus)
			return llmtest.ModelAnswer{Content: "In this case, " + strings.ToLower(asked[:1]) + asked[1:]}
		}
		return llmtest.ModelAnswer{Content: "本案中，" + caselaw.Ask("zh", caselaw.FromSection, focus)}
	}
}

// focusOf returns the focus that a conversation is about: the second text between marks.
func focusOf(r *llm.Request) (focus string, ok bool) {
	if len(r.Messages) != 2 {
		return "", false
	}
	text := r.Messages[1].Text
	mark, _, _ := strings.Cut(text, "\n")
	parts := strings.Split(text, mark)
	if mark == "" || len(parts) != 5 {
		return "", false
	}
	return strings.TrimSpace(parts[3]), true
}
