package task

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// CurrentQuestion returns the question that agents are given: the draft until it is rewritten.
func CurrentQuestion(t *Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// Reference returns what answers to a task are graded against. It shares the task's lists.
func Reference(t *Task) *score.Reference {
	r := &score.Reference{Question: CurrentQuestion(t), KeyAnswer: t.KeyAnswer, KeyMiddle: t.KeyMiddle, Values: t.AnswerValues}
	if t.Twin != nil {
		r.Gone = t.Twin.Answers
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if !calls(s) {
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
	r.Handed = handed(t.KeyMiddle, t.Steps)
	return r
}

// calls reports whether a step is a call of the plan.
func calls(s *plan.Step) bool { return s.Tool != "" && s.Op != string(domain.Finish) }

// handed returns for each keyword of the way the tools of the calls that are made with it.
func handed(keywords []string, steps []plan.Step) [][]string {
	if len(steps) == 0 {
		return nil
	}
	tools := make([][]string, len(keywords))
	for i := range steps {
		s := &steps[i]
		if !calls(s) {
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
