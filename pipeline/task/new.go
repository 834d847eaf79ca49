package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Families of tasks that are made by [New].
const (
	Multihop = "multihop" // questions whose answer is found by several lookups
	Writing  = "writing"  // texts to write by a template; their type too
)

// New makes a task of an execution that came to its end, in a language of the domain:
// draft, answer, keywords, typed answers, steps and all that follows from the plan, the
// ID among it. Question, rewriter, checks and provenance are left empty, and nobody has
// reviewed it. The plan is the trace's own. An error says that the plan or what it
// found cannot be put into words.
func New(d *domain.Domain, trace *plan.Trace, lang string) (*Task, error) {
	p := trace.Program
	question, err := draft.Question(d, p, lang)
	if err != nil {
		return nil, err
	}
	reply, err := draft.Answer(d, p, trace, lang)
	if err != nil {
		return nil, err
	}
	steps, err := Steps(d, trace, reply.Sentence)
	if err != nil {
		return nil, err
	}
	id, err := Identify(p, steps)
	if err != nil {
		return nil, err
	}
	t := &Task{
		ID: id, Language: lang, Draft: question, Answer: reply.Sentence,
		KeyAnswer: reply.Keys, KeyMiddle: reply.Middle, AnswerValues: reply.Values,
		Path: strings.Join(p.Tools(), plan.Separator), Plan: p, Steps: steps, Structure: p.Structure(d),
		Review: Review{Status: Unreviewed},
	}
	t.Family, t.Type = Multihop, fmt.Sprintf("%d-hop", t.Structure.Hops)
	if p.Template != "" {
		t.Family, t.Type = Writing, Writing
	}
	for _, s := range p.Entities() {
		t.Entities = append(t.Entities, Entity{Type: s.Entity, Name: s.Value})
	}
	return t, nil
}

// RenameAnswers returns typed answers under other keywords, one each in order. The text that
// an answer had before is as right as the new one, and becomes an alias of a text; how
// a number, a day or a yes is recognised does not change. The given lists stay as they
// are.
func RenameAnswers(values []value.Answer, keywords []string) []value.Answer {
	out := slices.Clone(values)
	for i, k := range keywords {
		if out[i].Text == k {
			continue
		}
		if a := &out[i]; a.Kind == value.Text && !slices.Contains(a.Aliases, a.Text) {
			a.Aliases = append(slices.Clone(a.Aliases), a.Text)
		}
		out[i].Aliases = slices.DeleteFunc(slices.Clone(out[i].Aliases), func(alias string) bool { return alias == k })
		out[i].Text = k
	}
	return out
}
