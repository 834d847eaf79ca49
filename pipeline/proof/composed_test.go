package proof

import (
	"context"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/compose"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/composetest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Checks refuse what models of each kind write, and readings find their wrong keys.
func TestComposedItems(t *testing.T) {
	w := Sources{Exams: &exam.Collection{Essays: []exam.Essay{
		{ID: "en", Origin: exam.Origin{Language: "en"}, Parts: []exam.Part{{Label: "1", Question: "When is a contract made?",
			Answer: "A contract is made when the acceptance reaches the offeror. An offer may be revoked before the acceptance is sent."}}},
		{ID: "zh", Origin: exam.Origin{Language: "zh"}, Parts: []exam.Part{{Label: "1", Question: "合同何时成立？",
			Answer: "承诺通知到达要约人时合同成立。要约人可以在受要约人发出承诺通知之前撤销要约。"}}},
	}}}
	index, err := convert.NewClaimIndex(w.Exams)
	if err != nil {
		t.Fatal(err)
	}
	checks := itemChecksOf(w)
	for skill, want := range map[composetest.WritingSkill]struct {
		written int
		refused compose.Reason // of the others
		dropped string
	}{
		composetest.Honest:    {written: 4},
		composetest.Inventing: {refused: compose.NotQuoted},
		composetest.Leaking:   {written: 2, refused: givesAway},
		composetest.TwoRight:  {written: 2, refused: saidWrong},
		composetest.Miskeyed:  {written: 4, dropped: otherKey},
	} {
		script := composetest.Model(skill)
		c := compose.Composer{
			Model: "writer", Reader: "reader", Attempts: 1,
			Chat: func(_ context.Context, r llm.Request) (llm.Reply, error) {
				a := script(&r)
				return llm.Reply{Text: a.Content}, a.Err
			},
			Prove: func(ctx context.Context, t *task.Task) (string, error) {
				for _, i := range []int{0, 2, 3} { // all but keyed and dated
					if found, err := checks[i].Run(ctx, t); err != nil || found.Fault != "" {
						return found.Fault, err
					}
				}
				return "", nil
			},
		}
		done, err := c.Compose(t.Context(), index, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(done.Items) != want.written || len(done.Refused) != 4-want.written {
			t.Errorf("%s: %d items, refused %+v: want %d items", skill, len(done.Items), done.Refused, want.written)
		}
		for _, r := range done.Refused {
			if r.Reason != want.refused {
				t.Errorf("%s: refused for %s (%s): want %s", skill, r.Reason, r.Detail, want.refused)
			}
		}
		kept, dropped, err := RunChecks(t.Context(), checks, done.Items, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want.dropped == "" && len(kept) != want.written || want.dropped != "" && len(dropped) != 2 {
			t.Errorf("%s: %d pass, dropped %+v: want %d of %d to pass", skill, len(kept), dropped, want.written, want.written)
		}
		for _, d := range dropped {
			if d.Reason != want.dropped {
				t.Errorf("%s: dropped for %s: %s", skill, d.Reason, d.Detail)
			}
		}
	}
}
