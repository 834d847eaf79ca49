package ground

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Stratum is a group of entities that a template can be about, those with the same value in one
// of the template's strata, and what came of it.
type Stratum struct {
	// Column is the column of [domain.Template].Strata.
	Column string `json:"column"`
	// Value is the text in the column, "" where it is empty.
	Value string `json:"value"`
	// Entities is the number of entities of the stratum.
	Entities int `json:"entities"`
	// Tasks is the number of tasks about them.
	Tasks int `json:"tasks"`
	// Reasons counts why entities of a stratum without tasks make none; entities that would
	// make one count as [Unreached]. At most triedOfStratum entities are tried, from the first of the
	// stratum to the last. Nil with tasks.
	Reasons map[plan.Reason]int `json:"reasons,omitempty"`
}

// Unreached is the reason of entities that would make a task if the quota were larger.
const Unreached plan.Reason = "unreached"

// triedOfStratum is the number of entities that are tried to explain an empty stratum.
const triedOfStratum = 5

// Strata returns the strata of a template that draws from strata in turn, by column and then in
// the order of their first entities, with what came of each; nil for another template. Tasks are
// those of the domain, and prove returns why a task would fail its proof, "" if it would not. The
// error means that a tool is broken or ctx is done.
func (g *Grounder) Strata(ctx context.Context, t *domain.Template, tasks []*task.Task, prove func(context.Context, *task.Task) (plan.Reason, error)) ([]Stratum, error) {
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
	var out []Stratum
	for _, column := range t.Strata {
		for _, group := range w.finders.strata(names, column) {
			s := Stratum{Column: column, Value: group.value, Entities: len(group.names)}
			for _, name := range group.names {
				s.Tasks += made[joined(name)]
			}
			if s.Tasks == 0 {
				if s.Reasons, err = w.refusals(ctx, spread(group.names, triedOfStratum), prove); err != nil {
					return nil, err
				}
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// spread returns at most n of the names, from the first to the last at equal distances.
func spread(names [][]string, n int) [][]string {
	if len(names) <= n {
		return names
	}
	var some [][]string
	for i := range n {
		some = append(some, names[i*(len(names)-1)/(n-1)])
	}
	return some
}

// refusals counts why entities make no task.
func (w *textGrounder) refusals(ctx context.Context, names [][]string, prove func(context.Context, *task.Task) (plan.Reason, error)) (map[plan.Reason]int, error) {
	counts := map[plan.Reason]int{}
	for _, name := range names {
		reason, err := w.refusal(ctx, name, prove)
		if err != nil {
			return nil, err
		}
		counts[reason]++
	}
	return counts, nil
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
