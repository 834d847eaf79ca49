package proof

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Rivals worked out from what they share with their program come to what they come to
// by themselves, and to what the tools make of them.
func TestRivalsWorkedOut(t *testing.T) {
	d := small()
	answered, ended := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, d, worlds(d).Draw(t, "tables"))
		r := newRelational(d, w.Corpus)
		for range 20 {
			p := plans(d).Draw(t, "program")
			base := r.evaluate(p)
			for _, v := range slices.Concat(alternative.Dropped(d, p), alternative.Neighbours(d, p)) {
				revised, afresh := r.revise(base, v.Program), r.evaluate(v.Program)
				x, err := plan.NewExecutor(d, w.Tools, v.Program)
				if err != nil {
					t.Fatalf("%s of %s: %v", &v, encoded(p), err)
				}
				trace, reason, err := x.Run(context.Background(), nil)
				if err != nil {
					t.Fatalf("%s of %s: %v", &v, encoded(p), err)
				}
				if revised.reason != reason || afresh.reason != reason {
					t.Fatalf("%s of %s ends with reason %q, afresh %q, by tools %q", &v, encoded(p), revised.reason, afresh.reason, reason)
				}
				if reason != "" {
					ended++
					continue
				}
				answered++
				said := revised.answerTexts(v.Program)
				if diff := cmp.Diff(afresh.answerTexts(v.Program), said); diff != "" {
					t.Fatalf("%s of %s says (-afresh +revised):\n%s", &v, encoded(p), diff)
				}
				if diff := cmp.Diff(alternative.Answers(trace), said); diff != "" {
					t.Fatalf("%s of %s says (-tools +joins):\n%s", &v, encoded(p), diff)
				}
			}
		}
	})
	if (answered == 0 || ended == 0) && !testing.Short() {
		t.Errorf("%d rivals with an answer and %d without: want both", answered, ended)
	}
	t.Logf("%d rivals with an answer, %d without", answered, ended)
}
