package ground

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// bystanderTries is the number of entities that are drawn for a by-stander.
const bystanderTries = 24

// Bystander proposes a by-stander for a task, whose plan must be a program of the domain: an
// entity of the start's type that no step of the task and no answer has, and about which the plan
// gives another answer. Where no draw finds such an entity, it is one about which the plan gives
// none, if its name says of which type it is. It returns nil for a task
// that is not drawn for one, as [domain.Domain.Bystanders] says, for one that serves no
// matter, and for one whose question could not tell the two apart. The result depends on the
// task, the tables and the language. The error means that a tool is broken or ctx is
// done.
func (g *Grounder) Bystander(ctx context.Context, t *task.Task) (*task.Entity, error) {
	draws := digest.NewDraws("bystander", t.Draft)
	if draws.Of("whether").IntN(100) >= g.domain.Bystanders || t.Plan.Template != "" || len(t.Entities) != 1 {
		return nil, nil
	}
	matters := t.Plan.Matters(g.domain)
	if _, _, ok := draft.SceneOf(g.domain, t.Plan); !ok || len(matters) == 0 {
		return nil, nil
	}
	recorded, err := json.Marshal([]any{t.Plan, t.Steps, t.KeyAnswer, t.KeyMiddle, t.AnswerValues, t.Draft})
	if err != nil {
		return nil, err
	}
	with := *t
	index := g.reach.entities(t.Entities[0].Type)
	var silent *task.Entity // the first of which the plan makes no answer
	for _, id := range index.firstDrawn(draws, index.all, bystanderTries) {
		b := &task.Entity{Type: t.Entities[0].Type, Name: index.list[id]}
		with.Bystander = b
		if !g.names.Known(b.Type, b.Name) || mentions(string(recorded), &with) || !slices.ContainsFunc(matters, func(m *domain.Matter) bool { return g.tellsApart(&with, m) }) {
			continue
		}
		answered, differs, err := g.misleads(ctx, &with)
		if err != nil {
			return nil, err
		}
		if answered && differs {
			return b, nil
		}
		if !answered && silent == nil && g.domain.Entity(b.Type).Denotes == nil {
			silent = b
		}
	}
	return silent, nil
}

// mentions reports whether the record of a task has a part of its by-stander's name, or the
// by-stander's name is part of the start's or contains it.
func mentions(recorded string, t *task.Task) bool {
	for i, part := range t.Bystander.Name {
		quoted, err := json.Marshal(part)
		start := t.Entities[0].Name[min(i, len(t.Entities[0].Name)-1)]
		if err != nil || strings.Contains(recorded, string(quoted[1:len(quoted)-1])) || strings.Contains(part, start) {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(t.KeyAnswer, t.KeyMiddle), func(key string) bool { return strings.Contains(draft.Name(t.Bystander.Name), key) })
}

// tellsApart reports whether a question that serves a matter, and names the by-stander of its
// task first, can only be taken to ask about the start.
func (g *Grounder) tellsApart(t *task.Task, m *domain.Matter) bool {
	name := draft.Name(t.Bystander.Name)
	w := draft.Wordings{Role: m.Role(t.Bystander.Type, g.language)}
	if w.Role != "" {
		w.Scene = name + " " + domain.Slot
	}
	inquiries, err := draft.Reworded(g.domain, t.Plan, g.language, w)
	if err != nil || (inquiries[0].Scene == "") != (w.Role == "") {
		return false
	}
	var b strings.Builder
	if b.WriteString(inquiries[0].Scene); w.Role == "" {
		b.WriteString(name)
	}
	for _, q := range inquiries {
		b.WriteString("\n" + strings.Join(q.Stepwise.Steps, "\n") + "\n" + q.Premise + q.Stepwise.Clause)
	}
	return reading.BystanderFault(g.domain, t, b.String()) == ""
}

// misleads executes the plan of a task with the by-stander in the start's place. It reports
// whether that has answers, and whether they differ from those of the task.
func (g *Grounder) misleads(ctx context.Context, t *task.Task) (answered, differs bool, err error) {
	own, err := g.answersOf(ctx, t.Plan)
	if err != nil {
		return false, false, err
	}
	other, err := g.answersOf(ctx, reading.AskedAboutBystander(t))
	return other != nil, !alternative.SameAnswers(own, other), err
}

// answersOf executes a program and returns its answers; nil if it has none.
func (g *Grounder) answersOf(ctx context.Context, p *plan.Program) ([][]string, error) {
	x, err := plan.NewExecutor(g.domain, g.tools, p)
	if err != nil {
		return nil, err
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil || reason != "" {
		return nil, err
	}
	return alternative.Answers(trace), nil
}
