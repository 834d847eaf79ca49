package revision_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Edits in a row are those the reviewers saw, or stale.
func TestChainLaws(t *testing.T) {
	f := world(t)
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom(f.tasks).Draw(t, "task")
		now := base
		var edits []*review.Decision
		for range rapid.IntRange(0, 4).Draw(t, "edits") {
			c := f.change(t, now)
			next, fault := f.apply(t, now, c)
			if fault != "" {
				continue
			}
			c.Shown = review.Shown(next)
			edits = append(edits, &review.Decision{ID: "d", By: "a", Shown: review.Shown(now), Kind: review.Edit, Change: c})
			now = next
		}
		got, fault, err := revision.Chain(t.Context(), f.TableAccess, base, edits)
		if err != nil || fault != "" {
			t.Fatalf("Chain = %q, %v", fault, err)
		}
		want := *now
		if want.Question == base.Question {
			want.Review.Edits = slices.DeleteFunc(slices.Clone(want.Review.Edits), func(p string) bool { return p == task.QuestionEdited })
		}
		if len(want.Review.Edits) == 0 {
			want.Review.Edits = nil
		}
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Fatalf("Chain gives another task than the edits one by one:\n%s", diff)
		}
		if len(edits) == 0 {
			return
		}
		i := rapid.IntRange(0, len(edits)-1).Draw(t, "spoilt")
		other := review.Shown(&task.Task{ID: "another"})
		spoilt := *edits[i]
		change := *spoilt.Change
		spoilt.Change = &change
		if rapid.Bool().Draw(t, "before") {
			spoilt.Shown = other
		} else {
			change.Shown = other
		}
		edits[i] = &spoilt
		if got, fault, err := revision.Chain(t.Context(), f.TableAccess, base, edits); got != nil || err != nil || !strings.HasPrefix(fault, "stale: edit d by a ") {
			t.Fatalf("Chain of an edit of another version = %v, %q, %v: want it stale", got, fault, err)
		}
	})
}

// A question that is put back is not edited any more, but one that was edited before.
func TestChainOfAQuestionAndBack(t *testing.T) {
	f := world(t)
	base := f.tasks[0]
	for _, before := range [][]string{nil, {task.QuestionEdited}} {
		was := copyOf(t, base)
		was.Review.Edits = before
		question := base.Question + "？"
		there, _ := f.apply(t, was, &review.TaskChange{Question: &question})
		edits := []*review.Decision{
			{Shown: review.Shown(was), Change: &review.TaskChange{Question: &question, Shown: review.Shown(there)}},
			{Shown: review.Shown(there), Change: &review.TaskChange{Question: &base.Question, Shown: review.Shown(was)}},
		}
		back, fault, err := revision.Chain(t.Context(), f.TableAccess, was, edits)
		if err != nil || fault != "" || back.Question != base.Question || !slices.Equal(back.Review.Edits, before) {
			t.Errorf("Chain = %q, %v, question %q, edits %q: want %q and %q", fault, err, back.Question, back.Review.Edits, base.Question, before)
		}
		if !slices.Equal(there.Review.Edits, []string{task.QuestionEdited}) || !slices.Equal(was.Review.Edits, before) {
			t.Errorf("Chain changed what it was given: edits %q and %q", there.Review.Edits, was.Review.Edits)
		}
	}
}
