package proof

import (
	"encoding/json"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// bystander checks the by-stander of a task whose plan has the given evaluation: it is an
// entity of the tables, of the start's type; it occurs in no step, no argument and no part of
// the answer, so the answer is the same without it; asked about it, the plan gives another
// answer or none; and the words of the question exclude that it is asked about. The
// certificate says what the excluded reading gives. Both are "" for a task without a
// by-stander whose question names no other entity of a start's type.
func (p *prover) bystander(t *task.Task, base *evaluation) (fault, certificate string, err error) {
	if fault := p.undeclared(t); fault != "" || t.Bystander == nil {
		return fault, "", nil
	}
	name := draft.Name(t.Bystander.Name)
	other := reading.AskedAboutBystander(t)
	switch {
	case other == nil:
		return "bystander: " + name + " is a " + t.Bystander.Type + ": want an entity of the type of the only start", "", nil
	case !p.names.Known(t.Bystander.Type, t.Bystander.Name):
		return "bystander: no row has the name " + name, "", nil
	}
	where, err := bystanderIn(t)
	if err != nil || where != "" {
		return "bystander: " + name + " is in the " + where, "", err
	}
	if t.Question != "" {
		if fault := reading.BystanderFault(p.Domain, t, t.Question); fault != "" {
			return "bystander: " + fault, "", nil
		}
	}
	e := p.relational.revise(base, other)
	if e.reason != "" {
		return "", "about the by-stander, which the words exclude: none", nil
	}
	answers := e.answerTexts(other)
	if own := base.answerTexts(t.Plan); alternative.SameAnswers(own, answers) {
		return "bystander: asked about " + name + ", the question has the same answer: want one that misleads", "", nil
	}
	return "", "about the by-stander, which the words exclude: another answer", nil
}

// undeclared returns a fault if the question names an entity of a start's type that neither
// the draft nor the by-stander's declaration has.
func (p *prover) undeclared(t *task.Task) string {
	declared := t.Draft
	if t.Bystander != nil {
		declared += "\n" + draft.Name(t.Bystander.Name)
	}
	for _, e := range t.Entities {
		for _, name := range p.names.NamedIn(e.Type, t.Question) {
			if !strings.Contains(declared, name) {
				return "bystander: the question names " + name + ", which its draft does not: want it declared"
			}
		}
	}
	return ""
}

// bystanderIn returns the part of a task that contains a part of the by-stander's name; "" if
// none does.
func bystanderIn(t *task.Task) (string, error) {
	for _, part := range []struct {
		name string
		of   any
	}{
		{"plan", t.Plan}, {"steps", t.Steps}, {"draft", t.Draft}, {"answer", []any{t.Answer, t.KeyAnswer, t.KeyMiddle, t.AnswerValues}},
	} {
		text, err := json.Marshal(part.of)
		if err != nil {
			return "", err
		}
		for _, name := range t.Bystander.Name {
			quoted, err := json.Marshal(name)
			if err != nil {
				return "", err
			}
			if strings.Contains(string(text), string(quoted[1:len(quoted)-1])) {
				return part.name, nil
			}
		}
	}
	return "", nil
}
