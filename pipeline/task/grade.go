package task

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// Families of tasks over statutes with a grading of their own. Of every other family the
// strict rule of package score decides alone.
const (
	Locate = "locate" // a text is given, and its article, paragraph and item are asked for
	Recite = "recite" // a provision is given, and its text is asked for
)

// Grade scores an attempt at a task by both rules. The strict rule is given the answer in
// the words of the reference, as far as it is right: of [Locate] the levels that
// [citation.Grade] credits, the last of them only if the answer names no further one; of
// [Recite] the text if the answer recites it exactly. What that rule asks of calls and of
// the way there holds as for every task. Neither argument is changed.
func Grade(t *Task, a *score.Attempt) score.Score {
	r := Reference(t)
	s := score.Grade(r, a)
	if t.Twin != nil || t.Family != Locate && t.Family != Recite {
		return s
	}
	in := *a
	in.Answer = ""
	switch reference, err := Provision(t); {
	case t.Family == Locate && err == nil:
		in.Answer = locatedWords(t, reference, citation.Grade(reference, citation.Parse(a.Answer, CurrentQuestion(t))))
	case t.Family == Recite && len(t.AnswerValues) == 1 && wording.IsExact(t.AnswerValues[0].Text, a.Answer):
		in.Answer = t.AnswerValues[0].Text
	}
	s.Strict, s.Verdicts = score.Strict(r, &in)
	return s
}

// Provision returns the provision that a task of [Locate] asks for, from its typed answers.
// The error says that they do not name one.
func Provision(t *Task) (citation.Provision, error) {
	var levels []string
	for i := range t.AnswerValues {
		levels = append(levels, t.AnswerValues[i].Text)
	}
	return citation.ParseProvision(levels...)
}

// locatedWords returns the right levels of an answer in the words of the reference.
func locatedWords(t *Task, reference citation.Provision, right citation.Accuracy) string {
	var texts []string
	for _, l := range citation.Levels() {
		if reference.At(l).IsZero() {
			continue
		}
		n := len(texts)
		last := n == len(t.AnswerValues)-1
		if n == len(t.AnswerValues) || last && !right.Exact() || !right.At(l) {
			break
		}
		texts = append(texts, t.AnswerValues[n].Text)
	}
	return strings.Join(texts, " ")
}
