package command

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Tasks to add are divided in proportion, none is lost, and no depth without a quota has any.
func TestAddedPaths(t *testing.T) {
	for _, tt := range []struct {
		add    int
		quotas countList
		want   countList
	}{
		{0, countList{4, 2}, countList{0, 0}},
		{6, countList{4, 2}, countList{4, 2}},
		{7, countList{4, 0, 2}, countList{5, 0, 2}},
		{1, countList{0, 3, 3}, countList{0, 1, 0}},
		{5, countList{1, 1, 1}, countList{2, 2, 1}},
		{3, nil, countList{3}},
	} {
		if got := addedPaths(tt.add, tt.quotas); !slices.Equal(got, tt.want) {
			t.Errorf("addedPaths(%d, %v) = %v, want %v", tt.add, tt.quotas, got, tt.want)
		}
	}
}

// A release without tasks of the earlier one has another first number, one with more another second. What is
// more or less than three numbers has none.
func TestNextVersion(t *testing.T) {
	for _, tt := range []struct {
		x    dataset.Extension
		want string
	}{
		{dataset.Extension{Retired: 1, Added: 2}, "2.0.0"},
		{dataset.Extension{Added: 2}, "1.5.0"},
		{dataset.Extension{}, "1.4.9"},
	} {
		if got := nextVersion("1.4.9", &tt.x); got != tt.want {
			t.Errorf("nextVersion(1.4.9, %+v) = %s, want %s", tt.x, got, tt.want)
		}
	}
	for _, version := range []string{"1.2.3-rc1", "1.2.3.4", "01.2.3", "1.2", "spring"} {
		if got := nextVersion(version, &dataset.Extension{Added: 2}); got != version {
			t.Errorf("nextVersion(%s) = %s, want the same", version, got)
		}
	}
}

// An earlier task that the bounds of the new set leave out is retired; a successor that they leave out is
// none; a new task is neither.
func TestWithBounds(t *testing.T) {
	again := []*task.Task{{ID: "kept"}, {ID: "out", Question: "?", Answer: "a", KeyAnswer: []string{"a"}}, {ID: "next"}}
	retired := []task.Retired{{ID: "old", Check: "executed", Successor: "next"}}
	bounds := func(id string) task.Dropped {
		return task.Dropped{ID: id, Check: task.BoundsCheck, Reason: "shallow", Detail: "d"}
	}
	got := withBounds(retired, again, []task.Dropped{bounds("out"), bounds("new"), bounds("next")})
	want := []task.Retired{
		{ID: "old", Check: "executed"},
		{ID: "out", Question: "?", Check: task.BoundsCheck, Reason: "shallow", Detail: "d", Answer: "a", KeyAnswer: []string{"a"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("retired (-want +got):\n%s", diff)
	}
}
