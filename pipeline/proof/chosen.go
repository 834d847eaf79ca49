package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// CompareChosen compares the keywords and typed answers of a task with those of now, the
// same task as the tools give it today. They must be equal, except for keywords and aliases
// that reviewers edited: an edited keyword must still denote its answer or occur in the
// steps, and an edited answer may differ only in its aliases. CompareChosen returns the
// fault, "" if there is none.
func CompareChosen(t, now *task.Task) string {
	if !t.Review.Edited(task.KeywordsEdited) {
		if fault := CompareRecords("key_answer", now.KeyAnswer, t.KeyAnswer); fault != "" {
			return fault
		}
		if fault := CompareRecords("key_middle", now.KeyMiddle, t.KeyMiddle); fault != "" {
			return fault
		}
		if fault := CompareRecords("middle_values", now.MiddleValues, t.MiddleValues); fault != "" {
			return fault
		}
	} else if fault := checkEditedKeywords(t, now); fault != "" {
		return fault
	}
	values := task.RenameAnswers(now.AnswerValues, t.KeyAnswer)
	if !t.Review.Edited(task.AliasesEdited) {
		return CompareRecords("answer_values", values, t.AnswerValues)
	}
	if len(values) != len(t.AnswerValues) {
		return fmt.Sprintf("aliases: of %d typed answers: want %d", len(t.AnswerValues), len(values))
	}
	for i := range values {
		values[i].Aliases = t.AnswerValues[i].Aliases
		if !slices.Equal(encoded(values[i]), encoded(t.AnswerValues[i])) {
			return fmt.Sprintf("aliases: answer %s differs from %s in more than these", excerpt(encoded(t.AnswerValues[i])), excerpt(encoded(values[i])))
		}
	}
	return ""
}

// checkEditedKeywords checks keywords that reviewers edited: keywords of the answer must
// denote the answers that the tools give, and other keywords must occur in the steps.
func checkEditedKeywords(t, now *task.Task) string {
	if len(t.KeyAnswer) != len(now.KeyAnswer) {
		return fmt.Sprintf("keywords: %d of the answer: want %d, one for each value", len(t.KeyAnswer), len(now.KeyAnswer))
	}
	for i, k := range t.KeyAnswer {
		if !denotes(k, &now.AnswerValues[i]) {
			return fmt.Sprintf("keywords: %q names something else than %q, which the tools give", k, now.KeyAnswer[i])
		}
	}
	for _, k := range t.KeyMiddle {
		if !slices.Contains(now.KeyMiddle, k) && !occursInSteps(now, k) {
			return fmt.Sprintf("keywords: %q occurs nowhere on the way", k)
		}
	}
	return ""
}

// denotes reports whether a keyword denotes a typed answer: it is the answer's text, part of
// its text, or the same amount or day. Part of a number is not accepted, because it is
// another number.
func denotes(k string, a *value.Answer) bool {
	if k == a.Text {
		return true
	}
	switch a.Kind {
	case value.Text:
		part := score.Normal(k)
		return part != "" && strings.Contains(score.Normal(a.Text), part)
	case value.Number:
		said := score.Infer(k)
		if own, ok := strings.CutSuffix(k, a.Unit); ok && said.Kind != value.Number {
			said = score.Infer(strings.TrimSpace(own)) // a unit that no keyword is typed by, such as 倍
		}
		unit := said.Unit
		if unit == "" {
			unit = a.Unit // the one asked for
		}
		x, ok := value.ParseNumber(said.Number, unit)
		y, also := value.ParseNumber(a.Number, a.Unit)
		return said.Kind == value.Number && ok && also && value.Equal(x, y)
	case value.Date:
		x, ok := value.ParseDate(k)
		y, also := value.ParseDate(a.Text)
		return ok && also && x.Text == y.Text
	}
	return false
}

// occursInSteps reports whether a text occurs in an observation of a tool or in the values
// that a node selected.
func occursInSteps(t *task.Task, k string) bool {
	part := score.Normal(k)
	within := func(text string) bool { return strings.Contains(score.Normal(text), part) }
	return part != "" && slices.ContainsFunc(t.Steps, func(s plan.Step) bool {
		return s.Op != string(domain.Finish) && (slices.ContainsFunc(s.Selected, within) ||
			s.Tool != "" && slices.ContainsFunc(score.ObservedCells([]string{string(s.Observation)}), func(c score.ObservedCell) bool { return within(c.Text) }))
	})
}
