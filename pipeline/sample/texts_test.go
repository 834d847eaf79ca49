package sample_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// At most two questions of a template about the law of a case have one answer; the others are
// made up for, by this template and, where it has no more, by another one. Questions of other
// families may have any answer.
func TestTextsOfOneAnswer(t *testing.T) {
	for _, tt := range []struct {
		family        string
		answers       int // different ones of the first template, which can make 40 tasks
		total         int
		first, second int
		shared        int
	}{
		{task.Governing, 40, 20, 10, 10, 0},
		{task.Governing, 10, 20, 10, 10, 0},
		{task.Governing, 4, 20, 8, 12, 32},
		{task.Locate, 1, 20, 10, 10, 0},
	} {
		write := func(_ context.Context, template, n int) (*sample.Grounded, error) {
			g := &sample.Grounded{Dropped: map[plan.Reason]int{}}
			for i := range min(n, 40) {
				one := &task.Task{ID: fmt.Sprintf("%d-%02d", template, i), Family: tt.family, KeyAnswer: []string{fmt.Sprint(i)}}
				if template == 0 {
					one.KeyAnswer[0] = fmt.Sprint(i % tt.answers)
				}
				g.Tasks = append(g.Tasks, one)
			}
			return g, nil
		}
		prove := func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
		tasks, funnels, err := sample.Texts(t.Context(), []string{"a", "b"}, tt.total, write, prove, 2)
		if err != nil {
			t.Fatal(err)
		}
		first, second := funnels[0].Tasks, funnels[1].Tasks
		if first != tt.first || second != tt.second || len(tasks) != first+second || funnels[0].Dropped[sample.Shared] != tt.shared {
			t.Errorf("%s with %d answers: %d and %d tasks, %d shared, want %d and %d, %d", tt.family, tt.answers, first, second, funnels[0].Dropped[sample.Shared], tt.first, tt.second, tt.shared)
		}
	}
}
