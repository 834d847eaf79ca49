package ground

import (
	"context"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Stratum is a group of entities that a template can be about, those with the same values in
// the template's strata, and what came of it.
type Stratum struct {
	// Values are the texts in the columns of [domain.Template].Strata, in their order.
	Values []string `json:"values"`
	// Entities is the number of entities of the stratum.
	Entities int `json:"entities"`
	// Tasks is the number of tasks about them.
	Tasks int `json:"tasks"`
	// Reasons counts why entities of a stratum without tasks make none; entities that would
	// make one count as [Unreached]. At most triedOfStratum entities are tried. Nil with tasks.
	Reasons map[plan.Reason]int `json:"reasons,omitempty"`
}

// Unreached is the reason of entities that would make a task if the quota were larger.
const Unreached plan.Reason = "unreached"

// triedOfStratum is the number of entities that are tried to explain an empty stratum.
const triedOfStratum = 5

// Strata returns the strata of a template that draws evenly from strata, in the order of their
// first entities, with what came of each; nil for another template. Tasks are those of the
// domain, and prove returns why a task would fail its proof, "" if it would not. The error means
// that a tool is broken or ctx is done.
func (g *Grounder) Strata(ctx context.Context, t *domain.Template, tasks []*task.Task, prove func(context.Context, *task.Task) (plan.Reason, error)) ([]Stratum, error) {
	if t.Strata == nil {
		return nil, nil
	}
	w, err := g.newTextGrounder(t)
	if err != nil {
		return nil, err
	}
	names, err := g.subjects(t, &Grounding{Dropped: map[plan.Reason]int{}})
	if err != nil {
		return nil, err
	}
	made := map[string]int{}
	for _, x := range tasks {
		if x.Plan.Template == t.Name {
			made[joined(x.Entities[0].Name)]++
		}
	}
	strata := w.strata(names)
	out := make([]Stratum, len(strata))
	for i, s := range strata {
		out[i] = Stratum{Values: strings.Split(s.key, separator), Entities: len(s.names)}
		for _, name := range s.names {
			out[i].Tasks += made[joined(name)]
		}
		if out[i].Tasks > 0 {
			continue
		}
		out[i].Reasons = map[plan.Reason]int{}
		for _, name := range s.names[:min(triedOfStratum, len(s.names))] {
			reason, err := w.refusal(ctx, name, prove)
			if err != nil {
				return nil, err
			}
			out[i].Reasons[reason]++
		}
	}
	return out, nil
}

// refusal returns why an entity makes no task, [Unreached] if it would make one.
func (w *textGrounder) refusal(ctx context.Context, name []string, prove func(context.Context, *task.Task) (plan.Reason, error)) (plan.Reason, error) {
	e, reason, err := w.write(ctx, name)
	if err != nil || reason != "" {
		return reason, err
	}
	x, err := task.New(w.g.domain, e.trace, w.g.language)
	if err != nil {
		return "", err
	}
	if reason, err = prove(ctx, x); err != nil || reason != "" {
		return reason, err
	}
	return Unreached, nil
}
