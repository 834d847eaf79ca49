package revision

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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
