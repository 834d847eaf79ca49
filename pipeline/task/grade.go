package task

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Families of tasks over laws and cases with a grading or measures of their own. Of every
// other family, and of Case, the strict rule of package score decides alone.
const (
	Locate    = "locate"    // a text is given, and its article, paragraph and item are asked for
	Recite    = "recite"    // a provision is given, and its text is asked for
	Changed   = "changed"   // an amended provision is given, and as a rule its new text is asked for
	Governing = "governing" // a case is given, and what the law that governs it says, or which version that is
	Case      = "case"      // facts, outcome and a question are given, and the grounds of the decision are asked for

	InForce    = "in-force"   // a law and a day are given, and the first day in force of the version of that day is asked for
	Renumbered = "renumbered" // an article of one version is given, and its number in the next version is asked for
)

// Grade scores an attempt at a task by both rules. The strict rule is given the answer in
// the words of the reference, as far as it is right: of [Locate] the levels that
// [citation.Grade] credits, the last of them only if the answer names no further one, or
// the whole citation where the reference has it as one value; of [Renumbered] the number
// if the answer cites that article and no other; of tasks with a [RecitedText]
// the text if the answer recites it exactly. What that rule asks of calls and of
// the way there holds as for every task. Items of [Exam] are graded by what the answer chooses,
// see package choice, and need no calls: the paper's rate of success is 1 or 0 where one answer is
// right, F1 over options or pairs elsewhere, and the strict one 1 if the whole answer is right,
// stated without a hedge. Neither argument is changed.
func Grade(t *Task, a *score.Attempt) score.Score { return AttemptsAt(t)(a) }

// AttemptsAt returns a function that scores attempts at a task as [Grade] does. It reads the task once,
// see [score.Grader]: the task must not change, and the function is not safe for concurrent use.
func AttemptsAt(t *Task) func(a *score.Attempt) score.Score {
	if it, ok := ChoiceItem(t); ok {
		return func(a *score.Attempt) score.Score { return gradeChoice(t, it, a) }
	}
	g := score.NewGrader(Reference(t))
	return func(a *score.Attempt) score.Score { return gradeAttempt(t, g, a) }
}

// gradeAttempt scores an attempt at a task without options by a grader of its reference.
func gradeAttempt(t *Task, g *score.Grader, a *score.Attempt) score.Score {
	s := g.Grade(a)
	in := *a
	in.Answer = ""
	reference, located := LocatedProvision(t)
	text, recited := RecitedText(t)
	number, cited, renumbered := renumberedArticle(t, a.Answer)
	switch {
	case renumbered && citation.Grade(number, cited).Article:
		in.Answer = t.AnswerValues[0].Text
	case renumbered:
	case located:
		in.Answer = locatedWords(t, reference, citation.Grade(reference, citation.Parse(a.Answer, CurrentQuestion(t))))
	case !recited:
		return s
	case wording.IsExact(text, a.Answer):
		in.Answer = text
	}
	s.Strict, s.Verdicts = g.Strict(&in)
	return s
}

// renumberedArticle returns the article that a task of [Renumbered] asks for, and what an answer cites. It
// is false for any other task, and if the answer cites nothing.
func renumberedArticle(t *Task, answer string) (number citation.Provision, cited *citation.CitedAnswer, ok bool) {
	if t.Family != Renumbered || t.Twin != nil || len(t.AnswerValues) != 1 {
		return number, nil, false
	}
	number, err := citation.ParseProvision(t.AnswerValues[0].Text)
	cited = citation.Parse(answer, CurrentQuestion(t))
	return number, cited, err == nil && (cited.Found || cited.Hedged)
}

// LocatedProvision returns the provision that a task of [Locate] asks for, from its typed
// answers: one for each level, or one that is the whole citation. It is false for any other
// task, for an unanswerable twin, and if the answers do not name one provision.
func LocatedProvision(t *Task) (citation.Provision, bool) {
	if t.Family != Locate || t.Twin != nil {
		return citation.Provision{}, false
	}
	var levels []string
	for i := range t.AnswerValues {
		levels = append(levels, t.AnswerValues[i].Text)
	}
	p, err := citation.ParseProvision(levels...)
	return p, err == nil
}

// RecitedText returns the text that a task asks for: of [Recite] its one typed answer, of
// [Changed] too if it is the text of the provision that the plan found, and of [Governing] if
// it is a text. It is false for any other task, and for an unanswerable twin.
func RecitedText(t *Task) (string, bool) {
	if t.Twin != nil || len(t.AnswerValues) != 1 {
		return "", false
	}
	text := t.AnswerValues[0].Text
	switch t.Family {
	case Recite:
		return text, true
	case Changed:
		return text, isFound(t, text)
	case Governing:
		return text, t.AnswerValues[0].Kind == value.Text
	}
	return "", false
}

// AsksForText reports whether a task asks for a text that is compared with the reference and
// judged: one to write, or the grounds of a decision. It is false for an unanswerable twin.
func AsksForText(t *Task) bool {
	return t.Twin == nil && (t.Type == Writing || t.Family == Case)
}

// LastCall returns the last lookup of the plan, which is not a copy; nil without one.
func LastCall(t *Task) *plan.Step {
	for i := range slices.Backward(t.Steps) {
		if isCall(&t.Steps[i]) {
			return &t.Steps[i]
		}
	}
	return nil
}

// isFound reports whether the last lookup of the plan found one row, with the text.
func isFound(t *Task, text string) bool {
	var row struct{ Text string }
	call := LastCall(t)
	return call != nil && json.Unmarshal(call.Observation, &row) == nil && row.Text == text
}

// locatedWords returns the right levels of an answer in the words of the reference.
func locatedWords(t *Task, reference citation.Provision, right citation.Accuracy) string {
	levels := slices.DeleteFunc(citation.Levels(), func(l citation.ProvisionLevel) bool { return reference.At(l).IsZero() })
	var texts []string
	for i, v := range t.AnswerValues {
		last := i == len(t.AnswerValues)-1
		if last && !right.Exact() || !last && (len(levels) != len(t.AnswerValues) || !right.At(levels[i])) {
			break
		}
		texts = append(texts, v.Text)
	}
	return strings.Join(texts, " ")
}
