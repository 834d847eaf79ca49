package rewrite_test

import (
	"context"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// No question is near to one of an earlier task, though it would have been the first choice.
func TestEarlier(t *testing.T) {
	s := some(t, 4)
	first, err := s.run(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	index := new(similarity.Index)
	for _, k := range first.kept {
		index.Add(k.ID, similarity.FrameOf(k.Question, k.Language, names(k)))
	}
	rejected := 0
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 3, Workers: 1, Earlier: first.kept}
	_, err = rewrite.Run(context.Background(), o, source(s.tasks), func(k *task.Task, r *rewrite.Rejected) error {
		if r != nil && r.Tries[0].Reason == rewrite.Duplicate {
			rejected++
		}
		if k == nil {
			return nil
		}
		if id, near, ok := index.Near(similarity.FrameOf(k.Question, k.Language, names(k))); ok && near > 0.9 {
			t.Errorf("%q is near to the question of earlier task %s (%.2f)", k.Question, id, near)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rejected == 0 {
		t.Error("no question was rejected for an earlier one, though all have the same drafts")
	}
}
