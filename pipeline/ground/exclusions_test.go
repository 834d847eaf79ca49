package ground

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// No task goes through an excluded entity, a task that is refused makes way for another
// or counts under its reason, and of one that is told nobody asks whether it is sound.
func TestExclusions(t *testing.T) {
	w := toy(t)
	var all []made
	for _, c := range grounded(t, "zh") {
		if len(c.got.Tasks) > 0 && c.demand.Operator != opCompare {
			all = append(all, c)
		}
	}
	g := w.grounder(limits, 2)
	replaced := 0
	rapid.Check(t, func(rt *rapid.T) {
		c := rapid.SampledFrom(all).Draw(rt, "choice")
		first := c.got.Tasks[0]
		route := chainOf(rt, w, first)
		excluded := rapid.SampledFrom(route).Draw(rt, "excluded")
		got, err := g.Ground(t.Context(), c.path, c.demand, entities, Exclusions{Entities: []task.Entity{excluded}})
		if err != nil {
			rt.Fatal(err)
		}
		for _, tk := range got.Tasks {
			if slices.ContainsFunc(chainOf(rt, w, tk), func(e task.Entity) bool { return e.Type == excluded.Type && slices.Equal(e.Name, excluded.Name) }) {
				rt.Errorf("%s, %v: task %s goes through %v", c.path, c.demand, tk.ID, excluded)
			}
		}
		if len(got.Tasks) > 0 {
			replaced++
		}

		const unwelcome plan.Reason = "unwelcome"
		asked := 0
		got, err = g.Ground(t.Context(), c.path, c.demand, 1, Exclusions{Refuse: func(tk *task.Task) plan.Reason {
			if asked++; tk.ID == first.ID {
				return unwelcome
			}
			return ""
		}})
		if err != nil {
			rt.Fatal(err)
		}
		if got.Dropped[unwelcome] != 1 || asked != len(got.Tasks)+1 || slices.ContainsFunc(got.Tasks, func(tk *task.Task) bool { return tk.ID == first.ID }) {
			rt.Errorf("%s, %v: %d tasks, dropped %v after %d were offered; want the first refused", c.path, c.demand, len(got.Tasks), got.Dropped, asked)
		}

		got, err = g.Ground(t.Context(), c.path, c.demand, 1, Exclusions{Told: func(*task.Task) bool { return true }})
		if err != nil {
			rt.Fatal(err)
		}
		sought := got.Dropped[Alike] + got.Dropped[Needless] + got.Dropped[Shortcut] + got.Dropped[Misread]
		if len(got.Tasks) > 0 || got.Passed > 0 || len(got.Fit) == 0 || got.Dropped[Repeated] < len(got.Fit) || sought > 0 {
			rt.Errorf("%s, %v: %d tasks, %d entities fit, dropped %v: want no task, one repeated of each entity that fits, and no search for other ways", c.path, c.demand, len(got.Tasks), len(got.Fit), got.Dropped)
		}
	})
	if replaced == 0 {
		t.Error("no choice has a task that does without the excluded entity")
	}
}

// chainOf returns the entities that the lookups of a task's own chain are about.
func chainOf(t *rapid.T, w *world, tk *task.Task) []task.Entity {
	types, err := tk.Plan.Types(w.corpus.Domain())
	if err != nil {
		t.Fatal(err)
	}
	var all []task.Entity
	for i := range tk.Plan.Nodes {
		n := &tk.Plan.Nodes[i]
		at := slices.IndexFunc(tk.Steps, func(s plan.Step) bool { return s.Node == n.Name && s.Selected != nil })
		if at < 0 || types[i].Shape != plan.ShapeEntity || strings.Contains(types[i].Entity, ".") {
			continue
		}
		all = append(all, task.Entity{Type: types[i].Entity, Name: tk.Steps[at].Selected})
	}
	return all
}
