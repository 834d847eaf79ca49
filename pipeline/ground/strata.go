package ground

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
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
	// Reasons counts why the entities of a stratum without tasks make none, each entity once. Where
	// one would, but no task can be given up for it, it counts as [Unreached], and those not yet
	// tried are left out. Nil with tasks.
	Reasons map[plan.Reason]int `json:"reasons,omitempty"`
}

// Unreached is the reason of entities that would make a task if the quota were larger.
const Unreached plan.Reason = "unreached"

// FillStrata gives each stratum of a template without a task one, where one of its entities makes a
// task that prove has nothing against, and returns the strata by column and then in the order of
// their first entities, with what came of each; nil for a template without strata. Tasks are those
// of the template; each new one takes the place of one that its strata can spare, in the slice itself. The
// entities of a stratum are tried in an order drawn from the seed, until one makes a task.
//
// Prove returns why a task would fail its proof, "" if it would not. It may refuse a task for those
// there are, and is asked again for each stratum. It is called by several
// goroutines, but by none while tasks change. The error means that a tool is broken or ctx is done.
func (g *Grounder) FillStrata(ctx context.Context, t *domain.Template, tasks []*task.Task, prove func(context.Context, *task.Task) (plan.Reason, error)) ([]Stratum, error) {
	w, err := g.newTextGrounder(t)
	if err != nil {
		return nil, err
	}
	names, err := g.subjects(t, &Grounding{Dropped: map[plan.Reason]int{}})
	if err != nil {
		return nil, err
	}
	f := &filling{textGrounder: w, tasks: tasks, prove: prove, of: map[string][]int{}, attempts: map[string]entityTask{}}
	var groups []stratum
	for _, column := range t.Strata {
		for _, group := range w.finders.strata(names, column) {
			for _, name := range group.names {
				f.of[joined(name)] = append(f.of[joined(name)], len(groups))
			}
			groups = append(groups, group)
			f.strata = append(f.strata, Stratum{Column: column, Value: group.value, Entities: len(group.names)})
		}
	}
	for _, x := range tasks {
		f.count(x, 1)
	}
	for i := range f.strata {
		if f.strata[i].Tasks == 0 {
			if f.strata[i].Reasons, err = f.fill(ctx, &f.strata[i], groups[i].names); err != nil {
				return nil, err
			}
		}
	}
	for i := range f.strata {
		if f.strata[i].Tasks > 0 {
			f.strata[i].Reasons = nil
		}
	}
	return f.strata, nil
}

// filling is the state of FillStrata.
type filling struct {
	*textGrounder
	tasks  []*task.Task
	prove  func(context.Context, *task.Task) (plan.Reason, error)
	strata []Stratum
	of     map[string][]int // the strata of each entity, by its name

	attempts map[string]entityTask // by the name of an entity, of those that were tried
}

// entityTask is the task that an entity makes, or why it makes none. What the proof says of the task
// is no part of it, since that may rest on the tasks there are.
type entityTask struct {
	made   *task.Task
	reason plan.Reason
}

// count adds n to the tasks of the strata of a task.
func (f *filling) count(x *task.Task, n int) {
	for _, i := range f.of[joined(x.Entities[0].Name)] {
		f.strata[i].Tasks += n
	}
}

// fill makes a task about one of the entities of an empty stratum, in the place of another, and
// returns why those tried before it make none. It changes the order of names.
func (f *filling) fill(ctx context.Context, s *Stratum, names [][]string) (map[plan.Reason]int, error) {
	digest.Order(digest.NewDraws("strata", fmt.Sprint(f.g.seed), f.template.Name, s.Column, s.Value), names, joined)
	type tried struct {
		entityTask
		refusal plan.Reason
	}
	reasons := map[plan.Reason]int{}
	for batch := range slices.Chunk(names, max(1, f.g.workers)) {
		all, err := run.Map(ctx, f.g.workers, batch, func(ctx context.Context, _ int, name []string) (tried, error) {
			one, known := f.attempts[joined(name)]
			if !known {
				var err error
				if one.made, one.reason, err = f.write(ctx, name); err != nil {
					return tried{}, err
				}
			}
			if one.reason != "" {
				return tried{one, one.reason}, nil
			}
			refusal, err := f.prove(ctx, one.made)
			return tried{one, refusal}, err
		})
		if err != nil {
			return nil, err
		}
		for i, one := range all {
			f.attempts[joined(batch[i])] = one.entityTask
		}
		for _, one := range all {
			if one.refusal != "" {
				reasons[one.refusal]++
				continue
			}
			if !f.exchange(one.made) {
				reasons[Unreached]++
			}
			return reasons, nil
		}
	}
	return reasons, nil
}

// exchange puts a task in the place of the one that its strata can best spare: the smallest of them
// has most tasks, at least two with the new one. Of several it is the last. It reports whether there is one.
func (f *filling) exchange(made *task.Task) bool {
	f.count(made, 1)
	best, most := -1, 2
	for i, x := range f.tasks {
		smallest := len(f.tasks)
		for _, at := range f.of[joined(x.Entities[0].Name)] {
			smallest = min(smallest, f.strata[at].Tasks)
		}
		if smallest >= most {
			best, most = i, smallest
		}
	}
	if best < 0 {
		f.count(made, -1)
		return false
	}
	f.count(f.tasks[best], -1)
	f.tasks[best] = made
	return true
}
