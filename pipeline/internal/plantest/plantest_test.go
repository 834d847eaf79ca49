package plantest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func years(string, string) []string { return []string{"2018", "2019", "2020", "2021"} }

// Equal seeds give equal programs, each another, that make the calls of the path.
func TestPrograms(t *testing.T) {
	d := toytest.Domain(t, "toy")
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	var paths []plan.Path
	for hops := range 4 {
		paths = slices.AppendSeq(paths, g.Paths(hops+1))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(paths).Draw(t, "path")
		target := rapid.SampledFrom(plan.Targets(d, p)).Draw(t, "target")
		seed := rapid.Uint64().Draw(t, "seed")
		draw := func() []*plan.Program {
			out, err := Programs(d, p, target, 4, years, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		got := draw()
		if diff := cmp.Diff(got, draw()); diff != "" {
			t.Fatalf("Programs(%s, %s) differ for equal seeds:\n%s", p, target, diff)
		}
		if len(got) == 0 || len(got) > 4 {
			t.Fatalf("Programs(%s, %s) = %d programs, want 1 to 4", p, target, len(got))
		}
		for i, q := range got {
			if slices.ContainsFunc(got[:i], q.Equal) {
				t.Fatalf("Programs(%s, %s) gave %s twice", p, target, q)
			}
			if diff := cmp.Diff(p.Tools(), q.Tools()); diff != "" || q.Structure(d).Hops != len(p.Hops) {
				t.Fatalf("Programs(%s, %s): %d hops, tools differ:\n%s", p, target, q.Structure(d).Hops, diff)
			}
		}
	})
}
