package proof

import (
	"maps"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// handSources are the sources of the items written by hand, which are made again by looking them
// up.
func handSources() (Sources, []*task.Task) {
	c, items := examtest.Honest()
	byID := map[string]*task.Task{}
	_, again := examtest.Honest()
	for _, t := range again {
		byID[t.ID] = t
	}
	return Sources{
		Exams: c,
		Again: func(_ *exam.Collection, t *task.Task) (*task.Task, error) { return byID[t.ID], nil },
		Texts: func(string) ([]byte, error) { return examtest.Source(), nil },
	}, items
}

// itemChecksOf are the checks of exam items alone.
func itemChecksOf(w Sources) []Check {
	p := &prover{Sources: w}
	p.exams = p.readExams
	x, err := p.readExams()
	p.exams = func() (*examined, error) { return x, err }
	return p.itemChecks()
}

// The items written by hand pass all checks.
func TestHonestItemsPass(t *testing.T) {
	w, items := handSources()
	kept, dropped, err := RunChecks(t.Context(), itemChecksOf(w), items, 2)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, d := range dropped {
		t.Errorf("%s fails %s: %s: %s", d.ID, d.Check, d.Reason, d.Detail)
		count[d.Check+" "+d.Reason]++
	}
	for _, reason := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%s: %d", reason, count[reason])
	}
	if len(kept) != 200 {
		t.Errorf("%d pass, want 200", len(kept))
	}
}
