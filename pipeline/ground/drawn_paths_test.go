package ground

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// All live paths are found where they are few, and of many only some of the same, with the same demands.
// What is not allowed is left out of both.
func TestLivePathsAreDrawn(t *testing.T) {
	w := toy(t)
	const hops = 4
	search := func(most int, allows func(plan.Path) bool) (plan.Drawn, map[string][]plan.Demand) {
		t.Helper()
		paths, demands, err := w.grounder(limits, 2).LivePaths(t.Context(), w.graph, PathSearch{Hops: hops, Most: most, Allows: allows})
		if err != nil || len(demands) != len(paths.Paths) {
			t.Fatalf("%d paths, %d with demands, %v", len(paths.Paths), len(demands), err)
		}
		return paths, demands
	}
	all, demands := search(1<<20, nil)
	g := w.grounder(limits, 2)
	want := map[string][]plan.Demand{}
	for p := range w.graph.Paths(hops) {
		if met, err := g.Demands(t.Context(), p); err != nil {
			t.Fatal(err)
		} else if met != nil {
			want[p.ID] = met
		}
	}
	if diff := cmp.Diff(want, demands); diff != "" || all.Looked != 0 {
		t.Errorf("%d paths looked at, want 0 for all; demands (-want +got):\n%s", all.Looked, diff)
	}
	some, fewer := search(12, nil)
	if n := len(some.Paths); n == 0 || n >= len(all.Paths) || some.Looked < n {
		t.Errorf("%d of %d paths drawn, %d looked at", n, len(all.Paths), some.Looked)
	}
	for id, met := range fewer {
		if diff := cmp.Diff(want[id], met); diff != "" {
			t.Errorf("path %s (-want +got):\n%s", id, diff)
		}
	}
	without := all.Paths[0].Hops[0].Tool
	allows := func(p plan.Path) bool { return !slices.Contains(p.Tools(), without) }
	left, _ := search(1<<20, allows)
	if want := slices.DeleteFunc(slices.Clone(all.Paths), func(p plan.Path) bool { return !allows(p) }); !cmp.Equal(want, left.Paths) {
		t.Errorf("%d paths without %s, want %d", len(left.Paths), without, len(want))
	}
}
