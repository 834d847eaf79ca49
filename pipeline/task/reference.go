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
	var calls []score.CallRecord
	for i := range t.Steps {
		s := &t.Steps[i]
		if !isCall(s) {
			continue
		}
		calls = append(calls, score.CallRecord{Tool: s.Tool, Arguments: s.Arguments})
		if !slices.Contains(r.Tools, s.Tool) {
			r.Tools = append(r.Tools, s.Tool)
		}
		if strings.Contains(string(s.Arguments), `"columns"`) {
			r.Found = append(r.Found, string(s.Observation))
		}
	}
	if r.Calls = len(calls); len(t.Steps) > 0 {
		r.Handed = score.Handed(t.KeyMiddle, calls)
	}
	return r
}

// isCall reports whether a step calls a tool for the plan.
func isCall(s *plan.Step) bool { return s.Tool != "" && s.Op != string(domain.Finish) }
