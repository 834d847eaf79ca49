package task

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// InWordsOf returns a task that a plan gives today with the words that an earlier task of the same plan has for its
// answer: its sentence, also in the step that gives the answer, and its numbers, which may have their digits in
// groups of three where today's have not. Keywords, values and steps are those of today in everything else, so the
// result is equal to the earlier task only where that differs in these words alone. The error says that a step
// cannot be encoded as JSON.
func (t *Task) InWordsOf(d *domain.Domain, was *Task) (*Task, error) {
	now := *t
	now.Answer = was.Answer
	now.Steps = slices.DeleteFunc(slices.Clone(t.Steps), func(s plan.Step) bool { return s.Op == string(domain.Finish) })
	end, err := finish(d, was.Answer)
	if err != nil {
		return nil, err
	}
	now.Steps = append(now.Steps, end...)
	now.KeyAnswer, now.KeyMiddle = GroupedAs(t.KeyAnswer, was.KeyAnswer), GroupedAs(t.KeyMiddle, was.KeyMiddle)
	now.AnswerValues = AnswersGroupedAs(t.AnswerValues, was.KeyAnswer)
	now.ID, err = Identify(now.Plan, now.Steps)
	return &now, err
}

// InOtherWords is what a certificate says of a task that was proved with an answer which would have other words
// today.
const InOtherWords = "; the answer has the words of another version for the same values"

// BesideWords returns verdicts without [InOtherWords], to compare what they say of tables and grading.
func BesideWords(checks []CheckResult) []CheckResult {
	all := slices.Clone(checks)
	for i := range all {
		all[i].Detail = strings.Replace(all[i].Detail, InOtherWords, "", 1)
	}
	return all
}

// GroupedAs returns texts in the same order, each with its number written as in that of some other texts from which
// it differs in the groups of its digits alone; as it is if it does not differ so from one.
func GroupedAs(texts, others []string) []string {
	all := slices.Clone(texts)
	for i, text := range all {
		all[i] = groupedAs(text, others)
	}
	return all
}

// AnswersGroupedAs returns typed answers with their texts as [GroupedAs] writes them.
func AnswersGroupedAs(values []value.Answer, others []string) []value.Answer {
	all := slices.Clone(values)
	for i := range all {
		all[i].Text = groupedAs(all[i].Text, others)
	}
	return all
}

// groupedAs is [GroupedAs] for one text.
func groupedAs(text string, others []string) string {
	plain := value.Ungrouped(text)
	if i := slices.IndexFunc(others, func(o string) bool { return value.Ungrouped(o) == plain }); i >= 0 && !slices.Contains(others, text) {
		return others[i]
	}
	return text
}
