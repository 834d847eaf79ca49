package sample_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
		tasks, funnels, err := sample.Texts(t.Context(), []string{"a", "b"}, tt.total, write, prove, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		first, second := funnels[0].Tasks, funnels[1].Tasks
		if first != tt.first || second != tt.second || len(tasks) != first+second || funnels[0].Dropped[sample.Shared] != tt.shared {
			t.Errorf("%s with %d answers: %d and %d tasks, %d shared, want %d and %d, %d", tt.family, tt.answers, first, second, funnels[0].Dropped[sample.Shared], tt.first, tt.second, tt.shared)
		}
	}
}

// Texts to write that argue what no other does are taken first, whatever they reckon, and others only where there are too few.
func TestTextsVary(t *testing.T) {
	for able, want := range map[int][]string{
		10: {"0", "1", "2", "3", "4", "5"}, // of the second half of the candidates each argues its own
		6:  {"0", "1", "2", "0", "0", "1"}, // which there are not
	} {
		write := func(_ context.Context, _, n int) (*sample.Grounded, error) {
			g := &sample.Grounded{Dropped: map[plan.Reason]int{}}
			for i := range min(n, able) {
				point := fmt.Sprint([]int{0, 0, 1, 0, 2, 1, 3, 4, 5, 6}[i])
				g.Tasks = append(g.Tasks, &task.Task{
					ID: fmt.Sprintf("%02d", i), Type: task.Writing, Family: task.Writing,
					KeyMiddle: []string{strings.Repeat("x", 1+int(point[0]-'0')) + "/other", fmt.Sprintf("%d00", i)},
				})
			}
			return g, nil
		}
		prove := func(context.Context, *task.Task) (plan.Reason, error) { return "", nil }
		tasks, funnels, err := sample.Texts(t.Context(), []string{"a"}, 6, write, prove, nil, 2)
		if err != nil {
			t.Fatal(err)
		}
		if f := funnels[0]; f.Tried != f.Tasks+f.Dropped[sample.Shared] || f.Tried != able {
			t.Errorf("of %d texts %d are tried, %d made and %d too many", able, f.Tried, f.Tasks, f.Dropped[sample.Shared])
		}
		var got []string
		for _, one := range tasks {
			term, _, _ := strings.Cut(one.KeyMiddle[0], "/")
			got = append(got, fmt.Sprint(len(term)-1))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("of %d texts those that argue %s are taken, want %s", able, got, want)
		}
	}
}

// Tasks that fill puts in the place of others are counted, and keep to the number that may share an
// answer.
func TestTextsExchange(t *testing.T) {
	made := func(id, answer string) *task.Task {
		return &task.Task{ID: id, Family: task.Governing, KeyAnswer: []string{answer}}
	}
	write := func(_ context.Context, _, n int) (*sample.Grounded, error) {
		g := &sample.Grounded{Dropped: map[plan.Reason]int{}}
		for i := range n {
			g.Tasks = append(g.Tasks, made(fmt.Sprint("drawn ", i), fmt.Sprint(i/2)))
		}
		return g, nil
	}
	prove := func(_ context.Context, x *task.Task) (plan.Reason, error) {
		if x.ID == "unproved" {
			return "recount", nil
		}
		return "", nil
	}
	var reasons []plan.Reason
	fill := func(ctx context.Context, _ int, tasks []*task.Task, prove sample.ProveFunc) error {
		for _, x := range []*task.Task{made("unproved", "new"), made("alike", "0"), made("other", "new")} {
			reason, err := prove(ctx, x)
			if err != nil {
				return err
			}
			if reasons = append(reasons, reason); reason == "" {
				tasks[3] = x
			}
		}
		return nil
	}
	tasks, funnels, err := sample.Texts(t.Context(), []string{"a"}, 4, write, prove, fill, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(reasons, []plan.Reason{"recount", sample.Shared, ""}) {
		t.Errorf("refused for %q", reasons)
	}
	f := funnels[0]
	if len(tasks) != 4 || tasks[3].ID != "other" || f.Tried != 5 || f.Accepted != 4 || f.Dropped[sample.Replaced] != 1 {
		t.Errorf("%d tasks, the last %s, %+v", len(tasks), tasks[len(tasks)-1].ID, *f)
	}
}
