package task

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// CurrentQuestion returns the question that agents are given: Question, or Draft before
// the rewrite stage.
func CurrentQuestion(t *Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// Reference returns the reference against which answers to a task are graded. It shares the
// task's lists.
func Reference(t *Task) *score.Reference {
	r := &score.Reference{Question: CurrentQuestion(t), KeyAnswer: t.KeyAnswer, KeyMiddle: t.KeyMiddle, MiddleValues: t.MiddleValues, Values: t.AnswerValues, Written: t.Type == Writing}
	if t.Twin != nil {
		r.Removed = t.Twin.Answers
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if !isCall(s) {
			continue
		}
		r.Calls++
		if !slices.Contains(r.Tools, s.Tool) {
			r.Tools = append(r.Tools, s.Tool)
		}
		if strings.Contains(string(s.Arguments), `"columns"`) {
			r.Found = append(r.Found, string(s.Observation))
		}
	}
	r.Handed = toolsGiven(t.KeyMiddle, t.Steps)
	return r
}

// isCall reports whether a step calls a tool for the plan.
func isCall(s *plan.Step) bool { return s.Tool != "" && s.Op != string(domain.Finish) }

// toolsGiven returns, for each keyword, the tools that the steps call with the keyword in
// an argument; nil without steps.
func toolsGiven(keywords []string, steps []plan.Step) [][]string {
	if len(steps) == 0 {
		return nil
	}
	tools := make([][]string, len(keywords))
	for i := range steps {
		s := &steps[i]
		if !isCall(s) {
			continue
		}
		for k, keyword := range keywords {
			if !slices.Contains(tools[k], s.Tool) && score.Names(s.Arguments, keyword) {
				tools[k] = append(tools[k], s.Tool)
			}
		}
	}
	return tools
}
