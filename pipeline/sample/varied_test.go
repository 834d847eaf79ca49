package sample

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The texts taken are those that would be taken if all were proved, and no more are proved than
// those taken and those refused.
func TestVariedTextsAreProvedAsNeeded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 30).Draw(t, "points")
		refused := map[string]bool{}
		var tasks, passing []*task.Task
		for i, point := range points {
			one := &task.Task{ID: fmt.Sprint(i), Type: task.Writing, KeyMiddle: []string{string(rune('a' + point))}}
			if refused[one.ID] = rapid.IntRange(0, 3).Draw(t, "refused") == 0; !refused[one.ID] {
				passing = append(passing, one)
			}
			tasks = append(tasks, one)
		}
		wanted := rapid.IntRange(1, 12).Draw(t, "wanted")
		proved := map[string]bool{}
		prove := func(_ context.Context, one *task.Task) (plan.Reason, error) {
			proved[one.ID] = true
			if refused[one.ID] {
				return Shared, nil
			}
			return "", nil
		}
		got, faults, err := variedTexts(context.Background(), tasks, wanted, prove, 1)
		if err != nil {
			t.Fatal(err)
		}
		want := varied(passing)
		if want = want[:min(wanted, len(want))]; !slices.Equal(got, want) {
			t.Errorf("%d texts are taken, want the %d that are first of all that pass", len(got), len(want))
		}
		if len(proved) != len(got)+faults[Shared] {
			t.Errorf("%d texts are proved, of which %d are taken and %d refused: want no others", len(proved), len(got), faults[Shared])
		}
	})
}
