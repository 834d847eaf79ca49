package command

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A kept task whose certificates say something else is worth a second look; one that is as it was, is
// new or gone, is not.
func TestRevisited(t *testing.T) {
	proved := func(id, detail string) *task.Task {
		return &task.Task{ID: id, Checks: []task.CheckResult{{Name: "executed", Verdict: task.Pass}, {Name: "unique", Verdict: task.Pass, Detail: detail}}}
	}
	earlier := []*task.Task{proved("same", "one"), proved("gone", "one"), proved("other", "beside 甲"), proved("first", "x")}
	now := []*task.Task{proved("first", "y"), proved("same", "one"), proved("other", "beside 乙"), proved("new", "one")}
	if got, want := revisited(earlier, now), []string{"first", "other"}; !slices.Equal(got, want) {
		t.Errorf("revisited = %q, want %q", got, want)
	}
	if got := revisited(earlier, earlier); got == nil || len(got) > 0 {
		t.Errorf("revisited of the same tasks = %#v, want an empty list", got)
	}
}
