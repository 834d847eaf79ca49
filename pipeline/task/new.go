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

// Families of tasks that [New] makes.
const (
	Multihop = domain.MultihopFamily // questions whose answer is found by several lookups
	// texts to write by a template; also the type of these tasks
	Writing = "writing"
)

// New returns the task of a completed execution, in a language of the domain. It fills in
// the fields that follow from the trace: ID, draft, answer, keywords, typed answers and
// steps among them. Question, rewriter, checks and provenance stay empty, and the review
// status is Unreviewed. The task shares the trace's plan. It returns an error if the plan
// or its result cannot be put into words.
func New(d *domain.Domain, trace *plan.Trace, lang string) (*Task, error) {
	p := trace.Program
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
		ID: id, Language: lang, Draft: reply.Question, Given: reply.Given, Answer: reply.Sentence,
		KeyAnswer: reply.Keys, KeyMiddle: reply.Middle, MiddleValues: reply.MiddleValues, AnswerValues: reply.Values,
		Path: strings.Join(p.Tools(), plan.Separator), Plan: p, Steps: steps, Structure: p.Structure(d),
		Review: Review{Status: Unreviewed},
	}
	t.Family, t.Type = Multihop, fmt.Sprintf("%d-hop", t.Structure.Hops)
	if p.Template != "" {
		t.Family = Writing
		if f := d.Template(p.Template).Family; f != "" {
			t.Family = f
		}
		if t.Family != Multihop {
			t.Type = t.Family
		}
	}
	for _, s := range p.Entities() {
		t.Entities = append(t.Entities, Entity{Type: s.Entity, Name: s.Value})
	}
	return t, nil
}

// RenameAnswers returns a copy of values in which the i-th answer has the i-th keyword as
// its Text. The old text of an answer of kind text becomes an alias, because it remains
// right. Numbers, days and truth values need no alias, because they are recognised by their
// value. Keywords must not be more than values; values without a keyword stay as they are.
// The given lists are not changed.
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
