package revision

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Of tasks that edits make equal the first stays, and a task that nobody edited stays.
func TestSettleDropsDuplicates(t *testing.T) {
	tasks := []*task.Task{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}
	results := []result{
		{kept: &task.Task{ID: "new"}}, {kept: &task.Task{ID: "new"}}, {kept: &task.Task{ID: "d"}}, {kept: tasks[3]},
	}
	first := results[0].kept
	dropDuplicates(tasks, results)
	want := []result{
		{kept: first},
		{dropped: &task.Dropped{ID: "b", Check: "review", Reason: "duplicate", Detail: "as people changed it, it is task new, which was a"}},
		{dropped: &task.Dropped{ID: "c", Check: "review", Reason: "duplicate", Detail: "as people changed it, it is task d, which was d"}},
		{kept: tasks[3]},
	}
	if diff := cmp.Diff(want, results, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

// A task about which a check left something open is kept once two people approve it, whether or not
// approved tasks alone go on; any other task needs nobody.
func TestSettleHoldsBackWhatIsOpen(t *testing.T) {
	open := []task.CheckResult{{Name: "derived", Verdict: task.Pass}, {Name: "keyed", Verdict: task.Open}}
	tasks := []*task.Task{{ID: "proved"}, {ID: "two", Checks: open}, {ID: "one", Checks: open}, {ID: "differ", Checks: open}, {ID: "none", Checks: open}}
	var log []*review.Decision
	for i, v := range []struct {
		task, by string
		kind     review.DecisionKind
	}{{"two", "ana", review.Approve}, {"two", "rui", review.Approve}, {"one", "ana", review.Approve}, {"differ", "ana", review.Approve}, {"differ", "rui", review.Reject}} {
		at := slices.IndexFunc(tasks, func(t *task.Task) bool { return t.ID == v.task })
		log = append(log, &review.Decision{ID: fmt.Sprint("decision-", i), Task: v.task, By: v.by, Role: review.Annotator, Kind: v.kind, Shown: review.Shown(tasks[at])})
	}
	for _, rules := range []review.Rules{{Overlap: 2, Share: 1}, {Overlap: 1, Share: 1}} {
		s, err := Settle(t.Context(), review.ReplayBoard(tasks, log, rules), tasks, log, SettleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var kept, dropped []string
		for _, k := range s.Tasks {
			kept = append(kept, k.ID)
		}
		for _, d := range s.Dropped {
			dropped = append(dropped, d.ID+" "+d.Check+" "+d.Reason+" "+d.Detail)
		}
		want := []string{
			"one review open keyed: no proof, and want two people who approve it: 1 votes, of which 1 approve it",
			"differ review open keyed: no proof, and want two people who approve it: 2 votes, of which 1 approve it",
			"none review open keyed: no proof, and want two people who approve it: 0 votes, of which 0 approve it",
		}
		if diff := cmp.Diff([]string{"proved", "two"}, kept); diff != "" {
			t.Errorf("kept with an overlap of %d:\n%s", rules.Overlap, diff)
		}
		if diff := cmp.Diff(want, dropped); diff != "" {
			t.Errorf("dropped with an overlap of %d:\n%s", rules.Overlap, diff)
		}
	}
}
