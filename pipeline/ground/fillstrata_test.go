package ground

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A value none of whose drawn tasks passed gets one of its other entities, in the place of a task
// that its strata can spare; without one, each of its entities is counted with its reason.
func TestFillStrata(t *testing.T) {
	w := generated(t, "legal", "zh")
	template := w.corpus.Domain().Template("defence")
	template.Strata = []string{"文书类型", "案由"}
	all := w.write(t, template.Name, "zh", 1, 1000, 2).Tasks
	fill := func(tasks []*task.Task, workers int, refused func(*task.Task) bool) ([]*task.Task, []Stratum) {
		t.Helper()
		tasks = slices.Clone(tasks)
		strata, err := New(w.corpus, w.tools, "zh", 1, limits, workers).FillStrata(context.Background(), template, tasks, func(_ context.Context, x *task.Task) (plan.Reason, error) {
			if refused(x) {
				return Guess, nil
			}
			return "", nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return tasks, strata
	}
	none := func(*task.Task) bool { return false }
	kept, before := fill(all, 2, none)
	if !slices.Equal(kept, all) {
		t.Fatal("tasks were exchanged though no stratum lacks one")
	}
	finders, err := New(w.corpus, w.tools, "zh", 1, limits, 1).startFinders(template)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for i, s := range before {
		if s.Tasks < 2 || s.Tasks > len(all)/2 || tried == 3 {
			continue
		}
		tried++
		var others, own []*task.Task
		for _, x := range all {
			if finders.strata([][]string{x.Entities[0].Name}, s.Column)[0].value == s.Value {
				own = append(own, x)
			} else {
				others = append(others, x)
			}
		}
		last := own[len(own)-1].ID
		tasks, after := fill(others, 2, func(x *task.Task) bool { return x.ID != last })
		if len(tasks) != len(others) || after[i].Tasks != 1 || after[i].Reasons != nil || !slices.ContainsFunc(tasks, func(x *task.Task) bool { return x.ID == last }) {
			t.Errorf("%s %s: %+v, want the one task that passes", s.Column, s.Value, after[i])
		}
		_, drawn := fill(others, 2, func(*task.Task) bool { return true })
		for j := range after {
			if drawn[j].Tasks > 0 && after[j].Tasks == 0 {
				t.Errorf("%s %s lost its last task", after[j].Column, after[j].Value)
			}
		}
		reasons := 0
		for _, n := range drawn[i].Reasons {
			reasons += n
		}
		if drawn[i].Tasks != 0 || drawn[i].Reasons[Guess] != len(own) || reasons != s.Entities {
			t.Errorf("%s %s: %+v, want %d of %d refused by the proof", s.Column, s.Value, drawn[i], len(own), s.Entities)
		}
		if _, small := fill(others[:1], 2, none); small[i].Tasks != 0 || small[i].Reasons[Unreached] != 1 {
			t.Errorf("%s %s beside a single task: %+v, want it unreached", s.Column, s.Value, small[i])
		}
		one, oneStrata := fill(others, 1, none)
		many, manyStrata := fill(others, 7, none)
		if fmt.Sprint(oneStrata) != fmt.Sprint(manyStrata) || !slices.EqualFunc(one, many, func(a, b *task.Task) bool { return a.ID == b.ID }) {
			t.Errorf("%s %s: other tasks with seven workers", s.Column, s.Value)
		}
	}
	if tried == 0 {
		t.Fatalf("no stratum to empty: %+v", before)
	}
}

// A proof may refuse a task for the tasks there are: another stratum of the entity asks anew.
func TestFillStrataAsksAgain(t *testing.T) {
	w := generated(t, "legal", "zh")
	template := w.corpus.Domain().Template("defence")
	template.Strata = []string{"案由", "案由"}
	all := w.write(t, template.Name, "zh", 1, 1000, 2).Tasks
	g := New(w.corpus, w.tools, "zh", 1, limits, 1)
	finders, err := g.startFinders(template)
	if err != nil {
		t.Fatal(err)
	}
	valueOf := func(x *task.Task) string {
		return finders.strata([][]string{x.Entities[0].Name}, "案由")[0].value
	}
	wanted := all[len(all)-1]
	others := slices.DeleteFunc(all, func(x *task.Task) bool { return valueOf(x) == valueOf(wanted) })
	asked := 0
	_, err = g.FillStrata(t.Context(), template, others, func(_ context.Context, x *task.Task) (plan.Reason, error) {
		if x.ID != wanted.ID {
			return Guess, nil
		}
		if asked++; asked == 1 {
			return "shared", nil
		}
		return "", nil
	})
	if err != nil || asked != 2 || !slices.Contains(ids(others), wanted.ID) {
		t.Errorf("the proof was asked %d times about task %s (error %v): want it refused once and then taken", asked, wanted.ID, err)
	}
}

// ids returns the IDs of tasks.
func ids(tasks []*task.Task) (all []string) {
	for _, x := range tasks {
		all = append(all, x.ID)
	}
	return all
}
